//! The memory of a state: objects with identity and copy-on-write contents. A fork costs what is new since the last one;
//! a write copies a path of the vectors it touches.
//!
//! Globals and heap objects are in one table and never leave it, so that a use after free can say where the object was
//! freed; small heap objects made of cells are in an arena instead, and never leave it either. Stack objects are in another
//! table whose end moves with calls and returns.

mod access;
mod address;
mod arena;
mod bytes;
mod differ;
mod initial;
mod join;
mod object;
mod page;
mod positions;
mod slot;
mod table;

use std::rc::Rc;

use pathfold_base::{ids::Id as _, own};
use pathfold_ir::{AllocKind, Layout, LocId};

use arena::{Arena, Header};
use object::{Object, Place};
use table::Table;

use crate::value::{ObjectId, Value};

pub use access::{Refusal, in_bounds, position_term, width};
pub use bytes::{from_plain, width_of};
pub use differ::Span;
pub use initial::GlobalObjects;
pub use object::{Contents, Life, ObjectRef, Origin};
pub use page::Byte;
pub use positions::Positions;
pub use slot::{Slot as ArenaSlot, Window};

/// The hidden layout: where globals and heap objects start.
const HEAP: u64 = 0x5500_0000_0000;
/// Addresses in the arena are multiples of this.
const ARENA_UNIT: u64 = 16;
/// Where the stack starts; it grows upwards, which no program may know.
const STACK: u64 = 0x7ff0_0000_0000;
/// No two objects touch: a pointer one past the end of one is not the start of another.
pub const GAP: u64 = 16;

/// Why an object cannot be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dead {
    /// It was freed.
    Freed,
    /// Its function has returned.
    Returned,
    /// Its scope was left.
    Left,
    /// It is defined elsewhere.
    External,
    /// There never was one.
    Nothing,
}

/// All objects of a state.
pub struct Memory {
    objects: Table,
    /// Small heap objects made of cells.
    arena: Arena,
    /// Stack objects by position; those from `top` on are gone.
    stack: Table,
    top: usize,
    next_heap: u64,
    next_stack: u64,
}

impl Memory {
    fn empty() -> Self {
        let (objects, arena, stack) = (Table::new(), Arena::new(), Table::new());
        Self { objects, arena, stack, top: 0, next_heap: HEAP, next_stack: STACK }
    }

    /// The same memory for a state that goes its own way.
    pub fn fork(&mut self) -> Self {
        Self { objects: self.objects.fork(), arena: self.arena.fork(), stack: self.stack.fork(), ..*self }
    }

    /// The same for a memory that is kept as it is.
    pub fn copy(&self) -> Self {
        Self { objects: self.objects.copy(), arena: self.arena.copy(), stack: self.stack.copy(), ..*self }
    }

    /// A new object, all undefined; none if the stack is full.
    #[inline]
    pub fn alloc(&mut self, layout: Layout, kind: AllocKind, size: u64, align: u64, loc: LocId) -> Option<ObjectId> {
        if (layout, kind) == (Layout::Cells, AllocKind::Heap)
            && align == 1
            && let Some(id) = self.alloc_cells(size, loc)
        {
            return Some(id);
        }
        match kind {
            AllocKind::Heap => Some(self.push(layout, Origin::Made(kind), size, align, loc)),
            AllocKind::Stack => self.push_stack(layout, size, align, loc),
        }
    }

    /// A new small heap object made of cells; none if it is not small or the arena is full.
    #[inline]
    pub fn alloc_cells(&mut self, size: u64, loc: LocId) -> Option<ObjectId> {
        if size > arena::MOST_CELLS {
            return None;
        }
        let (address, next) = place(self.next_heap, size, 1);
        let units = u32::try_from((address - HEAP) / ARENA_UNIT).ok()?;
        let at = self.arena.push(Header { len: size as u32, loc, address: units })?;
        self.next_heap = next;
        Some(ObjectId::in_arena(at))
    }

