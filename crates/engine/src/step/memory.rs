//! Allocation, pointer arithmetic, loads and stores with their checks.

use pathfold_ir::{AllocKind, CheckKind, Layout, LocId, Type};
use pathfold_term::{Features, Op, Sort, Term, Value as Constant};

use super::arith::not_a_number;
use super::{Access, Fault, Halt, Machine, misused};
use crate::config::ArrayIndex;
use crate::memory::{Dead, Memory, Refusal, in_bounds, position_term, width};
use crate::value::{ObjectId, Value};

/// Addresses below this are taken for null with an offset.
const NULL_PAGE: u64 = 4096;

impl Machine<'_> {
    /// A new object.
    pub(super) fn alloc(
        &mut self,
        memory: &mut Memory,
        (layout, kind): (Layout, AllocKind),
        size: Value,
        align: u64,
        loc: LocId,
    ) -> Result<Value, Halt> {
        let size = match size {
            Value::Int(size) => u64::try_from(size).ok(),
            Value::Bits { bits, .. } => Some(bits),
            Value::Undef => return Err(not_a_number(size)),
            Value::Term(term) if self.pool.value(term).is_none() => return Err(Halt::Value(term)),
            Value::Bool(_)
            | Value::Wide { .. }
            | Value::Ptr { .. }
            | Value::PtrTerm { .. }
            | Value::Function(_)
            | Value::F32(_)
            | Value::F64(_)
            | Value::Term(_) => None,
        };
        match size {
            // Bytes that nobody touches take no memory: much larger objects are fine.
            Some(size) if size <= self.max_object || (layout == Layout::Bytes && size <= self.max_object << 6) => {
                match memory.alloc(layout, kind, size, align, loc) {
                    Some(object) => Ok(Value::Ptr { object, offset: 0 }),
                    None => Err(Halt::Incomplete("more local objects than the stack has room for".to_owned())),
                }
            }
            _ => Err(Halt::Incomplete(format!("an object of more than {} positions", self.max_object))),
        }
    }

    /// Pointer arithmetic; no check, as in C a pointer may be outside until it is used.
    #[inline]
    pub(super) fn offset(&mut self, pointer: Value, by: Value) -> Result<Value, Halt> {
        if let (Value::Ptr { object, offset }, Value::Int(by)) = (pointer, by)
            && let Some(offset) = offset.checked_add(by)
        {
            return Ok(Value::Ptr { object, offset });
        }
        if let (Value::Ptr { object, offset }, Value::Bits { width: 64, bits }) = (pointer, by) {
            return Ok(Value::Ptr { object, offset: offset.wrapping_add(bits as i64) });
        }
        self.offset_term(pointer, by)
    }

    fn offset_term(&mut self, pointer: Value, by: Value) -> Result<Value, Halt> {
        let by = by.as_term(self.pool).ok_or_else(|| not_a_number(by))?;
        let number = |value: Value| value.object() == Some(ObjectId::NULL);
        let (object, base) = match pointer {
            // SOUND: an address that is a number belongs to whatever object is there.
            Value::Ptr { .. } | Value::PtrTerm { .. } if number(pointer) && self.pool.sort(by) == Sort::Bv(64) => {
                return self.offset_address(pointer, by);
            }
            Value::Ptr { object, offset } => {
                let base = match self.pool.sort(by) {
                    Sort::Bv(_) => position_term(Layout::Bytes, offset as u64, self.pool),
                    Sort::Bool | Sort::Int | Sort::Fp(_) | Sort::Array(..) => self.pool.int(offset),
                };
                (object, base)
            }
            Value::PtrTerm { object, offset } => (object, offset),
            // An address that may be in several objects, or a function's.
            Value::Term(_) | Value::Function(_) | Value::Bits { .. } => {
                return self.offset_address(pointer, by);
            }
            Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Wide { .. } | Value::F32(_) | Value::F64(_) => {
                return Err(not_a_pointer(pointer));
            }
        };
        let offset = self.pool.add(base, by);
        Ok(match self.pool.value(offset) {
            Some(Constant::Int(n)) => match n.to_i64() {
                Some(offset) => Value::Ptr { object, offset },
                None => Value::PtrTerm { object, offset },
            },
            Some(Constant::Bits(bits)) => Value::Ptr { object, offset: bits.unsigned() as u64 as i64 },
            Some(Constant::Bool(_) | Constant::Fp(..) | Constant::Array(_)) | None => Value::PtrTerm { object, offset },
        })
    }

    fn offset_address(&mut self, pointer: Value, by: Term) -> Result<Value, Halt> {
        let address = pointer.as_term(self.pool).ok_or_else(|| not_a_pointer(pointer))?;
        let address = self.pool.add(address, by);
        Ok(Value::from_address(self.pool, address, self.code.functions.len()))
    }

    /// Reads through a pointer.
    #[inline]
    pub(super) fn load(&mut self, memory: &Memory, ty: Type, pointer: Value, passed: &mut u8) -> Result<Value, Halt> {
        let value = match self.resolve(memory, |layout| width(layout, ty), false, pointer, passed)? {
            Resolved::At(object, position) => memory
                .object(object)
                .read(position, ty, self.pool)
                .map_err(|refusal| refused(refusal, pointer, object, None)),
            Resolved::Within(object, offset) => {
                if self.array_index == ArrayIndex::Fork {
                    return Err(Halt::Index { object, offset });
                }
                memory
                    .read_ite(object, offset, ty, self.pool)
                    .map_err(|refusal| refused(refusal, pointer, object, Some(offset)))
            }
        }?;
        Ok(match value {
            Value::Term(term) if ty == Type::Ptr => Value::from_address(self.pool, term, self.code.functions.len()),
            value => value,
        })
    }

    /// Writes through a pointer.
    #[inline]
    pub(super) fn store(
        &mut self,
        memory: &mut Memory,
        ty: Type,
        value: Value,
        pointer: Value,
        passed: &mut u8,
    ) -> Result<(), Halt> {
        // Floats lie in memory as their bits.
        if let (Type::F32 | Type::F64, Value::Term(float)) = (ty, value)
            && self.pool.value(float).is_none()
            && !matches!(self.pool.op(float), Op::FpFromBits(_))
            && *passed == 0
        {
            return Err(Halt::Bits(float));
        }
        let place = self.resolve(memory, |layout| width(layout, ty), true, pointer, passed)?;
        match place {
            Resolved::At(object, position) => memory
                .write(object, position, ty, value, self.pool)
                .map_err(|refusal| refused(refusal, pointer, object, None)),
            Resolved::Within(object, offset) => {
                if self.array_index == ArrayIndex::Fork {
                    return Err(Halt::Index { object, offset });
                }
                memory
                    .write_ite(object, offset, ty, value, self.pool)
                    .map_err(|refusal| refused(refusal, pointer, object, Some(offset)))
            }
        }
    }

    /// The object, its life and the bounds, then the place. `width` says how many positions of a layout are accessed.
    #[inline]
    pub(super) fn resolve(
        &mut self,
        memory: &Memory,
        width: impl Fn(Layout) -> u64,
        write: bool,
        pointer: Value,
        passed: &mut u8,
    ) -> Result<Resolved, Halt> {
        let pointer = self.in_object(memory, pointer)?;
        let (object, offset) = match pointer {
            Value::Ptr { object, offset } => (object, Place::Known(offset)),
            Value::PtrTerm { object, offset } => (object, Place::Term(offset)),
            _ => return Err(not_a_pointer(pointer)),
        };
        let target = memory.live(object).map_err(|dead| dead_access(dead, pointer))?;
        let width = width(target.layout);
        let fault = |kind| Fault { kind, pointer: Some(pointer), access: Some(Access { write, width }) };
        let place = match offset {
            Place::Known(offset) => match u64::try_from(offset) {
                Ok(start) if start.checked_add(width).is_some_and(|end| end <= target.size) => {
                    Resolved::At(object, start as usize)
                }
                _ => return Err(Halt::Error(fault(CheckKind::OutOfBounds))),
            },
            Place::Term(offset) => {
                if std::mem::take(passed) == 0 {
                    let ok = in_bounds(target.layout, offset, width, target.size, self.pool);
                    match self.pool.value(ok) {
                        Some(Constant::Bool(true)) => {}
                        Some(_) => return Err(Halt::Error(fault(CheckKind::OutOfBounds))),
                        None => return Err(Halt::Check(ok, fault(CheckKind::OutOfBounds))),
                    }
                }
                // A place that depends on what was never set has to be decided, which finds that out.
                if self.pool.features(offset).contains(Features::UNDEFINED) {
                    return Err(Halt::Index { object, offset });
                }
                Resolved::Within(object, offset)
            }
        };
        if write && target.constant {
            return Err(Halt::Error(fault(CheckKind::ReadOnly)));
        }
        Ok(place)
    }

    /// The pointer as one into a known object; an address that may be in several has to be decided.
    pub(super) fn in_object(&mut self, memory: &Memory, pointer: Value) -> Result<Value, Halt> {
        match pointer {
            Value::Ptr { object: ObjectId::NULL, offset } => self.number_in_object(memory, offset as u64),
            Value::Bits { width: 64, bits } => self.number_in_object(memory, bits),
            Value::PtrTerm { object: ObjectId::NULL, offset } if self.pool.sort(offset) == Sort::Int => {
                Err(Halt::Error(Fault::access(CheckKind::NullDereference, pointer)))
            }
            Value::PtrTerm { object: ObjectId::NULL, offset: address } | Value::Term(address) => {
                Err(Halt::Resolve(address))
            }
            Value::Function(_) => Err(Halt::Error(Fault::access(CheckKind::WildPointer, pointer))),
            Value::Ptr { .. } | Value::PtrTerm { .. } => Ok(pointer),
            Value::Undef
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Wide { .. }
            | Value::Bits { .. }
            | Value::F32(_)
            | Value::F64(_) => Err(not_a_pointer(pointer)),
        }
    }

    fn number_in_object(&mut self, memory: &Memory, address: u64) -> Result<Value, Halt> {
        match memory.at_address(address) {
            Some(object) if object.id != ObjectId::NULL => {
                Ok(Value::Ptr { object: object.id, offset: (address - object.address) as i64 })
            }
            _ => {
                let near_null = (address.wrapping_add(NULL_PAGE)) < 2 * NULL_PAGE;
                let kind = if near_null { CheckKind::NullDereference } else { CheckKind::WildPointer };
                Err(Halt::Error(Fault::access(kind, Value::address(address))))
            }
        }
    }
}

