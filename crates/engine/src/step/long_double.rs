//! A `long double` is held as the `double` it is, and lies in memory as its 80 bits.

use pathfold_base::{Bits, extended};
use pathfold_ir::UnaryOp;
use pathfold_term::{Format, Op, Pool, Sort, Term, Value as Constant};

use super::{Halt, bits};

/// So many choices between values are looked into.
const MOST_CHOICES: u32 = 1_024;

/// The 80 bits of a float.
pub fn of_float(pool: &mut Pool, float: Term) -> Result<Term, Halt> {
    if let Some(&Constant::Fp(Format::F64, bits)) = pool.value(float) {
        return Ok(number(pool, 80, extended::of_double(bits)));
    }
    match (pool.op(float), pool.args(float).first().copied()) {
        // Only of a symbol: whoever reads the 80 bits finds the float by it.
        (Op::FpFromBits(Format::F64), Some(double)) if pool.as_symbol(double).is_some() => Ok(of_bits(pool, double)),
        _ => Err(Halt::Bits(float)),
    }
}

/// The float that 80 bits are; what was made by [`of_float`] is found, and what chooses between such.
// SOUND: bits of which it is not known that they are a `double` end the path.
pub fn to_float(pool: &mut Pool, long: Term) -> Result<Term, Halt> {
    let mut left = MOST_CHOICES;
    find(pool, long, &mut left)
        .ok_or_else(|| Halt::Incomplete("a `long double` that is no `double`, or may be none".to_owned()))
}

fn find(pool: &mut Pool, long: Term, left: &mut u32) -> Option<Term> {
    if let Some(Constant::Bits(bits)) = pool.value(long) {
        let double = extended::exact_double(bits.unsigned())?;
        return Some(pool.constant(Constant::Fp(Format::F64, double)));
    }
    if let Some(float) = made_of(pool, long) {
        return Some(float);
    }
    // Joined states choose byte by byte.
    let condition = choice(pool, long)?;
    *left = left.checked_sub(1)?;
    let (some, other) = (decided(pool, long, condition, true), decided(pool, long, condition, false));
    let (some, other) = (find(pool, some, left)?, find(pool, other, left)?);
    Some(pool.ite(condition, some, other))
}

/// The float of which these are the bits, as [`of_bits`] makes them.
fn made_of(pool: &mut Pool, long: Term) -> Option<Term> {
    let symbols = pool.free_symbols(long);
    let &[symbol] = &symbols[..] else { return None };
    let double = pool.symbol_term(symbol);
    let made = pool.sort(double) == Sort::Bv(64) && of_bits(pool, double) == long;
    made.then(|| pool.mk(Op::FpFromBits(Format::F64), &[double]))
}

/// A condition that some part of the bits is chosen by.
fn choice(pool: &Pool, long: Term) -> Option<Term> {
    let mut open = vec![long];
    while let Some(term) = open.pop() {
        match (pool.op(term), pool.args(term)) {
            (Op::Ite, [condition, ..]) => return Some(*condition),
            (Op::Concat | Op::Extract(..), parts) => open.extend(parts.iter().rev()),
            _ => {}
        }
    }
    None
}

/// The bits if the condition is true, or is not.
fn decided(pool: &mut Pool, long: Term, condition: Term, holds: bool) -> Term {
    match (pool.op(long), pool.args(long)) {
        (Op::Ite, &[by, some, other]) if by == condition => {
            decided(pool, if holds { some } else { other }, condition, holds)
        }
        (op @ (Op::Concat | Op::Extract(..)), parts) => {
            let parts: Vec<Term> = parts.to_vec();
            let parts: Vec<Term> = parts.into_iter().map(|part| decided(pool, part, condition, holds)).collect();
            pool.mk(op, &parts)
        }
        _ => long,
    }
}

