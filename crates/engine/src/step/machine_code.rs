//! Runs machine code where a function has some; see [`crate::native`].

use pathfold_ir::FuncId;

use super::call::Call;
use super::cursor::{Cursor, SIZE};
use super::hot::Leave;
use super::{Machine, State};
use crate::code::{CallSite, FuncCode, Instr};
use crate::native::{Back, Marks};

/// How often the instructions of a function have run, on average, before it is compiled.
const OFTEN: u64 = 4;

impl<'c> Machine<'c> {
    /// Runs machine code from the cursor on, also that of functions which are called from there, so that another one may run
    /// afterwards. None if there is none for this place, or it came to something that the loop of `hot.rs` may do.
    #[inline(always)]
    pub(super) fn run_compiled(
        &mut self,
        state: &mut State,
        function: &mut &'c FuncCode,
        cursor: &mut Cursor,
    ) -> Option<Leave<'c>> {
        self.compile_after?;
        let code = self.code;
        let (back, pc, left) = function.native.get()?.run(cursor.pc, self, state, cursor.left)?;
        *function = &code.functions[state.frame.function];
        *cursor = Cursor { pc, left };
        match (back, function.instrs[pc]) {
            (Back::Spent, _) => Some(Leave::Spent),
            (Back::Before, Instr::Call(call, back)) => {
                let CallSite { callee, dst, args } = &function.calls[call as usize];
                *cursor = Cursor { pc: back as usize, left: left - SIZE };
                Some(Leave::Call(Call { callee: *callee, dst: *dst, args }))
            }
            (Back::Before, Instr::Return(value)) => Some(Leave::Return(value)),
            (Back::Before, _) => None,
        }
    }

    /// A function has run without machine code, from one length of the way that is left to another: it gets some if it
    /// has run long.
    #[inline(always)]
    pub(super) fn warm(&mut self, id: FuncId, before: i64, after: i64) {
        let FuncCode { native, instrs, .. } = &self.code.functions[id];
        let Some(compile_after) = self.compile_after else { return };
        // Compiling an instruction costs as much as running it often: a long function that runs once is not worth it.
        let enough = if compile_after == 0 { 0 } else { compile_after.max(instrs.len() as u64 * OFTEN) };
        if native.warm((before - after) as u64 / SIZE as u64, enough) {
            native.compile(self.code, id, self.marks());
        }
    }

    /// What machine code looks at.
    pub(crate) fn marks(&self) -> Marks<'_> {
        let (reached, taken) = self.coverage.marks();
        Marks { reached, taken, quiet: self.quiet }
    }

    /// How many more calls may be made.
    pub(crate) fn calls_left(&self, state: &State) -> u32 {
        u32::try_from(self.max_call_depth.saturating_sub(state.callers.len() + 1)).unwrap_or(u32::MAX)
    }

    /// Puts a frame of a function where the next call will look for one.
    pub(crate) fn prepare_frame(&mut self, state: &mut State, id: FuncId) {
        self.prepare(&mut state.callers, id, &self.code.functions[id]);
    }

    /// Where compiled code goes on after a return, if the caller has some.
    pub(crate) fn back_to(&self, state: &mut State) -> Option<*const u8> {
        let caller = state.callers.innermost()?;
        self.code.functions[caller.function].native.get()?.entry(caller.pc as usize)
    }
}
