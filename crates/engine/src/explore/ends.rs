//! What a path leaves behind when it ends.

use std::sync::Arc;

use pathfold_ir::{CheckKind, Layout, LocId, Program};
use pathfold_solver::{Answer, Model};
use pathfold_term::{Features, TRUE, Term, Value as Constant};

use super::Explorer;
use super::leaks::Leak;
use super::record::{Because, Finding, Input, InputBytes, Observer, PathEnd, PathRecord, Reason};
use crate::memory::{Life, Memory};
use crate::state::{Frame, State};
use crate::step::{End, Fault};
use crate::traffic::{Guarded, InputObject};
use crate::value::{ObjectId, Value};

/// Steps an evaluation may take: outputs are terms without quantifiers, so this is never reached in practice.
const EVALUATION_BUDGET: u64 = 100_000_000;

/// Annotations that a run remembers for its report.
const MOST_ANNOTATIONS: usize = 100;

/// Iterations of a folded loop whose inputs are written out in a test case.
const MOST_REPEATED: u64 = 100_000;

impl Explorer<'_> {
    /// Records the end of a path.
    pub(super) fn finish(&mut self, mut state: State, end: End, observer: &mut dyn Observer) {
        #[cfg(test)]
        super::guard::failpoint("finish");
        self.notice_end(&end);
        let again = self.has_ended_before(&state, &end);
        if !again {
            observer.state_ended(&state, &end, &mut self.pool);
        }
        if !again {
            self.grant_wishes(&mut state);
        }
        let mut end = self.path_end(&mut state, end);
        // SOUND: before its place is the one in the source: errors without one are not the same error.
        let error = if let PathEnd::Error { kind, loc, .. } = &end { Some((*kind, *loc)) } else { None };
        self.place_in_source(&mut end);
        self.count(&state, &end);
        if again {
            return;
        }
        self.ended += 1;
        let number = self.ended;
        let mut is_new = false;
        if let (Some(error), PathEnd::Error { kind, loc, message, allocated, freed, trace }) = (error, &end) {
            match self.finding_at.get(&error) {
                Some(known) => self.findings[*known].count += 1,
                None => {
                    self.finding_at.insert(error, self.findings.len());
                    let finding = Finding {
                        kind: *kind,
                        loc: *loc,
                        message: message.clone(),
                        allocated: *allocated,
                        freed: *freed,
                        trace: trace.clone(),
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
        let subsumed = matches!(end, PathEnd::Subsumed { .. });
        if is_new || (observer.wants_paths() && !subsumed) {
            let record = self.record(&state, end, number);
            observer.path_ended(&record);
        }
    }

    /// Other inputs for the same path, if there are any that the program likes better: its wishes, the first before the
    /// others. What the solver does not answer is not granted.
    fn grant_wishes(&mut self, state: &mut State) {
        let mut path = state.path.clone();
        for wish in state.traffic.wishes.to_vec() {
            let wish = state.memory.ground(&mut self.pool, wish);
            if self.pool.features(wish).contains(Features::UNDEFINED) {
                continue;
            }
            if let Answer::Sat(witness) = self.solver.check(&mut self.pool, &path, wish, &state.witness) {
                path.add(&mut self.pool, wish);
                state.witness = witness;
            }
        }
    }

    /// Counts a path that has ended.
    fn count(&mut self, state: &State, end: &PathEnd) {
        self.statistics.paths_joined = self.statistics.paths_joined.saturating_add(state.paths);
        match end {
            PathEnd::Returned(_) => self.statistics.paths_returned += 1,
            PathEnd::Assumption => self.statistics.paths_assumption += 1,
            PathEnd::Error { .. } => self.statistics.paths_error += 1,
            PathEnd::Subsumed { annotation, loc } => {
                self.statistics.paths_subsumed += 1;
                let place = self.program.locs[*loc];
                let line = (place.file.0, place.start.line);
                let all = &mut self.statistics.subsumed;
                let known = all.iter().position(|(at, what, _)| *at == line && what == annotation);
                match known {
                    Some(index) => all[index].2 += 1,
                    None if all.len() < MOST_ANNOTATIONS => all.push((line, annotation.clone(), 1)),
                    None => {}
                }
            }
            PathEnd::Incomplete { why, loc } => {
                self.statistics.paths_incomplete += 1;
                let place = self.line_of(*loc);
                let because = self.reason(Reason::Path(why.clone()));
                because.paths += 1;
                if let Some(place) = place
                    && because.places.len() < Because::MOST_PLACES
                    && let Err(at) = because.places.binary_search(&place)
                {
                    because.places.insert(at, place);
                }
            }
        }
    }

    fn record(&mut self, state: &State, end: PathEnd, number: u64) -> PathRecord {
        let (read, made) = self.all_inputs(state);
        let mut inputs: Vec<Input> = read
            .iter()
            .filter_map(|term| self.pool.as_symbol(*term))
            .map(|symbol| Input {
                name: Arc::clone(&self.pool.symbol_info(symbol).name),
                value: state.witness.value_or_default(&self.pool, symbol),
            })
            .collect();
        let mut rest = inputs.split_off((state.traffic.parameters as usize).min(inputs.len()));
        // What folded loops read has names of its own, or one for all iterations; what only other paths read has none.
        let plain = state.traffic.inputs.len() - state.traffic.parameters as usize;
        if !state.traffic.repeats.is_empty() || rest.len() != plain {
            for (number, input) in (1..).zip(&mut rest) {
                input.name = format!("input{number}").into();
            }
        }
        let outputs = self.outputs(state);
        let objects = self.input_objects(state, &made);
        let printed = self.printed(state);
        PathRecord {
            number,
            end,
            parameters: inputs,
            inputs: rest,
            outputs,
            objects,
            printed,
            decisions: state.decisions.to_vec(),
            instructions: state.instructions,
        }
    }

    /// The outputs under the state's witness, in order. Most are numbers already: no term is made of these.
    fn outputs(&mut self, state: &State) -> Vec<Constant> {
        let (mut outputs, mut terms) = (Vec::with_capacity(state.traffic.outputs.len()), Vec::new());
        for output in state.traffic.outputs.newest_first() {
            if !self.happened(state, output.guard) {
                continue;
            }
            if let Some(n) = output.item.to_i128() {
                outputs.push(Some(Constant::Int(n.into())));
            } else if let Some(term) = output.item.to_term(&mut self.pool) {
                outputs.push(None);
                terms.push(term);
            }
        }
        let model = state.witness.complete(&self.pool);
        let values = self.evaluator.eval_all(&self.pool, &terms, &model, EVALUATION_BUDGET);
        let missing = outputs.iter_mut().filter(|output| output.is_none());
        missing.zip(values).for_each(|(output, value)| *output = value.ok());
        outputs.into_iter().rev().flatten().collect()
    }

    /// The inputs and input objects in order, those of folded loops as often as they are read under the state's witness.
    fn all_inputs(&mut self, state: &State) -> (Vec<Term>, Vec<InputObject>) {
        let traffic = &state.traffic;
        let (mut inputs, mut objects) = (Vec::new(), Vec::new());
        let own: Vec<Option<Term>> =
            traffic.inputs.iter().map(|read| self.happened(state, read.guard).then_some(read.item)).collect();
        let made: Vec<Option<InputObject>> =
            traffic.objects.iter().map(|made| self.happened(state, made.guard).then(|| made.item.clone())).collect();
        let (mut read, mut named) = (0, 0);
        for repeat in traffic.repeats.iter() {
            let (guard, repeat) = (repeat.guard, &repeat.item);
            // Those of other paths than the one that is taken need not be in its order.
            if !self.happened(state, guard) {
                continue;
            }
            inputs.extend(own[read..repeat.inputs_before].iter().flatten());
            objects.extend(made[named..repeat.objects_before].iter().flatten().cloned());
            (read, named) = (repeat.inputs_before, repeat.objects_before);
            let often = match self.evaluate(repeat.count, &state.witness) {
                Some(Constant::Int(n)) => n.to_i64().map_or(u64::MAX, |n| n.max(0) as u64),
                Some(Constant::Bits(bits)) => u64::try_from(bits.unsigned()).unwrap_or(u64::MAX),
                _ => 0,
            };
            for _ in 0..often.min(MOST_REPEATED) {
                inputs.extend(repeat.inputs.iter().copied());
                objects.extend(repeat.objects.iter().cloned());
            }
        }
        inputs.extend(own[read..].iter().flatten());
        objects.extend(made.into_iter().skip(named).flatten());
        (inputs, objects)
    }

    /// Whether something happened on the path that the state's inputs take, if the state stands for several.
    fn happened(&mut self, state: &State, guard: Term) -> bool {
        guard == TRUE || self.evaluate(guard, &state.witness) == Some(Constant::Bool(true))
    }

    fn input_objects(&self, state: &State, objects: &[InputObject]) -> Vec<InputBytes> {
        let bytes = |part: &Term| {
            let symbol = self.pool.as_symbol(*part).expect("inputs are symbols");
            match state.witness.value_or_default(&self.pool, symbol) {
                Constant::Bits(bits) => bits.unsigned().to_le_bytes()[..bits.width() as usize / 8].to_vec(),
                Constant::Bool(_) | Constant::Int(_) | Constant::Fp(..) | Constant::Array(_) => Vec::new(),
            }
        };
        objects
            .iter()
            .map(|o| InputBytes { name: (&*o.name).into(), bytes: o.parts.iter().flat_map(bytes).collect() })
            .collect()
    }

    /// What the program wrote, under these inputs; bytes that were never set are zero.
    fn printed(&mut self, state: &State) -> Vec<(u32, Vec<u8>)> {
        let mut printed: Vec<(u32, Vec<u8>)> = Vec::new();
        for Guarded { item: piece, guard } in state.traffic.printed.to_vec() {
            let guard = state.memory.ground(&mut self.pool, guard);
            if !self.happened(state, guard) {
                continue;
            }
            let mut bytes = Vec::with_capacity(piece.bytes.len());
            for byte in piece.bytes.iter() {
                bytes.push(match *byte {
                    Value::Bits { bits, .. } => bits as u8,
                    value => match value.as_term(&mut self.pool) {
                        Some(term) => {
                            let term = state.memory.ground(&mut self.pool, term);
                            match self.evaluate(term, &state.witness) {
                                Some(Constant::Bits(bits)) => bits.unsigned() as u8,
                                _ => 0,
                            }
                        }
                        None => 0,
                    },
                });
            }
            match printed.last_mut() {
                Some((stream, last)) if *stream == piece.stream => last.extend(bytes),
                _ => printed.push((piece.stream, bytes)),
            }
        }
        printed
    }

    fn path_end(&mut self, state: &mut State, end: End) -> PathEnd {
        let loc = self.loc(state);
        match end {
            End::Returned(value) => self.returned(state, value),
            End::Exited(value) => match self.leak(state) {
                Some(leak) => leak,
                None => self.returned(state, Some(value)),
            },
            End::Assumption | End::Discarded => PathEnd::Assumption,
            End::Subsumed(annotation) => PathEnd::Subsumed { annotation, loc },
            End::Incomplete(why) => PathEnd::Incomplete { why, loc },
            End::Reported(kind, message) => {
                let message = if message.is_empty() { kind.explanation().to_owned() } else { message };
                PathEnd::Error { kind, loc, message, allocated: None, freed: None, trace: self.trace(state) }
            }
            End::Error(fault) => {
                let fault = self.told_apart(state, fault);
                PathEnd::Error {
                    kind: fault.kind,
                    loc,
                    message: self.message(state, fault),
                    allocated: allocation(fault, &state.memory),
                    freed: freed(fault, &state.memory),
                    trace: self.trace(state),
                }
            }
        }
    }

    /// Records name places in the source only.
    fn place_in_source(&self, end: &mut PathEnd) {
        match end {
            PathEnd::Error { loc, allocated, freed, trace, .. } => {
                for loc in std::iter::once(loc).chain(trace.iter_mut().map(|(_, loc)| loc)) {
                    *loc = self.source_place(*loc);
                }
                for origin in [allocated, freed] {
                    *origin = origin.map(|loc| self.source_place(loc)).filter(|loc| *loc != Program::NOWHERE);
                }
            }
            PathEnd::Subsumed { loc, .. } | PathEnd::Incomplete { loc, .. } => *loc = self.source_place(*loc),
            PathEnd::Returned(_) | PathEnd::Assumption => {}
        }
    }

    fn returned(&mut self, state: &State, value: Option<Value>) -> PathEnd {
        PathEnd::Returned(value.and_then(|value| self.concrete(value, &state.witness)))
    }

    /// A heap object that nothing points to any more, if that is checked. The state's witness is then what shows it.
    fn leak(&mut self, state: &mut State) -> Option<PathEnd> {
        if !self.config.check_leak {
            return None;
        }
        let object = match self.find_leak(state) {
            Leak::None => return None,
            // SOUND: nobody knows whether something is lost.
            Leak::Unknown(why) => return Some(PathEnd::Incomplete { why, loc: self.loc(state) }),
            Leak::Found(object, model) => {
                state.witness = model;
                state.memory.object(object)
            }
        };
        let message = format!("an object of {} is never freed", counted(object.size, "byte"));
        let (loc, allocated) = (object.loc, Some(object.loc));
        Some(PathEnd::Error { kind: CheckKind::Leak, loc, message, allocated, freed: None, trace: Vec::new() })
    }

    /// The functions that are running, innermost first, and where each of them is.
    fn trace(&self, state: &State) -> Vec<(String, LocId)> {
        const MOST: usize = 64;
        let place = |frame: &Frame, back: usize| {
            let function = &self.code.functions[frame.function];
            (function.name.clone(), function.locs[(frame.pc as usize).saturating_sub(back)])
        };
        // A suspended frame is one past its call.
        let callers = state.callers.innermost_first().map(|frame| place(frame, 1));
        std::iter::once(place(&state.frame, 0)).chain(callers).take(MOST).collect()
    }

    /// A pointer into nothing, told apart by where these inputs make it point.
    fn told_apart(&mut self, state: &State, fault: Fault) -> Fault {
        let (CheckKind::WildPointer, Some(Value::Term(address))) = (fault.kind, fault.pointer) else { return fault };
        let address = state.memory.ground(&mut self.pool, address);
        match self.evaluate(address, &state.witness) {
            Some(Constant::Bits(bits)) => {
                let pointer = Value::address(bits.unsigned() as u64);
                let kind = if bits.unsigned() < 4096 { CheckKind::NullDereference } else { CheckKind::WildPointer };
                Fault { kind, pointer: Some(pointer), ..fault }
            }
            _ => fault,
        }
    }

    /// One sentence: what is wrong, with the numbers of this path.
    fn message(&mut self, state: &State, fault: Fault) -> String {
        let place = match fault.pointer {
            Some(Value::Ptr { object, offset }) => Some((object, offset.to_string())),
            Some(Value::PtrTerm { object, offset }) => {
                let offset = state.memory.ground(&mut self.pool, offset);
                self.evaluate(offset, &state.witness).map(|value| (object, plain(&value)))
            }
            _ => None,
        };
        let (Some((object, offset)), access) = (place, fault.access) else {
            return fault.kind.explanation().to_owned();
        };
        let object = state.memory.object(object);
        let unit = match object.layout {
            Layout::Cells => "element",
            Layout::Bytes => "byte",
        };
        match (fault.kind, access) {
            (CheckKind::OutOfBounds, Some(access)) if object.layout == Layout::Bytes => {
                let what = if access.write { "write" } else { "read" };
                let (width, size) = (counted(access.width, unit), counted(object.size, unit));
                format!("{what} of {width} at offset {offset} of an object of {size}")
            }
            (CheckKind::OutOfBounds, _) => {
                format!("position {offset} is outside of an object of {}", counted(object.size, unit))
            }
            (kind, _) => kind.explanation().to_owned(),
        }
    }

    /// The value a term has under a model, symbols it does not mention being zero.
    pub(super) fn evaluate(&mut self, term: Term, model: &Model) -> Option<Constant> {
        self.evaluator.eval(&self.pool, term, &model.complete(&self.pool), EVALUATION_BUDGET).ok()
    }

    fn concrete(&mut self, value: Value, model: &Model) -> Option<Constant> {
        if let Some(n) = value.to_i128() {
            return Some(Constant::Int(n.into()));
        }
        let term = value.to_term(&mut self.pool)?;
        self.evaluate(term, model)
    }
}

fn allocation(fault: Fault, memory: &Memory) -> Option<LocId> {
    Some(memory.object(object_of(fault)?).loc)
}

fn freed(fault: Fault, memory: &Memory) -> Option<LocId> {
    match memory.object(object_of(fault)?).life {
        Life::Freed(loc) | Life::Left(loc) => Some(loc),
        Life::Alive | Life::External | Life::Retired(_) => None,
    }
}

fn object_of(fault: Fault) -> Option<ObjectId> {
    fault.pointer?.object()
}

fn counted(count: u64, unit: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}

fn plain(value: &Constant) -> String {
    match value {
        Constant::Bool(b) => b.to_string(),
        Constant::Int(n) => n.to_string(),
        Constant::Bits(bits) => bits.signed().to_string(),
        Constant::Fp(..) | Constant::Array(_) => "?".to_owned(),
    }
}
