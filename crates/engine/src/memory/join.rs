//! The join of two memories: objects that both have, with what differs as a choice. Looks only at what they do not share.

use std::rc::Rc;

use pathfold_ir::Type;
use pathfold_term::{Format, Pool, Sort};

use super::bytes::ByteContents;
use super::differ::same_byte;
use super::object::{Contents, Object};
use super::page::Byte;
use super::slot::{Slot, View};
use super::{Life, Memory};
use crate::join::{Choice, Refused};
use crate::value::Value;

impl Choice<'_> {
    /// One memory for both.
    pub fn memory(&mut self) -> Result<Memory, Refused> {
        let (a, b) = self.memories;
        if a.top != b.top {
            return Err("they have different objects on the stack");
        }
        let mut joined = a.copy();
        for index in a.objects.unshared(&b.objects) {
            self.slot(joined.objects.get_mut(index), b.objects.handle(index))?;
        }
        // What only one of them allocated is out of the other's reach.
        for index in a.objects.len()..b.objects.len() {
            if let Some(object) = b.objects.handle(index) {
                joined.objects.push_shared(Rc::clone(object));
            }
        }
        for at in a.arena.unshared(&b.arena) {
            match (a.arena.slot(at).map(Slot::view), b.arena.slot(at).map(Slot::view)) {
                (Some(View::Cell(mine)), Some(View::Cell(theirs))) => {
                    if mine != theirs {
                        joined.arena.set(at, self.value(*mine, *theirs)?);
                    }
                }
                (mine, theirs) if mine == theirs => {}
                (Some(View::Freed { .. }), Some(View::Header { .. }))
                | (Some(View::Header { .. }), Some(View::Freed { .. })) => {
                    return Err("an object lives in only one of them");
                }
                _ => return Err("they allocated different objects"),
            }
        }
        for at in a.arena.len()..b.arena.len() {
            if let Some(slot) = b.arena.slot(at) {
                joined.arena.push_slot(*slot);
            }
        }
        for index in a.stack.unshared(&b.stack) {
            if index < a.top {
                self.slot(joined.stack.get_mut(index), b.stack.handle(index))?;
            } else if let (Some(mine), Some(theirs)) = (joined.stack.get_mut(index), b.stack.handle(index))
                && theirs.id.generation() > mine.id.generation()
            {
                // SOUND: what is gone stays gone: the next object here gets a generation that neither of them has seen.
                *mine = Rc::clone(theirs);
            }
        }
        for index in a.stack.len()..b.stack.len() {
            if let Some(object) = b.stack.handle(index) {
                joined.stack.push_shared(Rc::clone(object));
            }
        }
        joined.next_heap = a.next_heap.max(b.next_heap);
        joined.next_stack = a.next_stack.max(b.next_stack);
        Ok(joined)
    }

    fn slot(&mut self, mine: Option<&mut Rc<Object>>, theirs: Option<&Rc<Object>>) -> Result<(), Refused> {
        let (Some(mine), Some(theirs)) = (mine, theirs) else { return Ok(()) };
        if Rc::ptr_eq(mine, theirs) {
            return Ok(());
        }
        let same_identity = mine.id == theirs.id
            && mine.layout == theirs.layout
            && mine.origin == theirs.origin
            && (mine.size, mine.address, mine.align) == (theirs.size, theirs.address, theirs.align)
            && (mine.loc, mine.constant) == (theirs.loc, theirs.constant);
        if !same_identity {
            return Err("they allocated different objects");
        }
        match (mine.life, theirs.life) {
            // Undefined when the scope is entered again, so what is in it does not matter.
            (Life::Left(_), Life::Left(_)) => return Ok(()),
            (one, other) if one != other => return Err("an object lives in only one of them"),
            _ => {}
        }
        if let Some(contents) = self.contents(&mine.contents, &theirs.contents)? {
            Rc::make_mut(mine).contents = contents;
        }
        Ok(())
    }

    /// The joined contents, none if they are those of the first.
    fn contents(&mut self, a: &Contents, b: &Contents) -> Result<Option<Contents>, Refused> {
        match (a, b) {
            (Contents::Bytes(a), Contents::Bytes(b)) => Ok(self.bytes(a, b)?.map(Contents::Bytes)),
            (Contents::Few(len, x), Contents::Few(other, y)) if len == other => {
                let mut joined = *x;
                for (mine, theirs) in joined.iter_mut().zip(y).take(usize::from(*len)) {
                    *mine = self.value(*mine, *theirs)?;
                }
                Ok((joined != *x).then_some(Contents::Few(*len, joined)))
            }
            (Contents::Many(x), Contents::Many(y)) if x.len() == y.len() => {
                let mut joined = None;
                for index in x.unshared(y) {
                    let (Some(mine), Some(theirs)) = (x.get(index), y.get(index)) else { continue };
                    if mine != theirs {
                        let value = self.value(*mine, *theirs)?;
                        if let Some(slot) = joined.get_or_insert_with(|| x.clone()).get_mut(index) {
                            *slot = value;
                        }
                    }
                }
                Ok(joined.map(Contents::Many))
            }
            _ => Err("they allocated different objects"),
        }
    }

    fn bytes(&mut self, a: &ByteContents, b: &ByteContents) -> Result<Option<ByteContents>, Refused> {
        if a.len() != b.len() {
            return Err("they allocated different objects");
        }
        let mut joined: Option<ByteContents> = None;
        let mut done = 0;
        for at in a.changed_since(b) {
            if at < done || same_byte(&a.byte(at), &b.byte(at)) {
                continue;
            }
            let Chunk { start, ty, width } = chunk(a, b, at, done, self.pool);
            let (Ok(mine), Ok(theirs)) = (a.read(start, ty, self.pool), b.read(start, ty, self.pool)) else {
                return Err("bytes that cannot be read as one value");
            };
            let value = self.value(mine, theirs)?;
            let target = joined.get_or_insert_with(|| a.clone());
            target.write(start, ty, value, self.pool).map_err(|_| "bytes that cannot be written as one value")?;
            done = start + width;
        }
        Ok(joined)
    }
}

