//! Whether a decision depends on a value that was never set. Such values are symbols of their own; a decision depends on
//! them if two assignments of them, with the same inputs, decide it differently. Copying them, or masking them out as
//! bit-fields do, is no error.

use pathfold_base::FxMap;
use pathfold_ir::CheckKind;
use pathfold_solver::Answer;
use pathfold_term::{Features, SymbolKind, Term, Value as Constant, subst};

use super::{Explorer, Observer};
use crate::state::State;
use crate::step::{End, Fault, Stop};

/// How often inputs are told apart by what uninitialized values do to one decision.
const ROUNDS: u32 = 16;

impl Explorer<'_> {
    /// The stop as the solver may see it: with addresses of the hidden layout, and free of values that were never set. An
    /// end if the decision depends on one.
    pub(super) fn prepare(&mut self, state: &mut State, stop: Stop, observer: &mut dyn Observer) -> Result<Stop, End> {
        let term = match &stop {
            Stop::Branch(term)
            | Stop::Switch(term)
            | Stop::Check(term, _)
            | Stop::Assume(term)
            | Stop::Index { offset: term, .. }
            | Stop::Resolve { address: term, .. }
            | Stop::Callee { address: term, .. }
            | Stop::Value { term, .. } => *term,
            Stop::Bits { .. }
            | Stop::Enter(_)
            | Stop::Open
            | Stop::Meet
            | Stop::At(_)
            | Stop::Ended(_)
            | Stop::Paused => return Ok(stop),
        };
        let features = self.pool.features(term);
        if !features.intersects(Features::BASE.union(Features::UNDEFINED)) {
            return Ok(stop);
        }
        let clean = self.defined(state, term, observer)?;
        let ground = state.memory.ground(&mut self.pool, clean);
        Ok(match stop {
            Stop::Branch(_) => Stop::Branch(ground),
            Stop::Switch(_) => Stop::Switch(ground),
            Stop::Check(_, fault) => Stop::Check(ground, fault),
            Stop::Assume(_) => Stop::Assume(ground),
            Stop::Index { pointer, object, .. } => Stop::Index { pointer, object, offset: ground },
            // The object is told from the base address: it stays a symbol.
            Stop::Resolve { pointer, .. } => Stop::Resolve { pointer, address: clean },
            Stop::Callee { pointer, .. } => Stop::Callee { pointer, address: clean },
            Stop::Value { slot, .. } => Stop::Value { slot, term: ground },
            Stop::Bits { .. }
            | Stop::Enter(_)
            | Stop::Open
            | Stop::Meet
            | Stop::At(_)
            | Stop::Ended(_)
            | Stop::Paused => stop,
        })
    }

    /// The term without values that were never set. Inputs for which it depends on them end here, each with the finding;
    /// the state goes on with the others, or ends if there are none.
    fn defined(&mut self, state: &mut State, term: Term, observer: &mut dyn Observer) -> Result<Term, End> {
        if !self.pool.features(term).contains(Features::UNDEFINED) {
            return Ok(term);
        }
        let symbols = self.pool.free_symbols(term);
        let (mut twins, mut zeros) = (FxMap::default(), FxMap::default());
        for symbol in symbols.iter() {
            let info = self.pool.symbol_info(*symbol);
            if info.kind == SymbolKind::Undefined {
                let (sort, own) = (info.sort, self.pool.symbol_term(*symbol));
                twins.insert(own, self.pool.fresh("twin", sort));
                zeros.insert(own, self.pool.constant(Constant::default_of(sort)));
            }
        }
        let twin = subst::substitute(&mut self.pool, term, &twins);
        let differs = self.pool.ne(term, twin);
        let differs = state.memory.ground(&mut self.pool, differs);
        let error = || End::Error(Fault::new(CheckKind::Uninitialized));
        for _ in 0..ROUNDS {
            let witness = match self.solver.check(&mut self.pool, &state.path, differs, &state.witness) {
                Answer::Sat(witness) => witness,
                // SOUND: any value will do, so zero does.
                Answer::Unsat => return Ok(subst::substitute(&mut self.pool, term, &zeros)),
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
}
