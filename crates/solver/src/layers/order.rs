//! Orders of bit vectors: what sorts, maxima and searches compare. Conditions `a < b`, `a <= b` and `a = b` are edges
//! between terms, whatever those are, and numbers are in their own order. A way around that has a `<` in it refutes the
//! query, and so do ways there and back between two terms that are to be different. A solver would find that out bit by
//! bit.

use std::collections::VecDeque;

use pathfold_base::FxMap;
use pathfold_term::{Op, Pool, Sort, Term, Value};
use smallvec::SmallVec;

/// Longer queries are left to others.
const MOST_CONDITIONS: usize = 2048;

/// That one term is not above another one, or is below it.
#[derive(Clone, Copy)]
struct Edge {
    from: Term,
    to: Term,
    strict: bool,
    /// The condition that says so, as its position in the query; none for numbers.
    because: Option<usize>,
}

/// The conditions of one kind, signed or unsigned.
#[derive(Default)]
struct Order {
    below: FxMap<Term, SmallVec<[Edge; 4]>>,
}

impl Order {
    fn add(&mut self, edge: Edge) {
        self.below.entry(edge.from).or_default().push(edge);
        self.below.entry(edge.to).or_default();
    }

    /// Numbers among the terms are in the order of their values.
    fn add_numbers(&mut self, pool: &Pool, signed: bool) {
        let mut numbers: Vec<(u32, i128, Term)> = Vec::new();
        for term in self.below.keys() {
            if let Some(Value::Bits(bits)) = pool.value(*term) {
                // Of the widest only some fit: there is no order among those.
                if bits.width() < 128 {
                    let value = if signed { bits.signed() } else { bits.unsigned() as i128 };
                    numbers.push((bits.width(), value, *term));
                }
            }
        }
        numbers.sort_unstable();
        for pair in numbers.windows(2) {
            let [(width, _, from), (same, _, to)] = [pair[0], pair[1]];
            if width == same {
                self.add(Edge { from, to, strict: true, because: None });
            }
        }
    }

    /// The conditions on the shortest way from one term up to another, with a `<` in it if one is wanted.
    fn way(&self, from: Term, to: Term, strict: bool) -> Option<Vec<usize>> {
        // Where it came from, for each term and whether there was a `<` before it.
        let mut came: FxMap<(Term, bool), Option<(Edge, bool)>> = FxMap::default();
        let mut open = VecDeque::from([(from, false)]);
        came.insert((from, false), None);
        while let Some((at, passed)) = open.pop_front() {
            if at == to && (passed || !strict) {
                let (mut because, mut place) = (Vec::new(), (at, passed));
                while let Some(Some((edge, before))) = came.get(&place) {
                    because.extend(edge.because);
                    place = (edge.from, *before);
                }
                return Some(because);
            }
            for edge in self.below.get(&at)? {
                let next = (edge.to, passed || edge.strict);
                came.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    Some((*edge, passed))
                });
            }
        }
        None
    }
}

