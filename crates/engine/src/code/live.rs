//! Which registers of a frame still matter, by slot: what is dead may hold anything, and two states that differ only
//! there go on in the same way.

use pathfold_base::{FxMap, FxSet};
use pathfold_ir::{Block, BlockId, Cfg, Convention, FuncId, Liveness, Op, Operand, Program, Reg};

use super::slots::Slots;
use super::{FuncCode, Instr, Slot};

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

/// The slots of one function that matter after each of its calls: nothing reads the others before it is written.
pub struct LiveAfterCalls {
    /// By block and call in it.
    after: Vec<Vec<Vec<Slot>>>,
}

impl LiveAfterCalls {
    /// Of a function of a verified program.
    pub fn new(program: &Program, id: FuncId) -> Self {
        let function = &program.functions[id];
        let cfg = Cfg::new(function);
        let (reduced, slots) = super::compile::reduce(function, &cfg);
        let liveness = Liveness::new(&reduced.function, &cfg);
        let blocks = reduced.function.blocks.entries();
        Self { after: blocks.map(|(id, block)| after_calls(block, liveness.live_out(id), &slots)).collect() }
    }

    /// After the last call of a block that is before this position of the code.
    pub fn before(&self, code: &FuncCode, block: BlockId, end: usize) -> &[Slot] {
        let place = end.checked_sub(1).map(|last| code.places[last]);
        let same = (0..end).rev().take_while(|pc| Some(code.places[*pc]) == place);
        let calls = same.filter(|pc| is_call(&code.instrs[*pc])).count();
        let after = self.after.get(block.0 as usize).and_then(|calls_of| calls_of.get(calls.checked_sub(1)?));
        after.map_or(&[], Vec::as_slice)
    }
}

/// What is live after each call of a block, from its end backwards.
fn after_calls(block: &Block, live_out: &[Reg], slots: &Slots) -> Vec<Vec<Slot>> {
    fn read(live: &mut FxSet<Reg>, operand: &Operand) {
        if let Operand::Reg(reg) = operand {
            live.insert(*reg);
        }
    }
    let mut live: FxSet<Reg> = live_out.iter().copied().collect();
    block.terminator.for_each_operand(|operand| read(&mut live, operand));
    let mut found = Vec::new();
    for inst in block.insts.iter().rev() {
        // What a call gives is not there while it runs.
        if let Some(dst) = inst.dst {
            live.remove(&dst);
        }
        if makes_call(&inst.op) {
            let mut after: Vec<Slot> = live.iter().map(|reg| slots.of(*reg)).collect();
            after.sort_unstable();
            after.dedup();
            found.push(after);
        }
        inst.op.for_each_operand(|operand| read(&mut live, operand));
    }
    found.reverse();
    found
}

/// Whether an operation becomes an instruction that [`is_call`].
fn makes_call(op: &Op) -> bool {
    matches!(op, Op::Call(..) | Op::Intrinsic(..) | Op::Unsupported(_)) && Convention::of(op).is_none()
}

/// Whether an instruction leaves the function, for good or until it is done.
fn is_call(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Call(..) | Instr::CallIndirect(..) | Instr::Intrinsic(..) | Instr::External(_) | Instr::Unsupported(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{CodeOptions, compile};
    use crate::memory::GlobalObjects;

    #[test]
    fn after_a_call_only_what_is_read_later_is_live() {
        let text = "func @main(%a: int, %b: int, %c: int) -> int {
b0:
  %x: int = call @f(%a)
  %y: int = call @f(%b)
  %z: int = add %x, %y
  %d: bool = slt %z, %c
  br %d, b1, b2(%c)
b1:
  %u: int = call @f(%z)
  ret 0
b2(%w: int):
  %v: int = call @f(%w)
  ret %v
}
func @f(%n: int) -> int {
b0:
  ret %n
}
entry @main
";
        let program = pathfold_ir::text::parse(text).expect("a program");
        let options = CodeOptions {
            overflow: false,
            branches: false,
            loops: false,
            joins: false,
            watched: false,
            external: false,
        };
        let code = compile(&program, &GlobalObjects::new(&program), options, &mut pathfold_term::Pool::new());
        let main = &code.functions[program.entry];
        let live = LiveAfterCalls::new(&program, program.entry);
        let slot_of = super::super::register_slots(&program, program.entry);
        let regs = &program.functions[program.entry].regs;
        let slots = |names: &[&str]| {
            let named = regs.ids().filter(|reg| regs[*reg].name.as_deref().is_some_and(|name| names.contains(&name)));
            let mut slots: Vec<Slot> = named.map(&slot_of).collect();
            slots.sort_unstable();
            slots
        };
        let calls = (0..main.instrs.len()).filter(|pc| is_call(&main.instrs[*pc]));
        let found: Vec<Vec<Slot>> = calls
            .map(|pc| {
                let (_, block) = code.places[main.places[pc] as usize];
                // Where the frame is while the call runs, whether or not the marker behind it is skipped.
                let after = live.before(main, block, pc + 1);
                assert_eq!(live.before(main, block, pc + 2), after);
                after.to_vec()
            })
            .collect();
        assert_eq!(found, [slots(&["b", "c"]), slots(&["x", "c"]), slots(&[]), slots(&[])]);
    }
}
