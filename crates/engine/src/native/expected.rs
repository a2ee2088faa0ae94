//! What kind of value each slot will hold at each instruction, if nothing is symbolic: a guess, from the types of parameters,
//! constants and results. Compiled code checks it, and leaves where it is wrong.

use super::layout::Kind;
use crate::code::{Code, FuncCode, Instr, Slot};

/// By instruction and slot, what is expected.
pub struct Expected {
    slots: usize,
    kinds: Vec<Option<Kind>>,
}

impl Expected {
    pub fn new(program: &Code, function: &FuncCode, slots: usize) -> Self {
        let len = function.instrs.len();
        let mut expected = Self { slots, kinds: vec![None; slots * len] };
        for slot in 0..slots {
            let constant = function.template.get(slot).and_then(|value| Kind::of_value(*value));
            (0..len).for_each(|pc| expected.kinds[pc * slots + slot] = constant);
        }
        for (slot, ty) in &function.params {
            expected.kinds[*slot as usize] = Kind::of_type(*ty);
        }
        // Twice: what the end of a loop says of its start comes around.
        for _ in 0..2 {
            for pc in 0..len {
                expected.follow(program, function, pc);
            }
        }
        expected
    }

    /// Every slot at an instruction.
    pub fn at(&self, pc: usize) -> &[Option<Kind>] {
        &self.kinds[pc * self.slots..][..self.slots]
    }

    /// Tells the instructions after this one what they can expect, unless they know already.
    fn follow(&mut self, program: &Code, function: &FuncCode, pc: usize) {
        let instr = &function.instrs[pc];
        let mut after = self.at(pc).to_vec();
        if let Some(dst) = written(function, instr) {
            after[dst as usize] = self.result(program, function, pc);
        }
        let mut tell = |target: usize| {
            if let Some(known) = self.kinds.get_mut(target * self.slots..(target + 1) * self.slots) {
                known.iter_mut().zip(&after).for_each(|(known, new)| *known = known.or(*new));
            }
        };
        match instr {
            Instr::Jump(target) => tell(*target as usize),
            Instr::Return(_) | Instr::Unreachable => {}
            Instr::Switch(_, table) => {
                let table = &function.switches[*table as usize];
                table.cases.iter().for_each(|(_, target)| tell(*target as usize));
                tell(table.default as usize);
            }
            instr => match instr.ways() {
                Some((then, otherwise)) => [then, otherwise].into_iter().for_each(|target| tell(target as usize)),
                None => tell(pc + 1),
            },
        }
    }

    /// What an instruction writes.
    fn result(&self, program: &Code, function: &FuncCode, pc: usize) -> Option<Kind> {
        let before = self.at(pc);
        let same = |slot: Slot| before[slot as usize];
        match function.instrs[pc] {
            Instr::Sub(_, a, b) if same(a) == Some(Kind::Ptr) && same(b) == Some(Kind::Ptr) => Some(Kind::Bits(64)),
            Instr::Add(_, a, b)
            | Instr::Sub(_, a, b)
            | Instr::Mul(_, a, b)
            | Instr::Div(_, a, b)
            | Instr::And(_, a, b)
            | Instr::Or(_, a, b)
            | Instr::Xor(_, a, b)
            | Instr::Shl(_, a, b)
            | Instr::LShr(_, a, b)
            | Instr::Binary(_, _, a, b)
            | Instr::Shift(_, _, a, b) => same(a).or(same(b)),
            Instr::AddWord(_, a, _, _)
            | Instr::SubWord(_, a, _, _)
            | Instr::DivPower(_, a, _, _)
            | Instr::Unary(_, _, a)
            | Instr::Defined(_, a)
            | Instr::Move(_, a) => same(a),
            Instr::Compare(..) => Some(Kind::Bool),
            Instr::Cast(_, _, to, _, _) => Kind::of_type(to),
            Instr::Select(_, args) => {
                let arg = |index: usize| function.args.get(args as usize + index).and_then(|slot| same(*slot));
                arg(1).or(arg(2))
            }
            Instr::Alloc(..) | Instr::Offset(..) => Some(Kind::Ptr),
            Instr::LoadAt(ty, ..) | Instr::Load(ty, ..) | Instr::LoadSeen(ty, ..) | Instr::Input(ty, _) => {
                Kind::of_type(ty)
            }
            Instr::LoadIntAt(..) => Some(Kind::Int),
            Instr::Call(call, _) => program.functions[function.calls[call as usize].callee].ret.and_then(Kind::of_type),
            Instr::CallIndirect(_, _, _, ret) => ret.and_then(Kind::of_type),
            Instr::Constant(_, index) => Kind::of_value(function.constants[index as usize]),
            Instr::Intrinsic(..)
            | Instr::External(_)
            | Instr::StoreAt(..)
            | Instr::StoreIntAt(..)
            | Instr::Store(..)
            | Instr::Output(_)
            | Instr::Check(..)
            | Instr::Assume(_)
            | Instr::Jump(_)
            | Instr::Branch(..)
            | Instr::CompareBranch(..)
            | Instr::LessBranch(..)
            | Instr::IsBranch(..)
            | Instr::IsNotBranch(..)
            | Instr::BelowBranch(..)
            | Instr::AboveBranch(..)
            | Instr::NullBranch(..)
            | Instr::NotNullBranch(..)
            | Instr::Switch(..)
            | Instr::Return(_)
            | Instr::Unreachable
            | Instr::Cover(_)
            | Instr::Edge(_)
            | Instr::Unsupported(_)
            | Instr::Meet(_)
            | Instr::Enter(_)
            | Instr::At(..)
            | Instr::EdgeSeen(_)
            | Instr::StoreSeen(..) => None,
        }
    }
}

