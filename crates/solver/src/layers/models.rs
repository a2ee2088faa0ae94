//! Models of recent queries: a path's neighbour often has the model this path needs.

use crate::Model;
use crate::check::Checker;
use pathfold_term::{Pool, Term};

const KEPT: usize = 12;

/// The most recent models, newest last.
#[derive(Default)]
pub(crate) struct Recent {
    models: Vec<Model>,
    /// Where the next one goes.
    at: usize,
}

impl Recent {
    /// Remembers a model.
    pub fn add(&mut self, model: &Model) {
        if self.models.len() < KEPT {
            self.models.push(model.clone());
        } else if let Some(slot) = self.models.get_mut(self.at) {
            *slot = model.clone();
        }
        self.at = (self.at + 1) % KEPT;
    }

    /// A model that satisfies all conditions.
    pub fn find(&self, pool: &Pool, checker: &mut Checker, query: &[Term]) -> Option<&Model> {
        self.models.iter().find(|model| checker.all(pool, query, model))
    }
}
