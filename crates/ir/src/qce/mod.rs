//! Query count estimation (seed 0, 4.3.1 and 5.4.3.2): for each block and variable, how many queries about the variable
//! may follow. Whoever joins two states that differ in it makes these queries harder.
//!
//! Two analyses, both backward and over calls. The lattice analysis looks for the path on which most queries follow: where
//! ways part it takes the larger count, their least upper bound, until nothing changes or the largest count is reached.
//! The recursive analysis adds up the queries on all paths, of which each loop makes a number of iterations.

mod cost;
mod lattice;
mod lines;
mod recursive;

use pathfold_base::ids::Id as _;
use pathfold_base::{FxMap, FxSet, IdVec};

use crate::{BlockId, CallGraph, Cfg, FuncId, Function, GlobalId, Inst, LoopForest, Op, Operand, Program, Reg};

pub use lines::LineEstimate;

/// What queries can be about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Variable {
    /// A register, and what is in memory behind it if it is a pointer.
    Reg(Reg),
    /// What is in a global.
    Global(GlobalId),
}

/// Queries that may follow, by variable; none for those that are not in it.
pub type Costs = FxMap<Variable, u32>;

/// Which analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Analysis {
    /// The most queries on one path; what a loop repeats counts as the largest count.
    Lattice,
    /// The queries on all paths; every loop is left after so many iterations.
    Recursive {
        /// How many.
        kappa: u32,
    },
}

/// The estimates of a program.
#[derive(Clone, Debug)]
pub struct Qce {
    /// By function and block, what may follow when it is entered.
    entries: IdVec<FuncId, Found>,
    calls: IdVec<FuncId, Summary>,
    analysis: Analysis,
    most: u32,
}

/// The estimates of a function.
#[derive(Clone, Default, Debug)]
struct Found {
    /// By block, what may follow when it is entered.
    entries: Vec<Costs>,
    /// By header of a loop, what may follow when it is entered again, if that is less.
    again: FxMap<BlockId, Costs>,
}

/// One function as the analyses see it.
struct Context<'a> {
    function: &'a Function,
    cfg: Cfg,
    /// Pointers to places that are computed: accesses there are checked.
    computed: FxSet<Reg>,
    /// By function, what a call of it may ask.
    calls: &'a IdVec<FuncId, Summary>,
    /// Whether the counts of ways that part add up.
    adds: bool,
    /// No count is larger.
    most: u32,
}

/// What a call of a function may ask, by parameter and by global.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Summary {
    params: Vec<u32>,
    globals: Vec<(GlobalId, u32)>,
}

impl Qce {
    /// Estimates for every block of a program. Counts stop at `most`.
    pub fn new(program: &Program, analysis: Analysis, most: u32) -> Qce {
        let count = program.functions.len();
        let mut calls: IdVec<FuncId, Summary> = IdVec::filled(Summary::default(), count);
        let mut entries: IdVec<FuncId, Found> = IdVec::filled(Found::default(), count);
        let graph = CallGraph::new(program);
        // Callees come before callers. Functions that call each other are looked at again until nothing changes: counts
        // only rise, and not above the largest.
        for component in graph.components() {
            loop {
                let mut changed = false;
                for &id in component {
                    let function = &program.functions[id];
                    if function.is_declaration() {
                        continue;
                    }
                    let context = Context::new(function, &calls, analysis, most);
                    let found = match analysis {
                        Analysis::Lattice => lattice::run(&context),
                        Analysis::Recursive { kappa } => {
                            let loops = LoopForest::new(&context.cfg);
                            recursive::run(&context, &loops, kappa)
                        }
                    };
                    let summary = context.summary(&found.entries);
                    changed |= calls[id] != summary;
                    calls[id] = summary;
                    entries[id] = found;
                }
                if !changed || !component.iter().any(|id| graph.is_recursive(*id)) {
                    break;
                }
            }
        }
        Qce { entries, calls, analysis, most }
    }

    /// What may follow when a block is entered.
    pub fn at(&self, function: FuncId, block: BlockId) -> Option<&Costs> {
        self.entries.get(function)?.entries.get(block.index())
    }

    /// No count is larger: what has it may be more.
    pub fn most(&self) -> u32 {
        self.most
    }
}

impl<'a> Context<'a> {
    fn new(function: &'a Function, calls: &'a IdVec<FuncId, Summary>, analysis: Analysis, most: u32) -> Self {
        let offset = |inst: &Inst| inst.dst.filter(|_| matches!(&inst.op, Op::Offset(_, Operand::Reg(_))));
        let computed = function.blocks.iter().flat_map(|block| &block.insts).filter_map(offset).collect();
        let adds = analysis != Analysis::Lattice;
        Context { function, cfg: Cfg::new(function), computed, calls, adds, most }
    }

    fn summary(&self, entries: &[Costs]) -> Summary {
        let Some(entry) = entries.first() else { return Summary::default() };
        let of = |reg: &Reg| entry.get(&Variable::Reg(*reg)).copied().unwrap_or(0);
        let mut globals: Vec<(GlobalId, u32)> = entry
            .iter()
            .filter_map(|(variable, cost)| match variable {
                Variable::Global(id) => Some((*id, *cost)),
                Variable::Reg(_) => None,
            })
            .collect();
        globals.sort_unstable();
        Summary { params: self.function.params.iter().map(of).collect(), globals }
    }
}

#[cfg(test)]
mod tests;
