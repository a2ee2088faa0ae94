//! Static single assignment: no register is set twice, and each use comes after the one place that sets it.

use pathfold_base::IdVec;
use pathfold_base::ids::Id;

use super::{FunctionVerifier, Part};
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
            for &param in &block.params {
                self.set(&mut places, param, (id, 0));
            }
            for (index, inst) in block.insts.iter().enumerate() {
                if let Some(dst) = inst.dst {
                    self.set(&mut places, dst, (id, index + 1));
                }
            }
        }
        self.uses(&places);
    }

    fn set(&mut self, places: &mut IdVec<Reg, Option<Place>>, reg: Reg, place: Place) {
        self.errors.part = self.part(place);
        if places.get(reg).is_none() {
            self.no_register(reg);
        } else if let Some(first) = places[reg].replace(place) {
            let message = format!("{} is set twice", self.called(reg));
            self.errors.add_with(
                (self.part(first), "first set here"),
                message,
                "registers are set once: set another one, or give a block a parameter",
            );
        }
    }

    /// What sets the registers of a place.
    fn part(&self, (block, index): Place) -> Part {
        match index.checked_sub(1) {
            Some(index) => Part::Inst(self.id, block, index),
            None if block == Function::ENTRY => Part::Function(self.id),
            None => Part::Block(self.id, block),
        }
    }

    /// How messages call a register: by its name, or by its number where it has none.
    fn called(&self, reg: Reg) -> String {
        match self.function.regs.get(reg).and_then(|info| info.name.as_deref()) {
            Some(name) => format!("the register `%{name}`"),
            None => format!("register number {}", reg.index()),
        }
    }

    fn uses(&mut self, places: &IdVec<Reg, Option<Place>>) {
        let function = self.function;
        let cfg = Cfg::new(function);
        let dominators = DomTree::dominators(&cfg);
        // What is never executed may use anything.
        for (id, block) in function.blocks.entries().filter(|(id, _)| cfg.is_reachable(*id)) {
            for (index, inst) in block.insts.iter().enumerate() {
                self.at(id, index);
                inst.op.for_each_operand(|operand| self.usage(places, &dominators, operand, (id, index)));
            }
            let index = block.insts.len();
            self.at(id, index);
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
            Some(None) => {
                let message = format!("{} is used but never set", self.called(*reg));
                self.errors.add(message, "set it before: `%x: int = input`");
            }
            Some(&Some(set)) => {
                let (home, at) = set;
                let before = if home == block { at <= index } else { dominators.dominates(home, block) };
                if !before {
                    let message = format!("{} is used where it may not be set yet", self.called(*reg));
                    self.errors.add_with(
                        (self.part(set), "set here"),
                        message,
                        "set it on every path to its uses, or pass it on as a parameter of a block",
                    );
                }
            }
        }
    }
}
