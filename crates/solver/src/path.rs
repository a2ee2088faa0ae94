//! The conjunction of a path's conditions, kept so that a query needs to look only at what concerns it: partitioned
//! by shared symbols, with the symbols that have one value left and the intervals of the others.
//!
//! Persistent: cloning is O(1), adding a condition writes a few cells of persistent vectors.

use crate::bounds::{Bounds, implied};
use crate::limit::Bound;
use pathfold_base::ids::Id;
use pathfold_base::{Bits, CowVec, FxMap};
use pathfold_term::{FALSE, Op, Pool, Sort, SymbolId, TRUE, Term, subst};
use smallvec::SmallVec;

/// Symbols of one condition; most have few.
pub(crate) type Symbols = SmallVec<[SymbolId; 8]>;

/// One condition as queries see it.
#[derive(Clone, Copy)]
struct Node {
    /// The condition with the symbols fixed before it replaced.
    term: Term,
    /// Union-find over conditions that share symbols: the parent, itself for a root.
    parent: u32,
    /// How many conditions the group of a root has.
    size: u32,
    /// The conditions of a group form a ring.
    next: u32,
}

/// A symbol in more conditions than this is everywhere,
const MAX_HOLDERS: usize = 4;
/// and so are those of a condition with more than this.
const MAX_HELD: usize = 16;

/// The conditions that mention a symbol, as long as they are few.
#[derive(Clone, Copy, Default)]
struct Holders {
    nodes: [u32; MAX_HOLDERS],
    /// How many there are; one more than there is room for if they are too many.
    count: u8,
}

impl Holders {
    fn are_few(&self) -> bool {
        usize::from(self.count) <= MAX_HOLDERS
    }

    fn add(&mut self, node: u32) {
        match self.nodes.get_mut(usize::from(self.count)) {
            Some(place) => {
                *place = node;
                self.count += 1;
            }
            None => *self = Self::EVERYWHERE,
        }
    }

    const EVERYWHERE: Self = Self { nodes: [0; MAX_HOLDERS], count: MAX_HOLDERS as u8 + 1 };
}

/// What single-symbol conditions say about a symbol.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The constant it equals.
    fixed: Option<Term>,
    bounds: Option<Bounds>,
    /// One past the first condition that mentions it, 0 if none does.
    owner: u32,
    holders: Holders,
}

/// The conjunction of a path's conditions; persistent: cloning is O(1), adding costs what the new condition touches.
#[derive(Clone, Default)]
pub struct PathCondition {
    /// The conditions as they were added.
    added: CowVec<Term>,
    nodes: CowVec<Node>,
    /// By symbol.
    known: CowVec<Known>,
    fixed: u32,
    /// A condition was `false`: the path has no witness, and every slice says so.
    contradiction: bool,
}

/// The free symbols of a term.
pub(crate) fn symbols_of(pool: &mut Pool, t: Term) -> Symbols {
    pool.free_symbols(t).iter().copied().collect()
}

impl PathCondition {
    /// The empty conjunction.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a condition. Conjunctions are split, `true` is ignored.
    pub fn add(&mut self, pool: &mut Pool, cond: Term) {
        if pool.op(cond) == Op::And {
            let parts: SmallVec<[Term; 8]> = pool.args(cond).iter().copied().collect();
            for part in parts {
                self.add(pool, part);
            }
            return;
        }
        if cond == TRUE {
            return;
        }
        self.added.push(cond);
        let simple = self.simplify(pool, cond);
        self.add_simple(pool, simple);
    }

    fn add_simple(&mut self, pool: &mut Pool, cond: Term) {
        if pool.op(cond) == Op::And {
            let parts: SmallVec<[Term; 8]> = pool.args(cond).iter().copied().collect();
            for part in parts {
                self.add_simple(pool, part);
            }
            return;
        }
        if cond == TRUE {
            return;
        }
        if cond == FALSE {
            self.contradiction = true;
            return;
        }
        let symbols = symbols_of(pool, cond);
        match self.same_sum(pool, cond, &symbols) {
            Some((_, true)) => return,
            // SOUND: the new bound on the same sum implies the old one, which queries need no longer see.
            Some((node, false)) => {
                if let Some(node) = self.nodes.get_mut(node as usize) {
                    node.term = cond;
                }
            }
            None => self.link(cond, &symbols),
        }
        if let &[symbol] = symbols.as_slice() {
            self.learn(pool, cond, symbol);
        }
    }