/// Positions of conditions that contradict each other, if orders alone show that. Those before `goal` do not by themselves.
pub(crate) fn refute(pool: &Pool, query: &[Term], goal: usize) -> Option<Vec<usize>> {
    if query.len() > MOST_CONDITIONS || query.len() < 2 {
        return None;
    }
    // Unsigned and signed; what the goal adds to which of them, and what is to be different.
    let mut orders = [Order::default(), Order::default()];
    let mut wanted: SmallVec<[(usize, Edge); 4]> = SmallVec::new();
    let mut different: SmallVec<[(Term, Term, usize); 2]> = SmallVec::new();
    for (index, condition) in query.iter().enumerate() {
        let args = pool.args(*condition);
        let (which, strict): (&[usize], bool) = match pool.op(*condition) {
            Op::BvUle => (&[0], false),
            Op::BvUlt => (&[0], true),
            Op::BvSle => (&[1], false),
            Op::BvSlt => (&[1], true),
            Op::Eq if matches!(pool.sort(args[0]), Sort::Bv(_)) => (&[0, 1], false),
            Op::Not if index >= goal && pool.op(args[0]) == Op::Eq => {
                let args = pool.args(args[0]);
                if matches!(pool.sort(args[0]), Sort::Bv(_)) {
                    different.push((args[0], args[1], index));
                }
                continue;
            }
            _ => continue,
        };
        let edge = Edge { from: args[0], to: args[1], strict, because: Some(index) };
        let back = (pool.op(*condition) == Op::Eq).then_some(Edge { from: edge.to, to: edge.from, ..edge });
        for (order, edge) in which.iter().flat_map(|order| [Some(edge), back].map(|edge| (*order, edge))) {
            let Some(edge) = edge else { continue };
            orders[order].add(edge);
            if index >= goal {
                wanted.push((order, edge));
            }
        }
    }
    if wanted.is_empty() && different.is_empty() {
        return None;
    }
    for (order, signed) in orders.iter_mut().zip([false, true]) {
        order.add_numbers(pool, signed);
    }
    // SOUND: a way from a term back to itself with a `<` in it says that the term is below itself.
    for (order, edge) in wanted {
        if let Some(mut because) = orders[order].way(edge.to, edge.from, !edge.strict) {
            because.extend(edge.because);
            return Some(because);
        }
    }
    for (a, b, index) in different {
        for order in &orders {
            if let (Some(up), Some(down)) = (order.way(a, b, false), order.way(b, a, false)) {
                return Some([up, down, vec![index]].concat());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use pathfold_base::{Bits, Rng};
    use pathfold_term::{SymbolKind, TRUE};

    use super::*;

    /// Whether some values of the symbols satisfy all conditions: by trying all of them.
    fn satisfiable(pool: &mut Pool, symbols: &[Term], query: &[Term], width: u32) -> bool {
        (0..1u128 << (width as usize * symbols.len())).any(|all| {
            let mut map = FxMap::default();
            for (index, symbol) in symbols.iter().enumerate() {
                let value = pool.bits(Bits::new(width, all >> (index as u32 * width) & ((1 << width) - 1)));
                map.insert(*symbol, value);
            }
            query.iter().all(|condition| pathfold_term::substitute(pool, *condition, &map) == TRUE)
        })
    }

    #[test]
    fn what_is_refuted_has_no_solution_and_chains_are_refuted() {
        let (mut rng, mut refuted, mut hopeless) = (Rng::new(7), 0, 0);
        for _ in 0..600 {
            let mut pool = Pool::new();
            let symbols: Vec<Term> =
                ["a", "b", "c", "d"].iter().map(|name| pool.symbol(name, SymbolKind::Input, Sort::Bv(2))).collect();
            let mut terms = symbols.clone();
            terms.extend((0..4).map(|n| pool.bv(2, n)));
            let mut query = Vec::new();
            for _ in 0..2 + rng.below(5) {
                let (a, b) = (terms[rng.below(terms.len())], terms[rng.below(terms.len())]);
                let ops = [Op::BvUle, Op::BvUlt, Op::BvSle, Op::BvSlt, Op::Eq];
                let condition = pool.mk(ops[rng.below(5)], &[a, b]);
                let condition = if rng.below(4) == 0 { pool.not(condition) } else { condition };
                if pool.value(condition).is_none() {
                    query.push(condition);
                }
            }
            let Some(goal) = query.len().checked_sub(1) else { continue };
            let possible = satisfiable(&mut pool, &symbols, &query, 2);
            hopeless += u32::from(!possible);
            if let Some(core) = refute(&pool, &query, goal) {
                refuted += 1;
                assert!(!possible);
                let core: Vec<Term> = core.into_iter().map(|index| query[index]).collect();
                assert!(!satisfiable(&mut pool, &symbols, &core, 2), "the core alone is no contradiction");
            }
        }
        assert!(refuted > 30 && refuted <= hopeless, "{refuted} of {hopeless}");
    }

    #[test]
    fn a_maximum_is_above_all() {
        let mut pool = Pool::new();
        let all: Vec<Term> = (0..40).map(|n| pool.symbol(&format!("a{n}"), SymbolKind::Input, Sort::Bv(32))).collect();
        let mut query: Vec<Term> = all.windows(2).map(|pair| pool.mk(Op::BvSle, &[pair[0], pair[1]])).collect();
        let goal = query.len();
        query.push(pool.mk(Op::BvSlt, &[all[39], all[0]]));
        assert_eq!(refute(&pool, &query, goal).map(|core| core.len()), Some(40));
        query[goal] = pool.mk(Op::BvUlt, &[all[39], all[0]]);
        assert_eq!(refute(&pool, &query, goal), None);
        query[goal] = pool.mk(Op::BvSle, &[all[39], all[0]]);
        assert_eq!(refute(&pool, &query, goal), None);
    }
}
