//! The loop forest of a function, for reducible and irreducible graphs (Havlak 1997, with the correction of Ramalingam
//! 1999 that makes it near-linear).
//!
//! A loop is a strongly connected part of the graph. Its header is the block of it that a depth-first walk finds first;
//! the loops inside of it are the strongly connected parts that remain without the header. A loop that can be entered
//! elsewhere than at its header is irreducible, and says where.

use pathfold_base::ids::Id;
use pathfold_base::{IdVec, typed_id};

use crate::cfg::{Cfg, Dfs};
use crate::{BlockId, FileId, Function, LocId, Program};

typed_id!(
    /// A loop of one function; outer loops have smaller ids than the loops inside of them.
    pub struct LoopId,
    "loop"
);

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The block where an iteration starts.
    pub header: BlockId,
    /// The blocks with an edge from outside of the loop (or the start of the function), the header first.
    pub entries: Vec<BlockId>,
    /// The blocks of the loop with an edge to the header.
    pub latches: Vec<BlockId>,
    /// The edges that leave the loop.
    pub exits: Vec<(BlockId, BlockId)>,
    /// The loop around this one.
    pub parent: Option<LoopId>,
    /// The loops directly inside of this one.
    pub children: Vec<LoopId>,
    /// How many loops there are around a block of this loop; 1 for outermost loops.
    pub depth: u32,
}

impl Loop {
    /// Whether it can be entered elsewhere than at its header.
    pub fn is_irreducible(&self) -> bool {
        self.entries.len() > 1
    }
}

/// The lines of source text a loop comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopLines {
    /// The file of the first place in the header that has one.
    pub file: FileId,
    /// The first line.
    pub first: u32,
    /// The last line.
    pub last: u32,
}

/// All loops of a function.
#[derive(Clone, Debug)]
pub struct LoopForest {
    /// The loops, outer ones before inner ones.
    pub loops: IdVec<LoopId, Loop>,
    innermost: Vec<Option<LoopId>>,
    /// Blocks of loops, so that those of one loop and of the loops inside of it are neighbours.
    blocks: Vec<BlockId>,
    /// The part of `blocks` each loop has.
    ranges: IdVec<LoopId, (usize, usize)>,
}

impl LoopForest {
    /// The loops of a graph. Blocks that cannot be reached are in no loop.
    pub fn new(cfg: &Cfg) -> Self {
        let dfs = Dfs::new(&cfg.succs, cfg.len(), Function::ENTRY);
        let (headers, inside) = find_loops(cfg, &dfs);
        let mut loop_of_header = vec![None; dfs.order.len()];
        let mut loops = IdVec::<LoopId, Loop>::new();
        for &header in headers.iter().rev() {
            let parent = inside[header as usize].and_then(|outer| loop_of_header[outer as usize]);
            let id = loops.push(Loop {
                header: dfs.order[header as usize],
                entries: Vec::new(),
                latches: Vec::new(),
                exits: Vec::new(),
                parent,
                children: Vec::new(),
                depth: 1,
            });
            loop_of_header[header as usize] = Some(id);
            if let Some(parent) = parent {
                loops[parent].children.push(id);
                loops[id].depth = loops[parent].depth + 1;
            }
        }
        let mut innermost = vec![None; cfg.len()];
        for (i, block) in dfs.order.iter().enumerate() {
            let around = inside[i].and_then(|outer| loop_of_header[outer as usize]);
            innermost[block.index()] = loop_of_header[i].or(around);
        }
        let (blocks, ranges) = lay_out(cfg, &loops, &innermost);
        let mut forest = Self { loops, innermost, blocks, ranges };
        forest.find_edges(cfg);
        forest
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost.get(block.index()).copied().flatten()
    }

    /// The loop a block is the header of.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block).filter(|&id| self.loops[id].header == block)
    }

    /// The blocks of a loop, those of the loops inside of it included; the header comes first.
    pub fn blocks(&self, id: LoopId) -> &[BlockId] {
        let (start, end) = self.ranges[id];
        &self.blocks[start..end]
    }

    /// Whether the block is in the loop or in a loop inside of it.
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let (start, end) = self.ranges[id];
        self.innermost(block).is_some_and(|inner| (start..end).contains(&self.ranges[inner].0))
    }

    /// How many loops there are around a block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.loops[id].depth)
    }

    /// The source lines of a loop, as far as its instructions have places.
    pub fn lines(&self, id: LoopId, function: &Function, program: &Program) -> Option<LoopLines> {
        let mut lines: Option<LoopLines> = None;
        let blocks = self.blocks(id).iter().filter_map(|&block| function.blocks.get(block));
        let places = blocks.flat_map(|b| b.insts.iter().map(|inst| inst.loc).chain([b.terminator_loc]));
        for place in places.filter(|&place: &LocId| place != Program::NOWHERE) {
            let Some(loc) = program.locs.get(place) else {
                continue;
            };
            let so_far = *lines.get_or_insert(LoopLines { file: loc.file, first: loc.start.line, last: loc.end.line });
            if so_far.file == loc.file {
                let (first, last) = (so_far.first.min(loc.start.line), so_far.last.max(loc.end.line));
                lines = Some(LoopLines { first, last, ..so_far });
            }
        }
        lines
    }

    fn find_edges(&mut self, cfg: &Cfg) {
        let all: Vec<LoopId> = self.loops.ids().collect();
        for id in all {
            let header = self.loops[id].header;
            self.loops[id].entries.push(header);
            let latches = cfg.preds(header).iter().copied().filter(|&pred| self.contains(id, pred)).collect();
            self.loops[id].latches = latches;
        }
        for (from, to) in cfg.edges().filter(|&(from, _)| cfg.is_reachable(from)) {
            let mut left = self.innermost(from);
            while let Some(id) = left.filter(|&id| !self.contains(id, to)) {
                self.loops[id].exits.push((from, to));
                left = self.loops[id].parent;
            }
        }
        for to in cfg.blocks() {
            for &from in cfg.preds(to).iter().filter(|&&from| cfg.is_reachable(from)) {
                let mut entered = self.innermost(to);
                while let Some(id) = entered.filter(|&id| !self.contains(id, from)) {
                    let entries = &mut self.loops[id].entries;
                    if entries[0] != to && entries.last() != Some(&to) {
                        entries.push(to);
                    }
                    entered = self.loops[id].parent;
                }
            }
        }
    }
}

