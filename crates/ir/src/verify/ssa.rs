//! Static single assignment: no register is set twice, and each use comes after the one place that sets it.

use pathfold_base::IdVec;

use super::FunctionVerifier;
use crate::cfg::Cfg;
use crate::dom::DomTree;
use crate::{BlockId, Function, Operand, Reg};

/// Where a register is set: the block, and 0 for parameters or the number of the instruction plus one.
type Place = (BlockId, usize);

impl FunctionVerifier<'_> {
    pub(super) fn assignments(&mut self) {
        let function = self.function;
        let mut places: IdVec<Reg, Option<Place>> = IdVec::filled(None, function.regs.len());
        for &param in &function.params {
            self.set(&mut places, param, (Function::ENTRY, 0));
        }
        for (id, block) in function.blocks.entries() {
            self.errors.block = Some(id);
            for &param in &block.params {
                self.set(&mut places, param, (id, 0));
            }
            for (index, inst) in block.insts.iter().enumerate() {
                self.errors.index = Some(index);
                if let Some(dst) = inst.dst {
                    self.set(&mut places, dst, (id, index + 1));
                }
            }
            self.errors.index = None;
        }
        self.errors.block = None;
        self.uses(&places);
    }

    fn set(&mut self, places: &mut IdVec<Reg, Option<Place>>, reg: Reg, place: Place) {
        if places.get(reg).is_none() {
            self.errors.add(format!("the register {reg} does not exist"));
        } else if places[reg].replace(place).is_some() {
            self.errors.add(format!("the register {reg} is set twice"));
        }
    }

    fn uses(&mut self, places: &IdVec<Reg, Option<Place>>) {
        let function = self.function;
        let cfg = Cfg::new(function);
        let dominators = DomTree::dominators(&cfg);
        // What is never executed may use anything.
        for (id, block) in function.blocks.entries().filter(|(id, _)| cfg.is_reachable(*id)) {
            self.errors.block = Some(id);
            for (index, inst) in block.insts.iter().enumerate() {
                self.errors.index = Some(index);
                inst.op.for_each_operand(|operand| self.usage(places, &dominators, operand, (id, index)));
            }
            let index = block.insts.len();
            self.errors.index = Some(index);
            block.terminator.for_each_operand(|operand| self.usage(places, &dominators, operand, (id, index)));
        }
    }

    fn usage(
        &mut self,
        places: &IdVec<Reg, Option<Place>>,
        dominators: &DomTree,
        operand: &Operand,
        (block, index): (BlockId, usize),
    ) {
        let Operand::Reg(reg) = operand else {
            return;
        };
        match places.get(*reg) {
            // Said already.
            None => {}
            Some(None) => self.errors.add(format!("the register {reg} is used but never set")),
            Some(Some((home, at))) => {
                let before = if *home == block { *at <= index } else { dominators.dominates(*home, block) };
                if !before {
                    self.errors.add(format!("the register {reg} is used where it may not be set yet"));
                }
            }
        }
    }
}
