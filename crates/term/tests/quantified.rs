//! Elimination of quantifiers on random guards as loops make them: every assignment of a small width agrees with going
//! through the range, and what comes out has no quantifier and stays small.

use pathfold_base::{Bits, FxMap, FxSet, Integer, Rng};
use pathfold_term::simplify::quantifier_split::{Split, split};
use pathfold_term::smtlib::print_term;
use pathfold_term::{Evaluator, Features, Op, Pool, Sort, Stuck, SymbolId, SymbolKind, TRUE, Term, Value};

/// How many different nodes a term has.
fn size(pool: &Pool, t: Term) -> usize {
    let mut seen = FxSet::from_iter([t]);
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        stack.extend(pool.args(t).iter().copied().filter(|&a| seen.insert(a)));
    }
    seen.len()
}

/// The bound symbol or a sum with it, in some other width.
fn resized(pool: &mut Pool, rng: &mut Rng, t: Term, width: u8) -> Term {
    let now = pool.sort(t).width().unwrap();
    match width.cmp(&now) {
        std::cmp::Ordering::Less => pool.extract(width - 1, 0, t),
        std::cmp::Ordering::Equal => t,
        std::cmp::Ordering::Greater if rng.chance(0.5) => pool.zero_ext(width, t),
        std::cmp::Ordering::Greater => pool.sign_ext(width, t),
    }
}

fn number(pool: &mut Pool, rng: &mut Rng, name: &str, width: u8) -> Term {
    if rng.chance(0.4) {
        return pool.bv(width, u128::from(rng.next_u64()));
    }
    pool.symbol(&format!("{name}{width}"), SymbolKind::Input, Sort::Bv(width))
}

/// `start + step·t`, with the widths changing on the way; unit steps where it is extended afterwards.
fn sequence(pool: &mut Pool, rng: &mut Rng, t: Term) -> Term {
    let widths = [2, 3, 4];
    let mut x = t;
    for (round, last) in [(0, false), (1, true)] {
        let width = *rng.pick(&widths);
        x = resized(pool, rng, x, width);
        let step = if last { rng.below(16) as u128 } else { *rng.pick(&[1, 1, 1, u128::MAX, 2, 3]) };
        let (step, start) = (pool.bv(width, step), number(pool, rng, &format!("a{round}_"), width));
        let product = pool.mul(x, step);
        x = pool.add(start, product);
        if rng.chance(0.5) {
            break;
        }
    }
    x
}

fn guard(pool: &mut Pool, rng: &mut Rng, t: Term) -> Term {
    let x = sequence(pool, rng, t);
    let width = pool.sort(x).width().unwrap();
    let n = number(pool, rng, "n", width);
    let (a, b) = if rng.chance(0.5) { (x, n) } else { (n, x) };
    match rng.below(6) {
        0 => pool.eq(a, b),
        1 => pool.ne(a, b),
        k => pool.mk([Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle][k - 2], &[a, b]),
    }
}

/// Every assignment of the symbols, a value of `Int` being between -6 and 9.
fn assignments(pool: &Pool, symbols: &[SymbolId]) -> Vec<FxMap<SymbolId, Value>> {
    let mut all = vec![FxMap::default()];
    for &symbol in symbols {
        let values: Vec<Value> = match pool.symbol_info(symbol).sort {
            Sort::Bv(w) => (0..1u128 << w).map(|n| Value::Bits(Bits::new(w.into(), n))).collect(),
            _ => (-6..10i64).map(|n| Value::Int(Integer::from(n))).collect(),
        };
        all = all
            .iter()
            .flat_map(|known| {
                values.iter().map(move |value| {
                    let mut more = known.clone();
                    more.insert(symbol, value.clone());
                    more
                })
            })
            .collect();
    }
    all
}

fn agree(pool: &mut Pool, before: Term, after: Term) {
    let symbols: Vec<SymbolId> = pool.free_symbols(before).to_vec();
    let (mut first, mut second) = (Evaluator::new(), Evaluator::new());
    for values in assignments(pool, &symbols) {
        let (a, b) = (first.eval(pool, before, &values, 1 << 20), second.eval(pool, after, &values, 1 << 20));
        assert_eq!(a, b, "{values:?}\n{}\n{}", print_term(pool, before), print_term(pool, after));
    }
}

