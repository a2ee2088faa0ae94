//! Concrete values: constants in terms, results of evaluation, models.

use std::collections::BTreeMap;
use std::sync::Arc;

use pathfold_base::{Bits, Integer};

use crate::sort::{Format, Scalar, Sort};

/// A concrete value. Structural equality is equality of values.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Integer),
    /// A bit vector.
    Bits(Bits),
    /// A floating point number by its bits. Invariant: a NaN is `Format::nan()`; use [`Value::fp`].
    Fp(Format, u64),
    /// A total map.
    Array(Arc<ArrayValue>),
}

/// A total map with finitely many exceptions from a default.
///
/// Invariant: no entry equals the default; when half of the indices or more have an entry, the default is the most
/// frequent value (the smallest of those). So equal maps are structurally equal.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArrayValue {
    index: Scalar,
    default: Value,
    entries: BTreeMap<Value, Value>,
}

impl ArrayValue {
    /// The map that is `default` everywhere.
    pub fn constant(index: Scalar, default: Value) -> Self {
        Self { index, default, entries: BTreeMap::new() }
    }

    /// The sort of the indices.
    pub fn index_sort(&self) -> Scalar {
        self.index
    }

    /// What every index without an entry maps to.
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// The exceptions, by index.
    pub fn entries(&self) -> &BTreeMap<Value, Value> {
        &self.entries
    }

    /// What `index` maps to.
    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Maps `index` to `value`.
    pub fn set(&mut self, index: Value, value: Value) {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
        if let Some(size) = self.index.size()
            && self.entries.len() as u64 >= size.div_ceil(2)
        {
            self.rebase(size);
        }
    }

    /// Makes the most frequent value the default. Only reached when half of a finite domain has entries.
    fn rebase(&mut self, size: u64) {
        let mut counts: BTreeMap<&Value, u64> = BTreeMap::new();
        for value in self.entries.values() {
            *counts.entry(value).or_default() += 1;
        }
        let rest = size - self.entries.len() as u64;
        if rest > 0 {
            counts.insert(&self.default, rest);
        }
        let mut best: Option<(&Value, u64)> = None;
        for (value, count) in counts {
            if best.is_none_or(|(_, most)| count > most) {
                best = Some((value, count));
            }
        }
        let Some((new, _)) = best else { return };
        if *new == self.default {
            return;
        }
        let new = new.clone();
        let old = std::mem::replace(&mut self.default, new.clone());
        for number in 0..size {
            let index = match self.index {
                Scalar::Bool => Value::Bool(number == 1),
                Scalar::Bv(w) => Value::Bits(Bits::new(u32::from(w), u128::from(number))),
                Scalar::Int | Scalar::Fp(_) => return,
            };
            match self.entries.get(&index) {
                Some(value) if *value == new => {
                    self.entries.remove(&index);
                }
                Some(_) => {}
                None => {
                    self.entries.insert(index, old.clone());
                }
            }
        }
    }
}

impl Value {
    /// A floating point number from its bits, NaN made canonical.
    pub fn fp(format: Format, bits: u64) -> Value {
        match format {
            Format::F32 => Value::f32(f32::from_bits(bits as u32)),
            Format::F64 => Value::f64(f64::from_bits(bits)),
        }
    }

    /// A binary32 number.
    pub fn f32(x: f32) -> Value {
        Value::Fp(Format::F32, if x.is_nan() { Format::F32.nan() } else { u64::from(x.to_bits()) })
    }

    /// A binary64 number.
    pub fn f64(x: f64) -> Value {
        Value::Fp(Format::F64, if x.is_nan() { Format::F64.nan() } else { x.to_bits() })
    }

    /// Its sort.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Bits(b) => Sort::Bv(b.width() as u8),
            Value::Fp(format, _) => Sort::Fp(*format),
            // Elements of arrays are scalars: arrays of arrays are not a sort.
            Value::Array(a) => Sort::Array(a.index, a.default.sort().scalar().unwrap_or(Scalar::Bool)),
        }
    }

    /// False, zero, or the array of those.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Integer::ZERO),
            Sort::Bv(w) => Value::Bits(Bits::zero(u32::from(w))),
            Sort::Fp(format) => Value::Fp(format, 0),
            Sort::Array(index, element) => {
                Value::Array(Arc::new(ArrayValue::constant(index, Value::default_of(element.into()))))
            }
        }
    }

    /// The truth value it is.
    #[inline]
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(b) = self { Some(*b) } else { None }
    }

    /// The integer it is.
    #[inline]
    pub fn as_int(&self) -> Option<&Integer> {
        if let Value::Int(n) = self { Some(n) } else { None }
    }

    /// The bit vector it is.
    #[inline]
    pub fn as_bits(&self) -> Option<Bits> {
        if let Value::Bits(b) = self { Some(*b) } else { None }
    }

    /// The array it is.
    pub fn as_array(&self) -> Option<&Arc<ArrayValue>> {
        if let Value::Array(a) = self { Some(a) } else { None }
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Value {
        Value::Bool(b)
    }
}

impl From<Integer> for Value {
    fn from(n: Integer) -> Value {
        Value::Int(n)
    }
}

impl From<Bits> for Value {
    fn from(b: Bits) -> Value {
        Value::Bits(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_maps_are_structurally_equal() {
        let bit = |n: u128| Value::Bits(Bits::new(2, n));
        let mut a = ArrayValue::constant(Scalar::Bv(2), Value::Bool(false));
        let mut b = ArrayValue::constant(Scalar::Bv(2), Value::Bool(true));
        for n in 0..4 {
            let v = Value::Bool(n != 2);
            a.set(bit(n), v.clone());
            b.set(bit(3 - n), Value::Bool(3 - n != 2));
        }
        assert_eq!(a, b);
        assert_eq!(a.get(&bit(2)), &Value::Bool(false));
        a.set(bit(2), Value::Bool(true));
        assert!(a.entries().is_empty());
    }
}
