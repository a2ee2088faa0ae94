//! Functions, and what stands between them.

use pathfold_base::{Diagnostic, Span};

use super::advice::{Wanted, Within};
use super::{Failed, FunctionGaps, Gaps, MAX_ERRORS, Parsed, Parser};
use crate::ast::{Expr, ExprKind, Function, Ident, Stmt, StmtKind, VarDecl};
use crate::foreign;
use crate::lexer::TokenKind;

impl Parser<'_> {
    pub(super) fn program(&mut self) -> (Vec<Function>, Gaps) {
        let mut functions = Vec::new();
        let mut gaps = Gaps::default();
        while self.kind() != TokenKind::End {
            let before = self.at;
            match self.function() {
                Ok((function, inside)) => {
                    functions.push(function);
                    gaps.functions.push(inside);
                }
                Err(Failed) => {
                    if self.at == before {
                        self.bump();
                    }
                    while self.kind() != TokenKind::End && !self.at_function() && !self.at_broken_function() {
                        self.bump();
                    }
                    self.lost.push(before..self.at);
                    gaps.between = true;
                    gaps.outside.extend(self.lost_names(before));
                }
            }
        }
        gaps.rest = self.errors >= MAX_ERRORS;
        (functions, gaps)
    }

    fn function(&mut self) -> Parsed<(Function, FunctionGaps)> {
        let first = self.at;
        self.before_function()?;
        let start = self.start();
        let name = self.ident("a function")?;
        let (head, troubles) = (self.at, self.troubles);
        let params = self.parameters_of(&name)?;
        let open = self.body_start(self.troubles != troubles)?;
        let parameters = self.troubles != troubles;
        if parameters {
            self.lost.push(head..self.at);
        }
        let mut body = Body { open, close: open, vars: Vec::new(), stmts: Vec::new(), result: None, goes_on: false };
        self.body(&name, &mut body);
        // After another error the `return` may have been skipped.
        if body.result.is_none() && self.troubles == troubles {
            let message = format!("function `{}` has no `return` at its end", name.name);
            self.report(
                Diagnostic::error("missing-return", body.close, message)
                    .labelled("expected `return` before this")
                    .help("every function ends with one, such as `return 0;`"),
            );
        }
        let span = self.span_from(start);
        let whole = body.result.is_some();
        let (result, return_span) = body.result.unwrap_or_else(|| {
            let nothing = Span { start: body.close.start, end: body.close.start };
            (self.expr_node(ExprKind::Null, nothing), nothing)
        });
        let gaps = FunctionGaps { names: self.lost_names(first), parameters, result: !whole };
        let block_span = open.to(body.close);
        let function =
            Function { name, params, vars: body.vars, body: body.stmts, result, return_span, block_span, span };
        Ok((function, gaps))
    }

    /// What people put before a function: types, `def`, global variables, a `;` too many.
    fn before_function(&mut self) -> Parsed<()> {
        if self.kind() != TokenKind::Ident {
            if std::mem::take(&mut self.unclosed) {
                self.troubles += 1;
                return Err(Failed);
            }
            let diagnostic = self.unexpected(Wanted::Function);
            return self.fail(diagnostic);
        }
        if let Some((_, help)) = foreign::statement(self.word())
            && self.ahead(1) != TokenKind::OpenParen
        {
            let message = format!("there is no `{}`", self.word());
            let diagnostic = Diagnostic::error("syntax", self.token().span, message).labelled("not a function");
            self.report(diagnostic.help(help));
            self.skip_line();
            return Err(Failed);
        }
        // `int *f(`: words and stars up to a name before `(`.
        let mut n = 0;
        while matches!(self.ahead(n), TokenKind::Ident | TokenKind::Star) {
            n += 1;
        }
        if n < 2 || self.ahead(n - 1) != TokenKind::Ident {
            return Ok(());
        }
        let token = self.token();
        let word = self.word();
        let name = self.text_of(self.token_ahead(n - 1).span);
        if self.ahead(n) == TokenKind::OpenParen {
            let message = format!("`{word}` before the name of a function");
            let diagnostic = Diagnostic::error("syntax", token.span, message)
                .labelled("not part of a function")
                .help(format!("functions have neither a type nor a keyword: `{name}(…) {{ … }}`"));
            self.report(diagnostic);
            let before = self.at;
            self.at = (self.at + n - 1).min(self.tokens.len() - 1);
            // One of them may be the name.
            self.lost.push(before..self.at);
            return Ok(());
        }
        let diagnostic = Diagnostic::error("syntax", token.span, "expected a function, found a declaration")
            .labelled("expected a function")
            .help("there are no global variables: declare it in a function, `var x;`, and pass it on");
        self.fail(diagnostic)
    }

    fn parameters_of(&mut self, name: &Ident) -> Parsed<Vec<Ident>> {
        let mut params = Vec::new();
        if self.kind() != TokenKind::OpenParen {
            let diagnostic = self.unexpected(Wanted::Parameters);
            self.report(diagnostic);
            // `main {`: what follows can be read.
            return if self.kind() == TokenKind::OpenBrace { Ok(params) } else { Err(Failed) };
        }
        let open = self.bump().span;
        if !self.eat(TokenKind::CloseParen) {
            loop {
                self.parameter_type();
                let Ok(param) = self.ident("the name of a parameter") else {
                    self.skip_to(TokenKind::CloseParen);
                    break;
                };
                params.push(param);
                if self.eat(TokenKind::Comma) {
                    continue;
                }
                self.close(Within::Parameters, open);
                break;
            }
        }
        if let [only] = params.as_slice()
            && only.name == "void"
        {
            let message = format!("function `{}` has a parameter with the name `void`", name.name);
            self.report(
                Diagnostic::warning("void-parameter", only.span, message)
                    .help(format!("without parameters it is `{}()`", name.name)),
            );
        }
        Ok(params)
    }

    /// `int a`, `int *a`, `var a` as a parameter: complains and goes to the name.
    fn parameter_type(&mut self) {
        let mut n = 0;
        while matches!(self.ahead(n), TokenKind::Ident | TokenKind::Star | TokenKind::Var | TokenKind::Amp) {
            n += 1;
        }
        let typed =
            self.kind() != TokenKind::Ident || self.ahead(1) != TokenKind::Ident || foreign::is_type(self.word());
        if n < 2 || self.ahead(n - 1) != TokenKind::Ident || !typed {
            return;
        }
        let name = self.text_of(self.token_ahead(n - 1).span);
        let help = format!("write only the name: `{name}`; types are not declared");
        let message = "a parameter is only a name";
        let diagnostic = Diagnostic::error("syntax", self.token().span, message).labelled("not part of it").help(help);
        self.report(diagnostic);
        self.at = (self.at + n - 1).min(self.tokens.len() - 1);
    }

    /// The `{` of the body; where only that is missing, the place where it should be.
    fn body_start(&mut self, reported: bool) -> Parsed<Span> {
        if self.kind() == TokenKind::OpenBrace {
            return Ok(self.bump().span);
        }
        if !reported || self.kind() == TokenKind::Semicolon {
            let diagnostic = self.unexpected(Wanted::Body);
            self.report(diagnostic);
        }
        let here = self.token();
        if here.kind == TokenKind::Semicolon {
            self.bump();
            return Err(Failed);
        }
        // `f(x): {` and `f(x) -> int {`.
        for n in 0..4 {
            if self.ahead(n) == TokenKind::OpenBrace {
                self.at = (self.at + n).min(self.tokens.len() - 1);
                return Ok(self.bump().span);
            }
        }
        self.eat(TokenKind::Colon);
        let statement = matches!(self.kind(), TokenKind::Ident | TokenKind::Star) || self.kind().is_statement_word();
        if statement && self.on_new_line() { Ok(here.span) } else { Err(Failed) }
    }

    /// Everything up to the `}` of the function, with that.
    fn body(&mut self, name: &Ident, body: &mut Body) {
        loop {
            self.respell();
            match self.kind() {
                TokenKind::CloseBrace if self.ends_function(name, body) => break,
                TokenKind::CloseBrace => continue,
                TokenKind::End => {
                    let diagnostic = self.unclosed(body.open);
                    return self.report(diagnostic);
                }
                TokenKind::Ident if self.at_function() => {
                    let diagnostic = Diagnostic::error("syntax", self.token().span, "a function starts inside another")
                        .labelled("starts here")
                        .also(body.open, "this block is not closed")
                        .help("close the block before it with `}`: functions do not nest");
                    self.unclosed = true;
                    return self.report(diagnostic);
                }
                TokenKind::Var => {
                    let var = self.token().span;
                    if !body.stmts.is_empty() || body.result.is_some() {
                        self.report(misplaced_var(var));
                    }
                    self.recover(|p| {
                        body.vars.extend(p.intact(Self::var)?);
                        Ok(())
                    });
                }
                TokenKind::Return => {
                    self.after_return(body);
                    self.recover(|p| {
                        body.result = p.intact(Self::return_)?.or(body.result.take());
                        Ok(())
                    });
                }
                _ => {
                    self.after_return(body);
                    self.recover(|p| {
                        let troubles = p.troubles;
                        let stmt = p.stmt()?;
                        // Declarations may follow something that could not be read.
                        if p.troubles == troubles || !matches!(&stmt.kind, StmtKind::Block(inner) if inner.is_empty()) {
                            body.stmts.push(stmt);
                        }
                        Ok(())
                    });
                }
            }
        }
        body.close = self.bump().span;
    }

    /// Whether the `}` at hand ends the function. If statements follow it, it is one too many: that is reported and it is
    /// skipped.
    fn ends_function(&mut self, name: &Ident, body: &Body) -> bool {
        let next = self.ahead(1);
        let goes_on = next.is_statement_word()
            || matches!(next, TokenKind::Star | TokenKind::OpenParen | TokenKind::Semicolon)
            || matches!((next, self.ahead(2)), (TokenKind::Ident, TokenKind::Assign | TokenKind::OpenBracket));
        if body.result.is_some() || !goes_on {
            return true;
        }
        let message = format!("this `}}` ends the function `{}`, but statements follow", name.name);
        let diagnostic = Diagnostic::error("syntax", self.token().span, message)
            .labelled("closes the function")
            .also(body.open, "which starts here")
            .help("remove this `}`, or open its block with `{`");
        self.report(diagnostic);
        self.bump();
        false
    }

    /// The error that a block goes on to the end of the file.
    pub(super) fn unclosed(&self, open: Span) -> Diagnostic {
        Diagnostic::error("syntax", self.token().span, "expected `}`, the file ends here")
            .also(open, "to close this")
            .help("close the block with `}`")
    }

    /// Complains about the first statement after `return`.
    fn after_return(&mut self, body: &mut Body) {
        if let Some((_, span)) = body.result
            && !std::mem::replace(&mut body.goes_on, true)
        {
            self.report(
                Diagnostic::error("misplaced-return", self.token().span, "statements after `return`")
                    .labelled("never run")
                    .also(span, "the function returns here")
                    .help("`return` is the last statement of its function: move it behind them, or remove them"),
            );
        }
    }
}

/// What is between the braces of a function.
struct Body {
    open: Span,
    close: Span,
    vars: Vec<VarDecl>,
    stmts: Vec<Stmt>,
    result: Option<(Expr, Span)>,
    /// Whether statements after `return` were complained about.
    goes_on: bool,
}

pub(super) fn misplaced_var(span: Span) -> Diagnostic {
    Diagnostic::error("misplaced-var", span, "`var` after the first statement")
        .labelled("too late to declare")
        .help("declare all variables at the start of the function")
}