    /// For compiled code: where the cells are of an object of so many that was just made; null if they are not in one place.
    #[inline]
    pub fn last_cells(&mut self, cells: usize) -> *mut Value {
        self.arena.last_cells(cells)
    }

    fn push(&mut self, layout: Layout, origin: Origin, size: u64, align: u64, loc: LocId) -> ObjectId {
        let id = ObjectId::from_index(self.objects.len());
        let (address, next) = place(self.next_heap, size, align);
        self.next_heap = next;
        let place = Place { address, align, loc };
        self.objects.push(Object::new(id, layout, origin, size, place));
        id
    }

    fn push_stack(&mut self, layout: Layout, size: u64, align: u64, loc: LocId) -> Option<ObjectId> {
        let (address, next) = place(self.next_stack, size, align);
        let position = self.usable_position();
        if position >= ObjectId::STACK_POSITIONS as usize {
            return None;
        }
        let generation = self.stack.get(position).map_or(0, |object| object.id.generation() + 1);
        let id = ObjectId::on_stack(position as u32, generation);
        let place = Place { address, align, loc };
        let fresh = || Object::new(id, layout, Origin::Made(AllocKind::Stack), size, place);
        match self.stack.get_mut(position) {
            None => self.stack.push(fresh()),
            Some(slot) => match Rc::get_mut(slot) {
                // What a call before this one made here is used again: nothing is allocated.
                Some(object) if object.size == size && object.layout == layout => {
                    (object.id, object.address, object.loc, object.align) = (id, address, loc, align);
                    object.life = Life::Alive;
                    object.forget();
                }
                _ => *slot = Rc::new(fresh()),
            },
        }
        self.top = position + 1;
        self.next_stack = next;
        Some(id)
    }

    /// The first position from the end of the stack on that has a generation left. Retired positions say where to go on,
    /// and the first of them is told the result, so that finding it stays cheap.
    // SOUND: a position is never used under the same generation twice, so a pointer to what is gone never comes alive.
    fn usable_position(&mut self) -> usize {
        let mut position = self.top;
        while let Some(object) = self.stack.get(position) {
            position = match object.life {
                Life::Retired(next) => next as usize,
                _ if object.id.generation() + 1 < ObjectId::GENERATIONS => break,
                _ => {
                    let next = position + 1;
                    self.retire(position, next);
                    next
                }
            };
        }
        if position > self.top + 1 {
            self.retire(self.top, position);
        }
        position
    }

    fn retire(&mut self, position: usize, next: usize) {
        if let Some(slot) = self.stack.get_mut(position) {
            Rc::make_mut(slot).life = Life::Retired(next as u32);
        }
    }

    /// Where the next objects will be.
    pub fn next_addresses(&self) -> [u64; 2] {
        [self.next_heap, self.next_stack]
    }

    /// For compiled code: where the windows to the arena are.
    pub const WINDOWS: usize = std::mem::offset_of!(Memory, arena) + Arena::WINDOWS;

    /// Shows compiled code where an object is, if it is in the arena.
    pub fn show(&mut self, id: ObjectId) {
        if id.is_in_arena() {
            self.arena.show(id.arena_position());
        }
    }

    /// For compiled code: where the end of the stack is.
    pub const TOP: usize = std::mem::offset_of!(Memory, top);

    /// The end of the stack, for [`Memory::pop_stack`].
    #[inline]
    pub fn stack_top(&self) -> usize {
        self.top
    }

    /// Ends the life of the stack objects from `top` on.
    #[inline(always)]
    pub fn pop_stack(&mut self, top: usize) {
        if top < self.top {
            self.cut_stack(top);
        }
    }

    #[inline(never)]
    fn cut_stack(&mut self, top: usize) {
        self.next_stack = self.stack.get(top).map_or(STACK, |object| object.address);
        self.top = top;
    }

