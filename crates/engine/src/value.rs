//! What a register or a cell holds. Concrete until it has to be a term: 16 bytes, `Copy`, no allocation, so that
//! concrete code runs at interpreter speed and forking a state copies plain words.

use pathfold_base::{Bits, Integer, typed_id};
use pathfold_ir::{FuncId, Type};
use pathfold_term::{Features, Format, Op, Pool, Sort, SymbolKind, Term, Value as Constant};

typed_id!(
    /// An object of one state's memory. Object 0 is the null object, which nothing may access.
    ///
    /// Heap objects and globals are numbered from 1 and numbers are never used again. Small heap objects made of cells have
    /// the second highest bit set and are numbered by where they lie. Stack objects have the highest bit set, then a
    /// generation, then a position on the stack: positions are used again, generations are not.
    pub struct ObjectId,
    "object"
);

impl ObjectId {
    /// Where null points.
    pub const NULL: ObjectId = ObjectId(0);
    /// How many positions the stack has.
    pub const STACK_POSITIONS: u32 = 1 << 19;
    /// How often a position can be used.
    pub const GENERATIONS: u32 = 1 << 12;

    const STACK: u32 = 1 << 31;
    const ARENA: u32 = 1 << 30;

    /// The small object made of cells at a position of the arena, which has fewer than 2^30.
    #[inline]
    pub fn in_arena(position: usize) -> ObjectId {
        ObjectId(Self::ARENA | position as u32)
    }

    /// The position in the arena; for objects that are not there, one that is in no arena.
    #[inline(always)]
    pub fn arena_position(self) -> usize {
        (self.0 ^ Self::ARENA) as usize
    }

    /// Whether it is in the arena.
    #[inline(always)]
    pub fn is_in_arena(self) -> bool {
        self.0 >> 30 == 1
    }

    /// The stack object at a position.
    pub fn on_stack(position: u32, generation: u32) -> ObjectId {
        ObjectId(Self::STACK | (generation * Self::STACK_POSITIONS) | position)
    }

    /// The position on the stack, if it is a stack object.
    #[inline]
    pub fn stack_position(self) -> Option<usize> {
        (self.0 & Self::STACK != 0).then_some((self.0 & (Self::STACK_POSITIONS - 1)) as usize)
    }

    /// The generation of a stack object.
    pub fn generation(self) -> u32 {
        (self.0 & !Self::STACK) / Self::STACK_POSITIONS
    }
}

/// Where functions are in the hidden layout: 16 bytes for each.
const FUNCTIONS: u64 = 0x0001_0000;

/// A value.
///
/// Invariant: an integer that fits in `i64` is an `Int`, a longer one that fits in 96 bits is `Wide`, and neither they nor a
/// bit vector of up to 64 bits nor a float are ever a constant `Term`, so
/// that equal numbers are equal values. A register of type `bv64` may hold a pointer (its address) and one of type `ptr`
/// a `Term` of 64 bits (an address that may be in several objects); a pointer that is just a number is into the null
/// object.
///
/// The representation is fixed because compiled code relies on it: see [`crate::native`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Value {
    /// Never set.
    Undef,
    /// A truth value.
    Bool(bool),
    /// An unbounded integer that fits in a word.
    Int(i64),
    /// A bit vector of up to 64 bits.
    Bits {
        /// How many bits.
        width: u8,
        /// The bits; those at and above `width` are zero.
        bits: u64,
    },
    /// A pointer to a known place.
    Ptr {
        /// Into which object.
        object: ObjectId,
        /// At which position; may be outside of the object.
        offset: i64,
    },
    /// A pointer into a known object at a symbolic position (`Int` for cells, `Bv(64)` for bytes).
    PtrTerm {
        /// Into which object.
        object: ObjectId,
        /// At which position.
        offset: Term,
    },
    /// A pointer to a function.
    Function(FuncId),
    /// A binary32 by its bits.
    F32(u32),
    /// A binary64 by its bits.
    F64(u64),
    /// Anything else: symbolic scalars, large integers, wide bit vectors.
    Term(Term),
    /// An unbounded integer of 96 bits that does not fit in a word: `high * 2^64 + low`.
    Wide {
        /// The upper bits, with the sign.
        high: i32,
        /// The lower bits.
        low: u64,
    },
}

impl Value {
    /// The null pointer.
    pub const NULL: Value = Value::Ptr { object: ObjectId::NULL, offset: 0 };