/// Bytes that are joined as one value.
struct Chunk {
    start: usize,
    width: usize,
    ty: Type,
}

impl Chunk {
    fn bits(start: usize, width: usize) -> Chunk {
        Chunk { start, width, ty: Type::Bv(8 * width as u8) }
    }
}

/// The bytes around a difference that look like one value: a value that one of them keeps whole where the other one has
/// the like or plain bytes, else as few bytes as the difference takes. Nothing before `done`.
fn chunk(a: &ByteContents, b: &ByteContents, at: usize, done: usize, pool: &Pool) -> Chunk {
    for (one, other) in [(a, b), (b, a)] {
        if let Some((start, width, value)) = one.part_around(at)
            && start >= done
            && other.is_alike(start, width)
        {
            let ty = match value {
                Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_) if width == 8 => Type::Ptr,
                Value::Term(term) if pool.sort(term) == Sort::Fp(Format::F32) => Type::F32,
                Value::Term(term) if pool.sort(term) == Sort::Fp(Format::F64) => Type::F64,
                _ => Type::Bv(8 * width as u8),
            };
            return Chunk { start, width, ty };
        }
    }
    if matches!(a.len(), 1 | 2 | 4 | 8) && done == 0 {
        return Chunk::bits(0, a.len());
    }
    // The plain bytes that differ in a row, in the smallest aligned word that holds them.
    let plain = |at: usize| match (a.byte(at), b.byte(at)) {
        (Byte::Plain(x), Byte::Plain(y)) => Some(x != y),
        _ => None,
    };
    let mut end = at + 1;
    while end < a.len() && end < at + 8 && plain(at).is_some() && plain(end) == Some(true) {
        end += 1;
    }
    for width in [1, 2, 4, 8] {
        let start = at / width * width;
        if start >= done
            && start + width >= end
            && start + width <= a.len()
            && (start..start + width).all(|at| plain(at).is_some())
        {
            return Chunk::bits(start, width);
        }
    }
    Chunk::bits(at, 1)
}
