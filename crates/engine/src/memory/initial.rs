//! The memory a program starts with: the null object and the globals.

use pathfold_base::IdVec;
use pathfold_ir::{AllocKind, GlobalId, Init, Layout, Program};
use pathfold_term::Pool;

use super::bytes::ByteContents;
use super::object::Contents;
use super::{Life, Memory, Origin};
use crate::code::constant_value;
use crate::value::{ObjectId, Value};

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

impl Memory {
    /// The null object and the globals with their initial contents.
    pub fn new(program: &Program, globals: &GlobalObjects, pool: &mut Pool) -> Self {
        let mut memory = Self::empty();
        memory.push(Layout::Cells, Origin::Made(AllocKind::Heap), 0, 1, Program::NOWHERE);
        memory.object_mut(ObjectId::NULL).address = 0;
        for (id, global) in program.globals.entries() {
            let size = if global.init == Init::External { 0 } else { global.size };
            let object = memory.push(global.layout, Origin::Global(id.0), size, u64::from(global.align), global.loc);
            let contents = match (&global.init, global.layout) {
                (Init::Undef | Init::External, layout) => Contents::undefined(layout, size as usize),
                (Init::Cells(cells), _) => {
                    Contents::Many(cells.iter().map(|cell| constant_value(cell, globals, pool)).collect())
                }
                (_, Layout::Cells) => Contents::cells(Value::Int(0), size as usize),
                (init, Layout::Bytes) => Contents::Bytes(initial_bytes(init, size as usize, globals, pool)),
            };
            let object = memory.object_mut(object);
            object.contents = contents;
            object.constant = global.constant;
            if global.init == Init::External {
                object.life = Life::External;
            }
        }
        memory
    }
}

fn initial_bytes(init: &Init, len: usize, globals: &GlobalObjects, pool: &mut Pool) -> ByteContents {
    let mut bytes = ByteContents::zero(len);
    // The verifier has checked that everything fits, and fresh zeros hold nothing that could not be cut.
    match init {
        Init::Bytes(plain) => {
            let _ = bytes.write_plain(0, plain, pool);
        }
        Init::Image { bytes: plain, pointers } => {
            let _ = bytes.write_plain(0, plain, pool);
            for pointer in pointers {
                let value = match (constant_value(&pointer.target, globals, pool), pointer.addend) {
                    (Value::Ptr { object, offset }, addend) => {
                        Value::Ptr { object, offset: offset.wrapping_add(addend) }
                    }
                    (value, _) => value,
                };
                let _ = bytes.write(pointer.offset as usize, pathfold_ir::Type::Ptr, value, pool);
            }
        }
        Init::Zero | Init::Undef | Init::External | Init::Cells(_) => {}
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_in_images_are_kept_whole() {
        let text = "global @g: bytes 8 = zero\nglobal @p: bytes 16 = x\"01\" with [8: @g + 4]\nfunc @main() {\nb0:\n  ret\n}\nentry @main\n";
        let program = pathfold_ir::text::parse(text).expect("a program");
        let globals = GlobalObjects::new(&program);
        let mut pool = Pool::new();
        let memory = Memory::new(&program, &globals, &mut pool);
        let object = memory.object(ObjectId(2));
        let bytes = object.bytes().expect("bytes");
        let pointer = bytes.read(8, pathfold_ir::Type::Ptr, &mut pool);
        assert_eq!(pointer, Ok(Value::Ptr { object: ObjectId(1), offset: 4 }));
        assert_eq!(bytes.read(0, pathfold_ir::Type::Bv(16), &mut pool), Ok(Value::Bits { width: 16, bits: 1 }));
    }
}
