//! Normal form (seed 0, section 5.2.1): nested expressions become assignments to temporaries `_t0`, `_t1`, …, so that no
//! part of an expression has parts itself. Left sides of assignments stay as they are.
//!
//! The result means the same as the source, errors and their order included: a variable that stands before an extracted
//! part is copied first if reading it later could give something else (it may have no value, or a call may change it),
//! and the right side of `&&` and `||` is extracted into an `if`. What a loop's condition needs is computed before the
//! loop and again at the end of its body.

use pathfold_base::{FxSet, Integer, Span};

use crate::ast::{BinaryOp, Expr, ExprKind, Function, Ident, Program, Stmt, StmtKind, VarDecl};

/// The normal form of a program. Spans stay those of the source.
#[must_use]
pub fn normalize(program: &Program) -> Program {
    let mut normal = Program {
        functions: program.functions.iter().map(|f| Normalizer::new(program, f).function(f)).collect(),
        ..Program::default()
    };
    normal.renumber();
    normal
}

struct Normalizer {
    /// No name of the program starts with it.
    prefix: String,
    temporaries: Vec<Ident>,
    /// Variables of the program that surely have a value here.
    assigned: FxSet<String>,
    address_taken: FxSet<String>,
    out: Vec<Stmt>,
}

/// An `if` whose `else` is not finished.
struct Branch {
    cond: Expr,
    then: Box<Stmt>,
    /// Variables that surely have a value after `then`.
    assigned: FxSet<String>,
    /// What comes before the block it is in, if it stands behind an `else`.
    around: Option<Vec<Stmt>>,
    span: Span,
}

impl Normalizer {
    fn new(program: &Program, function: &Function) -> Self {
        let mut prefix = "_t".to_owned();
        let functions = program.functions.iter().map(|f| &f.name);
        let names: Vec<&Ident> =
            functions.chain(&function.params).chain(function.vars.iter().flat_map(|v| &v.names)).collect();
        while names.iter().any(|n| n.name.starts_with(&prefix)) {
            prefix.push('_');
        }
        let mut address_taken = FxSet::default();
        function.walk(&mut |e| {
            if let ExprKind::Ref(name) = &e.kind {
                address_taken.insert(name.name.clone());
            }
        });
        let assigned = function.params.iter().map(|p| p.name.clone()).collect();
        Self { prefix, temporaries: Vec::new(), assigned, address_taken, out: Vec::new() }
    }

    fn function(mut self, function: &Function) -> Function {
        function.body.iter().for_each(|s| self.stmt(s));
        let result = self.expr(&function.result);
        let mut vars = function.vars.clone();
        if !self.temporaries.is_empty() {
            vars.push(VarDecl { names: self.temporaries, span: function.name.span });
        }
        Function { vars, body: self.out, result, ..function.clone() }
    }

    fn block(&mut self, stmt: &Stmt) -> Box<Stmt> {
        let around = std::mem::take(&mut self.out);
        match &stmt.kind {
            StmtKind::Block(body) => body.iter().for_each(|s| self.stmt(s)),
            StmtKind::Assign { .. } | StmtKind::Output(_) | StmtKind::If { .. } | StmtKind::While { .. } => {
                self.stmt(stmt);
            }
        }
        let body = std::mem::replace(&mut self.out, around);
        Box::new(Stmt { kind: StmtKind::Block(body), span: stmt.span })
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let kind = match &stmt.kind {
            StmtKind::Assign { target, value } => {
                let value = self.expr(value);
                if let ExprKind::Name(name) = &target.kind {
                    self.assigned.insert(name.clone());
                }
                StmtKind::Assign { target: target.clone(), value }
            }
            StmtKind::Output(value) => StmtKind::Output(self.expr(value)),
            StmtKind::If { .. } => return self.branches(stmt),
            StmtKind::While { cond, body } => {
                let around = std::mem::take(&mut self.out);
                let cond = self.expr(cond);
                let prelude = std::mem::replace(&mut self.out, around);
                self.out.extend(prelude.iter().cloned());
                let before = self.assigned.clone();
                let mut body = self.block(body);
                self.assigned = before;
                if let StmtKind::Block(body) = &mut body.kind {
                    body.extend(prelude);
                }
                StmtKind::While { cond, body }
            }
            StmtKind::Block(body) => {
                body.iter().for_each(|s| self.stmt(s));
                return;
            }
        };
        self.out.push(Stmt { kind, span: stmt.span });
    }

