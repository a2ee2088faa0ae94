//! The pool: terms are interned, so equal terms have equal ids and live as long as the pool.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use pathfold_base::{Bits, Chunks, Integer, Lists, typed_id};
use rustc_hash::FxHasher;
use smallvec::SmallVec;

use crate::features::Features;
use crate::op::{ConstId, Op, fixed_sort, result_sort};
use crate::sort::{Scalar, Sort};
use crate::symbol::{Symbol, SymbolId, SymbolKind};
use crate::table::Table;
use crate::value::Value;

typed_id!(
    /// A term of one pool.
    pub struct Term, "t"
);

/// The term `true` of every pool.
pub const TRUE: Term = Term(0);
/// The term `false` of every pool.
pub const FALSE: Term = Term(1);

/// A short list of terms.
pub type Terms = SmallVec<[Term; 6]>;

/// Small integers have their terms in a table.
const SMALL: std::ops::Range<i64> = -128..384;
const NO_TERM: Term = Term(u32::MAX);

/// What [`Pool::int`] takes: plain numbers and integers.
pub trait IntoInteger {
    /// The number.
    fn into_integer(self) -> Integer;
}

macro_rules! into_integer {
    ($($ty:ty => $f:expr;)*) => {
        $(impl IntoInteger for $ty {
            #[inline]
            fn into_integer(self) -> Integer {
                let f: fn($ty) -> Integer = $f;
                f(self)
            }
        })*
    };
}

into_integer! {
    i32 => |n| Integer::Small(i64::from(n));
    i64 => Integer::Small;
    u32 => |n| Integer::Small(i64::from(n));
    u64 => |n| Integer::from(u128::from(n));
    u128 => Integer::from;
    usize => |n| Integer::from(n as u128);
    Integer => |n| n;
    &Integer => Clone::clone;
}

#[derive(Clone, Copy)]
struct Node {
    op: Op,
    /// Where its arguments are in `Pool::args`.
    start: u32,
    len: u32,
    sort: Sort,
    features: Features,
    /// How deep quantifiers are nested in it.
    quantifiers: u16,
}

/// All terms of one worker: not shared, no locks. It only grows, and a term is in the tables once it is complete: a panic in
/// the middle of a simplification leaves it usable.
pub struct Pool {
    nodes: Chunks<Node>,
    args: Lists<Term>,
    table: Table<Term>,
    values: Chunks<Known>,
    value_table: Table<ConstId>,
    small_ints: Vec<Term>,
    symbols: Chunks<(Symbol, Term)>,
    name_table: Table<SymbolId>,
    /// How many `forall` constructions are under way: names their provisional bound symbols.
    pub(crate) binding: u32,
    pub(crate) free: Chunks<Option<Arc<[SymbolId]>>>,
}

/// A constant, and what is needed to find it again.
struct Known {
    value: Value,
    term: Term,
    /// The hash of the value: a table that grows must not read long numbers again.
    hash: u64,
}

fn hash_of(op: Op, args: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    for arg in args {
        hasher.write_u32(arg.0);
    }
    hasher.finish()
}

fn hash_value(value: &Value) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

fn hash_name(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    hasher.finish()
}

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

impl Pool {
    /// A pool with nothing but `true` and `false`.
    pub fn new() -> Pool {
        let mut pool = Pool {
            nodes: Chunks::default(),
            args: Lists::default(),
            table: Table::new(),
            values: Chunks::default(),
            value_table: Table::new(),
            small_ints: vec![NO_TERM; (SMALL.end - SMALL.start) as usize],
            symbols: Chunks::default(),
            name_table: Table::new(),
            binding: 0,
            free: Chunks::default(),
        };
        pool.constant(Value::Bool(true));
        pool.constant(Value::Bool(false));
        pool
    }

    /// The interned term, not simplified. Ill-sorted applications are a caller's bug (checked in debug builds).
    #[inline]
    pub fn raw(&mut self, op: Op, args: &[Term]) -> Term {
        debug_assert!(self.well_sorted(op, args), "ill-sorted {op:?} over {:?}", self.sorts(args));
        let hash = hash_of(op, args);
        if let Some(t) = self.table.find(hash, |t| self.is(t, op, args)) {
            return t;
        }
        // Constants know their terms.
        if let Op::Const(c) = op {
            return self.values[c.0 as usize].term;
        }
        self.intern(hash, op, args)
    }

    #[inline]
    fn is(&self, t: Term, op: Op, args: &[Term]) -> bool {
        let node = &self.nodes[t.0 as usize];
        node.op == op && self.args.get(node.start, node.len) == args
    }

