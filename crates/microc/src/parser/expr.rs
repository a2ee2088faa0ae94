//! Expressions: precedence climbing, so that one level of brackets costs few stack frames.

use pathfold_base::{Diagnostic, Integer, Span};

use super::{Failed, MAX_HEIGHT, Parsed, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::lexer::{MAX_DIGITS, TokenKind};

/// An expression and the height of its tree.
struct Tree {
    expr: Expr,
    height: u32,
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        Ok(self.tree()?.expr)
    }

    fn tree(&mut self) -> Parsed<Tree> {
        self.nested(|p| p.binary(1))
    }

    fn binary(&mut self, min: u8) -> Parsed<Tree> {
        let start = self.start();
        let mut left = self.unary()?;
        let mut logical: Option<(BinaryOp, Span)> = None;
        let mut warned = false;
        while let Some(op) = binary_op(self.kind()) {
            if op.precedence() < min {
                break;
            }
            let op_span = self.bump().span;
            let right = self.binary(op.precedence() + 1)?;
            let height = left.height.max(right.height) + 1;
            let span = self.span_from(start);
            if height > MAX_HEIGHT {
                return self.too_deep(span);
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

    fn unary(&mut self) -> Parsed<Tree> {
        let token = self.token();
        match token.kind {
            TokenKind::Star => self.prefix(ExprKind::Deref, Self::unary),
            TokenKind::Bang => self.prefix(ExprKind::Not, Self::unary),
            TokenKind::Alloc => self.prefix(ExprKind::Alloc, Self::tree),
            TokenKind::Amp => {
                self.bump();
                let name = self.ident("the name of a variable after `&`")?;
                let span = self.span_from(token.span.start);
                Ok(leaf(self.expr_node(ExprKind::Ref(name), span)))
            }
            TokenKind::Input | TokenKind::Null => {
                self.bump();
                let kind = if token.kind == TokenKind::Input { ExprKind::Input } else { ExprKind::Null };
                Ok(leaf(self.expr_node(kind, token.span)))
            }
            TokenKind::Minus if self.ahead(1) != TokenKind::Number => {
                self.report(
                    Diagnostic::error("unary-minus", token.span, "there is no unary minus before an expression")
                        .labelled("only a number can follow")
                        .help("write `0 - x`"),
                );
                self.bump();
                self.nested(Self::unary)
            }
            _ => self.postfix(),
        }
    }

    fn prefix(&mut self, make: fn(Box<Expr>) -> ExprKind, operand: fn(&mut Self) -> Parsed<Tree>) -> Parsed<Tree> {
        let start = self.bump().span.start;
        let inner = self.nested(operand)?;
        let span = self.span_from(start);
        let height = inner.height + 1;
        Ok(Tree { expr: self.expr_node(make(Box::new(inner.expr)), span), height })
    }

    fn postfix(&mut self) -> Parsed<Tree> {
        let start = self.start();
        let mut base = self.primary()?;
        loop {
            let kind = match self.kind() {
                TokenKind::Dot => {
                    self.bump();
                    let field = self.ident("the name of a field after `.`")?;
                    base.height += 1;
                    ExprKind::Field { record: Box::new(base.expr), field }
                }
                TokenKind::OpenBracket => {
                    self.bump();
                    let index = self.tree()?;
                    self.expect(TokenKind::CloseBracket, "after the index")?;
                    base.height = base.height.max(index.height) + 1;
                    ExprKind::Index { array: Box::new(base.expr), index: Box::new(index.expr) }
                }
                TokenKind::OpenParen => {
                    let diagnostic =
                        Diagnostic::error("bad-call", base.expr.span, "only a function's name can be called")
                            .labelled("this is not a name")
                            .help("functions are not values; write an operator or `;` before `(`");
                    return self.fail(diagnostic);
                }
                _ => return Ok(base),
            };
            let span = self.span_from(start);
            if base.height > MAX_HEIGHT {
                return self.too_deep(span);
            }
            base.expr = self.expr_node(kind, span);
        }
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
                self.bump();
                let (args, height) = self.list(TokenKind::CloseParen, "after the arguments", Self::tree)?;
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
                let (items, height) = self.list(TokenKind::CloseBracket, "after the elements", Self::tree)?;
                let items = items.into_iter().map(|t| t.expr).collect();
                let span = self.span_from(token.span.start);
                Ok(Tree { expr: self.expr_node(ExprKind::Array(items), span), height })
            }
            TokenKind::OpenBrace => {
                self.bump();
                let field = |p: &mut Self| {
                    let name = p.ident("the name of a field")?;
                    p.expect(TokenKind::Colon, "after the name of the field")?;
                    let value = p.tree()?;
                    Ok((name, value))
                };
                let (fields, height) = self.list(TokenKind::CloseBrace, "after the fields", field)?;
                let fields = fields.into_iter().map(|(name, t)| (name, t.expr)).collect();
                let span = self.span_from(token.span.start);
                Ok(Tree { expr: self.expr_node(ExprKind::Record(fields), span), height })
            }
            TokenKind::OpenParen => {
                self.bump();
                let inner = self.tree()?;
                self.expect(TokenKind::CloseParen, "after the expression")?;
                Ok(inner)
            }
            _ => {
                let message = format!("expected an expression, found {}", self.found());
                self.fail(Diagnostic::error("syntax", token.span, message).labelled("expected an expression"))
            }
        }
    }

    /// Items separated by commas up to and with `close`, and the height of a tree above them.
    fn list<T: HasHeight>(
        &mut self,
        close: TokenKind,
        context: &str,
        item: impl Fn(&mut Self) -> Parsed<T>,
    ) -> Result<(Vec<T>, u32), Failed> {
        let mut items = Vec::new();
        let mut height = 1;
        if !self.eat(close) {
            loop {
                let next = item(self)?;
                height = height.max(next.height() + 1);
                items.push(next);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(close, context)?;
        }
        Ok((items, height))
    }
}

trait HasHeight {
    fn height(&self) -> u32;
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

fn leaf(expr: Expr) -> Tree {
    Tree { expr, height: 1 }
}

fn mixed_logical(first: BinaryOp, first_span: Span, op: BinaryOp, op_span: Span) -> Diagnostic {
    let (a, b) = (first.symbol(), op.symbol());
    Diagnostic::warning("mixed-logical", op_span, format!("`{a}` and `{b}` are mixed without parentheses"))
        .labelled("has the same precedence")
        .also(first_span, "as this, which comes first")
        .help(format!("it means `(a {a} b) {b} c`; write the parentheses"))
}

fn binary_op(kind: TokenKind) -> Option<BinaryOp> {
    Some(match kind {
        TokenKind::Plus => BinaryOp::Add,
        TokenKind::Minus => BinaryOp::Sub,
        TokenKind::Star => BinaryOp::Mul,
        TokenKind::Slash => BinaryOp::Div,
        TokenKind::Eq => BinaryOp::Eq,
        TokenKind::Ne => BinaryOp::Ne,
        TokenKind::Lt => BinaryOp::Lt,
        TokenKind::Le => BinaryOp::Le,
        TokenKind::Gt => BinaryOp::Gt,
        TokenKind::Ge => BinaryOp::Ge,
        TokenKind::AndAnd => BinaryOp::And,
        TokenKind::OrOr => BinaryOp::Or,
        _ => return None,
    })
}
