//! Reading and writing objects at known and at symbolic positions. Bounds and lives are the step's business: every
//! position here is inside a live object.

use pathfold_base::{Bits, Integer};
use pathfold_ir::{Layout, Type};
use pathfold_term::{Op, Pool, Sort, Term};

use super::positions::Positions;
use super::{Memory, ObjectRef, bytes};
use crate::value::{ObjectId, Value, byte_of, sort_of, undefined};

/// Up to so many positions are joined in one term; more have to be decided.
const MOST_POSITIONS: u64 = 1 << 16;

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
#[inline]
pub fn width(layout: Layout, ty: Type) -> u64 {
    match layout {
        Layout::Cells => 1,
        Layout::Bytes => bytes::width_of(ty),
    }
}

impl ObjectRef<'_> {
    /// Reads at a known position. What is undefined in a byte object is a value: copying it is no error.
    #[inline]
    pub fn read(&self, offset: usize, ty: Type, pool: &mut Pool) -> Result<Value, Refusal> {
        match self.bytes() {
            None => match self.get(offset) {
                Value::Undef => Err(Refusal::Undefined),
                value => Ok(value),
            },
            Some(_) if ty == Type::Int => Err(Refusal::NoByteForm),
            Some(bytes) => bytes.read(offset, ty, pool),
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
        if object.is_in_arena() {
            if let Some(cell) = self.arena.cell_mut(object.arena_position(), offset) {
                *cell = value;
            }
            return Ok(());
        }
        let target = &mut self.object_mut(object).contents;
        match target.bytes_mut() {
            None => {
                if let Some(cell) = target.cell_mut(offset) {
                    *cell = value;
                }
            }
            Some(_) if ty == Type::Int => return Err(Refusal::NoByteForm),
            Some(bytes) => bytes.write(offset, ty, value, pool)?,
        }
        Ok(())
    }

    /// The bytes of a live byte object, for writing.
    pub fn bytes_mut(&mut self, object: ObjectId) -> Option<&mut bytes::ByteContents> {
        if object.is_in_arena() { None } else { self.object_mut(object).contents.bytes_mut() }
    }

    /// Reads at a symbolic position: one value that depends on the position (seed 0, 5.3.3.2), a tree over the bits of
    /// the offset.
    pub fn read_ite(&self, object: ObjectId, offset: Term, ty: Type, pool: &mut Pool) -> Result<Value, Refusal> {
        let source = self.object(object);
        let positions = positions(source, offset, ty, pool)?;
        let mut values = Vec::with_capacity(positions.count() as usize);
        for position in positions.iter() {
            values
                .push((position, joinable(candidate(source, position as usize, ty, pool)?, ty, source.layout, pool)?));
        }
        let term = match source.layout {
            Layout::Bytes if values.len() > 4 => by_bits(&values, offset, positions.step, pool),
            Layout::Bytes | Layout::Cells => chain(source.layout, &values, offset, pool),
        };
        Ok(match (Value::from_term(pool, term), ty) {
            (Value::Bits { bits, .. }, Type::Ptr) => Value::address(bits),
            (value, _) => value,
        })
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
        let (layout, positions) = (target.layout, positions(target, offset, ty, pool)?);
        let width = width(layout, ty);
        if layout == Layout::Bytes && positions.step < width {
            return self.write_overlapping(object, offset, ty, value, positions, pool);
        }
        let new = joinable(value, ty, layout, pool)?;
        let mut joined = Vec::with_capacity(positions.count() as usize);
        for position in positions.iter() {
            let old = match layout {
                Layout::Cells => target.get(position as usize),
                Layout::Bytes => candidate(target, position as usize, ty, pool)?,
            };
            let old = joinable(old, ty, layout, pool)?;
            let here = at(layout, offset, position, pool);
            let both = pool.ite(here, new, old);
            if both != old {
                joined.push((position as usize, Value::from_term(pool, both)));
            }
        }
        for (position, value) in joined {
            self.write(object, position, ty, value, pool)?;
        }
        Ok(())
    }

    /// The same where places overlap: each byte keeps its value or is one of the new value's.
    fn write_overlapping(
        &mut self,
        object: ObjectId,
        offset: Term,
        ty: Type,
        value: Value,
        positions: Positions,
        pool: &mut Pool,
    ) -> Result<(), Refusal> {
        let value = Value::Term(joinable(value, ty, Layout::Bytes, pool)?);
        let width = bytes::width_of(ty);
        let mut new = Vec::new();
        for index in 0..width {
            let byte = byte_of(pool, value, index as u8).ok_or(Refusal::NoByteForm)?;
            new.push(byte.as_term(pool).ok_or(Refusal::NoByteForm)?);
        }
        let source = self.object(object).bytes().ok_or(Refusal::NoByteForm)?;
        let mut changed = Vec::new();
        for place in positions.first..positions.last + width {
            let old = source.byte_value(place as usize, pool)?;
            let mut byte = joinable(old, Type::Bv(8), Layout::Bytes, pool)?;
            for (index, new) in new.iter().enumerate() {
                let Some(start) = place.checked_sub(index as u64) else { break };
                if start >= positions.first
                    && start <= positions.last
                    && (start - positions.first).is_multiple_of(positions.step)
                {
                    let here = at(Layout::Bytes, offset, start, pool);
                    byte = pool.ite(here, *new, byte);
                }
            }
            changed.push((place as usize, Value::from_term(pool, byte)));
        }
        let target = self.bytes_mut(object).ok_or(Refusal::NoByteForm)?;
        for (place, byte) in changed {
            target.write_byte(place, byte, pool)?;
        }
        Ok(())
    }
}

