//! Points: where annotations are, and the general state there.
//!
//! A point is a place of the program, the calls that led there, and the *shape* of the state: which of its live registers
//! and known cells are numbers, and what the others (pointers, what was never set) are exactly. All states of one point
//! differ only in numbers, so one symbol per number makes a state that stands for all of them (seed 0, 5.4.2, "general
//! symbolic state").
//!
//! In programs whose objects are cells, objects are told apart by how they are reached, not by their numbers: a loop that
//! makes a new array in every iteration is at the same point each time. Where objects are bytes, programs may compute with
//! addresses: objects are then who they are, and only cells at known places that some segment reads are looked at.

use pathfold_base::FxMap;
use pathfold_ir::{FuncId, Layout, Type};
use pathfold_term::{Features, Format, Sort, SymbolKind, Term};

use super::super::Explorer;
use super::segment::Node;
use crate::code::{LiveSlots, Slot};
use crate::loops::Place;
use crate::memory::{Dead, ObjectRef};
use crate::state::State;
use crate::value::{ObjectId, Value};
use std::rc::Rc;

/// More numbers than this at one point are too many.
const MOST_SYMBOLS: usize = 96;
/// Longer keys are of too much memory.
const MOST_KEY: usize = 2_000;
/// Deeper call stacks have no points.
const MOST_CALLERS: usize = 24;

/// A point, by number.
pub(super) type PointId = usize;

/// Where a number of the general state is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    /// A register: how many calls above the running function, and which.
    Slot(usize, Slot),
    /// A cell of memory.
    Cell(Place),
}

/// A point.
pub(super) struct Point {
    /// The place of the program.
    pub(super) place: u32,
    /// Whether it is the header of a loop: then its annotations are proved by induction.
    pub(super) header: bool,
    /// A state that was there, about to go on.
    base: State,
    /// Where the numbers are.
    pub(super) spots: Vec<Spot>,
    /// Their symbols.
    pub(super) symbols: Vec<Term>,
    /// What the source calls them.
    pub(super) names: Vec<Option<String>>,
    /// What can happen from here to the next points: headers only, or joins too.
    pub(super) segments: [Option<Rc<Node>>; 2],
    /// Annotations that were proved, each the conjunction of these.
    pub(super) annotations: Vec<Rc<[Term]>>,
    /// The annotation by weakest precondition, and how many proofs there were when it was computed.
    pub(super) weakest: Option<(u64, Term)>,
    /// States that came here.
    pub(super) visits: u32,
    /// Queries that did not show that a state is subsumed, in a row.
    pub(super) failures: u32,
    /// Tries to prove an annotation.
    pub(super) attempts: u32,
}

/// What a state is at a point.
pub(super) struct Survey {
    key: Vec<u64>,
    spots: Vec<Spot>,
    names: Vec<Option<String>>,
    /// Its numbers.
    pub(super) values: Vec<Term>,
    /// The objects that it points to, in the order in which they are reached.
    objects: Vec<ObjectId>,
}

impl Survey {
    /// What an object is called here.
    fn number(&mut self, object: ObjectId) -> u64 {
        let known = self.objects.iter().position(|other| *other == object);
        known.unwrap_or_else(|| {
            self.objects.push(object);
            self.objects.len() - 1
        }) as u64
    }
}

/// A cell of a byte object.
pub(super) struct Cell {
    /// Where.
    pub(super) place: Place,
    /// Whether it is a number like others. Until two states at one place differ there it is part of the shape: what the C
    /// library keeps for itself seldom changes, and is best known exactly.
    varies: bool,
    /// What it was, by place of the program.
    was: FxMap<u32, Value>,
}

impl Cell {
    pub(super) fn new(place: Place) -> Self {
        Self { place, varies: false, was: FxMap::default() }
    }
}

