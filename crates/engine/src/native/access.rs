//! Memory, as compiled code asks for it: functions that it calls. They may refuse anything; the step does the rest.
//!
//! SAFETY: all of them are called by compiled code only, with the memory that [`super::enter::Compiled::run`] was given for as long as
//! the code runs, and with places of values in the frame that it was given. Nothing else refers to either meanwhile.
#![allow(unsafe_code)]

use pathfold_ir::{CompareOp, LocId, Type};

use super::enter::Context;
use super::layout::Kind;
use crate::memory::Memory;
use crate::step::fast;
use crate::value::{ObjectId, Value};

/// A new object.
#[repr(C)]
pub struct New {
    /// The first word of a pointer to it; zero if there is none.
    pointer: u64,
    /// Where its cells are, one after the other; null if they are not.
    cells: *mut Value,
}

/// A new object of so many cells.
pub unsafe extern "C" fn new_cells(context: *mut Context, size: i64, loc: u32) -> New {
    // SAFETY: see above.
    let context = unsafe { &mut *context };
    // SAFETY: see above.
    let (machine, state) = unsafe { (&mut *context.machine, &mut *context.state) };
    if size as u64 > machine.max_object {
        return New { pointer: 0, cells: std::ptr::null_mut() };
    }
    match state.memory.alloc_cells(size as u64, LocId(loc)) {
        Some(object) => New {
            pointer: u64::from(Kind::Ptr.tag()) | u64::from(object.0) << 32,
            cells: state.memory.last_cells(size as usize),
        },
        None => New { pointer: 0, cells: std::ptr::null_mut() },
    }
}

/// A number, and whether there is one: two registers.
#[repr(C)]
pub struct Maybe {
    number: u64,
    is_some: u64,
}

/// Whether two pointers are known to be different.
pub unsafe extern "C" fn are_apart(a: *const Value, b: *const Value) -> u32 {
    // SAFETY: see above.
    let (a, b) = unsafe { (&*a, &*b) };
    u32::from(fast::compare(CompareOp::Ne, a, b) == Some(true))
}

/// A cell for reading; null if there is none.
pub unsafe extern "C" fn cell(memory: *mut Memory, object: u32, offset: i64) -> *const Value {
    // SAFETY: see above.
    let memory = unsafe { &mut *memory };
    memory.show(ObjectId(object));
    fast::cell(memory, ObjectId(object), offset).map_or(std::ptr::null(), std::ptr::from_ref)
}

/// A cell for writing; null if there is none.
pub unsafe extern "C" fn cell_mut(memory: *mut Memory, object: u32, offset: i64) -> *mut Value {
    // SAFETY: see above.
    let memory = unsafe { &mut *memory };
    memory.show(ObjectId(object));
    fast::cell_mut(memory, ObjectId(object), offset).map_or(std::ptr::null_mut(), std::ptr::from_mut)
}

/// Known bits of a byte object.
pub unsafe extern "C" fn load_bits(memory: *const Memory, object: u32, offset: i64, width: u32) -> Maybe {
    // SAFETY: see above.
    let memory = unsafe { &*memory };
    match fast::bits(memory, ObjectId(object), offset, width as u8) {
        Some(number) => Maybe { number, is_some: 1 },
        None => Maybe { number: 0, is_some: 0 },
    }
}

/// Writes known bits into a byte object; whether it did.
pub unsafe extern "C" fn store_bits(memory: *mut Memory, object: u32, offset: i64, width: u32, bits: u64) -> u32 {
    // SAFETY: see above.
    let memory = unsafe { &mut *memory };
    let (ty, value) = (Type::Bv(width as u8), Value::Bits { width: width as u8, bits });
    u32::from(fast::store(memory, ObjectId(object), offset, ty, &value).is_some())
}

/// Reads a pointer or what is in a cell; whether it did.
pub unsafe extern "C" fn load_pointer(memory: *mut Memory, object: u32, offset: i64, to: *mut Value) -> u32 {
    // SAFETY: see above.
    let (memory, to) = unsafe { (&mut *memory, &mut *to) };
    memory.show(ObjectId(object));
    u32::from(fast::load_into(memory, ObjectId(object), offset, Type::Ptr, to).is_some())
}

/// Writes a pointer, or a value into a cell; whether it did.
pub unsafe extern "C" fn store_pointer(memory: *mut Memory, object: u32, offset: i64, from: *const Value) -> u32 {
    // SAFETY: see above.
    let (memory, from) = unsafe { (&mut *memory, &*from) };
    memory.show(ObjectId(object));
    u32::from(fast::store(memory, ObjectId(object), offset, Type::Ptr, from).is_some())
}