    /// `if` with everything behind its `else`, which gets a block around it.
    fn branches(&mut self, stmt: &Stmt) {
        let mut open: Vec<Branch> = Vec::new();
        let mut otherwise = None;
        for stmt in stmt.chain() {
            let StmtKind::If { cond, then, .. } = &stmt.kind else {
                otherwise = Some(self.block(stmt));
                break;
            };
            let around = (!open.is_empty()).then(|| std::mem::take(&mut self.out));
            let cond = self.expr(cond);
            let before = self.assigned.clone();
            let then = self.block(then);
            let assigned = std::mem::replace(&mut self.assigned, before);
            open.push(Branch { cond, then, assigned, around, span: stmt.span });
        }
        while let Some(Branch { cond, then, assigned, around, span }) = open.pop() {
            self.assigned.retain(|name| assigned.contains(name));
            let kind = StmtKind::If { cond, then, otherwise: otherwise.take() };
            self.out.push(Stmt { kind, span });
            if let Some(around) = around {
                let body = std::mem::replace(&mut self.out, around);
                otherwise = Some(Box::new(Stmt { kind: StmtKind::Block(body), span }));
            }
        }
    }

    /// An expression whose parts have no parts.
    fn expr(&mut self, expr: &Expr) -> Expr {
        if let ExprKind::Binary { op, left, right } = &expr.kind
            && op.is_logical()
        {
            return self.logical(expr, *op, left, right);
        }
        let children = expr.children();
        let last = children.iter().rposition(|c| !is_leaf(c));
        let parts: Vec<Expr> = children
            .iter()
            .enumerate()
            .map(|(index, child)| {
                let extracted_later = last.is_some_and(|last| index < last);
                let keep = match &child.kind {
                    ExprKind::Input => !extracted_later,
                    ExprKind::Name(name) => !extracted_later || self.is_stable(name, &children[index + 1..]),
                    ExprKind::Number(_) | ExprKind::Null | ExprKind::Ref(_) => true,
                    ExprKind::Deref(_)
                    | ExprKind::Alloc(_)
                    | ExprKind::Not(_)
                    | ExprKind::Binary { .. }
                    | ExprKind::Call { .. }
                    | ExprKind::Index { .. }
                    | ExprKind::Field { .. }
                    | ExprKind::Array(_)
                    | ExprKind::Record(_) => false,
                };
                if keep { (*child).clone() } else { self.extract(child) }
            })
            .collect();
        let mut normal = expr.clone();
        for (slot, part) in normal.children_mut().into_iter().zip(parts) {
            *slot = part;
        }
        normal
    }

    /// Whether reading the variable after `later` gives what reading it before would.
    fn is_stable(&self, name: &str, later: &[&Expr]) -> bool {
        let mut calls = false;
        later.iter().for_each(|e| e.walk(&mut |e| calls |= is_call(e)));
        self.assigned.contains(name) && !(calls && self.address_taken.contains(name))
    }

    fn logical(&mut self, expr: &Expr, op: BinaryOp, left: &Expr, right: &Expr) -> Expr {
        if is_leaf(right) {
            let left = if is_leaf(left) { left.clone() } else { self.extract(left) };
            let kind = ExprKind::Binary { op, left: Box::new(left), right: Box::new(right.clone()) };
            return Expr { kind, ..expr.clone() };
        }
        let result = self.temporary(expr.span);
        self.truth(&result, left);
        let around = std::mem::take(&mut self.out);
        let before = self.assigned.clone();
        self.truth(&result, right);
        self.assigned = before;
        let body = std::mem::replace(&mut self.out, around);
        let then = Box::new(Stmt { kind: StmtKind::Block(body), span: right.span });
        let cond = if op == BinaryOp::And { result.clone() } else { not(&result) };
        self.out.push(Stmt { kind: StmtKind::If { cond, then, otherwise: None }, span: expr.span });
        result
    }

