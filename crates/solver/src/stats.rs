//! Who answered how many queries, and what went wrong.

use crate::{Answer, Why};
use std::path::PathBuf;
use std::time::Duration;

/// The layers a query passes, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layer {
    /// The goal is a constant under the path's fixed symbols.
    Constant,
    /// The path's witness satisfies the goal.
    Witness,
    /// Intervals of the symbols refute the goal.
    Bounds,
    /// Other values for symbols that few conditions of a long path mention.
    Loose,
    /// Sets of the values that bytes and truth values have left.
    Domain,
    /// An earlier query decides this one.
    Cache,
    /// A model of an earlier query satisfies this one.
    Models,
    /// Orders of bit vectors contradict each other.
    Order,
    /// A small change of the witness satisfies the goal.
    Repair,
    /// Simplex with branching over linear integer atoms.
    Linear,
    /// All values of a few symbols were tried.
    Trying,
    /// A quantified query without its quantifiers, with what they say at the ends of their ranges.
    Strip,
    /// A model of the stripped query, with what it has at good positions copied to those where quantifiers fail.
    Duplicate,
    /// The stripped query with what quantifiers say at positions where models failed.
    Instances,
    /// A quantified query whose ranges are bounded, written out.
    Expand,
    /// A quantified query under short ranges only (never `Unsat`).
    Unfold,
    /// A quantified query as a whole, by a solver process that reads quantifiers.
    Quantified,
    /// A solver process.
    Backend,
}

impl Layer {
    /// All layers in the order a query passes them.
    pub const ALL: [Layer; 18] = [
        Layer::Constant,
        Layer::Witness,
        Layer::Bounds,
        Layer::Loose,
        Layer::Domain,
        Layer::Cache,
        Layer::Models,
        Layer::Order,
        Layer::Repair,
        Layer::Linear,
        Layer::Trying,
        Layer::Strip,
        Layer::Duplicate,
        Layer::Instances,
        Layer::Expand,
        Layer::Unfold,
        Layer::Quantified,
        Layer::Backend,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Constant => "constant",
            Layer::Witness => "witness",
            Layer::Bounds => "bounds",
            Layer::Loose => "loose",
            Layer::Domain => "domain",
            Layer::Cache => "cache",
            Layer::Models => "models",
            Layer::Order => "order",
            Layer::Repair => "repair",
            Layer::Linear => "linear",
            Layer::Trying => "trying",
            Layer::Strip => "strip",
            Layer::Duplicate => "duplicate",
            Layer::Instances => "instances",
            Layer::Expand => "expand",
            Layer::Unfold => "unfold",
            Layer::Quantified => "quantified",
            Layer::Backend => "backend",
        }
    }
}

/// How many queries a layer answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Answers {
    /// With a model.
    pub sat: u64,
    /// With "there is none".
    pub unsat: u64,
    /// Not at all, and nobody after it either.
    pub unknown: u64,
}

/// Counters of one solver.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Queries asked.
    pub queries: u64,
    layers: [Answers; Layer::ALL.len()],
    /// Time spent waiting for solver processes (second opinions included).
    pub backend_time: Duration,
    /// Queries that reached a solver process.
    pub backend_queries: u64,
    /// The most conditions one query had when it reached a back end (after slicing, with the goal).
    pub largest_query: usize,
    /// Queries the cache holds now.
    pub cache_size: usize,
    /// Solver processes lost (died, killed for their time, out of step) and replaced at the next query.
    pub restarts: u64,
    /// Second opinions that contradicted the answer, and models that failed evaluation.
    pub disagreements: u64,
    /// Second opinions that agreed.
    pub agreements: u64,
    /// Answers on which nobody could give the second opinion that was wanted, and why on the first of them.
    pub unchecked: u64,
    /// See `unchecked`.
    pub unchecked_because: Option<Why>,
    /// Who gave no second opinion on queries that it could read.
    pub silent: Vec<Silence>,
}

/// A solver program that gave no second opinion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silence {
    /// Its name.
    pub solver: &'static str,
    /// How often.
    pub answers: u64,
    /// Why, the first time.
    pub why: Why,
}

impl Silence {
    /// One more time.
    pub(crate) fn note(all: &mut Vec<Silence>, solver: &'static str, why: Why) {
        match all.iter_mut().find(|silence| silence.solver == solver) {
            Some(silence) => silence.answers += 1,
            None => all.push(Silence { solver, answers: 1, why }),
        }
    }
}

impl Stats {
    /// What `layer` answered.
    pub fn answers(&self, layer: Layer) -> Answers {
        self.layers[layer as usize]
    }

    /// Every layer with what it answered, in order.
    pub fn by_layer(&self) -> impl Iterator<Item = (Layer, Answers)> + '_ {
        Layer::ALL.into_iter().map(|layer| (layer, self.answers(layer)))
    }

    pub(crate) fn count(&mut self, layer: Layer, answer: &Answer) {
        let answers = &mut self.layers[layer as usize];
        match answer {
            Answer::Sat(_) => answers.sat += 1,
            Answer::Unsat => answers.unsat += 1,
            Answer::Unknown(_) => answers.unknown += 1,
        }
    }
}

/// Somebody gave a wrong answer: two solvers contradict each other, or a model does not satisfy its query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What happened, in one line.
    pub what: String,
    /// The complete query in SMT-LIB.
    pub query: String,
    /// Where the query was written, if there was a directory for it.
    pub file: Option<PathBuf>,
}
