//! Loops that read inputs in every iteration. Which path an iteration takes is then up to the inputs, and the paths may be
//! taken in any order and number: each has a counter (the path counters of seed 4, 3.3), and whoever takes one reads the
//! same values each time. That loses nothing as long as what an iteration reads does not live on but in variables that
//! the next one sets again.

use pathfold_base::{FxMap, FxSet};
use pathfold_term::{Pool, Sort, SymbolKind, Term, Value as Constant, subst};

use super::super::Explorer;
use super::iteration::{Iteration, Leaf};
use super::{Folded, Refused};
use crate::loops::Variable;
use crate::loops::closed::{delta, number, replace, scale};
use crate::state::{State, Watch};
use crate::traffic::{Guarded, InputObject, Repeat};

/// Paths that read inputs.
const MOST_PATHS: usize = 8;

/// A path whose inputs have names of their own.
struct Own {
    /// What it takes that does not depend on its inputs.
    state: Term,
    /// What its inputs must be.
    inputs: Term,
    next: Vec<Term>,
    read: Vec<Term>,
    objects: Vec<InputObject>,
    fresh: FxSet<Term>,
}

impl Explorer<'_> {
    /// The state after any numbers of iterations along each path, about to leave the loop.
    pub(super) fn fold_inputs(
        &mut self,
        number_of: u32,
        start: &State,
        iteration: &Iteration,
        explicit: bool,
    ) -> Result<Vec<Folded>, Refused> {
        if explicit {
            return Err(Refused::new("it reads inputs"));
        }
        if iteration.leaves.len() > MOST_PATHS {
            return Err(Refused::new("it has too many paths that read inputs"));
        }
        let symbols: FxSet<Term> = iteration.variables.iter().map(|variable| variable.symbol).collect();
        let mut paths = Vec::new();
        for leaf in &iteration.leaves {
            paths.push(self.own(leaf, &symbols)?);
        }
        let state_part = paths[0].state;
        if paths.iter().any(|path| path.state != state_part) {
            return Err(Refused::new("its inputs and its variables decide together"));
        }
        let kinds = self.kinds(&iteration.variables, &paths, state_part, &symbols)?;
        // What is the same on all paths has closed forms over the number of all iterations.
        let common: Vec<usize> = (0..kinds.len()).filter(|index| kinds[*index].is_none()).collect();
        let variables: Vec<Variable> = common.iter().map(|index| iteration.variables[*index].clone()).collect();
        let next = common.iter().map(|index| paths[0].next[*index]).collect();
        let entries: Vec<Term> = variables.iter().map(|variable| variable.entry).collect();
        let leaf = Leaf::of(state_part, next);
        let closed = self.close_wide(start, &variables, &leaf, &entries)?;
        let sort = self.pool.sort(closed.tau);
        let zero = number(&mut self.pool, sort, 0).ok_or(Refused::new("a counter without numbers"))?;
        let counters: Vec<Term> =
            paths.iter().map(|_| self.pool.fresh_of_kind("k", SymbolKind::Counter, sort)).collect();
        let mut conditions = Vec::new();
        let all = self.total(&counters, sort, &mut conditions)?;
        for (path, counter) in paths.iter().zip(&counters) {
            if sort == Sort::Int {
                conditions.push(self.pool.int_le(zero, *counter));
            }
            let never = self.pool.eq(*counter, zero);
            conditions.push(self.pool.or2(never, path.inputs));
        }
        let (guard, tau) = (closed.guard, closed.tau);
        conditions.push(self.pool.forall(all, |pool, at| replace(pool, guard, tau, at)));
        let condition = self.pool.and(&conditions);
        // No iteration at all is always possible.
        let mut witness = start.witness.clone();
        for counter in counters.iter().copied().chain([all]) {
            if let Some(symbol) = self.pool.as_symbol(counter) {
                witness.set(symbol, Constant::default_of(sort));
            }
        }
        let mut values: Vec<Term> = iteration.variables.iter().map(|variable| variable.entry).collect();
        for (index, form) in common.iter().zip(&closed.forms) {
            values[*index] = replace(&mut self.pool, form.term, tau, all);
        }
        for (index, kind) in kinds.iter().enumerate() {
            let Some(steps) = kind else { continue };
            let sort = self.pool.sort(iteration.variables[index].symbol);
            for (step, counter) in steps.iter().zip(&counters) {
                let often = scale(&mut self.pool, *counter, sort).ok_or(Refused::new("a counter of another kind"))?;
                let part = self.pool.mul(*step, often);
                values[index] = self.pool.add(values[index], part);
            }
        }
        let mut folded = self.leave(number_of, start, &iteration.variables, &values, condition, witness)?;
        let traffic = &mut folded.state.traffic;
        for (path, counter) in paths.into_iter().zip(counters) {
            traffic.repeats.push(Guarded::always(Repeat {
                inputs_before: traffic.inputs.len(),
                objects_before: traffic.objects.len(),
                count: counter,
                inputs: path.read.into(),
                objects: path.objects.into(),
            }));
        }
        // Past the header: the next time it is reached counts.
        folded.state.frame.pc += 1;
        let depth = folded.state.callers.len();
        folded.state.watches.push(Watch { number: number_of, depth, leaving: true });
        Ok(vec![folded])
    }

    /// The sum of the counters: a counter of its own if there are several.
    fn total(&mut self, counters: &[Term], sort: Sort, conditions: &mut Vec<Term>) -> Result<Term, Refused> {
        let &[first, ref rest @ ..] = counters else { return Err(Refused::new("no iteration comes back")) };
        if rest.is_empty() {
            return Ok(first);
        }
        if sort == Sort::Int {
            return Ok(self.pool.int_add(counters));
        }
        // SOUND: added where nothing can wrap.
        let wide = Sort::Bv(sort.width().unwrap_or(64) + 8);
        let all = self.pool.fresh_of_kind("k", SymbolKind::Counter, sort);
        let odd = || Refused::new("a counter of another kind");
        let mut sum = scale(&mut self.pool, first, wide).ok_or_else(odd)?;
        for counter in rest {
            let more = scale(&mut self.pool, *counter, wide).ok_or_else(odd)?;
            sum = self.pool.add(sum, more);
        }
        let same = scale(&mut self.pool, all, wide).ok_or_else(odd)?;
        conditions.push(self.pool.eq(same, sum));
        Ok(all)
    }

    /// By variable: what each path adds to it, or none if all paths do the same with it.
    fn kinds(
        &mut self,
        variables: &[Variable],
        paths: &[Own],
        state_part: Term,
        symbols: &FxSet<Term>,
    ) -> Result<Vec<Option<Vec<Term>>>, Refused> {
        let mut kinds = Vec::new();
        for (index, variable) in variables.iter().enumerate() {
            let symbol = variable.symbol;
            let from_inputs = paths.iter().any(|path| mentions(&mut self.pool, path.next[index], &path.fresh));
            let used_elsewhere = |pool: &mut Pool| {
                let own = FxSet::from_iter([symbol]);
                mentions(pool, state_part, &own)
                    || paths.iter().any(|path| {
                        path.next.iter().enumerate().any(|(other, next)| other != index && mentions(pool, *next, &own))
                    })
            };
            if from_inputs {
                // SOUND: what was read may live on only until the next iteration reads again; then equal inputs in all
                // iterations give every value that different ones do.
                let alone = paths.iter().all(|path| !mentions(&mut self.pool, path.next[index], symbols));
                if !alone || used_elsewhere(&mut self.pool) || paths.len() > 1 {
                    return Err(Refused::new("what it reads adds up"));
                }
                kinds.push(None);
                continue;
            }
            if paths.iter().all(|path| path.next[index] == paths[0].next[index]) {
                kinds.push(None);
                continue;
            }
            let sort = self.pool.sort(symbol);
            let mut steps = Vec::new();
            for path in paths {
                let step = match sort {
                    Sort::Int | Sort::Bv(_) => delta(&mut self.pool, path.next[index], symbol),
                    Sort::Bool | Sort::Fp(_) | Sort::Array(..) => None,
                };
                match step {
                    Some(step) if !mentions(&mut self.pool, step, symbols) => steps.push(step),
                    _ => return Err(Refused::for_now("its paths do not commute")),
                }
            }
            if used_elsewhere(&mut self.pool) {
                return Err(Refused::new("its paths do not commute"));
            }
            kinds.push(Some(steps));
        }
        Ok(kinds)
    }

    /// A path with inputs of its own, its conditions split into those on inputs and the others.
    fn own(&mut self, leaf: &Leaf, symbols: &FxSet<Term>) -> Result<Own, Refused> {
        let mut map = FxMap::default();
        for part in leaf.read() {
            let sort = self.pool.sort(part);
            map.insert(part, self.pool.fresh_of_kind("again", SymbolKind::Input, sort));
        }
        let fresh: FxSet<Term> = map.values().copied().collect();
        let (mut state, mut inputs) = (Vec::new(), Vec::new());
        for condition in &leaf.condition {
            let condition = subst::substitute(&mut self.pool, *condition, &map);
            if !mentions(&mut self.pool, condition, &fresh) {
                state.push(condition);
            } else if mentions(&mut self.pool, condition, symbols) {
                return Err(Refused::new("its inputs and its variables decide together"));
            } else {
                inputs.push(condition);
            }
        }
        let next = leaf.next.iter().map(|term| subst::substitute(&mut self.pool, *term, &map)).collect();
        let renamed = |parts: &[Term]| parts.iter().map(|part| map[part]).collect::<Vec<Term>>();
        Ok(Own {
            state: self.pool.and(&state),
            inputs: self.pool.and(&inputs),
            next,
            read: renamed(&leaf.inputs),
            objects: leaf
                .objects
                .iter()
                .map(|object| InputObject { name: object.name.clone(), parts: renamed(&object.parts).into() })
                .collect(),
            fresh,
        })
    }
}

fn mentions(pool: &mut Pool, term: Term, symbols: &FxSet<Term>) -> bool {
    pool.free_symbols(term).iter().any(|symbol| symbols.contains(&pool.symbol_term(*symbol)))
}
