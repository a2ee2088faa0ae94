//! Tokens to tree, by recursive descent over the grammar of seed 0, listing 2.1.
//!
//! Where the listing leaves room, we decide:
//! - postfix operators chain: `a[1][2]`, `x[0].f`, `f(1)[0]`; only a plain identifier can be called;
//! - `!` binds as tightly as `*`, as in C, although the listing lets it take a whole expression;
//! - `alloc` does take the whole expression to its right: `alloc 1 + 2` holds 3;
//! - `&&` and `||` share one level and associate to the left; mixing them without parentheses is the warning
//!   `mixed-logical`, because C readers expect something else;
//! - `!` applies to the operand behind it, as in C, where the grammar of the thesis has it apply to all that follows: other operators
//!   than `&&` and `||` behind that operand are the warning `negated-operand`;
//! - `-` before a number, where an operand is expected, makes a negative literal; there is no other unary minus;
//! - `{ name :` at the start of a statement starts a record, any other `{` a block;
//! - functions have a block; `var` statements come first and `return` comes last in it, nowhere else;
//! - lists may be empty and have any length.
//!
//! After an error the parser goes on as if what was meant stood there, if that is clear (`habits.rs`); if not, at the end
//! of the list or statement (`recover.rs`). A statement with an error in it is not in the tree; [`Gaps`] says what is
//! missing. Every error says what to do: `advice.rs` knows it from what was expected and what was found.
//!
//! Nesting is limited ([`MAX_NESTING`] for brackets and statements, [`MAX_HEIGHT`] for trees), so neither the parser nor
//! any later recursive pass can overflow the stack. Chains of `else if` are no nesting ([`MAX_BRANCHES`]): nothing recurses
//! on them.

mod advice;
mod expr;
mod function;
mod gaps;
mod habits;
mod infix;
mod list;
mod recover;
mod stmt;

use pathfold_base::{Diagnostic, SourceFile, Span};

use crate::ast::{Expr, ExprId, ExprKind, Ident, Program};
use crate::lexer::{Token, TokenKind, lex, shown};
use advice::Wanted;
pub use gaps::{FunctionGaps, Gaps};

/// How deep brackets, unary operators and statements may nest.
pub const MAX_NESTING: u32 = 200;
/// How high the tree of one expression may grow: bounds chains such as `a + a + …`.
pub const MAX_HEIGHT: u32 = 500;
/// How many branches `if … else if … else if …` may have.
pub const MAX_BRANCHES: usize = 10_000;
/// After so many errors the rest of the text is not looked at.
pub const MAX_ERRORS: usize = 100;

/// What the parser made of a text.
#[derive(Debug)]
pub struct Reading {
    /// The functions and statements without errors in them.
    pub program: Program,
    /// What is missing in the program because of errors.
    pub gaps: Gaps,
    /// Errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Reading {
    /// Whether nothing is missing: no diagnostic is an error.
    pub fn is_whole(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses a source text. The program is there exactly when no diagnostic is an error.
pub fn parse(file: &SourceFile) -> (Option<Program>, Vec<Diagnostic>) {
    let reading = read(file);
    (reading.is_whole().then_some(reading.program), reading.diagnostics)
}

/// Parses as much of a source text as can be parsed.
pub fn read(file: &SourceFile) -> Reading {
    let lexed = lex(file.text());
    let mut parser = Parser {
        text: file.text(),
        tokens: lexed.tokens,
        at: 0,
        cut: lexed.cut,
        exprs: 0,
        depth: 0,
        errors: 0,
        troubles: 0,
        last_error: None,
        unclosed: false,
        lost: Vec::new(),
        lines: Vec::new(),
        diagnostics: Vec::new(),
    };
    let (functions, mut gaps) = parser.program();
    gaps.rest |= parser.cut;
    gaps.lines = std::mem::take(&mut parser.lines);
    let mut diagnostics = lexed.diagnostics;
    diagnostics.append(&mut parser.diagnostics);
    limit(&mut diagnostics);
    let program = Program { functions, comments: lexed.comments, expr_count: parser.exprs };
    Reading { program, gaps, diagnostics }
}

/// Puts diagnostics into the order of the text and leaves out errors that are too many.
pub(crate) fn limit(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by_key(|d| d.primary.span.start);
    let mut errors = 0;
    diagnostics.retain(|d| {
        errors += usize::from(d.is_error());
        !d.is_error() || errors <= MAX_ERRORS
    });
}

/// The diagnostic is already reported.
#[derive(Debug)]
struct Failed;

type Parsed<T> = Result<T, Failed>;

struct Parser<'a> {
    text: &'a str,
    /// Invariant: ends with `End`, and `at` never passes it.
    tokens: Vec<Token>,
    at: usize,
    /// Whether the text goes on behind what is read, in a comment without an end or too deep: nothing is missing there.
    cut: bool,
    exprs: usize,
    depth: u32,
    /// Errors that were reported.
    errors: usize,
    /// Errors, with those that were not worth a report. What was read between two equal counts has none.
    troubles: usize,
    last_error: Option<u32>,
    /// Whether a function started inside another: then a `}` that belongs to the other follows.
    unclosed: bool,
    /// Ranges of tokens of the current function that are in no tree.
    lost: Vec<std::ops::Range<usize>>,
    /// Lines with errors in them.
    lines: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    /// The token `n` after the current one; the last one if there are not so many.
    fn token_ahead(&self, n: usize) -> Token {
        self.tokens[(self.at + n).min(self.tokens.len() - 1)]
    }

    fn ahead(&self, n: usize) -> TokenKind {
        self.token_ahead(n).kind
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.bump();
        }
        found
    }

