//! Rules for equality of bit vectors.

use pathfold_base::Bits;

use super::Rule;
use super::equality::order;
use super::example::{WIDTHS, bools, bvs};
use crate::op::Op;
use crate::pool::{FALSE, Pool, Term};

fn bits_of(pool: &Pool, t: Term) -> Option<Bits> {
    pool.value(t)?.as_bits()
}

/// Rules for `Eq` over bit vectors.
pub const EQ: &[Rule] = &[
    Rule {
        name: "eq-bv-order",
        apply: |pool, op, args| {
            let turned = order(pool, op, args)?;
            let list = pool.arg_list(turned);
            Some(pool.mk(op, &list))
        },
        examples: |p| {
            let ([a, b, _], k) = (bvs(p, 4), p.bv(4, 6));
            vec![p.raw(Op::Eq, &[b, a]), p.raw(Op::Eq, &[k, a])]
        },
    },
    Rule { name: "eq-bv-extensions", apply: extensions, examples: extension_examples },
    Rule { name: "eq-bv-concat-constant", apply: concat, examples: concat_examples },
    Rule { name: "eq-bv-invert-constant", apply: invert, examples: invert_examples },
    Rule { name: "eq-bv-common-addend", apply: addend, examples: addend_examples },
    Rule { name: "eq-bv-product-fits", apply: product_fits, examples: product_fits_examples },
];

/// Extensions of one width, or an extension and a constant.
fn extensions(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[a, b] = args else { return None };
    let signed = match pool.op(a) {
        Op::ZeroExt(_) => false,
        Op::SignExt(_) => true,
        _ => return None,
    };
    let x = pool.args(a)[0];
    if let Some(k) = bits_of(pool, b) {
        let width = u32::from(pool.sort(x).width()?);
        let low = k.extract(width - 1, 0);
        let back = if signed { low.sign_extend_to(k.width()) } else { low.zero_extend_to(k.width()) };
        if back != k {
            return Some(FALSE);
        }
        let low = pool.bits(low);
        return Some(pool.mk(op, &[x, low]));
    }
    if pool.op(a) != pool.op(b) {
        return None;
    }
    let y = pool.args(b)[0];
    (pool.sort(x) == pool.sort(y)).then(|| pool.mk(op, &[x, y]))
}

fn extension_examples(p: &mut Pool) -> Vec<Term> {
    let ([a, b, _], mut all) = (bvs(p, 3), vec![]);
    for extend in [Op::ZeroExt(5), Op::SignExt(5)] {
        let (x, y) = (p.raw(extend, &[a]), p.raw(extend, &[b]));
        all.push(p.raw(Op::Eq, &[x, y]));
        for k in [0, 3, 6, 9, 31, 28] {
            let k = p.bv(5, k);
            all.push(p.raw(Op::Eq, &[x, k]));
        }
    }
    all
}

/// A concatenation is a constant when both parts are.
fn concat(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let k = bits_of(pool, args[1])?;
    if !matches!(pool.op(args[0]), Op::Concat) {
        return None;
    }
    let &[high, low] = pool.args(args[0]) else { return None };
    let border = u32::from(pool.sort(low).width()?);
    let (upper, lower) = (pool.bits(k.extract(k.width() - 1, border)), pool.bits(k.extract(border - 1, 0)));
    let (first, second) = (pool.mk(op, &[high, upper]), pool.mk(op, &[low, lower]));
    Some(pool.and2(first, second))
}

fn concat_examples(p: &mut Pool) -> Vec<Term> {
    let ([a, b, _], k, _) = (bvs(p, 3), p.bv(6, 0x2c), bools(p));
    let t = p.raw(Op::Concat, &[a, b]);
    vec![p.raw(Op::Eq, &[t, k])]
}

/// Operators with an inverse move to the constant's side, as many as there are.
fn invert(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let (mut x, mut k) = (args[0], bits_of(pool, args[1])?);
    while let Some((inner, value)) = peel(pool, x, k) {
        (x, k) = (inner, value);
    }
    match (pool.op(x), pool.args(x)) {
        (Op::BvSub | Op::BvXor, &[a, b]) if k.is_zero() && !pool.is_const(b) => Some(pool.mk(op, &[a, b])),
        _ if x == args[0] => None,
        _ => {
            let value = pool.bits(k);
            Some(pool.mk(op, &[x, value]))
        }
    }
}

/// `x = k` with one invertible operator less.
fn peel(pool: &Pool, x: Term, k: Bits) -> Option<(Term, Bits)> {
    match (pool.op(x), pool.args(x)) {
        (Op::BvNot, &[x]) => Some((x, k.not())),
        (Op::BvNeg, &[x]) => Some((x, k.neg())),
        (Op::BvAdd, &[x, c]) => Some((x, k.sub(bits_of(pool, c)?))),
        (Op::BvXor, &[x, c]) => Some((x, k.xor(bits_of(pool, c)?))),
        (Op::BvMul, &[x, c]) => Some((x, k.mul(inverse(bits_of(pool, c)?)?))),
        _ => None,
    }
}