    /// The object, dead or alive; the null object if there never was one.
    ///
    /// # Panics
    /// Never: the null object is always there.
    #[inline]
    pub fn object(&self, id: ObjectId) -> ObjectRef<'_> {
        if id.is_in_arena()
            && let Some(object) = ObjectRef::in_arena(&self.arena, id.arena_position())
        {
            return object;
        }
        let found = match id.stack_position() {
            None => self.objects.get(id.index()),
            Some(position) => self.stack.get(position).filter(|object| object.id == id),
        };
        found.unwrap_or_else(|| self.objects.get(0).expect("the null object")).seen()
    }

    /// The object if it can be accessed.
    #[inline]
    pub fn live(&self, id: ObjectId) -> Result<ObjectRef<'_>, Dead> {
        if id.is_in_arena() {
            let object = ObjectRef::in_arena(&self.arena, id.arena_position()).ok_or(Dead::Nothing)?;
            return if object.life == Life::Alive { Ok(object) } else { Err(Dead::Freed) };
        }
        match id.stack_position() {
            None => match self.objects.get(id.index()) {
                Some(object) => match object.life {
                    Life::Alive => Ok(object.seen()),
                    Life::Freed(_) => Err(Dead::Freed),
                    Life::External => Err(Dead::External),
                    Life::Left(_) => Err(Dead::Left),
                    Life::Retired(_) => Err(Dead::Returned),
                },
                None => Err(Dead::Nothing),
            },
            Some(position) if position < self.top => match self.stack.get(position) {
                Some(object) if object.id == id && object.life == Life::Alive => Ok(object.seen()),
                Some(object) if object.id == id && matches!(object.life, Life::Left(_)) => Err(Dead::Left),
                Some(_) | None => Err(Dead::Returned),
            },
            Some(_) => Err(Dead::Returned),
        }
    }

    /// A live object that is not in the arena, for writing.
    #[inline]
    fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        let slot = match id.stack_position() {
            None => self.objects.get_mut(id.index()),
            Some(position) => self.stack.get_mut(position),
        };
        Rc::make_mut(slot.expect("an object of this memory"))
    }

    /// Ends the life of a heap object; its contents go, its identity stays.
    pub fn free(&mut self, id: ObjectId, loc: LocId) {
        if id.is_in_arena() {
            return self.arena.free(id.arena_position(), loc);
        }
        let object = self.object_mut(id);
        object.life = Life::Freed(loc);
        object.contents = Contents::undefined(object.layout, 0);
    }

    /// The scope of a local object is entered: it lives, all undefined.
    // APPROX: it is the same object each time, so a pointer from an earlier round of a loop sees the object of this one.
    pub fn enter_scope(&mut self, id: ObjectId) {
        if let Some(object) = self.local_mut(id) {
            object.life = Life::Alive;
            object.forget();
        }
    }

    /// The scope of a local object is left: it is dead until its scope is entered again.
    pub fn leave_scope(&mut self, id: ObjectId, loc: LocId) {
        if let Some(object) = self.local_mut(id) {
            object.life = Life::Left(loc);
        }
    }

    fn local_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let position = id.stack_position().filter(|position| *position < self.top)?;
        let slot = self.stack.get_mut(position)?;
        if slot.id == id { Some(Rc::make_mut(slot)) } else { None }
    }

    /// Where an object is in the hidden layout.
    pub fn address(&self, id: ObjectId) -> u64 {
        self.object(id).address
    }

    /// The object around an address, which lives or was freed; none between objects.
    pub fn at_address(&self, address: u64) -> Option<ObjectRef<'_>> {
        let object = if address >= STACK { self.on_stack_at(address)? } else { self.last_at_or_below(address)? };
        let inside = address - object.address < object.size.max(1);
        (inside && matches!(object.life, Life::Alive | Life::Freed(_))).then_some(object)
    }

    /// The live stack object that starts last at or below an address. A look at all of them: few are alive, and numbers are
    /// rarely taken for addresses of locals.
    fn on_stack_at(&self, address: u64) -> Option<ObjectRef<'_>> {
        let below = self.live_stack().filter(|object| object.address <= address);
        below.max_by_key(|object| object.address).map(Object::seen)
    }

    fn live_stack(&self) -> impl Iterator<Item = &Object> {
        let objects = (0..self.top).filter_map(|at| self.stack.get(at));
        objects.filter(|object| object.life == Life::Alive)
    }

    /// The global or heap object that starts last at or below an address.
    fn last_at_or_below(&self, address: u64) -> Option<ObjectRef<'_>> {
        let whole = self.objects.first_after(address).checked_sub(1).and_then(|at| self.objects.get(at));
        let small = self.arena_after(address).checked_sub(1);
        let small = small.and_then(|last| ObjectRef::in_arena(&self.arena, self.arena.start_of(last)));
        whole.map(Object::seen).into_iter().chain(small).max_by_key(|object| object.address)
    }

    /// Where the arena has the first object that starts after an address.
    fn arena_after(&self, address: u64) -> usize {
        address.checked_sub(HEAP).map_or(0, |offset| self.arena.first_after(offset / ARENA_UNIT))
    }

    /// The gap around an address that is in no object, as its first and its last address.
    pub fn gap_around(&self, address: u64) -> (u64, u64) {
        let (before, after, limit) = if address >= STACK {
            let after = self.live_stack().map(|object| object.address).filter(|start| *start > address).min();
            (self.on_stack_at(address), after.map(|start| start - 1), u64::MAX)
        } else {
            let whole = self.objects.get(self.objects.first_after(address)).map(|object| object.address);
            let small = self.arena.header(self.arena_after(address)).map(|header| arena_address(header.address));
            let after = whole.into_iter().chain(small).min();
            (self.last_at_or_below(address), after.map(|start| start - 1), STACK - 1)
        };
        let start = before.map_or(0, |object| {
            let there = matches!(object.life, Life::Alive | Life::Freed(_));
            if there { object.address + object.size.max(1) } else { object.address }
        });
        (start.min(address), after.unwrap_or(limit).max(address))
    }

    /// A cell that can be accessed; none in objects of bytes.
    #[inline(always)]
    pub fn cell(&mut self, id: ObjectId, index: usize) -> Option<&Value> {
        if id.is_in_arena() { self.arena.hot_cell(id.arena_position(), index) } else { self.open(id)?.cell(index) }
    }

    /// The same for writing; none in constant objects too.
    #[inline(always)]
    pub fn cell_mut(&mut self, id: ObjectId, index: usize) -> Option<&mut Value> {
        if id.is_in_arena() {
            self.arena.cell_mut(id.arena_position(), index)
        } else {
            self.open_mut(id)?.cell_mut(index)
        }
    }

    /// The contents of an object that is not in the arena, as far as they can be accessed: dead ones have none left, or
    /// are not found.
    #[inline(always)]
    pub fn open(&self, id: ObjectId) -> Option<&Contents> {
        // Numbers of stack objects are above all others.
        let object = match self.objects.get(id.index()) {
            Some(object) => object,
            None => self.open_stack(id)?,
        };
        Some(&object.contents)
    }

    #[inline(always)]
    fn open_stack(&self, id: ObjectId) -> Option<&Object> {
        let position = id.stack_position().filter(|position| *position < self.top)?;
        self.stack.get(position).filter(|object| object.id == id && object.life == Life::Alive)
    }

    /// The same for writing; none for constant objects too.
    #[inline(always)]
    pub fn open_mut(&mut self, id: ObjectId) -> Option<&mut Contents> {
        let slot = match self.objects.get_mut(id.index()) {
            Some(slot) => slot,
            None => {
                let position = id.stack_position().filter(|position| *position < self.top)?;
                self.stack.get_mut(position).filter(|object| object.id == id && object.life == Life::Alive)?
            }
        };
        if slot.constant { None } else { Some(&mut own(slot).contents) }
    }

    /// Globals and heap objects, dead ones included, and the live stack objects.
    pub fn iter(&self) -> impl Iterator<Item = ObjectRef<'_>> {
        let whole = self.objects.iter().map(Object::seen);
        let small = self.arena.iter().filter_map(|(at, _)| ObjectRef::in_arena(&self.arena, at));
        whole.chain(small).chain((0..self.top).filter_map(|at| self.stack.get(at).map(Object::seen)))
    }
}

