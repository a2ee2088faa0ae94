//! Against the plainest way, limb by limb, and against `num-bigint`.

use num_bigint::{BigInt, BigUint};

use super::limbs::{self, BLOCK, Block};
use super::wide::{self, Way};
use super::{Divisors, View, blocks_for, blocks_to_divide};
use crate::Rng;

/// Both ways to combine magnitudes against the plainest one: random limbs, and limbs that make or pass on carries.
#[test]
fn sums_carry_as_single_limbs_do() {
    let mut rng = Rng::new(7);
    for _ in 0..10_000 {
        let (blocks, kind) = (rng.below(24), rng.below(4));
        let mut magnitude = |blocks: usize| -> Vec<Block> {
            let limb = |rng: &mut Rng| match (kind, rng.below(4)) {
                (0, _) => rng.next_u64(),
                (1, 0) | (2, 1..) => u64::MAX,
                (1, _) | (2, 0) => rng.next_u64() & 1,
                (_, 0) => u64::MAX,
                (_, 1) => 1 << 63,
                (_, 2) => (1 << 63) - 1,
                _ => 0,
            };
            (0..blocks).map(|_| std::array::from_fn(|_| limb(&mut rng))).collect()
        };
        let (x, y) = (magnitude(blocks), magnitude(blocks));
        for y in [&y, &y[..blocks / 3 * 2]] {
            for done in [
                check_combined(Way::Add, &x, y, u64::carrying_add),
                check_combined(Way::Subtract, &x, y, u64::borrowing_sub),
            ] {
                // A machine that cannot does nothing, and any other does everything unless a carry is passed on. That a
                // random limb does so has a probability of 2^-63.
                assert!(done == 0 || done == y.len() / 2 * 2);
                assert!(kind != 0 || !wide::is_possible() || done == y.len() / 2 * 2);
            }
        }
    }
}

/// How many blocks were done at once.
fn check_combined(way: Way, x: &[Block], y: &[Block], step: impl limbs::Step) -> usize {
    let (mut expected, mut carries) = (vec![[0; BLOCK]; x.len()], vec![false]);
    for at in 0..BLOCK * x.len() {
        let (block, limb) = (at / BLOCK, at % BLOCK);
        let other = y.get(block).map_or(0, |block| block[limb]);
        let (result, carry) = step(x[block][limb], other, carries[at]);
        expected[block][limb] = result;
        carries.push(carry);
    }
    let mut out = vec![[7; BLOCK]; x.len()];
    let carry = limbs::in_turn(&mut out, x, y, false, &step);
    assert_eq!((&out, carry), (&expected, carries[BLOCK * x.len()]), "{way:?} {x:?} {y:?}");
    let mut out = vec![[7; BLOCK]; x.len()];
    let (done, carry) = wide::combine(way, &mut out, x, y);
    assert_eq!((&out[..done], carry), (&expected[..done], carries[BLOCK * done]), "{way:?} {x:?} {y:?}");
    assert!(done == 0 || out[done..].iter().all(|block| *block == [7; BLOCK]));
    done
}

/// A magnitude in blocks.
fn blocks_of(limbs: &[u64]) -> Vec<Block> {
    let mut blocks = vec![[0; BLOCK]; limbs.len().div_ceil(BLOCK)];
    blocks.as_flattened_mut()[..limbs.len()].copy_from_slice(limbs);
    while blocks.last() == Some(&[0; BLOCK]) {
        blocks.pop();
    }
    blocks
}

fn view(blocks: &[Block], negative: bool) -> View<'_> {
    View { negative: negative && !blocks.is_empty(), blocks }
}

