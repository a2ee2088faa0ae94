//! Statements.

use pathfold_base::{Diagnostic, Span};

use super::advice::{After, Wanted, Within};
use super::function::misplaced_var;
use super::{Failed, MAX_BRANCHES, Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, VarDecl};
use crate::foreign::Foreign;
use crate::lexer::{TokenKind, shown};

/// What to do about statements that nest too deep.
const INNER_STATEMENTS: &str = "move the inner statements to a function of their own";
/// What stands for a statement with an error in it.
const NOTHING: StmtKind = StmtKind::Block(Vec::new());

impl Parser<'_> {
    pub(super) fn var(&mut self) -> Parsed<VarDecl> {
        let start = self.bump().span.start;
        let mut names = vec![self.ident("the name of a variable")?];
        while self.eat(TokenKind::Comma) {
            names.push(self.ident("the name of a variable")?);
        }
        if self.kind() == TokenKind::Assign {
            let diagnostic = Diagnostic::error("syntax", self.token().span, "a declaration has no initial value")
                .help(self.advice(Wanted::Semicolon(After::Declaration)));
            return self.fail(diagnostic);
        }
        self.semicolon_after(After::Declaration)?;
        Ok(VarDecl { names, span: self.span_from(start) })
    }

    pub(super) fn return_(&mut self) -> Parsed<(Expr, Span)> {
        let start = self.bump().span.start;
        let value = self.expr()?;
        self.semicolon_after(After::Return)?;
        Ok((value, self.span_from(start)))
    }

    pub(super) fn stmt(&mut self) -> Parsed<Stmt> {
        let start = self.start();
        let kind = self.nested(INNER_STATEMENTS, Self::stmt_kind)?;
        Ok(Stmt { kind, span: self.span_from(start) })
    }

    fn stmt_kind(&mut self) -> Parsed<StmtKind> {
        self.respell();
        let token = self.token();
        match token.kind {
            TokenKind::OpenBrace if self.record_ahead() => self.assignment(),
            TokenKind::OpenBrace => self.block(),
            TokenKind::Output => {
                let value = self.intact(|p| {
                    p.bump();
                    let value = p.expr()?;
                    p.semicolon_after(After::Output)?;
                    Ok(value)
                })?;
                Ok(value.map_or(NOTHING, StmtKind::Output))
            }
            TokenKind::If => self.if_(),
            TokenKind::While => {
                let cond = self.condition("after `while`")?;
                let body = Box::new(self.stmt()?);
                Ok(match cond {
                    Some(cond) => StmtKind::While { cond, body },
                    None => StmtKind::Block(vec![*body]),
                })
            }
            TokenKind::Var => {
                self.intact(|p| {
                    p.report(misplaced_var(token.span));
                    p.var()
                })?;
                Ok(NOTHING)
            }
            TokenKind::Return => {
                self.intact(|p| {
                    p.report(
                        Diagnostic::error("misplaced-return", token.span, "`return` inside a statement")
                            .labelled("only the end of a function returns")
                            .help("set a variable and return it at the end"),
                    );
                    // `return;` is no second error.
                    if p.ahead(1) == TokenKind::Semicolon {
                        p.bump();
                        p.bump();
                        return Ok(());
                    }
                    p.return_().map(drop)
                })?;
                Ok(NOTHING)
            }
            TokenKind::Else => {
                let diagnostic = Diagnostic::error("syntax", token.span, "`else` without `if`")
                    .labelled("no `if` ends before it")
                    .help("put both branches in braces: `if (c) { … } else { … }`");
                self.report(diagnostic);
                self.bump();
                self.stmt_kind_after()
            }
            TokenKind::Semicolon => {
                let diagnostic = Diagnostic::error("syntax", token.span, "there is no empty statement")
                    .labelled("nothing before this `;`")
                    .help("remove it, or write `{}`");
                self.report(diagnostic);
                self.bump();
                Ok(NOTHING)
            }
            TokenKind::Colon | TokenKind::Comma | TokenKind::CloseParen | TokenKind::CloseBracket => {
                let diagnostic = self.unexpected(Wanted::Statement);
                self.report(diagnostic);
                self.bump();
                self.stmt_kind_after()
            }
            TokenKind::Ident if self.habit_ahead() => self.habit(),
            kind if kind.starts_value() || matches!(kind, TokenKind::Foreign(_)) => self.assignment(),
            _ => {
                let diagnostic = self.unexpected(Wanted::Statement);
                self.fail(diagnostic)
            }
        }
    }

    /// Whether the `{` at hand starts a record, such as the one in `{a: 1}.a = 3;`: in a block no name stands before `:`.
    fn record_ahead(&self) -> bool {
        self.ahead(1) == TokenKind::Ident && self.ahead(2) == TokenKind::Colon
    }

    /// What follows something that was skipped: a statement, if there is one.
    pub(super) fn stmt_kind_after(&mut self) -> Parsed<StmtKind> {
        match self.kind() {
            TokenKind::CloseBrace | TokenKind::End | TokenKind::Return | TokenKind::Var => Ok(NOTHING),
            TokenKind::Ident if self.at_function() => Ok(NOTHING),
            TokenKind::Semicolon => {
                self.bump();
                Ok(NOTHING)
            }
            _ => self.nested(INNER_STATEMENTS, Self::stmt_kind),
        }
    }

    /// `if` with everything behind its `else`. A chain of `else if` is no nesting: it is read in a loop.
    pub(super) fn if_(&mut self) -> Parsed<StmtKind> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        loop {
            let start = self.start();
            if branches.len() == MAX_BRANCHES {
                let message = format!("more than {MAX_BRANCHES} branches in a row");
                return self.too_large(self.token().span, message, "move the rest to a function of its own");
            }
            let cond = self.condition("after `if`")?;
            let then = self.stmt()?;
            branches.push((start, cond, then));
            self.semicolon_before_else();
            self.respell();
            match self.kind() {
                TokenKind::Else => {
                    self.bump();
                    self.respell();
                    if self.kind() == TokenKind::If {
                        continue;
                    }
                    otherwise = Some(self.stmt()?);
                }
                // It complains about itself.
                TokenKind::Ident if self.elif_ahead() => otherwise = Some(self.stmt()?),
                _ => {}
            }
            break;
        }
        let mut kind = NOTHING;
        while let Some((start, cond, then)) = branches.pop() {
            kind = match cond {
                Some(cond) => StmtKind::If { cond, then: Box::new(then), otherwise: otherwise.take().map(Box::new) },
                None => StmtKind::Block([Some(then), otherwise.take()].into_iter().flatten().collect()),
            };
            if !branches.is_empty() {
                let kind = std::mem::replace(&mut kind, NOTHING);
                otherwise = Some(Stmt { kind, span: self.span_from(start) });
            }
        }
        Ok(kind)
    }

    fn semicolon_before_else(&mut self) {
        if self.kind() == TokenKind::Semicolon && self.ahead(1) == TokenKind::Else {
            let diagnostic = Diagnostic::error("syntax", self.token().span, "`;` before `else`")
                .labelled("ends the `if`")
                .help("remove it: `if (c) { … } else { … }`");
            self.report(diagnostic);
            self.bump();
        }
    }

    pub(super) fn block(&mut self) -> Parsed<StmtKind> {
        let open = self.bump().span;
        let mut body = Vec::new();
        loop {
            self.respell();
            match self.kind() {
                TokenKind::CloseBrace => break,
                TokenKind::End => {
                    let diagnostic = self.unclosed(open);
                    return self.fail(diagnostic);
                }
                TokenKind::Return if self.ends_with_return() => {
                    let diagnostic = Diagnostic::error("syntax", self.token().span, "expected `}` before `return`")
                        .labelled("the last statement of the function")
                        .also(open, "this block is not closed")
                        .help("close the block with `}`");
                    self.report(diagnostic);
                    return Ok(StmtKind::Block(body));
                }
                TokenKind::Ident if self.at_function() => {
                    let diagnostic = Diagnostic::error("syntax", self.token().span, "a function starts inside a block")
                        .labelled("starts here")
                        .also(open, "this block is not closed")
                        .help("close the block before it with `}`: functions do not nest");
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

    /// Whether this `return`, inside a block, is the end of the function: then the block was not closed. So it is if `}`
    /// follows, and after that a function or the end of the file.
    fn ends_with_return(&self) -> bool {
        let rest = &self.tokens[self.at..];
        let stop = |kind| matches!(kind, TokenKind::Semicolon | TokenKind::OpenBrace | TokenKind::CloseBrace);
        let Some(end) = rest.iter().take(200).position(|t| stop(t.kind)) else { return false };
        rest[end].kind == TokenKind::Semicolon
            && self.ahead(end + 1) == TokenKind::CloseBrace
            && (self.ahead(end + 2) == TokenKind::End || self.function_at(self.at + end + 2))
    }

    /// The condition of `if` or `while`, with the keyword; `None` with errors in it.
    pub(super) fn condition(&mut self, after: &'static str) -> Parsed<Option<Expr>> {
        self.bump();
        self.intact(|p| {
            let open = p.token().span;
            if p.kind() == TokenKind::OpenParen {
                p.bump();
                return p.within(Within::Condition, open);
            }
            let diagnostic = p.unexpected(Wanted::Condition(after));
            p.report(diagnostic);
            if !p.kind().starts_value() || p.kind() == TokenKind::OpenBrace {
                return Err(Failed);
            }
            let cond = p.expr()?;
            // `if x > 0) {` and `if x > 0: {`.
            if matches!(p.kind(), TokenKind::CloseParen | TokenKind::Colon) {
                p.bump();
            }
            Ok(cond)
        })
    }

    fn assignment(&mut self) -> Parsed<StmtKind> {
        let parts = self.intact(Self::assignment_parts)?;
        Ok(parts.flatten().map_or(NOTHING, |(target, value)| StmtKind::Assign { target, value }))
    }

    /// Target and value; `None` after an error.
    fn assignment_parts(&mut self) -> Parsed<Option<(Expr, Expr)>> {
        let troubles = self.troubles;
        let target = self.expr()?;
        let next = self.on_new_line() && self.kind() != TokenKind::Assign;
        match self.kind() {
            TokenKind::Semicolon | TokenKind::CloseBrace => self.unused(&target, troubles),
            _ if next && !matches!(self.kind(), TokenKind::Foreign(_)) => self.unused(&target, troubles),
            TokenKind::Assign => {
                self.bump();
                self.check_target(&target);
                let value = self.expr()?;
                self.semicolon_after(After::Assignment)?;
                return Ok(Some((target, value)));
            }
            TokenKind::Foreign(Foreign::Update) => {
                let symbol = self.bump().span;
                let value = self.start();
                // The report comes first in the text, and knows the value.
                let parsed = self.expr();
                let diagnostic = self.update_by(symbol, target.span, self.span_from(value));
                self.report(diagnostic);
                parsed?;
                self.semicolon_after(After::Assignment)?;
            }
            _ => {
                let diagnostic = self.unexpected(Wanted::Assign);
                return self.fail(diagnostic);
            }
        }
        Ok(None)
    }

    /// Reports a statement that is only an expression, unless there is an error in that already.
    fn unused(&mut self, expr: &Expr, troubles: usize) {
        self.eat(TokenKind::Semicolon);
        if self.troubles != troubles {
            return;
        }
        let text = shown(self.text_of(expr.span));
        let help = match &expr.kind {
            ExprKind::Binary { op: BinaryOp::Eq, left, right } if is_place(left) => {
                let (left, right) = (self.text_of(left.span), self.text_of(right.span));
                format!("`=` assigns: `{} = {};`", shown(left), shown(right))
            }
            ExprKind::Call { .. } => format!("assign what it returns to a variable: `x = {text};`"),
            ExprKind::Name(name) => format!("assign to it, `{name} = 1;`, or print it, `output {name};`"),
            _ => format!("assign it, `x = {text};`, or print it, `output {text};`"),
        };
        let diagnostic = Diagnostic::error("unused-value", expr.span, "an expression alone is not a statement")
            .labelled("its value goes nowhere")
            .help(help);
        self.report(diagnostic);
    }

    fn check_target(&mut self, target: &Expr) {
        if is_place(target) {
            return;
        }
        let help = match &target.kind {
            ExprKind::Call { .. } => "a call gives a value, not a place: assign to a variable, `*p`, `a[i]` or `r.f`",
            ExprKind::Number(_) => "the variable stands on the left: `x = 1;`",
            ExprKind::Ref(_) => "write `*p = …;` to change what a pointer points to",
            _ => "a target is a variable, `*pointer`, `array[index]` or `record.field`",
        };
        let diagnostic = Diagnostic::error("bad-target", target.span, "this cannot be assigned to")
            .labelled("not a place")
            .help(help);
        self.report(diagnostic);
    }
}

/// Whether a value can be stored there.
fn is_place(expr: &Expr) -> bool {
    match expr.kind {
        ExprKind::Name(_) | ExprKind::Deref(_) | ExprKind::Index { .. } | ExprKind::Field { .. } => true,
        ExprKind::Number(_)
        | ExprKind::Input
        | ExprKind::Null
        | ExprKind::Ref(_)
        | ExprKind::Alloc(_)
        | ExprKind::Not(_)
        | ExprKind::Binary { .. }
        | ExprKind::Call { .. }
        | ExprKind::Array(_)
        | ExprKind::Record(_) => false,
    }
}
