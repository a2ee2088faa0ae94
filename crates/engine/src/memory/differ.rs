//! What differs between the memories of two states, one of which comes from the other.

use std::rc::Rc;

use super::object::{Contents, Object};
use super::page::Byte;
use super::slot::{Slot, View};
use super::{Life, Memory};
use crate::value::ObjectId;

/// Positions of an object: from here on, so many.
pub type Span = (ObjectId, usize, usize);

impl Memory {
    /// Whether the objects of `before` are all that lives here and differ from it at most in these positions and objects.
    pub fn differs_only_in(&self, before: &Memory, spans: &[Span], objects: &[ObjectId]) -> bool {
        let sizes = |memory: &Memory| (memory.objects.len(), memory.arena.len(), memory.top);
        if sizes(self) != sizes(before) || !self.same_cells(before, spans, objects) {
            return false;
        }
        let heap = self.objects.handles().zip(before.objects.handles());
        let stack = self.stack.handles().zip(before.stack.handles()).take(self.top);
        heap.chain(stack).all(|(now, then)| {
            // What is out of scope is undefined when its scope is entered again.
            let gone = matches!((now.life, then.life), (Life::Left(_), Life::Left(_))) && now.id == then.id;
            Rc::ptr_eq(now, then)
                || gone
                || (now.id == then.id
                    && now.life == then.life
                    && (objects.contains(&now.id) || same_contents(now, then, spans)))
        })
    }

    /// The same for what is in the arena.
    fn same_cells(&self, before: &Memory, spans: &[Span], objects: &[ObjectId]) -> bool {
        self.arena.unshared(&before.arena).into_iter().all(|at| {
            let (now, then) = (self.arena.slot(at).map(Slot::view), before.arena.slot(at).map(Slot::view));
            now == then
                || matches!((now, then), (Some(View::Cell(_)), Some(View::Cell(_)))) && {
                    let start = self.arena.start_of(at);
                    let (id, index) = (ObjectId::in_arena(start), at - start - 1);
                    objects.contains(&id) || is_excepted(spans, id, index)
                }
        })
    }
}

impl Memory {
    /// The live objects that both have and that differ. Looks only at what they do not share.
    pub fn differing(&self, other: &Memory) -> Vec<ObjectId> {
        let pair = |mine: Option<&Rc<Object>>, theirs: Option<&Rc<Object>>| {
            let (mine, theirs) = (mine?, theirs?);
            let gone = matches!((mine.life, theirs.life), (Life::Left(_), Life::Left(_)));
            (!Rc::ptr_eq(mine, theirs) && !gone && !same_contents(mine, theirs, &[])).then_some(mine.id)
        };
        let heap = self.objects.unshared(&other.objects).into_iter();
        let stack = self.stack.unshared(&other.stack).into_iter().filter(|at| *at < self.top.min(other.top));
        let heap = heap.filter_map(|at| pair(self.objects.handle(at), other.objects.handle(at)));
        let stack = stack.filter_map(|at| pair(self.stack.handle(at), other.stack.handle(at)));
        let small = self.arena.unshared(&other.arena).into_iter();
        let small = small.filter(|at| self.arena.slot(*at) != other.arena.slot(*at));
        let mut small: Vec<ObjectId> = small.map(|at| ObjectId::in_arena(self.arena.start_of(at))).collect();
        small.dedup();
        heap.chain(small).chain(stack).collect()
    }
}

fn same_contents(now: &Object, then: &Object, spans: &[Span]) -> bool {
    let excepted = |at: usize| is_excepted(spans, now.id, at);
    match (&now.contents, &then.contents) {
        (Contents::Bytes(a), Contents::Bytes(b)) => {
            a.len() == b.len() && a.changed_since(b).all(|at| excepted(at) || same_byte(&a.byte(at), &b.byte(at)))
        }
        (Contents::Bytes(_), _) | (_, Contents::Bytes(_)) => false,
        _ => {
            let (now, then) = (now.seen(), then.seen());
            let len = now.len();
            len == then.len() && (0..len).all(|at| excepted(at) || now.get(at) == then.get(at))
        }
    }
}

fn is_excepted(spans: &[Span], id: ObjectId, at: usize) -> bool {
    spans.iter().any(|(object, start, width)| *object == id && at >= *start && at < start + width)
}

pub(super) fn same_byte(a: &Byte, b: &Byte) -> bool {
    match (a, b) {
        (Byte::Plain(a), Byte::Plain(b)) => a == b,
        (Byte::Of(a, i), Byte::Of(b, j)) => (a, i) == (b, j),
        (Byte::Undefined, Byte::Undefined) => true,
        _ => false,
    }
}