/// Divides in whatever is known from the divisions before, and compares; the limbs of the quotient.
fn divide(divisors: &mut Divisors, x: View<'_>, y: View<'_>) -> Vec<u64> {
    let (a, b) = (x.to_big(), y.to_big());
    let mut out = vec![[7; BLOCK]; blocks_to_divide(x.limbs().len())];
    let Some(divided) = divisors.divide(&mut out, x, y) else {
        assert!(b == BigInt::ZERO || x.limbs().len() < y.limbs().len(), "{a} / {b}");
        return Vec::new();
    };
    let remainder = View { negative: divided.remainder.negative, blocks: &out[..divided.remainder.blocks] };
    let quotient = &out[divided.behind..][..divided.quotient.blocks];
    let quotient = View { negative: divided.quotient.negative, blocks: quotient };
    for part in [remainder, quotient] {
        assert!(part.blocks.last() != Some(&[0; BLOCK]) && !(part.blocks.is_empty() && part.negative), "{a} / {b}");
    }
    assert_eq!((quotient.to_big(), remainder.to_big()), (&a / &b, &a % &b), "{a} / {b}");
    quotient.limbs().to_vec()
}

/// Limbs that carry far, and quotients that are hard to guess.
fn magnitude(rng: &mut Rng, len: usize) -> Vec<u64> {
    let kind = rng.below(5);
    (0..len)
        .map(|_| match (kind, rng.below(3)) {
            (0, _) | (1, 0) => u64::MAX,
            (1, _) | (2, 0) => 0,
            (2, 1) => 1 << 63,
            (2, _) => u64::MAX - 1,
            (3, 0) => rng.next_u64() & 3,
            _ => rng.next_u64(),
        })
        .collect()
}

/// Divisors that come again and again, as in modular arithmetic, and others between them.
#[test]
fn quotients_by_the_same_divisors() {
    let mut rng = Rng::new(31);
    let mut divisors = Divisors::default();
    for _ in 0..3000 {
        let len = 1 + rng.below(6);
        let mut divisor = magnitude(&mut rng, len);
        if rng.chance(0.5)
            && let Some(top) = divisor.last_mut()
        {
            *top >>= rng.below(64);
        }
        let by = blocks_of(&divisor);
        for _ in 0..rng.below(6) {
            let len = rng.below(16);
            let mut number = magnitude(&mut rng, len);
            if rng.chance(0.3) {
                // A multiple, and what is next to it.
                let factor = BigUint::from(rng.next_u64()) << rng.below(200);
                let product = (view(&by, false).to_big() * BigInt::from(factor) + rng.between(-1, 1)).into_parts().1;
                number = product.to_u64_digits();
            }
            let x = blocks_of(&number);
            divide(&mut divisors, view(&x, rng.chance(0.3)), view(&by, rng.chance(0.3)));
            if rng.chance(0.1) {
                divide(&mut divisors, view(&x, false), view(&x, false));
            }
        }
    }
}

/// The digits of numbers, asked for once or twice, with other divisions between them.
#[test]
fn quotients_of_quotients() {
    let mut rng = Rng::new(32);
    let mut divisors = Divisors::default();
    for round in 0..400 {
        let limb = match rng.below(4) {
            0 => 10,
            1 => 1 + rng.next_u64() % 20,
            2 => 1 + (rng.next_u64() >> (42 + rng.below(4))),
            _ => rng.next_u64() >> rng.below(63),
        };
        let by = blocks_of(&[limb]);
        let len = 1 + rng.below(24);
        let mut number = magnitude(&mut rng, len);
        let negative = rng.chance(0.3);
        for _ in 0..rng.below(60) {
            let x = blocks_of(&number);
            let quotient = divide(&mut divisors, view(&x, negative), view(&by, false));
            match rng.below(12) {
                0 => {
                    let short = blocks_of(&[rng.next_u64()]);
                    divide(&mut divisors, view(&short, false), view(&by, true));
                }
                1 => {
                    let (len, other) = (1 + rng.below(24), blocks_of(&[rng.next_u64() >> rng.below(63)]));
                    let different = blocks_of(&magnitude(&mut rng, len));
                    divide(&mut divisors, view(&different, false), view(&other, false));
                }
                2 => number = magnitude(&mut rng, number.len()),
                3..8 => number = quotient,
                _ => {
                    divide(&mut divisors, view(&x, negative), view(&by, round % 2 == 0));
                    number = quotient;
                }
            }
        }
    }
}

/// The room that divisions ask for has what they write.
#[test]
fn room_is_enough() {
    for limbs in 0..40 {
        assert!(blocks_for(limbs) * BLOCK > limbs && blocks_to_divide(limbs) * BLOCK >= 2 * limbs + 2);
    }
}
