//! Reading terms, scripts, and the values solvers print. Bad text is an error value, never a panic; iterative.

use std::fmt;

use pathfold_base::{Bits, FxMap, Integer};
use smallvec::SmallVec;

use super::build::Maker;
pub use super::build::Mode;
use super::names::read_name;
use super::sexpr::{Sexpr, SexprId, Sexprs};
use crate::eval::eval;
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::{Format, Scalar, Sort};
use crate::symbol::{SymbolId, SymbolKind};
use crate::value::Value;

/// Why a text could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    message: String,
}

impl ParseError {
    /// An error with a message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParseError {}

type Result<T> = std::result::Result<T, ParseError>;

/// How many evaluation steps a solver's value may cost.
const VALUE_BUDGET: u64 = 100_000_000;

/// The term a text denotes. Its symbols are those of the pool.
pub fn parse_term(pool: &mut Pool, text: &str, mode: Mode) -> Result<Term> {
    let all = Sexprs::parse(text)?;
    match all.roots() {
        &[root] => Reader::new(pool, &all, mode).term(root),
        _ => Err(ParseError::new("expected one term")),
    }
}

/// The assertions of a script. Declared symbols that the pool does not have yet become inputs; definitions of the
/// prelude and commands without meaning for the assertions are skipped.
pub fn parse_script(pool: &mut Pool, text: &str, mode: Mode) -> Result<Vec<Term>> {
    let all = Sexprs::parse(text)?;
    let mut asserts = Vec::new();
    for &root in all.roots() {
        let items = all.list(root).ok_or_else(|| ParseError::new("expected a command"))?;
        let command = items.first().and_then(|&i| all.atom(i)).unwrap_or("");
        match (command, items) {
            ("declare-const", &[_, name, sort]) => declare(pool, &all, name, sort)?,
            ("declare-fun", &[_, name, params, sort]) if all.list(params).is_some_and(<[_]>::is_empty) => {
                declare(pool, &all, name, sort)?;
            }
            ("assert", &[_, term]) => asserts.push(Reader::new(pool, &all, mode).term(term)?),
            ("define-fun", &[_, name, ..]) => {
                let name = all.name(name).unwrap_or("");
                if super::prelude::Function::read(name).is_none() {
                    return Err(ParseError::new(format!("unknown definition `{name}`")));
                }
            }
            ("set-logic" | "set-option" | "set-info" | "check-sat" | "get-model" | "get-value" | "exit", _) => {}
            _ => return Err(ParseError::new(format!("unsupported command {}", all.excerpt(root)))),
        }
    }
    Ok(asserts)
}

fn declare(pool: &mut Pool, all: &Sexprs<'_>, name: SexprId, sort: SexprId) -> Result<()> {
    let name = read_name(all.name(name).ok_or_else(|| ParseError::new("expected a name"))?);
    let sort = read_sort(all, sort)?;
    match pool.find_symbol(&name) {
        None => {
            pool.symbol(&name, SymbolKind::Input, sort);
        }
        Some(s) if pool.symbol_info(s).sort == sort => {}
        Some(_) => return Err(ParseError::new(format!("`{name}` is declared with another sort"))),
    }
    Ok(())
}

/// A sort.
pub fn read_sort(all: &Sexprs<'_>, id: SexprId) -> Result<Sort> {
    let unknown = || ParseError::new(format!("unknown sort {}", all.excerpt(id)));
    match all.get(id) {
        Sexpr::Atom("Bool") => Ok(Sort::Bool),
        Sexpr::Atom("Int") => Ok(Sort::Int),
        Sexpr::Atom("Float32") => Ok(Sort::Fp(Format::F32)),
        Sexpr::Atom("Float64") => Ok(Sort::Fp(Format::F64)),
        Sexpr::List(items) => {
            let word = |i: usize| items.get(i).and_then(|&i| all.atom(i)).unwrap_or("");
            match (word(0), word(1), items.len()) {
                ("_", "BitVec", 3) => {
                    let width = word(2).parse::<u8>().ok().filter(|w| (1..=128).contains(w));
                    width.map(Sort::Bv).ok_or_else(unknown)
                }
                ("_", "FloatingPoint", 4) => format_of(word(2), word(3)).map(Sort::Fp).ok_or_else(unknown),
                ("Array", _, 3) => Ok(Sort::Array(read_scalar(all, items[1])?, read_scalar(all, items[2])?)),
                _ => Err(unknown()),
            }
        }
        Sexpr::Atom(_) | Sexpr::Quoted(_) | Sexpr::Str(_) => Err(unknown()),
    }
}

fn read_scalar(all: &Sexprs<'_>, id: SexprId) -> Result<Scalar> {
    // Arrays of arrays are refused before they are read: nesting cannot recurse.
    if all.list(id).and_then(|l| l.first()).and_then(|&i| all.atom(i)) == Some("Array") {
        return Err(ParseError::new("arrays of arrays are not supported"));
    }
    read_sort(all, id)?.scalar().ok_or_else(|| ParseError::new("arrays of arrays are not supported"))
}

fn format_of(e: &str, s: &str) -> Option<Format> {
    match (e, s) {
        ("8", "24") => Some(Format::F32),
        ("11", "53") => Some(Format::F64),
        _ => None,
    }
}

/// The answer to `(get-value (…))`: one value for each sort asked for, in order.
pub fn values(text: &str, sorts: &[Sort]) -> Result<Vec<Value>> {
    let all = Sexprs::parse(text)?;
    let pairs = match all.roots() {
        &[root] => all.list(root).unwrap_or(&[]),
        _ => return Err(ParseError::new("expected one list of values")),
    };
    if pairs.len() != sorts.len() {
        return Err(ParseError::new(format!("expected {} values, found {}", sorts.len(), pairs.len())));
    }
    let mut scratch = Pool::new();
    let mut result = Vec::new();
    for (&pair, &sort) in pairs.iter().zip(sorts) {
        match all.list(pair) {
            Some(&[_, value]) => result.push(read_value(&mut scratch, &all, value, sort)?),
            _ => return Err(ParseError::new(format!("expected a pair, found {}", all.excerpt(pair)))),
        }
    }
    Ok(result)
}

/// The answer to `(get-model)`: the values of those symbols the pool knows; functions with arguments are skipped.
pub fn model(pool: &Pool, text: &str) -> Result<Vec<(SymbolId, Value)>> {
    let all = Sexprs::parse(text)?;
    let items = match all.roots() {
        &[root] => all.list(root).unwrap_or(&[]),
        _ => return Err(ParseError::new("expected one model")),
    };
    let mut scratch = Pool::new();
    let mut result = Vec::new();
    for &item in items {
        if all.atom(item) == Some("model") {
            continue;
        }
        let (name, params, sort, value) = match all.list(item) {
            Some(&[command, name, params, sort, value]) if all.atom(command) == Some("define-fun") => {
                (name, params, sort, value)
            }
            _ => continue,
        };
        let name = read_name(all.name(name).unwrap_or(""));
        let Some(s) = pool.find_symbol(&name) else { continue };
        if all.list(params).is_none_or(|p| !p.is_empty()) {
            continue;
        }
        let sort = read_sort(&all, sort)?;
        if pool.symbol_info(s).sort != sort {
            return Err(ParseError::new(format!("the model gives `{name}` another sort")));
        }
        result.push((s, read_value(&mut scratch, &all, value, sort)?));
    }
    Ok(result)
}

/// A value as solvers print it: read as a term and evaluated.
fn read_value(scratch: &mut Pool, all: &Sexprs<'_>, id: SexprId, sort: Sort) -> Result<Value> {
    let t = Reader::new(scratch, all, Mode::Raw).term(id)?;
    if scratch.sort(t) != sort {
        return Err(ParseError::new(format!("expected a value of sort {sort:?}, found {}", all.excerpt(id))));
    }
    eval(scratch, t, &FxMap::default(), VALUE_BUDGET)
        .map_err(|_| ParseError::new(format!("not a value: {}", all.excerpt(id))))
}

/// A binding of `let` or a quantifier.
type Names = SmallVec<[String; 2]>;

/// What is still to be done, on an explicit stack.
enum Work {
    Visit(SexprId),
    /// Apply the head of this list to the last so many terms.
    Apply(SexprId, usize),
    /// Bind these names to the last terms.
    Bind(Names),
    /// Bind these names to this term.
    BindTo(Names, Term),
    Unbind(Names),
    /// Make a quantifier of the last two terms.
    Forall(SymbolId),
}

struct Reader<'p, 's, 't> {
    maker: Maker<'p>,
    all: &'s Sexprs<'t>,
    scope: FxMap<String, Vec<Term>>,
    work: Vec<Work>,
    done: Vec<Term>,
}

