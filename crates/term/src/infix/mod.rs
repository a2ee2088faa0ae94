//! Terms as people write them: `i + 4 * k`, `x < n && z > x`. For reading only: extensions are left out, comparisons do not
//! say whether they are signed, and long terms end in `…`. What solvers read is in `smtlib`.

mod lookup;

use pathfold_base::{FxMap, Integer};

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::value::Value;

/// Parts of a term that are written; what is longer is nothing to read.
const MOST_PARTS: usize = 120;
/// What stands for what is left out.
const LEFT_OUT: &str = "…";

/// What terms are called, and which come first in sums and comparisons.
#[derive(Clone, Default, Debug)]
pub struct Names {
    map: FxMap<Term, (String, u8)>,
    numbers: Vec<Integer>,
}

impl Names {
    /// Nothing has a name.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a term a name; smaller ranks are written first. Later names replace earlier ones.
    pub fn set(&mut self, term: Term, name: impl Into<String>, rank: u8) {
        self.map.insert(term, (name.into(), rank));
    }

    /// Says that a number is in the source: `x <= 99` is written `x < 100` if 100 is there and 99 is not.
    pub fn mention(&mut self, number: Integer) {
        if !self.numbers.contains(&number) {
            self.numbers.push(number);
        }
    }

    /// The name of a term.
    pub fn get(&self, term: Term) -> Option<&str> {
        self.map.get(&term).map(|(name, _)| name.as_str())
    }
}

/// How strongly an operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bind {
    Weak,
    Choice,
    Or,
    And,
    Bits,
    Compare,
    Shift,
    Sum,
    Product,
    Sign,
    Strong,
}

/// A sum: what is added how often, and a constant.
#[derive(Default)]
struct Sum {
    parts: Vec<(Integer, Term)>,
    constant: Integer,
}

/// The text of a term.
pub fn infix(pool: &Pool, term: Term, names: &Names) -> String {
    let mut writer = Writer { pool, names, left: MOST_PARTS };
    writer.text(term, Bind::Weak)
}

struct Writer<'a> {
    pool: &'a Pool,
    names: &'a Names,
    left: usize,
}