    /// The condition that bounds the same sum as `cond` from the same side, and whether it implies `cond`. Loops add
    /// such bounds by the hundred.
    fn same_sum(&self, pool: &Pool, cond: Term, symbols: &[SymbolId]) -> Option<(u32, bool)> {
        let bound = Bound::read(pool, cond)?;
        let implied = |at: u32| {
            let old = Bound::read(pool, self.nodes.get(at as usize)?.term)?;
            Some((at, old.implies(&bound)?))
        };
        // A condition on the same sum mentions the same symbols.
        if let Some(holders) = symbols.iter().find_map(|symbol| self.few_holders(*symbol)) {
            return holders.iter().find_map(|at| implied(*at));
        }
        let owner = self.known.get(symbols.first()?.index())?.owner;
        let root = self.root(owner.checked_sub(1)?);
        let mut at = root;
        while let Some(node) = self.nodes.get(at as usize) {
            if let Some(found) = implied(at) {
                return Some(found);
            }
            at = node.next;
            if at == root {
                break;
            }
        }
        None
    }

    /// Puts a condition into the partition.
    fn link(&mut self, term: Term, symbols: &[SymbolId]) {
        let new = self.nodes.len() as u32;
        self.nodes.push(Node { term, parent: new, size: 1, next: new });
        let many = symbols.len() > MAX_HELD;
        for &symbol in symbols {
            if self.known.get(symbol.index()).is_none_or(|known| known.holders.are_few()) {
                self.known_mut(
                    symbol,
                    |known| {
                        if many { known.holders = Holders::EVERYWHERE } else { known.holders.add(new) }
                    },
                );
            }
            match self.known.get(symbol.index()).map_or(0, |k| k.owner) {
                0 => self.known_mut(symbol, |k| k.owner = new + 1),
                owner => self.union(owner - 1, new),
            }
        }
    }

    /// The conditions that mention a symbol, if they are few.
    fn few_holders(&self, symbol: SymbolId) -> Option<&[u32]> {
        let Some(known) = self.known.get(symbol.index()) else { return Some(&[]) };
        known.holders.nodes.get(..usize::from(known.holders.count))
    }

