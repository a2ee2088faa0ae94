//! Satisfying assignments. A model belongs to a path and is carried along with it, so it is persistent: states are
//! forked by cloning.

use pathfold_base::CowVec;
use pathfold_base::ids::Id;
use pathfold_term::eval::Assignment;
use pathfold_term::{Pool, SymbolId, Value};

/// A satisfying assignment. Cloning is O(1). A symbol it does not mention may have any value of its sort; by
/// convention it has the default one (zero, false).
#[derive(Clone, Default, Debug)]
pub struct Model {
    values: CowVec<Option<Value>>,
}

impl Model {
    /// The assignment that mentions no symbol.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of `symbol`, if it is mentioned.
    #[inline]
    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.values.get(symbol.index())?.as_ref()
    }

    /// Gives `symbol` a value.
    pub fn set(&mut self, symbol: SymbolId, value: Value) {
        if self.get(symbol) == Some(&value) {
            return;
        }
        self.values.grow(symbol.index() + 1, None);
        if let Some(slot) = self.values.get_mut(symbol.index()) {
            *slot = Some(value);
        }
    }

    /// The value of `symbol`, or the default of its sort.
    pub fn value_or_default(&self, pool: &Pool, symbol: SymbolId) -> Value {
        self.get(symbol).cloned().unwrap_or_else(|| Value::default_of(pool.symbol_info(symbol).sort))
    }

    /// All mentioned symbols with their values, by symbol.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &Value)> {
        self.values.iter().enumerate().filter_map(|(i, v)| Some((SymbolId::from_index(i), v.as_ref()?)))
    }

    /// A view in which every symbol has a value: missing ones the default of their sort.
    pub fn complete<'a>(&'a self, pool: &'a Pool) -> Complete<'a> {
        Complete { model: self, pool }
    }
}

impl Assignment for Model {
    fn get(&self, symbol: SymbolId) -> Option<Value> {
        Model::get(self, symbol).cloned()
    }
}

/// A model in which no symbol is missing.
#[derive(Clone, Copy)]
pub struct Complete<'a> {
    model: &'a Model,
    pool: &'a Pool,
}

impl Assignment for Complete<'_> {
    fn get(&self, symbol: SymbolId) -> Option<Value> {
        Some(self.model.value_or_default(self.pool, symbol))
    }
}
