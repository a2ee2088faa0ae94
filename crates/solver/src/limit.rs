//! A condition that limits one term from one side: `t <= 7`, `3 < t`. Of two such conditions on the same side of the same
//! term one implies the other.

use pathfold_base::Integer;
use pathfold_term::{Op, Pool, Term};

/// From which side, and read how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    IntAbove,
    UnsignedAbove,
    UnsignedBelow,
    SignedAbove,
    SignedBelow,
}

/// The limited term, the side, and the limit: the smaller, the tighter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bound {
    term: Term,
    side: Side,
    limit: Integer,
}

impl Bound {
    /// The limit that a condition is, if it is one.
    pub fn read(pool: &Pool, condition: Term) -> Option<Bound> {
        let (t, negated) = match pool.op(condition) {
            Op::Not => (*pool.args(condition).first()?, true),
            _ => (condition, false),
        };
        let &[a, b] = pool.args(t) else { return None };
        if pool.op(t) == Op::IntLe && !negated {
            return Some(Bound { term: a, side: Side::IntAbove, limit: pool.int_value(b)?.clone() });
        }
        let (strict, signed) = match pool.op(t) {
            Op::BvUlt => (true, false),
            Op::BvUle => (false, false),
            Op::BvSlt => (true, true),
            Op::BvSle => (false, true),
            _ => return None,
        };
        let number = |t: Term| {
            let bits = pool.value(t)?.as_bits().filter(|bits| bits.width() <= 64)?;
            Some(if signed { bits.signed() } else { bits.unsigned() as i128 })
        };
        let (term, constant, first) = match (number(a), number(b)) {
            (None, Some(n)) => (a, n, true),
            (Some(n), None) => (b, n, false),
            _ => return None,
        };
        // not (t < c) is c <= t.
        let (from_above, strict) = if negated { (!first, !strict) } else { (first, strict) };
        let step = i128::from(strict);
        let (side, limit) = match (from_above, signed) {
            (true, false) => (Side::UnsignedAbove, constant - step),
            (false, false) => (Side::UnsignedBelow, -(constant + step)),
            (true, true) => (Side::SignedAbove, constant - step),
            (false, true) => (Side::SignedBelow, -(constant + step)),
        };
        let size = Integer::from(limit.unsigned_abs());
        Some(Bound { term, side, limit: if limit < 0 { size.neg() } else { size } })
    }

    /// The limited term and the number it is at most, where that is what this says.
    pub fn upper(&self) -> Option<(Term, &Integer)> {
        match self.side {
            Side::IntAbove | Side::UnsignedAbove => Some((self.term, &self.limit)),
            Side::UnsignedBelow | Side::SignedAbove | Side::SignedBelow => None,
        }
    }

    /// Whether this limit implies the other one; none if they do not limit the same side of the same term.
    pub fn implies(&self, other: &Bound) -> Option<bool> {
        (self.term == other.term && self.side == other.side).then(|| self.limit <= other.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_base::Bits;
    use pathfold_term::{Sort, SymbolKind};

    #[test]
    fn tighter_limits_imply_looser_ones() {
        let mut pool = Pool::new();
        let x = pool.symbol("x", SymbolKind::Input, Sort::Bv(8));
        let mut atom = |op: Op, n: u128, first: bool, negated: bool| {
            let c = pool.bits(Bits::new(8, n));
            let t = if first { pool.mk(op, &[x, c]) } else { pool.mk(op, &[c, x]) };
            let t = if negated { pool.not(t) } else { t };
            Bound::read(&pool, t)
        };
        let below5 = atom(Op::BvUlt, 5, true, false).expect("a limit");
        let below9 = atom(Op::BvUle, 8, true, false).expect("a limit");
        assert_eq!(below5.implies(&below9), Some(true));
        assert_eq!(below9.implies(&below5), Some(false));
        let above = atom(Op::BvUlt, 5, true, true).expect("a limit");
        assert_eq!(above.implies(&below5), None);
        // 3 < x and -2 < x.
        let high = atom(Op::BvSlt, 3, false, false).expect("a limit");
        let low = atom(Op::BvSlt, 0xfe, false, false).expect("a limit");
        assert_eq!(high.implies(&low), Some(true));
        assert_eq!(low.implies(&high), Some(false));
    }
}