impl Writer<'_> {
    fn text(&mut self, term: Term, around: Bind) -> String {
        let Some(left) = self.left.checked_sub(1) else { return LEFT_OUT.to_owned() };
        self.left = left;
        if let Some(name) = self.names.get(term) {
            return name.to_owned();
        }
        let (text, bind) = self.open(term);
        if bind < around { format!("({text})") } else { text }
    }

    /// The text without parentheses, and how strongly it binds.
    fn open(&mut self, term: Term) -> (String, Bind) {
        let pool = self.pool;
        let args = pool.args(term);
        match pool.op(term) {
            Op::Const(_) => number(pool.value(term), true),
            Op::Symbol(symbol) => (pool.symbol_info(symbol).name.to_string(), Bind::Strong),
            Op::Not => self.negated(args[0]),
            Op::And => (self.joined(args, " && ", Bind::And), Bind::And),
            Op::Or => (self.joined(args, " || ", Bind::Or), Bind::Or),
            Op::Eq | Op::FpEq => self.compare(term, "==", true),
            Op::IntLe | Op::BvSle | Op::BvUle | Op::FpLe => self.compare(term, "<=", true),
            Op::BvSlt | Op::BvUlt | Op::FpLt => self.compare(term, "<", true),
            Op::Ite => {
                if let Some(text) = self.looked_up(term) {
                    return (text, Bind::Strong);
                }
                let (condition, then) = (self.text(args[0], Bind::Or), self.text(args[1], Bind::Or));
                (format!("{condition} ? {then} : {}", self.text(args[2], Bind::Choice)), Bind::Choice)
            }
            Op::IntAdd | Op::BvAdd | Op::BvSub | Op::BvNeg | Op::FpNeg => self.sum(term),
            Op::IntMul | Op::BvMul if coefficient(pool, term).is_some() => self.sum(term),
            Op::IntMul | Op::BvMul | Op::FpMul => (self.joined(args, " * ", Bind::Product), Bind::Product),
            Op::IntDiv | Op::BvUdiv | Op::BvSdiv | Op::FpDiv => self.pair(args, "/", Bind::Product),
            Op::IntRem | Op::BvUrem | Op::BvSrem => self.pair(args, "%", Bind::Product),
            Op::FpAdd => self.pair(args, "+", Bind::Sum),
            Op::FpSub => self.pair(args, "-", Bind::Sum),
            Op::BvAnd => (self.joined(args, " & ", Bind::Strong), Bind::Bits),
            Op::BvOr => (self.joined(args, " | ", Bind::Strong), Bind::Bits),
            Op::BvXor => (self.joined(args, " ^ ", Bind::Strong), Bind::Bits),
            Op::BvShl => self.pair(args, "<<", Bind::Shift),
            Op::BvLshr | Op::BvAshr => self.pair(args, ">>", Bind::Shift),
            Op::BvNot => (format!("~{}", self.text(args[0], Bind::Sign)), Bind::Sign),
            // Of the same value, to a reader.
            Op::ZeroExt(_) | Op::SignExt(_) | Op::BvToInt | Op::BvToIntSigned | Op::FpToFp(_) => self.inside(args[0]),
            Op::SbvToFp(_) | Op::UbvToFp(_) | Op::FpToSbv(_) | Op::FpToUbv(_) => self.inside(args[0]),
            Op::IntToBv(width) => self.cast(width, args[0]),
            Op::Extract(high, 0) => self.cast(high + 1, args[0]),
            Op::Extract(high, low) => {
                let of = self.text(args[0], Bind::Product);
                let whole = pool.sort(args[0]).width() == Some(high + 1);
                match (whole, low) {
                    (true, 1) => (format!("{of} / 2"), Bind::Product),
                    (true, _) => (format!("{of} >> {low}"), Bind::Shift),
                    (false, _) => (format!("(u{})({of} >> {low})", high - low + 1), Bind::Sign),
                }
            }
            Op::Concat => match self.element(term) {
                Some(text) => (text, Bind::Strong),
                None => (format!("({})", self.joined(args, " . ", Bind::Strong)), Bind::Strong),
            },
            Op::Select => match self.element(term) {
                Some(text) => (text, Bind::Strong),
                None => {
                    let array = self.text(args[0], Bind::Strong);
                    (format!("{array}[{}]", self.text(args[1], Bind::Weak)), Bind::Strong)
                }
            },
            Op::Store => {
                let (at, to) = (self.text(args[1], Bind::Weak), self.text(args[2], Bind::Weak));
                (format!("({} with [{at}] = {to})", self.text(args[0], Bind::Weak)), Bind::Strong)
            }
            Op::ConstArray(_) => (format!("[all {}]", self.text(args[0], Bind::Weak)), Bind::Strong),
            Op::FpRem => self.call("remainder", args),
            Op::FpSqrt => self.call("sqrt", args),
            Op::FpAbs => self.call("fabs", args),
            Op::FpIsNan => self.call("isnan", args),
            Op::FpIsInf => self.call("isinf", args),
            Op::FpFromBits(_) => self.call("float", args),
            Op::Forall(symbol) => {
                let bound = pool.symbol_term(symbol);
                let name =
                    self.names.get(bound).map_or_else(|| pool.symbol_info(symbol).name.to_string(), str::to_owned);
                let count = self.text(args[0], Bind::Sum);
                (format!("for all {name} < {count}: {}", self.text(args[1], Bind::Choice)), Bind::Weak)
            }
        }
    }

    /// What is only converted: as if it were not.
    fn inside(&mut self, term: Term) -> (String, Bind) {
        match self.names.get(term) {
            Some(name) => (name.to_owned(), Bind::Strong),
            None => self.open(term),
        }
    }

    fn cast(&mut self, width: u8, of: Term) -> (String, Bind) {
        (format!("(u{width}){}", self.text(of, Bind::Sign)), Bind::Sign)
    }

    fn call(&mut self, name: &str, args: &[Term]) -> (String, Bind) {
        (format!("{name}({})", self.joined(args, ", ", Bind::Weak)), Bind::Strong)
    }

    fn joined(&mut self, args: &[Term], with: &str, bind: Bind) -> String {
        args.iter().map(|arg| self.text(*arg, bind)).collect::<Vec<_>>().join(with)
    }

    fn pair(&mut self, args: &[Term], with: &str, bind: Bind) -> (String, Bind) {
        let stronger = if bind == Bind::Sum { Bind::Product } else { Bind::Sign };
        let first = self.text(args[0], bind);
        (format!("{first} {with} {}", self.text(args[1], stronger)), bind)
    }

    fn negated(&mut self, term: Term) -> (String, Bind) {
        if self.names.get(term).is_none() {
            match self.pool.op(term) {
                Op::Eq | Op::FpEq => return self.compare(term, "==", false),
                Op::IntLe | Op::BvSle | Op::BvUle => return self.compare(term, "<=", false),
                Op::BvSlt | Op::BvUlt => return self.compare(term, "<", false),
                _ => {}
            }
        }
        (format!("!{}", self.text(term, Bind::Sign)), Bind::Sign)
    }

    /// A comparison, what comes first by its rank on the left.
    fn compare(&mut self, term: Term, with: &'static str, holds: bool) -> (String, Bind) {
        let args = self.pool.arg_list(term);
        let mut with = if holds { with } else { opposite(with) };
        let integers = self.pool.sort(args[0]) == crate::sort::Sort::Int;
        let (mut left, mut right) = if integers {
            let (left, right, strict) = self.sides(args[0], args[1], with);
            with = strict;
            (left, right)
        } else {
            let unsigned = matches!(self.pool.op(term), Op::BvUlt | Op::BvUle);
            (self.side(args[0], unsigned), self.side(args[1], unsigned))
        };
        if right.0 < left.0 {
            std::mem::swap(&mut left, &mut right);
            with = mirrored(with);
        }
        (format!("{} {with} {}", left.1, right.1), Bind::Compare)
    }

    fn side(&mut self, term: Term, unsigned: bool) -> (u8, String) {
        let constant = self.pool.value(term).filter(|_| unsigned && self.names.get(term).is_none());
        let text = match constant {
            Some(value) => number(Some(value), false).0,
            None => self.text(term, Bind::Shift),
        };
        (self.rank(term), text)
    }

    /// Both sides of a comparison of integers, with nothing negative where that can be.
    fn sides(&mut self, a: Term, b: Term, with: &'static str) -> ((u8, String), (u8, String), &'static str) {
        let mut all = Sum::default();
        all.add(self, a, &Integer::from(1_i64));
        all.add(self, b, &Integer::from(-1_i64));
        let (right, left): (Vec<_>, Vec<_>) = all.parts.into_iter().partition(|(factor, _)| factor.is_negative());
        let right: Vec<_> = right.into_iter().map(|(factor, term)| (factor.neg(), term)).collect();
        let (mut constant, mut with) = (all.constant, with);
        // `x + 1 <= n` is `x < n`, `x - 1 >= n` is `x > n`.
        let one = Integer::from(1_i64);
        let both = !left.is_empty() && !right.is_empty();
        if (both || left.is_empty()) && with == "<=" && constant == one {
            (constant, with) = (Integer::from(0_i64), "<");
        } else if both && with == ">" && constant == one {
            (constant, with) = (Integer::from(0_i64), ">=");
        }
        // As in the source, if that can be told from its numbers.
        let known = |n: &Integer| self.names.numbers.contains(n);
        if right.is_empty() && !known(&constant.neg()) {
            let bound = constant.neg();
            if with == "<=" && known(&bound.add(&one)) {
                (constant, with) = (bound.add(&one).neg(), "<");
            } else if with == ">" && known(&bound.add(&one)) {
                (constant, with) = (bound.add(&one).neg(), ">=");
            }
        } else if left.is_empty() && with == "<=" && !known(&constant) && known(&constant.sub(&one)) {
            (constant, with) = (constant.sub(&one), "<");
        } else if left.is_empty() && with == ">" && !known(&constant) && known(&constant.sub(&one)) {
            (constant, with) = (constant.sub(&one), ">=");
        }
        let zero = Integer::from(0_i64);
        let (left_constant, right_constant) = if left.is_empty() { (constant, zero) } else { (zero, constant.neg()) };
        let left = self.side_of(left, left_constant);
        (left, self.side_of(right, right_constant), with)
    }

    fn side_of(&mut self, parts: Vec<(Integer, Term)>, constant: Integer) -> (u8, String) {
        let rank = parts.iter().map(|(_, term)| self.rank(*term)).min().unwrap_or(u8::MAX);
        (rank, self.write_sum(Sum { parts, constant }).0)
    }

    /// The smallest rank of what a term is made of.
    fn rank(&self, term: Term) -> u8 {
        let (mut open, mut best, mut steps) = (vec![term], u8::MAX, 0);
        while let Some(term) = open.pop()
            && steps < MOST_PARTS
        {
            steps += 1;
            match self.names.map.get(&term) {
                Some((_, rank)) => best = best.min(*rank),
                None if matches!(self.pool.op(term), Op::Symbol(_)) => best = best.min(u8::MAX - 1),
                None => open.extend(self.pool.args(term)),
            }
        }
        best
    }

    fn sum(&mut self, term: Term) -> (String, Bind) {
        let mut sum = Sum::default();
        sum.add(self, term, &Integer::from(1_i64));
        self.write_sum(sum)
    }

    fn write_sum(&mut self, mut sum: Sum) -> (String, Bind) {
        sum.parts.sort_by_key(|(factor, term)| (factor.is_negative(), self.rank(*term)));
        let one = Integer::from(1_i64);
        let (mut text, mut bind) = (String::new(), Bind::Strong);
        // `100 - x` and not `-x + 100`.
        let positive = !sum.constant.is_zero() && !sum.constant.is_negative();
        if positive && !sum.parts.is_empty() && sum.parts.iter().all(|(factor, _)| factor.is_negative()) {
            text = std::mem::take(&mut sum.constant).to_string();
        }
        for (factor, term) in &sum.parts {
            let size = factor.abs();
            let part = if size == one {
                self.text(*term, Bind::Product)
            } else {
                format!("{size} * {}", self.text(*term, Bind::Product))
            };
            if !text.is_empty() {
                bind = Bind::Sum;
                text.push_str(if factor.is_negative() { " - " } else { " + " });
            } else {
                bind = if size == one { Bind::Product } else { bind.min(Bind::Product) };
                if factor.is_negative() {
                    bind = Bind::Sum;
                    text.push('-');
                }
            }
            text.push_str(&part);
        }
        if text.is_empty() {
            let bind = if sum.constant.is_negative() { Bind::Sign } else { Bind::Strong };
            return (sum.constant.to_string(), bind);
        }
        if !sum.constant.is_zero() {
            bind = Bind::Sum;
            text.push_str(if sum.constant.is_negative() { " - " } else { " + " });
            text.push_str(&sum.constant.abs().to_string());
        }
        (text, bind)
    }

    /// Bytes that lie one after the other in an array: an element of it.
    fn element(&mut self, term: Term) -> Option<String> {
        let mut bytes = Vec::new();
        let mut open = vec![term];
        while let Some(part) = open.pop() {
            match self.pool.op(part) {
                // The high part is first.
                Op::Concat => open.extend(self.pool.args(part)),
                Op::Select if bytes.len() < 16 => bytes.push(part),
                _ => return None,
            }
        }
        let (array, first) = (self.pool.args(bytes[0])[0], self.pool.args(bytes[0])[1]);
        let start = self.offset(first);
        for (index, byte) in bytes.iter().enumerate() {
            let args = self.pool.args(*byte);
            let offset = self.offset(args[1]);
            let expected = start.constant.add(&Integer::from(index as i64));
            if args[0] != array || offset.parts != start.parts || offset.constant != expected {
                return None;
            }
        }
        let index = start.divided(&Integer::from(bytes.len() as i64))?;
        let name = self.text(array, Bind::Strong);
        Some(format!("{name}[{}]", self.write_sum(index).0))
    }

    /// A choice by the bits of a number: an element of a table.
    fn looked_up(&mut self, term: Term) -> Option<String> {
        let found = lookup::lookup(self.pool, term)?;
        let (table, first) = match lookup::table_name(self.pool, &found.entries) {
            Some(named) => named,
            None => (lookup::constants(self.pool, &found.entries)?, 0),
        };
        let offset = self.offset(found.index);
        let index = match offset.divided(&Integer::from(found.size as i64)) {
            Some(mut index) => {
                index.constant = index.constant.add(&Integer::from(first as i64));
                self.write_sum(index).0
            }
            None => format!("{} / {}", self.text(found.index, Bind::Product), found.size),
        };
        Some(format!("{table}[{index}]"))
    }

    fn offset(&self, term: Term) -> Sum {
        let mut sum = Sum::default();
        sum.add(self, term, &Integer::from(1_i64));
        sum
    }
}

