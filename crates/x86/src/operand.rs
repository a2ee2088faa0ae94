//! What instructions work on, and the kinds that share an encoding.

/// A register of 64 bits, or its low part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Reg {
    /// Result of calls, low half of products and dividends.
    Rax,
    /// Fourth argument; counts of shifts are in its low byte.
    Rcx,
    /// Third argument, high half of products and dividends.
    Rdx,
    /// Kept by calls.
    Rbx,
    /// The stack.
    Rsp,
    /// Kept by calls.
    Rbp,
    /// Second argument.
    Rsi,
    /// First argument.
    Rdi,
    /// Fifth argument.
    R8,
    /// Sixth argument.
    R9,
    /// Free.
    R10,
    /// Free.
    R11,
    /// Kept by calls.
    R12,
    /// Kept by calls.
    R13,
    /// Kept by calls.
    R14,
    /// Kept by calls.
    R15,
}

impl Reg {
    pub(crate) fn low(self) -> u8 {
        self as u8 & 7
    }

    pub(crate) fn high(self) -> bool {
        self as u8 >= 8
    }
}

/// How many bytes an instruction works on. What is written to four bytes of a register clears the other four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// One.
    B1,
    /// Two.
    B2,
    /// Four.
    B4,
    /// Eight.
    B8,
}

/// A place in memory: `base + index * scale + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mem {
    pub(crate) base: Reg,
    pub(crate) index: Option<(Reg, u8)>,
    pub(crate) offset: i32,
}

/// The place `offset` bytes behind a register.
pub fn mem(base: Reg, offset: i32) -> Mem {
    Mem { base, index: None, offset }
}

impl Mem {
    /// The place as many times `1 << log_scale` further as the register says, which is not the stack pointer.
    #[must_use]
    pub fn index(self, index: Reg, log_scale: u8) -> Mem {
        assert!(index != Reg::Rsp && log_scale < 4, "no such index");
        Mem { index: Some((index, log_scale)), ..self }
    }
}

/// Operations of two operands; the number is their place in the encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Alu {
    /// `a += b`
    Add,
    /// `a |= b`
    Or,
    /// `a += b + carry`
    Adc,
    /// `a -= b + carry`
    Sbb,
    /// `a &= b`
    And,
    /// `a -= b`
    Sub,
    /// `a ^= b`
    Xor,
    /// Only the flags of `a - b`.
    Cmp,
}

/// Shifts; the number is their place in the encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Shift {
    /// To higher bits, around.
    Rol = 0,
    /// To lower bits, around.
    Ror = 1,
    /// To higher bits.
    Shl = 4,
    /// To lower bits, zeros from above.
    Shr = 5,
    /// To lower bits, copies of the sign from above.
    Sar = 7,
}

/// Conditions on flags; the number is their place in the encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Cond {
    /// Signed overflow.
    Overflow = 0,
    /// No signed overflow.
    NoOverflow = 1,
    /// Unsigned `<`.
    Below = 2,
    /// Unsigned `>=`.
    AboveEqual = 3,
    /// Equal, or zero.
    Equal = 4,
    /// Not equal, or not zero.
    NotEqual = 5,
    /// Unsigned `<=`.
    BelowEqual = 6,
    /// Unsigned `>`.
    Above = 7,
    /// Negative.
    Sign = 8,
    /// Not negative.
    NoSign = 9,
    /// Signed `<`.
    Less = 12,
    /// Signed `>=`.
    GreaterEqual = 13,
    /// Signed `<=`.
    LessEqual = 14,
    /// Signed `>`.
    Greater = 15,
}

impl Cond {
    /// The condition that holds when this one does not.
    #[must_use]
    pub fn negated(self) -> Cond {
        match self {
            Cond::Overflow => Cond::NoOverflow,
            Cond::NoOverflow => Cond::Overflow,
            Cond::Below => Cond::AboveEqual,
            Cond::AboveEqual => Cond::Below,
            Cond::Equal => Cond::NotEqual,
            Cond::NotEqual => Cond::Equal,
            Cond::BelowEqual => Cond::Above,
            Cond::Above => Cond::BelowEqual,
            Cond::Sign => Cond::NoSign,
            Cond::NoSign => Cond::Sign,
            Cond::Less => Cond::GreaterEqual,
            Cond::GreaterEqual => Cond::Less,
            Cond::LessEqual => Cond::Greater,
            Cond::Greater => Cond::LessEqual,
        }
    }
}
