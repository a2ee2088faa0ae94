//! What a compiled program consists of, but for its instructions ([`super::instr`]).

use std::cmp::Ordering;

/// A register of the current frame.
pub(super) type Reg = u16;
/// The register of variable 0; the one before it is for the return.
pub(super) const FIRST_VARIABLE: Reg = 1;
/// A place in the code; while a function is compiled, a label.
pub(super) type Target = u32;

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cmp {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Cmp {
    pub fn negated(self) -> Cmp {
        match self {
            Cmp::Lt => Cmp::Ge,
            Cmp::Le => Cmp::Gt,
            Cmp::Gt => Cmp::Le,
            Cmp::Ge => Cmp::Lt,
            Cmp::Eq => Cmp::Ne,
            Cmp::Ne => Cmp::Eq,
        }
    }

    /// The same comparison with its operands exchanged.
    pub fn swapped(self) -> Cmp {
        match self {
            Cmp::Lt => Cmp::Gt,
            Cmp::Le => Cmp::Ge,
            Cmp::Gt => Cmp::Lt,
            Cmp::Ge => Cmp::Le,
            Cmp::Eq => Cmp::Eq,
            Cmp::Ne => Cmp::Ne,
        }
    }

    pub fn holds<T: Ord>(self, a: &T, b: &T) -> bool {
        match self {
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
        }
    }
}

/// A comparison as the set of orders that satisfy it, which needs no branch per kind of comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Orders(u8);

impl Orders {
    /// From what `bits` gave.
    #[inline(always)]
    pub fn from_bits(bits: u8) -> Self {
        Orders(bits)
    }

    pub fn bits(self) -> u8 {
        self.0
    }

    #[inline(always)]
    pub fn hold(self, x: i64, y: i64) -> bool {
        self.include(x.cmp(&y))
    }

    #[inline(always)]
    pub fn include(self, order: Ordering) -> bool {
        self.0 >> (order as i8 + 1) & 1 == 1
    }
}

impl From<Cmp> for Orders {
    fn from(cmp: Cmp) -> Self {
        // Bits: less, equal, greater.
        Orders(match cmp {
            Cmp::Lt => 0b001,
            Cmp::Le => 0b011,
            Cmp::Gt => 0b100,
            Cmp::Ge => 0b110,
            Cmp::Eq => 0b010,
            Cmp::Ne => 0b101,
        })
    }
}

impl From<Orders> for Cmp {
    fn from(orders: Orders) -> Self {
        match orders.0 {
            0b001 => Cmp::Lt,
            0b011 => Cmp::Le,
            0b100 => Cmp::Gt,
            0b110 => Cmp::Ge,
            0b010 => Cmp::Eq,
            _ => Cmp::Ne,
        }
    }
}

/// A compiled program.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub instrs: Vec<super::instr::Instr>,
    pub ops: super::op::Ops,
    /// The place to report for each instruction.
    pub spans: Vec<pathfold_base::Span>,
    /// Where each function starts.
    pub entries: Vec<u32>,
    /// Numbers too large for a word.
    pub constants: super::numbers::Constants,
    /// The most registers any function uses.
    pub max_frame: usize,
}
