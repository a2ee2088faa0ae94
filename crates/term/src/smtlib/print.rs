//! Printing terms and scripts. Shared subterms are bound by `let`, so the text is linear in the size of the graph (shared
//! subterms of a quantifier's body are bound inside it). Iterative: deep terms print.

use std::fmt::Write;

use pathfold_base::{FxMap, FxSet};

use super::names::print_name;
use super::prelude::Function;
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::{Format, Scalar, Sort};
use crate::symbol::SymbolId;
use crate::value::Value;

/// A sort.
pub fn print_sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Int => "Int".into(),
        Sort::Bv(w) => format!("(_ BitVec {w})"),
        Sort::Fp(Format::F32) => "Float32".into(),
        Sort::Fp(Format::F64) => "Float64".into(),
        Sort::Array(i, e) => format!("(Array {} {})", print_scalar(i), print_scalar(e)),
    }
}

fn print_scalar(sort: Scalar) -> String {
    print_sort(sort.into())
}

/// A constant.
pub fn print_constant(value: &Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Int(n) if n.is_negative() => format!("(- {})", n.abs()),
        Value::Int(n) => n.to_string(),
        Value::Bits(b) if b.width().is_multiple_of(4) => {
            format!("#x{:0width$x}", b.unsigned(), width = b.width() as usize / 4)
        }
        Value::Bits(b) => format!("#b{:0width$b}", b.unsigned(), width = b.width() as usize),
        Value::Fp(format, bits) => {
            let (e, s) = format.shape();
            if *bits == format.nan() {
                return format!("(_ NaN {e} {s})");
            }
            let fraction = s - 1;
            let exponent = bits >> fraction & ((1 << e) - 1);
            format!(
                "(fp #b{} #b{exponent:0ew$b} #b{:0sw$b})",
                bits >> (e + fraction) & 1,
                bits & ((1 << fraction) - 1),
                ew = e as usize,
                sw = fraction as usize
            )
        }
        Value::Array(a) => {
            let mut text = "(store ".repeat(a.entries().len());
            let _ = write!(text, "((as const {}) {})", print_sort(value.sort()), print_constant(a.default_value()));
            for (index, element) in a.entries() {
                let _ = write!(text, " {} {})", print_constant(index), print_constant(element));
            }
            text
        }
    }
}

/// A term.
pub fn print_term(pool: &Pool, t: Term) -> String {
    let mut printer = Printer { pool, out: String::new(), names: FxMap::default(), count: 0 };
    printer.scope(t);
    printer.out
}

/// What is still to be printed.
enum Piece {
    Term(Term),
    Text(&'static str),
    Owned(String),
    /// A shared term where it is defined.
    Definition(Term),
    /// The end of that definition: from here on it has a name.
    Bind(Term, u32),
    /// A body with bindings of its own.
    Scope(Term),
    /// The end of a scope: these names go, and so many parentheses close.
    Leave(FxMap<Term, u32>, usize),
}

struct Printer<'a> {
    pool: &'a Pool,
    out: String,
    /// Shared terms by the number of their `let`.
    names: FxMap<Term, u32>,
    count: u32,
}

