//! Reading and writing objects at known and at symbolic positions. Bounds are the step's business: every position here
//! is inside its object.

use pathfold_base::{Bits, Integer};
use pathfold_ir::{Layout, Type};
use pathfold_term::{Pool, Term};

use super::{Memory, Object, bytes};
use crate::value::{ObjectId, Value};

/// Why an access has no single value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// What is there was never set.
    Undefined,
    /// Values of this type cannot be kept in objects of this layout.
    NoByteForm,
    /// The candidates cannot be joined in one term: the position has to be decided first.
    Undecided,
}

/// How many positions a value of this type takes.
pub fn width(layout: Layout, ty: Type) -> u64 {
    match layout {
        Layout::Cells => 1,
        Layout::Bytes => bytes::width_of(ty),
    }
}

impl Object {
    /// Reads at a known position.
    #[inline]
    pub fn read(&self, offset: usize, ty: Type, pool: &mut Pool) -> Result<Value, Refusal> {
        match self.layout {
            Layout::Cells => match self.get(offset) {
                Value::Undef => Err(Refusal::Undefined),
                value => Ok(value),
            },
            Layout::Bytes if bytes::has_bytes(ty) => bytes::read(self, offset, ty, pool).ok_or(Refusal::Undefined),
            Layout::Bytes => Err(Refusal::NoByteForm),
        }
    }
}

impl Memory {
    /// Writes at a known position.
    #[inline]
    pub fn write(
        &mut self,
        object: ObjectId,
        offset: usize,
        ty: Type,
        value: Value,
        pool: &mut Pool,
    ) -> Result<(), Refusal> {
        let target = self.object_mut(object);
        match target.layout {
            Layout::Cells => target.set(offset, value),
            Layout::Bytes => {
                let bytes = bytes::to_bytes(value, ty, pool).ok_or(Refusal::NoByteForm)?;
                for (index, byte) in bytes.into_iter().enumerate() {
                    target.set(offset + index, byte);
                }
            }
        }
        Ok(())
    }

    /// Reads at a symbolic position: an `ite` over every position it may mean (seed 0, 5.3.3.2).
    pub fn read_ite(&self, object: ObjectId, offset: Term, ty: Type, pool: &mut Pool) -> Result<Value, Refusal> {
        let source = self.object(object);
        let last = last_position(source, ty).ok_or(Refusal::Undecided)?;
        let mut result = joinable(candidate(source, last, ty, pool)?, pool)?;
        for position in (0..last).rev() {
            let candidate = joinable(candidate(source, position, ty, pool)?, pool)?;
            let here = at(source.layout, offset, position, pool);
            result = pool.ite(here, candidate, result);
        }
        Ok(Value::from_term(pool, result))
    }

    /// Writes at a symbolic position: every position keeps its value or takes the new one.
    pub fn write_ite(
        &mut self,
        object: ObjectId,
        offset: Term,
        ty: Type,
        value: Value,
        pool: &mut Pool,
    ) -> Result<(), Refusal> {
        let target = self.object(object);
        let last = last_position(target, ty).ok_or(Refusal::Undecided)?;
        let (layout, new) = (target.layout, self.parts(object, ty, value, pool)?);
        let mut parts: Vec<Value> = (0..target.len()).map(|i| target.get(i)).collect();
        for position in 0..=last {
            let here = at(layout, offset, position, pool);
            for (index, new) in new.iter().enumerate() {
                let old = joinable(parts[position + index], pool)?;
                let joined = pool.ite(here, *new, old);
                parts[position + index] = Value::from_term(pool, joined);
            }
        }
        let target = self.object_mut(object);
        for (index, part) in parts.into_iter().enumerate() {
            if target.get(index) != part {
                target.set(index, part);
            }
        }
        Ok(())
    }

    fn parts(&self, object: ObjectId, ty: Type, value: Value, pool: &mut Pool) -> Result<Vec<Term>, Refusal> {
        match self.object(object).layout {
            Layout::Cells => Ok(vec![joinable(value, pool)?]),
            Layout::Bytes => bytes::to_bytes(value, ty, pool)
                .ok_or(Refusal::NoByteForm)?
                .into_iter()
                .map(|byte| joinable(byte, pool))
                .collect(),
        }
    }
}

/// What one of several positions holds. SOUND: an unset candidate is no finding by itself; whether the access means it
/// has to be decided first.
fn candidate(object: &Object, position: usize, ty: Type, pool: &mut Pool) -> Result<Value, Refusal> {
    object.read(position, ty, pool).map_err(|refusal| match refusal {
        Refusal::Undefined | Refusal::Undecided => Refusal::Undecided,
        Refusal::NoByteForm => Refusal::NoByteForm,
    })
}

/// Pointers and undefined values have no term: a position among them has to be decided.
fn joinable(value: Value, pool: &mut Pool) -> Result<Term, Refusal> {
    value.to_term(pool).ok_or(Refusal::Undecided)
}

fn last_position(object: &Object, ty: Type) -> Option<usize> {
    usize::try_from(object.size.checked_sub(width(object.layout, ty))?).ok()
}

fn at(layout: Layout, offset: Term, position: usize, pool: &mut Pool) -> Term {
    let position = position_term(layout, position as u64, pool);
    pool.eq(offset, position)
}

/// A position as a term of the sort that offsets of this layout have.
pub fn position_term(layout: Layout, position: u64, pool: &mut Pool) -> Term {
    match layout {
        Layout::Cells => pool.int(Integer::from(u128::from(position))),
        Layout::Bytes => pool.bits(Bits::new(64, u128::from(position))),
    }
}

/// The condition that `width` positions from `offset` on are inside an object of `size` positions.
pub fn in_bounds(layout: Layout, offset: Term, width: u64, size: u64, pool: &mut Pool) -> Term {
    let Some(last) = size.checked_sub(width) else { return pool.truth(false) };
    let last = position_term(layout, last, pool);
    match layout {
        Layout::Cells => {
            let zero = pool.int(0);
            let (low, high) = (pool.int_le(zero, offset), pool.int_le(offset, last));
            pool.and(&[low, high])
        }
        // Unsigned, so that "negative" offsets are far outside. SOUND: no sum that could wrap is formed.
        Layout::Bytes => pool.mk(pathfold_term::Op::BvUle, &[offset, last]),
    }
}
