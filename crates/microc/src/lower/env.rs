//! What each variable in a register holds at the current place, with a log of changes so that branches can be undone
//! and joined at the cost of what they changed.

use pathfold_base::IdVec;
use pathfold_ir::Operand;

use crate::check::VarId;

/// What is known of a variable.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Var {
    /// What it holds.
    pub value: Operand,
    /// The same value after it was checked to be there.
    pub checked: Option<Operand>,
    /// Whether it surely has a value.
    pub init: bool,
}

impl Var {
    /// A variable that surely has this value.
    pub fn assigned(value: Operand) -> Self {
        Self { value, checked: None, init: true }
    }

    /// What holds where two ways meet on which the variable holds the same.
    pub fn meet(&self, other: &Var) -> Var {
        let checked = self.checked.clone().filter(|_| self.checked == other.checked);
        Var { value: self.value.clone(), checked, init: self.init && other.init }
    }
}

/// What changed on a way, by variable, sorted.
pub(super) type Changes = Vec<(VarId, Var)>;

#[derive(Default)]
pub(super) struct Env {
    vars: IdVec<VarId, Var>,
    /// What changed variables held before.
    log: Vec<(VarId, Var)>,
}

/// A place in the log.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl Env {
    pub fn declare(&mut self, var: Var) {
        self.vars.push(var);
    }

    pub fn get(&self, var: VarId) -> &Var {
        &self.vars[var]
    }

    pub fn set(&mut self, var: VarId, now: Var) {
        let before = std::mem::replace(&mut self.vars[var], now);
        self.log.push((var, before));
    }

    pub fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    /// Undoes what changed since the mark and says what it was.
    pub fn rollback(&mut self, mark: Mark) -> Changes {
        let mut changed: Vec<VarId> = self.log.iter().skip(mark.0).map(|(var, _)| *var).collect();
        changed.sort_unstable();
        changed.dedup();
        let changes = changed.into_iter().map(|var| (var, self.vars[var].clone())).collect();
        while self.log.len() > mark.0 {
            if let Some((var, before)) = self.log.pop() {
                self.vars[var] = before;
            }
        }
        changes
    }

    /// For each variable that changed on either way: what it holds at the end of both.
    pub fn both(&self, left: Changes, right: Changes) -> Vec<(VarId, Var, Var)> {
        let mut all = Vec::with_capacity(left.len() + right.len());
        let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (Some((a, _)), Some((b, _))) => (*a).min(*b),
                (Some((var, _)), None) | (None, Some((var, _))) => *var,
                (None, None) => return all,
            };
            let a = left.next_if(|(var, _)| *var == next).map(|(_, v)| v);
            let b = right.next_if(|(var, _)| *var == next).map(|(_, v)| v);
            let here = || self.vars[next].clone();
            all.push((next, a.unwrap_or_else(here), b.unwrap_or_else(here)));
        }
    }
}
