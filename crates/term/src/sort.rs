//! Sorts of terms.

/// A floating point format of the host: IEEE binary32 or binary64.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Format {
    /// `float`
    F32,
    /// `double`
    F64,
}

impl Format {
    /// Width in bits.
    pub fn width(self) -> u8 {
        match self {
            Format::F32 => 32,
            Format::F64 => 64,
        }
    }

    /// Bits of the exponent and of the significand (hidden bit included), as SMT-LIB counts them.
    pub fn shape(self) -> (u32, u32) {
        match self {
            Format::F32 => (8, 24),
            Format::F64 => (11, 53),
        }
    }

    /// The one NaN we use.
    pub fn nan(self) -> u64 {
        match self {
            Format::F32 => u64::from(f32::NAN.to_bits()),
            Format::F64 => f64::NAN.to_bits(),
        }
    }
}

/// A sort that can be the index or the element of an array.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Bit vectors of 1 to 128 bits.
    Bv(u8),
    /// Floating point numbers.
    Fp(Format),
}

impl Scalar {
    /// How many values there are; `None` for infinitely many, or too many to enumerate.
    pub fn size(self) -> Option<u64> {
        match self {
            Scalar::Bool => Some(2),
            Scalar::Bv(w) if w < 64 => Some(1 << w),
            Scalar::Bv(_) | Scalar::Int | Scalar::Fp(_) => None,
        }
    }
}

/// What kind of value a term has.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Bit vectors of 1 to 128 bits.
    Bv(u8),
    /// Floating point numbers.
    Fp(Format),
    /// Total maps: index sort, element sort.
    Array(Scalar, Scalar),
}

impl Sort {
    /// The same sort as an array's index or element, unless it is an array itself.
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Sort::Bool => Some(Scalar::Bool),
            Sort::Int => Some(Scalar::Int),
            Sort::Bv(w) => Some(Scalar::Bv(w)),
            Sort::Fp(f) => Some(Scalar::Fp(f)),
            Sort::Array(..) => None,
        }
    }

    /// The width of a bit vector sort.
    pub fn width(self) -> Option<u8> {
        match self {
            Sort::Bv(w) => Some(w),
            Sort::Bool | Sort::Int | Sort::Fp(_) | Sort::Array(..) => None,
        }
    }
}

impl From<Scalar> for Sort {
    fn from(scalar: Scalar) -> Sort {
        match scalar {
            Scalar::Bool => Sort::Bool,
            Scalar::Int => Sort::Int,
            Scalar::Bv(w) => Sort::Bv(w),
            Scalar::Fp(f) => Sort::Fp(f),
        }
    }
}
