//! Where the loop of the step is in a function, and how far it may go.

use crate::code::Instr;

/// Where a frame is, and how many instructions may still run. They are counted where control jumps: straight code cannot
/// run away.
#[derive(Clone, Copy)]
pub struct Cursor {
    /// The next instruction.
    pub pc: usize,
    /// How far straight code may run, in bytes: what the loop has is addresses, and it would divide by the size of an
    /// instruction at every jump.
    pub(super) left: i64,
}

/// How far instructions are apart.
pub(super) const SIZE: i64 = size_of::<Instr>() as i64;

impl Cursor {
    /// So many instructions may run at most, so that nothing overflows.
    pub const MOST: u64 = 1 << 56;

    /// Goes on at an instruction while `left` may run.
    #[inline(always)]
    pub fn new(pc: usize, left: u64) -> Self {
        Self { pc, left: left as i64 * SIZE }
    }

    /// Goes to the next instruction.
    #[inline(always)]
    pub fn next(&mut self) {
        self.pc += 1;
        self.left -= SIZE;
    }

    /// Goes to an instruction; false if none may run any more.
    #[inline(always)]
    pub fn jump(&mut self, target: usize) -> bool {
        *self = Self { pc: target, left: (self.left - SIZE).max(0) };
        self.left != 0
    }

    /// Whether no instruction may run any more.
    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.left <= 0
    }

    /// How many instructions may still run.
    #[inline(always)]
    pub fn left(&self) -> u64 {
        (self.left / SIZE).max(0) as u64
    }
}