/// The 80 bits of the float with these 64 bits, as [`extended::of_double`] computes them.
fn of_bits(pool: &mut Pool, double: Term) -> Term {
    let sign = pool.mk(Op::Extract(63, 63), &[double]);
    let exponent = pool.mk(Op::Extract(62, 52), &[double]);
    let fraction = pool.mk(Op::Extract(51, 0), &[double]);
    let low = pool.mk(Op::Extract(50, 0), &[double]);
    let (one, rest) = (number(pool, 1, 1), number(pool, 11, 0));
    let (none, all) = (number(pool, 11, 0), number(pool, 11, 0x7ff));
    let (small, special) = (pool.eq(exponent, none), pool.eq(exponent, all));
    let zero_fraction = number(pool, 52, 0);
    let whole = pool.eq(fraction, zero_fraction);

    let wide = pool.mk(Op::ZeroExt(64), &[fraction]);
    let shift = bits::unary_term(pool, UnaryOp::LeadingZeros, 64, wide);
    let shifted = pool.mk(Op::BvShl, &[wide, shift]);
    let shift = pool.mk(Op::Extract(14, 0), &[shift]);
    let highest = number(pool, 15, 15_372);
    let below = pool.mk(Op::BvSub, &[highest, shift]);

    let significand = concat(pool, &[one, fraction, rest]);
    let quiet = concat(pool, &[one, one, low, rest]);
    let wider = pool.mk(Op::ZeroExt(15), &[exponent]);
    let bias = number(pool, 15, 15_360);
    let biased = pool.add(wider, bias);
    let (most, zero, nothing) = (number(pool, 15, 0x7fff), number(pool, 15, 0), number(pool, 64, 0));

    let small_exponent = pool.ite(whole, zero, below);
    let small_significand = pool.ite(whole, nothing, shifted);
    let special_significand = pool.ite(whole, significand, quiet);
    let (exponent, significand) =
        (pool.ite(special, most, biased), pool.ite(special, special_significand, significand));
    let (exponent, significand) =
        (pool.ite(small, small_exponent, exponent), pool.ite(small, small_significand, significand));
    concat(pool, &[sign, exponent, significand])
}

fn number(pool: &mut Pool, width: u32, value: u128) -> Term {
    pool.bits(Bits::new(width, value))
}

/// The first one highest.
fn concat(pool: &mut Pool, parts: &[Term]) -> Term {
    let mut parts = parts.iter().copied();
    let first = parts.next().expect("some part");
    parts.fold(first, |whole, part| pool.mk(Op::Concat, &[whole, part]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_base::{FxMap, Rng};
    use pathfold_term::SymbolKind;
    use pathfold_term::eval::eval;

    #[test]
    fn terms_are_what_numbers_are() {
        let mut pool = Pool::new();
        let double = pool.symbol("double", SymbolKind::Fresh, Sort::Bv(64));
        let symbol = pool.as_symbol(double).unwrap();
        let float = pool.mk(Op::FpFromBits(Format::F64), &[double]);
        let long = of_float(&mut pool, float).unwrap();
        assert_eq!(to_float(&mut pool, long).unwrap(), float);
        let mut rng = Rng::new(64);
        let special = [0, 1, 1 << 63, 0x7ff << 52, 0xfff << 52, 0x7ff << 52 | 1, 1 << 52, (1 << 52) - 1];
        let random: Vec<u64> = std::iter::repeat_with(|| rng.next_u64()).take(200).collect();
        let small: Vec<u64> = random.iter().map(|bits| bits >> (bits % 64)).collect();
        for bits in special.into_iter().chain(random).chain(small) {
            let model = FxMap::from_iter([(symbol, Constant::Bits(Bits::new(64, u128::from(bits))))]);
            let found = eval(&pool, long, &model, 1_000_000).unwrap();
            assert_eq!(found, Constant::Bits(Bits::new(80, extended::of_double(bits))), "{bits:#x}");
        }
    }

    #[test]
    fn choices_are_looked_into_and_unknown_bits_are_not_guessed() {
        let mut pool = Pool::new();
        let (double, any) = (
            pool.symbol("double", SymbolKind::Fresh, Sort::Bv(64)),
            pool.symbol("any", SymbolKind::Fresh, Sort::Bv(80)),
        );
        let which = pool.symbol("which", SymbolKind::Fresh, Sort::Bool);
        let float = pool.mk(Op::FpFromBits(Format::F64), &[double]);
        let long = of_float(&mut pool, float).unwrap();
        let two = number(&mut pool, 80, extended::of_double(2f64.to_bits()));
        let choice = pool.ite(which, long, two);
        let two = pool.constant(Constant::Fp(Format::F64, 2f64.to_bits()));
        let expected = pool.ite(which, float, two);
        assert_eq!(to_float(&mut pool, choice).unwrap(), expected);
        assert!(to_float(&mut pool, any).is_err());
        let other = pool.ite(which, long, any);
        assert!(to_float(&mut pool, other).is_err());
    }
}