/// An address in the arena as one of the hidden layout.
fn arena_address(units: u32) -> u64 {
    HEAP + ARENA_UNIT * u64::from(units)
}

/// Where an object goes, and where the next one may.
fn place(from: u64, size: u64, align: u64) -> (u64, u64) {
    let align = align.max(16);
    let address = from.div_ceil(align) * align;
    (address, address.saturating_add(size).saturating_add(GAP))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;
    use pathfold_ir::Program;

    #[test]
    fn a_local_is_dead_while_its_scope_is_left_and_new_when_it_is_entered_again() {
        let mut memory = Memory::empty();
        let mut pool = pathfold_term::Pool::new();
        let make = |memory: &mut Memory| memory.alloc(Layout::Bytes, AllocKind::Stack, 4, 4, Program::NOWHERE);
        let local = make(&mut memory).expect("room on the stack");
        let five = Value::Bits { width: 32, bits: 5 };
        assert!(memory.write(local, 0, pathfold_ir::Type::Bv(32), five, &mut pool).is_ok());
        let fork = memory.fork();
        memory.leave_scope(local, Program::NOWHERE);
        assert!(matches!(memory.live(local), Err(Dead::Left)));
        let plain = |memory: &Memory| {
            let bytes = memory.open(local)?.bytes()?;
            bytes.plain(0, 4).map(<[u8]>::to_vec)
        };
        assert!(plain(&memory).is_none() && memory.open_mut(local).is_none());
        assert_eq!(plain(&fork), Some(vec![5, 0, 0, 0]));
        memory.enter_scope(local);
        assert!(memory.live(local).is_ok() && plain(&memory).is_none());
        // What is made in the place of one that was dead is alive.
        memory.leave_scope(local, Program::NOWHERE);
        memory.pop_stack(0);
        drop(fork);
        let next = make(&mut memory).expect("room on the stack");
        assert!(memory.live(next).is_ok() && matches!(memory.live(local), Err(Dead::Returned)));
        memory.enter_scope(local);
        assert!(memory.live(local).is_err());
    }

    #[test]
    fn positions_of_the_stack_are_used_again_and_pointers_to_what_is_gone_stay_dead() {
        let mut memory = Memory::empty();
        let make = |memory: &mut Memory| {
            memory.alloc(Layout::Bytes, AllocKind::Stack, 8, 8, Program::NOWHERE).expect("room on the stack")
        };
        let outer = make(&mut memory);
        let mark = memory.stack_top();
        let mut gone = Vec::new();
        for _ in 0..3 * ObjectId::GENERATIONS {
            let (a, b) = (make(&mut memory), make(&mut memory));
            assert!(memory.live(a).is_ok() && memory.live(b).is_ok() && memory.live(outer).is_ok());
            assert_eq!(memory.at_address(memory.address(b)).map(|object| object.id), Some(b));
            memory.pop_stack(mark);
            gone.push(a);
        }
        // While something else lives where they were, too.
        let now = make(&mut memory);
        assert!(!gone.contains(&now));
        assert!(gone.iter().all(|id| memory.live(*id).is_err()), "a dead object lives");
        assert!(memory.stack.len() < 20, "{} positions for two objects at a time", memory.stack.len());
    }
}
