//! Which registers still matter where: per block, walking up from each use to the definition (Boissinot et al. 2011).
//! Costs what the answer is long.
//!
//! The arguments of a target are used by the block that jumps, after its instructions; the parameters of a block are
//! set by whoever jumps to it. So neither is live at the border by itself: parameters of a block are not live into it.

use pathfold_base::ids::Id;

use crate::cfg::Cfg;
use crate::{BlockId, Function, Operand, Reg};

/// The live registers of a function at the borders of its blocks.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_in: Vec<Vec<Reg>>,
    live_out: Vec<Vec<Reg>>,
}

impl Liveness {
    /// The live registers of a verified function. (Of another one the answer means nothing.)
    pub fn new(function: &Function, cfg: &Cfg) -> Self {
        let home = definitions(function);
        let uses = outside_uses(function, &home);
        let mut live_in: Vec<Vec<Reg>> = vec![Vec::new(); cfg.len()];
        let mut live_out: Vec<Vec<Reg>> = vec![Vec::new(); cfg.len()];
        let mut work = Vec::new();
        for (reg, blocks) in uses.into_iter().enumerate() {
            let home = home[reg];
            let reg = Reg::from_index(reg);
            work.extend(blocks);
            while let Some(block) = work.pop() {
                if Some(block) == home || live_in[block.index()].last() == Some(&reg) {
                    continue;
                }
                live_in[block.index()].push(reg);
                for &pred in cfg.preds(block) {
                    if live_out[pred.index()].last() != Some(&reg) {
                        live_out[pred.index()].push(reg);
                    }
                    work.push(pred);
                }
            }
        }
        Self { live_in, live_out }
    }

    /// Registers set before the block that are used in it or after it, in order; parameters of the block excluded.
    pub fn live_in(&self, block: BlockId) -> &[Reg] {
        self.live_in.get(block.index()).map_or(&[], Vec::as_slice)
    }

    /// Registers live into some successor, in order. What is only an argument of the jump is not among them.
    pub fn live_out(&self, block: BlockId) -> &[Reg] {
        self.live_out.get(block.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether a register is live into a block.
    pub fn is_live_in(&self, block: BlockId, reg: Reg) -> bool {
        self.live_in(block).binary_search(&reg).is_ok()
    }
}

/// The block each register is set in; parameters of the function are set in the entry.
fn definitions(function: &Function) -> Vec<Option<BlockId>> {
    let mut home = vec![None; function.regs.len()];
    let mut set = |reg: Reg, block| {
        if let Some(slot) = home.get_mut(reg.index()) {
            *slot = Some(block);
        }
    };
    function.params.iter().for_each(|&reg| set(reg, Function::ENTRY));
    for (id, block) in function.blocks.entries() {
        block.params.iter().for_each(|&reg| set(reg, id));
        block.insts.iter().filter_map(|inst| inst.dst).for_each(|reg| set(reg, id));
    }
    home
}

/// For each register the blocks that use it, except the one that sets it.
fn outside_uses(function: &Function, home: &[Option<BlockId>]) -> Vec<Vec<BlockId>> {
    let mut uses: Vec<Vec<BlockId>> = vec![Vec::new(); function.regs.len()];
    for (id, block) in function.blocks.entries() {
        let mut note = |operand: &Operand| {
            let Operand::Reg(reg) = operand else {
                return;
            };
            if let Some(list) = uses.get_mut(reg.index())
                && home[reg.index()] != Some(id)
                && list.last() != Some(&id)
            {
                list.push(id);
            }
        };
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut note));
        block.terminator.for_each_operand(&mut note);
    }
    uses
}