impl Sum {
    /// The sum divided by a number, if that divides all of it.
    fn divided(&self, by: &Integer) -> Option<Sum> {
        let divided = |n: &Integer| {
            let quotient = n.div_floor(by)?;
            (quotient.mul(by) == *n).then_some(quotient)
        };
        let parts = self.parts.iter().map(|(factor, term)| Some((divided(factor)?, *term))).collect::<Option<_>>()?;
        Some(Sum { parts, constant: divided(&self.constant)? })
    }

    fn add(&mut self, writer: &Writer<'_>, term: Term, factor: &Integer) {
        let pool = writer.pool;
        let args = pool.args(term);
        if writer.names.get(term).is_some() {
            return self.parts.push((factor.clone(), term));
        }
        match pool.op(term) {
            Op::Const(_) => match pool.value(term).and_then(signed) {
                Some(value) => self.constant = self.constant.add(&value.mul(factor)),
                None => self.parts.push((factor.clone(), term)),
            },
            Op::IntAdd | Op::BvAdd => args.iter().for_each(|arg| self.add(writer, *arg, factor)),
            Op::BvSub => {
                self.add(writer, args[0], factor);
                self.add(writer, args[1], &factor.neg());
            }
            Op::BvNeg | Op::FpNeg => self.add(writer, args[0], &factor.neg()),
            // To a reader, conversions keep the value.
            Op::ZeroExt(_) | Op::SignExt(_) => self.add(writer, args[0], factor),
            Op::IntMul | Op::BvMul => match coefficient(pool, term) {
                Some((value, other)) => self.add(writer, other, &value.mul(factor)),
                None => self.parts.push((factor.clone(), term)),
            },
            _ => self.parts.push((factor.clone(), term)),
        }
    }
}

