//! Runs the hot loop and does what it leaves out: large numbers, new cells, input and output, growing the stack, limits.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use pathfold_base::{Integer, Span};

use super::any_size::{self, Done, Sight};
use super::bounds::OutOfBounds;
use super::code::{Code, FIRST_VARIABLE, Reg, Target};
use super::heap::Heap;
use super::hot::{self, Position, Ran};
use super::hot_calls::{call_of, caller};
use super::instr::Instr;
use super::native::{Memory, ROOM, Turn, Turns};
use super::numbers::{Numbers, Trap};
use super::op::{Op, WINDOW};
use super::{ErrorKind, LimitKind, Limits, Outcome};

/// How many steps pass between looks at the clock, at most.
const CHUNK: u32 = 1 << 14;
/// Fewer if they take longer than this.
const LONG: Duration = Duration::from_millis(2);

#[derive(Debug, Default)]
pub(super) struct Machine {
    /// Invariant while running: there is a whole window above the current frame's base.
    stack: Vec<i64>,
    heap: Heap,
    pub(super) numbers: Numbers,
    /// Machine code, for programs that run for long.
    turns: Turns,
    /// Whether large numbers were collected: few steps may have taken long then.
    collected: bool,
    /// The instruction that the last run ended at.
    pub ended_at: Option<Span>,
    /// Which element it was for, if there was none.
    pub missing: Option<OutOfBounds>,
}

/// The world outside.
struct Outside<'a> {
    inputs: &'a mut dyn FnMut() -> Option<Integer>,
    outputs: &'a mut dyn FnMut(&Integer),
    limits: &'a Limits,
    /// Steps left, the current chunk excluded.
    left: Option<u64>,
    /// How many steps a chunk has, and when it began.
    size: u32,
    began: Instant,
}

impl Outside<'_> {
    /// Whether it is time to stop.
    fn look(&self, now: Instant) -> Result<(), LimitKind> {
        if self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(LimitKind::Stopped);
        }
        if self.limits.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(LimitKind::Time);
        }
        Ok(())
    }

    /// The next chunk of steps, or the limit that was reached.
    fn chunk(&mut self) -> Result<u32, LimitKind> {
        let now = Instant::now();
        self.look(now)?;
        let took = now.duration_since(self.began);
        self.size = if took > LONG { (self.size / 4).max(1) } else { (self.size * 2).min(CHUNK) };
        self.began = now;
        let Some(left) = &mut self.left else { return Ok(self.size) };
        let chunk = u64::from(self.size).min(*left) as u32;
        if chunk == 0 {
            return Err(LimitKind::Steps);
        }
        *left -= u64::from(chunk);
        Ok(chunk)
    }
}

/// The end of a run, as an error so that `?` leaves the slow way.
struct Ended(Outcome);

impl From<LimitKind> for Ended {
    fn from(kind: LimitKind) -> Self {
        Ended(Outcome::Limit(kind))
    }
}

impl Machine {
    pub fn run(
        &mut self,
        code: &Code,
        main: usize,
        args: &[Integer],
        inputs: &mut dyn FnMut() -> Option<Integer>,
        outputs: &mut dyn FnMut(&Integer),
        limits: &Limits,
    ) -> Outcome {
        // One more step than asked for: the chunk runs out on the step that may not be taken.
        let left = limits.max_steps.map(|n| n.saturating_add(1));
        let mut outside = Outside { inputs, outputs, limits, left, size: CHUNK / 64, began: Instant::now() };
        // Nothing lives at address 0, which is null.
        let calls = u32::try_from(limits.max_call_depth).unwrap_or(u32::MAX);
        let mut at = Position { pc: code.entries[main] as usize, base: 0, calls, fuel: 0, used: 1 };
        let (Ok(outcome) | Err(Ended(outcome))) = self.execute(code, &mut at, args, &mut outside);
        // Instructions that need the slow way are behind `pc` already; steps run out before one.
        let behind =
            usize::from(!matches!(outcome, Outcome::Limit(LimitKind::Steps | LimitKind::Time | LimitKind::Stopped)));
        let outside = matches!(outcome, Outcome::Error { kind: ErrorKind::OutOfBounds, .. });
        self.missing = if outside { self.missing_element(code, &at) } else { None };
        self.ended_at = code.spans.get(at.pc.saturating_sub(behind)).copied();
        outcome
    }