/// The slot that an instruction writes.
// SOUND: what is written nowhere is taken for a constant of the function.
pub fn written(function: &FuncCode, instr: &Instr) -> Option<Slot> {
    match *instr {
        Instr::Add(dst, ..)
        | Instr::Sub(dst, ..)
        | Instr::AddWord(dst, ..)
        | Instr::SubWord(dst, ..)
        | Instr::Mul(dst, ..)
        | Instr::Div(dst, ..)
        | Instr::DivPower(dst, ..)
        | Instr::And(dst, ..)
        | Instr::Or(dst, ..)
        | Instr::Xor(dst, ..)
        | Instr::Shl(dst, ..)
        | Instr::LShr(dst, ..)
        | Instr::Binary(_, dst, ..)
        | Instr::Shift(_, dst, ..)
        | Instr::Unary(_, dst, _)
        | Instr::Compare(_, dst, ..)
        | Instr::Cast(_, _, _, dst, _)
        | Instr::Select(dst, _)
        | Instr::Alloc(_, _, dst, ..)
        | Instr::Offset(dst, ..)
        | Instr::LoadAt(_, dst, ..)
        | Instr::LoadIntAt(dst, ..)
        | Instr::Load(_, dst, ..)
        | Instr::LoadSeen(_, dst, _)
        | Instr::CallIndirect(dst, ..)
        | Instr::Input(_, dst)
        | Instr::Defined(dst, _)
        | Instr::Move(dst, _)
        | Instr::Constant(dst, _) => Some(dst),
        Instr::Intrinsic(_, dst, _) => dst,
        Instr::Call(call, _) => Some(function.calls[call as usize].dst),
        Instr::External(call) => function.externals[call as usize].dst,
        Instr::StoreAt(..)
        | Instr::StoreIntAt(..)
        | Instr::Store(..)
        | Instr::Output(_)
        | Instr::Check(..)
        | Instr::Assume(_)
        | Instr::Jump(_)
        | Instr::Branch(..)
        | Instr::CompareBranch(..)
        | Instr::LessBranch(..)
        | Instr::IsBranch(..)
        | Instr::IsNotBranch(..)
        | Instr::BelowBranch(..)
        | Instr::AboveBranch(..)
        | Instr::NullBranch(..)
        | Instr::NotNullBranch(..)
        | Instr::Switch(..)
        | Instr::Return(_)
        | Instr::Unreachable
        | Instr::Cover(_)
        | Instr::Edge(_)
        | Instr::Unsupported(_)
        | Instr::Meet(_)
        | Instr::Enter(_)
        | Instr::At(..)
        | Instr::EdgeSeen(_)
        | Instr::StoreSeen(..) => None,
    }
}
