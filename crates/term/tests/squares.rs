//! A number that is squared again and again: neither its term nor its value has a size that anybody waits for.

use pathfold_base::{FxMap, Integer};
use pathfold_term::eval::{Stuck, eval};
use pathfold_term::{Pool, Sort, SymbolKind, Value};

#[test]
fn squares_of_squares_stay_small() {
    let mut pool = Pool::new();
    let x = pool.fresh_of_kind("x", SymbolKind::Input, Sort::Int);
    let (mut power, mut scaled) = (x, x);
    let two = pool.int(2);
    for _ in 0..60 {
        power = pool.mul(power, power);
        let square = pool.mul(scaled, scaled);
        scaled = pool.mul(two, square);
    }
    assert!(pool.len() < 10_000, "{}", pool.len());
    let symbol = pool.as_symbol(x).expect("a symbol");
    let at = |n: i64| FxMap::from_iter([(symbol, Value::Int(Integer::from(n)))]);
    assert_eq!(eval(&pool, power, &at(-1), 100_000), Ok(Value::Int(Integer::from(1_i64))));
    assert_eq!(eval(&pool, scaled, &at(0), 100_000), Ok(Value::Int(Integer::from(0_i64))));
    for term in [power, scaled] {
        assert_eq!(eval(&pool, term, &at(3), u64::MAX), Err(Stuck::Budget));
    }
}