    fn execute(
        &mut self,
        code: &Code,
        at: &mut Position,
        args: &[Integer],
        outside: &mut Outside<'_>,
    ) -> Result<Outcome, Ended> {
        self.heap.reset(outside.limits);
        self.numbers.reset(&code.constants, outside.limits);
        at.fuel = outside.chunk()?;
        self.turns.start(outside.limits.machine_code);
        self.make_room(ROOM);
        for (index, arg) in args.iter().enumerate() {
            let word = self.numbers.word(arg);
            self.stack[FIRST_VARIABLE as usize + index] = trap(code, at, word)?;
        }
        loop {
            match self.go(code, at, outside)? {
                Ran::Slow => {
                    self.slow(code, at, outside)?;
                    if std::mem::take(&mut self.collected) {
                        outside.look(Instant::now())?;
                    }
                }
                Ran::Fuel => at.fuel = outside.chunk()?,
                Ran::Error(kind) => return Ok(Outcome::Error { kind, span: code.spans[at.pc - 1] }),
                Ran::Returned(word) => return Ok(Outcome::Returned(self.numbers.number(word))),
            }
        }
    }

    /// Runs until something ends it: machine code and the interpreter take turns.
    fn go(&mut self, code: &Code, at: &mut Position, outside: &Outside<'_>) -> Result<Ran, Ended> {
        loop {
            // Machine code leaves for lack of room what the interpreter then makes room for, frame by frame.
            if self.stack.len() < at.base + WINDOW + ROOM / 2 {
                self.make_room(at.base + ROOM);
            }
            let memory = Memory { stack: &mut self.stack, cells: &mut self.heap.words, numbers: &mut self.numbers };
            let steps = match self.turns.take(code, memory, at) {
                Turn::Interpret(steps) => steps.min(at.fuel),
                Turn::Fuel => return Ok(Ran::Fuel),
                Turn::Returned(word) => return Ok(Ran::Returned(word)),
                Turn::Collect => {
                    self.collect_if_due(code, at)?;
                    outside.look(Instant::now())?;
                    continue;
                }
            };
            let later = at.fuel - steps;
            at.fuel = steps;
            let ran = hot::run(&code.ops, &mut self.stack, &mut self.heap.words, &mut self.numbers, at);
            self.turns.interpreted(steps - at.fuel);
            at.fuel += later;
            match ran {
                Ran::Fuel if at.fuel > 0 => {}
                Ran::Fuel | Ran::Slow | Ran::Error(_) | Ran::Returned(_) => return Ok(ran),
            }
        }
    }

    /// Makes the stack long enough for a window at `base`.
    fn make_room(&mut self, base: usize) {
        if self.stack.len() < base + WINDOW {
            // Memory that comes zeroed need not be touched.
            let mut longer = vec![0; (base + WINDOW).max(2 * self.stack.len())];
            longer[..self.stack.len()].copy_from_slice(&self.stack);
            self.stack = longer;
        }
    }

    pub(super) fn reg(&self, at: &Position, reg: Reg) -> i64 {
        self.stack[at.base + reg as usize]
    }

    fn set(&mut self, at: &Position, reg: Reg, word: i64) {
        self.stack[at.base + reg as usize] = word;
    }

