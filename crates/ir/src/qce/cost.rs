//! What one block asks, and what it makes of what follows.

use pathfold_base::FxSet;

use super::{Context, Costs, Variable};
use crate::{BinaryOp, Block, BlockId, Callee, Const, Inst, Op, Operand, Terminator};

impl Context<'_> {
    /// What may follow when a block is entered, if `of` tells it of the blocks after it.
    pub(super) fn entry<'c>(&self, id: BlockId, of: impl Fn(BlockId) -> Option<&'c Costs>) -> Costs {
        let block = &self.function.blocks[id];
        let mut costs = self.exit(block, of);
        for inst in block.insts.iter().rev() {
            self.before(inst, &mut costs);
        }
        costs
    }

    /// What may follow after the instructions of a block.
    pub(super) fn exit<'c>(&self, block: &Block, of: impl Fn(BlockId) -> Option<&'c Costs>) -> Costs {
        let mut costs = Costs::default();
        for target in block.terminator.targets() {
            let Some(after) = of(target.block) else { continue };
            let params = &self.function.blocks[target.block].params;
            let mut way = Costs::default();
            for (variable, cost) in after {
                let passed = match variable {
                    Variable::Reg(reg) => params.iter().position(|param| param == reg),
                    Variable::Global(_) => None,
                };
                match passed {
                    Some(index) => self.add_operand(&mut way, &target.args[index], *cost),
                    None => self.add(&mut way, *variable, *cost),
                }
            }
            for (variable, cost) in way {
                let known = costs.get(&variable).copied().unwrap_or(0);
                let cost = if self.adds { known.saturating_add(cost) } else { known.max(cost) };
                costs.insert(variable, cost.min(self.most));
            }
        }
        match &block.terminator {
            Terminator::Branch { cond, .. } => self.add_operand(&mut costs, cond, 1),
            Terminator::Switch { value, .. } => self.add_operand(&mut costs, value, 1),
            Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => {}
        }
        costs
    }

    /// Takes the costs from behind an instruction to before it.
    pub(super) fn before(&self, inst: &Inst, costs: &mut Costs) {
        // Queries about the result are queries about what it is computed from.
        let result = inst.dst.and_then(|dst| costs.remove(&Variable::Reg(dst))).unwrap_or(0);
        let mut read: FxSet<Variable> = FxSet::default();
        inst.op.for_each_operand(|operand| read.extend(variable(operand)));
        match &inst.op {
            Op::Store { value, pointer } => {
                // What is written is asked about as often as what it is written to; it may not be all of it.
                let behind = variable(pointer).and_then(|variable| costs.get(&variable).copied()).unwrap_or(0);
                self.add_operand(costs, value, behind);
                self.access(costs, pointer);
            }
            Op::Load(pointer) => {
                self.add_operand(costs, pointer, result);
                self.access(costs, pointer);
            }
            Op::Call(callee, args) => {
                let summary = match callee {
                    Callee::Direct(id) => self.calls.get(*id),
                    Callee::Indirect(pointer) => {
                        self.add_operand(costs, pointer, 1);
                        None
                    }
                };
                for (index, arg) in args.iter().enumerate() {
                    let asked = summary.and_then(|summary| summary.params.get(index).copied()).unwrap_or(0);
                    self.add_operand(costs, arg, result.saturating_add(asked));
                }
                for (global, cost) in summary.iter().flat_map(|summary| &summary.globals) {
                    self.add(costs, Variable::Global(*global), *cost);
                }
            }
            op => {
                for variable in read {
                    self.add(costs, variable, result);
                }
                if let Some(asked) = query(op) {
                    self.add_operand(costs, asked, 1);
                }
            }
        }
    }

    /// An access is checked, if where it goes is computed.
    fn access(&self, costs: &mut Costs, pointer: &Operand) {
        if let Operand::Reg(reg) = pointer
            && self.computed.contains(reg)
        {
            self.add(costs, Variable::Reg(*reg), 1);
        }
    }

    fn add_operand(&self, costs: &mut Costs, operand: &Operand, cost: u32) {
        if let Some(variable) = variable(operand) {
            self.add(costs, variable, cost);
        }
    }

    fn add(&self, costs: &mut Costs, variable: Variable, cost: u32) {
        if cost > 0 {
            let slot = costs.entry(variable).or_default();
            *slot = slot.saturating_add(cost).min(self.most);
        }
    }
}

/// The operand that an operation asks about by itself.
fn query(op: &Op) -> Option<&Operand> {
    match op {
        Op::Binary(BinaryOp::SDiv | BinaryOp::UDiv | BinaryOp::SRem | BinaryOp::URem, _, divisor) => Some(divisor),
        Op::Check(_, cond) | Op::Assume(cond) => Some(cond),
        Op::Alloc { size, .. } => Some(size),
        _ => None,
    }
}

fn variable(operand: &Operand) -> Option<Variable> {
    match operand {
        Operand::Reg(reg) => Some(Variable::Reg(*reg)),
        Operand::Const(Const::Global(id)) => Some(Variable::Global(*id)),
        Operand::Const(_) => None,
    }
}
