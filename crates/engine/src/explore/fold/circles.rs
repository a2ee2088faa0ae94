//! Writes to arrays by folded loops whose index goes in a circle: a place is written again and again, and the last time
//! counts.

use pathfold_ir::Layout;
use pathfold_term::{FALSE, Pool, TRUE, Term, subst};

use super::super::Explorer;
use super::Refused;
use super::arrays::signed;
use super::iteration::Store;
use super::template::Closed;
use crate::loops::Variable;
use crate::loops::closed::{less, number, replace};
use crate::memory::width;
use crate::state::State;
use crate::value::{Value, sort_of, undefined};

/// An index that goes in a circle.
#[derive(Clone, Copy)]
pub(super) struct Circle {
    /// Which variable.
    pub(super) index: usize,
    /// Iterations before the circle.
    pub(super) prefix: usize,
    /// Its length.
    pub(super) period: usize,
}

impl Explorer<'_> {
    /// Writes what all iterations leave in an array that none of them reads and each writes.
    pub(super) fn store_circle(
        &mut self,
        state: &mut State,
        variables: &[Variable],
        closed: &Closed,
        often: Term,
        (store, value): (Store, Term),
        circle: Circle,
    ) -> Result<(), Refused> {
        let odd = || Refused::new("it writes to an array in an order that is not followed");
        let sort = self.pool.sort(closed.tau);
        let object = state.memory.object(store.object);
        let (layout, size) = (object.layout, i128::from(object.size));
        let wide = i128::from(width(layout, store.ty));
        let mut places: Vec<i128> = Vec::new();
        for t in 0..circle.prefix + circle.period {
            let at = number(&mut self.pool, sort, t as u64).ok_or_else(odd)?;
            let here = replace(&mut self.pool, closed.forms[circle.index].term, closed.tau, at);
            let place = replace(&mut self.pool, store.offset, variables[circle.index].symbol, here);
            let place = signed(&self.pool, place).ok_or_else(odd)?;
            // SOUND: in one round no iteration writes over what another one wrote.
            let others = places.get(circle.prefix..).unwrap_or_default();
            if place < 0 || place + wide > size || others.iter().any(|other| (other - place).abs() < wide) {
                return Err(odd());
            }
            places.push(place);
        }
        let period = number(&mut self.pool, sort, circle.period as u64).ok_or_else(odd)?;
        let one = number(&mut self.pool, sort, 1).ok_or_else(odd)?;
        for (t, place) in places.iter().enumerate() {
            let first = number(&mut self.pool, sort, t as u64).ok_or_else(odd)?;
            let happened = less(&mut self.pool, first, often);
            if happened == FALSE {
                continue;
            }
            let mut last = first;
            if t >= circle.prefix && self.depends(closed, variables, value) {
                // The last iteration that is whole rounds after the first one.
                let most = self.pool.sub(often, one);
                let since = self.pool.sub(most, first);
                let rounds = match sort {
                    pathfold_term::Sort::Int => self.pool.int_div(since, period),
                    _ => self.pool.bv_udiv(since, period),
                };
                let later = self.pool.mul(rounds, period);
                last = self.pool.add(first, later);
            }
            let new = value_at(&mut self.pool, closed, variables, value, last);
            let term = if happened == TRUE {
                new
            } else {
                let old = state.memory.object(store.object).read(*place as usize, store.ty, &mut self.pool);
                let old = match (old, layout) {
                    (Ok(Value::Undef), Layout::Bytes) => undefined(&mut self.pool, sort_of(store.ty).ok_or_else(odd)?),
                    (Ok(old), _) => old.to_term(&mut self.pool).ok_or_else(odd)?,
                    (Err(_), _) => return Err(Refused::new("it sets parts of an array for the first time")),
                };
                self.pool.ite(happened, new, old)
            };
            let written = Value::from_term(&self.pool, term);
            state.memory.write(store.object, *place as usize, store.ty, written, &mut self.pool).map_err(|_| odd())?;
        }
        Ok(())
    }

    /// Whether what is written depends on the iteration.
    fn depends(&mut self, closed: &Closed, variables: &[Variable], value: Term) -> bool {
        let now = value_at(&mut self.pool, closed, variables, value, closed.tau);
        self.pool.as_symbol(closed.tau).is_none_or(|tau| self.pool.occurs_free(tau, now))
    }
}

fn value_at(pool: &mut Pool, closed: &Closed, variables: &[Variable], value: Term, at: Term) -> Term {
    let map = variables
        .iter()
        .zip(&closed.forms)
        .map(|(variable, form)| (variable.symbol, replace(pool, form.term, closed.tau, at)))
        .collect();
    subst::substitute(pool, value, &map)
}
