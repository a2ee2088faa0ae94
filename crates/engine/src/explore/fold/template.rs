//! A loop as a template (seed 1, algorithm 1): the state after any number of iterations, and what that takes. The paths
//! of an iteration that come back are joined, so that one counter serves all of them; the iteration that leaves the loop
//! is walked for real afterwards, so exits keep their own states and conditions.

use pathfold_base::FxSet;
use pathfold_solver::{Answer, Model};
use pathfold_term::{FALSE, Features, Op, Pool, Sort, SymbolKind, TRUE, Term, Value as Constant, subst};

use super::super::Explorer;
use super::iteration::{Iteration, Leaf};
use super::{Folded, Refused};
use crate::config::Loops;
use crate::loops::closed::{number, replace};
use crate::loops::{Form, Place, Recurrence, Shape, Solving, Variable, count, counts};
use crate::state::{State, Watch};
use crate::value::Value;

/// Iterations that are tried one by one to find out how many there are under known inputs.
const MOST_TRIED: u64 = 4096;
/// Up to so many iterations of one path are better walked than folded with quantifiers.
const FEW_ITERATIONS: u64 = 8;
/// Bounds that are tried for the number of iterations.
const BOUNDS: [u64; 7] = [4, 8, 16, 32, 64, 128, 256];
/// Counters of loops whose values do not repeat with the width of their variables.
const WIDE: u8 = 72;

/// The closed forms of all variables of a loop, and when it goes on.
pub(super) struct Closed {
    pub(super) tau: Term,
    pub(super) forms: Vec<Form>,
    /// Iteration `tau` happens if those before it did and this holds.
    pub(super) guard: Term,
    /// At most so many iterations, if that was needed.
    most: Option<u64>,
}

