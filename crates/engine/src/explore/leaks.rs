//! Heap objects that nothing points to when the program ends.
//!
//! A pointer that is a term may point to different objects, or to none, under different inputs. So reachability is
//! looked at under one model after the other: if everything is reached, what made that so is a condition, and the next
//! model is one where it does not hold. Pointers that are known need no condition, and then there is nothing to ask.

use std::collections::BTreeMap;
use std::rc::Rc;

use pathfold_base::{FxMap, FxSet};
use pathfold_ir::{AllocKind, FuncId, Type};
use pathfold_solver::{Answer, Model};
use pathfold_term::{Features, Pool, Sort, SymbolKind, TRUE, Term, Value as Constant};

use super::Explorer;
use crate::code::{LiveAfterCalls, Slot};
use crate::memory::{Life, ObjectRef, Origin};
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};

/// So many models are looked at; a path whose pointers need more ends as incomplete.
const MOST_MODELS: usize = 64;

/// How many bytes a pointer has.
const WORD: usize = 8;

/// What is known about the heap at the end of a path.
pub(super) enum Leak {
    /// Whatever the inputs are, something points to every object.
    None,
    /// Nothing points to this object under these inputs.
    Found(ObjectId, Model),
    /// It cannot be said, and why.
    Unknown(String),
}

/// What makes every object reached, or one that is not.
enum Reached {
    /// All are as long as these conditions hold.
    All(Vec<Term>),
    Not(ObjectId),
    /// The value of a pointer is not known.
    Unknown,
}

/// An address that depends on inputs.
struct Address {
    /// It, in the hidden layout.
    term: Term,
    /// The heap objects it is made from.
    objects: Vec<ObjectId>,
}

/// The live heap objects of a state.
struct Heap {
    /// In the order of their numbers.
    ids: Vec<ObjectId>,
    /// By address: first and last byte that means it, one past the end included.
    ranges: BTreeMap<u64, (u64, ObjectId)>,
}

impl Heap {
    fn new(state: &State) -> Self {
        let (mut ids, mut ranges) = (Vec::new(), BTreeMap::new());
        for object in state.memory.iter().filter(|object| is_heap(object)) {
            ids.push(object.id);
            ranges.insert(object.address, (object.address.saturating_add(object.size), object.id));
        }
        Self { ids, ranges }
    }

    /// The object that a number is an address in: pointers that were computed with as numbers (a bit set in one, an address
    /// rounded up) are numbers of the hidden layout.
    fn at(&self, number: u64) -> Option<ObjectId> {
        let (_, (last, object)) = self.ranges.range(..=number).next_back()?;
        (number <= *last).then_some(*object)
    }
}

/// What is live after the calls of the functions that programs ended in: as expensive as compiling them.
#[derive(Default)]
pub(super) struct LiveCalls(FxMap<FuncId, LiveAfterCalls>);

