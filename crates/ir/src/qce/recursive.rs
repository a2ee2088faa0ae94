//! The recursive analysis: every loop is left after kappa iterations (seed 0, listing 4.8). Loops inside of loops are
//! counted anew in each iteration of the outer one; counts that no longer change end it early.

use pathfold_base::ids::Id as _;

use pathfold_base::FxMap;

use super::{Context, Costs, Found};
use crate::{BlockId, LoopForest, LoopId};

pub(super) fn run(context: &Context<'_>, loops: &LoopForest, kappa: u32) -> Found {
    let mut entries: Vec<Option<Costs>> = vec![None; context.cfg.len()];
    let all: Vec<BlockId> = context.cfg.reverse_postorder().iter().rev().copied().collect();
    let mut walk = Walk { context, loops, kappa, again: FxMap::default() };
    walk.scope(None, &all, &mut entries);
    Found { entries: entries.into_iter().map(Option::unwrap_or_default).collect(), again: walk.again }
}

struct Walk<'a> {
    context: &'a Context<'a>,
    loops: &'a LoopForest,
    kappa: u32,
    again: FxMap<BlockId, Costs>,
}

impl Walk<'_> {
    /// The blocks of a loop, or of the function, but for those of loops inside, which are done as one at their headers.
    fn scope(&mut self, around: Option<LoopId>, blocks: &[BlockId], entries: &mut [Option<Costs>]) {
        for &block in blocks {
            let inner = self.loops.innermost(block);
            if inner == around {
                entries[block.index()] = Some(self.entry(block, entries));
            } else if let Some(inner) = self.loops.headed_by(block)
                && self.loops.loops[inner].parent == around
            {
                self.whole(inner, entries);
            }
        }
    }

    fn whole(&mut self, number: LoopId, entries: &mut [Option<Costs>]) {
        let header = self.loops.loops[number].header;
        let mut body: Vec<BlockId> = self.loops.blocks(number).to_vec();
        body.sort_by_key(|block| std::cmp::Reverse(self.context.cfg.position(*block)));
        for block in &body {
            entries[block.index()] = None;
        }
        // No iteration: only what follows the loop.
        let mut costs = self.entry(header, entries);
        body.retain(|block| *block != header);
        for _ in 0..self.kappa {
            self.again.insert(header, costs.clone());
            entries[header.index()] = Some(costs.clone());
            self.scope(Some(number), &body, entries);
            let more = self.entry(header, entries);
            if more == costs {
                break;
            }
            costs = more;
        }
        entries[header.index()] = Some(costs);
    }

    fn entry(&self, block: BlockId, entries: &[Option<Costs>]) -> Costs {
        self.context.entry(block, |after| entries[after.index()].as_ref())
    }
}