    /// The interned term if there is one already.
    pub fn find(&self, op: Op, args: &[Term]) -> Option<Term> {
        if let Op::Const(c) = op {
            return self.values.get(c.0 as usize).map(|known| known.term);
        }
        self.table.find(hash_of(op, args), |t| self.is(t, op, args))
    }

    fn intern(&mut self, hash: u64, op: Op, args: &[Term]) -> Term {
        let t = self.new_node(op, args);
        let (nodes, all) = (&self.nodes, &self.args);
        self.table.insert(hash, t, |t| {
            let node = &nodes[t.0 as usize];
            hash_of(node.op, all.get(node.start, node.len))
        });
        t
    }

    /// A new term, in no table.
    fn new_node(&mut self, op: Op, args: &[Term]) -> Term {
        let t = Term(self.nodes.len() as u32);
        let sort = self.sort_for(op, args);
        let features = Features::of(self, op, args, sort);
        let inner = args.iter().map(|a| self.nodes[a.0 as usize].quantifiers).max().unwrap_or(0);
        let quantifiers = inner.saturating_add(u16::from(matches!(op, Op::Forall(_))));
        let start = self.args.push(args);
        self.nodes.push(Node { op, start, len: args.len() as u32, sort, features, quantifiers });
        t
    }

    fn sort_for(&self, op: Op, args: &[Term]) -> Sort {
        if let Some(sort) = fixed_sort(op) {
            return sort;
        }
        let arg = |i: usize| args.get(i).map_or(Sort::Bool, |&a| self.sort(a));
        match op {
            Op::Const(c) => self.values[c.0 as usize].value.sort(),
            Op::Symbol(s) => self.symbols[s.0 as usize].0.sort,
            Op::Ite => arg(1),
            Op::Concat => Sort::Bv(arg(0).width().unwrap_or(0).saturating_add(arg(1).width().unwrap_or(0))),
            Op::Select => match arg(0) {
                Sort::Array(_, element) => element.into(),
                other => other,
            },
            Op::ConstArray(index) => Sort::Array(index, arg(0).scalar().unwrap_or(Scalar::Bool)),
            // All others have the sort of their first argument.
            _ => arg(0),
        }
    }

    fn sorts(&self, args: &[Term]) -> SmallVec<[Sort; 6]> {
        args.iter().map(|&a| self.sort(a)).collect()
    }

    /// Whether `op` can be applied to these arguments.
    pub fn well_sorted(&self, op: Op, args: &[Term]) -> bool {
        match op {
            Op::Const(c) => args.is_empty() && (c.0 as usize) < self.values.len(),
            Op::Symbol(s) => args.is_empty() && (s.0 as usize) < self.symbols.len(),
            Op::Forall(s) => {
                let bound = self.symbols.get(s.0 as usize).map(|(symbol, _)| symbol.sort);
                result_sort(op, &self.sorts(args), bound).is_some()
            }
            // The rule of every other operator depends on the sorts alone.
            _ => result_sort(op, &self.sorts(args), None).is_some(),
        }
    }

    /// The operator of a term.
    #[inline]
    pub fn op(&self, t: Term) -> Op {
        self.nodes[t.0 as usize].op
    }

    /// The arguments of a term.
    #[inline]
    pub fn args(&self, t: Term) -> &[Term] {
        let node = &self.nodes[t.0 as usize];
        self.args.get(node.start, node.len)
    }

    /// A copy of the arguments, for use while the pool changes.
    #[inline]
    pub fn arg_list(&self, t: Term) -> Terms {
        Terms::from_slice(self.args(t))
    }

    /// The sort of a term.
    #[inline]
    pub fn sort(&self, t: Term) -> Sort {
        self.nodes[t.0 as usize].sort
    }

    /// What theories occur in a term.
    pub fn features(&self, t: Term) -> Features {
        self.nodes[t.0 as usize].features
    }

