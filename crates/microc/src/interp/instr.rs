//! The bytecode: three-address instructions over the registers of a frame.
//!
//! Words, the contents of registers and cells, are described in [`super::heap`]. Instructions that stand for several
//! plain ones exist where loops of ordinary programs spend their time; [`super::fuse`] puts them in.

use super::code::{Orders, Reg, Target};

/// How many arguments a call copies at most.
pub(super) const MAX_SOURCES: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(super) enum Instr {
    /// `dst = word`
    Word {
        dst: Reg,
        word: i64,
    },
    Move {
        dst: Reg,
        src: Reg,
    },
    /// Two moves, one after the other.
    Move2 {
        dst: Reg,
        src: Reg,
        dst2: Reg,
        src2: Reg,
    },
    /// Stops with `uninitialized` unless the variable has a value.
    CheckInit {
        src: Reg,
    },

    Add {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Sub {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Mul {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Div {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// `imm` is a word.
    AddWord {
        dst: Reg,
        a: Reg,
        imm: i64,
    },
    /// `dst = imm - a`; `imm` is a word.
    RsubWord {
        dst: Reg,
        a: Reg,
        imm: i64,
    },
    /// `imm` is a number, not a word.
    MulNumber {
        dst: Reg,
        a: Reg,
        imm: i64,
    },
    /// `imm` is a word, not zero.
    DivWord {
        dst: Reg,
        a: Reg,
        imm: i64,
    },
    /// `imm` is a number above 1 and `magic` is 2^64 / `imm`, rounded up: its product with a number below 2^32 has the
    /// exact quotient in its high half, because the rounding adds less than `imm` * 2^32 < 2^64 / 2^16.
    DivSmall {
        dst: Reg,
        a: Reg,
        imm: u16,
        magic: u64,
    },
    /// `imm` is not a word but the exponent of a power of two.
    DivPower {
        dst: Reg,
        a: Reg,
        imm: u8,
    },
    /// `dst = a - a / b * b`, like the next three.
    Rem {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// `imm` is a word, not zero.
    RemWord {
        dst: Reg,
        a: Reg,
        imm: i64,
    },
    /// As `DivSmall`.
    RemSmall {
        dst: Reg,
        a: Reg,
        imm: u16,
        magic: u64,
    },
    /// As `DivPower`.
    RemPower {
        dst: Reg,
        a: Reg,
        imm: u8,
    },
    /// `dst = a + b + add`; `add` is a word.
    AddAdd {
        dst: Reg,
        a: Reg,
        b: Reg,
        add: i32,
    },
    /// `dst = a + b * factor + add`; `factor` is a number, `add` a word.
    MulAdd {
        dst: Reg,
        a: Reg,
        b: Reg,
        factor: i32,
        add: i32,
    },
    /// `dst = b * factor + add`; `factor` is a number, `add` a word.
    Linear {
        dst: Reg,
        b: Reg,
        factor: i32,
        add: i32,
    },
    /// `dst = a + b * c`
    AddMul {
        dst: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    Compare {
        orders: Orders,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Not {
        dst: Reg,
        a: Reg,
    },

    Jump {
        to: Target,
    },
    /// If `a < b + off`; `off` is a word. With `off` = 1 this is `a <= b`.
    JumpLt {
        a: Reg,
        b: Reg,
        off: i32,
        to: Target,
    },
    JumpEq {
        a: Reg,
        b: Reg,
        to: Target,
    },
    JumpNe {
        a: Reg,
        b: Reg,
        to: Target,
    },
    JumpLtWord {
        a: Reg,
        to: Target,
        imm: i64,
    },
    JumpGtWord {
        a: Reg,
        to: Target,
        imm: i64,
    },
    JumpEqWord {
        a: Reg,
        to: Target,
        imm: i64,
    },
    JumpNeWord {
        a: Reg,
        to: Target,
        imm: i64,
    },
    /// `a = a + step; if (a < b + off) goto to`, the end of most loops; `step` and `off` are words.
    StepJumpLt {
        a: Reg,
        b: Reg,
        step: i16,
        off: i32,
        to: Target,
    },
    /// `a = a + by; if (a < b + off) goto to`; `off` is a word.
    StepRegJumpLt {
        a: Reg,
        by: Reg,
        b: Reg,
        off: i32,
        to: Target,
    },
    /// `a = a + step; if (a < imm) goto to`
    StepJumpLtWord {
        a: Reg,
        step: i8,
        to: Target,
        imm: i64,
    },
    /// `a = a + step; if (a > imm) goto to`
    StepJumpGtWord {
        a: Reg,
        step: i8,
        to: Target,
        imm: i64,
    },
    /// If whether `a` is a multiple of 2^`power` is `want`.
    JumpMultiple {
        a: Reg,
        power: u8,
        want: bool,
        to: Target,
    },
    /// If element `index + off` compares so with `b`; `off` is a word.
    JumpElem {
        orders: Orders,
        array: Reg,
        index: Reg,
        off: i16,
        b: Reg,
        to: Target,
    },
    /// If element `index + off` compares so with `imm`; both are words.
    JumpElemWord {
        orders: Orders,
        array: Reg,
        index: Reg,
        off: i16,
        imm: i32,
        to: Target,
    },

    /// `dst = alloc src`
    NewCell {
        dst: Reg,
        src: Reg,
    },
    /// A cell for a variable without a value.
    NewEmptyCell {
        dst: Reg,
    },
    /// `dst = *ptr`
    Load {
        dst: Reg,
        ptr: Reg,
    },
    /// `*ptr = src`
    Store {
        ptr: Reg,
        src: Reg,
    },
    /// `len` cells, to be filled with `StoreField` before anything can read them.
    NewArray {
        dst: Reg,
        len: u32,
    },
    /// `record =` the same, behind a new cell that holds it, and `ptr =` that cell. So whoever follows a pointer can guess
    /// where what it points to is, while the machine has yet to read that.
    NewPointed {
        ptr: Reg,
        record: Reg,
        len: u32,
    },
    /// `dst = array[index + off]`; `off` is a word. Nothing that overflows here is within bounds.
    LoadElem {
        dst: Reg,
        array: Reg,
        index: Reg,
        off: i32,
    },
    /// `dst = array[row + row_off][index + off]`: a `LoadElem` and the next one, which stays in its place for its span.
    LoadElem2 {
        dst: Reg,
        array: Reg,
        row: Reg,
        row_off: i16,
        index: Reg,
        off: i16,
    },
    /// `dst = a + array[index + off]`
    AddElem {
        dst: Reg,
        a: Reg,
        array: Reg,
        index: Reg,
        off: i32,
    },
    /// `array[index + off] = src`
    StoreElem {
        array: Reg,
        index: Reg,
        off: i32,
        src: Reg,
    },
    /// `array[index + off] = imm`; `imm` is a word.
    StoreElemWord {
        array: Reg,
        index: Reg,
        off: i32,
        imm: i32,
    },
    /// Cell `index` of a record; within bounds by type.
    LoadField {
        dst: Reg,
        record: Reg,
        index: u32,
    },
    /// `dst = a + record.index`
    AddField {
        dst: Reg,
        a: Reg,
        record: Reg,
        index: u32,
    },
    StoreField {
        record: Reg,
        index: u32,
        src: Reg,
    },
    /// `dst = (*ptr).index`
    LoadVia {
        dst: Reg,
        ptr: Reg,
        index: u32,
    },
    /// `dst = a + (*ptr).index`
    AddVia {
        dst: Reg,
        a: Reg,
        ptr: Reg,
        index: u32,
    },
    /// `(*ptr).index = src`
    StoreVia {
        ptr: Reg,
        index: u32,
        src: Reg,
    },

    /// The callee's registers start at the caller's register `args`, its parameters at the one after it; `function` is
    /// where its code starts (while a function is compiled, its number).
    Call {
        dst: Reg,
        args: Reg,
        function: Target,
    },
    /// A call with one argument, `a + imm`; `imm` is a word.
    CallAdd {
        dst: Reg,
        args: Reg,
        a: Reg,
        imm: i16,
        function: Target,
    },
    /// A call whose `count` arguments, two to four, are copied from registers; one that was computed is in its place already.
    CallWith {
        dst: Reg,
        args: Reg,
        function: Target,
        count: u8,
        sources: [Reg; MAX_SOURCES],
    },
    /// The same, after argument `which` became `a + imm`; `imm` is a word.
    CallWithAdd {
        dst: Reg,
        args: Reg,
        function: Target,
        count: u8,
        sources: [Reg; MAX_SOURCES],
        which: u8,
        a: Reg,
        imm: i16,
    },
    Return {
        src: Reg,
    },
    ReturnAdd {
        a: Reg,
        b: Reg,
    },
    ReturnMul {
        a: Reg,
        b: Reg,
    },
    Input {
        dst: Reg,
    },
    Output {
        src: Reg,
    },
}

impl Instr {
    /// How many instructions it does the work of.
    pub fn length(&self) -> usize {
        match self {
            Instr::LoadElem2 { .. } => 2,
            _ => 1,
        }
    }

    /// The target of a jump.
    pub fn target_mut(&mut self) -> Option<&mut Target> {
        match self {
            Instr::Jump { to }
            | Instr::JumpLt { to, .. }
            | Instr::JumpEq { to, .. }
            | Instr::JumpNe { to, .. }
            | Instr::JumpLtWord { to, .. }
            | Instr::JumpGtWord { to, .. }
            | Instr::JumpEqWord { to, .. }
            | Instr::JumpNeWord { to, .. }
            | Instr::StepJumpLt { to, .. }
            | Instr::StepRegJumpLt { to, .. }
            | Instr::StepJumpLtWord { to, .. }
            | Instr::StepJumpGtWord { to, .. }
            | Instr::JumpMultiple { to, .. }
            | Instr::JumpElem { to, .. }
            | Instr::JumpElemWord { to, .. } => Some(to),
            Instr::Word { .. }
            | Instr::Move { .. }
            | Instr::Move2 { .. }
            | Instr::CheckInit { .. }
            | Instr::Add { .. }
            | Instr::Sub { .. }
            | Instr::Mul { .. }
            | Instr::Div { .. }
            | Instr::AddWord { .. }
            | Instr::RsubWord { .. }
            | Instr::MulNumber { .. }
            | Instr::DivWord { .. }
            | Instr::DivSmall { .. }
            | Instr::DivPower { .. }
            | Instr::Rem { .. }
            | Instr::RemWord { .. }
            | Instr::RemSmall { .. }
            | Instr::RemPower { .. }
            | Instr::AddAdd { .. }
            | Instr::MulAdd { .. }
            | Instr::Linear { .. }
            | Instr::AddMul { .. }
            | Instr::Compare { .. }
            | Instr::Not { .. }
            | Instr::NewCell { .. }
            | Instr::NewEmptyCell { .. }
            | Instr::Load { .. }
            | Instr::Store { .. }
            | Instr::NewArray { .. }
            | Instr::NewPointed { .. }
            | Instr::LoadElem { .. }
            | Instr::LoadElem2 { .. }
            | Instr::AddElem { .. }
            | Instr::StoreElem { .. }
            | Instr::StoreElemWord { .. }
            | Instr::LoadField { .. }
            | Instr::AddField { .. }
            | Instr::StoreField { .. }
            | Instr::LoadVia { .. }
            | Instr::AddVia { .. }
            | Instr::StoreVia { .. }
            | Instr::Call { .. }
            | Instr::CallAdd { .. }
            | Instr::CallWith { .. }
            | Instr::CallWithAdd { .. }
            | Instr::Return { .. }
            | Instr::ReturnAdd { .. }
            | Instr::ReturnMul { .. }
            | Instr::Input { .. }
            | Instr::Output { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn instructions_are_small() {
        assert_eq!(std::mem::size_of::<super::Instr>(), 24);
    }
}
