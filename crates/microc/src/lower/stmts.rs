//! Statements.

use pathfold_ir::Op;

use super::env::Var;
use super::function::FunctionLowering;
use crate::ast::{Expr, ExprKind, Stmt, StmtKind};
use crate::check::VarId;

impl FunctionLowering<'_> {
    pub fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { target, value } => self.assign(target, value),
            StmtKind::Output(value) => {
                let value = self.value(value);
                self.effect(Op::Output(value), stmt.span);
            }
            StmtKind::If { .. } => self.branches(stmt),
            StmtKind::While { cond, body } => {
                let assigned = self.assigned_in(body);
                let header = self.loop_header(&assigned);
                let (yes, no) = self.condition(cond);
                let mark = self.env.mark();
                self.go_on(yes);
                self.stmt(body);
                self.loop_end(header, &assigned, stmt.span);
                self.env.rollback(mark);
                self.go_on(no);
            }
            StmtKind::Block(body) => self.stmts(body),
        }
    }

    /// `if` with everything behind its `else`. The ways meet from the last branch to the first.
    fn branches(&mut self, stmt: &Stmt) {
        let mut open = Vec::new();
        for stmt in stmt.chain() {
            let StmtKind::If { cond, then, .. } = &stmt.kind else {
                self.stmt(stmt);
                break;
            };
            let (yes, no) = self.condition(cond);
            let mark = self.env.mark();
            self.go_on(yes);
            self.stmt(then);
            open.push((mark, (self.leave(), self.env.rollback(mark))));
            self.go_on(no);
        }
        while let Some((mark, left)) = open.pop() {
            let right = (self.leave(), self.env.rollback(mark));
            self.join(left, right);
        }
    }

    /// Variables in registers that the statement may assign, sorted.
    fn assigned_in(&self, stmt: &Stmt) -> Vec<VarId> {
        let mut vars = Vec::new();
        let mut work = vec![stmt];
        while let Some(stmt) = work.pop() {
            match &stmt.kind {
                StmtKind::Assign { target, .. } => {
                    if let ExprKind::Name(_) = target.kind {
                        vars.push(self.variable(target));
                    }
                }
                StmtKind::Output(_) => {}
                StmtKind::If { then, otherwise, .. } => {
                    work.push(then);
                    work.extend(otherwise.as_deref());
                }
                StmtKind::While { body, .. } => work.push(body),
                StmtKind::Block(body) => work.extend(body),
            }
        }
        vars.sort_unstable();
        vars.dedup();
        vars.retain(|&var| self.cell(var).is_none());
        vars
    }

    fn assign(&mut self, target: &Expr, value: &Expr) {
        let value = self.value(value);
        let (pointer, place) = match &target.kind {
            ExprKind::Name(_) => {
                let var = self.variable(target);
                match self.cell(var) {
                    Some(cell) => (cell, target.span),
                    None => {
                        self.name(&value, var);
                        self.env.set(var, Var::assigned(value));
                        return;
                    }
                }
            }
            ExprKind::Deref(_) | ExprKind::Index { .. } | ExprKind::Field { .. } => self.address(target),
            // The parser lets no other targets pass.
            ExprKind::Number(_)
            | ExprKind::Input
            | ExprKind::Null
            | ExprKind::Ref(_)
            | ExprKind::Alloc(_)
            | ExprKind::Not(_)
            | ExprKind::Binary { .. }
            | ExprKind::Call { .. }
            | ExprKind::Array(_)
            | ExprKind::Record(_) => return,
        };
        self.effect(Op::Store { value, pointer }, place);
    }
}
