//! Which theories occur in a term: the solver layers choose back ends by it.

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::{Scalar, Sort};
use crate::symbol::SymbolKind;

/// A set of features.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Features(u8);

impl Features {
    /// Nothing but truth values.
    pub const NONE: Features = Features(0);
    /// Integers.
    pub const INT: Features = Features(1);
    /// Bit vectors.
    pub const BV: Features = Features(2);
    /// Floating point numbers.
    pub const FP: Features = Features(4);
    /// Arrays.
    pub const ARRAY: Features = Features(8);
    /// `Forall`.
    pub const QUANTIFIER: Features = Features(16);
    /// A product of two non-constant integers, or a division by one.
    pub const NONLINEAR: Features = Features(32);
    /// Base addresses of objects.
    pub const BASE: Features = Features(64);
    /// Values that the analysed program never set.
    pub const UNDEFINED: Features = Features(128);

    /// Both sets.
    #[must_use]
    pub const fn union(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }

    /// Whether all of `other` is in `self`.
    pub const fn contains(self, other: Features) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether some of `other` is in `self`.
    pub const fn intersects(self, other: Features) -> bool {
        self.0 & other.0 != 0
    }

    fn of_scalar(sort: Scalar) -> Features {
        match sort {
            Scalar::Bool => Features::NONE,
            Scalar::Int => Features::INT,
            Scalar::Bv(_) => Features::BV,
            Scalar::Fp(_) => Features::FP,
        }
    }

    /// What a sort alone needs.
    pub fn of_sort(sort: Sort) -> Features {
        match sort {
            Sort::Bool => Features::NONE,
            Sort::Int => Features::INT,
            Sort::Bv(_) => Features::BV,
            Sort::Fp(_) => Features::FP,
            Sort::Array(index, element) => {
                Features::ARRAY.union(Features::of_scalar(index)).union(Features::of_scalar(element))
            }
        }
    }

    pub(crate) fn of(pool: &Pool, op: Op, args: &[Term], sort: Sort) -> Features {
        let mut all = Features::of_sort(sort);
        for &arg in args {
            all = all.union(pool.features(arg));
        }
        let variables = |args: &[Term]| args.iter().filter(|&&a| !pool.is_const(a)).count();
        if let Op::Symbol(symbol) = op {
            match pool.symbol_info(symbol).kind {
                SymbolKind::Base(_) => all = all.union(Features::BASE),
                SymbolKind::Undefined => all = all.union(Features::UNDEFINED),
                SymbolKind::Input | SymbolKind::Counter | SymbolKind::Bound | SymbolKind::Fresh => {}
            }
        }
        if matches!(op, Op::Forall(_)) {
            all = all.union(Features::QUANTIFIER);
        }
        if matches!(op, Op::IntMul) && variables(args) > 1
            || matches!(op, Op::IntDiv | Op::IntRem) && variables(&args[1..]) > 0
        {
            all = all.union(Features::NONLINEAR);
        }
        all
    }
}

impl std::ops::BitOr for Features {
    type Output = Features;
    fn bitor(self, other: Features) -> Features {
        self.union(other)
    }
}