    /// The same as terms. What holds nowhere else may change with this symbol.
    pub(crate) fn holders(&self, symbol: SymbolId) -> Option<impl Iterator<Item = Term> + '_> {
        Some(self.few_holders(symbol)?.iter().filter_map(|at| Some(self.nodes.get(*at as usize)?.term)))
    }

    /// How many conditions are connected with a symbol.
    pub(crate) fn group_size(&self, symbol: SymbolId) -> usize {
        let owner = self.known.get(symbol.index()).and_then(|known| known.owner.checked_sub(1));
        owner.and_then(|owner| self.nodes.get(self.root(owner) as usize)).map_or(0, |root| root.size as usize)
    }

    fn known_mut(&mut self, symbol: SymbolId, change: impl FnOnce(&mut Known)) {
        self.known.grow(symbol.index() + 1, Known::default());
        if let Some(known) = self.known.get_mut(symbol.index()) {
            change(known);
        }
    }

    fn root(&self, mut node: u32) -> u32 {
        // Union by size keeps this logarithmic without path compression, which would write into shared parts.
        while let Some(n) = self.nodes.get(node as usize) {
            if n.parent == node {
                break;
            }
            node = n.parent;
        }
        node
    }

    fn union(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        let (Some(&x), Some(&y)) = (self.nodes.get(a as usize), self.nodes.get(b as usize)) else { return };
        let (big, small, big_node, small_node) = if x.size >= y.size { (a, b, x, y) } else { (b, a, y, x) };
        // Exchanging the successors of two rings makes them one.
        if let Some(node) = self.nodes.get_mut(big as usize) {
            *node = Node { size: x.size + y.size, next: small_node.next, ..big_node };
        }
        if let Some(node) = self.nodes.get_mut(small as usize) {
            *node = Node { parent: big, next: big_node.next, ..small_node };
        }
    }

    /// Learns from a condition over one symbol.
    fn learn(&mut self, pool: &mut Pool, cond: Term, symbol: SymbolId) {
        let sort = pool.symbol_info(symbol).sort;
        if sort == Sort::Bool {
            // Over one Boolean symbol, what is not constant is the symbol or its negation.
            let value = match pool.op(cond) {
                Op::Symbol(_) => TRUE,
                Op::Not if pool.args(cond).first().is_some_and(|&a| pool.as_symbol(a).is_some()) => FALSE,
                // Something the simplifier left as it is.
                _ => return,
            };
            self.fix(symbol, value);
            return;
        }
        if pool.op(cond) == Op::Eq
            && let &[a, b] = pool.args(cond)
        {
            let constant = match (pool.as_symbol(a), pool.as_symbol(b)) {
                (Some(_), None) => b,
                (None, Some(_)) => a,
                _ => cond,
            };
            // Constant arrays as values would make terms large and win nothing.
            if pool.value(constant).is_some() && !matches!(sort, Sort::Array(..) | Sort::Fp(_)) {
                self.fix(symbol, constant);
            }
        }
        let Some((_, bounds)) = implied(pool, cond, |s| self.bounds(pool, s)) else { return };
        self.known_mut(symbol, |k| k.bounds = Some(bounds));
        if let Some(value) = bounds.single()
            && self.fixed(symbol).is_none()
        {
            let constant = match sort {
                Sort::Int => i64::try_from(value).ok().map(|n| pool.int(n)),
                Sort::Bv(w) => u128::try_from(value).ok().map(|n| pool.bits(Bits::new(u32::from(w), n))),
                Sort::Bool | Sort::Fp(_) | Sort::Array(..) => None,
            };
            if let Some(constant) = constant {
                self.fix(symbol, constant);
            }
        }
    }

    fn fix(&mut self, symbol: SymbolId, constant: Term) {
        if self.fixed(symbol).is_none() {
            self.fixed += 1;
            self.known_mut(symbol, |k| k.fixed = Some(constant));
        }
    }

    /// The constant `symbol` equals on this path, if a condition says so.
    pub fn fixed(&self, symbol: SymbolId) -> Option<Term> {
        self.known.get(symbol.index())?.fixed
    }

    /// The bounds of a symbol on this path.
    pub(crate) fn bounds(&self, pool: &Pool, symbol: SymbolId) -> Option<Bounds> {
        let learnt = self.known.get(symbol.index()).and_then(|k| k.bounds);
        learnt.or_else(|| Bounds::of_sort(pool.symbol_info(symbol).sort))
    }

    /// How many conditions were added (after splitting).
    pub fn len(&self) -> usize {
        self.added.len()
    }

    /// Whether there are no conditions.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
    }

    /// The conditions that were added behind those of `start`, if this path begins with it.
    pub fn since(&self, start: &PathCondition) -> Option<Vec<Term>> {
        let begins = self.added.len() >= start.added.len()
            && self.added.unshared(&start.added).into_iter().all(|at| self.added.get(at) == start.added.get(at));
        begins.then(|| (start.added.len()..self.added.len()).filter_map(|at| self.added.get(at).copied()).collect())
    }

    /// The conditions in order of addition.
    pub fn iter(&self) -> impl Iterator<Item = Term> + '_ {
        self.added.iter().copied()
    }

    /// The conditions connected with the symbols of `goal`, in path order, with fixed symbols replaced; of several
    /// bounds on the same sum the tightest.
    pub fn slice(&self, pool: &mut Pool, goal: Term) -> Vec<Term> {
        let mut slice = Vec::new();
        self.slice_into(&symbols_of(pool, goal), &mut slice);
        slice
    }

    /// Like [`PathCondition::slice`], into a buffer.
    pub(crate) fn slice_into(&self, symbols: &[SymbolId], slice: &mut Vec<Term>) {
        slice.clear();
        if self.contradiction {
            slice.push(FALSE);
        }
        let mut roots: SmallVec<[u32; 8]> = SmallVec::new();
        let mut members: SmallVec<[u32; 32]> = SmallVec::new();
        for symbol in symbols {
            let owner = self.known.get(symbol.index()).map_or(0, |k| k.owner);
            if owner == 0 {
                continue;
            }
            let root = self.root(owner - 1);
            if roots.contains(&root) {
                continue;
            }
            roots.push(root);
            let mut at = root;
            while let Some(node) = self.nodes.get(at as usize) {
                members.push(at);
                at = node.next;
                if at == root {
                    break;
                }
            }
        }
        members.sort_unstable();
        slice.extend(members.iter().filter_map(|&m| Some(self.nodes.get(m as usize)?.term)));
    }

    /// Replaces symbols that have one value left. `path ∧ t` and `path ∧ simplify(t)` are equivalent.
    pub fn simplify(&self, pool: &mut Pool, t: Term) -> Term {
        if self.fixed == 0 {
            return t;
        }
        let symbols = symbols_of(pool, t);
        if symbols.iter().all(|&s| self.fixed(s).is_none()) {
            return t;
        }
        let mut map = FxMap::default();
        for &symbol in &symbols {
            if let Some(constant) = self.fixed(symbol) {
                map.insert(pool.symbol_term(symbol), constant);
            }
        }
        // SOUND: the conditions that fix the symbols stay in the path, so nothing is lost.
        subst::substitute(pool, t, &map)
    }
}

impl std::fmt::Debug for PathCondition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
