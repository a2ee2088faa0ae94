//! How blocks end. Phis become the parameters of blocks: here each jump gets its arguments.

use pathfold_base::{Bits, FxSet};
use pathfold_ir::{CastOp, Const, Op, Operand, Target, Terminator, Type};

use super::Lowering;
use super::emit::truth;
use super::functions::{FunctionLowering, mnemonic};
use crate::llvm::{Block, Opcode, TypeView, Value};

/// Where the numbers that stand for addresses of blocks begin: no object is there.
const BLOCK_ADDRESSES: u64 = 0x1000_0000;

impl Lowering {
    /// Numbers the blocks whose addresses are taken, in the order of the module.
    pub(super) fn number_block_addresses(&mut self) {
        for function in self.module.functions() {
            for block in function.blocks() {
                let next = self.block_addresses.len() as u64 + 1;
                if block.has_address_taken() {
                    self.block_addresses.insert(block, next);
                }
            }
        }
    }

    /// The number that stands for the address of a block.
    pub(super) fn block_address(&self, block: Block) -> Option<u64> {
        self.block_addresses.get(&block).map(|number| BLOCK_ADDRESSES + number * 16)
    }
}

impl FunctionLowering<'_> {
    /// Ends the current block, which stands for `block`.
    pub(super) fn terminator(&mut self, block: Block, terminator: Value) {
        let Some(opcode) = terminator.opcode() else {
            return;
        };
        let end = match opcode {
            Opcode::LLVMRet => self.ret(terminator),
            Opcode::LLVMBr => self.branch(block, terminator),
            Opcode::LLVMSwitch => self.switch(block, terminator),
            Opcode::LLVMIndirectBr => self.indirect_branch(block, terminator),
            Opcode::LLVMUnreachable => Terminator::Unreachable,
            _ => {
                self.unsupported(&format!("the instruction `{}`", mnemonic(opcode)), &[]);
                Terminator::Unreachable
            }
        };
        self.builder.terminate(end, self.loc);
    }

    fn ret(&mut self, terminator: Value) -> Terminator {
        let Some(value) = terminator.operand(0) else {
            return Terminator::Return(None);
        };
        let values = self.operand(value);
        match (self.result, self.builder.function().ret) {
            (Some(result), _) => {
                self.store_leaves(&values, &result.into(), value.ty());
                Terminator::Return(None)
            }
            (None, Some(_)) => Terminator::Return(values.into_iter().next()),
            (None, None) => Terminator::Return(None),
        }
    }

    fn branch(&mut self, from: Block, terminator: Value) -> Terminator {
        match terminator.successors()[..] {
            [to] => Terminator::Jump(self.target(from, to)),
            [then, otherwise] => {
                let cond = self.operands_of(terminator, 0).into_iter().next().unwrap_or(truth(true));
                let (then, otherwise) = (self.target(from, then), self.target(from, otherwise));
                Terminator::Branch { cond, then, otherwise }
            }
            _ => Terminator::Unreachable,
        }
    }

    /// The operands of a switch are the value, the default, and cases and targets in turn.
    fn switch(&mut self, from: Block, terminator: Value) -> Terminator {
        let operands = terminator.operands();
        let [value, default, cases @ ..] = &operands[..] else {
            return Terminator::Unreachable;
        };
        let Some(default) = default.as_block() else {
            return Terminator::Unreachable;
        };
        let shape = self.module.shape(value.ty());
        if shape.wide || shape.bad.is_some() {
            self.unsupported(&format!("a switch on `{}`", value.ty().print()), &[]);
            return Terminator::Unreachable;
        }
        let condition = self.operand(*value).into_iter().next().unwrap_or(truth(true));
        let default = self.target(from, default);
        let mut targets = Vec::new();
        let mut seen = FxSet::default();
        for pair in cases.chunks_exact(2) {
            let (Some(bits), Some(to)) = (pair[0].bits(), pair[1].as_block()) else {
                continue;
            };
            if seen.insert(bits) {
                targets.push((bits, self.target(from, to)));
            }
        }
        let width = match value.ty().view() {
            TypeView::Int(1) => {
                let find = |wanted| targets.iter().find(|(bits, _)| *bits == wanted).map(|(_, to)| to.clone());
                let (then, otherwise) = (find(1), find(0));
                let or_default = |target: Option<Target>| target.unwrap_or_else(|| default.clone());
                let (then, otherwise) = (or_default(then), or_default(otherwise));
                return Terminator::Branch { cond: condition, then, otherwise };
            }
            TypeView::Int(width) => width,
            _ => return Terminator::Unreachable,
        };
        let cases = targets.into_iter().map(|(bits, to)| (Const::Bits(Bits::new(width, bits)), to)).collect();
        Terminator::Switch { value: condition, cases, default }
    }

    /// A computed `goto`: a switch over the numbers of the blocks it may lead to.
    fn indirect_branch(&mut self, from: Block, terminator: Value) -> Terminator {
        let Some(address) = self.operands_of(terminator, 0).into_iter().next() else {
            return Terminator::Unreachable;
        };
        let value = self.cast(CastOp::PtrToBv, &address, Type::Bv(64));
        let mut cases: Vec<(Const, Target)> = Vec::new();
        for to in terminator.successors() {
            let Some(number) = self.module.block_address(to) else {
                continue;
            };
            let case = Const::Bits(Bits::new(64, u128::from(number)));
            if cases.iter().all(|(other, _)| *other != case) {
                let target = self.target(from, to);
                cases.push((case, target));
            }
        }
        let current = self.builder.current();
        let stray = self.builder.block();
        self.builder.switch_to(stray);
        self.builder.terminate(Terminator::Unreachable, self.loc);
        self.builder.switch_to(current);
        Terminator::Switch { value, cases, default: Target { block: stray, args: Vec::new() } }
    }

    /// A jump from one block to another, with what its phis take.
    fn target(&mut self, from: Block, to: Block) -> Target {
        let mut args: Vec<Operand> = Vec::new();
        for phi in to.phis() {
            let incoming = phi.incoming_from(from);
            match incoming {
                Some(value) => args.extend(self.operand(value)),
                // The verifier does not let this happen.
                None => {
                    let types = self.module.leaf_types(phi.ty());
                    args.extend(types.into_iter().map(|ty| Operand::from(Const::Undef(ty))));
                }
            }
        }
        match self.blocks.get(&to) {
            Some(&block) => Target { block, args },
            None => {
                self.effect(Op::Unsupported("a jump to nowhere".to_owned()));
                Target { block: self.builder.current(), args: Vec::new() }
            }
        }
    }
}