    /// How deep quantifiers are nested in a term.
    pub fn quantifier_depth(&self, t: Term) -> u16 {
        self.nodes[t.0 as usize].quantifiers
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many of them are constants.
    pub fn constants(&self) -> usize {
        self.values.len()
    }

    /// Never: `true` and `false` are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The constant term of a value.
    pub fn constant(&mut self, value: Value) -> Term {
        if let Value::Int(n) = &value
            && let Some(n) = n.to_i64()
            && SMALL.contains(&n)
        {
            let slot = (n - SMALL.start) as usize;
            if self.small_ints[slot] == NO_TERM {
                self.small_ints[slot] = self.constant_in_table(value);
            }
            return self.small_ints[slot];
        }
        self.constant_in_table(value)
    }

    fn constant_in_table(&mut self, value: Value) -> Term {
        let hash = hash_value(&value);
        if let Some(c) = self.value_table.find(hash, |c| self.values[c.0 as usize].value == value) {
            return self.values[c.0 as usize].term;
        }
        let c = ConstId(self.values.len() as u32);
        self.values.push(Known { value, term: NO_TERM, hash });
        let term = self.new_node(Op::Const(c), &[]);
        self.values[c.0 as usize].term = term;
        let values = &self.values;
        self.value_table.insert(hash, c, |c| values[c.0 as usize].hash);
        term
    }

    /// An integer constant.
    #[inline]
    pub fn int(&mut self, n: impl IntoInteger) -> Term {
        self.constant(Value::Int(n.into_integer()))
    }

    /// A bit vector constant.
    pub fn bits(&mut self, b: Bits) -> Term {
        self.constant(Value::Bits(b))
    }

    /// A bit vector constant from the low bits of a number.
    pub fn bv(&mut self, width: u8, n: u128) -> Term {
        self.bits(Bits::new(u32::from(width), n))
    }

    /// [`TRUE`] or [`FALSE`].
    #[inline]
    pub fn truth(&self, b: bool) -> Term {
        if b { TRUE } else { FALSE }
    }

    /// The constant a term is, if it is one.
    #[inline]
    pub fn value(&self, t: Term) -> Option<&Value> {
        match self.nodes[t.0 as usize].op {
            Op::Const(c) => Some(&self.values[c.0 as usize].value),
            _ => None,
        }
    }

    /// Whether a term is a constant.
    #[inline]
    pub fn is_const(&self, t: Term) -> bool {
        matches!(self.nodes[t.0 as usize].op, Op::Const(_))
    }

    /// The symbol of that name. The same name gives the same symbol; a name that is taken by a symbol of another kind
    /// or sort is made different with a suffix.
    pub fn symbol(&mut self, name: &str, kind: SymbolKind, sort: Sort) -> Term {
        if let Some(s) = self.find_symbol(name) {
            let (symbol, t) = &self.symbols[s.0 as usize];
            if symbol.kind == kind && symbol.sort == sort {
                return *t;
            }
            return self.symbol(&format!("{name}!"), kind, sort);
        }
        self.new_symbol(name, kind, sort)
    }

    fn new_symbol(&mut self, name: &str, kind: SymbolKind, sort: Sort) -> Term {
        let s = SymbolId(self.symbols.len() as u32);
        self.symbols.push((Symbol { name: name.into(), kind, sort }, NO_TERM));
        let symbols = &self.symbols;
        self.name_table.insert(hash_name(name), s, |s| hash_name(&symbols[s.0 as usize].0.name));
        let t = self.raw(Op::Symbol(s), &[]);
        self.symbols[s.0 as usize].1 = t;
        t
    }

    /// A symbol nobody has yet; its name starts with `prefix`.
    pub fn fresh(&mut self, prefix: &str, sort: Sort) -> Term {
        self.fresh_of_kind(prefix, SymbolKind::Fresh, sort)
    }

    /// A symbol of this kind that nobody has yet; its name starts with `prefix`.
    pub fn fresh_of_kind(&mut self, prefix: &str, kind: SymbolKind, sort: Sort) -> Term {
        let mut number = self.symbols.len();
        loop {
            let name = format!("{prefix}!{number}");
            if self.find_symbol(&name).is_none() {
                return self.new_symbol(&name, kind, sort);
            }
            number += 1;
        }
    }

    /// What a symbol is.
    pub fn symbol_info(&self, s: SymbolId) -> &Symbol {
        &self.symbols[s.0 as usize].0
    }

    /// The term of a symbol.
    pub fn symbol_term(&self, s: SymbolId) -> Term {
        self.symbols[s.0 as usize].1
    }

    /// The symbol with that name, if there is one.
    pub fn find_symbol(&self, name: &str) -> Option<SymbolId> {
        self.name_table.find(hash_name(name), |s| &*self.symbols[s.0 as usize].0.name == name)
    }

    /// How many symbols there are; their ids are below.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The symbol a term is, if it is one.
    #[inline]
    pub fn as_symbol(&self, t: Term) -> Option<SymbolId> {
        if let Op::Symbol(s) = self.op(t) { Some(s) } else { None }
    }
}
