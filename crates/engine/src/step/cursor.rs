//! Where the loop of the step is in a function, and how far it may go.

use crate::code::Instr;

/// Where a frame is, and how many instructions may still run. They are counted where control jumps: straight code cannot
/// run away.
#[derive(Clone, Copy)]
pub struct Cursor {
    /// The next instruction.
    pub pc: usize,
    /// The instruction that straight code from here may run up to, one number to keep instead of two, as a distance in
    /// bytes: what the loop has is addresses, and it would divide by the size of an instruction at every jump.
    pub(super) end: i64,
}

/// How far instructions are apart.
const SIZE: i64 = size_of::<Instr>() as i64;

impl Cursor {
    /// So many instructions may run at most, so that nothing overflows.
    pub const MOST: u64 = 1 << 56;

    /// Goes on at an instruction while `left` may run.
    #[inline(always)]
    pub fn new(pc: usize, left: u64) -> Self {
        Self { pc, end: (pc as i64 + left as i64) * SIZE }
    }

    /// Goes to an instruction; false if none may run any more.
    #[inline(always)]
    pub fn jump(&mut self, target: usize) -> bool {
        let left = (self.end - (self.pc as i64 + 1) * SIZE).max(0);
        *self = Self { pc: target, end: target as i64 * SIZE + left };
        left != 0
    }

    /// Goes to an instruction of another function; as many instructions may still run as before.
    #[inline(always)]
    pub fn go(&mut self, pc: usize) {
        self.end += (pc as i64 - self.pc as i64) * SIZE;
        self.pc = pc;
    }

    /// Whether no instruction may run any more.
    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.end <= self.pc as i64 * SIZE
    }

    /// How many instructions may still run.
    #[inline(always)]
    pub fn left(&self) -> u64 {
        (self.end / SIZE - self.pc as i64).max(0) as u64
    }
}
