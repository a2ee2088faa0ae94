//! What can happen from a point to the next ones: the program's own step on the general state, both ways at every
//! decision, without asking anybody. The result is the transition that weakest preconditions go through backwards
//! (seed 0, 4.2), with all implicit errors in it as conditions (listing 5.7).

use std::rc::Rc;

use pathfold_base::{FxMap, FxSet};
use pathfold_ir::{Layout, Type};
use pathfold_term::{Features, Op, SymbolKind, Term, subst};

use super::super::Explorer;
use super::point::{Cell, PointId, cell, span};
use crate::config::ArrayIndex;
use crate::loops::Place;
use crate::memory::width_of;
use crate::state::State;
use crate::step::{Decision, End, Machine, Stop, resume};
use crate::value::Value;

/// Decisions of one segment.
const MOST_DECISIONS: u32 = 160;
/// Checks and assumptions of one segment.
const MOST_CHECKS: u32 = 400;
/// Instructions of one segment.
const MOST_INSTRUCTIONS: u64 = 40_000;
/// So many of them run between two looks at the clock.
const SLICE: u64 = 500;
/// Cells of an array that is accessed at an unknown position.
const MOST_ELEMENTS: u64 = 24;
/// Cells of byte objects that are looked at.
const MOST_CELLS: usize = 512;

/// What can happen from a point on.
#[derive(Debug)]
pub(super) enum Node {
    /// The program ends, and nothing is wrong.
    Safe,
    /// Something is wrong, or we do not know.
    Unsafe,
    /// Wrong unless the condition holds; then it goes on.
    Check(Term, Rc<Node>),
    /// Ends unless the condition holds.
    Assume(Term, Rc<Node>),
    /// The first if the condition holds, else the second.
    Fork(Term, Rc<Node>, Rc<Node>),
    /// Another point is reached, with these numbers.
    Reach(PointId, Vec<Term>),
}

impl Node {
    /// Whether something can be wrong, or not known, before the next point or after one of these; if so, the conditions
    /// that decide.
    pub(super) fn needs(&self, after: &FxSet<PointId>, found: &mut Vec<Term>) -> bool {
        match self {
            Node::Safe => false,
            Node::Reach(to, _) => after.contains(to),
            Node::Unsafe => true,
            Node::Check(condition, rest) => {
                found.push(*condition);
                rest.needs(after, found);
                true
            }
            Node::Assume(condition, rest) => {
                let needs = rest.needs(after, found);
                if needs {
                    found.push(*condition);
                }
                needs
            }
            Node::Fork(condition, a, b) => {
                let (a, b) = (a.needs(after, found), b.needs(after, found));
                if a || b {
                    found.push(*condition);
                }
                a || b
            }
        }
    }

    /// The points that are reached, and the numbers there.
    pub(super) fn reaches<'a>(&'a self, found: &mut Vec<(PointId, &'a [Term])>) {
        match self {
            Node::Safe | Node::Unsafe => {}
            Node::Check(_, rest) | Node::Assume(_, rest) => rest.reaches(found),
            Node::Fork(_, a, b) => {
                a.reaches(found);
                b.reaches(found);
            }
            Node::Reach(to, values) => found.push((*to, values)),
        }
    }
}

/// General states have to have symbols for more: points are made anew.
#[derive(Debug)]
pub(super) struct Grown;

struct Walk {
    from: PointId,
    /// Whether to stop at joins too.
    joins: bool,
    decisions: u32,
    checks: u32,
    instructions: u64,
    /// Inputs that were read.
    inputs: Vec<Term>,
    /// It was too much.
    overrun: bool,
}

