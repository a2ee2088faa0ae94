//! The hidden layout: from base addresses, which are symbols, to numbers. Only on the way to a solver, and where the
//! program itself computes with addresses.

use pathfold_base::{Bits, FxMap};
use pathfold_term::{Features, Pool, SymbolKind, Term, subst};

use super::Memory;
use crate::value::{ObjectId, Value, function_address};

impl Memory {
    /// The address that a known pointer is.
    pub fn number(&self, value: Value) -> Option<u64> {
        match value {
            Value::Ptr { object, offset } => Some(self.address(object).wrapping_add(offset as u64)),
            Value::Function(function) => Some(function_address(function)),
            Value::Bits { width: 64, bits } => Some(bits),
            Value::Undef
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Wide { .. }
            | Value::Bits { .. }
            | Value::PtrTerm { .. }
            | Value::F32(_)
            | Value::F64(_)
            | Value::Term(_) => None,
        }
    }

    /// The term with base addresses replaced by those of the layout.
    pub fn ground(&self, pool: &mut Pool, term: Term) -> Term {
        if !pool.features(term).contains(Features::BASE) {
            return term;
        }
        let mut map = FxMap::default();
        for symbol in pool.free_symbols(term).iter() {
            if let SymbolKind::Base(object) = pool.symbol_info(*symbol).kind {
                let address = self.address(ObjectId(object as u32));
                let (from, to) = (pool.symbol_term(*symbol), pool.bits(Bits::new(64, u128::from(address))));
                map.insert(from, to);
            }
        }
        subst::substitute(pool, term, &map)
    }
}