#[test]
fn guards_of_bit_vectors_are_eliminated_exactly() {
    let mut rng = Rng::new(21);
    let (mut eliminated, mut largest) = (0, 0);
    for _ in 0..1500 {
        let mut pool = Pool::new();
        let width = *rng.pick(&[2, 3, 4]);
        let (count, name) = (number(&mut pool, &mut rng, "k", width), format!("t{width}"));
        let bound = pool.symbol(&name, SymbolKind::Bound, Sort::Bv(width));
        let body = guard(&mut pool, &mut rng, bound);
        let op = Op::Forall(pool.as_symbol(bound).unwrap());
        let (before, after) = (pool.raw(op, &[count, body]), pool.mk(op, &[count, body]));
        agree(&mut pool, before, after);
        eliminated += usize::from(!pool.features(after).contains(Features::QUANTIFIER));
        largest = largest.max(size(&pool, after));
    }
    eprintln!("{eliminated} of 1500 eliminated, largest {largest}");
    assert!(eliminated > 1400, "{eliminated} of 1500");
    assert!(largest < 160, "{largest} nodes");
}

#[test]
fn guards_of_integers_are_eliminated_exactly() {
    let mut rng = Rng::new(22);
    for _ in 0..400 {
        let mut pool = Pool::new();
        let [a, n] = ["a", "n"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Int));
        let counter = pool.symbol("k", SymbolKind::Counter, Sort::Int);
        let minus = pool.int(-1);
        let before_last = pool.add(counter, minus);
        let count = if rng.chance(0.8) { counter } else { before_last };
        let bound = pool.symbol("t", SymbolKind::Bound, Sort::Int);
        let (step, offset) = (pool.int(rng.between(-5, 5)), pool.int(rng.between(-3, 3)));
        let moved = pool.mul(step, bound);
        let x = pool.int_add(&[a, moved, offset]);
        let body = match rng.below(4) {
            0 => pool.eq(x, n),
            1 => pool.ne(x, n),
            2 => pool.int_le(x, n),
            _ => pool.int_lt(n, x),
        };
        let op = Op::Forall(pool.as_symbol(bound).unwrap());
        let (before, after) = (pool.raw(op, &[count, body]), pool.mk(op, &[count, body]));
        agree(&mut pool, before, after);
        assert!(!pool.features(after).contains(Features::QUANTIFIER), "{}", print_term(&pool, after));
    }
}

#[test]
fn what_is_left_is_split_exactly() {
    let mut rng = Rng::new(23);
    let mut splits = 0;
    for _ in 0..2500 {
        let mut pool = Pool::new();
        let width = *rng.pick(&[3, 4]);
        let (count, name) = (number(&mut pool, &mut rng, "k", width), format!("t{width}"));
        let bound = pool.symbol(&name, SymbolKind::Bound, Sort::Bv(width));
        // Long steps, unknown ones, and long ones that are extended afterwards.
        let (step, start) = (number(&mut pool, &mut rng, "s", width), number(&mut pool, &mut rng, "a", width));
        let product = pool.mul(bound, step);
        let mut x = pool.add(start, product);
        if width == 3 && rng.chance(0.6) {
            x = resized(&mut pool, &mut rng, x, 5);
            let (factor, offset) = (pool.bv(5, rng.below(5) as u128), number(&mut pool, &mut rng, "b", 5));
            let product = pool.mul(x, factor);
            x = pool.add(offset, product);
        }
        let wide = pool.sort(x).width().unwrap();
        let n = number(&mut pool, &mut rng, "n", wide);
        let (a, b) = if rng.chance(0.5) { (x, n) } else { (n, x) };
        let body = pool.mk(*rng.pick(&[Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle]), &[a, b]);
        let t = pool.raw(Op::Forall(pool.as_symbol(bound).unwrap()), &[count, body]);
        if pool.free_symbols(t).len() > 3 {
            continue;
        }
        let Some(Split { provided, exact }) = split(&mut pool, t) else { continue };
        splits += 1;
        assert!(!pool.features(exact).contains(Features::QUANTIFIER));
        let (outside, equal) = (pool.not(provided), pool.raw(Op::Eq, &[t, exact]));
        let claim = pool.raw(Op::Or, &[outside, equal]);
        agree(&mut pool, claim, TRUE);
    }
    eprintln!("{splits} splits");
    assert!(splits > 1000);
}

