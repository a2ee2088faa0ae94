//! Heap objects that nothing points to when the program ends.

use pathfold_base::FxSet;
use pathfold_ir::AllocKind;

use crate::memory::{Life, Object, Origin};
use crate::state::State;
use crate::value::{ObjectId, Value};

/// The first live heap object that no global, no live stack object, no register and no reachable heap object points to.
pub fn leaked(state: &State, pool: &mut pathfold_term::Pool) -> Option<ObjectId> {
    let is_heap = |object: &Object| object.origin == Origin::Made(AllocKind::Heap) && object.life == Life::Alive;
    let mut reached: FxSet<ObjectId> = FxSet::default();
    let mut open: Vec<ObjectId> = Vec::new();
    let mut reach = |value: Value, open: &mut Vec<ObjectId>, pool: &mut pathfold_term::Pool| {
        let mut found = |object: ObjectId| {
            if reached.insert(object) {
                open.push(object);
            }
        };
        match value {
            Value::Ptr { object, .. } | Value::PtrTerm { object, .. } => found(object),
            // A term reaches every object whose base address is in it.
            Value::Term(term) => {
                for symbol in pool.free_symbols(term).iter() {
                    if let pathfold_term::SymbolKind::Base(object) = pool.symbol_info(*symbol).kind {
                        found(ObjectId(object as u32));
                    }
                }
            }
            Value::Undef
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Bits { .. }
            | Value::Function(_)
            | Value::F32(_)
            | Value::F64(_) => {}
        }
    };
    // What is in a local of a scope that was left can no longer be reached.
    let is_root = |object: &&Object| !is_heap(object) && !matches!(object.life, Life::Left(_));
    for object in state.memory.iter().filter(is_root) {
        for value in object.values() {
            reach(value, &mut open, pool);
        }
    }
    for frame in std::iter::once(&state.frame).chain(state.callers.innermost_first()) {
        for value in frame.slots.iter() {
            reach(*value, &mut open, pool);
        }
    }
    while let Some(object) = open.pop() {
        for value in state.memory.object(object).values().collect::<Vec<_>>() {
            reach(value, &mut open, pool);
        }
    }
    state
        .memory
        .iter()
        .filter(|object| is_heap(object))
        .map(|object| object.id)
        .find(|id| !reached.contains(id) && *id != ObjectId::NULL)
}
