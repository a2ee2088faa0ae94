//! The register file of the running frame: an array while it is small, a tree beyond.

use pathfold_base::CowVec;

use crate::code::{LARGE_FRAME, SMALL_FRAME, Slot};
use crate::state::FrameSlots;
use crate::value::Value;

/// Reading and writing slots.
pub trait Registers {
    /// The value in a slot, in place: looking at a kind of value costs one comparison.
    fn at(&self, slot: Slot) -> &Value;
    /// A slot for writing; none if there is no such slot.
    fn at_mut(&mut self, slot: Slot) -> Option<&mut Value>;
    /// Sets a slot.
    #[inline(always)]
    fn set(&mut self, slot: Slot, value: Value) {
        if let Some(target) = self.at_mut(slot) {
            *target = value;
        }
    }
    /// Copies a slot.
    fn copy(&mut self, dst: Slot, src: Slot);
    /// The value in a slot.
    #[inline(always)]
    fn get(&self, slot: Slot) -> Value {
        *self.at(slot)
    }
}

/// A way to keep the registers of a frame.
pub trait RegisterFile {
    /// The registers of one frame.
    type Of<'a>: Registers;
    /// The registers in these slots, unless they are kept in another way.
    fn of(slots: &mut FrameSlots) -> Option<Self::Of<'_>>;
}

/// Up to [`SMALL_FRAME`] registers.
pub struct Small;
/// Up to [`LARGE_FRAME`] registers.
pub struct Large;
/// More.
pub struct Any;

impl RegisterFile for Small {
    type Of<'a> = Flat<'a, SMALL_FRAME>;
    #[inline(always)]
    fn of(slots: &mut FrameSlots) -> Option<Self::Of<'_>> {
        if let FrameSlots::Small(slots) = slots { Some(Flat(slots)) } else { None }
    }
}

impl RegisterFile for Large {
    type Of<'a> = Flat<'a, LARGE_FRAME>;
    #[inline(always)]
    fn of(slots: &mut FrameSlots) -> Option<Self::Of<'_>> {
        if let FrameSlots::Large(slots) = slots { Some(Flat(slots)) } else { None }
    }
}

impl RegisterFile for Any {
    type Of<'a> = Tree<'a>;
    fn of(slots: &mut FrameSlots) -> Option<Self::Of<'_>> {
        if let FrameSlots::Many(slots) = slots { Some(Tree(slots)) } else { None }
    }
}

/// Exactly `N` slots, a power of two: masking the index lets the compiler leave out bounds checks. Slots of a function
/// are below `N` by construction, so the mask changes nothing.
pub struct Flat<'a, const N: usize>(pub &'a mut [Value; N]);

impl<const N: usize> Registers for Flat<'_, N> {
    #[inline(always)]
    fn at(&self, slot: Slot) -> &Value {
        &self.0[slot as usize & (N - 1)]
    }

    #[inline(always)]
    fn at_mut(&mut self, slot: Slot) -> Option<&mut Value> {
        Some(&mut self.0[slot as usize & (N - 1)])
    }

    #[inline(always)]
    fn copy(&mut self, dst: Slot, src: Slot) {
        // A copy that lives in memory is one that the machine has to wait for: see `Value::copy_into`.
        match *self.at(src) {
            Value::Int(n) => self.set(dst, Value::Int(n.rotate_left(0))),
            Value::Bits { width, bits } => self.set(dst, Value::Bits { width, bits: bits.rotate_left(0) }),
            Value::Ptr { object, offset } => self.set(dst, Value::Ptr { object, offset: offset.rotate_left(0) }),
            other => self.set(dst, other),
        }
    }
}

/// Any number of slots.
pub struct Tree<'a>(pub &'a mut CowVec<Value>);

impl Registers for Tree<'_> {
    #[inline]
    fn at(&self, slot: Slot) -> &Value {
        self.0.get(slot as usize).unwrap_or(&Value::Undef)
    }

    #[inline]
    fn at_mut(&mut self, slot: Slot) -> Option<&mut Value> {
        self.0.get_mut(slot as usize)
    }

    #[inline]
    fn copy(&mut self, dst: Slot, src: Slot) {
        self.set(dst, self.get(src));
    }
}