    /// Copies kind by kind: a value that was just written in parts, as results are, would be waited for by the machine
    /// if it were read as a whole.
    #[inline(always)]
    pub fn copy_into(&self, target: &mut Value) {
        // Rotations by nothing hide from the compiler that each arm copies, or it would copy the whole after all.
        match *self {
            Value::Int(n) => *target = Value::Int(n.rotate_left(0)),
            Value::Bits { width, bits } => *target = Value::Bits { width, bits: bits.rotate_left(0) },
            Value::Ptr { object, offset } => *target = Value::Ptr { object, offset: offset.rotate_left(0) },
            other => *target = other,
        }
    }

    /// A pointer that is a number.
    pub fn address(address: u64) -> Value {
        Value::Ptr { object: ObjectId::NULL, offset: address as i64 }
    }

    /// A byte.
    pub fn byte(byte: u8) -> Value {
        Value::Bits { width: 8, bits: u64::from(byte) }
    }

    /// A bit vector: inline up to 64 bits.
    pub fn from_bits(pool: &mut Pool, bits: Bits) -> Value {
        if bits.width() <= 64 {
            Value::Bits { width: bits.width() as u8, bits: bits.unsigned() as u64 }
        } else {
            Value::Term(pool.bits(bits))
        }
    }

    /// An integer, inline if it is small enough.
    pub fn from_integer(pool: &mut Pool, integer: Integer) -> Value {
        Self::small(&integer).unwrap_or_else(|| Value::Term(pool.int(integer)))
    }

    /// An integer of two words, inline if it is small enough.
    #[inline]
    pub fn from_i128(pool: &mut Pool, integer: i128) -> Value {
        Self::of_96_bits(integer).unwrap_or_else(|| Value::Term(pool.int(Integer::from(integer))))
    }

    /// An integer that needs no term.
    fn small(integer: &Integer) -> Option<Value> {
        match integer.to_i64() {
            Some(n) => Some(Value::Int(n)),
            None => Self::of_96_bits(integer.to_i128()?),
        }
    }

    /// An integer of 96 bits.
    #[inline]
    pub fn of_96_bits(integer: i128) -> Option<Value> {
        match i64::try_from(integer) {
            Ok(n) => Some(Value::Int(n)),
            Err(_) => Some(Value::Wide { high: i32::try_from(integer >> 64).ok()?, low: integer as u64 }),
        }
    }

    /// A term, inline if it is a small constant.
    #[inline]
    pub fn from_term(pool: &Pool, term: Term) -> Value {
        match pool.value(term) {
            Some(Constant::Bool(b)) => Value::Bool(*b),
            Some(Constant::Int(n)) => Self::small(n).unwrap_or(Value::Term(term)),
            Some(Constant::Bits(bits)) if bits.width() <= 64 => {
                Value::Bits { width: bits.width() as u8, bits: bits.unsigned() as u64 }
            }
            Some(Constant::Fp(Format::F32, bits)) => Value::F32(*bits as u32),
            Some(Constant::Fp(Format::F64, bits)) => Value::F64(*bits),
            Some(Constant::Bits(_) | Constant::Array(_)) | None => Value::Term(term),
        }
    }

