//! A random walk from the root of the execution tree to a leaf (seed 0, 3.6 and 5.3.2.2; KLEE's random path). It favours
//! states near the root and does not get stuck in loops.
//!
//! The tree keeps only branching nodes: a node whose last but one child goes is replaced by the remaining child. So a
//! walk of k steps has probability at most 2^-k, the expected number of steps is the entropy of the choice, and that
//! is at most log2 of the number of waiting states.

use pathfold_base::{FxMap, Rng};

use super::{Searcher, StateKey};
use crate::coverage::Coverage;

type NodeId = usize;

enum Shape {
    Leaf(StateKey),
    Branch(Vec<NodeId>),
    Free,
}

struct Node {
    shape: Shape,
    parent: Option<NodeId>,
    /// Position among the parent's children.
    index: usize,
}

/// The execution tree of the waiting states.
#[derive(Default)]
pub struct ExecutionTree {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    root: Option<NodeId>,
    leaves: FxMap<StateKey, NodeId>,
}

impl ExecutionTree {
    /// Adds a leaf: below the leaf of `parent`, which becomes a branch, or as the root.
    pub fn insert(&mut self, key: StateKey, parent: Option<StateKey>) {
        let above = parent.and_then(|parent| self.leaves.get(&parent).copied());
        let leaf = self.node(Shape::Leaf(key));
        self.leaves.insert(key, leaf);
        match above {
            Some(above) => self.attach(leaf, above),
            None => match self.root {
                None => self.root = Some(leaf),
                // A second root: both become children of a new one.
                Some(root) => {
                    let branch = self.node(Shape::Branch(Vec::new()));
                    self.attach(root, branch);
                    self.attach(leaf, branch);
                    self.root = Some(branch);
                }
            },
        }
    }

    /// A random leaf, or none if the tree is empty.
    pub fn walk(&self, rng: &mut Rng) -> Option<StateKey> {
        let mut at = self.root?;
        loop {
            match &self.nodes[at].shape {
                Shape::Leaf(key) => return Some(*key),
                Shape::Branch(children) => at = children[rng.below(children.len())],
                Shape::Free => return None,
            }
        }
    }

    /// The state is gone: its leaf too, or its successors take its place.
    pub fn leave(&mut self, key: StateKey) {
        let Some(node) = self.leaves.remove(&key) else { return };
        match &self.nodes[node].shape {
            Shape::Leaf(_) | Shape::Free => self.remove(node),
            Shape::Branch(_) => self.collapse(node),
        }
    }

    fn node(&mut self, shape: Shape) -> NodeId {
        let node = Node { shape, parent: None, index: 0 };
        match self.free.pop() {
            Some(id) => {
                self.nodes[id] = node;
                id
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        }
    }

    fn attach(&mut self, child: NodeId, above: NodeId) {
        if !matches!(self.nodes[above].shape, Shape::Branch(_)) {
            self.nodes[above].shape = Shape::Branch(Vec::new());
        }
        if let Shape::Branch(children) = &mut self.nodes[above].shape {
            children.push(child);
            let index = children.len() - 1;
            self.nodes[child].parent = Some(above);
            self.nodes[child].index = index;
        }
    }

    fn remove(&mut self, node: NodeId) {
        let (parent, index) = (self.nodes[node].parent, self.nodes[node].index);
        self.nodes[node].shape = Shape::Free;
        self.free.push(node);
        match parent {
            None => self.root = None,
            Some(parent) => {
                if let Shape::Branch(children) = &mut self.nodes[parent].shape {
                    children.swap_remove(index);
                    if let Some(&moved) = children.get(index) {
                        self.nodes[moved].index = index;
                    }
                }
                self.collapse(parent);
            }
        }
    }

    /// Restores the invariant that branches have at least two children. A branch whose state still runs keeps its place.
    fn collapse(&mut self, node: NodeId) {
        let Shape::Branch(children) = &self.nodes[node].shape else { return };
        match children[..] {
            [] => self.remove(node),
            [only] => {
                let (parent, index) = (self.nodes[node].parent, self.nodes[node].index);
                self.nodes[only].parent = parent;
                self.nodes[only].index = index;
                match parent {
                    None => self.root = Some(only),
                    Some(parent) => {
                        if let Shape::Branch(children) = &mut self.nodes[parent].shape {
                            children[index] = only;
                        }
                    }
                }
                self.nodes[node].shape = Shape::Free;
                self.free.push(node);
            }
            _ => {}
        }
    }

    /// How many states wait; for tests.
    #[cfg(test)]
    fn leaf_count(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node.shape, Shape::Leaf(_))).count()
    }
}

/// Random path.
pub struct Tree {
    rng: Rng,
    tree: ExecutionTree,
}

impl Tree {
    /// With the choices of this seed.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), tree: ExecutionTree::default() }
    }
}

impl Searcher for Tree {
    fn insert(&mut self, key: StateKey, parent: Option<StateKey>, _place: u32) {
        self.tree.insert(key, parent);
    }

    fn pick(&mut self, _coverage: &Coverage) -> Option<StateKey> {
        self.tree.walk(&mut self.rng)
    }

    fn put_back(&mut self, _key: StateKey, _place: u32) {}

    fn leave(&mut self, key: StateKey) {
        self.tree.leave(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_the_waiting_states_and_branches_stay_branching() {
        let mut rng = Rng::new(9);
        let mut tree = ExecutionTree::default();
        tree.insert(StateKey(0), None);
        let mut next = 1;
        let mut alive = vec![StateKey(0)];
        for _ in 0..5000 {
            let Some(key) = tree.walk(&mut rng) else { break };
            let position = alive.iter().position(|k| *k == key).expect("only waiting states are picked");
            let children = if alive.len() > 200 { 0 } else { rng.below(4) };
            if children > 0 {
                for _ in 0..children {
                    tree.insert(StateKey(next), Some(key));
                    alive.push(StateKey(next));
                    next += 1;
                }
            } else if alive.len() == 1 {
                continue;
            }
            alive.swap_remove(position);
            tree.leave(key);
            assert_eq!(tree.leaf_count(), alive.len());
            assert!(tree.nodes.iter().all(|n| !matches!(&n.shape, Shape::Branch(c) if c.len() < 2)));
        }
        for key in alive {
            tree.leave(key);
        }
        assert_eq!(tree.walk(&mut rng), None);
    }

    #[test]
    fn the_shallow_state_is_picked_as_often_as_the_whole_deep_side() {
        let mut tree = ExecutionTree::default();
        tree.insert(StateKey(0), None);
        tree.insert(StateKey(1), Some(StateKey(0)));
        tree.insert(StateKey(2), Some(StateKey(0)));
        tree.leave(StateKey(0));
        tree.insert(StateKey(3), Some(StateKey(2)));
        tree.insert(StateKey(4), Some(StateKey(2)));
        tree.leave(StateKey(2));
        let mut rng = Rng::new(1);
        let shallow = (0..4000).filter(|_| tree.walk(&mut rng) == Some(StateKey(1))).count();
        assert!((1800..2200).contains(&shallow), "{shallow} of 4000");
    }
}
