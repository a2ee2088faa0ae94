//! Operators between values: ours, and those of other languages.

use pathfold_base::{Diagnostic, Span};

use super::Parser;
use crate::ast::BinaryOp;
use crate::foreign::{self, Foreign};
use crate::lexer::TokenKind;

/// What stands between two values.
pub(super) enum Infix {
    Ours(BinaryOp),
    /// An operator of another language, reported and read; where it stands.
    Reported(Span),
}

impl Parser<'_> {
    /// The operator at hand, if it binds at least as tightly as `min`. One of another language is reported and skipped.
    pub(super) fn infix(&mut self, min: u8) -> Option<Infix> {
        if let Some(op) = binary_op(self.kind()) {
            return (op.precedence() >= min).then_some(Infix::Ours(op));
        }
        let token = self.token();
        let diagnostic = match token.kind {
            TokenKind::Foreign(class @ (Foreign::Operator | Foreign::Unknown)) => self.foreign(token.span, class),
            TokenKind::Amp => self.foreign(token.span, Foreign::Operator),
            TokenKind::Ident if !self.on_new_line() && self.ahead(1).starts_value() => {
                let help = foreign::instead_of_operator(self.word())?;
                let message = format!("there is no operator `{}`", self.word());
                Diagnostic::error("unknown-operator", token.span, message).help(help)
            }
            _ => return None,
        };
        self.report(diagnostic);
        self.bump();
        Some(Infix::Reported(token.span))
    }

    /// Says in the help about a remainder how to compute this one.
    pub(super) fn explain_remainder(&mut self, symbol: Span, left: Span, right: Span) {
        let (a, b) = (self.text_of(left), self.text_of(right));
        let simple =
            |text: &str| !text.is_empty() && text.len() < 20 && text.chars().all(|c| c.is_ascii_alphanumeric());
        let before = self.text.get(..left.start as usize).unwrap_or("").trim_end();
        // What is multiplied or divided before is part of the left side.
        if self.text_of(symbol) != "%" || !simple(a) || !simple(b) || before.ends_with(['*', '/', '%']) {
            return;
        }
        let help = if a == "input" || b == "input" {
            // Each `input` reads another one.
            "there is no remainder operator: keep the input in a variable, then write `x - x / y * y`".to_owned()
        } else {
            let (open, close) = if before.ends_with('-') { ("(", ")") } else { ("", "") };
            format!("there is no remainder operator: write `{open}{a} - {a} / {b} * {b}{close}`")
        };
        self.explain(symbol, help);
    }

    /// The place of a `--` that is no subtraction of a negative number.
    pub(super) fn decrement(&self) -> Option<Span> {
        let (first, second) = (self.token(), self.token_ahead(1));
        let both = first.kind == TokenKind::Minus && second.kind == TokenKind::Minus;
        let pair = both && first.span.end == second.span.start && self.ahead(2) != TokenKind::Number;
        pair.then(|| first.span.to(second.span))
    }
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

/// The warning that two operators of one level look as if they were of two.
pub(super) fn mixed_logical(first: BinaryOp, first_span: Span, op: BinaryOp, op_span: Span) -> Diagnostic {
    let (a, b) = (first.symbol(), op.symbol());
    Diagnostic::warning("mixed-logical", op_span, format!("`{a}` and `{b}` are mixed without parentheses"))
        .labelled("has the same precedence")
        .also(first_span, "as this, which comes first")
        .help(format!("it means `(a {a} b) {b} c`; write the parentheses"))
}

/// The warning that `!` is applied to the left operand alone: the grammar of the thesis has it apply to all that follows.
pub(super) fn not_before(op: BinaryOp, op_span: Span, not: Span) -> Diagnostic {
    let op = op.symbol();
    Diagnostic::warning("negated-operand", op_span, format!("`!` is not applied to what `{op}` gives"))
        .labelled("comes second")
        .also(not, "this comes first, as in C")
        .help(format!("it means `(!a) {op} b`; write that, or `!(a {op} b)`"))
}