impl Explorer<'_> {
    /// Looks for a live heap object that no global, no live stack object, no live register and no reachable heap object
    /// points to, under any inputs of the path.
    pub(super) fn find_leak(&mut self, state: &State) -> Leak {
        let heap = Heap::new(state);
        if heap.ids.is_empty() {
            return Leak::None;
        }
        let roots = self.roots(state, &heap);
        let mut known = FxMap::default();
        let (mut model, mut others) = (state.witness.clone(), Vec::new());
        for _ in 0..MOST_MODELS {
            let conditions = match self.reach(state, &heap, &roots, &model, &mut known) {
                Reached::All(conditions) => conditions,
                Reached::Not(object) => return Leak::Found(object, model),
                Reached::Unknown => return Leak::Unknown("a pointer at the end that cannot be evaluated".to_owned()),
            };
            // SOUND: where all of them hold everything is reached; only inputs where one does not are left to look at.
            let all = self.pool.and(&conditions);
            if all == TRUE {
                return Leak::None;
            }
            others.push(self.pool.not(all));
            let goal = self.pool.and(&others);
            match self.solver.check(&mut self.pool, &state.path, goal, &state.witness) {
                Answer::Sat(next) => model = next,
                Answer::Unsat => return Leak::None,
                Answer::Unknown(why) => return Leak::Unknown(format!("the solver gave up: {why}")),
            }
        }
        let why = "the pointers at the end may point to too many different objects to look for leaks";
        Leak::Unknown(why.to_owned())
    }

    /// What the program can start from.
    fn roots(&mut self, state: &State, heap: &Heap) -> Vec<Value> {
        let mut roots = Vec::new();
        // What is in a local of a scope that was left can no longer be reached.
        let is_root = |object: &ObjectRef<'_>| !is_heap(object) && !matches!(object.life, Life::Left(_));
        for object in state.memory.iter().filter(is_root) {
            roots.extend(held(&object, heap, &mut self.pool));
        }
        // SOUND: what was computed and is not needed any more is no variable that points to anything.
        // The innermost frame is at the call that ends the program, the others are past theirs.
        let frames = state.callers.innermost_first().map(|frame| (frame, frame.pc as usize));
        for (frame, end) in std::iter::once((&state.frame, state.frame.pc as usize + 1)).chain(frames) {
            let live = self.live_before(frame, end);
            roots.extend(live.iter().filter_map(|slot| frame.slots.get(*slot as usize)));
        }
        roots
    }

    /// The slots of a frame that matter after the last call before a position.
    fn live_before(&mut self, frame: &Frame, end: usize) -> Vec<Slot> {
        let (program, id) = (self.program, frame.function);
        let live = self.live_calls.0.entry(id).or_insert_with(|| LiveAfterCalls::new(program, id));
        let code = &self.code.functions[id];
        let place = code.places[end.saturating_sub(1)];
        let (_, block) = self.code.places[place as usize];
        live.before(code, block, end).to_vec()
    }

    /// Follows all pointers under a model. Each object that only terms point to gives the condition that one of those
    /// found so far does.
    fn reach(
        &mut self,
        state: &State,
        heap: &Heap,
        roots: &[Value],
        model: &Model,
        known: &mut FxMap<Term, Rc<Address>>,
    ) -> Reached {
        let mut left: FxSet<ObjectId> = heap.ids.iter().copied().collect();
        let (mut open, mut maybe): (Vec<ObjectId>, Vec<Rc<Address>>) = (Vec::new(), Vec::new());
        let (mut conditions, mut next) = (Vec::new(), 0);
        let mut found = roots.to_vec();
        loop {
            for value in found.drain(..) {
                if let Value::Term(term) = value {
                    maybe.extend(self.address(state, term, known));
                }
                let object = match value {
                    Value::Bits { width: 64, bits } => heap.at(bits),
                    Value::Ptr { object: ObjectId::NULL, offset } => heap.at(offset as u64),
                    _ => value.object(),
                };
                open.extend(object.filter(|object| left.remove(object)));
            }
            if let Some(object) = open.pop() {
                found = held(&state.memory.object(object), heap, &mut self.pool);
                continue;
            }
            // Only terms are left: the next one that points to something new.
            let Some(address) = maybe.get(next).map(Rc::clone) else { break };
            next += 1;
            if !address.objects.iter().any(|object| left.contains(object)) {
                continue;
            }
            let Some(Constant::Bits(bits)) = self.evaluate(address.term, model) else { return Reached::Unknown };
            let number = bits.unsigned() as u64;
            let points = |object: &&ObjectId| {
                let object = state.memory.object(**object);
                number.wrapping_sub(object.address) <= object.size
            };
            let Some(object) = address.objects.iter().find(points).copied().filter(|object| left.remove(object)) else {
                continue;
            };
            let mut one = Vec::new();
            for other in maybe.iter().filter(|other| other.objects.contains(&object)) {
                let object = state.memory.object(object);
                // One past the end points to it as well; no two objects touch.
                one.push(self.within(other.term, object.address, object.size.saturating_add(1)));
            }
            conditions.push(self.pool.or(&one));
            open.push(object);
        }
        match heap.ids.iter().find(|object| left.contains(object)) {
            Some(object) => Reached::Not(*object),
            None => Reached::All(conditions),
        }
    }

    /// A term as an address, if heap objects are in it.
    fn address(&mut self, state: &State, term: Term, known: &mut FxMap<Term, Rc<Address>>) -> Option<Rc<Address>> {
        if let Some(address) = known.get(&term) {
            return Some(Rc::clone(address));
        }
        if !is_from_object(&self.pool, term) || self.pool.sort(term) != Sort::Bv(64) {
            return None;
        }
        let mut objects = Vec::new();
        for symbol in self.pool.free_symbols(term).iter() {
            if let SymbolKind::Base(object) = self.pool.symbol_info(*symbol).kind {
                let object = ObjectId(object as u32);
                objects.extend(is_heap(&state.memory.object(object)).then_some(object));
            }
        }
        if objects.is_empty() {
            return None;
        }
        let address = Rc::new(Address { term: state.memory.ground(&mut self.pool, term), objects });
        known.insert(term, Rc::clone(&address));
        Some(address)
    }
}

fn is_heap(object: &ObjectRef<'_>) -> bool {
    object.origin == Origin::Made(AllocKind::Heap) && object.life == Life::Alive && object.id != ObjectId::NULL
}

fn is_from_object(pool: &Pool, term: Term) -> bool {
    pool.features(term).contains(Features::BASE)
}

/// Everything in an object that may be a pointer. Pointers in pieces are put together where pointers usually are.
fn held(object: &ObjectRef<'_>, heap: &Heap, pool: &mut Pool) -> Vec<Value> {
    let Some(bytes) = object.bytes() else { return object.values().collect() };
    let (mut values, mut pieces) = (Vec::new(), Vec::new());
    for (at, width, value) in bytes.parts() {
        match value {
            Value::Term(term) if width != WORD => {
                if is_from_object(pool, term) {
                    pieces.extend(at / WORD..=(at + width - 1) / WORD);
                }
            }
            _ => values.push(value),
        }
    }
    pieces.dedup();
    let whole = pieces.into_iter().map(|word| word * WORD).filter(|at| at + WORD <= bytes.len());
    values.extend(whole.filter_map(|at| bytes.read(at, Type::Ptr, pool).ok()));
    for at in (0..bytes.len().saturating_sub(WORD - 1)).step_by(WORD) {
        if let Some(word) = bytes.plain(at, WORD).and_then(|word| word.try_into().ok()) {
            let number = u64::from_le_bytes(word);
            values.extend(heap.at(number).map(|_| Value::address(number)));
        }
    }
    values
}
