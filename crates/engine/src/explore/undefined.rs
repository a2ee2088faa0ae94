//! Whether a decision depends on a value that was never set. Such values are symbols of their own; a decision depends on
//! them if two assignments of them, with the same inputs, decide it differently. Copying them, or masking them out as
//! bit-fields do, is no error.

use pathfold_base::FxMap;
use pathfold_ir::CheckKind;
use pathfold_solver::Answer;
use pathfold_term::{Features, SymbolKind, Term, Value as Constant, subst};

use super::{Explorer, Observer};
use crate::code::Slot;
use crate::state::State;
use crate::step::{Decision, End, Fault};
use crate::value::Value;

/// How often inputs are told apart by what uninitialized values do to one decision.
const ROUNDS: u32 = 16;

impl Explorer<'_> {
    /// The decision as the solver may see it: with addresses of the hidden layout, and free of values that were never set. An
    /// end if the decision depends on one.
    pub(super) fn prepare(
        &mut self,
        state: &mut State,
        decision: Decision,
        observer: &mut dyn Observer,
    ) -> Result<Decision, End> {
        let term = decision.term();
        if !self.pool.features(term).intersects(Features::BASE.union(Features::UNDEFINED)) {
            return Ok(decision);
        }
        let clean = self.defined(state, term, observer)?;
        // The object is told from the base address: it stays a symbol.
        let seen = if decision.is_about_an_address() { clean } else { state.memory.ground(&mut self.pool, clean) };
        Ok(decision.about(seen))
    }

    /// The term without values that were never set. Inputs for which it depends on them end here, each with the finding;
    /// the state goes on with the others, or ends if there are none.
    pub(super) fn defined(&mut self, state: &mut State, term: Term, observer: &mut dyn Observer) -> Result<Term, End> {
        if !self.pool.features(term).contains(Features::UNDEFINED) {
            return Ok(term);
        }
        let mut twins = FxMap::default();
        for own in self.unset(term) {
            let sort = self.pool.sort(own);
            twins.insert(own, self.pool.fresh("twin", sort));
        }
        let twin = subst::substitute(&mut self.pool, term, &twins);
        let differs = self.pool.ne(term, twin);
        let differs = state.memory.ground(&mut self.pool, differs);
        let error = || End::Error(Fault::new(CheckKind::Uninitialized));
        for _ in 0..ROUNDS {
            let witness = match self.solver.check(&mut self.pool, &state.path, differs, &state.witness) {
                Answer::Sat(witness) => witness,
                // SOUND: any value will do, so zero does.
                Answer::Unsat => return Ok(self.with_zeros(term)),
                Answer::Unknown(why) => return Err(End::Incomplete(format!("the solver gave up: {why}"))),
            };
            // The inputs for which these very values make a difference.
            let mut values = FxMap::default();
            for symbol in twins.iter().flat_map(|(own, twin)| [*own, *twin]) {
                if let Some(id) = self.pool.as_symbol(symbol) {
                    let value = witness.value_or_default(&self.pool, id);
                    values.insert(symbol, self.pool.constant(value));
                }
            }
            let here = subst::substitute(&mut self.pool, differs, &values);
            let elsewhere = self.pool.not(here);
            match self.solver.check(&mut self.pool, &state.path, elsewhere, &state.witness) {
                Answer::Sat(rest) => {
                    let mut child = state.fork();
                    child.path.add(&mut self.pool, here);
                    child.witness = witness;
                    self.finish(child, error(), observer);
                    state.path.add(&mut self.pool, elsewhere);
                    state.witness = rest;
                }
                Answer::Unsat => {
                    state.witness = witness;
                    return Err(error());
                }
                Answer::Unknown(why) => return Err(End::Incomplete(format!("the solver gave up: {why}"))),
            }
        }
        Err(End::Incomplete("a decision depends on uninitialized values in many ways".to_owned()))
    }

    /// The values in a term that were never set.
    fn unset(&mut self, term: Term) -> Vec<Term> {
        let symbols = self.pool.free_symbols(term);
        let unset = symbols.iter().filter(|symbol| self.pool.symbol_info(**symbol).kind == SymbolKind::Undefined);
        unset.map(|symbol| self.pool.symbol_term(*symbol)).collect()
    }

    /// The term with zeros for values that were never set.
    pub(super) fn with_zeros(&mut self, term: Term) -> Term {
        let mut zeros = FxMap::default();
        for own in self.unset(term) {
            let sort = self.pool.sort(own);
            zeros.insert(own, self.pool.constant(Constant::default_of(sort)));
        }
        subst::substitute(&mut self.pool, term, &zeros)
    }

    /// Puts a term into a register.
    pub(super) fn set_slot(&self, state: &mut State, slot: Slot, term: Term) {
        if let Some(target) = state.frame.slots.get_mut(slot as usize) {
            *target = Value::from_term(&self.pool, term);
        }
    }
}
