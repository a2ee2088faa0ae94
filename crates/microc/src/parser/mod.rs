//! Tokens to tree, by recursive descent over the grammar of seed 0, listing 2.1.
//!
//! Where the listing leaves room, we decide:
//! - postfix operators chain: `a[1][2]`, `x[0].f`, `f(1)[0]`; only a plain identifier can be called;
//! - `!` binds as tightly as `*`, as in C, although the listing lets it take a whole expression;
//! - `alloc` does take the whole expression to its right: `alloc 1 + 2` holds 3;
//! - `&&` and `||` share one level and associate to the left; mixing them without parentheses is the warning
//!   `mixed-logical`, because C readers expect something else;
//! - `-` before a number, where an operand is expected, makes a negative literal; there is no other unary minus;
//! - functions have a block; `var` statements come first and `return` comes last in it, nowhere else;
//! - lists may be empty and have any length.
//!
//! After an error the parser skips to the next `;`, `}` or function and goes on. Nesting is limited ([`MAX_NESTING`]
//! for brackets and statements, [`MAX_HEIGHT`] for trees), so neither the parser nor any later recursive pass can
//! overflow the stack.

mod expr;
mod stmt;

use pathfold_base::{Diagnostic, SourceFile, Span};

use crate::ast::{Expr, ExprId, ExprKind, Ident, Program};
use crate::lexer::{Token, TokenKind, lex};

/// How deep brackets, unary operators and statements may nest.
pub const MAX_NESTING: u32 = 200;
/// How high the tree of one expression may grow: bounds chains such as `a + a + …`.
pub const MAX_HEIGHT: u32 = 500;
/// After so many errors the rest of the text is not looked at.
pub const MAX_ERRORS: usize = 100;

/// Parses a source text. The program is there exactly when no diagnostic is an error.
pub fn parse(file: &SourceFile) -> (Option<Program>, Vec<Diagnostic>) {
    let lexed = lex(file.text());
    let mut parser = Parser {
        text: file.text(),
        tokens: lexed.tokens,
        at: 0,
        exprs: 0,
        depth: 0,
        errors: 0,
        last_error: None,
        diagnostics: Vec::new(),
    };
    let functions = parser.program();
    let mut diagnostics = lexed.diagnostics;
    diagnostics.truncate(MAX_ERRORS);
    diagnostics.append(&mut parser.diagnostics);
    diagnostics.sort_by_key(|d| d.primary.span.start);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (None, diagnostics);
    }
    (Some(Program { functions, comments: lexed.comments, expr_count: parser.exprs }), diagnostics)
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
    exprs: usize,
    depth: u32,
    errors: usize,
    last_error: Option<u32>,
    diagnostics: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    fn ahead(&self, n: usize) -> TokenKind {
        self.tokens.get(self.at + n).map_or(TokenKind::End, |t| t.kind)
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

    /// Reports an error unless one was already reported at the same place (it would be a consequence).
    fn report(&mut self, diagnostic: Diagnostic) {
        let start = diagnostic.primary.span.start;
        if diagnostic.is_error() {
            if self.last_error == Some(start) {
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
            TokenKind::Ident | TokenKind::Number => {
                let text = self.text_of(token.span);
                let short: String = text.chars().take(40).collect();
                format!("`{short}`")
            }
            kind => kind.describe().to_owned(),
        }
    }

    fn expect(&mut self, kind: TokenKind, context: &str) -> Parsed<Token> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        let message = format!("expected {} {context}, found {}", kind.describe(), self.found());
        let mut diagnostic = Diagnostic::error("syntax", self.token().span, message);
        if kind == TokenKind::Semicolon && self.at > 0 {
            // The place to repair is after the token before, often on the line above.
            diagnostic.primary.span = self.previous().span;
            diagnostic = diagnostic.labelled("expected `;` after this");
        } else {
            diagnostic = diagnostic.labelled(format!("expected {}", kind.describe()));
        }
        if self.kind() == TokenKind::Assign {
            diagnostic = diagnostic.help("`=` assigns and only stands in a statement; `==` compares");
        }
        self.fail(diagnostic)
    }

    fn ident(&mut self, what: &str) -> Parsed<Ident> {
        let token = self.token();
        if token.kind == TokenKind::Ident {
            self.bump();
            return Ok(Ident { name: self.text_of(token.span).to_owned(), span: token.span });
        }
        let is_word = self.text_of(token.span).starts_with(|c: char| c.is_ascii_alphabetic());
        let mut diagnostic =
            Diagnostic::error("syntax", token.span, format!("expected {what}, found {}", self.found()));
        if is_word {
            diagnostic = diagnostic.help("this word is reserved, choose another name");
        }
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
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            return self.too_deep(self.token().span);
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn too_deep<T>(&mut self, span: Span) -> Parsed<T> {
        self.fail(
            Diagnostic::error("too-deep", span, format!("nested more than {MAX_NESTING} levels deep"))
                .help("split it: assign parts to variables or move them to functions"),
        )
    }

    /// Whether a function starts at the current token: `name ( names ) {`.
    fn at_function(&self) -> bool {
        if self.kind() != TokenKind::Ident || self.ahead(1) != TokenKind::OpenParen {
            return false;
        }
        let mut n = 2;
        while matches!(self.ahead(n), TokenKind::Ident | TokenKind::Comma) {
            n += 1;
        }
        self.ahead(n) == TokenKind::CloseParen && self.ahead(n + 1) == TokenKind::OpenBrace
    }

    /// After an error in a statement: past the next `;` or block, or to the next `}`, keyword of a statement or function.
    fn synchronize(&mut self) {
        let mut open = 0usize;
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::Semicolon if open == 0 => {
                    self.bump();
                    return;
                }
                TokenKind::OpenBrace => open += 1,
                TokenKind::CloseBrace if open == 0 => return,
                TokenKind::CloseBrace => {
                    open -= 1;
                    if open == 0 {
                        self.bump();
                        return;
                    }
                }
                TokenKind::Return | TokenKind::Output | TokenKind::If | TokenKind::While if open == 0 => return,
                TokenKind::Ident if self.at_function() => return,
                _ => {}
            }
            self.bump();
        }
    }
}

#[cfg(test)]
mod tests;
