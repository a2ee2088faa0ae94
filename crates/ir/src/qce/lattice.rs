//! The data-flow analysis: counts rise until nothing changes or they are the largest. The thesis' runs out of time on
//! large programs; this one looks at a block again only if one after it has changed, and at the last ones first.

use std::collections::BTreeSet;

use pathfold_base::ids::Id as _;

use super::{Context, Costs, Found};

pub(super) fn run(context: &Context<'_>) -> Found {
    let cfg = &context.cfg;
    let mut entries: Vec<Costs> = vec![Costs::default(); cfg.len()];
    let order = cfg.reverse_postorder();
    // The positions of blocks to look at; the last in the order first, since costs flow backward.
    let mut open: BTreeSet<u32> = (0..order.len() as u32).collect();
    while let Some(position) = open.pop_last() {
        let block = order[position as usize];
        let costs = context.entry(block, |after| entries.get(after.index()));
        if costs != entries[block.index()] {
            entries[block.index()] = costs;
            open.extend(cfg.preds(block).iter().filter_map(|pred| cfg.position(*pred)));
        }
    }
    Found { entries, ..Found::default() }
}
