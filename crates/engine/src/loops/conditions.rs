//! The conditions of a loop's paths (seed 0, 4.4.2.2): what they compare, and whether that moves by a fixed number in every
//! iteration (an IV condition) or not (a NIV condition).

use pathfold_base::{FxMap, FxSet};
use pathfold_term::{Op, Pool, Sort, Term, subst};

/// The comparisons that conditions are made of, each once, in order.
pub fn comparisons(pool: &Pool, conditions: &[Term]) -> Vec<Term> {
    let mut open: Vec<Term> = conditions.iter().rev().copied().collect();
    let (mut seen, mut found) = (FxSet::default(), Vec::new());
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        let boolean = pool.args(term).iter().all(|arg| pool.sort(*arg) == Sort::Bool);
        match pool.op(term) {
            Op::Const(_) => {}
            Op::Not | Op::And | Op::Or | Op::Ite | Op::Eq if boolean => open.extend(pool.args(term).iter().rev()),
            _ => found.push(term),
        }
    }
    found
}

/// Whether what a comparison compares moves by a fixed number on every path: `next` has, by path, the values of `symbols`
/// after an iteration. What is `read` in an iteration is another value in each.
pub fn is_iv(pool: &mut Pool, comparison: Term, symbols: &[Term], read: &[Term], next: &[Vec<Term>]) -> bool {
    if read.iter().any(|symbol| occurs(pool, *symbol, comparison)) {
        return false;
    }
    let unsteady: Vec<Term> = symbols.iter().chain(read).copied().collect();
    let args = pool.arg_list(comparison);
    let numbers = args.len() == 2 && matches!(pool.sort(args[0]), Sort::Int | Sort::Bv(_));
    next.iter().all(|values| {
        let map: FxMap<Term, Term> = symbols.iter().copied().zip(values.iter().copied()).collect();
        if !numbers {
            return subst::substitute(pool, comparison, &map) == comparison;
        }
        let apart = pool.sub(args[0], args[1]);
        let after = subst::substitute(pool, apart, &map);
        let step = pool.sub(after, apart);
        unsteady.iter().all(|symbol| !occurs(pool, *symbol, step))
            || args.iter().all(|side| moves_evenly(pool, *side, &unsteady, &map))
    })
}

/// Whether an iteration adds the same number to a term whatever the variables are, wrap-around aside.
fn moves_evenly(pool: &mut Pool, term: Term, symbols: &[Term], map: &FxMap<Term, Term>) -> bool {
    if symbols.iter().all(|symbol| !occurs(pool, *symbol, term)) {
        return true;
    }
    if let Some(next) = map.get(&term).copied() {
        let step = pool.sub(next, term);
        return symbols.iter().all(|symbol| !occurs(pool, *symbol, step));
    }
    let args = pool.arg_list(term);
    match pool.op(term) {
        Op::IntAdd | Op::BvAdd | Op::BvSub | Op::BvNeg | Op::ZeroExt(_) | Op::SignExt(_) | Op::Extract(_, 0) => {
            args.iter().all(|arg| moves_evenly(pool, *arg, symbols, map))
        }
        Op::IntMul | Op::BvMul => {
            let moving = args.iter().filter(|arg| symbols.iter().any(|symbol| occurs(pool, *symbol, **arg)));
            let moving: Vec<Term> = moving.copied().collect();
            matches!(moving.as_slice(), &[only] if moves_evenly(pool, only, symbols, map))
        }
        _ => false,
    }
}

fn occurs(pool: &mut Pool, symbol: Term, term: Term) -> bool {
    pool.as_symbol(symbol).is_some_and(|symbol| pool.occurs_free(symbol, term))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_term::{Scalar, SymbolKind};

    #[test]
    fn conditions_of_the_thesis() {
        let mut pool = Pool::new();
        let [x, z, n] = ["x", "z", "n"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Int));
        let one = pool.int(1);
        let (x1, z1) = (pool.add(x, one), pool.add(z, one));
        // Listing 4.10: one path moves x, the other z.
        let next = [vec![x1, z], vec![x, z1]];
        let (below, above) = (pool.int_lt(x, n), pool.int_gt(z, x));
        let both = pool.and2(below, above);
        let found = comparisons(&pool, &[both, below]);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|comparison| is_iv(&mut pool, *comparison, &[x, z], &[], &next)));
        // Listing 4.12: what is added to x is another variable.
        let jump = pool.add(x, z);
        assert!(!is_iv(&mut pool, below, &[x, z], &[], &[vec![jump, z1]]));
        assert!(!is_iv(&mut pool, below, &[x], &[z], &[vec![jump]]), "z is read in every iteration");
        assert!(is_iv(&mut pool, below, &[x], &[], &[vec![jump]]), "z is the same in every iteration");
    }

    #[test]
    fn elements_move_in_no_fixed_way() {
        let mut pool = Pool::new();
        let i = pool.symbol("i", SymbolKind::Fresh, Sort::Bv(32));
        let a = pool.symbol("a", SymbolKind::Input, Sort::Array(Scalar::Bv(32), Scalar::Bv(8)));
        let one = pool.bv(32, 1);
        let next = [vec![pool.add(i, one)]];
        let (element, five) = (pool.mk(Op::Select, &[a, i]), pool.bv(8, 5));
        let found = pool.eq(element, five);
        assert!(!is_iv(&mut pool, found, &[i], &[], &next));
        let (wide, most) = (pool.sign_ext(64, i), pool.bv(64, 100));
        let below = pool.raw(Op::BvSlt, &[wide, most]);
        assert!(is_iv(&mut pool, below, &[i], &[], &next));
        // The position of an element of four bytes.
        let four = pool.bv(64, 4);
        let position = pool.mul(wide, four);
        let inside = pool.raw(Op::BvUle, &[position, most]);
        assert!(is_iv(&mut pool, inside, &[i], &[], &next));
    }
}
