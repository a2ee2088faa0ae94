//! What terms look like.

use super::*;
use crate::sort::Sort;
use crate::symbol::SymbolKind;

struct Bench {
    pool: Pool,
    names: Names,
}

impl Bench {
    fn new() -> Self {
        Self { pool: Pool::new(), names: Names::new() }
    }

    fn symbol(&mut self, name: &str, sort: Sort, rank: u8) -> Term {
        let term = self.pool.symbol(&format!("{name}@7"), SymbolKind::Fresh, sort);
        self.names.set(term, name, rank);
        term
    }

    #[track_caller]
    fn reads(&self, term: Term, text: &str) {
        assert_eq!(infix(&self.pool, term, &self.names), text);
    }
}

#[test]
fn sums_start_with_what_ranks_first() {
    let mut b = Bench::new();
    let (k, i) = (b.symbol("k", Sort::Int, 2), b.symbol("i0", Sort::Int, 0));
    let (four, minus) = (b.pool.int(4), b.pool.int(-3));
    let steps = b.pool.mul(four, k);
    let form = b.pool.int_add(&[steps, i]);
    b.reads(form, "i0 + 4 * k");
    let less = b.pool.add(form, minus);
    b.reads(less, "i0 + 4 * k - 3");
    let down = b.pool.sub(i, steps);
    b.reads(down, "i0 - 4 * k");
    let square = b.pool.mul(k, k);
    let product = b.pool.mul(minus, square);
    let sum = b.pool.add(i, product);
    b.reads(sum, "i0 - 3 * k * k");
    let quotient = b.pool.mk(Op::IntDiv, &[less, four]);
    b.reads(quotient, "(i0 + 4 * k - 3) / 4");
}

#[test]
fn vectors_read_as_numbers() {
    let mut b = Bench::new();
    let (k, i) = (b.symbol("k", Sort::Bv(32), 2), b.symbol("i0", Sort::Bv(32), 0));
    let one = b.pool.bv(32, 1);
    let before = b.pool.sub(i, one);
    b.reads(before, "i0 - 1");
    let four = b.pool.bv(32, 4);
    let steps = b.pool.mul(k, four);
    let form = b.pool.add(i, steps);
    b.reads(form, "i0 + 4 * k");
    let wide = b.pool.sign_ext(64, form);
    b.reads(wide, "i0 + 4 * k");
    let most = b.pool.bv(32, u128::from(u32::MAX));
    let below = b.pool.raw(Op::BvUlt, &[i, most]);
    b.reads(below, "i0 < 4294967295");
    let signed = b.pool.raw(Op::BvSlt, &[most, i]);
    b.reads(signed, "i0 > -1");
}

#[test]
fn comparisons_are_as_in_the_source() {
    let mut b = Bench::new();
    let (x, n) = (b.symbol("x", Sort::Int, 0), b.symbol("n", Sort::Int, 5));
    let below = b.pool.int_lt(x, n);
    b.reads(below, "x < n");
    let not = b.pool.not(below);
    b.reads(not, "x >= n");
    let above = b.pool.int_gt(x, n);
    b.reads(above, "x > n");
    let zero = b.pool.int(0);
    let positive = b.pool.int_lt(zero, x);
    b.reads(positive, "x > 0");
    let five = b.pool.int(5);
    let small = b.pool.int_le(x, five);
    b.reads(small, "x <= 5");
    let same = b.pool.eq(x, five);
    b.reads(same, "x == 5");
    let different = b.pool.not(same);
    let both = b.pool.raw(Op::And, &[below, different]);
    b.reads(both, "x < n && x != 5");
    let neither = b.pool.raw(Op::Not, &[both]);
    b.reads(neither, "!(x < n && x != 5)");
    let either = b.pool.ite(below, x, n);
    b.reads(either, "x < n ? x : n");
}

#[test]
fn bytes_one_after_the_other_are_an_element() {
    let mut b = Bench::new();
    let i = b.symbol("i", Sort::Bv(64), 0);
    let array = b.symbol("a", Sort::Array(crate::Scalar::Bv(64), crate::Scalar::Bv(8)), 0);
    let four = b.pool.bv(64, 4);
    let start = b.pool.mul(i, four);
    let byte = |b: &mut Bench, n: u128| {
        let n = b.pool.bv(64, n);
        let at = b.pool.add(start, n);
        b.pool.raw(Op::Select, &[array, at])
    };
    let bytes = [3, 2, 1, 0].map(|n| byte(&mut b, n));
    let mut whole = bytes[0];
    for byte in &bytes[1..] {
        whole = b.pool.raw(Op::Concat, &[whole, *byte]);
    }
    b.reads(whole, "a[i]");
    b.reads(bytes[3], "a[4 * i]");
    let torn = b.pool.raw(Op::Concat, &[bytes[0], bytes[2]]);
    b.reads(torn, "(a[4 * i + 3] . a[4 * i + 1])");
}

