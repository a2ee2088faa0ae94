//! The 80-bit floats of the x87, which are C's `long double` on x86-64: a sign, 15 bits of exponent, and a significand of 64
//! bits whose leading one is written down.

/// A `double` as such a float, exactly; a signalling NaN becomes quiet, as the machine makes it.
pub fn of_double(bits: u64) -> u128 {
    let sign = bits >> 63;
    let (exponent, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
    let (exponent, significand) = match (exponent, fraction) {
        (0, 0) => (0, 0),
        (0, _) => {
            let shift = fraction.leading_zeros();
            (15_372 - u64::from(shift), fraction << shift)
        }
        (0x7ff, 0) => (0x7fff, 1 << 63),
        (0x7ff, _) => (0x7fff, 3 << 62 | fraction << 11),
        (_, _) => (exponent + 15_360, 1 << 63 | fraction << 11),
    };
    u128::from(sign << 15 | exponent) << 64 | u128::from(significand)
}

/// The bits of the `double` that is nearest to such a float, the even one if two are; NaNs stay NaNs.
pub fn nearest_double(bits: u128) -> u64 {
    const MANTISSA: u64 = (1 << 52) - 1;
    const INFINITY: u64 = 0x7ff << 52;
    let sign = ((bits >> 79) as u64 & 1) << 63;
    let exponent = (bits >> 64) as i32 & 0x7fff;
    let significand = bits as u64;
    let magnitude = if exponent == 0x7fff {
        if significand << 1 == 0 { INFINITY } else { INFINITY | 1 << 51 | (significand >> 11 & MANTISSA) }
    } else if significand == 0 {
        0
    } else {
        // The value is `significand * 2^(exponent - 16383 - 63)`; a double has 53 bits, fewer below its normal range.
        let shift = significand.leading_zeros() as i32;
        let (significand, exponent) = (significand << shift, exponent.max(1) - shift - 16383 + 1023);
        let drop = 11 + (1 - exponent).max(0);
        if exponent >= 0x7ff {
            INFINITY
        } else if drop > 64 {
            0
        } else {
            let kept = if drop == 64 { 0 } else { significand >> drop };
            let rest = u128::from(significand) & ((1u128 << drop) - 1);
            let half = 1u128 << (drop - 1);
            let up = u64::from(rest > half || (rest == half && kept & 1 == 1));
            // The hidden bit of a normal number counts one up in the exponent, as rounding up may do once more.
            ((exponent.max(1) as u64 - 1) << 52) + kept + up
        }
    };
    sign | magnitude
}

/// The bits of the `double` that such a float is; nothing if it is none.
pub fn exact_double(bits: u128) -> Option<u64> {
    let double = nearest_double(bits);
    (of_double(double) == bits).then_some(double)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn rounds_to_the_nearest() {
        let nearest = |bits| f64::from_bits(nearest_double(bits));
        assert_eq!(nearest(0x3fff_8000_0000_0000_0000), 1.0);
        assert_eq!(nearest(0xc000_a000_0000_0000_0000), -2.5);
        assert_eq!(nearest(0x3ffb_cccc_cccc_cccc_cccd), 0.1);
        assert_eq!(nearest(0x3fff_8000_0000_0000_0400), 1.0, "half goes to the even one");
        assert_eq!(nearest(0x3fff_8000_0000_0000_0c00), 1.0 + 2.0 * f64::EPSILON);
        assert_eq!(nearest(0x3fff_ffff_ffff_ffff_ffff), 2.0);
        assert_eq!(nearest(0x43fe_ffff_ffff_ffff_f800), f64::MAX);
        assert_eq!(nearest(0x43fe_ffff_ffff_ffff_ffff), f64::INFINITY);
        assert_eq!(nearest(0x7ffe_ffff_ffff_ffff_ffff), f64::INFINITY);
        assert_eq!(nearest(0x3c01_8000_0000_0000_0000), f64::MIN_POSITIVE);
        assert_eq!(nearest(0x3bcd_8000_0000_0000_0000), f64::from_bits(1));
        assert_eq!(nearest(0x3bcc_8000_0000_0000_0000), 0.0);
        assert_eq!(nearest(0x3bcc_8000_0000_0000_0001), f64::from_bits(1));
        assert_eq!(nearest(0x0000_0000_0000_0000_0001), 0.0);
        assert_eq!(nearest(0x8000_0000_0000_0000_0000).to_bits(), 1 << 63);
        assert_eq!(nearest(0xffff_8000_0000_0000_0000), f64::NEG_INFINITY);
        assert!(nearest(0x7fff_c000_0000_0000_0000).is_nan());
    }

    #[test]
    fn every_double_is_one() {
        let mut rng = Rng::new(80);
        let kinds =
            [0, 1, 1 << 52, (1 << 52) - 1, 0x7ff << 52, 0x7ff8 << 48, 0x7fef_ffff_ffff_ffff, 1 << 63, 0xfff << 52];
        let random = std::iter::repeat_with(|| rng.next_u64()).take(10_000).collect::<Vec<_>>();
        // Few high bits set: those below the normal range.
        let small = random.iter().map(|bits| bits >> (bits % 64)).collect::<Vec<_>>();
        for bits in kinds.into_iter().chain(random).chain(small) {
            let quiet = if f64::from_bits(bits).is_nan() { bits | 1 << 51 } else { bits };
            assert_eq!(exact_double(of_double(bits)), Some(quiet), "{bits:#x}");
        }
    }

    #[test]
    fn others_are_none() {
        for bits in [
            0x3ffb_cccc_cccc_cccc_cccd, // 0.1L
            0x3bcc_8000_0000_0000_0000, // half of the smallest double
            0x43ff_8000_0000_0000_0000, // 2^1024
            0x3fff_0000_0000_0000_0000, // no leading one
            0x7fff_8000_0000_0000_0001, // a NaN with more bits than a double's has
            0x7fff_0000_0000_0000_0000, // no leading one
        ] {
            assert_eq!(exact_double(bits), None, "{bits:#x}");
        }
    }
}