impl Explorer<'_> {
    /// The segment of a point: to the next headers, and if `joins` also only to the next join.
    pub(super) fn segment(&mut self, id: PointId, joins: bool) -> Result<Rc<Node>, Grown> {
        let kind = usize::from(joins);
        if let Some(known) = &self.subsumer.points.all[id].segments[kind] {
            return Ok(Rc::clone(known));
        }
        let mut walk = Walk {
            from: id,
            joins,
            decisions: MOST_DECISIONS,
            checks: MOST_CHECKS,
            instructions: MOST_INSTRUCTIONS,
            inputs: Vec::new(),
            overrun: false,
        };
        let node = match self.general(id) {
            Some(state) => self.walk_on(state, &mut walk, &[])?,
            None => Rc::new(Node::Unsafe),
        };
        let node = if walk.overrun { Rc::new(Node::Unsafe) } else { self.renamed(&node, &walk.inputs) };
        self.subsumer.overrun |= walk.overrun;
        self.subsumer.points.all[id].segments[kind] = Some(Rc::clone(&node));
        Ok(node)
    }

    /// The same with names of their own for the inputs that are read, and for what is hard to compute.
    // SOUND: an annotation that holds whatever a product is holds for what it is.
    // SOUND: an annotation holds for all values of the inputs that are still to be read; were they called like those that
    // a path has read already, what the path knows of these would be taken for knowledge of those.
    fn renamed(&mut self, node: &Rc<Node>, inputs: &[Term]) -> Rc<Node> {
        let mut map = FxMap::default();
        self.hard_terms(node, &mut map);
        for input in inputs {
            let sort = self.pool.sort(*input);
            map.entry(*input).or_insert_with(|| self.pool.fresh_of_kind("any@", SymbolKind::Fresh, sort));
        }
        if map.is_empty() { Rc::clone(node) } else { self.replaced(node, &map) }
    }

    /// Whether a term is the result of arithmetic that solvers are slow with: products and quotients of unknowns, and
    /// floats.
    fn is_hard(&self, term: Term) -> bool {
        let unknown = |arg: &&Term| !self.pool.is_const(**arg);
        let args = self.pool.args(term);
        match self.pool.op(term) {
            Op::IntMul | Op::BvMul => args.iter().filter(unknown).count() > 1,
            Op::IntDiv | Op::IntRem | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
                args.iter().skip(1).any(|arg| unknown(&arg))
            }
            Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpRem | Op::FpSqrt => true,
            Op::FpToFp(_) | Op::FpToSbv(_) | Op::FpToUbv(_) | Op::SbvToFp(_) | Op::UbvToFp(_) => true,
            _ => false,
        }
    }

    /// Names for such terms.
    fn hard_terms(&mut self, node: &Node, map: &mut FxMap<Term, Term>) {
        let terms: &[Term] = match node {
            Node::Safe | Node::Unsafe => &[],
            Node::Check(condition, rest) | Node::Assume(condition, rest) => {
                self.hard_terms(rest, map);
                std::slice::from_ref(condition)
            }
            Node::Fork(condition, a, b) => {
                self.hard_terms(a, map);
                self.hard_terms(b, map);
                std::slice::from_ref(condition)
            }
            Node::Reach(_, values) => values,
        };
        let mut work = terms.to_vec();
        let mut seen = FxSet::default();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            if self.is_hard(term) {
                let sort = self.pool.sort(term);
                map.entry(term).or_insert_with(|| self.pool.fresh_of_kind("any@", SymbolKind::Fresh, sort));
            } else {
                work.extend(self.pool.args(term));
            }
        }
    }

    fn replaced(&mut self, node: &Rc<Node>, map: &FxMap<Term, Term>) -> Rc<Node> {
        let new = |explorer: &mut Self, term: Term| subst::substitute(&mut explorer.pool, term, map);
        Rc::new(match &**node {
            Node::Safe => Node::Safe,
            Node::Unsafe => Node::Unsafe,
            Node::Check(condition, rest) => Node::Check(new(self, *condition), self.replaced(rest, map)),
            Node::Assume(condition, rest) => Node::Assume(new(self, *condition), self.replaced(rest, map)),
            Node::Fork(condition, a, b) => {
                Node::Fork(new(self, *condition), self.replaced(a, map), self.replaced(b, map))
            }
            Node::Reach(to, values) => Node::Reach(*to, values.iter().map(|value| new(self, *value)).collect()),
        })
    }

    /// Walks on from a state; `known` are the conditions that were decided on the way.
    fn walk_on(&mut self, mut state: State, walk: &mut Walk, known: &[(Term, bool)]) -> Result<Rc<Node>, Grown> {
        // Conditions that must hold on the way, innermost last.
        let mut passed: Vec<(Term, bool)> = Vec::new();
        let end = loop {
            let stop = self.run_general(&mut state, walk);
            if !self.accesses(walk.from)? {
                break Node::Unsafe;
            }
            walk.inputs.extend(self.read_since(walk.from, &state));
            let decision = match stop {
                Stop::At(_) => {
                    state.frame.pc += 1;
                    break match self.survey(&state) {
                        Some(survey) => {
                            let values = survey.values.clone();
                            Node::Reach(self.point(&state, survey), values)
                        }
                        None if std::mem::take(&mut self.subsumer.grown) => return Err(Grown),
                        None => Node::Unsafe,
                    };
                }
                Stop::Ended(End::Returned(_) | End::Exited(_) | End::Assumption | End::Discarded) => break Node::Safe,
                Stop::Ended(End::Error(_) | End::Reported(..) | End::Incomplete(_) | End::Subsumed(_)) => {
                    break Node::Unsafe;
                }
                Stop::Enter(_) | Stop::Open => continue,
                // General states wait for nobody.
                Stop::Meet => {
                    state.frame.pc += 1;
                    continue;
                }
                Stop::Paused if walk.instructions > 0 && !self.watch.is_over() => continue,
                Stop::Paused => {
                    walk.overrun = true;
                    break Node::Unsafe;
                }
                // What calls outside answer is not known: abstain.
                Stop::Bits { .. } | Stop::Unset { .. } | Stop::External(_) => break Node::Unsafe,
                Stop::Decide(decision) => decision,
            };
            match decision {
                Decision::Check(condition, _) | Decision::Assume(condition) => {
                    let Some(left) = walk.checks.checked_sub(1) else {
                        walk.overrun = true;
                        break Node::Unsafe;
                    };
                    walk.checks = left;
                    if self.is_strange(condition) {
                        break Node::Unsafe;
                    }
                    passed.push((condition, matches!(decision, Decision::Check(..))));
                    if resume(&self.code, &mut self.pool, &mut state, &decision, 0).is_some() {
                        break Node::Unsafe;
                    }
                }
                Decision::Branch(_) | Decision::Switch(_) => {
                    let Some(left) = walk.decisions.checked_sub(1) else {
                        walk.overrun = true;
                        break Node::Unsafe;
                    };
                    walk.decisions = left;
                    match self.fork_walk_on(state, &decision, walk, known)? {
                        Some(node) => return Ok(wrapped(node, passed)),
                        None => break Node::Unsafe,
                    }
                }
                // Pointers and sizes that have to be decided: abstain.
                Decision::Index { .. }
                | Decision::Resolve { .. }
                | Decision::Callee { .. }
                | Decision::Value { .. } => break Node::Unsafe,
            }
        };
        Ok(wrapped(Rc::new(end), passed))
    }

    /// All ways of a branch or a switch.
    fn fork_walk_on(
        &mut self,
        mut state: State,
        decision: &Decision,
        walk: &mut Walk,
        known: &[(Term, bool)],
    ) -> Result<Option<Rc<Node>>, Grown> {
        let choices = match decision {
            Decision::Switch(_) => match self.switch_choices(&state) {
                Some(choices) => choices,
                None => return Ok(None),
            },
            _ => vec![0, 1],
        };
        let mut ways = Vec::new();
        for choice in &choices {
            let Some(condition) = self.condition(&state, decision, *choice) else { return Ok(None) };
            if self.is_strange(condition) {
                return Ok(None);
            }
            ways.push((*choice, condition));
        }
        let mut node: Option<Rc<Node>> = None;
        // The last way is what is left when no other is taken.
        for (choice, condition) in ways.into_iter().rev() {
            let negated = self.pool.not(condition);
            let decided = known.iter().find_map(|(term, holds)| match *term {
                term if term == condition => Some(*holds),
                term if term == negated => Some(!*holds),
                _ => None,
            });
            if decided == Some(false) {
                continue;
            }
            let mut child = state.fork();
            let way = if resume(&self.code, &mut self.pool, &mut child, decision, choice).is_some() {
                Rc::new(Node::Unsafe)
            } else {
                let mut known = known.to_vec();
                known.push((condition, true));
                self.walk_on(child, walk, &known)?
            };
            node = Some(match node {
                Some(rest) if decided.is_none() => Rc::new(Node::Fork(condition, way, rest)),
                _ => way,
            });
            if walk.overrun {
                return Ok(None);
            }
        }
        Ok(node)
    }

    /// Whether a condition is about something that annotations cannot say.
    // SOUND: addresses differ between states of one point, and deciding by what was never set is a finding.
    fn is_strange(&self, condition: Term) -> bool {
        let features = self.pool.features(condition);
        features.contains(Features::UNDEFINED) || features.contains(Features::BASE)
    }

    fn read_since(&self, from: PointId, state: &State) -> Vec<Term> {
        let (inputs, objects) = self.read_before(from);
        let parts = state.traffic.objects.iter().skip(objects).flat_map(|made| made.item.parts.iter());
        state.traffic.inputs.iter().skip(inputs).map(|read| &read.item).chain(parts).copied().collect()
    }

    fn run_general(&mut self, state: &mut State, walk: &mut Walk) -> Stop {
        let subsumer = &mut self.subsumer;
        subsumer.walked.clear();
        subsumer.walked.stops.clone_from(if walk.joins { &subsumer.joins } else { &subsumer.headers });
        let mut machine = Machine {
            code: &self.code,
            pool: &mut self.pool,
            coverage: &mut subsumer.scratch,
            array_index: ArrayIndex::Ite,
            check_overflow: self.config.check_overflow,
            max_bits: self.config.max_bits,
            max_call_depth: self.config.max_call_depth,
            max_object: self.config.max_object,
            spare: &mut self.spare,
            large_numbers: &mut self.large_numbers,
            quiet: &[],
            seen: &mut subsumer.walked,
            moved: 0,
            // Single walks, with marks of their own.
            compile_after: None,
        };
        let before = state.instructions;
        let stop = machine.run(state, walk.instructions.min(SLICE));
        walk.instructions = walk.instructions.saturating_sub(state.instructions - before);
        stop
    }

    /// Looks at what was accessed: whether it can be followed. What general states have no symbols for yet they get.
    fn accesses(&mut self, from: PointId) -> Result<bool, Grown> {
        if self.subsumer.walked.opaque > 0 {
            return Ok(false);
        }
        // Of cells all that can be reached has symbols.
        if !self.subsumer.bytes {
            return Ok(true);
        }
        let reads: Vec<(Value, Type)> = std::mem::take(&mut self.subsumer.walked.reads);
        let writes = std::mem::take(&mut self.subsumer.walked.writes);
        let mut grown = false;
        for (pointer, ty, reads) in reads
            .iter()
            .map(|(pointer, ty)| (*pointer, *ty, true))
            .chain(writes.iter().map(|(to, ty, _)| (*to, *ty, false)))
        {
            let (object, offset) = match pointer {
                Value::Ptr { object, offset } => (object, Some(offset as usize)),
                Value::PtrTerm { object, .. } => (object, None),
                _ => return Ok(false),
            };
            // What was made on the way is as it was made.
            let Some(target) = self.had(from, object) else { continue };
            let (layout, size, constant) = (target.layout, target.size, target.constant);
            if !self.subsumer.points.objects.contains(&object) {
                self.subsumer.points.objects.push(object);
                grown = true;
            }
            if !reads || constant {
                continue;
            }
            let width = if layout == Layout::Cells { 1 } else { width_of(ty) };
            let wanted: Vec<usize> = match offset {
                Some(offset) => vec![offset],
                None if size % width == 0 && size / width <= MOST_ELEMENTS => {
                    (0..size / width).map(|index| (index * width) as usize).collect()
                }
                None => return Ok(false),
            };
            for offset in wanted {
                match self.look_at_cell(cell(object, layout, offset, ty), layout) {
                    Some(new) => grown |= new,
                    None => return Ok(false),
                }
            }
        }
        if grown { Err(Grown) } else { Ok(true) }
    }

    /// Adds a cell to those that general states have symbols for: whether it is new; none if that cannot be.
    fn look_at_cell(&mut self, new: Place, layout: Layout) -> Option<bool> {
        let Place::Cell { object, .. } = new else { return None };
        let (start, end) = span(new, layout);
        let cells = &mut self.subsumer.points.cells;
        for known in cells.iter() {
            let known = known.place;
            if matches!(known, Place::Cell { object: other, .. } if other == object) {
                let (first, last) = span(known, layout);
                if (first, last) == (start, end) {
                    // SOUND: the same bytes as another type are the same cell only if that is how it is kept.
                    return (layout == Layout::Cells || known == new).then_some(false);
                }
                if first < end && start < last {
                    return None;
                }
            }
        }
        if cells.len() >= MOST_CELLS {
            return None;
        }
        cells.push(Cell::new(new));
        Some(true)
    }

    fn switch_choices(&self, state: &State) -> Option<Vec<u32>> {
        let function = &self.code.functions[state.frame.function];
        match function.instrs[state.frame.pc as usize] {
            crate::code::Instr::Switch(_, table) => Some(function.switches[table as usize].choices()),
            _ => None,
        }
    }
}

/// Conditions around a node, the first outermost.
fn wrapped(node: Rc<Node>, passed: Vec<(Term, bool)>) -> Rc<Node> {
    passed.into_iter().rev().fold(node, |node, (condition, check)| {
        Rc::new(if check { Node::Check(condition, node) } else { Node::Assume(condition, node) })
    })
}