#[test]
fn long_terms_end_early() {
    let mut b = Bench::new();
    let mut term = b.symbol("x", Sort::Bv(8), 0);
    for _ in 0..40 {
        term = b.pool.raw(Op::BvXor, &[term, term]);
    }
    let text = infix(&b.pool, term, &b.names);
    assert!(text.contains(LEFT_OUT) && text.len() < 2000, "{text}");
}

#[test]
fn numbers_of_the_source_decide_how_bounds_are_written() {
    let mut b = Bench::new();
    let x = b.symbol("x", Sort::Int, 0);
    let (limit, hundred) = (b.pool.int(99), b.pool.int(100));
    let below = b.pool.int_le(x, limit);
    b.reads(below, "x <= 99");
    let not = b.pool.not(below);
    b.reads(not, "x >= 100");
    b.names.mention(Integer::from(100_i64));
    b.reads(below, "x < 100");
    b.reads(not, "x >= 100");
    b.names.mention(Integer::from(99_i64));
    b.reads(below, "x <= 99");
    let room = b.pool.sub(hundred, x);
    b.reads(room, "100 - x");
}

#[test]
fn choices_by_bits_are_elements() {
    let mut b = Bench::new();
    let i = b.symbol("i", Sort::Bv(64), 0);
    let two = b.pool.bv(64, 2);
    let at = b.pool.mul(i, two);
    let one = b.pool.bv(1, 1);
    let choose = |b: &mut Bench, entries: [Term; 4]| {
        let (low, high) = (b.pool.raw(Op::Extract(1, 1), &[at]), b.pool.raw(Op::Extract(2, 2), &[at]));
        let (low, high) = (b.pool.raw(Op::Eq, &[low, one]), b.pool.raw(Op::Eq, &[high, one]));
        let below = b.pool.raw(Op::Ite, &[low, entries[1], entries[0]]);
        let above = b.pool.raw(Op::Ite, &[low, entries[3], entries[2]]);
        b.pool.raw(Op::Ite, &[high, above, below])
    };
    let symbols = [0, 1, 2, 3].map(|n| b.pool.symbol(&format!("a[{n}]"), SymbolKind::Input, Sort::Bv(8)));
    let element = choose(&mut b, symbols);
    b.reads(element, "a[i]");
    let letters = [b'o', b'h', b'!', 0].map(|byte| b.pool.bv(8, u128::from(byte)));
    let letter = choose(&mut b, letters);
    b.reads(letter, "\"oh!\"[i]");
    let numbers = [3, 255, 4, 0].map(|byte| b.pool.bv(8, byte));
    let number = choose(&mut b, numbers);
    b.reads(number, "{3, -1, 4, 0}[i]");
    let mixed = choose(&mut b, [symbols[0], letters[0], symbols[2], symbols[1]]);
    assert!(infix(&b.pool, mixed, &b.names).contains('?'));
}

#[test]
fn bits_of_sums_may_be_written_with_other_bits() {
    let mut b = Bench::new();
    let i = b.symbol("i", Sort::Bv(8), 0);
    let symbols = [0, 1, 2, 3].map(|n| b.pool.symbol(&format!("a[{n}]"), SymbolKind::Input, Sort::Bv(8)));
    let (one, zero, step) = (b.pool.bv(1, 1), b.pool.bv(1, 0), b.pool.bv(8, 1));
    let next = b.pool.add(i, step);
    let (high, low) = (b.pool.raw(Op::Extract(1, 1), &[next]), b.pool.raw(Op::Extract(0, 0), &[i]));
    let (high, low) = (b.pool.raw(Op::Eq, &[high, one]), b.pool.raw(Op::Eq, &[low, zero]));
    let below = b.pool.raw(Op::Ite, &[low, symbols[1], symbols[0]]);
    let above = b.pool.raw(Op::Ite, &[low, symbols[3], symbols[2]]);
    let element = b.pool.raw(Op::Ite, &[high, above, below]);
    b.reads(element, "a[i + 1]");
}
