//! Compiled code relies on how values and frames lie in memory. What it does is tested in `engine/tests/machine_code`.
#![allow(unsafe_code)]

use pathfold_ir::{FuncId, Type};
use pathfold_term::Pool;

use super::layout::{Kind, PAYLOAD, SIZE, words};
use crate::state::FrameSlots;
use crate::value::{ObjectId, Value};

/// A value of every kind, and some more.
fn values() -> Vec<Value> {
    let term = Pool::new().truth(false);
    let object = ObjectId(0x1234_5678);
    vec![
        Value::Undef,
        Value::Bool(false),
        Value::Bool(true),
        Value::Int(0),
        Value::Int(-1),
        Value::Int(i64::MIN),
        Value::Bits { width: 1, bits: 1 },
        Value::Bits { width: 64, bits: u64::MAX },
        Value::NULL,
        Value::Ptr { object, offset: -5 },
        Value::PtrTerm { object, offset: term },
        Value::Function(FuncId(77)),
        Value::F32(0x8000_0001),
        Value::F64(u64::MAX - 1),
        Value::Term(term),
        Value::Wide { high: -1, low: 5 },
        Value::Wide { high: i32::MAX, low: u64::MAX },
    ]
}

#[test]
fn words_are_values() {
    for value in values() {
        let words = words(value);
        // SAFETY: if the words are laid out as values are, they are this one; if not, the test shows it.
        let same: Value = unsafe { std::mem::transmute_copy(&words) };
        assert_eq!(same, value);
        if let Some(kind) = Kind::of_value(value) {
            assert_eq!(words[0] as u8, kind.tag(), "{value:?}");
        }
        if let Some(kind @ (Kind::Int | Kind::Bits(_))) = Kind::of_value(value) {
            assert_eq!(words[0], i64::from(kind.head()), "{value:?}");
        }
    }
    assert_eq!((SIZE, PAYLOAD), (16, 8));
}

#[test]
fn kinds_of_types_are_those_of_their_values() {
    assert_eq!(Kind::of_type(Type::Int), Kind::of_value(Value::Int(1)));
    assert_eq!(Kind::of_type(Type::Bool), Kind::of_value(Value::Bool(true)));
    assert_eq!(Kind::of_type(Type::Ptr), Kind::of_value(Value::NULL));
    assert_eq!(Kind::of_type(Type::Bv(13)), Kind::of_value(Value::Bits { width: 13, bits: 1 }));
    assert_eq!((Kind::of_type(Type::Bv(65)), Kind::of_type(Type::F64)), (None, None));
}

#[test]
fn frames_are_a_kind_and_a_pointer() {
    for (len, kind) in [(1, 0_u64), (16, 0), (17, 1), (64, 1)] {
        let mut slots = FrameSlots::new(&vec![Value::Int(7); len]);
        let first = slots.as_mut_leaf().map(|slots| slots.as_ptr().addr() as u64).expect("an array");
        // SAFETY: they are as large as two words, which are set whatever they mean.
        let words: [u64; 2] = unsafe { std::mem::transmute_copy(&slots) };
        assert_eq!(words, [kind, first]);
    }
    assert_eq!(size_of::<FrameSlots>(), 16);
}
