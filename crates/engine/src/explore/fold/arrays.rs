//! Writes to arrays by folded loops: one place per iteration, all different. What any number of iterations leaves in the
//! array is written to all of its places at once, each under the condition that its iteration happened: a range store
//! (design, "Values, pointers, memory").

use pathfold_base::Bits;
use pathfold_ir::Layout;
use pathfold_solver::Answer;
use pathfold_term::{FALSE, Pool, Sort, TRUE, Term, Value as Constant, subst};

use super::super::Explorer;
use super::Refused;
use super::circles::Circle;
use super::iteration::{Store, Walk};
use super::template::Closed;
use crate::loops::closed::{less, number, replace, scale};
use crate::loops::{Shape, Variable};
use crate::memory::width;
use crate::state::State;
use crate::value::{ObjectId, Value, sort_of, undefined};

/// Places of an array that a loop may write.
const MOST_PLACES: i128 = 4096;

impl Explorer<'_> {
    /// The places that depend on the iteration. SOUND: each is the only one in its object, and the object is read nowhere
    /// else, so that no iteration sees what another one wrote.
    pub(super) fn stores(&mut self, start: &State, walks: &[Walk], arrays: &[ObjectId]) -> Result<Vec<Store>, Refused> {
        let mut stores: Vec<Store> = Vec::new();
        if arrays.is_empty() {
            return Ok(stores);
        }
        for (pointer, ty, _) in walks.iter().flat_map(|walk| walk.writes()) {
            let Value::PtrTerm { object, offset } = *pointer else { continue };
            if start.memory.live(object).is_err() {
                continue;
            }
            let store = Store { object, offset, ty: *ty, blind: false };
            match stores.iter().find(|known| known.object == object) {
                None => stores.push(store),
                Some(known) if *known == store => {}
                Some(_) => return Err(Refused::new("it writes to several places of an array")),
            }
        }
        for walk in walks {
            if walk.unseen() > 0 {
                return Err(Refused::new("it writes to an array and copies memory"));
            }
            for (pointer, ty) in walk.reads() {
                let ok = match *pointer {
                    Value::Ptr { object, .. } => !arrays.contains(&object),
                    Value::PtrTerm { object, offset } => {
                        let layout = start.memory.object(object).layout;
                        let own = |store: &Store| {
                            store.object == object
                                && store.offset == offset
                                && width(layout, store.ty) == width(layout, *ty)
                        };
                        !arrays.contains(&object) || stores.iter().any(own)
                    }
                    _ => false,
                };
                if !ok {
                    return Err(Refused::new("it reads other places of an array that it writes"));
                }
            }
        }
        for store in &mut stores {
            let here = |pointer: Value| matches!(pointer, Value::PtrTerm { object, .. } if object == store.object);
            store.blind = walks.iter().all(|walk| {
                walk.writes().iter().any(|(pointer, ..)| here(*pointer))
                    && !walk.reads().iter().any(|(pointer, _)| here(*pointer))
            });
        }
        Ok(stores)
    }

    /// What a path leaves at each of these places: what it wrote last, or what was there.
    pub(super) fn stored(
        &mut self,
        start: &State,
        walk: &Walk,
        stores: &[Store],
        next: &mut Vec<Term>,
    ) -> Result<(), Refused> {
        for store in stores {
            let written = walk.writes().iter().rev().find_map(|(pointer, _, value)| match *pointer {
                Value::PtrTerm { object, offset } if object == store.object && offset == store.offset => Some(*value),
                _ => None,
            });
            let value = match written {
                Some(value) => Some(value),
                None => start.memory.read_ite(store.object, store.offset, store.ty, &mut self.pool).ok(),
            };
            let term = value.and_then(|value| value.to_term(&mut self.pool));
            next.push(term.ok_or(Refused::new("it writes something to an array that is no number"))?);
        }
        Ok(())
    }

    /// Writes what all iterations leave in an array.
    pub(super) fn store_range(
        &mut self,
        state: &mut State,
        start: &State,
        variables: &[Variable],
        closed: &Closed,
        often: Term,
        (store, value): (Store, Term),
    ) -> Result<(), Refused> {
        let odd = || Refused::new("it writes to an array in an order that is not followed");
        let symbols = self.pool.free_symbols(store.offset);
        let terms: Vec<Term> = symbols.iter().map(|symbol| self.pool.symbol_term(*symbol)).collect();
        let moving: Vec<usize> =
            (0..variables.len()).filter(|index| terms.contains(&variables[*index].symbol)).collect();
        let (&[index], [_]) = (moving.as_slice(), terms.as_slice()) else { return Err(odd()) };
        let (symbol, entry) = (variables[index].symbol, variables[index].entry);
        let step = match closed.forms[index].shape {
            Shape::Linear(step) => step,
            Shape::Orbit { prefix, period } if store.blind => {
                let circle = Circle { index, prefix, period };
                return self.store_circle(state, variables, closed, often, (store, value), circle);
            }
            _ => return Err(odd()),
        };
        let step = signed(&self.pool, step).filter(|step| *step != 0).ok_or_else(odd)?;
        let object = start.memory.object(store.object);
        let (layout, size) = (object.layout, object.size);
        let wide = i128::from(width(layout, store.ty));
        let last = i128::from(size) - wide;
        // The position is `base + factor * index`.
        let base = self.position(&store, symbol, 0).ok_or_else(odd)?;
        let factor = self.position(&store, symbol, 1).ok_or_else(odd)? - base;
        if factor <= 0 || factor * step.abs() < wide {
            return Err(odd());
        }
        let (low, high) = (
            (-base).div_euclid(factor) + i128::from((-base).rem_euclid(factor) != 0),
            (last - base).div_euclid(factor),
        );
        if high - low >= MOST_PLACES {
            return Err(Refused::new("it writes to a large array"));
        }
        self.stays_in(start, closed, symbol, entry, (low, high))?;
        self.ends_outside(start, closed, index, step, (low, high))?;
        let sort = self.pool.sort(symbol);
        let map_at = |pool: &mut Pool, term: Term, at: Term| {
            let map = variables
                .iter()
                .zip(&closed.forms)
                .map(|(variable, form)| (variable.symbol, replace(pool, form.term, closed.tau, at)))
                .collect();
            subst::substitute(pool, term, &map)
        };
        let known_entry = signed(&self.pool, entry);
        for at in low..=high {
            if self.position(&store, symbol, at) != Some(base + factor * at) {
                return Err(odd());
            }
            // The index starts inside and ends the loop outside, so it never comes to what is behind its start: pointers
            // and numbers there stay whole.
            if known_entry.is_some_and(|entry| (at - entry) * step < 0) {
                continue;
            }
            let here = constant(&mut self.pool, sort, at).ok_or_else(odd)?;
            // The iteration that writes here, if it is one.
            let away = if step > 0 { self.pool.sub(here, entry) } else { self.pool.sub(entry, here) };
            let stride = constant(&mut self.pool, sort, step.abs()).ok_or_else(odd)?;
            let iteration = match (step.abs(), sort) {
                (1, _) => away,
                (_, Sort::Int) => self.pool.int_div(away, stride),
                (_, _) => self.pool.bv_udiv(away, stride),
            };
            let back = self.pool.mul(iteration, stride);
            let hits = self.pool.eq(back, away);
            let mut conditions = vec![hits];
            conditions.push(match sort {
                Sort::Int => {
                    let zero = self.pool.int(0);
                    let (low, high) = (self.pool.int_le(zero, iteration), less(&mut self.pool, iteration, often));
                    self.pool.and2(low, high)
                }
                _ => {
                    let both = Sort::Bv(sort.width().max(self.pool.sort(often).width()).ok_or_else(odd)?);
                    let a = scale(&mut self.pool, iteration, both).ok_or_else(odd)?;
                    let b = scale(&mut self.pool, often, both).ok_or_else(odd)?;
                    self.pool.bv_ult(a, b)
                }
            });
            let happened = self.pool.and(&conditions);
            if happened == FALSE {
                continue;
            }
            let counter = match sort {
                Sort::Int => iteration,
                _ => {
                    let counter = self.pool.sort(closed.tau);
                    scale(&mut self.pool, iteration, counter).ok_or_else(odd)?
                }
            };
            let new = map_at(&mut self.pool, value, counter);
            let place = (base + factor * at) as usize;
            let term = if happened == TRUE {
                new
            } else {
                let old = start.memory.object(store.object).read(place, store.ty, &mut self.pool);
                let old = match (old, layout) {
                    (Ok(Value::Undef), Layout::Bytes) => undefined(&mut self.pool, sort_of(store.ty).ok_or_else(odd)?),
                    (Ok(old), _) => old.to_term(&mut self.pool).ok_or_else(odd)?,
                    (Err(_), _) => return Err(Refused::new("it sets parts of an array for the first time")),
                };
                self.pool.ite(happened, new, old)
            };
            let written = Value::from_term(&self.pool, term);
            state.memory.write(store.object, place, store.ty, written, &mut self.pool).map_err(|_| odd())?;
        }
        Ok(())
    }

    /// SOUND: the index must start among those that mean the array, or other ones could mean the same place.
    fn stays_in(
        &mut self,
        start: &State,
        closed: &Closed,
        symbol: Term,
        entry: Term,
        (low, high): (i128, i128),
    ) -> Result<(), Refused> {
        let odd = || Refused::new("it writes to an array in an order that is not followed");
        let sort = self.pool.sort(symbol);
        let (first, last) = (
            constant(&mut self.pool, sort, low).ok_or_else(odd)?,
            constant(&mut self.pool, sort, high).ok_or_else(odd)?,
        );
        let counter = self.pool.sort(closed.tau);
        let zero = number(&mut self.pool, counter, 0).ok_or_else(odd)?;
        let happens = replace(&mut self.pool, closed.guard, closed.tau, zero);
        let inside = match sort {
            Sort::Int => {
                let (a, b) = (self.pool.int_le(first, entry), self.pool.int_le(entry, last));
                self.pool.and2(a, b)
            }
            _ => {
                let (a, b) = (self.pool.bv_sle(first, entry), self.pool.bv_sle(entry, last));
                self.pool.and2(a, b)
            }
        };
        let outside = self.pool.not(inside);
        let both = self.pool.and2(happens, outside);
        match self.solver.check(&mut self.pool, &start.path, both, &start.witness) {
            Answer::Unsat => Ok(()),
            Answer::Sat(_) | Answer::Unknown(_) => Err(odd()),
        }
    }

    /// SOUND: an index that leaves those that mean the array must end the loop, as an access outside does. Otherwise it goes
    /// on, and other indices may mean the same places: `a[i & 7]`, or an index of eight bits and 256 places.
    fn ends_outside(
        &mut self,
        start: &State,
        closed: &Closed,
        index: usize,
        step: i128,
        (low, high): (i128, i128),
    ) -> Result<(), Refused> {
        let odd = || Refused::new("it writes to an array in an order that is not followed");
        let at = closed.forms[index].term;
        let sort = self.pool.sort(at);
        let stride = constant(&mut self.pool, sort, step.abs()).ok_or_else(odd)?;
        // How far outside: the index was inside one step before, so it cannot be further away than that.
        let edge = constant(&mut self.pool, sort, if step > 0 { high } else { low }).ok_or_else(odd)?;
        let away = if step > 0 { self.pool.sub(at, edge) } else { self.pool.sub(edge, at) };
        let zero = number(&mut self.pool, sort, 0).ok_or_else(odd)?;
        let outside = match sort {
            Sort::Int => {
                let (above, near) = (less(&mut self.pool, zero, away), self.pool.int_le(away, stride));
                self.pool.and2(above, near)
            }
            _ => {
                let (above, near) = (self.pool.ne(away, zero), self.pool.bv_ule(away, stride));
                self.pool.and2(above, near)
            }
        };
        let goes_on = self.pool.and2(closed.guard, outside);
        match self.solver.check(&mut self.pool, &start.path, goes_on, &start.witness) {
            Answer::Unsat => Ok(()),
            Answer::Sat(_) | Answer::Unknown(_) => Err(odd()),
        }
    }

    /// The position that an index means.
    fn position(&mut self, store: &Store, symbol: Term, index: i128) -> Option<i128> {
        let sort = self.pool.sort(symbol);
        let at = constant(&mut self.pool, sort, index)?;
        let position = replace(&mut self.pool, store.offset, symbol, at);
        signed(&self.pool, position)
    }
}

fn constant(pool: &mut Pool, sort: Sort, n: i128) -> Option<Term> {
    match sort {
        Sort::Int => Some(pool.int(i64::try_from(n).ok()?)),
        Sort::Bv(width) => Some(pool.bits(Bits::new(u32::from(width), n as u128))),
        Sort::Bool | Sort::Fp(_) | Sort::Array(..) => None,
    }
}

pub(super) fn signed(pool: &Pool, term: Term) -> Option<i128> {
    match pool.value(term)? {
        Constant::Int(n) => n.to_i64().map(i128::from),
        Constant::Bits(bits) => Some(bits.signed()),
        Constant::Bool(_) | Constant::Fp(..) | Constant::Array(_) => None,
    }
}