impl<'p, 's, 't> Reader<'p, 's, 't> {
    fn new(pool: &'p mut Pool, all: &'s Sexprs<'t>, mode: Mode) -> Self {
        Self { maker: Maker { pool, mode }, all, scope: FxMap::default(), work: Vec::new(), done: Vec::new() }
    }

    fn term(mut self, root: SexprId) -> Result<Term> {
        self.work.push(Work::Visit(root));
        while let Some(work) = self.work.pop() {
            match work {
                Work::Visit(id) => self.visit(id)?,
                Work::Apply(id, count) => self.apply(id, count)?,
                Work::Bind(names) => {
                    let values = self.done.split_off(self.done.len() - names.len());
                    for (name, value) in names.into_iter().zip(values) {
                        self.scope.entry(name).or_default().push(value);
                    }
                }
                Work::BindTo(names, value) => {
                    for name in names {
                        self.scope.entry(name).or_default().push(value);
                    }
                }
                Work::Unbind(names) => {
                    for name in names {
                        self.scope.entry(name).or_default().pop();
                    }
                }
                Work::Forall(bound) => {
                    let args = self.done.split_off(self.done.len() - 2);
                    let t = self.maker.make(Op::Forall(bound), &args)?;
                    self.done.push(t);
                }
            }
        }
        self.done.pop().ok_or_else(|| ParseError::new("expected a term"))
    }

