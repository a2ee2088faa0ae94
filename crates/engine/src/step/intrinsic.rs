//! What the engine does for the runtime: the heap, inputs and outputs, and the ways a program ends.

use pathfold_ir::{AllocKind, CheckKind, Intrinsic, Layout, LocId, Type};
use pathfold_term::eval::Evaluator;
use pathfold_term::{Features, Sort, SymbolKind, TRUE, Term, Value as Constant};

use super::copy::HaltAt;
use super::general::World;
use super::memory::dead_access;
use super::stop::Access;
use super::{End, Fault, Halt, Machine};
use crate::memory::{Life, Memory, Origin, position_term};
use crate::traffic::{Guarded, InputObject, Printed};
use crate::value::{ObjectId, Value};

/// Longer names and messages are cut.
const LONGEST_TEXT: usize = 4096;
/// Steps of one evaluation: terms without quantifiers never need as many.
const EVALUATION_BUDGET: u64 = 10_000_000;

/// What an intrinsic did.
pub(super) enum Effect {
    /// It is done, with this value.
    Done(Value),
    /// The path ends.
    End(End),
    /// This place is to be remembered in the buffer.
    SetJump(Value),
    /// The program goes on at the place in the buffer, with this value.
    LongJump(Value, Value),
    /// Who comes from here is to be joined later.
    Open,
    /// Here, if it was asked for.
    Close,
}

const NOTHING: Effect = Effect::Done(Value::Undef);