    /// The value as a term, unless it is a pointer or undefined.
    #[inline]
    pub fn to_term(self, pool: &mut Pool) -> Option<Term> {
        match self {
            Value::Term(term) => Some(term),
            Value::Int(n) => Some(pool.int(n)),
            Value::Wide { .. } => self.to_i128().map(|n| pool.int(Integer::from(n))),
            Value::Bool(b) => Some(pool.truth(b)),
            Value::Bits { width, bits } => Some(pool.bits(Bits::new(u32::from(width), u128::from(bits)))),
            Value::F32(bits) => Some(pool.constant(Constant::Fp(Format::F32, u64::from(bits)))),
            Value::F64(bits) => Some(pool.constant(Constant::Fp(Format::F64, bits))),
            Value::Undef | Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_) => None,
        }
    }

    /// The value as a term, pointers into byte objects as their addresses; none for what is undefined and for pointers
    /// into cells.
    pub fn as_term(self, pool: &mut Pool) -> Option<Term> {
        match self {
            Value::Ptr { object: ObjectId::NULL, offset } => Some(pool.bits(Bits::new(64, u128::from(offset as u64)))),
            Value::Ptr { object, offset } => {
                let (base, offset) = (base(pool, object), pool.bits(Bits::new(64, u128::from(offset as u64))));
                Some(pool.add(base, offset))
            }
            Value::PtrTerm { object: ObjectId::NULL, offset } => Some(offset),
            Value::PtrTerm { object, offset } if pool.sort(offset) == Sort::Bv(64) => {
                let base = base(pool, object);
                Some(pool.add(base, offset))
            }
            Value::PtrTerm { .. } => None,
            Value::Function(function) => Some(pool.bits(Bits::new(64, u128::from(function_address(function))))),
            Value::Undef
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Bits { .. }
            | Value::F32(_)
            | Value::F64(_)
            | Value::Wide { .. }
            | Value::Term(_) => self.to_term(pool),
        }
    }

    /// An address as a pointer: into its object if it is a base address and an offset.
    pub fn from_address(pool: &mut Pool, address: Term, functions: usize) -> Value {
        if let Some(Constant::Bits(bits)) = pool.value(address) {
            return Value::from_number(bits.unsigned() as u64, functions);
        }
        if !pool.features(address).contains(Features::BASE) {
            return Value::Term(address);
        }
        let symbols = pool.free_symbols(address);
        let mut bases = symbols.iter().filter_map(|symbol| match pool.symbol_info(*symbol).kind {
            SymbolKind::Base(object) => Some((*symbol, ObjectId(object as u32))),
            _ => None,
        });
        let (Some((symbol, object)), None) = (bases.next(), bases.next()) else { return Value::Term(address) };
        let base = pool.symbol_term(symbol);
        let offset = pool.sub(address, base);
        if pool.features(offset).contains(Features::BASE) {
            return Value::Term(address);
        }
        match pool.value(offset) {
            Some(Constant::Bits(bits)) => Value::Ptr { object, offset: bits.unsigned() as u64 as i64 },
            _ => Value::PtrTerm { object, offset },
        }
    }

    /// A number as a pointer: to a function if it is the address of one.
    pub fn from_number(number: u64, functions: usize) -> Value {
        match number.checked_sub(FUNCTIONS) {
            Some(at) if at % 16 == 0 && at / 16 < functions as u64 => Value::Function(FuncId((at / 16) as u32)),
            _ => Value::address(number),
        }
    }

    /// The value as a number of two words, if it is a concrete integer that is no term.
    #[inline]
    pub fn to_i128(self) -> Option<i128> {
        match self {
            Value::Int(n) => Some(n.into()),
            Value::Wide { high, low } => Some(i128::from(high) << 64 | i128::from(low)),
            Value::Undef
            | Value::Bool(_)
            | Value::Bits { .. }
            | Value::Ptr { .. }
            | Value::PtrTerm { .. }
            | Value::Function(_)
            | Value::F32(_)
            | Value::F64(_)
            | Value::Term(_) => None,
        }
    }

    /// Whether it is a concrete integer.
    pub fn is_integer(self, pool: &Pool) -> bool {
        match self {
            Value::Int(_) | Value::Wide { .. } => true,
            Value::Term(term) => matches!(pool.value(term), Some(Constant::Int(_))),
            Value::Undef
            | Value::Bool(_)
            | Value::Bits { .. }
            | Value::Ptr { .. }
            | Value::PtrTerm { .. }
            | Value::Function(_)
            | Value::F32(_)
            | Value::F64(_) => false,
        }
    }

    /// The value as a concrete integer, if it is one.
    pub fn to_integer(self, pool: &Pool) -> Option<Integer> {
        match self {
            Value::Int(n) => Some(n.into()),
            Value::Wide { .. } => self.to_i128().map(Integer::from),
            Value::Term(term) => match pool.value(term) {
                Some(Constant::Int(n)) => Some(n.clone()),
                Some(Constant::Bool(_) | Constant::Bits(_) | Constant::Fp(..) | Constant::Array(_)) | None => None,
            },
            Value::Undef
            | Value::Bool(_)
            | Value::Bits { .. }
            | Value::Ptr { .. }
            | Value::PtrTerm { .. }
            | Value::Function(_)
            | Value::F32(_)
            | Value::F64(_) => None,
        }
    }

    /// The object that it points into, if that is known.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::Ptr { object, .. } | Value::PtrTerm { object, .. } => Some(object),
            _ => None,
        }
    }

    /// Whether it is a pointer of any kind.
    pub fn is_pointer(self) -> bool {
        match self {
            Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_) => true,
            Value::Undef
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Bits { .. }
            | Value::F32(_)
            | Value::F64(_)
            | Value::Wide { .. }
            | Value::Term(_) => false,
        }
    }
}

/// The pointers that an address is a choice between, each with its term; none if it is no choice, or one between too
/// many. Their order depends on the term alone.
pub fn choices(pool: &mut Pool, address: Term, functions: usize) -> Option<Vec<(Term, Value)>> {
    let mut terms = leaves(pool, address, MOST_CHOICES, DEEPEST_CHOICE)?;
    let mut seen = pathfold_base::FxSet::default();
    terms.retain(|term| seen.insert(*term));
    let found: Vec<(Term, Value)> =
        terms.into_iter().map(|term| (term, Value::from_address(pool, term, functions))).collect();
    match found.as_slice() {
        // Nothing would be decided.
        [(_, Value::Term(_))] => None,
        _ => Some(found),
    }
}