/// Puts the blocks of each loop next to each other: its own in reverse postorder, then those of each inner loop.
fn lay_out(
    cfg: &Cfg,
    loops: &IdVec<LoopId, Loop>,
    innermost: &[Option<LoopId>],
) -> (Vec<BlockId>, IdVec<LoopId, (usize, usize)>) {
    let mut own: IdVec<LoopId, Vec<BlockId>> = loops.iter().map(|l| vec![l.header]).collect();
    for &block in cfg.reverse_postorder() {
        if let Some(id) = innermost[block.index()].filter(|&id| loops[id].header != block) {
            own[id].push(block);
        }
    }
    let mut blocks = Vec::new();
    let mut ranges = IdVec::filled((0, 0), loops.len());
    for (root, _) in loops.entries().filter(|(_, l)| l.parent.is_none()) {
        let mut stack = vec![(root, 0)];
        while let Some((id, next)) = stack.last_mut() {
            if *next == 0 {
                ranges[*id].0 = blocks.len();
                blocks.append(&mut own[*id]);
            }
            match loops[*id].children.get(*next) {
                Some(&child) => {
                    *next += 1;
                    stack.push((child, 0));
                }
                None => {
                    ranges[*id].1 = blocks.len();
                    stack.pop();
                }
            }
        }
    }
    (blocks, ranges)
}

/// Sets of positions that have been drawn together; the name of a set is the position that drew.
struct Sets(Vec<u32>);

impl Sets {
    fn new(len: usize) -> Self {
        Self((0..len as u32).collect())
    }

    fn find(&mut self, mut at: u32) -> u32 {
        let mut root = at;
        while self.0[root as usize] != root {
            root = self.0[root as usize];
        }
        while self.0[at as usize] != root {
            at = std::mem::replace(&mut self.0[at as usize], root);
        }
        root
    }
}

/// Positions of headers, inner ones first; and for each position that of the header of the loop directly around it
/// (for a header: around its loop).
fn find_loops(cfg: &Cfg, dfs: &Dfs) -> (Vec<u32>, Vec<Option<u32>>) {
    let count = dfs.order.len();
    // An edge that is neither a tree edge nor a back edge cannot matter for a loop whose header is below the least
    // common ancestor of its ends; it is looked at when that ancestor is.
    let mut deferred: Vec<Vec<(u32, u32)>> = vec![Vec::new(); count];
    let mut latches: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut above = Sets::new(count);
    for at in (0..count as u32).rev() {
        let i = at as usize;
        let mut tree_edge_seen = false;
        for pred in cfg.preds(dfs.order[i]) {
            let from = dfs.number[pred.index()];
            if from == u32::MAX {
                continue;
            }
            if at <= from && from <= dfs.last[i] {
                latches[i].push(from);
            } else if from == dfs.parent[i] && !tree_edge_seen {
                tree_edge_seen = true;
            } else {
                // Everything after `at` hangs under its parent by now, so this finds the ancestor of `from` that
                // comes before `at`: the least common one.
                let ancestor = if from < at { from } else { above.find(from) };
                deferred[ancestor as usize].push((from, at));
            }
        }
        above.0[i] = dfs.parent[i];
    }
    let mut headers = Vec::new();
    let mut inside = vec![None; count];
    let mut others: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut collapsed = Sets::new(count);
    let mut mark = vec![u32::MAX; count];
    let mut body = Vec::new();
    for header in (0..count as u32).rev() {
        for (from, to) in std::mem::take(&mut deferred[header as usize]) {
            others[collapsed.find(to) as usize].push(from);
        }
        if latches[header as usize].is_empty() {
            continue;
        }
        headers.push(header);
        mark[header as usize] = header;
        body.clear();
        let mut start = std::mem::take(&mut latches[header as usize]);
        let mut next = 0;
        loop {
            for from in start.drain(..) {
                let from = collapsed.find(from);
                if std::mem::replace(&mut mark[from as usize], header) != header {
                    body.push(from);
                }
            }
            let Some(&at) = body.get(next) else {
                break;
            };
            next += 1;
            start.append(&mut others[at as usize]);
            start.push(dfs.parent[at as usize]);
        }
        for &at in &body {
            inside[at as usize] = Some(header);
            collapsed.0[at as usize] = header;
        }
    }
    (headers, inside)
}
