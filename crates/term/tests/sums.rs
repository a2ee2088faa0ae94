//! A sum that grows for long: adding to it looks at the newest part of it, not at all of it.

use pathfold_base::{FxMap, Integer};
use pathfold_term::eval::eval;
use pathfold_term::{Pool, Sort, SymbolKind, Term, Value};

#[test]
fn adding_to_a_long_sum_costs_no_more_than_to_a_short_one() {
    let mut pool = Pool::new();
    let inputs: Vec<Term> = (0..5_000).map(|_| pool.fresh_of_kind("x", SymbolKind::Input, Sort::Int)).collect();
    let (mut sum, mut held) = (pool.int(0), 0);
    for &input in &inputs {
        sum = pool.add(sum, input);
        held += pool.args(sum).len();
    }
    assert!(held < 100 * inputs.len(), "{held}");
    let model: FxMap<_, _> = inputs
        .iter()
        .zip(0_i64..)
        .map(|(x, n)| (pool.as_symbol(*x).expect("a symbol"), Value::Int(n.into())))
        .collect();
    let expected = Integer::from(4_999_i64 * 5_000 / 2);
    assert_eq!(eval(&pool, sum, &model, 1_000_000), Ok(Value::Int(expected)));
    // What is the same is seen to be.
    let difference = pool.sub(sum, sum);
    assert_eq!(pool.int_value(difference), Some(&Integer::ZERO));
}
