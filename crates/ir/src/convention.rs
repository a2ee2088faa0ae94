//! How the machine passes the arguments of one call: what types in `ir` no longer say, and a call of a function outside of
//! the program needs. Written down by an intrinsic right before the call, as two numbers with two bits for each argument.

use pathfold_base::Bits;

use crate::{Const, Intrinsic, Op, Operand};

/// As many arguments have bits.
const MOST: usize = 32;
/// Nothing is known of any argument.
const UNKNOWN: u64 = u64::MAX;

/// How a declared parameter is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// As its type says; numbers are widened with zeros.
    Plain,
    /// A number that is widened with its sign.
    Signed,
    /// A copy of the object behind the pointer, on the stack.
    Copied,
    /// In a way that has no word here.
    Unknown,
}

/// How one of the arguments behind the declared ones is passed: eight bytes of the object that holds them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Other {
    /// A number or a pointer.
    General,
    /// A `double`.
    Vector,
    /// Something else.
    Unknown,
}

/// How the arguments of a call are passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Convention {
    fixed: u64,
    others: u64,
}

impl Convention {
    /// Nothing is known.
    pub const UNKNOWN: Convention = Convention { fixed: UNKNOWN, others: UNKNOWN };

    /// For these parameters and other arguments.
    pub fn new(fixed: &[Passing], others: &[Other]) -> Convention {
        if fixed.len() > MOST || others.len() >= MOST {
            return Convention::UNKNOWN;
        }
        let fixed = fixed.iter().enumerate().fold(0, |bits, (i, passing)| bits | (*passing as u64) << (2 * i));
        let others = others.iter().enumerate().fold(0, |bits, (i, other)| bits | (*other as u64 + 1) << (2 * i));
        Convention { fixed, others }
    }

    /// How a parameter is passed.
    pub fn fixed(self, index: usize) -> Passing {
        if index >= MOST || self == Convention::UNKNOWN {
            return Passing::Unknown;
        }
        match self.fixed >> (2 * index) & 3 {
            0 => Passing::Plain,
            1 => Passing::Signed,
            2 => Passing::Copied,
            _ => Passing::Unknown,
        }
    }

    /// How the other arguments are passed; none if that is not known.
    pub fn others(self) -> Option<Vec<Other>> {
        let mut found = Vec::new();
        for index in 0..MOST {
            found.push(match self.others >> (2 * index) & 3 {
                0 => return Some(found),
                1 => Other::General,
                2 => Other::Vector,
                _ => return None,
            });
        }
        None
    }

    /// The instruction that says so.
    pub fn op(self) -> Op {
        let word = |bits: u64| Operand::Const(Const::Bits(Bits::new(64, u128::from(bits))));
        Op::Intrinsic(Intrinsic::Convention, vec![word(self.fixed), word(self.others)])
    }

    /// What an instruction says, if it says this.
    pub fn of(op: &Op) -> Option<Convention> {
        let Op::Intrinsic(Intrinsic::Convention, args) = op else { return None };
        let word = |operand: &Operand| match operand {
            Operand::Const(Const::Bits(bits)) => Some(bits.unsigned() as u64),
            Operand::Const(_) | Operand::Reg(_) => None,
        };
        match args.as_slice() {
            [fixed, others] => match (word(fixed), word(others)) {
                (Some(fixed), Some(others)) => Some(Convention { fixed, others }),
                _ => Some(Convention::UNKNOWN),
            },
            _ => Some(Convention::UNKNOWN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_down_is_read() {
        let all = [Passing::Plain, Passing::Signed, Passing::Copied, Passing::Unknown];
        let convention = Convention::new(&all, &[Other::Vector, Other::General]);
        let read = Convention::of(&convention.op()).expect("a convention");
        assert_eq!(all.map(|passing| passing as usize).map(|index| read.fixed(index)), all);
        assert_eq!(read.others(), Some(vec![Other::Vector, Other::General]));
        assert_eq!(Convention::new(&[], &[]).others(), Some(Vec::new()));
        assert_eq!(Convention::new(&[], &[Other::General, Other::Unknown]).others(), None);
        assert_eq!(Convention::new(&[Passing::Plain; 33], &[]).fixed(0), Passing::Unknown);
    }
}