    fn error<T>(&self, what: &str, id: SexprId) -> Result<T> {
        Err(ParseError::new(format!("{what}: {}", self.all.excerpt(id))))
    }

    fn visit(&mut self, id: SexprId) -> Result<()> {
        let all = self.all;
        match all.get(id) {
            Sexpr::Atom(text) => {
                let t = self.atom(text, id)?;
                self.done.push(t);
                Ok(())
            }
            Sexpr::Quoted(text) => {
                let t = self.named(text, id)?;
                self.done.push(t);
                Ok(())
            }
            Sexpr::Str(_) => self.error("strings are not supported", id),
            Sexpr::List(items) => self.list(id, items),
        }
    }

    fn named(&mut self, text: &str, id: SexprId) -> Result<Term> {
        if let Some(&t) = self.scope.get(text).and_then(|all| all.last()) {
            return Ok(t);
        }
        match self.maker.pool.find_symbol(&read_name(text)) {
            Some(s) => Ok(self.maker.pool.symbol_term(s)),
            None => self.error("unknown symbol", id),
        }
    }

    fn atom(&mut self, text: &str, id: SexprId) -> Result<Term> {
        let pool = &mut *self.maker.pool;
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return match text.parse::<Integer>() {
                Ok(n) => Ok(pool.int(n)),
                Err(_) => self.error("not an integer", id),
            };
        }
        match text {
            "true" => return Ok(pool.truth(true)),
            "false" => return Ok(pool.truth(false)),
            _ => {}
        }
        let literal = |digits: &str, radix: u32, bits_per_digit: usize| {
            let width = digits.len() * bits_per_digit;
            let number = u128::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))?;
            (1..=128).contains(&width).then(|| Bits::new(width as u32, number))
        };
        let bits = match (text.strip_prefix("#x"), text.strip_prefix("#b")) {
            (Some(hex), _) => literal(hex, 16, 4),
            (_, Some(binary)) => literal(binary, 2, 1),
            _ => return self.named(text, id),
        };
        match bits {
            Some(bits) => Ok(self.maker.pool.bits(bits)),
            None => self.error("not a bit vector", id),
        }
    }

    fn list(&mut self, id: SexprId, items: &[SexprId]) -> Result<()> {
        let all = self.all;
        let Some((&head, rest)) = items.split_first() else { return self.error("empty list", id) };
        match (all.atom(head), rest) {
            (Some("_"), _) => {
                let t = self.indexed_constant(rest, id)?;
                self.done.push(t);
                Ok(())
            }
            (Some("-"), &[one]) if all.atom(one).is_some_and(|a| a.bytes().all(|b| b.is_ascii_digit())) => {
                let n: Integer = all.atom(one).unwrap_or("").parse().map_err(|_| ParseError::new("not an integer"))?;
                let t = self.maker.pool.int(n.neg());
                self.done.push(t);
                Ok(())
            }
            (Some("let"), &[bindings, body]) => self.binding(id, bindings, body),
            (Some("forall"), &[variables, body]) => self.quantifier(id, variables, body),
            (Some("!"), &[term, ..]) => {
                self.work.push(Work::Visit(term));
                Ok(())
            }
            (Some("let" | "forall" | "exists" | "lambda" | "match" | "as"), _) => self.error("not supported", id),
            _ => {
                // A rounding mode is part of the operator.
                let args = match rest {
                    [first, args @ ..] if rounding(all, *first) => {
                        let to_vector = all.list(head).is_some_and(|h| {
                            h.get(1).is_some_and(|&n| matches!(all.atom(n), Some("fp.to_sbv" | "fp.to_ubv")))
                        });
                        let toward_zero = matches!(all.atom(*first), Some("RTZ" | "roundTowardZero"));
                        if to_vector != toward_zero {
                            return self.error("unsupported rounding mode", id);
                        }
                        args
                    }
                    args => args,
                };
                self.work.push(Work::Apply(id, args.len()));
                self.work.extend(args.iter().rev().map(|&a| Work::Visit(a)));
                Ok(())
            }
        }
    }

    fn binding(&mut self, id: SexprId, bindings: SexprId, body: SexprId) -> Result<()> {
        let all = self.all;
        let mut names = Names::new();
        let mut values = Vec::new();
        for &pair in all.list(bindings).unwrap_or(&[]) {
            match all.list(pair) {
                Some(&[name, value]) if all.name(name).is_some() => {
                    names.push(all.name(name).unwrap_or("").to_owned());
                    values.push(value);
                }
                _ => return self.error("bad binding", id),
            }
        }
        self.work.push(Work::Unbind(names.clone()));
        self.work.push(Work::Visit(body));
        self.work.push(Work::Bind(names));
        self.work.extend(values.into_iter().rev().map(Work::Visit));
        Ok(())
    }

    /// Only the shape we print: `(forall ((t S)) (=> guard body))`, the guard a range from zero.
    fn quantifier(&mut self, id: SexprId, variables: SexprId, body: SexprId) -> Result<()> {
        let all = self.all;
        let variable = match all.list(variables) {
            Some(&[one]) => all.list(one).unwrap_or(&[]),
            _ => return self.error("not supported", id),
        };
        let &[name, sort] = variable else { return self.error("bad binding", id) };
        let sort = read_sort(all, sort)?;
        let text = all.name(name).unwrap_or("");
        let is = |id: SexprId, what: &str| all.atom(id) == Some(what);
        let is_bound = |id: SexprId| all.name(id) == Some(text);
        let (guard, body) = match all.list(body) {
            Some(&[arrow, guard, body]) if is(arrow, "=>") => (all.list(guard).unwrap_or(&[]), body),
            _ => return self.error("not a bounded quantifier", id),
        };
        let count = match (sort, guard) {
            (Sort::Int, &[and, lower, upper]) if is(and, "and") => match (all.list(lower), all.list(upper)) {
                (Some(&[le, zero, x]), Some(&[lt, y, count]))
                    if is(le, "<=") && is(zero, "0") && is_bound(x) && is(lt, "<") && is_bound(y) =>
                {
                    count
                }
                _ => return self.error("not a bounded quantifier", id),
            },
            (Sort::Bv(_), &[ult, x, count]) if is(ult, "bvult") && is_bound(x) => count,
            _ => return self.error("not a bounded quantifier", id),
        };
        let bound = self.maker.pool.symbol(&read_name(text), SymbolKind::Bound, sort);
        let Some(symbol) = self.maker.pool.as_symbol(bound) else { return self.error("bad binding", id) };
        // The count is outside of the binding.
        self.work.push(Work::Forall(symbol));
        let names: Names = std::iter::once(text.to_owned()).collect();
        self.work.push(Work::Unbind(names.clone()));
        self.work.push(Work::Visit(body));
        self.work.push(Work::BindTo(names, bound));
        self.work.push(Work::Visit(count));
        Ok(())
    }

    /// `(_ bv5 8)`, `(_ NaN 8 24)` and the like.
    fn indexed_constant(&mut self, rest: &[SexprId], id: SexprId) -> Result<Term> {
        let words: SmallVec<[&str; 3]> = rest.iter().map(|&i| self.all.atom(i).unwrap_or("")).collect();
        let value = match words.as_slice() {
            [number, width] => number
                .strip_prefix("bv")
                .and_then(|n| n.parse::<u128>().ok())
                .zip(width.parse::<u32>().ok().filter(|w| (1..=128).contains(w)))
                .map(|(n, w)| Value::Bits(Bits::new(w, n))),
            [kind, e, s] => format_of(e, s).and_then(|f| {
                let x = match *kind {
                    "NaN" => f64::NAN,
                    "+oo" => f64::INFINITY,
                    "-oo" => f64::NEG_INFINITY,
                    "+zero" => 0.0,
                    "-zero" => -0.0,
                    _ => return None,
                };
                Some(match f {
                    Format::F32 => Value::f32(x as f32),
                    Format::F64 => Value::f64(x),
                })
            }),
            _ => None,
        };
        match value {
            Some(value) => Ok(self.maker.pool.constant(value)),
            None => self.error("not a constant", id),
        }
    }

    fn apply(&mut self, id: SexprId, count: usize) -> Result<()> {
        let all = self.all;
        let args = self.done.split_off(self.done.len() - count);
        let Some((&head, rest)) = all.list(id).and_then(|l| l.split_first()) else {
            return self.error("empty list", id);
        };
        let rounded = rest.first().is_some_and(|&first| rounding(all, first));
        let t = match all.get(head) {
            Sexpr::Atom(name) => self.maker.apply(name, &args),
            Sexpr::List(items) => {
                let words: SmallVec<[&str; 4]> = items.iter().map(|&i| all.atom(i).unwrap_or("")).collect();
                match words.as_slice() {
                    ["_", "to_fp", indices @ ..] if !rounded => self.maker.apply_indexed("to_fp_bits", indices, &args),
                    ["_", name, indices @ ..] => self.maker.apply_indexed(name, indices, &args),
                    ["as", "const", _] => match read_sort(all, items[2])? {
                        sort @ Sort::Array(index, _) => {
                            let t = self.maker.make(Op::ConstArray(index), &args)?;
                            if self.maker.pool.sort(t) != sort {
                                return self.error("ill-sorted constant array", id);
                            }
                            Ok(t)
                        }
                        _ => return self.error("not an array", id),
                    },
                    _ => return self.error("unknown function", id),
                }
            }
            Sexpr::Quoted(_) | Sexpr::Str(_) => return self.error("unknown function", id),
        };
        let t = t.map_err(|e| ParseError::new(format!("{e}: {}", all.excerpt(id))))?;
        self.done.push(t);
        Ok(())
    }
}

/// Whether an argument is a rounding mode some operator of ours has. Others stay arguments, and so unknown symbols.
fn rounding(all: &Sexprs<'_>, id: SexprId) -> bool {
    matches!(all.atom(id), Some("RNE" | "roundNearestTiesToEven" | "RTZ" | "roundTowardZero"))
}
