//! Which positions a symbolic offset may mean: an interval and a stride read off the term, without a solver. Only ever
//! too many: what is left out here is impossible.

use pathfold_term::{Op, Pool, Sort, Term, Value as Constant};

/// How deep terms are looked into.
const DEPTH: u32 = 24;

/// `first, first + step, ..., up to last`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Positions {
    /// The lowest one.
    pub first: u64,
    /// None is above.
    pub last: u64,
    /// A power of two.
    pub step: u64,
}

/// A set of numbers: from `low` to `high`, and all equal to `residue` modulo `2^zeros`.
#[derive(Clone, Copy, Debug)]
struct Shape {
    low: u64,
    high: u64,
    zeros: u32,
    residue: u64,
}

impl Positions {
    /// The positions from 0 to `last` that `offset` may be. For integer offsets every one.
    pub fn of(pool: &Pool, offset: Term, last: u64) -> Positions {
        if pool.sort(offset) != Sort::Bv(64) {
            return Positions { first: 0, last, step: 1 };
        }
        let shape = shape(pool, offset, DEPTH);
        let step = 1u64.checked_shl(shape.zeros).unwrap_or(1 << 63);
        let residue = shape.residue & (step - 1);
        // The first number that is not below the low end and has the residue.
        let first = match shape.low.checked_sub(residue) {
            None => residue,
            Some(above) => above.div_ceil(step).saturating_mul(step).saturating_add(residue),
        };
        Positions { first, last: last.min(shape.high), step }
    }

    /// How many there are.
    pub fn count(self) -> u64 {
        if self.last < self.first { 0 } else { (self.last - self.first) / self.step + 1 }
    }

    /// All of them, rising.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u64> {
        (0..self.count()).map(move |index| self.first + index * self.step)
    }
}

fn any(width: u32) -> Shape {
    let high = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
    Shape { low: 0, high, zeros: 0, residue: 0 }
}