enum Place {
    Known(i64),
    Term(Term),
}

/// Where an access goes: it is in bounds of a live object.
pub(super) enum Resolved {
    At(ObjectId, usize),
    Within(ObjectId, Term),
}

/// What an access to an object that is not there means.
pub(super) fn dead_access(dead: Dead, pointer: Value) -> Halt {
    let kind = match dead {
        Dead::Freed => CheckKind::UseAfterFree,
        Dead::Returned => CheckKind::UseAfterReturn,
        Dead::Left => CheckKind::UseAfterScope,
        Dead::Nothing => CheckKind::WildPointer,
        Dead::External => return Halt::Incomplete("an access to a global that is defined nowhere".to_owned()),
    };
    Halt::Error(Fault::access(kind, pointer))
}

pub(super) fn not_a_pointer(value: Value) -> Halt {
    misused(value, "an access through something that is not a pointer to an object")
}

pub(super) fn refused(refusal: Refusal, pointer: Value, object: ObjectId, offset: Option<Term>) -> Halt {
    match (refusal, offset) {
        (Refusal::Undefined, _) => Halt::Error(Fault::access(CheckKind::Uninitialized, pointer)),
        (Refusal::Undecided, Some(offset)) => Halt::Index { object, offset },
        (Refusal::NoByteForm | Refusal::Undecided, _) => {
            Halt::Incomplete("the bytes of a symbolic floating-point number".to_owned())
        }
    }
}
