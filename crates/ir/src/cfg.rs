//! The control flow graph of a function: edges both ways, reverse postorder, reachability.
//!
//! Analyses work on [`Cfg`] alone, so they can be tested on graphs without code. Nothing here recurses: functions of
//! 10^5 blocks are ordinary.

use pathfold_base::ids::Id;

use crate::{BlockId, Function};

/// Lists of neighbours, stored in one vector.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency {
    starts: Vec<usize>,
    items: Vec<BlockId>,
}

impl Adjacency {
    /// The lists of `len` nodes; each keeps the order of `edges`.
    pub(crate) fn new(len: usize, edges: &[(BlockId, BlockId)]) -> Self {
        let mut starts = vec![0; len + 1];
        for (from, _) in edges {
            starts[from.index() + 1] += 1;
        }
        for i in 0..len {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut items = vec![BlockId(0); edges.len()];
        for &(from, to) in edges {
            items[next[from.index()]] = to;
            next[from.index()] += 1;
        }
        Self { starts, items }
    }

    pub(crate) fn of(&self, node: BlockId) -> &[BlockId] {
        &self.items[self.starts[node.index()]..self.starts[node.index() + 1]]
    }
}

/// A depth-first walk: numbers in the order of discovery, the tree, and the order of completion.
pub(crate) struct Dfs {
    /// Nodes as they were found.
    pub(crate) order: Vec<BlockId>,
    /// Position in `order`; `u32::MAX` for nodes that were not found.
    pub(crate) number: Vec<u32>,
    /// Position in `order` of the tree parent; itself for the root. Indexed by position.
    pub(crate) parent: Vec<u32>,
    /// Position in `order` of the last descendant. Indexed by position.
    pub(crate) last: Vec<u32>,
    /// Nodes as they were left.
    pub(crate) postorder: Vec<BlockId>,
}

impl Dfs {
    pub(crate) fn new(edges: &Adjacency, len: usize, root: BlockId) -> Self {
        let mut dfs = Self {
            order: Vec::new(),
            number: vec![u32::MAX; len],
            parent: Vec::new(),
            last: Vec::new(),
            postorder: Vec::new(),
        };
        if len == 0 {
            return dfs;
        }
        let mut stack = vec![(root, 0)];
        dfs.find(root, 0);
        while let Some((node, next)) = stack.last_mut() {
            let at = dfs.number[node.index()];
            match edges.of(*node).get(*next) {
                Some(&child) => {
                    *next += 1;
                    if dfs.number[child.index()] == u32::MAX {
                        dfs.find(child, at);
                        stack.push((child, 0));
                    }
                }
                None => {
                    dfs.last[at as usize] = dfs.order.len() as u32 - 1;
                    dfs.postorder.push(*node);
                    stack.pop();
                }
            }
        }
        dfs
    }

    fn find(&mut self, node: BlockId, parent: u32) {
        self.number[node.index()] = self.order.len() as u32;
        self.order.push(node);
        self.parent.push(parent);
        self.last.push(0);
    }
}

/// A control flow graph. The first block is the entry. Two edges between the same blocks count once.
#[derive(Clone, Debug)]
pub struct Cfg {
    pub(crate) succs: Adjacency,
    pub(crate) preds: Adjacency,
    len: usize,
    rpo: Vec<BlockId>,
    rpo_position: Vec<Option<u32>>,
}

impl Cfg {
    /// The graph of a function. Targets that are not blocks of it are left out.
    pub fn new(function: &Function) -> Self {
        let mut edges = Vec::new();
        for (id, block) in function.blocks.entries() {
            edges.extend(block.terminator.targets().into_iter().map(|target| (id, target.block)));
        }
        Self::from_edges(function.blocks.len(), &edges)
    }

    /// The graph of `len` blocks with these edges. Edges of blocks that do not exist are left out.
    pub fn from_edges(len: usize, edges: &[(BlockId, BlockId)]) -> Self {
        let inside = |id: BlockId| id.index() < len;
        let all: Vec<_> = edges.iter().copied().filter(|&(a, b)| inside(a) && inside(b)).collect();
        let grouped = Adjacency::new(len, &all);
        let mut last_seen = vec![usize::MAX; len];
        let (mut forward, mut backward) = (Vec::with_capacity(all.len()), Vec::with_capacity(all.len()));
        for from in 0..len {
            for &to in grouped.of(BlockId::from_index(from)) {
                if std::mem::replace(&mut last_seen[to.index()], from) != from {
                    forward.push((BlockId::from_index(from), to));
                    backward.push((to, BlockId::from_index(from)));
                }
            }
        }
        let (succs, preds) = (Adjacency::new(len, &forward), Adjacency::new(len, &backward));
        let mut rpo = Dfs::new(&succs, len, Function::ENTRY).postorder;
        rpo.reverse();
        let mut rpo_position = vec![None; len];
        for (i, id) in rpo.iter().enumerate() {
            rpo_position[id.index()] = Some(i as u32);
        }
        Self { succs, preds, len, rpo, rpo_position }
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All blocks in order.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.len).map(BlockId::from_index)
    }

    /// Where control may go from this block; each block once, in the order of the terminator.
    pub fn succs(&self, block: BlockId) -> &[BlockId] {
        self.succs.of(block)
    }

    /// Where control may come from; each block once, in order.
    pub fn preds(&self, block: BlockId) -> &[BlockId] {
        self.preds.of(block)
    }

    /// The reachable blocks, each before its successors except along retreating edges.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.rpo
    }

    /// The position of a block in the reverse postorder; `None` if it cannot be reached.
    pub fn position(&self, block: BlockId) -> Option<u32> {
        self.rpo_position.get(block.index()).copied().flatten()
    }

    /// Whether there is a path from the entry to the block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position(block).is_some()
    }

    /// All edges, by source.
    pub fn edges(&self) -> impl Iterator<Item = (BlockId, BlockId)> {
        self.blocks().flat_map(|from| self.succs(from).iter().map(move |&to| (from, to)))
    }
}