/// More pointers than this are not told apart by their terms.
const MOST_CHOICES: usize = 4096;
/// Choices nested deeper than this are not looked into.
const DEEPEST_CHOICE: u32 = 2000;

/// The alternatives of a choice, and of sums of choices.
fn leaves(pool: &mut Pool, term: Term, most: usize, depth: u32) -> Option<Vec<Term>> {
    let depth = depth.checked_sub(1)?;
    let args = pool.arg_list(term);
    match pool.op(term) {
        Op::Ite => {
            let mut all = leaves(pool, args[1], most, depth)?;
            all.extend(leaves(pool, args[2], most, depth)?);
            (all.len() <= most).then_some(all)
        }
        Op::BvAdd => {
            let (a, b) = (leaves(pool, args[0], most, depth)?, leaves(pool, args[1], most, depth)?);
            if a.len() == 1 && b.len() == 1 {
                return Some(vec![term]);
            }
            if a.len() * b.len() > most {
                return None;
            }
            let mut all = Vec::with_capacity(a.len() * b.len());
            for x in &a {
                for y in &b {
                    all.push(pool.add(*x, *y));
                }
            }
            Some(all)
        }
        _ => Some(vec![term]),
    }
}

/// The address of a function in the hidden layout.
pub fn function_address(function: FuncId) -> u64 {
    FUNCTIONS + 16 * u64::from(function.0)
}

/// The symbol of an object's base address.
pub fn base(pool: &mut Pool, object: ObjectId) -> Term {
    pool.symbol(&format!("base{}", object.0), SymbolKind::Base(u64::from(object.0)), Sort::Bv(64))
}

/// A value that the program never set, as a term that remembers it.
pub fn undefined(pool: &mut Pool, sort: Sort) -> Term {
    pool.fresh_of_kind("undefined", SymbolKind::Undefined, sort)
}

/// Any value of the width as a term, for operations that need one: what was never set becomes a symbol of its own.
pub fn defined_or_fresh(pool: &mut Pool, value: Value, width: u8) -> Option<Term> {
    match value {
        Value::Undef => Some(undefined(pool, Sort::Bv(width))),
        _ => value.as_term(pool),
    }
}

/// The bits `8 * index..8 * index + 8` of a value as it lies in memory; none if it has no bits.
pub fn byte_of(pool: &mut Pool, value: Value, index: u8) -> Option<Value> {
    let term = value.as_term(pool)?;
    let low = 8 * index;
    match pool.sort(term) {
        Sort::Bv(8) => Some(Value::from_term(pool, term)),
        Sort::Bv(_) => {
            let byte = pool.mk(Op::Extract(low + 7, low), &[term]);
            Some(Value::from_term(pool, byte))
        }
        Sort::Bool | Sort::Int | Sort::Fp(_) | Sort::Array(..) => None,
    }
}

/// The sort of terms of this type; pointers have none.
pub fn sort_of(ty: Type) -> Option<Sort> {
    match ty {
        Type::Bool => Some(Sort::Bool),
        Type::Int => Some(Sort::Int),
        Type::Bv(width) => Some(Sort::Bv(width)),
        Type::F32 => Some(Sort::Fp(Format::F32)),
        Type::F64 => Some(Sort::Fp(Format::F64)),
        Type::Ptr => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_two_words() {
        assert_eq!(size_of::<Value>(), 16);
    }

    #[test]
    fn every_integer_is_one_value() {
        let mut pool = Pool::new();
        for power in [0, 31, 62, 63, 64, 65, 94, 95, 96, 126] {
            for near in [-2, -1, 0, 1, 2] {
                for number in [(1_i128 << power) + near, -(1_i128 << power) + near] {
                    let integer = Integer::from(number);
                    let value = Value::from_integer(&mut pool, integer.clone());
                    let term = pool.int(integer.clone());
                    assert_eq!(value, Value::from_i128(&mut pool, number));
                    assert_eq!(value, Value::from_term(&pool, term));
                    assert_eq!(value.to_term(&mut pool), Some(term));
                    assert_eq!(value.as_term(&mut pool), Some(term));
                    assert_eq!(value.to_integer(&pool), Some(integer));
                    assert!(value.is_integer(&pool) && !value.is_pointer());
                    let is_word = i64::try_from(number).is_ok();
                    let is_small = (-(1 << 95)..1 << 95).contains(&number);
                    assert_eq!(matches!(value, Value::Int(_)), is_word, "{number}");
                    assert_eq!(matches!(value, Value::Wide { .. }), is_small && !is_word, "{number}");
                    assert_eq!(value.to_i128(), is_small.then_some(number));
                }
            }
        }
    }
}