    /// Assigns to `result` whether `value` is not zero.
    fn truth(&mut self, result: &Expr, value: &Expr) {
        let atom = if is_leaf(value) { value.clone() } else { self.extract(value) };
        let zero = Expr::synthetic(ExprKind::Number(Integer::ZERO));
        let kind = ExprKind::Binary { op: BinaryOp::Ne, left: Box::new(atom), right: Box::new(zero) };
        let value = Expr { kind, span: value.span, id: value.id };
        self.assign(result, value);
    }

    fn extract(&mut self, expr: &Expr) -> Expr {
        let value = self.expr(expr);
        let name = self.temporary(expr.span);
        self.assign(&name, value);
        name
    }

    fn assign(&mut self, target: &Expr, value: Expr) {
        let span = value.span;
        self.out.push(Stmt { kind: StmtKind::Assign { target: target.clone(), value }, span });
    }

    /// The name of a new variable.
    fn temporary(&mut self, span: Span) -> Expr {
        let name = format!("{}{}", self.prefix, self.temporaries.len());
        self.temporaries.push(Ident { name: name.clone(), span });
        Expr { span, ..Expr::synthetic(ExprKind::Name(name)) }
    }
}

/// Whether an expression has no parts and calls nothing: it may stay where it is.
fn is_leaf(expr: &Expr) -> bool {
    match expr.kind {
        ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Input | ExprKind::Null | ExprKind::Ref(_) => true,
        ExprKind::Deref(_)
        | ExprKind::Alloc(_)
        | ExprKind::Not(_)
        | ExprKind::Binary { .. }
        | ExprKind::Call { .. }
        | ExprKind::Index { .. }
        | ExprKind::Field { .. }
        | ExprKind::Array(_)
        | ExprKind::Record(_) => false,
    }
}

fn is_call(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call { .. })
}

fn not(expr: &Expr) -> Expr {
    Expr { span: expr.span, ..Expr::synthetic(ExprKind::Not(Box::new(expr.clone()))) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fmt::print, parse};
    use pathfold_base::SourceFile;

    fn body(source: &str) -> String {
        let text = format!("f(n) {{ return n; }} main(i, x, y, z) {{ var u, _tx; {source} }}");
        let (program, diagnostics) = parse(&SourceFile::new("t.mc", text));
        let normal = normalize(&program.unwrap_or_else(|| panic!("{diagnostics:?}")));
        let text = print(&normal);
        let lines: Vec<&str> = text.lines().skip(5).map(str::trim).filter(|l| !l.starts_with("var")).collect();
        lines[..lines.len() - 1].join(" ")
    }

    #[test]
    fn the_example_of_the_thesis() {
        assert_eq!(
            body("*x[0].field = *y + z[i + 1]; return 0;"),
            "_t_0 = *y; _t_1 = i + 1; _t_2 = z[_t_1]; *x[0].field = _t_0 + _t_2; return 0;"
        );
    }

    #[test]
    fn order_and_short_circuit_are_kept() {
        for (source, expected) in [
            ("return u + 1 / x;", "_t_0 = u; _t_1 = 1 / x; return _t_0 + _t_1;"),
            ("return input + f(1);", "_t_0 = input; _t_1 = f(1); return _t_0 + _t_1;"),
            ("return x && 1 / y;", "_t_0 = x != 0; if (_t_0) { _t_1 = 1 / y; _t_0 = _t_1 != 0; } return _t_0;"),
            (
                "while (x + 1 < y) x = x + 1; return x && y;",
                "_t_0 = x + 1; while (_t_0 < y) { x = x + 1; _t_0 = x + 1; } return x && y;",
            ),
        ] {
            assert_eq!(body(source), expected, "{source}");
        }
    }
}
