//! Where paths meet again: the blocks that all ways from a branch to the function's return go through, and what still
//! matters there.

use pathfold_base::ids::Id as _;
use pathfold_ir::{Block, BlockId, Cfg, DomTree, FuncId, Function, Liveness, Program, Reg, Terminator};

use super::Slot;

/// The join points of a function.
pub(super) struct Joins {
    /// By block, where states that fork in it meet again: its closest join point.
    pub of: Vec<Option<BlockId>>,
    /// By block, whether it is a join point.
    pub is_join: Vec<bool>,
}

impl Joins {
    /// Blocks that post-dominate a branch most closely. Ways that never return do not count: whoever takes one never
    /// comes to a join point, and nobody waits for it there.
    pub fn new(function: &Function, cfg: &Cfg) -> Joins {
        let returns = |block: BlockId| matches!(function.blocks[block].terminator, Terminator::Return(_));
        let tree = DomTree::post_dominators_of(cfg, returns);
        let mut is_join = vec![false; cfg.len()];
        for block in cfg.blocks().filter(|block| cfg.succs(*block).len() > 1) {
            if let Some(join) = tree.idom(block) {
                is_join[join.index()] = true;
            }
        }
        // Up the tree to the first join point, or to where the answer is known.
        let mut of: Vec<Option<BlockId>> = vec![None; cfg.len()];
        let mut known = vec![false; cfg.len()];
        let mut way = Vec::new();
        for block in cfg.blocks() {
            let mut at = block;
            let found = loop {
                if known[at.index()] {
                    break of[at.index()];
                }
                way.push(at);
                match tree.idom(at) {
                    Some(above) if is_join[above.index()] => break Some(above),
                    Some(above) => at = above,
                    None => break None,
                }
            };
            for block in way.drain(..) {
                (of[block.index()], known[block.index()]) = (found, true);
            }
        }
        Joins { of, is_join }
    }
}

/// Which slot each register of a function lives in.
pub fn register_slots(program: &Program, id: FuncId) -> impl Fn(Reg) -> Slot + use<> {
    let function = &program.functions[id];
    let (_, slots) = super::compile::reduce(function, &Cfg::new(function));
    move |reg| slots.of(reg)
}

/// By block, the slots that matter when it is entered: nothing reads the others before it is written.
pub fn live_slots(program: &Program, id: FuncId) -> Vec<Vec<Slot>> {
    let function = &program.functions[id];
    let cfg = Cfg::new(function);
    let (reduced, slots) = super::compile::reduce(function, &cfg);
    let liveness = Liveness::new(&reduced.function, &cfg);
    let live = |(id, block): (BlockId, &Block)| {
        let mut live: Vec<Slot> = liveness.live_in(id).iter().chain(&block.params).map(|reg| slots.of(*reg)).collect();
        live.sort_unstable();
        live.dedup();
        live
    };
    reduced.function.blocks.entries().map(live).collect()
}
