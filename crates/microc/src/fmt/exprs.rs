//! Expressions with the parentheses they need.

use crate::ast::{BinaryOp, Expr, ExprKind};

/// Prints an expression where any expression may stand.
pub(super) fn expr(out: &mut String, e: &Expr) {
    match &e.kind {
        ExprKind::Number(n) => out.push_str(&n.to_string()),
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Input => out.push_str("input"),
        ExprKind::Null => out.push_str("null"),
        ExprKind::Deref(inner) => prefix(out, "*", inner),
        ExprKind::Not(inner) => prefix(out, "!", inner),
        ExprKind::Ref(name) => {
            out.push('&');
            out.push_str(&name.name);
        }
        ExprKind::Alloc(inner) => {
            out.push_str("alloc ");
            expr(out, inner);
        }
        ExprKind::Binary { op, left, right } => {
            operand(out, left, *op, true);
            out.push(' ');
            out.push_str(op.symbol());
            out.push(' ');
            operand(out, right, *op, false);
        }
        ExprKind::Call { callee, args } => {
            out.push_str(&callee.name);
            list(out, '(', args, ')');
        }
        ExprKind::Index { array, index } => {
            base(out, array);
            out.push('[');
            expr(out, index);
            out.push(']');
        }
        ExprKind::Field { record, field } => {
            base(out, record);
            out.push('.');
            out.push_str(&field.name);
        }
        ExprKind::Array(items) => list(out, '[', items, ']'),
        ExprKind::Record(fields) => {
            out.push('{');
            for (index, (name, value)) in fields.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                out.push_str(&name.name);
                out.push_str(": ");
                expr(out, value);
            }
            out.push('}');
        }
    }
}

fn list(out: &mut String, open: char, items: &[Expr], close: char) {
    out.push(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        expr(out, item);
    }
    out.push(close);
}

fn wrapped(out: &mut String, e: &Expr, wrap: bool) {
    if wrap {
        out.push('(');
    }
    expr(out, e);
    if wrap {
        out.push(')');
    }
}

/// Binary operators and `alloc` swallow what follows, so they need parentheses under anything that binds tighter.
fn is_loose(e: &Expr) -> bool {
    match e.kind {
        ExprKind::Binary { .. } | ExprKind::Alloc(_) => true,
        ExprKind::Number(_)
        | ExprKind::Name(_)
        | ExprKind::Input
        | ExprKind::Null
        | ExprKind::Deref(_)
        | ExprKind::Ref(_)
        | ExprKind::Not(_)
        | ExprKind::Call { .. }
        | ExprKind::Index { .. }
        | ExprKind::Field { .. }
        | ExprKind::Array(_)
        | ExprKind::Record(_) => false,
    }
}

fn prefix(out: &mut String, symbol: &str, inner: &Expr) {
    out.push_str(symbol);
    wrapped(out, inner, is_loose(inner));
}

/// What a postfix operator is applied to.
fn base(out: &mut String, e: &Expr) {
    let wrap = match e.kind {
        ExprKind::Name(_)
        | ExprKind::Number(_)
        | ExprKind::Call { .. }
        | ExprKind::Index { .. }
        | ExprKind::Field { .. }
        | ExprKind::Array(_)
        | ExprKind::Record(_) => false,
        ExprKind::Input
        | ExprKind::Null
        | ExprKind::Deref(_)
        | ExprKind::Ref(_)
        | ExprKind::Not(_)
        | ExprKind::Alloc(_)
        | ExprKind::Binary { .. } => true,
    };
    wrapped(out, e, wrap);
}

fn operand(out: &mut String, e: &Expr, parent: BinaryOp, is_left: bool) {
    let wrap = match &e.kind {
        ExprKind::Binary { op, .. } => {
            let tighter = op.precedence() > parent.precedence();
            let same = op.precedence() == parent.precedence() && is_left;
            let mixed = op.is_logical() && parent.is_logical() && *op != parent;
            !(tighter || same) || mixed
        }
        ExprKind::Alloc(_) => true,
        // Read so in any case, but the parser warns of it.
        ExprKind::Not(_) => is_left && !parent.is_logical(),
        ExprKind::Number(_)
        | ExprKind::Name(_)
        | ExprKind::Input
        | ExprKind::Null
        | ExprKind::Deref(_)
        | ExprKind::Ref(_)
        | ExprKind::Call { .. }
        | ExprKind::Index { .. }
        | ExprKind::Field { .. }
        | ExprKind::Array(_)
        | ExprKind::Record(_) => false,
    };
    wrapped(out, e, wrap);
}
