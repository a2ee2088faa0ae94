//! Functions and statements, and recovery after errors in them.

use pathfold_base::{Diagnostic, Span};

use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Function, Stmt, StmtKind, VarDecl};
use crate::lexer::TokenKind;

impl Parser<'_> {
    pub(super) fn program(&mut self) -> Vec<Function> {
        let mut functions = Vec::new();
        while self.kind() != TokenKind::End {
            let before = self.at;
            match self.function() {
                Ok(function) => functions.extend(function),
                Err(_) => {
                    if self.at == before {
                        self.bump();
                    }
                    while self.kind() != TokenKind::End && !self.at_function() {
                        self.bump();
                    }
                }
            }
        }
        functions
    }

    /// A function; `None` when it was read to its end but had errors in it.
    fn function(&mut self) -> Parsed<Option<Function>> {
        let start = self.start();
        let errors = self.errors;
        if self.kind() != TokenKind::Ident {
            let message = format!("expected a function, found {}", self.found());
            return self.fail(
                Diagnostic::error("syntax", self.token().span, message)
                    .labelled("expected a function")
                    .help("a program is a list of functions: `main() { return 0; }`"),
            );
        }
        let name = self.ident("a function")?;
        self.expect(TokenKind::OpenParen, "after the function's name")?;
        let mut params = Vec::new();
        if !self.eat(TokenKind::CloseParen) {
            loop {
                params.push(self.ident("the name of a parameter")?);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(TokenKind::CloseParen, "after the parameters")?;
        }
        let open = self.expect(TokenKind::OpenBrace, "before the function's body")?.span;
        let mut vars = Vec::new();
        let mut body = Vec::new();
        let mut result: Option<(Expr, Span)> = None;
        loop {
            match self.kind() {
                TokenKind::CloseBrace => break,
                TokenKind::End => {
                    let diagnostic = Diagnostic::error("syntax", self.token().span, "expected `}`, the file ends here")
                        .also(open, "to close this");
                    return self.fail(diagnostic);
                }
                TokenKind::Ident if self.at_function() => {
                    let diagnostic = Diagnostic::error("syntax", self.token().span, "a function starts inside another")
                        .labelled("starts here")
                        .also(open, "this block is not closed")
                        .help("close the block with `}`");
                    return self.fail(diagnostic);
                }
                TokenKind::Var => {
                    let var = self.token().span;
                    if !body.is_empty() || result.is_some() {
                        self.report(misplaced_var(var));
                    }
                    self.recover(|p| {
                        vars.push(p.var()?);
                        Ok(())
                    });
                }
                TokenKind::Return => {
                    if let Some((_, span)) = result {
                        self.report(after_return(self.token().span, span));
                    }
                    self.recover(|p| {
                        result = Some(p.return_()?);
                        Ok(())
                    });
                }
                _ => {
                    if let Some((_, span)) = result {
                        self.report(after_return(self.token().span, span));
                    }
                    self.recover(|p| {
                        body.push(p.stmt()?);
                        Ok(())
                    });
                }
            }
        }
        let close = self.bump().span;
        let Some((result, return_span)) = result else {
            // After another error the `return` may have been skipped.
            if self.errors > errors {
                return Ok(None);
            }
            let message = format!("function `{}` has no `return` at its end", name.name);
            self.report(
                Diagnostic::error("missing-return", close, message)
                    .labelled("expected `return` before this")
                    .help("every function ends with one, such as `return 0;`"),
            );
            return Ok(None);
        };
        let span = self.span_from(start);
        Ok(Some(Function { name, params, vars, body, result, return_span, block_span: open.to(close), span }))
    }

    /// Runs `parse`; after an error skips to where the next statement may start. Always moves on.
    fn recover(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<()>) {
        let before = self.at;
        if parse(self).is_err() {
            self.synchronize();
            if self.at == before && !self.at_function() && self.kind() != TokenKind::CloseBrace {
                self.bump();
            }
        }
    }

    fn var(&mut self) -> Parsed<VarDecl> {
        let start = self.bump().span.start;
        let mut names = vec![self.ident("the name of a variable")?];
        while self.eat(TokenKind::Comma) {
            names.push(self.ident("the name of a variable")?);
        }
        if self.kind() == TokenKind::Assign {
            let diagnostic = Diagnostic::error("syntax", self.token().span, "a declaration has no initial value")
                .help("declare with `var x;` and assign with `x = …;` after all declarations");
            return self.fail(diagnostic);
        }
        self.expect(TokenKind::Semicolon, "after the declaration")?;
        Ok(VarDecl { names, span: self.span_from(start) })
    }

    fn return_(&mut self) -> Parsed<(Expr, Span)> {
        let start = self.bump().span.start;
        let value = self.expr()?;
        self.expect(TokenKind::Semicolon, "after the returned value")?;
        Ok((value, self.span_from(start)))
    }

    pub(super) fn stmt(&mut self) -> Parsed<Stmt> {
        let start = self.start();
        let kind = self.nested(Self::stmt_kind)?;
        Ok(Stmt { kind, span: self.span_from(start) })
    }

    fn stmt_kind(&mut self) -> Parsed<StmtKind> {
        let token = self.token();
        match token.kind {
            TokenKind::OpenBrace => self.block(),
            TokenKind::Output => {
                self.bump();
                let value = self.expr()?;
                self.expect(TokenKind::Semicolon, "after the output")?;
                Ok(StmtKind::Output(value))
            }
            TokenKind::If => {
                let cond = self.condition("if")?;
                let then = Box::new(self.stmt()?);
                let otherwise = if self.eat(TokenKind::Else) { Some(Box::new(self.stmt()?)) } else { None };
                Ok(StmtKind::If { cond, then, otherwise })
            }
            TokenKind::While => {
                let cond = self.condition("while")?;
                Ok(StmtKind::While { cond, body: Box::new(self.stmt()?) })
            }
            TokenKind::Var => {
                self.report(misplaced_var(token.span));
                self.var()?;
                Ok(StmtKind::Block(Vec::new()))
            }
            TokenKind::Return => {
                self.report(
                    Diagnostic::error("misplaced-return", token.span, "`return` inside a statement")
                        .labelled("only the end of a function returns")
                        .help("set a variable and return it at the end"),
                );
                self.return_()?;
                Ok(StmtKind::Block(Vec::new()))
            }
            TokenKind::Else => {
                let diagnostic = Diagnostic::error("syntax", token.span, "`else` without `if`")
                    .help("put both branches in braces: `if (c) { … } else { … }`");
                self.fail(diagnostic)
            }
            TokenKind::Semicolon => {
                let diagnostic = Diagnostic::error("syntax", token.span, "there is no empty statement")
                    .labelled("nothing before this `;`")
                    .help("remove it, or write `{}`");
                self.report(diagnostic);
                self.bump();
                Ok(StmtKind::Block(Vec::new()))
            }
            _ => self.assignment(),
        }
    }

    fn block(&mut self) -> Parsed<StmtKind> {
        let open = self.bump().span;
        let mut body = Vec::new();
        loop {
            match self.kind() {
                TokenKind::CloseBrace => break,
                TokenKind::End => {
                    let diagnostic = Diagnostic::error("syntax", self.token().span, "expected `}`, the file ends here")
                        .also(open, "to close this");
                    return self.fail(diagnostic);
                }
                TokenKind::Ident if self.at_function() => {
                    let diagnostic = Diagnostic::error("syntax", self.token().span, "a function starts inside a block")
                        .labelled("starts here")
                        .also(open, "this block is not closed")
                        .help("close the block with `}`");
                    return self.fail(diagnostic);
                }
                _ => self.recover(|p| {
                    body.push(p.stmt()?);
                    Ok(())
                }),
            }
        }
        self.bump();
        Ok(StmtKind::Block(body))
    }

    fn condition(&mut self, keyword: &str) -> Parsed<Expr> {
        self.bump();
        self.expect(TokenKind::OpenParen, &format!("after `{keyword}`"))?;
        let cond = self.expr()?;
        self.expect(TokenKind::CloseParen, "after the condition")?;
        Ok(cond)
    }

    fn assignment(&mut self) -> Parsed<StmtKind> {
        let target = self.expr()?;
        if self.kind() == TokenKind::Semicolon {
            let diagnostic = Diagnostic::error("unused-value", target.span, "an expression alone is not a statement")
                .labelled("its value goes nowhere")
                .help("assign it to a variable, such as `x = f(1);`");
            self.report(diagnostic);
            self.bump();
            return Ok(StmtKind::Block(Vec::new()));
        }
        self.expect(TokenKind::Assign, "after the target of the assignment")?;
        match target.kind {
            ExprKind::Name(_) | ExprKind::Deref(_) | ExprKind::Index { .. } | ExprKind::Field { .. } => {}
            ExprKind::Number(_)
            | ExprKind::Input
            | ExprKind::Null
            | ExprKind::Ref(_)
            | ExprKind::Alloc(_)
            | ExprKind::Not(_)
            | ExprKind::Binary { .. }
            | ExprKind::Call { .. }
            | ExprKind::Array(_)
            | ExprKind::Record(_) => {
                let diagnostic = Diagnostic::error("bad-target", target.span, "this cannot be assigned to")
                    .labelled("not a place")
                    .help("a target is a variable, `*pointer`, `array[index]` or `record.field`");
                self.report(diagnostic);
            }
        }
        let value = self.expr()?;
        self.expect(TokenKind::Semicolon, "after the assignment")?;
        Ok(StmtKind::Assign { target, value })
    }
}

fn misplaced_var(span: Span) -> Diagnostic {
    Diagnostic::error("misplaced-var", span, "`var` after the first statement")
        .labelled("too late to declare")
        .help("declare all variables at the start of the function")
}

fn after_return(span: Span, return_span: Span) -> Diagnostic {
    Diagnostic::error("misplaced-return", span, "statements after `return`")
        .labelled("never run")
        .also(return_span, "the function returns here")
        .help("`return` is the last statement of its function")
}
