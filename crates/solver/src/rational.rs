//! Small exact fractions for the simplex tableau. Every operation says when it left the machine word; the caller then
//! gives up instead of being wrong.

/// `n / d` in lowest terms, `d > 0`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rat {
    n: i64,
    d: i64,
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Rat {
    pub const ZERO: Rat = Rat { n: 0, d: 1 };
    pub const ONE: Rat = Rat { n: 1, d: 1 };

    pub fn int(n: i64) -> Rat {
        Rat { n, d: 1 }
    }

    fn reduced(n: i128, d: i128) -> Option<Rat> {
        if d == 0 {
            return None;
        }
        let g = match (u64::try_from(n.unsigned_abs()), u64::try_from(d.unsigned_abs())) {
            (Ok(a), Ok(b)) => {
                let (mut a, mut b) = (a, b);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                i128::from(a)
            }
            _ => i128::try_from(gcd(n.unsigned_abs(), d.unsigned_abs())).ok()?,
        };
        let (n, d) = (n / g, d / g);
        let (n, d) = if d < 0 { (n.checked_neg()?, d.checked_neg()?) } else { (n, d) };
        Some(Rat { n: i64::try_from(n).ok()?, d: i64::try_from(d).ok()? })
    }

    #[inline]
    pub fn add(self, other: Rat) -> Option<Rat> {
        if self.d == 1 && other.d == 1 {
            return Some(Rat { n: self.n.checked_add(other.n)?, d: 1 });
        }
        let (a, b, c, d) = (i128::from(self.n), i128::from(self.d), i128::from(other.n), i128::from(other.d));
        Rat::reduced((a * d).checked_add(c * b)?, b * d)
    }

    #[inline]
    pub fn neg(self) -> Option<Rat> {
        Some(Rat { n: self.n.checked_neg()?, d: self.d })
    }

    #[inline]
    pub fn sub(self, other: Rat) -> Option<Rat> {
        self.add(other.neg()?)
    }

    #[inline]
    pub fn mul(self, other: Rat) -> Option<Rat> {
        if self.d == 1 && other.d == 1 {
            return Some(Rat { n: self.n.checked_mul(other.n)?, d: 1 });
        }
        Rat::reduced(i128::from(self.n) * i128::from(other.n), i128::from(self.d) * i128::from(other.d))
    }

    /// None also for a zero divisor.
    #[inline]
    pub fn div(self, other: Rat) -> Option<Rat> {
        if self.n == 0 && other.n != 0 {
            return Some(Rat::ZERO);
        }
        if other.d == 1 && (other.n == 1 || other.n == -1) {
            return Some(Rat { n: self.n.checked_mul(other.n)?, d: self.d });
        }
        Rat::reduced(i128::from(self.n) * i128::from(other.d), i128::from(self.d) * i128::from(other.n))
    }

    #[inline]
    pub fn is_zero(self) -> bool {
        self.n == 0
    }

    #[inline]
    pub fn is_positive(self) -> bool {
        self.n > 0
    }

    /// The integer it is, if it is one.
    pub fn as_int(self) -> Option<i64> {
        (self.d == 1).then_some(self.n)
    }

    /// Rounded down.
    pub fn floor(self) -> i64 {
        self.n.div_euclid(self.d)
    }
}

impl Ord for Rat {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        if self.d == 1 && other.d == 1 {
            return self.n.cmp(&other.n);
        }
        (i128::from(self.n) * i128::from(other.d)).cmp(&(i128::from(other.n) * i128::from(self.d)))
    }
}

impl PartialOrd for Rat {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
