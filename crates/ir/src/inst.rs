//! Instructions and terminators, by family.

use crate::{BlockId, CheckKind, Const, FuncId, Intrinsic, LocId, Reg, Type};
use serde::{Deserialize, Serialize};

/// What an instruction reads.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// A constant.
    Const(Const),
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Self {
        Operand::Reg(reg)
    }
}

impl From<Const> for Operand {
    fn from(constant: Const) -> Self {
        Operand::Const(constant)
    }
}

/// Operations on two operands of the result's type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BinaryOp {
    /// Sum; wraps on bit vectors.
    Add,
    /// Difference; wraps on bit vectors.
    Sub,
    /// Product; wraps on bit vectors.
    Mul,
    /// Sum of signed bit vectors; a sum that does not fit is a finding where overflow is checked, and wraps elsewhere.
    SAdd,
    /// Difference of signed bit vectors; see `SAdd`.
    SSub,
    /// Product of signed bit vectors; see `SAdd`.
    SMul,
    /// Signed quotient, truncated toward zero; on `int` the only quotient. Checked for a zero divisor.
    SDiv,
    /// Unsigned quotient. Checked for a zero divisor.
    UDiv,
    /// Signed remainder, with the sign of the dividend. Checked for a zero divisor.
    SRem,
    /// Unsigned remainder. Checked for a zero divisor.
    URem,
    /// Bitwise and; conjunction on `bool`.
    And,
    /// Bitwise or; disjunction on `bool`.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left.
    Shl,
    /// Logical shift right.
    LShr,
    /// Arithmetic shift right.
    AShr,
    /// Floating-point sum, rounded to nearest even, as all of these.
    FAdd,
    /// Floating-point difference.
    FSub,
    /// Floating-point product.
    FMul,
    /// Floating-point quotient.
    FDiv,
}

/// Operations on one operand of the result's type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum UnaryOp {
    /// Arithmetic negation.
    Neg,
    /// Bitwise complement; negation on `bool`.
    Not,
    /// Floating-point negation.
    FNeg,
    /// How many bits are set.
    PopCount,
    /// How many zero bits are above the highest set bit; the width if there is none.
    LeadingZeros,
    /// How many zero bits are below the lowest set bit; the width if there is none.
    TrailingZeros,
    /// The bytes in the other order (widths that are multiples of 8).
    ByteSwap,
    /// The bits in the other order.
    BitReverse,
}

/// Comparisons; the result is a `bool`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CompareOp {
    /// Equal (any type but floats).
    Eq,
    /// Different (any type but floats).
    Ne,
    /// Signed less; on `int` the only less.
    Slt,
    /// Signed less or equal.
    Sle,
    /// Unsigned less; on pointers the order of addresses.
    Ult,
    /// Unsigned less or equal; on pointers the order of addresses.
    Ule,
    /// Floating-point equal; false on NaN.
    FEq,
    /// Floating-point less; false on NaN.
    FLt,
    /// Floating-point less or equal; false on NaN.
    FLe,
}

/// Conversions to the result's type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CastOp {
    /// Widen with zeros (`bool` or `bv` to a wider `bv`, `bool` or `bv` to `int`).
    ZExt,
    /// Widen with the sign (`bv` to a wider `bv` or to `int`).
    SExt,
    /// Keep the low bits (`bv` to a narrower `bv` or to `bool`; `int` to `bv`, modulo 2^w).
    Trunc,
    /// Same bits, other type (between `f32`/`bv32` and `f64`/`bv64`).
    Bitcast,
    /// Pointer to its address.
    PtrToBv,
    /// Address to pointer.
    BvToPtr,
    /// Between floating-point formats.
    FpToFp,
    /// Float to signed bit vector, truncating.
    FpToS,
    /// Float to unsigned bit vector, truncating.
    FpToU,
    /// Signed bit vector to float.
    SToFp,
    /// Unsigned bit vector to float.
    UToFp,
    /// A `double` to the 80 bits of the `long double` it is.
    FpToLong,
    /// The 80 bits of a `long double` to the `double` it is; the path ends as incomplete where it is none.
    LongToFp,
}

/// What an object is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Layout {
    /// One value of any type per position (micro-c). Offsets are `int`.
    Cells,
    /// Bytes (C). Offsets are `bv64`.
    Bytes,
}

/// How long an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum AllocKind {
    /// Until the end of the program, or until freed.
    Heap,
    /// Until its function returns.
    Stack,
}

/// What is called.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Callee {
    /// A known function.
    Direct(FuncId),
    /// A function through a pointer.
    Indirect(Operand),
}

/// What an instruction does.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Op {
    /// `dst = a op b`.
    Binary(BinaryOp, Operand, Operand),
    /// `dst = op a`.
    Unary(UnaryOp, Operand),
    /// `dst = a cmp b`.
    Compare(CompareOp, Operand, Operand),
    /// `dst = cast a` to the type of `dst`.
    Cast(CastOp, Operand),
    /// `dst = c ? a : b`, without branching.
    Select(Operand, Operand, Operand),
    /// `dst = ` a new object of `size` positions, all uninitialised.
    Alloc {
        /// Bytes or cells.
        layout: Layout,
        /// How long it lives.
        kind: AllocKind,
        /// How many positions (`int` for cells, `bv64` for bytes).
        size: Operand,
        /// Its address is a multiple of this power of two.
        align: u32,
    },
    /// `dst = pointer + offset` positions; never an error by itself.
    Offset(Operand, Operand),
    /// `dst = *pointer`. Checked for null, bounds and uninitialised contents.
    Load(Operand),
    /// `*pointer = value`. Checked for null and bounds.
    Store {
        /// What is written.
        value: Operand,
        /// Where.
        pointer: Operand,
    },
    /// `dst = callee(args)`.
    Call(Callee, Vec<Operand>),
    /// `dst =` the next input: any value of its type.
    Input,
    /// The value joins the output of the program.
    Output(Operand),
    /// A finding of this kind unless the condition holds; the path goes on under the condition.
    Check(CheckKind, Operand),
    /// The path ends silently unless the condition holds.
    Assume(Operand),
    /// `dst = a`, and a finding of kind `uninitialized` if `a` has no value.
    Defined(Operand),
    /// `dst =` what the engine does for this function.
    Intrinsic(Intrinsic, Vec<Operand>),
    /// The path ends as incomplete here; the text says what is not supported. Sets `dst`, if there is one, to nothing.
    Unsupported(String),
}

