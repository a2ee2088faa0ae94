//! Chains of `else if`. In the tree each is nested in the one before, but they are no nesting to those who write them: they
//! are longer than any stack is deep.

use crate::ast::{Stmt, StmtKind};

impl Stmt {
    /// This statement, and if it is an `if`, what stands behind its `else` and each further one.
    pub fn chain(&self) -> impl Iterator<Item = &Stmt> {
        std::iter::successors(Some(self), |stmt| stmt.otherwise())
    }

    fn otherwise(&self) -> Option<&Stmt> {
        match &self.kind {
            StmtKind::If { otherwise, .. } => otherwise.as_deref(),
            StmtKind::Assign { .. } | StmtKind::Output(_) | StmtKind::While { .. } | StmtKind::Block(_) => None,
        }
    }
}

impl Clone for Stmt {
    fn clone(&self) -> Self {
        let mut copy: Option<Stmt> = None;
        let chain: Vec<&Stmt> = self.chain().collect();
        for stmt in chain.into_iter().rev() {
            let kind = match &stmt.kind {
                StmtKind::If { cond, then, .. } => {
                    StmtKind::If { cond: cond.clone(), then: then.clone(), otherwise: copy.take().map(Box::new) }
                }
                kind
                @ (StmtKind::Assign { .. } | StmtKind::Output(_) | StmtKind::While { .. } | StmtKind::Block(_)) => {
                    kind.clone()
                }
            };
            copy = Some(Stmt { kind, span: stmt.span });
        }
        // A chain has at least one statement.
        copy.unwrap_or_else(|| Stmt { kind: StmtKind::Block(Vec::new()), span: self.span })
    }
}

impl Drop for Stmt {
    fn drop(&mut self) {
        let mut work = Vec::new();
        take_apart(&mut self.kind, &mut work);
        while let Some(mut stmt) = work.pop() {
            take_apart(&mut stmt.kind, &mut work);
        }
    }
}

/// Takes out what may be as deep as a chain is long; in normal form, `else` has blocks around what follows it.
fn take_apart(kind: &mut StmtKind, work: &mut Vec<Stmt>) {
    match kind {
        StmtKind::If { otherwise, .. } => work.extend(otherwise.take().map(|stmt| *stmt)),
        StmtKind::Block(body) => work.append(body),
        StmtKind::Assign { .. } | StmtKind::Output(_) | StmtKind::While { .. } => {}
    }
}

#[cfg(test)]
mod tests;
