//! Functions that stand for operators SMT-LIB has not, or has only in part.

use pathfold_base::Bits;

use super::print::{print_constant, print_sort};
use crate::op::Op;
use crate::sort::{Format, Sort};
use crate::value::Value;

/// A function of the prelude.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Function {
    /// Truncating division, 0 for a zero divisor.
    Div,
    /// Its remainder.
    Rem,
    /// The signed number of a vector of that width.
    Signed(u8),
    /// A float toward zero to a vector: signed or not, format, width; 0 when out of range.
    FromFloat(bool, Format, u8),
}

fn format_name(format: Format) -> &'static str {
    match format {
        Format::F32 => "f32",
        Format::F64 => "f64",
    }
}

impl Function {
    /// The function an operator over an argument of that sort prints as, if it prints as one.
    pub fn of(op: Op, argument: Sort) -> Option<Function> {
        match (op, argument) {
            (Op::IntDiv, _) => Some(Function::Div),
            (Op::IntRem, _) => Some(Function::Rem),
            (Op::BvToIntSigned, Sort::Bv(w)) => Some(Function::Signed(w)),
            (Op::FpToSbv(w), Sort::Fp(f)) => Some(Function::FromFloat(true, f, w)),
            (Op::FpToUbv(w), Sort::Fp(f)) => Some(Function::FromFloat(false, f, w)),
            _ => None,
        }
    }

    /// What it is called.
    pub fn name(self) -> String {
        match self {
            Function::Div => "tdiv".into(),
            Function::Rem => "trem".into(),
            Function::Signed(w) => format!("pf.sbv2int.{w}"),
            Function::FromFloat(signed, format, w) => {
                format!("pf.fp2{}bv.{}.{w}", if signed { "s" } else { "u" }, format_name(format))
            }
        }
    }

    /// The operator a function name stands for.
    pub fn read(name: &str) -> Option<Op> {
        let width = |text: &str| text.parse::<u8>().ok().filter(|w| (1..=128).contains(w));
        match name {
            "tdiv" => Some(Op::IntDiv),
            "trem" => Some(Op::IntRem),
            _ => {
                let rest = name.strip_prefix("pf.")?;
                if rest.starts_with("sbv2int.") {
                    return Some(Op::BvToIntSigned);
                }
                let (_, w) = rest.rsplit_once('.')?;
                if rest.starts_with("fp2sbv.") {
                    Some(Op::FpToSbv(width(w)?))
                } else if rest.starts_with("fp2ubv.") {
                    Some(Op::FpToUbv(width(w)?))
                } else {
                    None
                }
            }
        }
    }

    /// Another function its definition uses.
    pub fn needs(self) -> Option<Function> {
        match self {
            Function::Rem => Some(Function::Div),
            Function::Div | Function::Signed(_) | Function::FromFloat(..) => None,
        }
    }

    /// Its definition.
    pub fn define(self) -> String {
        let name = self.name();
        match self {
            Function::Div => "(define-fun tdiv ((a Int) (b Int)) Int \
                 (ite (= b 0) 0 (ite (>= a 0) (div a b) (- (div (- a) b)))))"
                .into(),
            Function::Rem => "(define-fun trem ((a Int) (b Int)) Int (- a (* b (tdiv a b))))".into(),
            Function::Signed(w) => {
                let half = print_constant(&Value::Bits(Bits::new(w.into(), 1 << (w - 1))));
                let all = pathfold_base::Integer::from(1u128 << (w - 1)).mul(&pathfold_base::Integer::Small(2));
                format!(
                    "(define-fun {name} ((a {})) Int (ite (bvult a {half}) (bv2nat a) (- (bv2nat a) {all})))",
                    print_sort(Sort::Bv(w))
                )
            }
            Function::FromFloat(signed, format, w) => {
                let high = 2f64.powi(i32::from(w) - i32::from(signed));
                let low = if signed { -high } else { 0.0 };
                let literal = |x: f64| {
                    print_constant(&match format {
                        Format::F32 => Value::f32(x as f32),
                        Format::F64 => Value::f64(x),
                    })
                };
                format!(
                    "(define-fun {name} ((a {})) {} (let ((r (fp.roundToIntegral RTZ a))) \
                     (ite (and (fp.leq {} r) (fp.lt r {})) ((_ fp.to_{}bv {w}) RTZ a) {})))",
                    print_sort(Sort::Fp(format)),
                    print_sort(Sort::Bv(w)),
                    literal(low),
                    literal(high),
                    if signed { "s" } else { "u" },
                    print_constant(&Value::Bits(Bits::zero(w.into()))),
                )
            }
        }
    }
}
