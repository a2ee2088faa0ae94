//! Large numbers: against `num-bigint`, through collections, and in every instruction.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use num_bigint::{BigInt, BigUint, Sign};
use pathfold_base::rng::Rng;
use pathfold_base::{Integer, SourceFile};

use super::numbers::{Constants, Numbers};
use super::{Interp, LimitKind, Limits, MachineCode, Outcome};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

impl Arith {
    fn apply(self, numbers: &mut Numbers, x: i64, y: i64) -> Option<i64> {
        match self {
            Arith::Add => numbers.sum(x, y),
            Arith::Sub => numbers.difference(x, y),
            Arith::Mul => numbers.product(x, y),
            Arith::Div => numbers.quotient(x, y),
            Arith::Rem => numbers.remainder(x, y),
        }
    }
}

const OPS: [Arith; 5] = [Arith::Add, Arith::Sub, Arith::Mul, Arith::Div, Arith::Rem];

fn expected(op: Arith, x: &BigInt, y: &BigInt) -> Option<BigInt> {
    let is_division = matches!(op, Arith::Div | Arith::Rem);
    (!is_division || y.sign() != Sign::NoSign).then(|| match op {
        Arith::Add => x + y,
        Arith::Sub => x - y,
        Arith::Mul => x * y,
        Arith::Div => x / y,
        Arith::Rem => x % y,
    })
}

fn numbers(max_bits: u64) -> Numbers {
    let mut numbers = Numbers::default();
    numbers.reset(&Constants::default(), &Limits { max_bits, ..Limits::default() });
    numbers
}

fn word(numbers: &mut Numbers, n: &BigInt) -> i64 {
    numbers.word(&Integer::from(n.clone())).unwrap()
}

/// Does one operation in every way there is, and compares with `num-bigint`; the word of the result.
fn agree(numbers: &mut Numbers, op: Arith, (x, a): (i64, &BigInt), (y, b): (i64, &BigInt)) -> Option<(i64, BigInt)> {
    assert_eq!(numbers.compare(x, y), a.cmp(b), "{a} {b}");
    for off in [0, 2, 7 << 1, -5 << 1] {
        assert_eq!(numbers.is_below(x, y, off), *a < b + (off >> 1), "{a} {b} {off}");
    }
    assert_eq!(numbers.is_multiple(x, (2 << 4) - 1), a % 16 == BigInt::ZERO, "{a}");
    let Some(expected) = expected(op, a, b) else {
        assert_eq!(op.apply(numbers, x, y), None);
        return None;
    };
    let word = op.apply(numbers, x, y).unwrap();
    assert_eq!(numbers.number(word), Integer::from(expected.clone()), "{op:?} {a} {b}");
    // A number is a small word if it can be.
    assert_eq!(word & 1 == 0, expected.bits() <= 62 || expected == BigInt::from(-1_i64 << 62), "{expected}");
    Some((word, expected))
}

#[test]
fn borders_of_limbs() {
    let mut values = vec![BigInt::ZERO];
    for bits in [0_u32, 1, 31, 32, 61, 62, 63, 64, 65, 127, 128, 129, 511, 512, 513, 600, 1100] {
        let power = BigInt::from(1) << bits;
        for delta in [-1, 0, 1, 12345] {
            values.extend([&power + delta, -&power - delta]);
        }
    }
    let mut numbers = numbers(1_000_000);
    let mut words: Vec<i64> = values.iter().map(|n| word(&mut numbers, n)).collect();
    for at in 0..words.len() {
        for (y, b) in words.iter().zip(&values) {
            for op in OPS {
                agree(&mut numbers, op, (words[at], &values[at]), (*y, b));
            }
        }
        numbers.collect(&mut words, &mut []).expect("no limit is set");
    }
}

/// Random signs and lengths, with limbs that carry far and quotients that are hard to guess.
fn random(rng: &mut Rng, max_limbs: usize) -> BigInt {
    let limbs = rng.below(max_limbs + 1);
    let kind = rng.below(6);
    let mut digits = Vec::new();
    for _ in 0..limbs {
        let limb = match (kind, rng.below(3)) {
            (0, _) => u64::MAX,
            (1, _) => 0,
            (2, 0) => u64::MAX,
            (2, _) => 0,
            (3, 0) => 1 << 63,
            (3, 1) => u64::MAX - 1,
            _ => rng.next_u64(),
        };
        digits.extend([limb as u32, (limb >> 32) as u32]);
    }
    let sign = if rng.chance(0.5) { Sign::Plus } else { Sign::Minus };
    (BigInt::from_biguint(sign, BigUint::new(digits)) >> rng.below(64)) + rng.between(-2, 2)
}