/// An instruction: what, into which register, and where in the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Inst {
    /// The register it sets, if any.
    pub dst: Option<Reg>,
    /// What it does.
    pub op: Op,
    /// Where it comes from.
    pub loc: LocId,
}

/// Where control goes, and the values of the block's parameters there.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Target {
    /// The block.
    pub block: BlockId,
    /// One operand for each of its parameters.
    pub args: Vec<Operand>,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Terminator {
    /// Go there.
    Jump(Target),
    /// Go to the first if the condition holds, else to the second.
    Branch {
        /// A `bool`.
        cond: Operand,
        /// If it holds.
        then: Target,
        /// If it does not.
        otherwise: Target,
    },
    /// Go where the value says.
    Switch {
        /// An `int` or `bv`.
        value: Operand,
        /// Constants of that type, all different, and their targets.
        cases: Vec<(Const, Target)>,
        /// For every other value.
        default: Target,
    },
    /// Leave the function.
    Return(Option<Operand>),
    /// Cannot be reached; a finding if it is.
    Unreachable,
}

impl Op {
    /// Calls `f` on every operand in order.
    pub fn for_each_operand<'a>(&'a self, mut f: impl FnMut(&'a Operand)) {
        match self {
            Op::Binary(_, a, b) | Op::Compare(_, a, b) | Op::Offset(a, b) => {
                f(a);
                f(b);
            }
            Op::Unary(_, a)
            | Op::Cast(_, a)
            | Op::Alloc { size: a, .. }
            | Op::Load(a)
            | Op::Output(a)
            | Op::Check(_, a)
            | Op::Assume(a)
            | Op::Defined(a) => f(a),
            Op::Select(c, a, b) => {
                f(c);
                f(a);
                f(b);
            }
            Op::Store { value, pointer } => {
                f(value);
                f(pointer);
            }
            Op::Call(callee, args) => {
                if let Callee::Indirect(target) = callee {
                    f(target);
                }
                args.iter().for_each(f);
            }
            Op::Intrinsic(_, args) => args.iter().for_each(f),
            Op::Input | Op::Unsupported(_) => {}
        }
    }

    /// Calls `f` on every operand in order, to change it.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        match self {
            Op::Binary(_, a, b) | Op::Compare(_, a, b) | Op::Offset(a, b) => {
                f(a);
                f(b);
            }
            Op::Unary(_, a)
            | Op::Cast(_, a)
            | Op::Alloc { size: a, .. }
            | Op::Load(a)
            | Op::Output(a)
            | Op::Check(_, a)
            | Op::Assume(a)
            | Op::Defined(a) => f(a),
            Op::Select(c, a, b) => {
                f(c);
                f(a);
                f(b);
            }
            Op::Store { value, pointer } => {
                f(value);
                f(pointer);
            }
            Op::Call(callee, args) => {
                if let Callee::Indirect(target) = callee {
                    f(target);
                }
                args.iter_mut().for_each(f);
            }
            Op::Intrinsic(_, args) => args.iter_mut().for_each(f),
            Op::Input | Op::Unsupported(_) => {}
        }
    }
}

impl Terminator {
    /// Every target in order.
    pub fn targets(&self) -> Vec<&Target> {
        match self {
            Terminator::Jump(target) => vec![target],
            Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, target)| target).chain([default]).collect()
            }
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }

    /// Every target in order, to change it.
    pub fn targets_mut(&mut self) -> Vec<&mut Target> {
        match self {
            Terminator::Jump(target) => vec![target],
            Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().map(|(_, target)| target).chain([default]).collect()
            }
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
        }
    }

    /// Calls `f` on every operand, those of the targets included, to change it.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        match self {
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => f(value),
            Terminator::Return(Some(value)) => f(value),
            Terminator::Jump(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
        for target in self.targets_mut() {
            target.args.iter_mut().for_each(&mut f);
        }
    }

    /// Calls `f` on every operand, those of the targets included.
    pub fn for_each_operand<'a>(&'a self, mut f: impl FnMut(&'a Operand)) {
        match self {
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => f(value),
            Terminator::Return(Some(value)) => f(value),
            Terminator::Jump(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
        for target in self.targets() {
            target.args.iter().for_each(&mut f);
        }
    }
}

impl BinaryOp {
    /// Whether a zero second operand is a finding.
    pub fn divides(self) -> bool {
        matches!(self, BinaryOp::SDiv | BinaryOp::UDiv | BinaryOp::SRem | BinaryOp::URem)
    }

    /// Whether the operation exists on this type.
    pub fn accepts(self, ty: Type) -> bool {
        match self {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::SDiv | BinaryOp::SRem => {
                matches!(ty, Type::Int | Type::Bv(_))
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => matches!(ty, Type::Bool | Type::Bv(_)),
            BinaryOp::SAdd
            | BinaryOp::SSub
            | BinaryOp::SMul
            | BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => matches!(ty, Type::Bv(_)),
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => matches!(ty, Type::F32 | Type::F64),
        }
    }
}