/// All points, and what of memory they look at.
#[derive(Default)]
pub(super) struct Points {
    pub(super) all: Vec<Point>,
    by_key: FxMap<Vec<u64>, PointId>,
    /// Cells of byte objects that segments read.
    pub(super) cells: Vec<Cell>,
    /// Objects whose size and life matter.
    pub(super) objects: Vec<ObjectId>,
    live: FxMap<FuncId, Rc<LiveSlots>>,
}

impl Points {
    /// Forgets all points, for more of memory is looked at from now on.
    pub(super) fn forget(&mut self) {
        self.all.clear();
        self.by_key.clear();
    }
}

impl Explorer<'_> {
    fn live_slots(&mut self, function: FuncId) -> Rc<LiveSlots> {
        let (program, points) = (self.program, &mut self.subsumer.points);
        Rc::clone(points.live.entry(function).or_insert_with(|| Rc::new(LiveSlots::new(program, function))))
    }

    /// What a state is that has just entered a block; none if it is something that annotations cannot be about.
    pub(super) fn survey(&mut self, state: &State) -> Option<Survey> {
        // SOUND: what is not in the key below must not matter for what can happen from here on.
        if !state.jumps.is_empty() || state.passed != 0 || state.callers.len() > MOST_CALLERS {
            return None;
        }
        let place = self.place(state);
        let mut survey = Survey {
            key: vec![u64::from(place)],
            spots: Vec::new(),
            names: Vec::new(),
            values: Vec::new(),
            // Null, and what the code itself points to.
            objects: std::iter::once(ObjectId::NULL).chain(self.subsumer.globals.iter().copied()).collect(),
        };
        let (_, block) = self.code.places[place as usize];
        for (slot, name) in self.live_slots(state.frame.function).at_entry(block) {
            let value = *state.frame.slots.get(*slot as usize)?;
            self.look_at(state, &mut survey, Spot::Slot(0, *slot), name.as_ref(), value)?;
        }
        for (depth, frame) in state.callers.innermost_first().enumerate() {
            let after = frame.pc as usize;
            let call = self.code.functions[frame.function].places[after.saturating_sub(1)];
            let (_, block) = self.code.places[call as usize];
            survey.key.extend([u64::from(frame.function.0), after as u64, u64::from(frame.dst)]);
            for (slot, name) in self.live_slots(frame.function).after_a_call(block) {
                let value = *frame.slots.get(*slot as usize)?;
                self.look_at(state, &mut survey, Spot::Slot(depth + 1, *slot), name.as_ref(), value)?;
            }
        }
        survey.key.push(u64::from(state.frame.dst));
        if self.subsumer.bytes {
            self.look_at_bytes(state, &mut survey)?
        } else {
            self.look_at_cells(state, &mut survey)?
        }
        (survey.values.len() <= MOST_SYMBOLS).then_some(survey)
    }

    /// Everything that can be reached, by how it is reached.
    // SOUND: what cannot be reached cannot matter, and a program of cells can only ask whether two pointers are equal.
    fn look_at_cells(&mut self, state: &State, survey: &mut Survey) -> Option<()> {
        let mut next = 1;
        while let Some(&id) = survey.objects.get(next) {
            next += 1;
            let Ok(object) = state.memory.live(id) else {
                survey.key.push(u64::MAX);
                continue;
            };
            if object.layout != Layout::Cells || object.len() > MOST_SYMBOLS || survey.key.len() > MOST_KEY {
                return None;
            }
            // When the function that made it returns, it is gone.
            let frames = state.callers.innermost_first().chain([&state.frame]);
            let owner =
                id.stack_position().map_or(0, |position| frames.filter(|frame| frame.stack <= position).count());
            let len = object.len();
            survey.key.extend([len as u64, u64::from(object.constant), owner as u64]);
            for offset in 0..len {
                let value = state.memory.live(id).ok()?.get(offset);
                let cell = Place::Cell { object: id, offset, ty: Type::Int };
                self.look_at(state, survey, Spot::Cell(cell), None, value)?;
            }
        }
        Some(())
    }

    /// The cells and objects that segments read.
    fn look_at_bytes(&mut self, state: &State, survey: &mut Survey) -> Option<()> {
        // SOUND: programs that compute with addresses see where the next objects will be.
        survey.key.extend(state.memory.next_addresses());
        survey.key.extend(state.callers.innermost_first().chain([&state.frame]).map(|frame| frame.stack as u64));
        for object in self.subsumer.points.objects.clone() {
            match state.memory.live(object) {
                Ok(object) => survey.key.extend(facts(&object)),
                // It lives again when its scope is entered again.
                Err(Dead::Left) => {
                    survey.key.push(u64::MAX - 1);
                    survey.key.extend(facts(&state.memory.object(object)));
                }
                Err(Dead::Freed | Dead::Returned | Dead::External | Dead::Nothing) => survey.key.push(u64::MAX),
            }
        }
        let at = self.place(state);
        for index in 0..self.subsumer.points.cells.len() {
            let cell = self.subsumer.points.cells[index].place;
            let Place::Cell { object, .. } = cell else { continue };
            // SOUND: an object that another path has in its place may be smaller, and have no such cell.
            let there = state.memory.live(object).is_ok_and(|found| span(cell, found.layout).1 <= found.len());
            if !there {
                survey.key.push(u64::MAX);
                continue;
            }
            let value = cell.read(state, &mut self.pool)?;
            let known = &mut self.subsumer.points.cells[index];
            let number =
                !matches!(value, Value::Undef | Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_));
            if number
                && !known.varies
                && (matches!(value, Value::Term(_)) || *known.was.entry(at).or_insert(value) != value)
            {
                known.varies = true;
                self.subsumer.grown = true;
            }
            match value {
                // SOUND: what has no symbol is what it is in all states of the point.
                Value::Bits { width, bits } if !self.subsumer.points.cells[index].varies => {
                    survey.key.extend([6, u64::from(width), bits]);
                }
                _ => self.look_at(state, survey, Spot::Cell(cell), None, value)?,
            }
        }
        (!self.subsumer.grown).then_some(())
    }

    /// Adds what is at a spot: a number to the values, anything else to the key as it is.
    fn look_at(
        &mut self,
        state: &State,
        survey: &mut Survey,
        spot: Spot,
        name: Option<&String>,
        value: Value,
    ) -> Option<()> {
        match value {
            Value::Undef => survey.key.push(0),
            Value::Ptr { object, offset } => {
                let which = if self.subsumer.bytes { u64::from(object.0) } else { survey.number(object) };
                let address = if self.subsumer.bytes { state.memory.address(object) } else { 0 };
                survey.key.extend([1, which, offset as u64, address]);
            }
            Value::Function(function) => survey.key.extend([2, u64::from(function.0)]),
            // Positions that are not known: abstain.
            Value::PtrTerm { .. } => return None,
            Value::Bool(_)
            | Value::Int(_)
            | Value::Wide { .. }
            | Value::Bits { .. }
            | Value::F32(_)
            | Value::F64(_)
            | Value::Term(_) => {
                let term = value.to_term(&mut self.pool)?;
                let features = self.pool.features(term);
                // SOUND: a number that depends on what was never set, or on addresses, is no number like others.
                if features.contains(Features::UNDEFINED) || features.contains(Features::BASE) {
                    return None;
                }
                survey.key.extend([3, code_of(self.pool.sort(term))?]);
                survey.spots.push(spot);
                survey.names.push(name.cloned());
                survey.values.push(term);
            }
        }
        Some(())
    }

    /// The point of a state that has just entered a block, made if there is none yet.
    pub(super) fn point(&mut self, state: &State, survey: Survey) -> PointId {
        if let Some(known) = self.subsumer.points.by_key.get(&survey.key) {
            return *known;
        }
        let Survey { key, spots, names, values, .. } = survey;
        let mut symbols = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let sort = self.pool.sort(*value);
            let prefix = names[index].as_deref().unwrap_or("v");
            symbols.push(self.pool.fresh_of_kind(&format!("{prefix}@"), SymbolKind::Fresh, sort));
        }
        let place = self.place(state);
        let id = self.subsumer.points.all.len();
        let point = Point {
            place,
            header: self.subsumer.headers[place as usize],
            base: bare(state),
            spots,
            symbols,
            names,
            segments: [None, None],
            annotations: Vec::new(),
            weakest: None,
            visits: 0,
            failures: 0,
            attempts: 0,
        };
        self.subsumer.points.all.push(point);
        self.subsumer.points.by_key.insert(key, id);
        id
    }

    /// The general state of a point: any numbers, nothing known about them.
    pub(super) fn general(&mut self, id: PointId) -> Option<State> {
        let point = &self.subsumer.points.all[id];
        let (spots, symbols) = (point.spots.clone(), point.symbols.clone());
        let mut state = bare(&point.base);
        let mut frames = Vec::new();
        while let Some(frame) = state.callers.pop() {
            frames.push(frame);
        }
        for (spot, symbol) in spots.into_iter().zip(symbols) {
            let value = Value::Term(symbol);
            match spot {
                Spot::Slot(0, slot) => *state.frame.slots.get_mut(slot as usize)? = value,
                Spot::Slot(depth, slot) => *frames.get_mut(depth - 1)?.slots.get_mut(slot as usize)? = value,
                Spot::Cell(cell) => cell.write(&mut state, value, &mut self.pool)?,
            }
        }
        while let Some(frame) = frames.pop() {
            state.callers.push(frame);
        }
        Some(state)
    }

    /// How many inputs and input objects had been read when a point was made.
    pub(super) fn read_before(&self, id: PointId) -> (usize, usize) {
        let traffic = &self.subsumer.points.all[id].base.traffic;
        (traffic.inputs.len(), traffic.objects.len())
    }

    /// The object as the state had it that a point was made from.
    pub(super) fn had(&self, id: PointId, object: ObjectId) -> Option<ObjectRef<'_>> {
        let memory = &self.subsumer.points.all[id].base.memory;
        match memory.live(object) {
            Ok(object) => Some(object),
            Err(Dead::Left) => Some(memory.object(object)),
            Err(Dead::Freed | Dead::Returned | Dead::External | Dead::Nothing) => None,
        }
    }
}

