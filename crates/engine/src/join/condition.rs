//! Where two paths part, and what holds on either.
//!
//! States that forked from one have a common beginning. The first condition behind it tells them apart, if its negation
//! is what the other has there, and then it alone selects the values of the one or the other: a choice built along the
//! execution tree is linear in the number of joined states (seed 3, algorithm 6).

use pathfold_term::{Op, Pool, TRUE, Term};

/// How many conditions in a row are tried as one: a conjunction is added to a path part by part.
const LONGEST: usize = 8;

/// How two paths differ.
pub struct Parting {
    /// How many conditions they have in common.
    pub common: usize,
    /// True on the first path, false on the second.
    pub holds: Term,
    /// What holds on either behind what they have in common.
    pub either: Vec<Term>,
}

/// Tells two paths apart; none if they cannot be.
// SOUND: paths of one exploration exclude each other, so that whoever satisfies the rest of `a` is not on `b`.
pub fn part(a: &[Term], b: &[Term], pool: &mut Pool) -> Option<Parting> {
    let common = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[common..], &b[common..]);
    if a.is_empty() || b.is_empty() {
        return None;
    }
    for (i, j) in (1..=LONGEST).map(|i| (i, 1)).chain((2..=LONGEST).map(|j| (1, j))) {
        if i > a.len() || j > b.len() {
            continue;
        }
        let (holds, fails) = (pool.and(&a[..i]), pool.and(&b[..j]));
        if pool.not(holds) != fails {
            continue;
        }
        let (rest_a, rest_b) = (pool.and(&a[i..]), pool.and(&b[j..]));
        let either = vec![pool.or(&[fails, rest_a]), pool.or(&[holds, rest_b])];
        return Some(Parting { common, holds, either: conjuncts(either, pool) });
    }
    let (holds, fails) = (pool.and(a), pool.and(b));
    let either = vec![pool.or(&[holds, fails])];
    Some(Parting { common, holds, either: conjuncts(either, pool) })
}

/// The parts of conjunctions, as a path keeps them.
fn conjuncts(terms: Vec<Term>, pool: &Pool) -> Vec<Term> {
    let mut open = terms;
    open.reverse();
    let mut found = Vec::new();
    while let Some(term) = open.pop() {
        if pool.op(term) == Op::And {
            open.extend(pool.args(term).iter().rev());
        } else if term != TRUE {
            found.push(term);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_term::{Sort, SymbolKind};

    #[test]
    fn both_ways_of_a_branch_leave_nothing() {
        let mut pool = Pool::new();
        let [p, c, d] = ["p", "c", "d"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Bool));
        let not_c = pool.not(c);
        let parting = part(&[p, c], &[p, not_c], &mut pool).expect("they part");
        assert_eq!((parting.common, parting.holds, parting.either), (1, c, vec![]));
        // What only one of them learnt afterwards stays, for its paths.
        let parting = part(&[p, c, d], &[p, not_c], &mut pool).expect("they part");
        assert_eq!((parting.holds, parting.either), (c, vec![pool.or(&[not_c, d])]));
    }

    #[test]
    fn a_conjunction_is_told_from_its_negation() {
        let mut pool = Pool::new();
        let [c, d] = ["c", "d"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Bool));
        let both = pool.and(&[c, d]);
        let not_both = pool.not(both);
        let parting = part(&[c, d], &[not_both], &mut pool).expect("they part");
        assert_eq!((parting.holds, parting.either), (both, vec![]));
    }

    #[test]
    fn paths_with_nothing_of_their_own_are_not_told_apart() {
        let mut pool = Pool::new();
        let c = pool.symbol("c", SymbolKind::Input, Sort::Bool);
        assert!(part(&[c], &[c], &mut pool).is_none() && part(&[], &[c], &mut pool).is_none());
    }
}
