//! One instruction that the loop of `hot.rs` leaves: terms, large numbers, decisions, faults and whatever is rare.

use pathfold_ir::{AllocKind, BinaryOp, CheckKind, Layout};
use pathfold_solver::Model;
use smallvec::SmallVec;

use super::call::{Call, user_loc};
use super::copy::HaltAt;
use super::cursor::Cursor;
use super::intrinsic::Effect;
use super::registers::{RegisterFile, Registers};
use super::stop::{Decision, End, Fault, Halt, Stop};
use super::{Exit, Machine, control};
use crate::callers::Callers;
use crate::code::{FuncCode, Instr, Slot};
use crate::memory::Memory;
use crate::state::{Meeting, State};
use crate::traffic::{Guarded, Traffic};
use crate::value::Value;

impl Machine<'_> {
    /// Runs the instruction at the cursor and moves on, or says why not: then the cursor is at the instruction that
    /// stopped, or after a call.
    #[inline(never)]
    pub(super) fn general<'c, F: RegisterFile>(
        &mut self,
        state: &mut State,
        function: &'c FuncCode,
        cursor: &mut Cursor,
    ) -> Option<Exit<'c>> {
        // Some programs do little else than make small objects: they need nothing of what the others do.
        if let Instr::Alloc(Layout::Cells, AllocKind::Heap, dst, size, 0) = function.instrs[cursor.pc]
            && let Some(mut slots) = F::of(&mut state.frame.slots)
            && let Value::Int(size) = *slots.at(size)
            && size as u64 <= self.max_object
            && let Some(object) = state.memory.alloc_cells(size as u64, function.locs[cursor.pc])
        {
            slots.set(dst, Value::Ptr { object, offset: 0 });
            cursor.next();
            return None;
        }
        self.any::<F>(state, function, cursor)
    }

    #[inline(never)]
    fn any<'c, F: RegisterFile>(
        &mut self,
        state: &mut State,
        function: &'c FuncCode,
        cursor: &mut Cursor,
    ) -> Option<Exit<'c>> {
        let State { frame, callers, memory, traffic, passed, witness, meeting, .. } = state;
        let mut slots = F::of(&mut frame.slots).expect("a frame of the kind that runs");
        let mut world = World { memory, traffic, passed, callers, witness };
        let instr = function.instrs[cursor.pc].plain();
        macro_rules! jump {
            ($target:expr) => {
                return if cursor.jump($target as usize) { None } else { Some(Exit::Spent) }
            };
        }
        macro_rules! set {
            ($dst:expr, $result:expr) => {
                match $result {
                    Ok(value) => slots.set($dst, value),
                    Err(halt) => return Some(Exit::Stop(stop_at(halt, instr))),
                }
            };
        }
        macro_rules! binary {
            ($op:expr, $dst:expr, $a:expr, $b:expr) => {{
                let (a, b) = (slots.get($a), slots.get($b));
                if let Some(result) = self.wide_integers($op, a, b) {
                    slots.set($dst, result);
                } else if a.is_integer(self.pool) && b.is_integer(self.pool) && self.large(function, &mut slots, cursor)
                {
                    return if cursor.left() == 0 { Some(Exit::Spent) } else { None };
                } else {
                    set!($dst, self.binary(world.memory, $op, a, b, world.passed));
                }
            }};
        }
        match instr {
            Instr::Add(dst, a, b) => binary!(BinaryOp::Add, dst, a, b),
            Instr::Sub(dst, a, b) => binary!(BinaryOp::Sub, dst, a, b),
            Instr::Mul(dst, a, b) => binary!(BinaryOp::Mul, dst, a, b),
            Instr::Binary(op, dst, a, b) => binary!(op, dst, a, b),
            Instr::Shift(op, dst, a, b) => {
                // As if the range had been checked.
                *world.passed = 1;
                binary!(op, dst, a, b);
                *world.passed = 0;
            }
            Instr::CompareBranch(op, a, b, then, otherwise) => {
                match self.compare(world.memory, op, slots.get(a), slots.get(b)) {
                    Ok(Value::Bool(holds)) => jump!(if holds { then } else { otherwise }),
                    Ok(Value::Term(cond)) => return Some(Exit::Stop(Stop::Decide(Decision::Branch(cond)))),
                    Ok(_) => return Some(undefined()),
                    Err(halt) => return Some(Exit::Stop(stop_at(halt, instr))),
                }
            }
            Instr::Compare(op, dst, a, b) => {
                let (a, b) = (slots.get(a), slots.get(b));
                set!(dst, self.compare(world.memory, op, a, b));
            }
            Instr::Branch(cond, ..) => match slots.get(cond) {
                Value::Term(cond) => return Some(Exit::Stop(Stop::Decide(Decision::Branch(cond)))),
                _ => return Some(undefined()),
            },
            Instr::Switch(value, table) => {
                match control::switch(slots.get(value), &function.switches[table as usize]) {
                    Ok(target) => jump!(target),
                    Err(Some(term)) => return Some(Exit::Stop(Stop::Decide(Decision::Switch(term)))),
                    Err(None) => return Some(undefined()),
                }
            }
            Instr::Unary(op, dst, a) => {
                let a = slots.get(a);
                set!(dst, self.unary(world.memory, op, a));
            }
            Instr::Cast(op, from, to, dst, a) => {
                let a = slots.get(a);
                // What does not fit is the library's own business, as with other overflow.
                let checked = self.check_overflow && !function.library;
                set!(dst, self.cast(world.memory, op, (from, to), a, checked, world.passed));
            }
            Instr::Select(dst, args) => {
                let arg = |index: usize| slots.get(function.args[args as usize + index]);
                let (cond, a, b) = (arg(0), arg(1), arg(2));
                set!(dst, self.select(cond, a, b));
            }
            Instr::Alloc(layout, kind, dst, size, align) => {
                let (size, align) = (slots.get(size), 1 << align);
                set!(dst, self.alloc(world.memory, (layout, kind), size, align, function.locs[cursor.pc]));
            }
            Instr::Offset(dst, pointer, offset) => {
                let (pointer, offset) = (slots.get(pointer), slots.get(offset));
                set!(dst, self.offset(pointer, offset));
            }
            Instr::Load(ty, dst, pointer, _) => {
                let pointer = slots.get(pointer);
                set!(dst, self.load(world.memory, ty, pointer, world.passed));
            }
            Instr::Store(ty, value, pointer, _) => {
                let (value, pointer) = (slots.get(value), slots.get(pointer));
                if let Err(halt) = self.store(world.memory, ty, value, pointer, world.passed) {
                    return Some(Exit::Stop(stop_at(halt, instr)));
                }
            }
            Instr::CallIndirect(dst, args, count, ret) => {
                let (pointer, start) = (function.args[args as usize], args as usize + 1);
                let values: SmallVec<[Value; 8]> =
                    function.args[start..start + usize::from(count)].iter().map(|arg| slots.get(*arg)).collect();
                match self.indirect(slots.get(pointer), &values, ret) {
                    Ok(callee) => {
                        cursor.next();
                        return Some(Exit::Call(Call {
                            callee,
                            dst,
                            args: &function.args[start..][..usize::from(count)],
                        }));
                    }
                    Err(halt) => return Some(Exit::Stop(stop_with(halt, pointer))),
                }
            }
            Instr::Intrinsic(which, dst, args) => {
                let args = &function.args[args as usize..][..which.params().len()];
                let values: SmallVec<[Value; 4]> = args.iter().map(|arg| slots.get(*arg)).collect();
                let loc = user_loc(self.code, world.callers, function, cursor.pc);
                self.seen.intrinsics += u64::from(which.copies());
                self.seen.opaque += u64::from(which.is_opaque());
                match self.intrinsic(&mut world, which, &values, loc) {
                    Ok(Effect::Done(value)) => {
                        if let Some(dst) = dst {
                            slots.set(dst, value);
                        }
                    }
                    Ok(Effect::End(end)) => return Some(Exit::Stop(Stop::Ended(end))),
                    Ok(Effect::SetJump(buffer)) => {
                        cursor.next();
                        return Some(Exit::SetJump(buffer, dst));
                    }
                    Ok(Effect::LongJump(buffer, value)) => return Some(Exit::LongJump(buffer, value)),
                    Ok(Effect::Open) => {
                        cursor.next();
                        return Some(Exit::Stop(Stop::Open));
                    }
                    Ok(Effect::Close) => {
                        if meeting.is_some_and(|meeting| meeting.place == Meeting::CLOSED) {
                            return Some(Exit::Stop(Stop::Meet));
                        }
                    }
                    Err(HaltAt(arg, halt)) => return Some(Exit::Stop(stop_with(halt, args[arg]))),
                }
            }
            Instr::Input(ty, dst) => set!(dst, self.input(world.traffic, ty)),
            Instr::Output(value) => world.traffic.outputs.push(Guarded::always(slots.get(value))),
            Instr::Check(kind, cond) => {
                if let Err(halt) = control::check(Fault::new(kind), slots.get(cond), world.passed) {
                    return Some(Exit::Stop(stop_at(halt, instr)));
                }
            }
            Instr::Assume(cond) => match slots.get(cond) {
                Value::Bool(true) => {}
                Value::Bool(false) => return Some(Exit::Stop(Stop::Ended(End::Assumption))),
                Value::Term(_) if std::mem::take(world.passed) > 0 => {}
                Value::Term(cond) => return Some(Exit::Stop(Stop::Decide(Decision::Assume(cond)))),
                _ => return Some(undefined()),
            },
            Instr::Defined(dst, a) => match slots.get(a) {
                Value::Undef => return Some(undefined()),
                value => slots.set(dst, value),
            },
            Instr::Unreachable => {
                return Some(Exit::Stop(Stop::Ended(End::Error(Fault::new(CheckKind::Unreachable)))));
            }
            Instr::Enter(number) => {
                if self.quiet.get(number as usize) == Some(&false) {
                    cursor.next();
                    return Some(Exit::Stop(Stop::Enter(number)));
                }
            }
            Instr::Meet(place) => {
                if meeting.is_some_and(|meeting| meeting.is_at(place, world.callers.len())) {
                    return Some(Exit::Stop(Stop::Meet));
                }
            }
            Instr::EdgeSeen(edge) => {
                self.coverage.take(edge);
                self.seen.edges.push(edge);
            }
            Instr::At(place, segment) => {
                self.coverage.reach(segment);
                self.seen.places.push(place);
                if self.seen.stops.get(place as usize) == Some(&true) {
                    return Some(Exit::Stop(Stop::At(place)));
                }
            }
            Instr::LoadSeen(ty, dst, pointer) => {
                let from = slots.get(pointer);
                match self.load(world.memory, ty, from, world.passed) {
                    Ok(value) => {
                        self.seen.reads.push((from, ty));
                        slots.set(dst, value);
                    }
                    Err(halt) => return Some(Exit::Stop(stop_at(halt, Instr::Load(ty, dst, pointer, 1)))),
                }
            }
            Instr::StoreSeen(ty, value, pointer) => {
                let (new, to) = (slots.get(value), slots.get(pointer));
                match self.store(world.memory, ty, new, to, world.passed) {
                    Ok(()) => self.seen.writes.push((to, ty, new)),
                    Err(halt) => return Some(Exit::Stop(stop_at(halt, Instr::Store(ty, value, pointer, 1)))),
                }
            }
            Instr::Unsupported(what) => {
                let what = function.unsupported[what as usize].clone();
                return Some(Exit::Stop(Stop::Ended(End::Incomplete(what))));
            }
            Instr::External(call) => return Some(Exit::Stop(Stop::External(call))),
            // Always done by the loop, or plain by now.
            Instr::Move(..)
            | Instr::Constant(..)
            | Instr::Jump(_)
            | Instr::Cover(_)
            | Instr::Edge(_)
            | Instr::LoadAt(..)
            | Instr::LoadIntAt(..)
            | Instr::StoreIntAt(..)
            | Instr::Div(..)
            | Instr::AddWord(..)
            | Instr::SubWord(..)
            | Instr::DivPower(..)
            | Instr::And(..)
            | Instr::Or(..)
            | Instr::Xor(..)
            | Instr::Shl(..)
            | Instr::LShr(..)
            | Instr::LessBranch(..)
            | Instr::NullBranch(..)
            | Instr::NotNullBranch(..)
            | Instr::IsBranch(..)
            | Instr::IsNotBranch(..)
            | Instr::BelowBranch(..)
            | Instr::AboveBranch(..)
            | Instr::StoreAt(..)
            | Instr::Call(..)
            | Instr::Return(_) => unreachable!("{instr:?} needs nothing more"),
        }
        cursor.next();
        None
    }
}

