//! What a path leaves behind when it ends.

use std::sync::Arc;

use pathfold_ir::CheckKind;
use pathfold_solver::Model;
use pathfold_term::{Term, Value as Constant};

use super::Explorer;
use super::record::{Finding, Input, Observer, PathEnd, PathRecord, Reason};
use crate::memory::Memory;
use crate::state::State;
use crate::step::{End, Fault};
use crate::value::Value;

/// Steps an evaluation may take: outputs are terms without quantifiers, so this is never reached in practice.
const EVALUATION_BUDGET: u64 = 100_000_000;

impl Explorer<'_> {
    /// Records the end of a path.
    pub(super) fn finish(&mut self, state: State, end: End, observer: &mut dyn Observer) {
        observer.state_ended(&state, &end, &mut self.pool);
        let end = self.path_end(&state, end);
        match &end {
            PathEnd::Returned(_) => self.statistics.paths_returned += 1,
            PathEnd::Assumption => self.statistics.paths_assumption += 1,
            PathEnd::Error { .. } => self.statistics.paths_error += 1,
            PathEnd::Incomplete { why, .. } => {
                self.statistics.paths_incomplete += 1;
                self.reason(Reason::Path(why.clone()), 1);
            }
        }
        let number = self.statistics.paths();
        let mut is_new = false;
        if let PathEnd::Error { kind, loc, message, allocated } = &end {
            match self.finding_at.get(&(*kind, *loc)) {
                Some(known) => self.findings[*known].count += 1,
                None => {
                    self.finding_at.insert((*kind, *loc), self.findings.len());
                    let finding = Finding {
                        kind: *kind,
                        loc: *loc,
                        message: message.clone(),
                        allocated: *allocated,
                        path: number,
                        count: 1,
                    };
                    is_new = true;
                    observer.found(&finding);
                    self.findings.push(finding);
                }
            }
            if self.config.first_error {
                self.halt(Reason::FirstError);
            }
        }
        if is_new || observer.wants_paths() {
            let record = self.record(&state, end, number);
            observer.path_ended(&record);
        }
    }

    fn record(&mut self, state: &State, end: PathEnd, number: u64) -> PathRecord {
        let mut inputs: Vec<Input> = state
            .traffic
            .inputs
            .iter()
            .filter_map(|term| self.pool.as_symbol(*term))
            .map(|symbol| Input {
                name: Arc::clone(&self.pool.symbol_info(symbol).name),
                value: state.witness.value_or_default(&self.pool, symbol),
            })
            .collect();
        let rest = inputs.split_off((state.traffic.parameters as usize).min(inputs.len()));
        let outputs: Vec<Term> =
            state.traffic.outputs.to_vec().into_iter().filter_map(|value| value.to_term(&mut self.pool)).collect();
        let model = state.witness.complete(&self.pool);
        let values = self.evaluator.eval_all(&self.pool, &outputs, &model, EVALUATION_BUDGET);
        let outputs = values.into_iter().filter_map(Result::ok).collect();
        PathRecord {
            number,
            end,
            parameters: inputs,
            inputs: rest,
            outputs,
            decisions: state.decisions.to_vec(),
            instructions: state.instructions,
        }
    }

    fn path_end(&mut self, state: &State, end: End) -> PathEnd {
        let loc = self.loc(state);
        match end {
            End::Returned(value) => PathEnd::Returned(value.and_then(|value| self.concrete(value, &state.witness))),
            End::Assumption => PathEnd::Assumption,
            End::Incomplete(why) => PathEnd::Incomplete { why, loc },
            End::Error(fault) => PathEnd::Error {
                kind: fault.kind,
                loc,
                message: self.message(state, fault),
                allocated: allocation(fault, &state.memory),
            },
        }
    }

    /// One sentence: what is wrong, with the numbers of this path.
    fn message(&mut self, state: &State, fault: Fault) -> String {
        if fault.kind == CheckKind::OutOfBounds
            && let Some((object, offset)) = fault.pointer.and_then(|pointer| match pointer {
                Value::Ptr { object, offset } => Some((object, offset.to_string())),
                Value::PtrTerm { object, offset } => {
                    self.evaluate(offset, &state.witness).map(|value| (object, plain(&value)))
                }
                Value::Undef
                | Value::Bool(_)
                | Value::Int(_)
                | Value::Bits { .. }
                | Value::Function(_)
                | Value::Term(_) => None,
            })
        {
            let object = state.memory.object(object);
            let unit = match object.layout {
                pathfold_ir::Layout::Cells => "element",
                pathfold_ir::Layout::Bytes => "byte",
            };
            let plural = if object.size == 1 { "" } else { "s" };
            return format!("position {offset} is outside of an object of {} {unit}{plural}", object.size);
        }
        fault.kind.explanation().to_owned()
    }

    /// The value a term has under a model, symbols it does not mention being zero.
    pub(super) fn evaluate(&mut self, term: Term, model: &Model) -> Option<Constant> {
        self.evaluator.eval(&self.pool, term, &model.complete(&self.pool), EVALUATION_BUDGET).ok()
    }

    fn concrete(&mut self, value: Value, model: &Model) -> Option<Constant> {
        if let Value::Int(n) = value {
            return Some(Constant::Int(n.into()));
        }
        let term = value.to_term(&mut self.pool)?;
        self.evaluate(term, model)
    }
}

fn allocation(fault: Fault, memory: &Memory) -> Option<pathfold_ir::LocId> {
    match fault.pointer? {
        Value::Ptr { object, .. } | Value::PtrTerm { object, .. } => {
            let loc = memory.object(object).loc;
            (loc != pathfold_ir::Program::NOWHERE).then_some(loc)
        }
        Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Bits { .. } | Value::Function(_) | Value::Term(_) => {
            None
        }
    }
}

fn plain(value: &Constant) -> String {
    match value {
        Constant::Bool(b) => b.to_string(),
        Constant::Int(n) => n.to_string(),
        Constant::Bits(bits) => bits.signed().to_string(),
        Constant::Fp(..) | Constant::Array(_) => "?".to_owned(),
    }
}