/// A product of a constant and something else.
fn coefficient(pool: &Pool, term: Term) -> Option<(Integer, Term)> {
    match *pool.args(term) {
        [a, b] => match (pool.value(a).and_then(signed), pool.value(b).and_then(signed)) {
            (Some(value), None) => Some((value, b)),
            (None, Some(value)) => Some((value, a)),
            _ => None,
        },
        [a, ref rest @ ..] => Some((pool.value(a).and_then(signed)?, pool.find(pool.op(term), rest)?)),
        [] => None,
    }
}

fn signed(value: &Value) -> Option<Integer> {
    match value {
        Value::Int(n) => Some(n.clone()),
        Value::Bits(bits) => {
            let size = Integer::from(bits.signed().unsigned_abs());
            Some(if bits.sign() { size.neg() } else { size })
        }
        Value::Bool(_) | Value::Fp(..) | Value::Array(_) => None,
    }
}

fn number(value: Option<&Value>, as_signed: bool) -> (String, Bind) {
    let text = match value {
        Some(Value::Bool(b)) => b.to_string(),
        Some(Value::Int(n)) => n.to_string(),
        Some(Value::Bits(bits)) if as_signed && bits.width() > 1 => bits.signed().to_string(),
        Some(Value::Bits(bits)) => bits.unsigned().to_string(),
        Some(Value::Fp(format, bits)) if format.width() == 64 => f64::from_bits(*bits).to_string(),
        Some(Value::Fp(_, bits)) => f32::from_bits(*bits as u32).to_string(),
        Some(Value::Array(_)) | None => "[table]".to_owned(),
    };
    let bind = if text.starts_with('-') { Bind::Sign } else { Bind::Strong };
    (text, bind)
}

fn opposite(with: &'static str) -> &'static str {
    match with {
        "==" => "!=",
        "<=" => ">",
        _ => ">=",
    }
}

fn mirrored(with: &'static str) -> &'static str {
    match with {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        same => same,
    }
}

#[cfg(test)]
mod tests;