/// The inverse of an odd number modulo 2^w (Newton: each step doubles the correct bits).
fn inverse(n: Bits) -> Option<Bits> {
    if n.unsigned() & 1 == 0 {
        return None;
    }
    let two = Bits::new(n.width(), 2);
    let mut x = n;
    for _ in 0..7 {
        x = x.mul(two.sub(n.mul(x)));
    }
    Some(x)
}

fn invert_examples(p: &mut Pool) -> Vec<Term> {
    let mut all = vec![];
    for w in WIDTHS {
        let [a, b, _] = bvs(p, w);
        let (k, l, zero) = (p.bv(w, 5), p.bv(w, 3), p.bv(w, 0));
        let terms = [
            p.raw(Op::BvNot, &[a]),
            p.raw(Op::BvNeg, &[a]),
            p.raw(Op::BvAdd, &[a, k]),
            p.raw(Op::BvXor, &[a, k]),
            p.raw(Op::BvMul, &[a, k]),
        ];
        all.extend(terms.map(|t| p.raw(Op::Eq, &[t, l])));
        for op in [Op::BvSub, Op::BvXor] {
            let t = p.raw(op, &[a, b]);
            all.push(p.raw(Op::Eq, &[t, zero]));
        }
    }
    all
}

/// `a = b` where the difference has fewer parts than both sides together: common addends go.
fn addend(pool: &mut Pool, op: Op, args: &[Term]) -> Option<Term> {
    let &[a, b] = args else { return None };
    let sum = |t: Term| matches!(pool.op(t), Op::BvAdd | Op::BvSub | Op::BvNeg);
    if pool.is_const(b) || !(sum(a) || sum(b)) {
        return None;
    }
    let difference = pool.mk(Op::BvSub, &[a, b]);
    let zero = pool.bits(Bits::zero(u32::from(pool.sort(a).width()?)));
    let part = |t: Term| !matches!(pool.op(t), Op::BvAdd | Op::BvSub | Op::BvNeg);
    let simple = match (pool.op(difference), pool.args(difference)) {
        // A difference of two, or of one and a constant: an equality of those.
        (Op::BvSub, &[x, y]) => part(x) && part(y),
        (Op::BvAdd, &[x, k]) => part(x) && pool.is_const(k),
        // One part, perhaps with a factor.
        _ => !matches!(pool.op(difference), Op::BvAdd | Op::BvSub),
    };
    if !simple {
        return None;
    }
    let result = pool.mk(op, &[difference, zero]);
    (pool.op(result) != op || pool.args(result) != args).then_some(result)
}

fn addend_examples(p: &mut Pool) -> Vec<Term> {
    let ([a, b, c], k, l) = (bvs(p, 4), p.bv(4, 5), p.bv(4, 9));
    let (ak, al, bk) = (p.raw(Op::BvAdd, &[a, k]), p.raw(Op::BvAdd, &[a, l]), p.raw(Op::BvAdd, &[b, k]));
    let (ac, bc) = (p.raw(Op::BvAdd, &[a, c]), p.raw(Op::BvAdd, &[b, c]));
    [(ak, al), (ak, bk), (ac, bc), (a, ak), (ac, a)].map(|(x, y)| p.raw(Op::Eq, &[x, y])).into()
}

/// A product by a constant is the extension of its own low bits iff it fits in them: a comparison, which over a range of
/// factors can be eliminated (checks of overflow are equalities).
fn product_fits(pool: &mut Pool, _: Op, args: &[Term]) -> Option<Term> {
    let &[a, b] = args else { return None };
    let (product, extension) = match (pool.op(a), pool.op(b)) {
        (Op::BvMul, Op::SignExt(_)) => (a, b),
        (Op::SignExt(_), Op::BvMul) => (b, a),
        _ => return None,
    };
    bits_of(pool, pool.args(product)[1])?;
    let low = pool.args(extension)[0];
    let (width, wide) = (pool.sort(low).width()?, pool.sort(product).width()?);
    if width >= wide || pool.extract(width - 1, 0, product) != low {
        return None;
    }
    let (half, all) = (pool.bv(wide, 1 << (width - 1)), pool.bv(wide, 1 << width));
    let shifted = pool.add(product, half);
    Some(pool.mk(Op::BvUlt, &[shifted, all]))
}

fn product_fits_examples(p: &mut Pool) -> Vec<Term> {
    let mut all = vec![];
    for (w, factor) in [(3, 3), (3, 6), (4, 4), (4, 15)] {
        let ([a, ..], k) = (bvs(p, w), p.bv(2 * w, factor));
        let wide = p.sign_ext(2 * w, a);
        let product = p.raw(Op::BvMul, &[wide, k]);
        let low = p.extract(w - 1, 0, product);
        let again = p.raw(Op::SignExt(2 * w), &[low]);
        all.extend([p.raw(Op::Eq, &[product, again]), p.raw(Op::Eq, &[again, product])]);
    }
    all
}