    /// Runs the instruction before `at.pc`, in the way that always works.
    #[cold]
    fn slow(&mut self, code: &Code, at: &mut Position, outside: &mut Outside<'_>) -> Result<(), Ended> {
        let instr = &code.instrs[at.pc - 1];
        let see = Sight { registers: &self.stack[at.base..], cells: &self.heap.words };
        if let Some(done) = any_size::compute(instr, see, &mut self.numbers) {
            return match trap(code, at, done)? {
                Done::Value(dst, word) => self.store(code, at, dst, word),
                Done::Return(word) => {
                    // Its registers are no longer needed.
                    self.store(code, at, FIRST_VARIABLE, word)?;
                    self.leave(code, at, outside, FIRST_VARIABLE)
                }
                Done::Jump(holds, to) => jump_if(holds, at, outside, to),
                Done::Step(register, word, holds, to) => {
                    self.store(code, at, register, word)?;
                    jump_if(holds, at, outside, to)
                }
            };
        }
        match *instr {
            Instr::NewCell { .. } | Instr::NewEmptyCell { .. } => self.reserve(at, 1),
            Instr::NewArray { len, .. } => self.reserve(at, len as usize),
            Instr::NewPointed { len, .. } => self.reserve(at, 1 + len as usize),
            Instr::Call { args, function, .. } => self.call(at, outside, args, function),
            Instr::CallAdd { args, a, imm, function, .. } => {
                self.sum(code, at, args + FIRST_VARIABLE, self.reg(at, a), imm.into())?;
                self.call(at, outside, args, function)
            }
            Instr::CallWith { args, function, count, sources, .. } => {
                self.copy_arguments(at, args, &sources[..count as usize]);
                self.call(at, outside, args, function)
            }
            Instr::CallWithAdd { args, function, count, sources, which, a, imm, .. } => {
                self.copy_arguments(at, args, &sources[..count as usize]);
                let place = args + FIRST_VARIABLE + Reg::from(which);
                self.sum(code, at, place, self.reg(at, a), imm.into())?;
                self.call(at, outside, args, function)
            }
            Instr::Input { dst } => {
                let number = (outside.inputs)().ok_or(Ended(Outcome::OutOfInputs))?;
                let word = trap(code, at, self.numbers.word(&number))?;
                self.store(code, at, dst, word)
            }
            Instr::Output { src } => {
                (outside.outputs)(&self.numbers.number(self.reg(at, src)));
                Ok(())
            }
            // Either that was it, or they never take the slow way.
            Instr::Add { .. }
            | Instr::Sub { .. }
            | Instr::Mul { .. }
            | Instr::Div { .. }
            | Instr::Rem { .. }
            | Instr::AddWord { .. }
            | Instr::RsubWord { .. }
            | Instr::MulNumber { .. }
            | Instr::DivWord { .. }
            | Instr::DivSmall { .. }
            | Instr::DivPower { .. }
            | Instr::RemWord { .. }
            | Instr::RemSmall { .. }
            | Instr::RemPower { .. }
            | Instr::AddAdd { .. }
            | Instr::MulAdd { .. }
            | Instr::Linear { .. }
            | Instr::AddMul { .. }
            | Instr::AddElem { .. }
            | Instr::AddField { .. }
            | Instr::AddVia { .. }
            | Instr::Compare { .. }
            | Instr::JumpLt { .. }
            | Instr::JumpEq { .. }
            | Instr::JumpNe { .. }
            | Instr::JumpLtWord { .. }
            | Instr::JumpGtWord { .. }
            | Instr::JumpEqWord { .. }
            | Instr::JumpNeWord { .. }
            | Instr::StepJumpLt { .. }
            | Instr::StepRegJumpLt { .. }
            | Instr::StepJumpLtWord { .. }
            | Instr::StepJumpGtWord { .. }
            | Instr::JumpMultiple { .. }
            | Instr::JumpElem { .. }
            | Instr::JumpElemWord { .. }
            | Instr::ReturnAdd { .. }
            | Instr::ReturnMul { .. }
            | Instr::Word { .. }
            | Instr::Move { .. }
            | Instr::Move2 { .. }
            | Instr::CheckInit { .. }
            | Instr::Not { .. }
            | Instr::Jump { .. }
            | Instr::Load { .. }
            | Instr::Store { .. }
            | Instr::LoadElem { .. }
            | Instr::LoadElem2 { .. }
            | Instr::StoreElem { .. }
            | Instr::StoreElemWord { .. }
            | Instr::LoadField { .. }
            | Instr::StoreField { .. }
            | Instr::LoadVia { .. }
            | Instr::StoreVia { .. }
            | Instr::Return { .. } => Ok(()),
        }
    }

