//! Expressions as conditions.

use pathfold_ir::{CompareOp, Op, Operand, Type};

use super::function::{Edges, FunctionLowering, int};
use crate::ast::{BinaryOp, Expr, ExprKind};

impl FunctionLowering<'_> {
    /// Evaluates a condition and branches on it: the edges on which it holds, and those on which it does not. A
    /// constant has no edges on one side.
    pub fn condition(&mut self, cond: &Expr) -> (Edges, Edges) {
        match &cond.kind {
            ExprKind::Not(inner) => {
                let (yes, no) = self.condition(inner);
                (no, yes)
            }
            ExprKind::Binary { op, left, right } if op.is_logical() => {
                let (mut yes, mut no) = self.condition(left);
                // What the right side finds out about variables holds only where it was evaluated.
                let mark = self.env.mark();
                if *op == BinaryOp::And {
                    self.go_on(yes);
                    let (both, not_right) = self.condition(right);
                    no.extend(not_right);
                    yes = both;
                } else {
                    self.go_on(no);
                    let (only_right, neither) = self.condition(right);
                    yes.extend(only_right);
                    no = neither;
                }
                self.env.rollback(mark);
                (yes, no)
            }
            ExprKind::Number(n) => {
                let edges = self.leave();
                if n.is_zero() { (Edges::new(), edges) } else { (edges, Edges::new()) }
            }
            ExprKind::Name(_)
            | ExprKind::Input
            | ExprKind::Null
            | ExprKind::Deref(_)
            | ExprKind::Ref(_)
            | ExprKind::Alloc(_)
            | ExprKind::Binary { .. }
            | ExprKind::Call { .. }
            | ExprKind::Index { .. }
            | ExprKind::Field { .. }
            | ExprKind::Array(_)
            | ExprKind::Record(_) => {
                let holds = match self.comparison(cond, true) {
                    Some(holds) => holds,
                    None => {
                        let value = self.value(cond);
                        self.emit(Type::Bool, Op::Compare(CompareOp::Ne, value, int(0)), cond.span).into()
                    }
                };
                self.branch(holds, cond.span)
            }
        }
    }

    /// The truth (or with `want` false the opposite) of a comparison or a negation, as a `bool`; `None`, and nothing
    /// evaluated, for logical expressions, their negations and numbers.
    pub fn comparison(&mut self, expr: &Expr, want: bool) -> Option<Operand> {
        match &expr.kind {
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Not(_) => self.comparison(inner, !want),
                ExprKind::Binary { op, .. } if op.is_logical() => None,
                ExprKind::Binary { op, .. } if is_comparison(*op) => self.comparison(inner, !want),
                ExprKind::Number(_)
                | ExprKind::Name(_)
                | ExprKind::Input
                | ExprKind::Null
                | ExprKind::Deref(_)
                | ExprKind::Ref(_)
                | ExprKind::Alloc(_)
                | ExprKind::Binary { .. }
                | ExprKind::Call { .. }
                | ExprKind::Index { .. }
                | ExprKind::Field { .. }
                | ExprKind::Array(_)
                | ExprKind::Record(_) => {
                    let value = self.value(inner);
                    let op = if want { CompareOp::Eq } else { CompareOp::Ne };
                    Some(self.emit(Type::Bool, Op::Compare(op, value, int(0)), expr.span).into())
                }
            },
            ExprKind::Binary { op, left, right } if is_comparison(*op) => {
                let a = self.value(left);
                let b = self.value(right);
                let (op, a, b) = compare(*op, want, a, b)?;
                Some(self.emit(Type::Bool, Op::Compare(op, a, b), expr.span).into())
            }
            ExprKind::Number(_)
            | ExprKind::Name(_)
            | ExprKind::Input
            | ExprKind::Null
            | ExprKind::Deref(_)
            | ExprKind::Ref(_)
            | ExprKind::Alloc(_)
            | ExprKind::Binary { .. }
            | ExprKind::Call { .. }
            | ExprKind::Index { .. }
            | ExprKind::Field { .. }
            | ExprKind::Array(_)
            | ExprKind::Record(_) => None,
        }
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge)
}

/// A comparison, or its opposite, in terms of the IR's.
fn compare(op: BinaryOp, want: bool, a: Operand, b: Operand) -> Option<(CompareOp, Operand, Operand)> {
    match (op, want) {
        (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => Some((CompareOp::Eq, a, b)),
        (BinaryOp::Ne, true) | (BinaryOp::Eq, false) => Some((CompareOp::Ne, a, b)),
        (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => Some((CompareOp::Slt, a, b)),
        (BinaryOp::Le, true) | (BinaryOp::Gt, false) => Some((CompareOp::Sle, a, b)),
        (BinaryOp::Gt, true) | (BinaryOp::Le, false) => Some((CompareOp::Slt, b, a)),
        (BinaryOp::Ge, true) | (BinaryOp::Lt, false) => Some((CompareOp::Sle, b, a)),
        (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::And | BinaryOp::Or, _) => None,
    }
}