/// Numbers that come and go in a few cells: what is in use stays, whatever is made of free entries.
#[test]
fn random_numbers_through_collections() {
    for (seed, max_limbs, rounds) in [(1, 3, 30_000), (2, 9, 30_000), (3, 40, 6_000), (4, 150, 1_500)] {
        let mut rng = Rng::new(seed);
        let mut numbers = numbers(1_000_000);
        let mut values = vec![BigInt::ZERO; 40];
        let mut cells = vec![0; 40];
        for _ in 0..rounds {
            let (x, y, to) = (rng.below(40), rng.below(40), rng.below(40));
            let (a, b) = ((cells[x], &values[x]), (cells[y], &values[y]));
            let found = agree(&mut numbers, *rng.pick(&OPS), a, b);
            match found {
                Some((word, value)) if value.bits() < 64 * max_limbs as u64 => (cells[to], values[to]) = (word, value),
                _ => {
                    values[to] = random(&mut rng, max_limbs);
                    cells[to] = word(&mut numbers, &values[to]);
                }
            }
            // Both parts of a division, one after the other.
            agree(&mut numbers, *rng.pick(&OPS), (cells[x], &values[x]), (cells[to], &values[to]));
            agree(&mut numbers, *rng.pick(&OPS), (cells[x], &values[x]), (cells[to], &values[to]));
            // Registers may have anything that is no longer in use.
            let mut stale = [-1, rng.next_u64() as i64 | 1, rng.below(200) as i64, 1 << 32 | 1];
            numbers.collect(&mut cells, &mut stale).expect("no limit is set");
        }
        for (word, value) in cells.iter().zip(&values) {
            assert_eq!(numbers.number(*word), Integer::from(value.clone()));
        }
    }
}

#[test]
fn sums_of_products() {
    let mut rng = Rng::new(5);
    let mut numbers = numbers(1_000_000);
    for _ in 0..20_000 {
        let values: [BigInt; 3] = std::array::from_fn(|_| random(&mut rng, 6));
        let [x, y, z] = std::array::from_fn(|at| word(&mut numbers, &values[at]));
        let off = rng.between(-3, 3);
        let [a, b, c] = &values;
        let product = numbers.mul_add(x, y, z, off << 1).unwrap();
        assert_eq!(numbers.number(product), Integer::from(a + b * c + off));
        let sum = numbers.add_add(x, y, off << 1).unwrap();
        assert_eq!(numbers.number(sum), Integer::from(a + b + off));
        let square = numbers.mul_add(x, x, x, 0).unwrap();
        assert_eq!(numbers.number(square), Integer::from(a + a * a));
        numbers.collect(&mut [], &mut []).expect("no limit is set");
    }
}

#[test]
fn no_number_is_longer_than_allowed() {
    for bits in [64_u32, 100, 128, 129, 1000] {
        let mut numbers = numbers(bits.into());
        let longest = (BigInt::from(1) << bits) - 1;
        let x = word(&mut numbers, &longest);
        let minus = word(&mut numbers, &-&longest);
        for (op, x, y) in [(Arith::Add, x, 2), (Arith::Sub, minus, 2), (Arith::Mul, x, 4), (Arith::Mul, x, minus)] {
            assert_eq!(op.apply(&mut numbers, x, y), None, "{op:?} {bits}");
        }
        assert!(numbers.mul_add(2, x, 2, 0).is_none() && numbers.add_add(x, 0, 2).is_none());
        assert_eq!(numbers.difference(x, x), Some(0));
        assert!(numbers.word(&Integer::from(longest + 1)).is_err());
    }
}

/// Memory stays in proportion to what is in use: buffers go once as much was made as there was.
#[test]
fn buffers_are_given_back() {
    let mut numbers = numbers(1_000_000);
    let mut cells: Vec<i64> = (0..30).map(|_| word(&mut numbers, &(BigInt::from(1) << 900_000))).collect();
    numbers.collect(&mut cells, &mut []).expect("no limit is set");
    assert!(numbers.held() > 30 * 100_000);
    for round in 0..240_000 {
        cells[round % 30] = word(&mut numbers, &(BigInt::from(1) << 100));
        numbers.collect(&mut cells, &mut []).expect("no limit is set");
    }
    assert!(numbers.held() < 300_000, "{}", numbers.held());
}

/// Interpreted, and by machine code: the same comes of both.
fn run(text: &str, inputs: &[&BigInt]) -> (Outcome, Vec<Integer>) {
    let native = run_by(text, inputs, MachineCode::Always);
    assert_eq!(native, run_by(text, inputs, MachineCode::Off), "{text}");
    native
}

