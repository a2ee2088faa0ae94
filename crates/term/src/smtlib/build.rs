//! From the head of an application in SMT-LIB text to a term of ours.

use super::parse::ParseError;
use super::prelude::Function;
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::{Format, Sort};
use crate::value::Value;

/// Whether terms are read as written or simplified on the way.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// As written.
    Raw,
    /// Through `mk`.
    Simplify,
}

/// Makes terms for the reader.
pub(super) struct Maker<'p> {
    pub pool: &'p mut Pool,
    pub mode: Mode,
}

fn float(e: &str, s: &str) -> Option<Format> {
    match (e, s) {
        ("8", "24") => Some(Format::F32),
        ("11", "53") => Some(Format::F64),
        _ => None,
    }
}

impl Maker<'_> {
    /// `op` over `args`, if its sort rule allows it.
    pub fn make(&mut self, op: Op, args: &[Term]) -> Result<Term, ParseError> {
        if !self.pool.well_sorted(op, args) {
            return Err(ParseError::new(format!("`{op:?}` cannot be applied to these arguments")));
        }
        // Constant arrays print as applications: read them back as constants.
        if matches!(op, Op::Store | Op::ConstArray(_)) && args.iter().all(|&a| self.pool.is_const(a)) {
            return Ok(self.pool.mk(op, args));
        }
        Ok(match self.mode {
            Mode::Raw => self.pool.raw(op, args),
            Mode::Simplify => self.pool.mk(op, args),
        })
    }

    fn negate(&mut self, t: Term) -> Result<Term, ParseError> {
        let minus = self.pool.int(-1);
        self.make(Op::IntMul, &[minus, t])
    }

    /// `op` over neighbours of a chain, all together.
    fn chain(&mut self, args: &[Term], swap: bool, negate: bool, op: Op) -> Result<Term, ParseError> {
        let mut all = Vec::new();
        for pair in args.windows(2) {
            let (a, b) = if swap { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
            let t = self.make(op, &[a, b])?;
            all.push(if negate { self.make(Op::Not, &[t])? } else { t });
        }
        match all.as_slice() {
            [one] => Ok(*one),
            many => self.make(Op::And, many),
        }
    }

    fn fold_left(&mut self, op: Op, args: &[Term]) -> Result<Term, ParseError> {
        let [first, rest @ ..] = args else { return Err(ParseError::new("missing arguments")) };
        let mut result = *first;
        for &arg in rest {
            result = self.make(op, &[result, arg])?;
        }
        Ok(result)
    }

    /// An application of a plain name.
    pub fn apply(&mut self, name: &str, args: &[Term]) -> Result<Term, ParseError> {
        if let Some(op) = Function::read(name) {
            return self.make(op, args);
        }
        let op = match name {
            "not" => Op::Not,
            "and" => Op::And,
            "or" => Op::Or,
            "ite" => Op::Ite,
            "+" => Op::IntAdd,
            "*" => Op::IntMul,
            "bvnot" => Op::BvNot,
            "bvneg" => Op::BvNeg,
            "bvsub" => Op::BvSub,
            "bvudiv" => Op::BvUdiv,
            "bvurem" => Op::BvUrem,
            "bvsdiv" => Op::BvSdiv,
            "bvsrem" => Op::BvSrem,
            "bvshl" => Op::BvShl,
            "bvlshr" => Op::BvLshr,
            "bvashr" => Op::BvAshr,
            "bvult" => Op::BvUlt,
            "bvule" => Op::BvUle,
            "bvslt" => Op::BvSlt,
            "bvsle" => Op::BvSle,
            "bv2nat" | "ubv_to_int" | "bv2int" => Op::BvToInt,
            "sbv_to_int" => Op::BvToIntSigned,
            "fp.rem" => Op::FpRem,
            "fp.neg" => Op::FpNeg,
            "fp.abs" => Op::FpAbs,
            "fp.eq" => Op::FpEq,
            "fp.lt" => Op::FpLt,
            "fp.leq" => Op::FpLe,
            "fp.isNaN" => Op::FpIsNan,
            "fp.isInfinite" => Op::FpIsInf,
            "fp.add" => Op::FpAdd,
            "fp.sub" => Op::FpSub,
            "fp.mul" => Op::FpMul,
            "fp.div" => Op::FpDiv,
            "fp.sqrt" => Op::FpSqrt,
            "select" => Op::Select,
            "store" => Op::Store,
            _ => return self.derived(name, args),
        };
        self.make(op, args)
    }

    /// Names that are not one operator of ours.
    fn derived(&mut self, name: &str, args: &[Term]) -> Result<Term, ParseError> {
        match (name, args) {
            ("bvadd", _) => self.fold_left(Op::BvAdd, args),
            ("bvmul", _) => self.fold_left(Op::BvMul, args),
            ("bvand", _) => self.fold_left(Op::BvAnd, args),
            ("bvor", _) => self.fold_left(Op::BvOr, args),
            ("bvxor", _) => self.fold_left(Op::BvXor, args),
            ("concat", _) => self.fold_left(Op::Concat, args),
            ("=", [_, _, ..]) => self.chain(args, false, false, Op::Eq),
            ("<=", [_, _, ..]) => self.chain(args, false, false, Op::IntLe),
            (">=", [_, _, ..]) => self.chain(args, true, false, Op::IntLe),
            ("<", [_, _, ..]) => self.chain(args, true, true, Op::IntLe),
            (">", [_, _, ..]) => self.chain(args, false, true, Op::IntLe),
            ("distinct", [a, b]) | ("xor", [a, b]) => {
                let equal = self.make(Op::Eq, &[*a, *b])?;
                self.make(Op::Not, &[equal])
            }
            ("=>", [a, b]) => {
                let not_a = self.make(Op::Not, &[*a])?;
                self.make(Op::Or, &[not_a, *b])
            }
            ("-", [a]) => self.negate(*a),
            ("-", [a, rest @ ..]) => {
                let mut sum = vec![*a];
                for &t in rest {
                    sum.push(self.negate(t)?);
                }
                self.make(Op::IntAdd, &sum)
            }
            ("bvugt", [a, b]) => self.make(Op::BvUlt, &[*b, *a]),
            ("bvuge", [a, b]) => self.make(Op::BvUle, &[*b, *a]),
            ("bvsgt", [a, b]) => self.make(Op::BvSlt, &[*b, *a]),
            ("bvsge", [a, b]) => self.make(Op::BvSle, &[*b, *a]),
            ("fp.gt", [a, b]) => self.make(Op::FpLt, &[*b, *a]),
            ("fp.geq", [a, b]) => self.make(Op::FpLe, &[*b, *a]),
            ("fp", [sign, exponent, fraction]) => self.fp(*sign, *exponent, *fraction),
            _ => Err(ParseError::new(format!("unknown function `{name}` with {} arguments", args.len()))),
        }
    }

    fn fp(&mut self, sign: Term, exponent: Term, fraction: Term) -> Result<Term, ParseError> {
        let upper = self.make(Op::Concat, &[sign, exponent])?;
        let all = self.make(Op::Concat, &[upper, fraction])?;
        let format = match (self.pool.sort(exponent), self.pool.sort(all)) {
            (Sort::Bv(8), Sort::Bv(32)) => Format::F32,
            (Sort::Bv(11), Sort::Bv(64)) => Format::F64,
            _ => return Err(ParseError::new("unsupported floating point format")),
        };
        let parts = [sign, exponent, fraction].map(|t| self.pool.value(t).and_then(Value::as_bits));
        if let [Some(s), Some(e), Some(f)] = parts {
            let bits = s.concat(e).concat(f).unsigned() as u64;
            return Ok(self.pool.constant(Value::fp(format, bits)));
        }
        self.make(Op::FpFromBits(format), &[all])
    }

    /// An application of `(_ name indices…)`.
    pub fn apply_indexed(&mut self, name: &str, indices: &[&str], args: &[Term]) -> Result<Term, ParseError> {
        let number = |i: usize| indices.get(i).and_then(|n| n.parse::<u8>().ok());
        let sort = args.first().map(|&a| self.pool.sort(a));
        let wider = |k: Option<u8>| sort.and_then(Sort::width)?.checked_add(k?);
        let format = || float(indices.first()?, indices.get(1)?);
        let op = match name {
            "extract" => number(0).zip(number(1)).map(|(high, low)| Op::Extract(high, low)),
            "zero_extend" => wider(number(0)).map(Op::ZeroExt),
            "sign_extend" => wider(number(0)).map(Op::SignExt),
            "int2bv" | "int_to_bv" | "nat2bv" => number(0).map(Op::IntToBv),
            "to_fp_unsigned" => format().map(Op::UbvToFp),
            "fp.to_sbv" => number(0).map(Op::FpToSbv),
            "fp.to_ubv" => number(0).map(Op::FpToUbv),
            "to_fp" => match sort {
                Some(Sort::Fp(_)) => format().map(Op::FpToFp),
                Some(Sort::Bv(_)) => format().map(Op::SbvToFp),
                _ => None,
            },
            // The reader's name for `to_fp` without a rounding mode.
            "to_fp_bits" => format().map(Op::FpFromBits),
            _ => None,
        };
        let op = op.ok_or_else(|| ParseError::new(format!("unknown indexed function `{name}`")))?;
        self.make(op, args)
    }
}
