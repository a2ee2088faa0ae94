//! Copying and setting bytes: `memcpy`, `memmove` and `memset` of a known length.

use pathfold_ir::{CheckKind, Layout};
use pathfold_term::Pool;

use super::memory::{Resolved, refused};
use super::{Fault, Halt, Machine};
use crate::memory::{Byte, Memory, ObjectRef, Refusal};
use crate::value::{ObjectId, Value, byte_of};

/// Some bytes on their way from one place to another.
enum Piece {
    Plain(Vec<u8>),
    /// A value that is kept whole.
    Whole(Value, usize),
    /// One byte of a value.
    Part(Value, u8),
    Undefined(usize),
}

impl Machine<'_> {
    /// Where `length` bytes are; a symbolic place has to be decided. The number of checks passed before this one is in
    /// `passed`.
    fn span(
        &mut self,
        memory: &Memory,
        pointer: Value,
        length: u64,
        write: bool,
        passed: &mut u8,
    ) -> Result<(ObjectId, usize), Halt> {
        match self.resolve(memory, |_| length, write, pointer, passed)? {
            Resolved::At(object, position) => {
                if memory.object(object).layout == Layout::Cells {
                    return Err(Halt::Incomplete("bytes of an object that has none".to_owned()));
                }
                Ok((object, position))
            }
            Resolved::Within(object, offset) => Err(Halt::Index { object, offset }),
        }
    }

    /// Copies bytes. `disjoint` makes an overlap a finding.
    pub(super) fn copy(
        &mut self,
        memory: &mut Memory,
        (to, from): (Value, Value),
        length: u64,
        disjoint: bool,
        passed: &mut u8,
    ) -> Result<(), HaltAt> {
        if length == 0 {
            *passed = 0;
            return Ok(());
        }
        let target = self.span(memory, to, length, true, passed).map_err(|halt| HaltAt(0, halt))?;
        let source = self.span(memory, from, length, false, passed).map_err(|halt| HaltAt(1, halt))?;
        self.moved += length;
        let length = length as usize;
        // A structure assigned to itself is fine (C11 6.5.16.1p3), and nobody's `memcpy` minds.
        if disjoint && target.0 == source.0 && target.1 != source.1 && target.1.abs_diff(source.1) < length {
            return Err(HaltAt(0, Halt::Error(Fault::access(CheckKind::Overlap, to))));
        }
        let pieces = pieces(&memory.object(source.0), source.1, length)
            .map_err(|r| HaltAt(1, refused(r, from, source.0, None)))?;
        write_pieces(memory, target, pieces, self.pool).map_err(|r| HaltAt(0, refused(r, to, target.0, None)))
    }

    /// Sets bytes.
    pub(super) fn fill(
        &mut self,
        memory: &mut Memory,
        to: Value,
        byte: Value,
        length: u64,
        passed: &mut u8,
    ) -> Result<(), HaltAt> {
        if length == 0 {
            *passed = 0;
            return Ok(());
        }
        let (object, at) = self.span(memory, to, length, true, passed).map_err(|halt| HaltAt(0, halt))?;
        self.moved += length;
        let length = length as usize;
        let result = match (memory.bytes_mut(object), byte) {
            (None, _) => Err(Refusal::NoByteForm),
            (Some(bytes), Value::Bits { bits, .. }) => bytes.fill(at, length, bits as u8, self.pool),
            (Some(bytes), Value::Undef) => bytes.write_undefined(at, length, self.pool),
            (Some(bytes), byte) => (at..at + length).try_for_each(|at| bytes.write_byte(at, byte, self.pool)),
        };
        result.map_err(|refusal| HaltAt(0, refused(refusal, to, object, None)))
    }
}

/// What stopped an intrinsic, and which of its arguments has to be decided.
pub(super) struct HaltAt(pub usize, pub Halt);

fn pieces(source: &ObjectRef<'_>, at: usize, length: usize) -> Result<Vec<Piece>, Refusal> {
    let bytes = source.bytes().ok_or(Refusal::NoByteForm)?;
    let (mut at, end) = (at, at + length);
    let mut pieces: Vec<Piece> = Vec::new();
    while at < end {
        let run = bytes.plain_run(at, end - at);
        if !run.is_empty() {
            match pieces.last_mut() {
                Some(Piece::Plain(plain)) => plain.extend_from_slice(run),
                _ => pieces.push(Piece::Plain(run.to_vec())),
            }
            at += run.len();
            continue;
        }
        if let Some((value, width)) = bytes.whole_at(at, end - at) {
            pieces.push(Piece::Whole(value, width));
            at += width;
            continue;
        }
        match bytes.byte(at) {
            Byte::Plain(byte) => pieces.push(Piece::Plain(vec![byte])),
            Byte::Of(value, index) => pieces.push(Piece::Part(value, index)),
            Byte::Undefined => match pieces.last_mut() {
                Some(Piece::Undefined(count)) => *count += 1,
                _ => pieces.push(Piece::Undefined(1)),
            },
        }
        at += 1;
    }
    Ok(pieces)
}

fn write_pieces(
    memory: &mut Memory,
    (object, mut at): (ObjectId, usize),
    pieces: Vec<Piece>,
    pool: &mut Pool,
) -> Result<(), Refusal> {
    let target = memory.bytes_mut(object).ok_or(Refusal::NoByteForm)?;
    for piece in pieces {
        at += match piece {
            Piece::Plain(bytes) => {
                target.write_plain(at, &bytes, pool)?;
                bytes.len()
            }
            Piece::Whole(value, width) => {
                target.write_whole(at, width, value, pool)?;
                width
            }
            Piece::Part(value, index) => {
                let byte = byte_of(pool, value, index).ok_or(Refusal::NoByteForm)?;
                target.write_byte(at, byte, pool)?;
                1
            }
            Piece::Undefined(count) => {
                target.write_undefined(at, count, pool)?;
                count
            }
        };
    }
    Ok(())
}