/// The state without its past.
fn bare(state: &State) -> State {
    let mut bare = state.copy();
    bare.path = pathfold_solver::PathCondition::default();
    bare.witness = pathfold_solver::Model::default();
    bare.decisions = pathfold_base::List::new();
    bare.marks.clear();
    bare.watches.clear();
    bare.meeting = None;
    bare.recent.clear();
    bare.traffic.outputs = pathfold_base::List::new();
    bare.traffic.printed = pathfold_base::List::new();
    bare.instructions = 0;
    bare
}

fn facts(object: &ObjectRef<'_>) -> [u64; 5] {
    let kind = match object.layout {
        Layout::Cells => 0,
        Layout::Bytes => 1,
    };
    [u64::from(object.id.0), kind + 2 * u64::from(object.constant), object.size, object.address, object.align]
}

fn code_of(sort: Sort) -> Option<u64> {
    Some(match sort {
        Sort::Bool => 0,
        Sort::Int => 1,
        Sort::Fp(Format::F32) => 2,
        Sort::Fp(Format::F64) => 3,
        Sort::Bv(width) => 4 + u64::from(width),
        Sort::Array(..) => return None,
    })
}

/// The positions of a cell.
pub(super) fn span(place: Place, layout: Layout) -> (usize, usize) {
    let (_, start, width) = place.span(layout).unwrap_or((ObjectId::NULL, 0, 0));
    (start, start + width)
}

/// A cell of an object as annotations look at it.
pub(super) fn cell(object: ObjectId, layout: Layout, offset: usize, ty: Type) -> Place {
    Place::Cell { object, offset, ty: crate::loops::variable::cell_type(layout, ty) }
}