fn run_by(text: &str, inputs: &[&BigInt], machine_code: MachineCode) -> (Outcome, Vec<Integer>) {
    let (checked, diagnostics) = crate::load(&SourceFile::new("t.mc", text));
    let checked = checked.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"));
    let mut inputs = inputs.iter();
    let mut outputs = Vec::new();
    let outcome = Interp::new(&checked).run(
        &[],
        || inputs.next().map(|n| Integer::from((*n).clone())),
        |n| outputs.push(n.clone()),
        Limits { max_steps: Some(10_000), machine_code, ..Limits::default() },
    );
    (outcome, outputs)
}

/// Divisors of one limb, of all sizes, on numbers of all lengths: long ones are divided in two halves at once.
#[test]
fn long_numbers_by_short_ones() {
    let mut rng = Rng::new(21);
    let mut numbers = numbers(1_000_000);
    for round in 0..6000 {
        let bits = 1 + round as u32 % 64;
        let divisor = match rng.below(3) {
            0 => BigInt::from(1_u64 << (bits - 1)) + rng.between(0, 2),
            1 => BigInt::from(u64::MAX >> (64 - bits)),
            _ => BigInt::from((rng.next_u64() >> (64 - bits)).max(1)),
        };
        let limbs = 1 + rng.below(40);
        // Long runs of ones and zeros are what carries go through.
        let x = (0..limbs).fold(BigInt::ZERO, |x, _| {
            let limb = rng.next_u64();
            (x << 64) + *rng.pick(&[0, u64::MAX, limb])
        });
        let x = if rng.chance(0.3) { -x } else { x };
        let (x_word, y_word) = (word(&mut numbers, &x), word(&mut numbers, &divisor));
        let (quotient, remainder) = (numbers.quotient(x_word, y_word), numbers.remainder(x_word, y_word));
        let number = |word: Option<i64>| word.map(|word| numbers.number(word));
        assert_eq!(number(quotient), Some(Integer::from(&x / &divisor)), "{x} {divisor}");
        assert_eq!(number(remainder), Some(Integer::from(&x % &divisor)), "{x} {divisor}");
        numbers.collect(&mut [], &mut []).expect("no limit is set");
    }
}

type Meaning = fn(&BigInt, &BigInt, &BigInt) -> BigInt;

fn is(holds: bool) -> BigInt {
    BigInt::from(u8::from(holds))
}