fn shape(pool: &Pool, t: Term, depth: u32) -> Shape {
    let width = pool.sort(t).width().map_or(64, u32::from);
    let full = any(width);
    if width > 64 || depth == 0 {
        return full;
    }
    if let Some(Constant::Bits(bits)) = pool.value(t) {
        let n = bits.unsigned() as u64;
        return Shape { low: n, high: n, zeros: width, residue: n };
    }
    let args = pool.args(t);
    let of = |index: usize| shape(pool, args[index], depth - 1);
    let modulo = |zeros: u32, residue: u64| {
        let zeros = zeros.min(width);
        (zeros, if zeros >= 64 { residue } else { residue & ((1 << zeros) - 1) })
    };
    match pool.op(t) {
        Op::BvAdd => {
            let (a, b) = (of(0), of(1));
            let (zeros, residue) = modulo(a.zeros.min(b.zeros), a.residue.wrapping_add(b.residue));
            match (a.low.checked_add(b.low), a.high.checked_add(b.high)) {
                (Some(low), Some(high)) if high <= full.high => Shape { low, high, zeros, residue },
                _ => Shape { zeros, residue, ..full },
            }
        }
        Op::BvMul => {
            let (a, b) = (of(0), of(1));
            let (factor, other) = match (a.low == a.high, b.low == b.high) {
                (true, _) => (a.low, b),
                (false, true) => (b.low, a),
                (false, false) => return full,
            };
            if factor == 0 {
                return Shape { low: 0, high: 0, zeros: width, residue: 0 };
            }
            let (zeros, residue) = modulo(other.zeros + factor.trailing_zeros(), other.residue.wrapping_mul(factor));
            match other.high.checked_mul(factor) {
                Some(high) if high <= full.high => Shape { low: other.low * factor, high, zeros, residue },
                _ => Shape { zeros, residue, ..full },
            }
        }
        Op::BvShl => {
            let (a, by) = (of(0), of(1));
            if by.low != by.high || by.low >= u64::from(width) {
                return full;
            }
            let (zeros, residue) = modulo(a.zeros + by.low as u32, a.residue << by.low);
            if a.high <= full.high >> by.low {
                Shape { low: a.low << by.low, high: a.high << by.low, zeros, residue }
            } else {
                Shape { zeros, residue, ..full }
            }
        }
        Op::BvLshr => {
            let (a, by) = (of(0), of(1));
            if by.low != by.high || by.low >= u64::from(width) {
                return full;
            }
            Shape { low: a.low >> by.low, high: a.high >> by.low, zeros: 0, residue: 0 }
        }
        Op::ZeroExt(_) => {
            let a = of(0);
            let inner = pool.sort(args[0]).width().map_or(64, u32::from);
            // Above the inner width the bits are zero, but they are not part of the residue.
            Shape { zeros: a.zeros.min(inner), ..a }
        }
        Op::SignExt(_) => {
            let a = of(0);
            let inner = pool.sort(args[0]).width().map_or(64, u32::from);
            let zeros = a.zeros.min(inner);
            if inner < 64 && a.high < 1 << (inner - 1) {
                Shape { zeros, ..a }
            } else {
                Shape { zeros, residue: a.residue, ..full }
            }
        }
        Op::BvAnd => {
            let (a, b) = (of(0), of(1));
            let mask = if a.low == a.high {
                Some(a.low)
            } else if b.low == b.high {
                Some(b.low)
            } else {
                None
            };
            let zeros = mask.map_or(0, |mask| mask.trailing_zeros().min(width));
            Shape { low: 0, high: a.high.min(b.high), zeros, residue: 0 }
        }
        Op::BvUrem => {
            let (a, b) = (of(0), of(1));
            if b.low == b.high && b.low > 0 {
                Shape { low: 0, high: a.high.min(b.low - 1), zeros: 0, residue: 0 }
            } else {
                full
            }
        }
        Op::BvUdiv => {
            let (a, b) = (of(0), of(1));
            if b.low == b.high && b.low > 0 {
                Shape { low: a.low / b.low, high: a.high / b.low, zeros: 0, residue: 0 }
            } else {
                full
            }
        }
        Op::Concat => {
            let (high, low) = (of(0), of(1));
            let shift = pool.sort(args[1]).width().map_or(64, u32::from);
            if shift >= 64 {
                return full;
            }
            let (zeros, residue) = if low.zeros >= shift {
                modulo(high.zeros + shift, high.residue << shift | low.residue)
            } else {
                (low.zeros, low.residue)
            };
            Shape { low: (high.low << shift) + low.low, high: (high.high << shift) + low.high, zeros, residue }
        }
        Op::Extract(_, 0) => {
            let a = of(0);
            let (zeros, residue) = modulo(a.zeros, a.residue);
            if a.high <= full.high { Shape { zeros, residue, ..a } } else { Shape { zeros, residue, ..full } }
        }
        Op::Ite => {
            let (a, b) = (of(1), of(2));
            let (low, high) = (a.low.min(b.low), a.high.max(b.high));
            let same = (a.residue ^ b.residue).trailing_zeros();
            let (zeros, residue) = modulo(a.zeros.min(b.zeros).min(same), a.residue);
            Shape { low, high, zeros, residue }
        }
        _ => full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_base::Bits;
    use pathfold_term::SymbolKind;

    #[test]
    fn strides_and_ends_are_read_off() {
        let mut pool = Pool::new();
        let index = pool.symbol("i", SymbolKind::Input, Sort::Bv(8));
        let wide = pool.zero_ext(64, index);
        let four = pool.bits(Bits::new(64, 4));
        let two = pool.bits(Bits::new(64, 2));
        let scaled = pool.mul(wide, four);
        let offset = pool.add(scaled, two);
        let positions = Positions::of(&pool, offset, 5000);
        assert_eq!(positions, Positions { first: 2, last: 1022, step: 4 });
        assert_eq!(positions.count(), 256);
        let signed = pool.sign_ext(64, index);
        let scaled = pool.mul(signed, four);
        assert_eq!(Positions::of(&pool, scaled, 39), Positions { first: 0, last: 39, step: 4 });
        assert_eq!(Positions::of(&pool, scaled, 39).iter().last(), Some(36));
    }
}
