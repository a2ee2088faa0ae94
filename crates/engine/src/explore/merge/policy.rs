//! Whether two states that have met are joined.

use pathfold_base::FxMap;
use pathfold_ir::qce::{Analysis, Qce, Variable};
use pathfold_ir::{BlockId, FuncId, Program, Reg};

use crate::code::{Slot, register_slots};
use crate::config::{Config, Merge};
use crate::memory::{Memory, Origin};
use crate::state::State;
use crate::value::{ObjectId, Value};

/// What an object costs that no register of the running function leads to.
const ELSEWHERE: u32 = 1;

/// The decision of `--merge`.
pub(super) enum Policy {
    /// Whoever meets is joined.
    Always,
    /// Only if few queries about what differs are expected (seed 0, 5.4.3.2).
    Qce(Box<Estimates>),
}

/// The estimates, by slot as far as they have been looked at.
pub(super) struct Estimates {
    qce: Option<Qce>,
    analysis: Analysis,
    /// The largest sum at which states are joined.
    limit: u32,
    slots: FxMap<(FuncId, BlockId), Costs>,
    /// By function, where its registers live: as expensive as compiling it.
    homes: FxMap<FuncId, Box<dyn Fn(Reg) -> Slot>>,
}

/// Queries that may follow at a block.
#[derive(Default)]
struct Costs {
    slots: FxMap<Slot, u32>,
    globals: FxMap<u32, u32>,
}

impl Policy {
    pub(super) fn new(config: &Config) -> Policy {
        let analysis = match config.merge {
            Merge::Never | Merge::Always => return Policy::Always,
            Merge::Qce | Merge::Dynamic => Analysis::Lattice,
            Merge::QceRecursive => Analysis::Recursive { kappa: config.kappa },
        };
        let limit = config.merge_cost;
        Policy::Qce(Box::new(Estimates {
            qce: None,
            analysis,
            limit,
            slots: FxMap::default(),
            homes: FxMap::default(),
        }))
    }

    /// Whether the two states, both at the start of a block, are joined; `live` are the slots that still matter.
    pub(super) fn allows(
        &mut self,
        program: &Program,
        block: (FuncId, BlockId),
        live: &[Slot],
        a: &State,
        b: &State,
    ) -> bool {
        match self {
            Policy::Always => true,
            Policy::Qce(estimates) => estimates.allows(program, block, live, a, b),
        }
    }
}

impl Policy {
    /// The slots, of those that still matter at the start of a block, that must not differ for two states to be joined.
    pub(super) fn fixed(&mut self, program: &Program, block: (FuncId, BlockId), live: &[Slot]) -> Vec<Slot> {
        match self {
            Policy::Always => Vec::new(),
            Policy::Qce(estimates) => {
                let limit = estimates.limit;
                let costs = estimates.costs(program, block);
                let hot = |slot: &&Slot| costs.slots.get(slot).is_some_and(|cost| *cost > limit);
                live.iter().filter(hot).copied().collect()
            }
        }
    }
}

impl Estimates {
    fn allows(&mut self, program: &Program, block: (FuncId, BlockId), live: &[Slot], a: &State, b: &State) -> bool {
        let limit = self.limit;
        let costs = self.costs(program, block);
        let mut sum: u32 = 0;
        for slot in live {
            if a.frame.slots.get(*slot as usize) != b.frame.slots.get(*slot as usize) {
                sum = sum.saturating_add(costs.slots.get(slot).copied().unwrap_or(0));
            }
        }
        for object in a.memory.differing(&b.memory) {
            if sum > limit {
                break;
            }
            sum = sum.saturating_add(costs.of_object(object, &a.memory, live, a));
        }
        sum <= limit
    }

    fn costs(&mut self, program: &Program, block: (FuncId, BlockId)) -> &Costs {
        let (analysis, limit) = (self.analysis, self.limit);
        let qce = self.qce.get_or_insert_with(|| Qce::new(program, analysis, limit.saturating_add(1)));
        let homes = &mut self.homes;
        self.slots.entry(block).or_insert_with(|| {
            let mut costs = Costs::default();
            let Some(found) = qce.at(block.0, block.1) else { return costs };
            let slot_of = homes.entry(block.0).or_insert_with(|| Box::new(register_slots(program, block.0)));
            for (variable, cost) in found {
                let known = match variable {
                    Variable::Reg(reg) => costs.slots.entry(slot_of(*reg)).or_default(),
                    Variable::Global(global) => costs.globals.entry(global.0).or_default(),
                };
                *known = (*known).max(*cost);
            }
            costs
        })
    }
}

impl Costs {
    /// An object costs what the registers cost that lead to it.
    fn of_object(&self, object: ObjectId, memory: &Memory, live: &[Slot], state: &State) -> u32 {
        if let Origin::Global(number) = memory.object(object).origin {
            return self.globals.get(&number).copied().unwrap_or(0);
        }
        let leads = |slot: &&Slot| match state.frame.slots.get(**slot as usize) {
            Some(Value::Ptr { object: to, .. } | Value::PtrTerm { object: to, .. }) => *to == object,
            _ => false,
        };
        let costs = live.iter().filter(leads).map(|slot| self.slots.get(slot).copied().unwrap_or(0));
        costs.max().unwrap_or(ELSEWHERE)
    }
}
