//! Dominators and post-dominators (Lengauer and Tarjan 1979, the simple version: O(m log n) on every graph, where the
//! iterative algorithms are quadratic on a long chain of blocks that share one error exit), and dominance frontiers.

use pathfold_base::ids::Id;

use crate::cfg::{Adjacency, Cfg, Dfs};
use crate::{BlockId, Function};

/// A tree of dominators, or of post-dominators.
///
/// Blocks that take no part have no immediate dominator and dominate only themselves: those that cannot be reached
/// from the entry, or for post-dominators those from which no end of the function can be reached.
#[derive(Clone, Debug)]
pub struct DomTree {
    idom: Vec<Option<BlockId>>,
    /// First and last number of the subtree in a walk over the tree; empty for blocks that take no part.
    interval: Vec<(u32, u32)>,
    /// How many real blocks there are; the root of post-dominators is one more.
    len: usize,
}

impl DomTree {
    /// The dominators: `a` dominates `b` if each path from the entry to `b` goes through `a`.
    pub fn dominators(cfg: &Cfg) -> Self {
        Self::build(&cfg.succs, &cfg.preds, cfg.len(), cfg.len(), Function::ENTRY)
    }

    /// The post-dominators: `a` post-dominates `b` if each path from `b` to an end of the function goes through `a`.
    /// Ends are blocks without successors; all of them lead to one root outside of the function.
    pub fn post_dominators(cfg: &Cfg) -> Self {
        Self::post_dominators_of(cfg, |block| cfg.succs(block).is_empty())
    }

    /// The same where only these blocks count as ends: what cannot reach one takes no part.
    pub fn post_dominators_of(cfg: &Cfg, is_end: impl Fn(BlockId) -> bool) -> Self {
        let root = BlockId::from_index(cfg.len());
        let mut edges: Vec<_> = cfg.edges().collect();
        edges.extend(cfg.blocks().filter(|&b| is_end(b)).map(|b| (b, root)));
        let forward = Adjacency::new(cfg.len() + 1, &edges);
        edges.iter_mut().for_each(|(from, to)| std::mem::swap(from, to));
        let backward = Adjacency::new(cfg.len() + 1, &edges);
        Self::build(&backward, &forward, cfg.len() + 1, cfg.len(), root)
    }

    fn build(succs: &Adjacency, preds: &Adjacency, nodes: usize, len: usize, root: BlockId) -> Self {
        let mut idom = vec![None; nodes];
        let mut interval = vec![(1, 0); nodes];
        if nodes == 0 {
            return Self { idom, interval, len };
        }
        let dfs = Dfs::new(succs, nodes, root);
        let numbers = immediate_dominators(&dfs, preds);
        let mut edges = Vec::with_capacity(nodes);
        for (i, &dominator) in numbers.iter().enumerate().skip(1) {
            let (block, above) = (dfs.order[i], dfs.order[dominator as usize]);
            idom[block.index()] = Some(above);
            edges.push((above, block));
        }
        let walk = Dfs::new(&Adjacency::new(nodes, &edges), nodes, root);
        for (i, block) in walk.order.iter().enumerate() {
            interval[block.index()] = (i as u32, walk.last[i]);
        }
        Self { idom, interval, len }
    }

    /// The closest strict dominator of a block; `None` for the root and for blocks that take no part.
    pub fn idom(&self, block: BlockId) -> Option<BlockId> {
        self.idom.get(block.index()).copied().flatten().filter(|id| id.index() < self.len)
    }

    /// Whether the block takes part: it is reachable, or for post-dominators reaches an end.
    pub fn contains(&self, block: BlockId) -> bool {
        self.interval.get(block.index()).is_some_and(|(first, last)| first <= last)
    }

    /// Whether `a` dominates `b`; every block dominates itself.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        if a == b {
            return true;
        }
        match (self.interval.get(a.index()), self.interval.get(b.index())) {
            (Some((first, last)), Some((at, end))) => first <= at && at <= last && at <= end,
            _ => false,
        }
    }

    /// The dominance frontier of each block: where its dominance ends (Cytron et al. 1991). For dominators only.
    pub fn frontiers(&self, cfg: &Cfg) -> Vec<Vec<BlockId>> {
        let mut frontiers: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.len()];
        for &block in cfg.reverse_postorder() {
            let stop = self.idom(block);
            for &pred in cfg.preds(block).iter().filter(|&&pred| cfg.is_reachable(pred)) {
                let mut runner = Some(pred);
                while let Some(at) = runner.filter(|_| runner != stop) {
                    if frontiers[at.index()].last() == Some(&block) {
                        break;
                    }
                    frontiers[at.index()].push(block);
                    runner = self.idom(at);
                }
            }
        }
        frontiers
    }
}

/// Immediate dominators by position in the walk; the root's is itself.
fn immediate_dominators(dfs: &Dfs, preds: &Adjacency) -> Vec<u32> {
    let count = dfs.order.len();
    let mut semi: Vec<u32> = (0..count as u32).collect();
    let mut dom = vec![0; count];
    let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut forest = Forest { ancestor: vec![u32::MAX; count], label: semi.clone(), path: Vec::new() };
    for w in (1..count).rev() {
        for pred in preds.of(dfs.order[w]) {
            let v = dfs.number[pred.index()];
            if v != u32::MAX {
                let u = forest.eval(v, &semi);
                semi[w] = semi[w].min(semi[u as usize]);
            }
        }
        buckets[semi[w] as usize].push(w as u32);
        let parent = dfs.parent[w];
        forest.ancestor[w] = parent;
        for v in std::mem::take(&mut buckets[parent as usize]) {
            let u = forest.eval(v, &semi);
            dom[v as usize] = if semi[u as usize] < semi[v as usize] { u } else { parent };
        }
    }
    for w in 1..count {
        if dom[w] != semi[w] {
            dom[w] = dom[dom[w] as usize];
        }
    }
    dom
}

/// The forest of the part of the tree that has been walked, with compressed paths.
struct Forest {
    ancestor: Vec<u32>,
    label: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// The node with the smallest semidominator between `v` and the root of its tree, the root excluded.
    fn eval(&mut self, v: u32, semi: &[u32]) -> u32 {
        let above = |this: &Self, node: u32| this.ancestor[node as usize];
        if above(self, v) == u32::MAX {
            return v;
        }
        self.path.clear();
        let mut at = v;
        while above(self, above(self, at)) != u32::MAX {
            self.path.push(at);
            at = above(self, at);
        }
        while let Some(node) = self.path.pop() {
            let up = above(self, node);
            let (mine, theirs) = (self.label[node as usize], self.label[up as usize]);
            if semi[theirs as usize] < semi[mine as usize] {
                self.label[node as usize] = theirs;
            }
            self.ancestor[node as usize] = above(self, up);
        }
        self.label[v as usize]
    }
}
