//! Expressions: precedence climbing, so that one level of brackets costs few stack frames.

use pathfold_base::{Diagnostic, Integer, Span};

use super::advice::{Wanted, Within};
use super::infix::{Infix, mixed_logical, not_before};
use super::list::HasHeight;
use super::{MAX_HEIGHT, Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident};
use crate::foreign::{self, Foreign};
use crate::lexer::{MAX_DIGITS, TokenKind, shown};

/// What to do about values that nest too deep.
const INNER_VALUES: &str = "assign the inner part to a variable, or move the statement to a function of its own";

/// An expression and the height of its tree.
struct Tree {
    expr: Expr,
    height: u32,
}

impl HasHeight for Tree {
    fn height(&self) -> u32 {
        self.height
    }
}

impl<T> HasHeight for (T, Tree) {
    fn height(&self) -> u32 {
        self.1.height
    }
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        Ok(self.tree()?.expr)
    }

    /// An expression and the bracket that closes behind it.
    pub(super) fn within(&mut self, within: Within, open: Span) -> Parsed<Expr> {
        Ok(self.tree_within(within, open)?.expr)
    }

    fn tree_within(&mut self, within: Within, open: Span) -> Parsed<Tree> {
        match self.tree() {
            Ok(inner) => {
                self.close(within, open);
                Ok(inner)
            }
            Err(failed) => {
                self.skip_behind(within.close()).map_err(|_| failed)?;
                Ok(self.placeholder(open))
            }
        }
    }

    /// What stands for something with an error in it. It is never in a tree that anybody sees.
    fn placeholder(&mut self, span: Span) -> Tree {
        leaf(self.expr_node(ExprKind::Null, span))
    }

    fn tree(&mut self) -> Parsed<Tree> {
        self.nested(INNER_VALUES, |p| p.binary(1))
    }

    fn binary(&mut self, min: u8) -> Parsed<Tree> {
        let start = self.start();
        let mut left = self.unary()?;
        let mut logical: Option<(BinaryOp, Span)> = None;
        let mut warned = false;
        while let Some(infix) = self.infix(min) {
            let op = match infix {
                Infix::Ours(op) => op,
                Infix::Reported(symbol) => {
                    self.foreign_operand(symbol, left.expr.span)?;
                    continue;
                }
            };
            let op_span = self.bump().span;
            // With parentheses it starts before the `!`.
            if let ExprKind::Not(_) = left.expr.kind
                && !op.is_logical()
                && left.expr.span.start == start
            {
                self.report(not_before(op, op_span, left.expr.span));
            }
            let right = self.binary(op.precedence() + 1)?;
            let height = left.height.max(right.height) + 1;
            let span = self.span_from(start);
            if height > MAX_HEIGHT {
                return self.too_high(span);
            }
            if op.is_logical() {
                if let Some((first, first_span)) = logical
                    && first != op
                    && !warned
                {
                    warned = true;
                    self.report(mixed_logical(first, first_span, op, op_span));
                }
                logical = Some((op, op_span));
            }
            let kind = ExprKind::Binary { op, left: Box::new(left.expr), right: Box::new(right.expr) };
            left = Tree { expr: self.expr_node(kind, span), height };
        }
        Ok(left)
    }

    /// What stands to the right of an operator of another language, if anything.
    fn foreign_operand(&mut self, symbol: Span, left: Span) -> Parsed<()> {
        if !self.kind().starts_value() || self.kind() == TokenKind::OpenBrace {
            return Ok(());
        }
        let right = self.tree()?;
        self.explain_remainder(symbol, left, right.expr.span);
        // `c ? a : b`
        if self.eat(TokenKind::Colon) {
            self.tree()?;
        }
        Ok(())
    }

    fn unary(&mut self) -> Parsed<Tree> {
        let token = self.token();
        match token.kind {
            TokenKind::Star => {
                let tree = self.prefix(ExprKind::Deref, Self::unary)?;
                self.explain_step(&tree.expr);
                Ok(tree)
            }
            TokenKind::Bang => self.prefix(ExprKind::Not, Self::unary),
            TokenKind::Alloc => self.prefix(ExprKind::Alloc, Self::tree),
            TokenKind::Amp => self.reference(),
            TokenKind::Input | TokenKind::Null => {
                self.bump();
                let kind = if token.kind == TokenKind::Input { ExprKind::Input } else { ExprKind::Null };
                if self.kind() == TokenKind::OpenParen && !self.on_new_line() {
                    let word = token.kind.describe();
                    let diagnostic = Diagnostic::error("bad-call", token.span, format!("{word} is not a function"))
                        .labelled("cannot be called")
                        .help(format!("write {word} without parentheses"));
                    self.report(diagnostic);
                    self.bump();
                    self.skip_behind(TokenKind::CloseParen)?;
                }
                Ok(leaf(self.expr_node(kind, token.span)))
            }
            TokenKind::Minus if self.ahead(1) != TokenKind::Number => self.minus(),
            TokenKind::Plus => {
                let diagnostic = Diagnostic::error("unary-plus", token.span, "there is no unary plus")
                    .labelled("nothing to add to")
                    .help("remove it, or write a value before it");
                self.skipped(diagnostic)
            }
            TokenKind::Foreign(Foreign::Text) => {
                let diagnostic = self.foreign(token.span, Foreign::Text);
                self.report(diagnostic);
                self.bump();
                Ok(self.placeholder(token.span))
            }
            TokenKind::Foreign(class) => {
                let operand =
                    if self.ahead(1) == TokenKind::Ident { self.token_ahead(1).span } else { Span::default() };
                let diagnostic = match class {
                    Foreign::Update => self.update(token.span, operand),
                    _ => self.foreign(token.span, class),
                };
                self.skipped(diagnostic)
            }
            TokenKind::Ident if self.word() == "not" && self.not_follows() => {
                let help = foreign::instead_of_value("not").unwrap_or_default();
                self.skipped(Diagnostic::error("unknown-operator", token.span, "there is no operator `not`").help(help))
            }
            TokenKind::OpenParen if self.cast_follows() => {
                let diagnostic = Diagnostic::error("syntax", token.span, "values are not converted")
                    .labelled("no type is expected here")
                    .help("remove the type and its parentheses: all numbers are integers");
                self.report(diagnostic);
                self.bump();
                self.skip_behind(TokenKind::CloseParen)?;
                self.nested(INNER_VALUES, Self::unary)
            }
            _ => self.postfix(),
        }
    }

    /// Reports a symbol that cannot stand before a value, and reads the value.
    fn skipped(&mut self, diagnostic: Diagnostic) -> Parsed<Tree> {
        self.report(diagnostic);
        self.bump();
        self.nested(INNER_VALUES, Self::unary)
    }

    fn not_follows(&self) -> bool {
        matches!(self.ahead(1), TokenKind::Ident | TokenKind::Number | TokenKind::Bang | TokenKind::Input)
    }

    /// Whether a type in parentheses follows, which nothing but a cast can be: `(int) x`, `(int *) x`.
    fn cast_follows(&self) -> bool {
        if self.ahead(1) != TokenKind::Ident {
            return false;
        }
        let mut n = 2;
        while self.ahead(n) == TokenKind::Star {
            n += 1;
        }
        let word = self.text_of(self.token_ahead(1).span);
        let value = matches!(self.ahead(n + 1), TokenKind::Ident | TokenKind::Number | TokenKind::Input);
        self.ahead(n) == TokenKind::CloseParen && (n > 2 || (value && foreign::is_type(word)))
    }

    /// `-` before something that is no number.
    fn minus(&mut self) -> Parsed<Tree> {
        let minus = self.token().span;
        if let Some(span) = self.decrement() {
            let name = self.token_ahead(2);
            let target = if name.kind == TokenKind::Ident { name.span } else { Span::default() };
            let diagnostic = self.update(span, target);
            self.report(diagnostic);
            self.bump();
            self.bump();
            return self.nested(INNER_VALUES, Self::unary);
        }
        if !self.ahead(1).starts_value() {
            self.bump();
            let diagnostic = self.unexpected(Wanted::Expression);
            return self.fail(diagnostic);
        }
        let from = self.token_ahead(1).span.start;
        let diagnostic = Diagnostic::error("unary-minus", minus, "there is no unary minus before an expression")
            .labelled("only a number can follow");
        // What was read tells more; but errors in it come later.
        let at = self.diagnostics.len();
        let before = self.text.get(..minus.start as usize).unwrap_or("").trim_end();
        let (open, close) = if before.ends_with(['+', '-', '*', '/']) { ("(", ")") } else { ("", "") };
        self.report(diagnostic.help(format!("write `{open}0 - x{close}`")));
        self.bump();
        let operand = self.nested(INNER_VALUES, Self::unary)?;
        let text = shown(self.text_of(self.span_from(from)));
        if let Some(reported) = self.diagnostics.get_mut(at)
            && reported.primary.span == minus
            && text.len() < 40
            && !text.starts_with('-')
        {
            reported.help = Some(format!("write `{open}0 - {text}{close}`"));
        }
        Ok(operand)
    }

    /// `&x`, and what people try to point to.
    fn reference(&mut self) -> Parsed<Tree> {
        let start = self.bump().span.start;
        let next = self.ahead(1);
        let reaches = matches!(next, TokenKind::Dot | TokenKind::OpenBracket | TokenKind::OpenParen)
            || matches!(next, TokenKind::Foreign(Foreign::Arrow));
        let name = self.kind() == TokenKind::Ident;
        if name && !reaches || !(name || self.kind().starts_value()) {
            let name = self.ident("the name of a variable")?;
            let span = self.span_from(start);
            return Ok(leaf(self.expr_node(ExprKind::Ref(name), span)));
        }
        let operand = self.nested(INNER_VALUES, Self::unary)?;
        let text = |expr: &Expr| shown(self.text_of(expr.span));
        let help = match &operand.expr.kind {
            ExprKind::Field { record, .. } => {
                format!("pass the record `{}` itself: it is a reference already", text(record))
            }
            ExprKind::Index { array, .. } => {
                format!("pass the array `{}` and the index: an array is a reference already", text(array))
            }
            ExprKind::Deref(inner) => format!("`{}` is the pointer already: remove `&*`", text(inner)),
            ExprKind::Name(name) => format!("remove the parentheses: `&{name}`"),
            ExprKind::Number(_) | ExprKind::Record(_) | ExprKind::Array(_) => {
                format!("`alloc {}` makes a new cell and points to it", text(&operand.expr))
            }
            _ => "assign the value to a variable and point to that, or make a new cell: `alloc value`".to_owned(),
        };
        let span = self.span_from(start);
        let diagnostic = Diagnostic::error("bad-reference", span, "only a variable can be pointed to")
            .labelled("not a variable")
            .help(help);
        self.report(diagnostic);
        Ok(operand)
    }

    fn prefix(&mut self, make: fn(Box<Expr>) -> ExprKind, operand: fn(&mut Self) -> Parsed<Tree>) -> Parsed<Tree> {
        let start = self.bump().span.start;
        let inner = self.nested(INNER_VALUES, operand)?;
        let span = self.span_from(start);
        let height = inner.height + 1;
        Ok(Tree { expr: self.expr_node(make(Box::new(inner.expr)), span), height })
    }

    fn postfix(&mut self) -> Parsed<Tree> {
        let start = self.start();
        let mut base = self.primary()?;
        loop {
            let span = self.span_from(start);
            let kind = match self.kind() {
                TokenKind::Dot => {
                    self.bump();
                    let field = self.ident("the name of a field")?;
                    base.height += 1;
                    ExprKind::Field { record: Box::new(base.expr), field }
                }
                TokenKind::Foreign(Foreign::Arrow) => {
                    let arrow = self.bump().span;
                    let field = self.ident("the name of a field")?;
                    let text = shown(self.text_of(span));
                    let help = format!("follow the pointer with `*`: `(*{text}).{}`", field.name);
                    let diagnostic = self.foreign(arrow, Foreign::Arrow).help(help);
                    self.report(diagnostic);
                    base.height += 1;
                    ExprKind::Field { record: Box::new(base.expr), field }
                }
                TokenKind::OpenBracket => {
                    let open = self.bump().span;
                    let key = self.token();
                    let index = self.tree_within(Within::Index, open)?;
                    if key.kind == TokenKind::Foreign(Foreign::Text) && index.expr.span == key.span {
                        self.explain_key(span, key.span);
                    }
                    base.height = base.height.max(index.height) + 1;
                    ExprKind::Index { array: Box::new(base.expr), index: Box::new(index.expr) }
                }
                // A statement that starts on its own line: what is missing is a `;`.
                TokenKind::OpenParen if self.on_new_line() => return Ok(base),
                TokenKind::OpenParen => {
                    let method = match &base.expr.kind {
                        ExprKind::Field { field, .. } => foreign::instead_of_method(&field.name),
                        _ => None,
                    };
                    let help = method.unwrap_or("functions are not values; write an operator or `;` before `(`");
                    let diagnostic =
                        Diagnostic::error("bad-call", base.expr.span, "only a function's name can be called")
                            .labelled("this is not a name")
                            .help(help);
                    self.report(diagnostic);
                    self.bump();
                    self.skip_behind(TokenKind::CloseParen)?;
                    continue;
                }
                _ if self.postfix_update(span) => continue,
                _ => return Ok(base),
            };
            let span = self.span_from(start);
            if base.height > MAX_HEIGHT {
                return self.too_high(span);
            }
            base.expr = self.expr_node(kind, span);
        }
    }

    /// `x++` and `x--`: reported and read.
    fn postfix_update(&mut self, target: Span) -> bool {
        let token = self.token();
        let span = match token.kind {
            TokenKind::Foreign(Foreign::Update) if self.word() == "++" => token.span,
            TokenKind::Minus => match self.decrement() {
                Some(span) => span,
                None => return false,
            },
            _ => return false,
        };
        let diagnostic = self.update(span, target);
        self.report(diagnostic);
        self.bump();
        self.eat(TokenKind::Minus);
        true
    }

    fn primary(&mut self) -> Parsed<Tree> {
        let token = self.token();
        match token.kind {
            TokenKind::Number | TokenKind::Minus => {
                let negative = self.eat(TokenKind::Minus);
                let digits = self.bump().span;
                // A malformed number is already reported by the lexer; reading one that is too long would take too long.
                let text = Some(self.text_of(digits)).filter(|text| text.len() <= MAX_DIGITS);
                let value: Integer = text.and_then(|text| text.parse().ok()).unwrap_or_default();
                let value = if negative { value.neg() } else { value };
                let span = self.span_from(token.span.start);
                Ok(leaf(self.expr_node(ExprKind::Number(value), span)))
            }
            TokenKind::Ident if self.ahead(1) == TokenKind::OpenParen => {
                let callee = self.ident("a function")?;
                let open = self.bump().span;
                let (args, height) = self.list(Within::Arguments, open, Self::tree)?;
                let args = args.into_iter().map(|t| t.expr).collect();
                let span = self.span_from(token.span.start);
                Ok(Tree { expr: self.expr_node(ExprKind::Call { callee, args }, span), height })
            }
            TokenKind::Ident => {
                let name = self.ident("a name")?;
                Ok(leaf(self.expr_node(ExprKind::Name(name.name), name.span)))
            }
            TokenKind::OpenBracket => {
                self.bump();
                let (items, height) = self.list(Within::Elements, token.span, Self::tree)?;
                let items = items.into_iter().map(|t| t.expr).collect();
                let span = self.span_from(token.span.start);
                Ok(Tree { expr: self.expr_node(ExprKind::Array(items), span), height })
            }
            TokenKind::OpenBrace => {
                self.bump();
                let (fields, height) = self.list(Within::Fields, token.span, Self::field)?;
                let fields = fields.into_iter().map(|(name, t)| (name, t.expr)).collect();
                let span = self.span_from(token.span.start);
                Ok(Tree { expr: self.expr_node(ExprKind::Record(fields), span), height })
            }
            TokenKind::OpenParen => {
                self.bump();
                self.tree_within(Within::Expression, token.span)
            }
            _ => {
                let diagnostic = self.unexpected(Wanted::Expression);
                self.fail(diagnostic)
            }
        }
    }

    fn field(&mut self) -> Parsed<(Ident, Tree)> {
        let name = self.ident("the name of a field")?;
        if self.kind() == TokenKind::Assign {
            let diagnostic = self.unexpected(Wanted::Colon);
            self.report(diagnostic);
            self.bump();
        } else {
            self.expect(TokenKind::Colon, Wanted::Colon)?;
        }
        Ok((name, self.tree()?))
    }
}

fn leaf(expr: Expr) -> Tree {
    Tree { expr, height: 1 }
}