    /// The token before the current one; the first token when there is none.
    fn previous(&self) -> Token {
        self.tokens[self.at.saturating_sub(1)]
    }

    fn start(&self) -> u32 {
        self.token().span.start
    }

    /// From `start` to the end of the last token read.
    fn span_from(&self, start: u32) -> Span {
        Span { start, end: self.previous().span.end.max(start) }
    }

    fn text_of(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The text of the current token.
    fn word(&self) -> &str {
        self.text_of(self.token().span)
    }

    /// Whether the current token is on a later line than the one before.
    fn on_new_line(&self) -> bool {
        self.starts_line(self.at)
    }

    /// Whether the token there is on a later line than the one before.
    fn starts_line(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return true };
        let between = Span { start: self.tokens[before].span.end, end: self.tokens[at].span.start };
        self.text_of(between).contains('\n')
    }

    /// Reports an error unless one was already reported at the same place (it would be a consequence).
    fn report(&mut self, diagnostic: Diagnostic) {
        let start = diagnostic.primary.span.start;
        if diagnostic.is_error() {
            self.troubles += 1;
            if self.last_error == Some(start) || (self.cut && self.kind() == TokenKind::End) {
                return;
            }
            self.last_error = Some(start);
            self.errors += 1;
            if self.errors >= MAX_ERRORS {
                self.at = self.tokens.len() - 1;
            }
            if self.errors > MAX_ERRORS {
                return;
            }
            self.lines.push(self.line_of(diagnostic.primary.span));
        }
        self.diagnostics.push(diagnostic);
    }

    fn fail<T>(&mut self, diagnostic: Diagnostic) -> Parsed<T> {
        self.report(diagnostic);
        Err(Failed)
    }

    fn found(&self) -> String {
        let token = self.token();
        match token.kind {
            TokenKind::Ident | TokenKind::Number | TokenKind::Foreign(_) => {
                format!("`{}`", shown(self.text_of(token.span)))
            }
            kind => kind.describe().to_owned(),
        }
    }

    /// The error that something else stands at the current token.
    fn unexpected(&self, wanted: Wanted) -> Diagnostic {
        let what = wanted.describe();
        let message = match wanted.place() {
            "" => format!("expected {what}, found {}", self.found()),
            place => format!("expected {what} {place}, found {}", self.found()),
        };
        let mut diagnostic = Diagnostic::error("syntax", self.token().span, message).help(self.advice(wanted));
        let next = self.on_new_line() || matches!(self.kind(), TokenKind::CloseBrace | TokenKind::End);
        if matches!(wanted, Wanted::Semicolon(_)) && (next || self.kind().is_statement_word()) && self.at > 0 {
            // The place to repair is after the token before, often on the line above.
            diagnostic.primary.span = self.previous().span;
            return diagnostic.labelled("expected `;` after this");
        }
        diagnostic.labelled(format!("expected {what}"))
    }

    fn expect(&mut self, kind: TokenKind, wanted: Wanted) -> Parsed<Token> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        let diagnostic = self.unexpected(wanted);
        self.fail(diagnostic)
    }

    fn ident(&mut self, what: &'static str) -> Parsed<Ident> {
        let token = self.token();
        if token.kind == TokenKind::Ident {
            self.bump();
            return Ok(Ident { name: self.text_of(token.span).to_owned(), span: token.span });
        }
        let is_word = self.word().starts_with(|c: char| c.is_ascii_alphabetic());
        let diagnostic = self.unexpected(Wanted::Name(what));
        let failed = self.fail(diagnostic);
        // Before one of these the word was meant as a name: no statement starts with it.
        if is_word && matches!(self.ahead(1), TokenKind::Semicolon | TokenKind::Comma | TokenKind::CloseParen) {
            self.bump();
        }
        failed
    }

    fn expr_node(&mut self, kind: ExprKind, span: Span) -> Expr {
        let id = ExprId(u32::try_from(self.exprs).unwrap_or(u32::MAX));
        self.exprs += 1;
        Expr { id, kind, span }
    }

    /// Runs `parse` one level deeper, or reports `too-deep`.
    fn nested<T>(&mut self, help: &'static str, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            let message = format!("nested more than {MAX_NESTING} levels deep");
            return self.too_large(self.token().span, message, help);
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn too_high<T>(&mut self, span: Span) -> Parsed<T> {
        let message = format!("more than {MAX_HEIGHT} operators in a row");
        self.fail(Diagnostic::error("too-deep", span, message).help("split it: assign parts to variables"))
    }

    /// The error that something goes beyond what can be read. Nothing behind it is looked at: which bracket belongs to which
    /// is not known there.
    fn too_large<T>(&mut self, span: Span, message: String, help: &'static str) -> Parsed<T> {
        self.report(Diagnostic::error("too-deep", span, message).help(help));
        self.at = self.tokens.len() - 1;
        self.cut = true;
        Err(Failed)
    }
}

#[cfg(test)]
mod tests;