/// What C loops come to: the counter has the width of an `int`, the offset that of a pointer.
#[test]
fn wide_guards_are_eliminated_and_small() {
    let mut pool = Pool::new();
    let [k, i, n] = ["k", "i", "n"].map(|name| pool.symbol(name, SymbolKind::Counter, Sort::Bv(32)));
    let size64 = pool.symbol("size", SymbolKind::Input, Sort::Bv(64));
    let below = pool.forall(k, |p, t| p.bv_slt(t, n));
    let offset = pool.forall(k, |p, t| {
        let index = p.add(i, t);
        let (wide, four) = (p.sign_ext(64, index), p.bv(64, 4));
        let offset = p.mul(wide, four);
        p.bv_ule(offset, size64)
    });
    let fixed = pool.forall(k, |p, t| {
        let index = p.add(i, t);
        let (wide, last) = (p.sign_ext(64, index), p.bv(64, 99));
        p.bv_ule(wide, last)
    });
    let stride = pool.forall(k, |p, t| {
        let two = p.bv(32, 2);
        let double = p.mul(t, two);
        let index = p.add(i, double);
        p.bv_slt(index, n)
    });
    // `i + t + 1` and `3 · (i + t)` fit in an `int`, as the engine asks.
    let sum_fits = pool.forall(k, |p, t| {
        let (x, one, zero) = (p.add(i, t), p.bv(32, 1), p.bv(32, 0));
        let sum = p.add(x, one);
        let (a, b) = (p.bv_xor(x, sum), p.bv_xor(one, sum));
        let both = p.bv_and(a, b);
        p.bv_sle(zero, both)
    });
    let product_fits = pool.forall(k, |p, t| {
        let (x, three) = (p.add(i, t), p.bv(64, 3));
        let wide = p.sign_ext(64, x);
        let product = p.mul(wide, three);
        let low = p.extract(31, 0, product);
        let again = p.sign_ext(64, low);
        p.eq(product, again)
    });
    // A column of a matrix of 40 by 10 numbers.
    let column = pool.forall(k, |p, t| {
        let (ten, four, last) = (p.bv(32, 10), p.bv(64, 4), p.bv(64, 1596));
        let row = p.mul(t, ten);
        let index = p.add(i, row);
        let wide = p.sign_ext(64, index);
        let offset = p.mul(wide, four);
        p.bv_ule(offset, last)
    });
    for t in [below, offset, fixed, stride, sum_fits, product_fits, column] {
        assert!(!pool.features(t).contains(Features::QUANTIFIER), "{}", print_term(&pool, t));
        eprintln!("{:3} {}", size(&pool, t), print_term(&pool, t));
    }
    assert!(size(&pool, offset) < 80);
}

/// The invariant half of the body is evaluated once, the rest per position, and the first failure is found.
#[test]
fn evaluation_repeats_only_what_moves() {
    let mut pool = Pool::new();
    let k = pool.symbol("k", SymbolKind::Counter, Sort::Bv(16));
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Bv(16)));
    let mut heavy = x;
    for _ in 0..500 {
        heavy = pool.raw(Op::BvUdiv, &[heavy, y]);
    }
    let t = pool.forall(k, |p, t| {
        let sum = p.bv_xor(heavy, t);
        let hundred = p.bv(16, 1000);
        p.bv_ult(sum, hundred)
    });
    assert!(pool.features(t).contains(Features::QUANTIFIER));
    let (k, x, y) = (pool.as_symbol(k).unwrap(), pool.as_symbol(x).unwrap(), pool.as_symbol(y).unwrap());
    let bits = |n: u128| Value::Bits(Bits::new(16, n));
    let values = |n: u128| FxMap::from_iter([(k, bits(n)), (x, bits(0)), (y, bits(7))]);
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.eval(&pool, t, &values(1000), 20_000), Ok(Value::Bool(true)));
    assert_eq!(evaluator.eval(&pool, t, &values(1001), 20_000), Ok(Value::Bool(false)));
    let found = evaluator.violations(&pool, t, &values(9999), 2, 20_000);
    assert_eq!(found, (vec![bits(1000), bits(1001)], Ok(())));
    assert_eq!(evaluator.violations(&pool, t, &values(999), 2, 20_000), (vec![], Ok(())));
    assert_eq!(evaluator.violations(&pool, t, &values(999), 2, 900), (vec![], Err(Stuck::Budget)));
}
