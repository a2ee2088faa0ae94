//! Where the constants of a function live. Those used in the innermost loops have slots of their own beside the
//! registers, as long as the frame stays one array; the others are fetched into a spare slot right before their use.

use pathfold_base::FxMap;
use pathfold_ir::{Const, Function, LoopForest, Operand};
use pathfold_term::Pool;

use super::{LARGE_FRAME, Slot};
use crate::memory::GlobalObjects;
use crate::value::Value;

/// Spare slots for constants without a slot: as many as most instructions have operands.
const SPARE: u32 = 3;

/// Where an operand that is a constant can be read.
pub enum Home {
    /// In its own slot.
    Slot(Slot),
    /// In a spare slot, once it is fetched.
    Spare(Slot),
}

/// The constants of a function.
pub struct Constants {
    /// The first slot of a constant; the spare slots are before it.
    pub first: Slot,
    /// Constants with a slot, in order from `first` on.
    pub with_slot: Vec<Const>,
    slots: FxMap<Const, Slot>,
}

impl Constants {
    /// Gives slots from `after` on, constants of the innermost loops first.
    pub fn new(function: &Function, after: Slot, loops: &LoopForest) -> Self {
        let constants = by_loop_depth(function, loops);
        let room = LARGE_FRAME.saturating_sub(after as usize);
        // A frame that is too large with its registers alone is a tree whatever the constants do.
        let all_fit = constants.len() <= room || room <= SPARE as usize;
        let (first, count) = if all_fit { (after, constants.len()) } else { (after + SPARE, room - SPARE as usize) };
        let with_slot: Vec<Const> = constants.into_iter().take(count).collect();
        let slots = with_slot.iter().cloned().zip(first..).collect();
        Self { first, with_slot, slots }
    }

    /// Where a constant is, if the instruction has already fetched so many others. A constant that finds no spare slot
    /// gets one of its own, however large the frame becomes.
    pub fn home(&mut self, constant: &Const, fetched: u32) -> Home {
        if let Some(slot) = self.slots.get(constant) {
            return Home::Slot(*slot);
        }
        if fetched < SPARE {
            return Home::Spare(self.first - SPARE + fetched);
        }
        let slot = self.first + self.with_slot.len() as Slot;
        self.with_slot.push(constant.clone());
        self.slots.insert(constant.clone(), slot);
        Home::Slot(slot)
    }

    /// Whether an operand is a constant that has to be fetched.
    pub fn is_fetched(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Const(constant) => !self.slots.contains_key(constant),
            Operand::Reg(_) => false,
        }
    }
}

/// Every constant once, those used in the innermost loops first, otherwise in order of appearance.
fn by_loop_depth(function: &Function, loops: &LoopForest) -> Vec<Const> {
    let mut depths: FxMap<Const, (u32, usize)> = FxMap::default();
    for (id, block) in function.blocks.entries() {
        let depth = loops.depth(id);
        let mut see = |operand: &Operand| {
            if let Operand::Const(constant) = operand {
                let order = depths.len();
                let entry = depths.entry(constant.clone()).or_insert((depth, order));
                entry.0 = entry.0.max(depth);
            }
        };
        for inst in &block.insts {
            inst.op.for_each_operand(&mut see);
        }
        block.terminator.for_each_operand(&mut see);
    }
    let mut constants: Vec<(Const, (u32, usize))> = depths.into_iter().collect();
    constants.sort_by_key(|(_, (depth, order))| (std::cmp::Reverse(*depth), *order));
    constants.into_iter().map(|(constant, _)| constant).collect()
}

/// The value of a constant operand.
pub fn constant_value(constant: &Const, globals: &GlobalObjects, pool: &mut Pool) -> Value {
    match constant {
        Const::Bool(b) => Value::Bool(*b),
        Const::Int(n) => Value::from_integer(pool, n.clone()),
        Const::Bits(bits) => Value::from_bits(pool, *bits),
        Const::F32(bits) => Value::F32(*bits),
        Const::F64(bits) => Value::F64(*bits),
        Const::Address(address) => Value::address(*address),
        Const::Null => Value::NULL,
        Const::Global(global) => Value::Ptr { object: globals.object(*global), offset: 0 },
        Const::Function(function) => Value::Function(*function),
        Const::Undef(_) => Value::Undef,
    }
}