    /// An argument that is a sum.
    fn sum(&mut self, code: &Code, at: &Position, dst: Reg, x: i64, y: i64) -> Result<(), Ended> {
        let sum = self.numbers.sum(x, y).ok_or(LimitKind::Bits)?;
        self.store(code, at, dst, sum)
    }

    /// Stores what may be a large number, and collects such when it is time.
    fn store(&mut self, code: &Code, at: &Position, dst: Reg, word: i64) -> Result<(), Ended> {
        self.set(at, dst, word);
        self.collect_if_due(code, at)
    }

    fn collect_if_due(&mut self, code: &Code, at: &Position) -> Result<(), Ended> {
        let top = (at.base + code.max_frame).min(self.stack.len());
        if self.numbers.is_due() {
            self.collected = true;
            let used = at.used.min(self.heap.words.len());
            self.numbers.collect(&mut self.heap.words[..used], &mut self.stack[..top])?;
        }
        Ok(())
    }

    /// Makes room for cells; the instruction that wants them is then tried again.
    fn reserve(&mut self, at: &mut Position, count: usize) -> Result<(), Ended> {
        at.pc -= 1;
        self.heap.reserve(at.used, count).map_err(Ended::from)
    }

    /// What is in a cell, if there is one.
    pub(super) fn word(&self, cell: usize) -> Option<i64> {
        self.heap.words.get(cell).copied()
    }

    fn copy_arguments(&mut self, at: &Position, args: Reg, sources: &[Reg]) {
        for (place, source) in (args + FIRST_VARIABLE..).zip(sources) {
            self.set(at, place, self.reg(at, *source));
        }
    }

    fn call(&mut self, at: &mut Position, outside: &mut Outside<'_>, args: Reg, function: Target) -> Result<(), Ended> {
        at.calls = at.calls.checked_sub(1).ok_or(LimitKind::CallDepth)?;
        let caller = caller(at.pc as u32 - 1);
        at.base += args as usize;
        at.pc = function as usize;
        self.make_room(at.base);
        self.set(at, 0, caller);
        step(at, outside)
    }

    fn leave(&mut self, code: &Code, at: &mut Position, outside: &mut Outside<'_>, src: Reg) -> Result<(), Ended> {
        let word = self.reg(at, src);
        if at.base == 0 {
            return Err(Ended(Outcome::Returned(self.numbers.number(word))));
        }
        let call = call_of(self.reg(at, 0));
        let Some(&Op { a: dst, b: args, .. }) = code.ops.ops.get(call) else { return Ok(()) };
        at.calls += 1;
        at.base -= args as usize;
        at.pc = call + 1;
        self.set(at, dst, word);
        step(at, outside)
    }
}

fn jump_if(holds: bool, at: &mut Position, outside: &mut Outside<'_>, to: Target) -> Result<(), Ended> {
    if holds {
        at.pc = to as usize;
        step(at, outside)?;
    }
    Ok(())
}

/// Counts a step of the slow way.
fn step(at: &mut Position, outside: &mut Outside<'_>) -> Result<(), Ended> {
    at.fuel -= 1;
    if at.fuel == 0 {
        at.fuel = outside.chunk()?;
    }
    Ok(())
}

fn trap<T>(code: &Code, at: &Position, result: Result<T, Trap>) -> Result<T, Ended> {
    result.map_err(|trap| match trap {
        Trap::DivisionByZero => {
            let span = at.pc.checked_sub(1).and_then(|pc| code.spans.get(pc)).copied().unwrap_or_default();
            Ended(Outcome::Error { kind: ErrorKind::DivisionByZero, span })
        }
        Trap::Limit(kind) => kind.into(),
    })
}
