//! The memory of a state: objects with identity and copy-on-write contents. Cloning is O(1); a write copies a path of
//! the vectors it touches.

mod access;
mod bytes;
mod object;

use std::rc::Rc;

use pathfold_base::ids::Id as _;
use pathfold_base::{CowVec, IdVec};
use pathfold_ir::{AllocKind, GlobalId, Init, Layout, LocId, Program};
use pathfold_term::Pool;

use crate::code;
use crate::value::{ObjectId, Value};

pub use access::{Refusal, in_bounds, position_term, width};

pub use object::Object;

/// Which object each global is.
pub struct GlobalObjects(IdVec<GlobalId, ObjectId>);

impl GlobalObjects {
    /// The objects of a program's globals: the first ones after null.
    pub fn new(program: &Program) -> Self {
        Self(program.globals.ids().map(|id| ObjectId(id.0 + 1)).collect())
    }

    /// The object of a global.
    pub fn object(&self, global: GlobalId) -> ObjectId {
        self.0[global]
    }
}

/// All objects of a state.
#[derive(Clone)]
pub struct Memory {
    objects: CowVec<Rc<Object>>,
}

impl Memory {
    /// The null object and the globals with their initial contents.
    pub fn new(program: &Program, globals: &GlobalObjects, pool: &mut Pool) -> Self {
        let mut memory = Self { objects: CowVec::new() };
        memory.alloc(Layout::Cells, AllocKind::Heap, 0, Program::NOWHERE);
        for global in program.globals.iter() {
            let id = memory.alloc(global.layout, AllocKind::Heap, global.size, Program::NOWHERE);
            let fill = match (&global.init, global.layout) {
                (Init::Undef, _) => Value::Undef,
                (_, Layout::Bytes) => Value::Bits { width: 8, bits: 0 },
                (_, Layout::Cells) => Value::Int(0),
            };
            let object = memory.object_mut(id);
            object.fill(fill);
            match &global.init {
                Init::Undef | Init::Zero => {}
                Init::Bytes(bytes) => {
                    for (index, byte) in bytes.iter().enumerate() {
                        object.set(index, Value::Bits { width: 8, bits: u64::from(*byte) });
                    }
                }
                Init::Cells(cells) => {
                    for (index, cell) in cells.iter().enumerate() {
                        object.set(index, code::constant_value(cell, globals, pool));
                    }
                }
            }
            object.constant = global.constant;
        }
        memory
    }

    /// A new object, all undefined.
    pub fn alloc(&mut self, layout: Layout, kind: AllocKind, size: u64, loc: LocId) -> ObjectId {
        let id = ObjectId::from_index(self.objects.len());
        self.objects.push(Rc::new(Object::new(layout, kind, size, loc)));
        id
    }

    /// The object.
    ///
    /// # Panics
    /// Never for ids that came from this memory: objects are not removed.
    #[inline]
    pub fn object(&self, id: ObjectId) -> &Object {
        self.objects.get(id.index()).expect("an object of this memory")
    }

    /// The object for writing.
    #[inline]
    fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(self.objects.get_mut(id.index()).expect("an object of this memory"))
    }

    /// What is in a cell at `offset + index`; none if there is no such cell or it was never set.
    #[inline]
    pub fn cell(&self, object: ObjectId, offset: i64, index: i64) -> Option<Value> {
        let object = self.objects.get(object.index())?;
        if object.layout != Layout::Cells {
            return None;
        }
        match object.get(usize::try_from(offset.checked_add(index)?).ok()?) {
            Value::Undef => None,
            value => Some(value),
        }
    }

    /// The cell at `offset + index` for writing; none if there is no such cell.
    #[inline]
    pub fn cell_mut(&mut self, object: ObjectId, offset: i64, index: i64) -> Option<&mut Value> {
        let index = usize::try_from(offset.checked_add(index)?).ok()?;
        let object = Rc::make_mut(self.objects.get_mut(object.index())?);
        if object.layout != Layout::Cells || object.constant { None } else { object.get_mut(index) }
    }

    /// How many objects there are, null included.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Never: null is always there.
    pub fn is_empty(&self) -> bool {
        false
    }
}