/// Every instruction that computes, on numbers of all sizes.
#[test]
fn instructions_take_large_numbers() {
    let cases: &[(&str, Meaning)] = &[
        ("x = a + b;", |a, b, _| a + b),
        ("x = a - b;", |a, b, _| a - b),
        ("x = a * b;", |a, b, _| a * b),
        ("x = a * a;", |a, _, _| a * a),
        ("x = a / b;", |a, b, _| a / b),
        ("x = a - a / b * b;", |a, b, _| a % b),
        ("x = a - a / b * b; x = x + a / b;", |a, b, _| a % b + a / b),
        ("x = a / b; x = x + (a - a / b * b);", |a, b, _| a % b + a / b),
        ("x = a; x = x + x;", |a, _, _| a * 2),
        ("x = a; x = x * x;", |a, _, _| a * a),
        ("x = a; x = x - x;", |_, _, _| BigInt::ZERO),
        ("x = a + 5;", |a, _, _| a + 5),
        ("x = 5 - a;", |a, _, _| 5 - a),
        ("x = a * -7;", |a, _, _| a * -7),
        ("x = a / 8;", |a, _, _| a / 8),
        ("x = a / 10;", |a, _, _| a / 10),
        ("x = a / -3;", |a, _, _| a / -3),
        ("x = a / 4611686018427387903;", |a, _, _| a / 4_611_686_018_427_387_903_i64),
        ("x = a - a / 8 * 8;", |a, _, _| a % 8),
        ("x = a - a / 10 * 10;", |a, _, _| a % 10),
        ("x = a - a / 70000 * 70000;", |a, _, _| a % 70000),
        ("x = a + b + 3;", |a, b, _| a + b + 3),
        ("x = a + b * 3 - 2;", |a, b, _| a + b * 3 - 2),
        ("x = b * 3 + 9;", |_, b, _| b * 3 + 9),
        ("x = a + b * c;", |a, b, c| a + b * c),
        ("x = (a < b) + (a <= c) * 10;", |a, b, c| is(a < b) + is(a <= c) * 10),
        ("x = (a == b) + (a != a) * 10 + (a == a) * 100;", |a, b, _| is(a == b) + 100),
        ("if (a < b) { x = 1; }", |a, b, _| is(a < b)),
        ("if (a <= b) { x = 1; }", |a, b, _| is(a <= b)),
        ("if (a < b + 7) { x = 1; }", |a, b, _| is(*a < b + 7)),
        ("if (a == b) { x = 1; }", |a, b, _| is(a == b)),
        ("if (a != b) { x = 1; }", |a, b, _| is(a != b)),
        ("if (a < 5) { x = 1; }", |a, _, _| is(*a < 5.into())),
        ("if (a > 5) { x = 1; }", |a, _, _| is(*a > 5.into())),
        ("if (a == 5) { x = 1; }", |a, _, _| is(*a == 5.into())),
        ("if (a) { x = 1; }", |a, _, _| is(*a != BigInt::ZERO)),
        ("if (a / 4 * 4 == a) { x = 1; }", |a, _, _| is(a % 4 == BigInt::ZERO)),
        ("if (a / 4 * 4 != a) { x = 1; }", |a, _, _| is(a % 4 != BigInt::ZERO)),
        ("x = a; while (x < b && i < 3) { x = x + 1; i = i + 1; }", |a, b, _| {
            a + (b - a).clamp(BigInt::ZERO, 3.into())
        }),
        ("x = a - 2; y = a + 1; while (x < y) { x = x + 1; }", |a, _, _| a + 1),
        ("x = a - 2; y = a + 1; while (x <= y) { x = x + 2; }", |a, _, _| a + 2),
        ("y = c * c + 1; x = a - y; while (x < a) { x = x + y; }", |a, _, _| a.clone()),
        ("x = 4611686018427387902; while (x > 4611686018427387900) { x = x - 1; }", |_, _, _| {
            4_611_686_018_427_387_900_i64.into()
        }),
        ("x = 4611686018427387902; while (x < 4611686018427387903) { x = x + 60; }", |_, _, _| {
            4_611_686_018_427_387_962_i64.into()
        }),
        ("y = 1; x = b + [a, c][y - 1];", |a, b, _| a + b),
        ("y = {f: a, g: b}; x = c + y.g;", |_, b, c| b + c),
        ("y = alloc {f: a, g: b}; x = c + (*y).g;", |_, b, c| b + c),
        ("y = 0; if ([a, b][y + 1] < a) { x = 1; }", |a, b, _| is(b < a)),
        ("y = 0; if ([a, b][y + 1] >= a) { x = 1; }", |a, b, _| is(b >= a)),
        ("y = 0; if ([a, b][y] != 7) { x = 1; }", |a, _, _| is(*a != 7.into())),
        ("y = 0; if ([a, b][y] < 7) { x = 1; }", |a, _, _| is(*a < 7.into())),
        ("x = same(a);", |a, _, _| a.clone()),
        ("x = same(a - 1);", |a, _, _| a - 1),
        ("x = sum(a, b);", |a, b, _| a + b),
        ("x = product(a, b);", |a, b, _| a * b),
        ("x = down(a);", |a, _, _| if *a < 3.into() { a.clone() } else { BigInt::from(a.sign() == Sign::Plus) }),
    ];
    let functions = "same(n) { return n; } sum(m, n) { return m + n; } product(m, n) { return m * n; } \
        down(n) { var r; if (n < 3) { r = n; } else { r = down(n / n); } return r; }";
    let mut rng = Rng::new(6);
    for (body, meaning) in cases {
        let declared = if body.contains("y = ") { ", y" } else { "" };
        let text = format!(
            "{functions} main() {{ var a, b, c, i, x{declared}; a = input; b = input; c = input; i = 0; x = 0; {body} \
            output x; return i; }}"
        );
        for _ in 0..300 {
            let limbs = *rng.pick(&[1, 2, 5]);
            let [a, mut b, c] = std::array::from_fn(|_| random(&mut rng, limbs));
            if b.sign() == Sign::NoSign || rng.chance(0.2) {
                b = &a + 1;
            }
            if b.sign() == Sign::NoSign {
                continue;
            }
            let (outcome, outputs) = run(&text, &[&a, &b, &c]);
            assert!(matches!(outcome, Outcome::Returned(_)), "{body} {outcome:?} {a} {b} {c}");
            assert_eq!(outputs, [Integer::from(meaning(&a, &b, &c))], "{body} {a} {b} {c}");
        }
    }
}

/// A few steps with very long numbers take as long as very many others: somebody looks whether to stop all the same.
#[test]
fn long_numbers_do_not_keep_a_run_from_stopping() {
    let text = "main() { var s, t, i; s = 3; i = 0; while (i < 16) { s = s * s; i = i + 1; }
        t = s; while (i > 0) { t = t * s / (s - 1) + 1; output i; i = i + 1; } return t; }";
    let file = SourceFile::new("t.mc", text);
    let (checked, _) = crate::load(&file);
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { stop: Some(Arc::clone(&stop)), ..Limits::default() };
    let mut outputs = 0;
    let outcome = Interp::new(&checked.expect("a program")).run(
        &[],
        || None,
        |_| {
            outputs += 1;
            stop.store(true, Ordering::Relaxed);
        },
        limits,
    );
    assert_eq!(outcome, Outcome::Limit(LimitKind::Stopped));
    assert!(outputs < 50, "{outputs}");
}