impl Printer<'_> {
    fn scope(&mut self, root: Term) {
        let mut work = vec![Piece::Scope(root)];
        while let Some(piece) = work.pop() {
            match piece {
                Piece::Text(text) => self.out.push_str(text),
                Piece::Owned(text) => self.out.push_str(&text),
                Piece::Term(t) => match self.names.get(&t) {
                    Some(number) => {
                        let _ = write!(self.out, "?l{number}");
                    }
                    None => self.node(t, &mut work),
                },
                Piece::Definition(t) => self.node(t, &mut work),
                Piece::Bind(t, number) => {
                    self.names.insert(t, number);
                    self.out.push_str(")) ");
                }
                Piece::Scope(t) => self.enter(t, &mut work),
                Piece::Leave(names, close) => {
                    self.names = names;
                    self.out.extend(std::iter::repeat_n(')', close));
                }
            }
        }
    }

    /// Binds what is shared below `root` (not inside quantifiers), innermost first.
    fn enter(&mut self, root: Term, work: &mut Vec<Piece>) {
        let shared = shared_terms(self.pool, root);
        let outer = std::mem::take(&mut self.names);
        // In reverse: the last piece pushed is printed first.
        work.push(Piece::Leave(outer, shared.len()));
        work.push(Piece::Term(root));
        let mut bindings = Vec::new();
        for &t in &shared {
            bindings.push((t, self.count));
            self.count += 1;
        }
        for (t, number) in bindings.into_iter().rev() {
            work.push(Piece::Bind(t, number));
            work.push(Piece::Definition(t));
            work.push(Piece::Owned(format!("(let ((?l{number} ")));
        }
    }

    fn node(&mut self, t: Term, work: &mut Vec<Piece>) {
        let pool = self.pool;
        let args = pool.args(t);
        match pool.op(t) {
            Op::Const(_) => {
                if let Some(value) = pool.value(t) {
                    self.out.push_str(&print_constant(value));
                }
            }
            Op::Symbol(s) => self.out.push_str(&print_name(&pool.symbol_info(s).name)),
            Op::And if args.is_empty() => self.out.push_str("true"),
            Op::Or if args.is_empty() => self.out.push_str("false"),
            Op::IntAdd if args.is_empty() => self.out.push('0'),
            Op::IntMul if args.is_empty() => self.out.push('1'),
            Op::Forall(s) => {
                let name = print_name(&pool.symbol_info(s).name);
                let sort = pool.symbol_info(s).sort;
                let _ = write!(self.out, "(forall (({name} {})) (=> ", print_sort(sort));
                let guard = match sort {
                    Sort::Int => format!("(and (<= 0 {name}) (< {name} "),
                    _ => format!("(bvult {name} "),
                };
                let close = if sort == Sort::Int { ")) " } else { ") " };
                self.out.push_str(&guard);
                work.extend([Piece::Text("))"), Piece::Scope(args[1]), Piece::Text(close), Piece::Scope(args[0])]);
            }
            _ => {
                let _ = write!(self.out, "({}", operator(pool, t));
                work.push(Piece::Text(")"));
                for &arg in args.iter().rev() {
                    work.push(Piece::Term(arg));
                    work.push(Piece::Text(" "));
                }
            }
        }
    }
}

/// The terms below `root` that occur more than once and are more than a name, arguments before users.
fn shared_terms(pool: &Pool, root: Term) -> Vec<Term> {
    let mut uses: FxMap<Term, u32> = FxMap::default();
    let mut order = Vec::new();
    let mut stack = vec![(root, false)];
    while let Some((t, visited)) = stack.pop() {
        if visited {
            order.push(t);
            continue;
        }
        let count = uses.entry(t).or_default();
        *count += 1;
        if *count > 1 || matches!(pool.op(t), Op::Const(_) | Op::Symbol(_)) {
            continue;
        }
        stack.push((t, true));
        if !matches!(pool.op(t), Op::Forall(_)) {
            stack.extend(pool.args(t).iter().rev().map(|&a| (a, false)));
        }
    }
    order.retain(|t| uses.get(t).is_some_and(|&n| n > 1) && !pool.args(*t).is_empty());
    order
}

