//! Terms as a solver process reads them, sent once: symbols are declared and shared or long subterms are defined
//! globally, and later conditions mention them by name. Names are ids (`s7`, `t12`), so nothing needs quoting.

use std::fmt::Write;

use pathfold_base::{FxMap, FxSet};
use pathfold_term::smtlib::prelude::Function;
use pathfold_term::smtlib::print::{operator, print_constant, print_sort};
use pathfold_term::{Op, Pool, Sort, SymbolId, SymbolKind, Term};

/// A subterm whose text is longer than this gets a name.
const LONG: usize = 160;
/// Text longer than this is not sent.
const TOO_LONG: usize = 8 << 20;

/// What one process has been told so far.
#[derive(Default)]
pub(crate) struct Known {
    declared: FxSet<SymbolId>,
    defined: FxSet<Term>,
    functions: FxSet<Function>,
}

impl Known {
    /// How many names the process holds.
    pub fn len(&self) -> usize {
        self.declared.len() + self.defined.len()
    }

    /// Appends the declarations and definitions `t` needs to `out` and returns its text.
    pub fn term(&mut self, pool: &mut Pool, t: Term, out: &mut String) -> Result<String, String> {
        for &symbol in pool.free_symbols(t).iter() {
            self.declare(pool, symbol, out);
        }
        let order = self.order(pool, t);
        let mut uses: FxMap<Term, u32> = FxMap::default();
        for &node in &order {
            for &arg in pool.args(node) {
                *uses.entry(arg).or_insert(0) += 1;
            }
        }
        let mut texts: FxMap<Term, String> = FxMap::default();
        for &node in &order {
            let mut text = String::new();
            self.apply(pool, node, &texts, out, &mut text)?;
            if text.len() > TOO_LONG || out.len() > TOO_LONG {
                return Err("the query is too large to send".to_owned());
            }
            let shared = uses.get(&node).copied().unwrap_or(0) > 1 && text.len() > 8;
            if (shared || text.len() > LONG) && node != t && closed(pool, node) {
                let name = format!("t{}", node.0);
                // Writing to a string cannot fail, here and below.
                let _ = writeln!(out, "(define-fun {name} () {} {text})", print_sort(pool.sort(node)));
                self.defined.insert(node);
                text = name;
            }
            texts.insert(node, text);
        }
        Ok(texts.remove(&t).unwrap_or_else(|| format!("t{}", t.0)))
    }

    fn define(&mut self, function: Function, out: &mut String) {
        if self.functions.insert(function) {
            if let Some(needed) = function.needs() {
                self.define(needed, out);
            }
            let _ = writeln!(out, "{}", function.define());
        }
    }

    fn declare(&mut self, pool: &Pool, symbol: SymbolId, out: &mut String) {
        if self.declared.insert(symbol) {
            let _ = writeln!(out, "(declare-const s{} {})", symbol.0, print_sort(pool.symbol_info(symbol).sort));
        }
    }

    /// The nodes to print, arguments before what uses them; what is defined already is left out.
    fn order(&self, pool: &Pool, t: Term) -> Vec<Term> {
        let mut order = Vec::new();
        let mut seen: FxSet<Term> = FxSet::default();
        let mut stack = vec![(t, false)];
        while let Some((node, done)) = stack.pop() {
            if done {
                order.push(node);
            } else if !self.defined.contains(&node) && seen.insert(node) {
                stack.push((node, true));
                stack.extend(pool.args(node).iter().map(|&a| (a, false)));
            }
        }
        order
    }

    fn apply(
        &mut self,
        pool: &Pool,
        t: Term,
        texts: &FxMap<Term, String>,
        out: &mut String,
        text: &mut String,
    ) -> Result<(), String> {
        let op = pool.op(t);
        let args = pool.args(t);
        let name = |a: Term| texts.get(&a).cloned().unwrap_or_else(|| format!("t{}", a.0));
        match op {
            Op::Const(_) => {
                let value = pool.value(t).ok_or("a constant without a value")?;
                text.push_str(&print_constant(value));
            }
            Op::Symbol(s) => {
                let _ = write!(text, "s{}", s.0);
            }
            Op::Forall(s) => {
                let &[count, body] = args else { return Err("an ill-formed quantifier".to_owned()) };
                let (count, body) = (name(count), name(body));
                let sort = pool.symbol_info(s).sort;
                let range = match sort {
                    Sort::Int => format!("(and (<= 0 s{}) (< s{} {count}))", s.0, s.0),
                    Sort::Bv(_) | Sort::Bool | Sort::Fp(_) | Sort::Array(..) => format!("(bvult s{} {count})", s.0),
                };
                let _ = write!(text, "(forall ((s{} {})) (=> {range} {body}))", s.0, print_sort(sort));
            }
            // Every other operator is its name applied to its arguments.
            _ => {
                let Some(&first) = args.first() else { return Err(format!("{op:?} without arguments")) };
                let head = match Function::of(op, pool.sort(first)) {
                    Some(function) => {
                        self.define(function, out);
                        function.name()
                    }
                    None => operator(pool, t),
                };
                text.push('(');
                text.push_str(&head);
                for &arg in args {
                    text.push(' ');
                    match texts.get(&arg) {
                        Some(inner) => text.push_str(inner),
                        None => {
                            let _ = write!(text, "t{}", arg.0);
                        }
                    }
                }
                text.push(')');
            }
        }
        Ok(())
    }
}

/// Whether no bound symbol is free in it: only then it can be defined outside of the quantifier.
fn closed(pool: &mut Pool, t: Term) -> bool {
    let free = pool.free_symbols(t);
    free.iter().all(|&s| pool.symbol_info(s).kind != SymbolKind::Bound)
}