impl Explorer<'_> {
    /// The states in which a loop that `start` is about to enter is left. With `explicit` the number of iterations must be
    /// a term over what is known before, so that a loop around it can be folded too.
    pub(super) fn fold_at(&mut self, number: u32, start: &State, explicit: bool) -> Result<Vec<Folded>, Refused> {
        let iteration = self.iteration(number, start)?;
        self.folder.records[number as usize].paths = iteration.leaves.len();
        let (folded, summary) = self.fold_iteration(number, start, &iteration, explicit);
        self.describe(number, start, &iteration, &folded, summary);
        if folded.is_ok() {
            self.cover(&iteration);
        }
        folded
    }

    /// What is folded counts as covered: the paths of an iteration that come back.
    // APPROX: feasible from a general state; a test case need not take each of them.
    fn cover(&mut self, iteration: &Iteration) {
        for leaf in &iteration.leaves {
            leaf.edges.iter().for_each(|edge| self.coverage.take(*edge));
            for (segment, known) in self.code.segments.iter().enumerate() {
                if leaf.places.contains(&known.place) {
                    self.coverage.reach(segment as u32);
                }
            }
        }
    }

    /// One iteration, with the loops inside walked or, if there is no end to that, folded.
    fn iteration(&mut self, number: u32, start: &State) -> Result<Iteration, Refused> {
        let iteration = match self.iterate(number, start, false) {
            Ok(iteration) => iteration,
            Err(why) => match self.iterate(number, start, true) {
                Ok(iteration) => iteration,
                Err(_) => return Err(why),
            },
        };
        if iteration.leaves.is_empty() {
            return Err(Refused::new("no iteration comes back to its start"));
        }
        Ok(iteration)
    }

    /// Folds, and says whether by an automaton.
    fn fold_iteration(
        &mut self,
        number: u32,
        start: &State,
        iteration: &Iteration,
        explicit: bool,
    ) -> (Result<Vec<Folded>, Refused>, bool) {
        if iteration.leaves.iter().any(|leaf| !leaf.inputs.is_empty() || !leaf.objects.is_empty()) {
            if !iteration.stores.is_empty() {
                return (Err(Refused::new("it reads inputs and writes to an array")), false);
            }
            return (self.fold_inputs(number, start, iteration, explicit), false);
        }
        let compact = self.folder.mode == Loops::Compact;
        match self.template(number, start, iteration, explicit) {
            Err(why) if iteration.leaves.len() > 1 && iteration.stores.is_empty() && !compact => {
                let summary = self.summarize(number, start, iteration, explicit);
                (summary.map_err(|other| Refused { later: why.later, ..other }), true)
            }
            Err(why) if compact && !explicit => (self.one_path(number, start, iteration).ok_or(why), false),
            folded => (folded, false),
        }
    }

    /// A template for one path of an iteration (seed 1, algorithm 2): the first that has one and can be taken. The others are
    /// walked, and the next time the header is reached there is a choice again.
    fn one_path(&mut self, number: u32, start: &State, iteration: &Iteration) -> Option<Vec<Folded>> {
        if !iteration.stores.is_empty() {
            return None;
        }
        let entries: Vec<Term> = iteration.variables.iter().map(|variable| variable.entry).collect();
        for leaf in &iteration.leaves {
            let first = {
                let all = self.pool.and(&leaf.condition);
                let map = iteration.variables.iter().map(|variable| (variable.symbol, variable.entry)).collect();
                subst::substitute(&mut self.pool, all, &map)
            };
            // A path that cannot be taken now would only repeat the same choice.
            if !matches!(self.solver.check(&mut self.pool, &start.path, first, &start.witness), Answer::Sat(_)) {
                continue;
            }
            let Ok(closed) = self.close(start, &iteration.variables, leaf, &entries, false) else { continue };
            let Ok(folded) = self.apply(number, start, &iteration.variables, &closed) else { continue };
            return Some(folded.into_iter().map(|(folded, _)| self.watched_on(number, folded)).collect());
        }
        None
    }

    /// The state walks on from the header, and notices when it comes back to it.
    fn watched_on(&mut self, number: u32, mut folded: Folded) -> Folded {
        folded.state.frame.pc += 1;
        let depth = folded.state.callers.len();
        folded.state.watches.push(Watch { number, depth, leaving: false });
        folded
    }

    /// One counter for all paths of an iteration together.
    fn template(
        &mut self,
        number: u32,
        start: &State,
        iteration: &Iteration,
        explicit: bool,
    ) -> Result<Vec<Folded>, Refused> {
        let (guard, mut next) = iteration.tree.join(&iteration.leaves, &mut self.pool);
        let written = next.split_off(iteration.variables.len());
        if explicit && !written.is_empty() {
            return Err(Refused::new("it writes to an array"));
        }
        let leaf = Leaf::of(guard, next);
        // Writing out few iterations of many paths is neither a summary nor a template.
        let tables = iteration.leaves.len() > 1 && self.folder.mode == Loops::Fold;
        let entries: Vec<Term> = iteration.variables.iter().map(|variable| variable.entry).collect();
        let closed = self.close(start, &iteration.variables, &leaf, &entries, tables)?;
        if explicit && count(&mut self.pool, closed.guard, closed.tau).is_none() {
            return self.apply_each(number, start, &iteration.variables, &closed);
        }
        let Some((mut folded, often)) = self.apply(number, start, &iteration.variables, &closed)? else {
            return Ok(Vec::new());
        };
        for (store, value) in iteration.stores.iter().zip(written) {
            self.store_range(&mut folded.state, start, &iteration.variables, &closed, often, (*store, value))?;
        }
        Ok(vec![folded])
    }

    /// Closed forms for iterations that all go the way of a leaf, from these values on. With `tables` they may be written
    /// out iteration by iteration.
    pub(super) fn close(
        &mut self,
        start: &State,
        variables_of: &[Variable],
        leaf: &Leaf,
        entries: &[Term],
        tables: bool,
    ) -> Result<Closed, Refused> {
        self.close_with(start, variables_of, leaf, entries, (tables, 1))
    }

    /// The same with a counter of at least 64 bits, for loops that need not end when they can.
    pub(super) fn close_wide(
        &mut self,
        start: &State,
        variables: &[Variable],
        leaf: &Leaf,
        entries: &[Term],
    ) -> Result<Closed, Refused> {
        self.close_with(start, variables, leaf, entries, (false, 64))
    }

    fn close_with(
        &mut self,
        start: &State,
        variables_of: &[Variable],
        leaf: &Leaf,
        entries: &[Term],
        (tables, least): (bool, u8),
    ) -> Result<Closed, Refused> {
        let mut guard = self.pool.and(&leaf.condition);
        if self.pool.features(guard).contains(Features::UNDEFINED) {
            return Err(Refused::new("it decides by what was never set"));
        }
        let mut variables: Vec<Recurrence> = variables_of
            .iter()
            .zip(&leaf.next)
            .zip(entries)
            .map(|((variable, next), entry)| Recurrence { symbol: variable.symbol, entry: *entry, next: *next })
            .collect();
        self.follow_remainders(start, &mut variables, &mut guard);
        let first = decisive(&mut self.pool, &variables, guard);
        let sorts: Vec<Sort> = variables.iter().map(|variable| self.pool.sort(variable.symbol)).collect();
        let narrow = if sorts.contains(&Sort::Int) || self.integers {
            Sort::Int
        } else {
            let widths = first.iter().filter_map(|index| sorts[*index].width());
            Sort::Bv(widths.max().unwrap_or(64).max(least))
        };
        let mut why = Refused::new("a variable has no closed form");
        for sort in [narrow, Sort::Bv(64), Sort::Bv(WIDE)] {
            if narrow == Sort::Int && sort != Sort::Int || sort.width() < narrow.width() {
                continue;
            }
            let tau = self.pool.fresh_of_kind("tau", SymbolKind::Bound, sort);
            let mut solving = Solving::new(&variables, tau, tables);
            let mut most = None;
            let solved = {
                let (solver, path, witness) = (&mut self.solver, &start.path, &start.witness);
                solving.solve(&mut self.pool, |pool, so_far| {
                    most = BOUNDS.into_iter().find(|bound| {
                        let Some(at) = number(pool, sort, *bound) else { return false };
                        let goes_on = so_far.value_at(pool, guard, at);
                        // SOUND: if no iteration can be the one of this number, there are at most that many.
                        goes_on == FALSE || matches!(solver.check(pool, path, goes_on, witness), Answer::Unsat)
                    });
                    most
                })
            };
            if !solved {
                let open = solving.forms.iter().position(Option::is_none);
                let name = open.and_then(|index| variables_of.get(index)?.name.as_deref());
                why = Refused::for_now(format!("`{}` has no closed form", name.unwrap_or("a variable")));
                continue;
            }
            let forms: Vec<Form> = solving.forms.iter().flatten().copied().collect();
            let guard = solving.without_certain(&mut self.pool, guard);
            let decisive = decisive(&mut self.pool, &variables, guard);
            // SOUND: the guard of linear forms repeats with the width of the counter, so its first failure is in range;
            // other forms get a counter that is wide enough for anything that repeats with twice their width.
            let linear =
                decisive.iter().all(|index| matches!(forms[*index].shape, Shape::Unchanged | Shape::Linear(_)));
            if !linear && sort == narrow && most.is_none() && narrow != Sort::Int && sort.width() < Some(WIDE) {
                continue;
            }
            let guard = solving.value_at(&mut self.pool, guard, tau);
            let forms = forms[..variables_of.len()].to_vec();
            return Ok(Closed { tau, forms, guard, most });
        }
        Err(why)
    }

    /// The state after all iterations, about to leave the loop, and how many they are. None if it never does.
    fn apply(
        &mut self,
        number_of: u32,
        start: &State,
        variables: &[Variable],
        closed: &Closed,
    ) -> Result<Option<(Folded, Term)>, Refused> {
        let sort = self.pool.sort(closed.tau);
        let zero = number(&mut self.pool, sort, 0).ok_or(Refused::new("a counter without numbers"))?;
        let found = count(&mut self.pool, closed.guard, closed.tau);
        let counted = found.is_none();
        let (often, conditions, witness) = match found {
            Some(found) => {
                let first = replace(&mut self.pool, closed.guard, closed.tau, zero);
                let none = self.pool.not(first);
                let entered =
                    matches!(self.solver.check(&mut self.pool, &start.path, none, &start.witness), Answer::Unsat);
                let mut term = found.term;
                // Where the first iteration always happens, the number need not say what if it does not.
                while entered
                    && self.pool.op(term) == Op::Ite
                    && let &[_, some, other] = self.pool.args(term)
                    && other == zero
                {
                    term = some;
                }
                (term, vec![found.ends], None)
            }
            None => {
                let counter = self.pool.fresh_of_kind("k", SymbolKind::Counter, sort);
                let mut conditions = Vec::new();
                if sort == Sort::Int {
                    conditions.push(self.pool.int_le(zero, counter));
                }
                if let Some(most) = closed.most.and_then(|most| number(&mut self.pool, sort, most)) {
                    conditions.push(match sort {
                        Sort::Int => self.pool.int_le(counter, most),
                        _ => self.pool.bv_ule(counter, most),
                    });
                }
                let (tau, guard) = (closed.tau, closed.guard);
                let all = self.pool.forall(counter, |pool, at| replace(pool, guard, tau, at));
                conditions.push(all);
                if self.pool.features(all).contains(Features::QUANTIFIER) && self.is_short(start, closed, number_of) {
                    return Err(Refused::new("it has few iterations: they are walked"));
                }
                let last = replace(&mut self.pool, guard, tau, counter);
                conditions.push(self.pool.not(last));
                let tried = self.try_out(closed, &start.witness).and_then(|often| {
                    let mut witness = start.witness.clone();
                    witness.set(self.pool.as_symbol(counter)?, often);
                    Some(witness)
                });
                (counter, conditions, tried)
            }
        };
        let condition = self.pool.and(&conditions);
        let witness = match witness {
            Some(witness) => witness,
            None => match self.solver.check(&mut self.pool, &start.path, condition, &start.witness) {
                Answer::Sat(witness) => witness,
                // SOUND: no input leaves the loop from here.
                Answer::Unsat => return Ok(None),
                Answer::Unknown(why) => return Err(Refused::new(format!("the solver gave up: {why}"))),
            },
        };
        let only = if counted { self.only_number(often, condition, &witness) } else { None };
        let (often, condition) = only.unwrap_or((often, condition));
        let values: Vec<Term> =
            closed.forms.iter().map(|form| replace(&mut self.pool, form.term, closed.tau, often)).collect();
        let folded = self.leave(number_of, start, variables, &values, condition, witness)?;
        Ok(Some((folded, often)))
    }

    /// A new counter whose conditions depend on nothing else is the number that a witness has for it.
    fn only_number(&mut self, counter: Term, condition: Term, witness: &Model) -> Option<(Term, Term)> {
        let symbol = self.pool.as_symbol(counter)?;
        if self.pool.free_symbols(condition).iter().any(|other| *other != symbol) {
            return None;
        }
        // SOUND: the first iteration that does not happen is one number.
        let value = self.evaluate(counter, witness)?;
        Some((self.pool.constant(value), TRUE))
    }

    /// The states after all iterations, one for each guard that may be the first to fail; the numbers of iterations are
    /// terms.
    fn apply_each(
        &mut self,
        number_of: u32,
        start: &State,
        variables: &[Variable],
        closed: &Closed,
    ) -> Result<Vec<Folded>, Refused> {
        let ways = counts(&mut self.pool, closed.guard, closed.tau)
            .ok_or(Refused::new("the number of its iterations is not a term"))?;
        let mut folded = Vec::new();
        for way in ways {
            let witness = match self.solver.check(&mut self.pool, &start.path, way.ends, &start.witness) {
                Answer::Sat(witness) => witness,
                Answer::Unsat => continue,
                Answer::Unknown(why) => return Err(Refused::new(format!("the solver gave up: {why}"))),
            };
            let values: Vec<Term> =
                closed.forms.iter().map(|form| replace(&mut self.pool, form.term, closed.tau, way.term)).collect();
            folded.push(self.leave(number_of, start, variables, &values, way.ends, witness)?);
        }
        Ok(folded)
    }

    /// Whether a loop with one path has so few iterations that walking them is cheaper than conditions with quantifiers.
    fn is_short(&mut self, start: &State, closed: &Closed, number_of: u32) -> bool {
        if self.folder.mode != Loops::Fold || self.folder.records[number_of as usize].paths != 1 {
            return false;
        }
        let sort = self.pool.sort(closed.tau);
        let Some(few) = number(&mut self.pool, sort, FEW_ITERATIONS) else { return false };
        let goes_on = replace(&mut self.pool, closed.guard, closed.tau, few);
        matches!(self.solver.check(&mut self.pool, &start.path, goes_on, &start.witness), Answer::Unsat)
    }

    /// The state about to leave a loop with these values, under this condition.
    pub(super) fn leave(
        &mut self,
        number: u32,
        start: &State,
        variables: &[Variable],
        values: &[Term],
        condition: Term,
        witness: Model,
    ) -> Result<Folded, Refused> {
        let mut state = start.copy();
        state.watches.retain(|watch| watch.leaving);
        let mut writes = Vec::new();
        for (variable, term) in variables.iter().zip(values) {
            let term = *term;
            let value = variable.value(&self.pool, term);
            let set = variable.place.write(&mut state, value, &mut self.pool);
            set.ok_or(Refused::new("a variable cannot be set"))?;
            if let Place::Cell { object, offset, ty } = variable.place {
                writes.push((Value::Ptr { object, offset: offset as i64 }, ty));
            }
        }
        state.frame.pc = self.code.loops[number as usize].header;
        state.passed = 0;
        state.path.add(&mut self.pool, condition);
        state.witness = witness;
        Ok(Folded { state, condition, writes })
    }

    /// How many iterations there are under these inputs, by trying one after the other.
    fn try_out(&mut self, closed: &Closed, witness: &Model) -> Option<Constant> {
        let tau = self.pool.as_symbol(closed.tau)?;
        let sort = self.pool.sort(closed.tau);
        let mut inputs = witness.clone();
        for t in 0..MOST_TRIED {
            let at = number(&mut self.pool, sort, t)?;
            let value = self.pool.value(at)?.clone();
            inputs.set(tau, value.clone());
            if self.evaluate(closed.guard, &inputs)? == Constant::Bool(false) {
                return Some(value);
            }
        }
        None
    }
}

/// The variables that decide whether there is another iteration.
fn decisive(pool: &mut Pool, variables: &[Recurrence], guard: Term) -> Vec<usize> {
    let mut known: FxSet<usize> = FxSet::default();
    let mut terms = vec![guard];
    while let Some(term) = terms.pop() {
        let free = pool.free_symbols(term);
        for symbol in free.iter() {
            let symbol = pool.symbol_term(*symbol);
            if let Some(index) = variables.iter().position(|variable| variable.symbol == symbol)
                && known.insert(index)
            {
                terms.push(variables[index].next);
            }
        }
    }
    let mut all: Vec<usize> = known.into_iter().collect();
    all.sort_unstable();
    all
}