/// What stands before the arguments of `t`: the operator, or the function of the prelude that it calls.
pub fn operator(pool: &Pool, t: Term) -> String {
    let (op, sort) = (pool.op(t), pool.sort(t));
    let first = pool.args(t).first().map_or(Sort::Bool, |&a| pool.sort(a));
    if let Some(function) = Function::of(op, first) {
        return function.name();
    }
    let width = first.width().unwrap_or(0);
    let shape = |f: Format| {
        let (e, s) = f.shape();
        format!("{e} {s}")
    };
    let fixed = match op {
        Op::Const(_) | Op::Symbol(_) | Op::Forall(_) => "",
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::IntAdd => "+",
        Op::IntMul => "*",
        Op::IntLe => "<=",
        Op::BvNot => "bvnot",
        Op::BvNeg => "bvneg",
        Op::BvAdd => "bvadd",
        Op::BvSub => "bvsub",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvSdiv => "bvsdiv",
        Op::BvSrem => "bvsrem",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::BvUlt => "bvult",
        Op::BvUle => "bvule",
        Op::BvSlt => "bvslt",
        Op::BvSle => "bvsle",
        Op::Concat => "concat",
        Op::BvToInt => "bv2nat",
        Op::FpAdd => "fp.add RNE",
        Op::FpSub => "fp.sub RNE",
        Op::FpMul => "fp.mul RNE",
        Op::FpDiv => "fp.div RNE",
        Op::FpRem => "fp.rem",
        Op::FpSqrt => "fp.sqrt RNE",
        Op::FpNeg => "fp.neg",
        Op::FpAbs => "fp.abs",
        Op::FpEq => "fp.eq",
        Op::FpLt => "fp.lt",
        Op::FpLe => "fp.leq",
        Op::FpIsNan => "fp.isNaN",
        Op::FpIsInf => "fp.isInfinite",
        Op::Select => "select",
        Op::Store => "store",
        // Functions of the prelude, above.
        Op::IntDiv | Op::IntRem | Op::BvToIntSigned | Op::FpToSbv(_) | Op::FpToUbv(_) => "",
        Op::Extract(high, low) => return format!("(_ extract {high} {low})"),
        Op::ZeroExt(w) => return format!("(_ zero_extend {})", w.saturating_sub(width)),
        Op::SignExt(w) => return format!("(_ sign_extend {})", w.saturating_sub(width)),
        Op::IntToBv(w) => return format!("(_ int2bv {w})"),
        Op::FpFromBits(f) => return format!("(_ to_fp {})", shape(f)),
        Op::FpToFp(f) | Op::SbvToFp(f) => return format!("(_ to_fp {}) RNE", shape(f)),
        Op::UbvToFp(f) => return format!("(_ to_fp_unsigned {}) RNE", shape(f)),
        Op::ConstArray(_) => return format!("(as const {})", print_sort(sort)),
    };
    fixed.to_owned()
}

/// What a solver has been told already: symbols and functions of the prelude.
#[derive(Clone, Default, Debug)]
pub struct Declared {
    symbols: FxSet<SymbolId>,
    functions: FxSet<Function>,
    seen: FxSet<Term>,
}

impl Declared {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends to `out` whatever must be declared before `t` can be used, one command per line, and remembers it.
    pub fn declare(&mut self, pool: &Pool, t: Term, out: &mut String) {
        let mut stack = vec![t];
        let mut symbols = Vec::new();
        let mut bound: FxSet<SymbolId> = FxSet::default();
        while let Some(t) = stack.pop() {
            if !self.seen.insert(t) {
                continue;
            }
            match pool.op(t) {
                Op::Symbol(s) => symbols.push(s),
                Op::Forall(s) => {
                    bound.insert(s);
                    // It may occur free elsewhere.
                    self.seen.remove(&pool.symbol_term(s));
                }
                op => {
                    if let Some(&first) = pool.args(t).first()
                        && let Some(function) = Function::of(op, pool.sort(first))
                    {
                        self.define(function, out);
                    }
                }
            }
            stack.extend_from_slice(pool.args(t));
        }
        symbols.sort_unstable();
        for s in symbols {
            if bound.contains(&s) {
                self.seen.remove(&pool.symbol_term(s));
            } else if self.symbols.insert(s) {
                let symbol = pool.symbol_info(s);
                let _ = writeln!(out, "(declare-const {} {})", print_name(&symbol.name), print_sort(symbol.sort));
            }
        }
    }

    fn define(&mut self, function: Function, out: &mut String) {
        if self.functions.insert(function) {
            if let Some(needed) = function.needs() {
                self.define(needed, out);
            }
            out.push_str(&function.define());
            out.push('\n');
        }
    }
}

/// Declarations and one `assert` for each term.
pub fn print_script(pool: &Pool, asserts: &[Term]) -> String {
    let mut declared = Declared::new();
    let mut out = String::new();
    for &t in asserts {
        declared.declare(pool, t, &mut out);
    }
    for &t in asserts {
        let _ = writeln!(out, "(assert {})", print_term(pool, t));
    }
    out
}
