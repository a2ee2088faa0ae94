//! Which registers of a frame still matter, by slot: what is dead may hold anything, and two states that differ only
//! there go on in the same way.

use pathfold_base::{FxMap, FxSet};
use pathfold_ir::{BlockId, Cfg, FuncId, Liveness, Operand, Program, Reg};

use super::Slot;

/// A live slot and what the source calls it.
pub type LiveSlot = (Slot, Option<String>);

/// The live slots of one function.
pub struct LiveSlots {
    /// By block, when it is entered.
    entry: Vec<Vec<LiveSlot>>,
    /// By block, anywhere in it: what it uses and what lives on after it.
    within: Vec<Vec<LiveSlot>>,
}

impl LiveSlots {
    /// Of a function of a verified program.
    pub fn new(program: &Program, id: FuncId) -> Self {
        let function = &program.functions[id];
        let cfg = Cfg::new(function);
        let (reduced, slots) = super::compile::reduce(function, &cfg);
        let function = &*reduced.function;
        let liveness = Liveness::new(function, &cfg);
        let named = |regs: Vec<Reg>| {
            let mut found: FxMap<Slot, Option<String>> = FxMap::default();
            for reg in regs {
                let name = found.entry(slots.of(reg)).or_default();
                *name = name.take().or_else(|| function.regs[reg].name.clone());
            }
            let mut found: Vec<LiveSlot> = found.into_iter().collect();
            found.sort_unstable();
            found
        };
        let (mut entry, mut within) = (Vec::new(), Vec::new());
        for (block, code) in function.blocks.entries() {
            let live = liveness.live_in(block).iter().chain(&code.params).copied();
            let mut live = named(live.collect());
            // A parameter is its variable; what else has the name is what that was before.
            let current: Vec<Slot> = code.params.iter().map(|reg| slots.of(*reg)).collect();
            let taken: Vec<String> =
                live.iter().filter(|(slot, _)| current.contains(slot)).filter_map(|(_, name)| name.clone()).collect();
            for (slot, name) in &mut live {
                if let Some(name) = name
                    && !current.contains(slot)
                    && taken.contains(name)
                {
                    name.push('0');
                }
            }
            entry.push(live);
            // SOUND: more than what is live after a call in the block, never less.
            let mut used: FxSet<Reg> = liveness.live_out(block).iter().copied().collect();
            let mut note = |operand: &Operand| {
                if let Operand::Reg(reg) = operand {
                    used.insert(*reg);
                }
            };
            code.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut note));
            code.terminator.for_each_operand(&mut note);
            let mut used: Vec<Reg> = used.into_iter().collect();
            used.sort_unstable();
            within.push(named(used));
        }
        Self { entry, within }
    }

    /// When a block is entered, its parameters included.
    pub fn at_entry(&self, block: BlockId) -> &[LiveSlot] {
        self.entry.get(block.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// At least those that live after a call in the block.
    pub fn after_a_call(&self, block: BlockId) -> &[LiveSlot] {
        self.within.get(block.0 as usize).map_or(&[], Vec::as_slice)
    }
}