impl Machine<'_> {
    /// Does what an intrinsic says. `loc` is the place in the analysed program that asked for it.
    pub(super) fn intrinsic(
        &mut self,
        world: &mut World<'_>,
        which: Intrinsic,
        args: &[Value],
        loc: LocId,
    ) -> Result<Effect, HaltAt> {
        let memory = &mut *world.memory;
        Ok(match which {
            Intrinsic::Allocate => {
                let align = self.number(args[1], 1)?.max(1);
                let align = if align.is_power_of_two() { align } else { 16 };
                let made = self.alloc(memory, (Layout::Bytes, AllocKind::Heap), args[0], align, loc);
                Effect::Done(made.map_err(|halt| HaltAt(0, halt))?)
            }
            Intrinsic::Free => {
                if let Some(object) = self.heap_object(memory, args[0], world.passed).map_err(|halt| HaltAt(0, halt))? {
                    memory.free(object, loc);
                }
                NOTHING
            }
            Intrinsic::HeapSize => {
                let object = self.heap_object(memory, args[0], world.passed).map_err(|halt| HaltAt(0, halt))?;
                word(object.map_or(0, |object| memory.object(object).size))
            }
            Intrinsic::Remaining => word(self.remaining(memory, args[0]).map_err(|halt| HaltAt(0, halt))?),
            Intrinsic::Copy | Intrinsic::Move => {
                let length = self.number(args[2], 2)?;
                let disjoint = which == Intrinsic::Copy;
                self.copy(memory, (args[0], args[1]), length, disjoint, world.passed)?;
                NOTHING
            }
            Intrinsic::Fill => {
                let length = self.number(args[2], 2)?;
                self.fill(memory, args[0], args[1], length, world.passed)?;
                NOTHING
            }
            Intrinsic::StackSave => Effect::Done(Value::address(memory.stack_top() as u64)),
            Intrinsic::StackRestore => {
                if let Value::Ptr { object: ObjectId::NULL, offset } = args[0] {
                    memory.pop_stack(offset as usize);
                }
                NOTHING
            }
            Intrinsic::EnterScope => {
                if let Value::Ptr { object, .. } = args[0] {
                    memory.enter_scope(object);
                }
                NOTHING
            }
            Intrinsic::LeaveScope => {
                if let Value::Ptr { object, .. } = args[0] {
                    memory.leave_scope(object, loc);
                }
                NOTHING
            }
            Intrinsic::MakeSymbolic => {
                self.make_symbolic(world, args)?;
                NOTHING
            }
            Intrinsic::IsSymbolic => {
                let symbolic = matches!(args[0], Value::Term(_) | Value::PtrTerm { .. });
                Effect::Done(Value::Bits { width: 32, bits: u64::from(symbolic) })
            }
            Intrinsic::Defined => match args[0] {
                Value::Undef => return Err(HaltAt(0, Halt::error(CheckKind::Uninitialized))),
                Value::Term(term) if self.pool.features(term).contains(Features::UNDEFINED) => {
                    return Err(HaltAt(0, Halt::Unset(term)));
                }
                number => Effect::Done(number),
            },
            Intrinsic::Example => {
                let Some(term) = args[0].as_term(self.pool) else { return Ok(Effect::Done(Value::Undef)) };
                let term = memory.ground(self.pool, term);
                let model = world.witness.complete(self.pool);
                match Evaluator::new().eval(self.pool, term, &model, EVALUATION_BUDGET) {
                    Ok(Constant::Bits(bits)) => word(bits.unsigned() as u64),
                    _ => return Err(HaltAt(0, Halt::Incomplete("a value that cannot be evaluated".to_owned()))),
                }
            }
            Intrinsic::Assume => match args[0] {
                Value::Bits { bits: 0, .. } => Effect::End(End::Assumption),
                Value::Bits { .. } | Value::Ptr { .. } | Value::Function(_) => NOTHING,
                Value::Term(_) if std::mem::take(world.passed) > 0 => NOTHING,
                Value::Term(term) => {
                    let zero = self.pool.bv(64, 0);
                    let holds = self.pool.ne(term, zero);
                    return Err(HaltAt(0, Halt::Assume(holds)));
                }
                other => return Err(HaltAt(0, super::misused(other, "an assumption about a pointer"))),
            },
            Intrinsic::Report => {
                let (kind, message) = (self.text(memory, args[0]), self.text(memory, args[1]));
                match CheckKind::from_slug(&kind) {
                    Some(kind) => Effect::End(End::Reported(kind, message)),
                    None => Effect::End(End::Incomplete(format!("a report of unknown kind `{kind}`: {message}"))),
                }
            }
            Intrinsic::Exit => Effect::End(End::Exited(args[0])),
            Intrinsic::Discard => Effect::End(End::Discarded),
            Intrinsic::Incomplete => Effect::End(End::Incomplete(self.text(memory, args[0]))),
            Intrinsic::Write => {
                self.write_out(world, args)?;
                NOTHING
            }
            Intrinsic::WriteIf => {
                self.write_if(world, args)?;
                NOTHING
            }
            Intrinsic::Show | Intrinsic::Convention => NOTHING,
            Intrinsic::Prefer => {
                if let Value::Term(term) = args[0] {
                    let zero = self.pool.bv(64, 0);
                    world.traffic.wishes.push(self.pool.ne(term, zero));
                }
                NOTHING
            }
            Intrinsic::SetJump => Effect::SetJump(args[0]),
            Intrinsic::LongJump => Effect::LongJump(args[0], args[1]),
            Intrinsic::OpenMerge => Effect::Open,
            Intrinsic::CloseMerge => Effect::Close,
        })
    }

    /// A number that has to be known; a symbolic one has to be decided.
    fn number(&mut self, value: Value, arg: usize) -> Result<u64, HaltAt> {
        match value {
            Value::Bits { bits, .. } => Ok(bits),
            Value::Term(term) => Err(HaltAt(arg, Halt::Value(term))),
            other => Err(HaltAt(arg, super::misused(other, "a pointer in place of a number"))),
        }
    }

    /// The heap object whose start this is; none for null.
    fn heap_object(&mut self, memory: &Memory, pointer: Value, passed: &mut u8) -> Result<Option<ObjectId>, Halt> {
        let fault = |kind| Halt::Error(Fault::access(kind, pointer));
        match pointer {
            Value::NULL | Value::Bits { bits: 0, .. } => Ok(None),
            Value::Ptr { object: ObjectId::NULL, offset: number } => self.heap_object_at(memory, number as u64, passed),
            Value::Bits { width: 64, bits: number } => self.heap_object_at(memory, number, passed),
            Value::Term(term) => Err(Halt::Resolve(term)),
            Value::PtrTerm { object, .. } if std::mem::take(passed) > 0 => {
                self.heap_object(memory, Value::Ptr { object, offset: 0 }, passed)
            }
            Value::PtrTerm { offset, .. } => {
                let zero = position_term(Layout::Bytes, 0, self.pool);
                let start = self.pool.eq(offset, zero);
                Err(Halt::Check(start, Fault::access(CheckKind::InvalidFree, pointer)))
            }
            Value::Undef => Err(Halt::Error(Fault::new(CheckKind::Uninitialized))),
            Value::Ptr { object, offset } => {
                let target = memory.object(object);
                match target.life {
                    _ if target.id != object || !is_heap(target.origin) => Err(fault(CheckKind::InvalidFree)),
                    Life::Freed(_) => Err(fault(CheckKind::DoubleFree)),
                    Life::External | Life::Left(_) | Life::Retired(_) => Err(fault(CheckKind::InvalidFree)),
                    Life::Alive if offset != 0 => Err(fault(CheckKind::InvalidFree)),
                    Life::Alive => Ok(Some(object)),
                }
            }
            Value::Bool(_)
            | Value::Int(_)
            | Value::Wide { .. }
            | Value::Bits { .. }
            | Value::Function(_)
            | Value::F32(_)
            | Value::F64(_) => Err(fault(CheckKind::InvalidFree)),
        }
    }

    fn heap_object_at(&mut self, memory: &Memory, number: u64, passed: &mut u8) -> Result<Option<ObjectId>, Halt> {
        match memory.at_address(number).filter(|object| object.id != ObjectId::NULL) {
            Some(object) => {
                let pointer = Value::Ptr { object: object.id, offset: (number - object.address) as i64 };
                self.heap_object(memory, pointer, passed)
            }
            None => Err(Halt::Error(Fault::access(CheckKind::InvalidFree, Value::address(number)))),
        }
    }

    fn remaining(&mut self, memory: &Memory, pointer: Value) -> Result<u64, Halt> {
        match self.in_object(memory, pointer) {
            Ok(Value::Ptr { object, offset }) => Ok(match (memory.live(object), u64::try_from(offset)) {
                (Ok(target), Ok(offset)) => target.size.saturating_sub(offset),
                _ => 0,
            }),
            Ok(Value::PtrTerm { object, offset }) => Err(Halt::Index { object, offset }),
            Ok(_) | Err(Halt::Error(_)) => Ok(0),
            Err(halt) => Err(halt),
        }
    }

    /// The bytes become an input: one symbol for each number that they look like by their alignment, else for each byte.
    fn make_symbolic(&mut self, world: &mut World<'_>, args: &[Value]) -> Result<(), HaltAt> {
        let size = self.number(args[1], 1)?;
        let name = self.text(world.memory, args[2]);
        let name = if name.is_empty() { "unnamed".to_owned() } else { name };
        let at = |halt| HaltAt(0, halt);
        let pointer = self.in_object(world.memory, args[0]).map_err(at)?;
        let Value::Ptr { object, offset } = pointer else {
            return match pointer {
                Value::PtrTerm { object, offset } => Err(at(Halt::Index { object, offset })),
                other => Err(at(super::memory::not_a_pointer(other))),
            };
        };
        let target = world.memory.live(object).map_err(|dead| at(dead_access(dead, pointer)))?;
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        if u64::try_from(offset).ok().and_then(|start| start.checked_add(size)).is_none_or(|end| end > target.size) {
            let access = Some(Access { write: true, width: size });
            return Err(at(Halt::Error(Fault { kind: CheckKind::OutOfBounds, pointer: Some(pointer), access })));
        }
        let number = world.traffic.objects.iter().filter(|object| *object.item.name == *name).count();
        let full = if number == 0 { name.clone() } else { format!("{name}#{}", number + 1) };
        let mut parts: Vec<Term> = Vec::new();
        // A scalar is aligned to its size, and numbers are best left whole; arrays of bytes are not, and are not.
        let align = target.align;
        let whole = matches!(align, 2 | 4 | 8) && size.is_multiple_of(align) && (offset as u64).is_multiple_of(align);
        let width = if whole { align } else { 1 };
        for index in 0..size / width {
            let symbol = if size == width { full.clone() } else { format!("{full}[{index}]") };
            parts.push(self.pool.symbol(&symbol, SymbolKind::Input, Sort::Bv(8 * width as u8)));
        }
        if let Some(bytes) = world.memory.bytes_mut(object) {
            for (index, part) in parts.iter().enumerate() {
                let ty = Type::Bv(8 * width as u8);
                let written = bytes.write(start + index * width as usize, ty, Value::Term(*part), self.pool);
                written.map_err(|refusal| at(super::memory::refused(refusal, pointer, object, None)))?;
            }
        }
        for index in 0..parts.len() as u64 {
            let place = Value::Ptr { object, offset: offset + (index * width) as i64 };
            self.seen.writes.push((place, Type::Bv(8 * width as u8), Value::Term(parts[index as usize])));
        }
        let object = InputObject { name: name.into(), parts: parts.into() };
        world.traffic.objects.push(Guarded::always(object));
        Ok(())
    }

    fn write_out(&mut self, world: &mut World<'_>, args: &[Value]) -> Result<(), HaltAt> {
        let stream = self.number(args[0], 0)? as u32;
        let length = self.number(args[2], 2)?;
        if length == 0 {
            return Ok(());
        }
        let at = |halt| HaltAt(1, halt);
        let place = self.resolve(world.memory, |_| length, false, args[1], world.passed).map_err(at)?;
        let (object, start) = match place {
            super::memory::Resolved::At(object, start) => (object, start),
            super::memory::Resolved::Within(object, offset) => return Err(at(Halt::Index { object, offset })),
        };
        let mut bytes = Vec::with_capacity(length as usize);
        if let Some(source) = world.memory.object(object).bytes() {
            for index in 0..length as usize {
                let byte = source.byte_value(start + index, self.pool);
                bytes.push(byte.map_err(|refusal| at(super::memory::refused(refusal, args[1], object, None)))?);
            }
        }
        world.traffic.printed.push(Guarded::always(Printed { stream, bytes: bytes.into() }));
        Ok(())
    }

    fn write_if(&mut self, world: &mut World<'_>, args: &[Value]) -> Result<(), HaltAt> {
        let stream = self.number(args[0], 0)? as u32;
        let guard = match args[2] {
            Value::Bits { bits: 0, .. } => return Ok(()),
            Value::Bits { .. } => TRUE,
            Value::Term(term) => {
                let zero = self.pool.bv(32, 0);
                self.pool.ne(term, zero)
            }
            other => return Err(HaltAt(2, super::misused(other, "a condition that is a pointer"))),
        };
        let item = Printed { stream, bytes: [args[1]].into() };
        world.traffic.printed.push(Guarded { item, guard });
        Ok(())
    }

    /// The text at a pointer as far as it is known.
    fn text(&mut self, memory: &Memory, pointer: Value) -> String {
        let mut text = Vec::new();
        if let Ok(Value::Ptr { object, offset }) = self.in_object(memory, pointer)
            && let Ok(target) = memory.live(object)
            && let Ok(start) = usize::try_from(offset)
            && let Some(bytes) = target.bytes()
        {
            for at in start..target.len().min(start.saturating_add(LONGEST_TEXT)) {
                match bytes.byte_value(at, self.pool) {
                    Ok(Value::Bits { bits: 0, .. }) => break,
                    Ok(Value::Bits { bits, .. }) => text.push(bits as u8),
                    _ => text.push(b'?'),
                }
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

fn word(bits: u64) -> Effect {
    Effect::Done(Value::Bits { width: 64, bits })
}

fn is_heap(origin: Origin) -> bool {
    origin == Origin::Made(AllocKind::Heap)
}
