//! Free symbols of terms, cached per term.

use std::sync::Arc;

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::symbol::SymbolId;

impl Pool {
    /// The symbols of `t` that no quantifier in it binds, sorted.
    pub fn free_symbols(&mut self, t: Term) -> Arc<[SymbolId]> {
        self.free.grow(self.len(), &None);
        if let Some(free) = &self.free[t.0 as usize] {
            return Arc::clone(free);
        }
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.free[top.0 as usize].is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for &arg in self.args(top) {
                if self.free[arg.0 as usize].is_none() {
                    stack.push(arg);
                }
            }
            if stack.len() == before {
                let free = self.union_of_args(top);
                self.free[top.0 as usize] = Some(free);
                stack.pop();
            }
        }
        self.free[t.0 as usize].clone().unwrap_or_default()
    }

    /// Whether `s` occurs free in `t`.
    pub fn occurs_free(&mut self, s: SymbolId, t: Term) -> bool {
        self.free_symbols(t).binary_search(&s).is_ok()
    }

    fn union_of_args(&self, t: Term) -> Arc<[SymbolId]> {
        let op = self.op(t);
        if let Op::Symbol(s) = op {
            return Arc::from([s].as_slice());
        }
        let bound = if let Op::Forall(s) = op { Some(s) } else { None };
        let of = |a: &Term| self.free[a.0 as usize].as_ref();
        // Most terms have the symbols of their richest argument: share its list.
        let Some(richest) = self.args(t).iter().filter_map(of).max_by_key(|f| f.len()) else {
            return Arc::default();
        };
        let inside =
            |f: &Arc<[SymbolId]>| Arc::ptr_eq(f, richest) || f.iter().all(|s| richest.binary_search(s).is_ok());
        if bound.is_none() && self.args(t).iter().filter_map(of).all(inside) {
            return Arc::clone(richest);
        }
        let mut all: Vec<SymbolId> = Vec::new();
        for (i, arg) in self.args(t).iter().enumerate() {
            if let Some(free) = of(arg) {
                all.extend(free.iter().filter(|&&s| i == 0 || Some(s) != bound));
            }
        }
        all.sort_unstable();
        all.dedup();
        Arc::from(all)
    }
}