/// Something is used that was never set.
fn undefined() -> Exit<'static> {
    Exit::Stop(Stop::Ended(End::Error(Fault::new(CheckKind::Uninitialized))))
}

/// The parts of a state that instructions touch beside registers.
pub(super) struct World<'s> {
    pub memory: &'s mut Memory,
    pub traffic: &'s mut Traffic,
    pub passed: &'s mut u8,
    pub callers: &'s Callers,
    pub witness: &'s Model,
}

fn stop_at(halt: Halt, instr: Instr) -> Stop {
    match halt {
        Halt::Error(fault) => Stop::Ended(End::Error(fault)),
        Halt::Check(ok, fault) => Stop::Decide(Decision::Check(ok, fault)),
        Halt::Incomplete(why) => Stop::Ended(End::Incomplete(why)),
        Halt::Assume(holds) => Stop::Decide(Decision::Assume(holds)),
        Halt::Bits(_) => match instr {
            Instr::Store(_, slot, ..) | Instr::Cast(.., slot) => stop_with(halt, slot),
            // Only these take a float apart.
            _ => Stop::Ended(End::Incomplete("the bits of a symbolic float".to_owned())),
        },
        Halt::Index { .. } | Halt::Resolve(_) | Halt::Callee(_) | Halt::Value(_) | Halt::Unset(_) => match instr {
            Instr::Load(_, _, slot, _) | Instr::Store(_, _, slot, _) | Instr::Alloc(_, _, _, slot, _) => {
                stop_with(halt, slot)
            }
            // Only accesses and allocations ask for a position or a size.
            _ => Stop::Ended(End::Incomplete("a symbolic position outside of an access".to_owned())),
        },
    }
}

/// What has to be decided about the value in a slot.
fn stop_with(halt: Halt, slot: Slot) -> Stop {
    match halt {
        Halt::Error(fault) => Stop::Ended(End::Error(fault)),
        Halt::Check(ok, fault) => Stop::Decide(Decision::Check(ok, fault)),
        Halt::Incomplete(why) => Stop::Ended(End::Incomplete(why)),
        Halt::Assume(holds) => Stop::Decide(Decision::Assume(holds)),
        Halt::Index { object, offset } => Stop::Decide(Decision::Index { pointer: slot, object, offset }),
        Halt::Resolve(address) => Stop::Decide(Decision::Resolve { pointer: slot, address }),
        Halt::Callee(address) => Stop::Decide(Decision::Callee { pointer: slot, address }),
        Halt::Value(term) => Stop::Decide(Decision::Value { slot, term }),
        Halt::Bits(float) => Stop::Bits { slot, float },
        Halt::Unset(term) => Stop::Unset { slot, term },
    }
}
