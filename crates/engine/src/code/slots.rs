//! Which slot each register lives in: registers that are never alive together share one, and a block parameter shares
//! with its arguments where it can, so that most jumps move nothing and most frames fit in one leaf.
//!
//! Greedy colouring along the dominator tree; in static single assignment that order needs no look-ahead.

use pathfold_base::{FxMap, FxSet, IdVec};
use pathfold_ir::{Block, BlockId, Cfg, Function, Liveness, Operand, Reg};

use super::Slot;

/// The slot of every register of a function.
pub struct Slots {
    of: IdVec<Reg, Option<Slot>>,
    count: u32,
}

impl Slots {
    /// Assigns slots.
    pub fn new(function: &Function, cfg: &Cfg) -> Slots {
        let mut slots = Slots { of: IdVec::filled(None, function.regs.len()), count: 0 };
        if function.is_declaration() {
            return slots;
        }
        let liveness = Liveness::new(function, cfg);
        let hints = Hints::new(function);
        let mut busy = Vec::new();
        for reg in &function.params {
            slots.choose(*reg, &hints, &mut busy);
        }
        // Reverse postorder: dominators come before what they dominate.
        for block in cfg.reverse_postorder() {
            slots.block(function, *block, &liveness, &hints);
        }
        slots
    }

    /// The slot of a register; registers of unreachable blocks have the first.
    pub fn of(&self, reg: Reg) -> Slot {
        self.of[reg].unwrap_or(0)
    }

    /// How many slots the registers need; one more, `count`, is free for moves.
    pub fn count(&self) -> u32 {
        self.count
    }

    fn block(&mut self, function: &Function, id: BlockId, liveness: &Liveness, hints: &Hints) {
        let block = &function.blocks[id];
        let mut busy = vec![false; self.count as usize];
        for reg in liveness.live_in(id) {
            self.occupy(*reg, &mut busy);
        }
        let last = last_uses(block, liveness.live_out(id));
        let read = reads(block, liveness.live_out(id));
        // A function's parameters are set at its start even where they are dead.
        if id == Function::ENTRY {
            for reg in &function.params {
                self.occupy(*reg, &mut busy);
            }
        }
        for reg in &block.params {
            if self.of[*reg].is_none() {
                self.choose(*reg, hints, &mut busy);
            } else {
                self.occupy(*reg, &mut busy);
            }
        }
        for (index, inst) in block.insts.iter().enumerate() {
            for reg in last.get(&index).into_iter().flatten() {
                self.release(*reg, &mut busy);
            }
            if let Some(dst) = inst.dst {
                self.choose(dst, hints, &mut busy);
                if !read.contains(&dst) {
                    // Never read: its slot is free again at once.
                    self.release(dst, &mut busy);
                }
            }
        }
    }

    fn occupy(&self, reg: Reg, busy: &mut Vec<bool>) {
        if let Some(slot) = self.of[reg] {
            let slot = slot as usize;
            if busy.len() <= slot {
                busy.resize(slot + 1, false);
            }
            busy[slot] = true;
        }
    }

    fn release(&self, reg: Reg, busy: &mut [bool]) {
        if let Some(entry) = self.of[reg].and_then(|slot| busy.get_mut(slot as usize)) {
            *entry = false;
        }
    }

    fn choose(&mut self, reg: Reg, hints: &Hints, busy: &mut Vec<bool>) {
        let free = |slot: Slot, busy: &[bool]| busy.get(slot as usize).is_none_or(|taken| !taken);
        let hinted = hints.of(reg).iter().filter_map(|other| self.of[*other]).find(|slot| free(*slot, busy));
        let slot = hinted
            .unwrap_or_else(|| busy.iter().position(|taken| !taken).map_or(busy.len() as Slot, |index| index as Slot));
        self.of[reg] = Some(slot);
        self.count = self.count.max(slot + 1);
        self.occupy(reg, busy);
    }
}

/// Registers that would like the same slot: block parameters and their arguments.
struct Hints(FxMap<Reg, Vec<Reg>>);

impl Hints {
    fn new(function: &Function) -> Self {
        let mut hints: FxMap<Reg, Vec<Reg>> = FxMap::default();
        for block in function.blocks.iter() {
            for target in block.terminator.targets() {
                for (param, arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                    if let Operand::Reg(arg) = arg {
                        hints.entry(*arg).or_default().push(*param);
                        hints.entry(*param).or_default().push(*arg);
                    }
                }
            }
        }
        Self(hints)
    }

    fn of(&self, reg: Reg) -> &[Reg] {
        self.0.get(&reg).map_or(&[], Vec::as_slice)
    }
}

/// For each instruction, the registers that are read there for the last time.
fn last_uses(block: &Block, live_out: &[Reg]) -> FxMap<usize, Vec<Reg>> {
    let mut last: FxMap<Reg, usize> = FxMap::default();
    for (index, inst) in block.insts.iter().enumerate() {
        inst.op.for_each_operand(|operand| {
            if let Operand::Reg(reg) = operand {
                last.insert(*reg, index);
            }
        });
    }
    // Reads by the terminator are after every instruction.
    block.terminator.for_each_operand(|operand| {
        if let Operand::Reg(reg) = operand {
            last.remove(reg);
        }
    });
    for reg in live_out {
        last.remove(reg);
    }
    let mut at: FxMap<usize, Vec<Reg>> = FxMap::default();
    for (reg, index) in last {
        at.entry(index).or_default().push(reg);
    }
    at
}

/// Registers that matter after they are set in the block.
fn reads(block: &Block, live_out: &[Reg]) -> FxSet<Reg> {
    let mut read: FxSet<Reg> = live_out.iter().copied().collect();
    let mut add = |operand: &Operand| {
        if let Operand::Reg(reg) = operand {
            read.insert(*reg);
        }
    };
    for inst in &block.insts {
        inst.op.for_each_operand(&mut add);
    }
    block.terminator.for_each_operand(&mut add);
    read
}