/// What one of several positions holds. SOUND: an unset cell is no finding by itself; whether the access means it has to
/// be decided first.
fn candidate(object: ObjectRef<'_>, position: usize, ty: Type, pool: &mut Pool) -> Result<Value, Refusal> {
    object.read(position, ty, pool).map_err(|refusal| match refusal {
        Refusal::Undefined | Refusal::Undecided => Refusal::Undecided,
        Refusal::NoByteForm => Refusal::NoByteForm,
    })
}

/// A candidate as a term. In cells pointers and undefined values have none: a position among them has to be decided.
fn joinable(value: Value, ty: Type, layout: Layout, pool: &mut Pool) -> Result<Term, Refusal> {
    match (layout, value) {
        (Layout::Cells, _) => value.to_term(pool).ok_or(Refusal::Undecided),
        (Layout::Bytes, Value::Undef) => Ok(undefined(pool, sort_of(ty).unwrap_or(Sort::Bv(64)))),
        (Layout::Bytes, _) => value.as_term(pool).ok_or(Refusal::Undecided),
    }
}

fn positions(object: ObjectRef<'_>, offset: Term, ty: Type, pool: &Pool) -> Result<Positions, Refusal> {
    let last = object.size.checked_sub(width(object.layout, ty)).ok_or(Refusal::Undecided)?;
    let positions = Positions::of(pool, offset, last);
    if (1..=MOST_POSITIONS).contains(&positions.count()) { Ok(positions) } else { Err(Refusal::Undecided) }
}

fn chain(layout: Layout, values: &[(u64, Term)], offset: Term, pool: &mut Pool) -> Term {
    let (last, rest) = values.split_last().expect("at least one position");
    rest.iter().rev().fold(last.1, |result, (position, value)| {
        let here = at(layout, offset, *position, pool);
        pool.ite(here, *value, result)
    })
}

/// A tree over the bits of the offset, the highest one first: as deep as there are bits that differ. What solvers take
/// best (`docs/decisions`), and equal halves fall together.
fn by_bits(values: &[(u64, Term)], offset: Term, step: u64, pool: &mut Pool) -> Term {
    let first = values[0].0;
    let last = values[values.len() - 1].0;
    if values.len() == 1 {
        return values[0].1;
    }
    // The highest bit in which the first and the last differ splits them.
    let bit = 63 - (first ^ last).leading_zeros();
    debug_assert!(1 << bit >= step || step == 1);
    let split = values.partition_point(|(position, _)| position >> bit & 1 == 0);
    let low = by_bits(&values[..split], offset, step, pool);
    let high = by_bits(&values[split..], offset, step, pool);
    if low == high {
        return low;
    }
    let extracted = pool.mk(Op::Extract(bit as u8, bit as u8), &[offset]);
    let one = pool.bits(Bits::new(1, 1));
    let set = pool.eq(extracted, one);
    pool.ite(set, high, low)
}

fn at(layout: Layout, offset: Term, position: u64, pool: &mut Pool) -> Term {
    let position = position_term(layout, position, pool);
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
        Layout::Bytes => pool.mk(Op::BvUle, &[offset, last]),
    }
}
