//! Techniques take turns. With `Subsume::Auto` a program is explored path by path while that is easy. When it becomes work
//! the exploration starts again with subsumption, and when that becomes work too, once more with everything that was asked
//! for. Folded loops can hide from subsumption what it needs, so both take turns once more before everything together gets
//! all the time that is left. States that are joined if that is worth it are not joined while single paths are easy: who
//! waits for others finds nothing meanwhile. What ends soon ends sooner that way, with a test case for every path, and no
//! technique keeps another from what it is good at.

use std::hash::{Hash, Hasher};
use std::time::Duration;

use pathfold_base::{FxHasher, FxSet};
use pathfold_ir::{Intrinsic, Op, Program};

use super::decide::Way;
use super::subsume::Subsumer;
use super::{Explorer, Observer};
use crate::code::Code;
use crate::config::{Config, Loops, Merge, Search, Subsume};
use crate::join::JOINED;
use crate::state::State;
use crate::step::End;

/// How much has been done, or may be done.
#[derive(Clone, Copy, Default)]
struct Work {
    forks: u64,
    queries: u64,
    hard_queries: u64,
    instructions: u64,
    terms: u64,
}

/// A stage that may be given up.
struct Stage {
    /// Whether loops are walked and not folded.
    walks: bool,
    /// Whether paths are subsumed.
    subsumes: bool,
    /// Whether states are joined where that is worth it.
    merges: bool,
    /// Whether the newest path comes first, if nobody asked for another search: where the oldest do, no path of a long
    /// loop with forks in it ever ends.
    deep: bool,
    /// What may be done in it. By numbers, not by time: runs must repeat.
    easy: Work,
    /// Time for one query: whoever needs more is no easy one. Like every limit of time it shows in results only where it is
    /// reached.
    patience: Duration,
    /// Time of the solvers in all.
    solving: Duration,
}

/// Programs of numbers: path by path, with subsumption, with everything, and with subsumption again.
const OF_NUMBERS: [Stage; 4] = [
    Stage {
        walks: true,
        subsumes: false,
        merges: false,
        deep: false,
        easy: Work { forks: 128, queries: 400, hard_queries: 2, instructions: 50_000, terms: 40_000 },
        patience: Duration::from_millis(200),
        solving: Duration::MAX,
    },
    Stage {
        walks: true,
        subsumes: true,
        merges: true,
        deep: false,
        easy: Work { forks: 500, queries: 2_000, hard_queries: 12, instructions: 1_000_000, terms: 400_000 },
        patience: Duration::from_millis(500),
        solving: Duration::MAX,
    },
    Stage {
        walks: false,
        subsumes: true,
        merges: true,
        deep: false,
        easy: Work { forks: 2_000, queries: 8_000, hard_queries: 30, instructions: 4_000_000, terms: 800_000 },
        patience: Duration::from_secs(1),
        solving: Duration::MAX,
    },
    Stage {
        walks: true,
        subsumes: true,
        merges: true,
        deep: false,
        easy: Work { forks: 4_000, queries: 20_000, hard_queries: 60, instructions: 8_000_000, terms: 1_600_000 },
        patience: Duration::from_secs(1),
        solving: Duration::MAX,
    },
];
/// Programs of bytes: path by path, with folded loops, path by path again for longer (what folding makes of a loop can be
/// harder than its iterations), with folded loops for longer, and with subsumption: there is less hope for it, watched code
/// is slower, and their test cases are wanted.
const OF_BYTES: [Stage; 5] = [
    Stage {
        walks: true,
        subsumes: false,
        merges: false,
        deep: false,
        easy: Work { forks: 512, queries: 5_000, hard_queries: 128, instructions: 500_000, terms: 60_000 },
        patience: Duration::from_millis(100),
        solving: Duration::from_millis(300),
    },
    Stage {
        walks: false,
        subsumes: false,
        merges: true,
        deep: false,
        easy: Work { forks: 1_000, queries: 8_000, hard_queries: 1_000, instructions: u64::MAX, terms: u64::MAX },
        patience: Duration::from_secs(3),
        solving: Duration::from_secs(6),
    },
    Stage {
        walks: true,
        subsumes: false,
        merges: true,
        deep: true,
        easy: Work {
            forks: 20_000,
            queries: 1_000_000,
            hard_queries: 2_000,
            instructions: 10_000_000,
            terms: 1_000_000,
        },
        patience: Duration::from_secs(1),
        solving: Duration::from_secs(6),
    },
    Stage {
        walks: false,
        subsumes: false,
        merges: true,
        deep: false,
        easy: Work { forks: 5_000, queries: u64::MAX, hard_queries: u64::MAX, instructions: u64::MAX, terms: u64::MAX },
        patience: Duration::from_secs(5),
        solving: Duration::from_secs(10),
    },
    Stage {
        walks: true,
        subsumes: true,
        merges: true,
        deep: false,
        easy: Work { forks: 2_000, queries: 20_000, hard_queries: 500, instructions: 20_000_000, terms: 1_000_000 },
        patience: Duration::from_secs(1),
        solving: Duration::from_secs(5),
    },
];
/// States that are joined if that is worth it, and nothing else in turns: path by path first.
const UNMERGED: [Stage; 1] = [Stage {
    walks: false,
    subsumes: false,
    merges: false,
    deep: false,
    easy: Work { forks: 3_000, queries: 12_000, hard_queries: 64, instructions: 500_000, terms: 400_000 },
    patience: Duration::from_millis(200),
    solving: Duration::from_millis(300),
}];
/// Instructions of a program of numbers that reads inputs but does not fork, until it is taken for one that does not end.
const LONG_RUN: u64 = 5_000_000;

/// How far it is.
#[derive(Clone, Default)]
pub(super) struct Stages {
    /// Those that may be given up.
    plan: &'static [Stage],
    /// How often the exploration started again.
    stage: usize,
    /// Whether the solver has given up on a query of this stage.
    stuck: bool,
    /// What had been done then.
    before: Work,
    /// How long the solvers had taken.
    solved: Duration,
    /// The paths that have ended in this stage, by their decisions.
    ending: FxSet<u64>,
    /// And in those before.
    ended: FxSet<u64>,
}

impl Stages {
    /// Before anything was done; none if everything is done at once.
    pub(super) fn new(config: &Config, program: &Program, code: &Code, subsumer: &Subsumer) -> Option<Self> {
        // What the outside does would happen again; leaks are not for annotations, and nobody is joined.
        if !config.turns || config.check_leak || config.external {
            return None;
        }
        let estimates = joins_if_worth_it(config) && !opens_merges(program);
        if config.subsume != Subsume::Auto {
            return estimates.then(|| Self { plan: &UNMERGED, ..Self::default() });
        }
        let plan: &[Stage] = if subsumer.bytes { &OF_BYTES } else { &OF_NUMBERS };
        // Where nothing is folded, turns of walking and folding are the same: only the last of them is left.
        let folds = config.loops != Loops::Unroll && !code.loops.is_empty();
        let last = plan.iter().rposition(|stage| !stage.subsumes).unwrap_or(0);
        let plan = if subsumer.bytes && !folds && !estimates { &plan[last..] } else { plan };
        Some(Self { plan, ..Self::default() })
    }
}

impl Explorer<'_> {
    /// Whether loops are not folded yet.
    pub(super) fn walks_loops(&self) -> bool {
        self.stage().is_some_and(|stage| stage.walks)
    }

    /// Which state comes next in this stage.
    pub(super) fn search(&self) -> Search {
        let deep = self.stage().is_some_and(|stage| stage.deep) && !self.config.search_is_asked;
        if deep { Search::Dfs } else { self.config.search }
    }

    /// Whether states are joined, if they are to be.
    pub(super) fn merges(&self) -> bool {
        !joins_if_worth_it(&self.config) || opens_merges(self.program) || self.stage().is_none_or(|stage| stage.merges)
    }

    /// Whether the exploration has become work and is to start again.
    pub(super) fn is_to_start_again(&self) -> bool {
        let Some(stages) = &self.stages else { return false };
        let Some(Stage { easy, solving, .. }) = self.stage() else { return false };
        let (done, before) = (self.work_done(), stages.before);
        stages.stuck
            || done.forks - before.forks >= easy.forks
            || done.queries - before.queries >= easy.queries
            || done.hard_queries - before.hard_queries >= easy.hard_queries
            || (done.forks > 0 && done.instructions - before.instructions >= easy.instructions)
            || done.terms - before.terms >= easy.terms
            || self.solver.stats().backend_time - stages.solved >= *solving
            || (self.subsumer.reads && !self.subsumer.bytes && done.instructions - before.instructions >= LONG_RUN)
    }

    fn work_done(&self) -> Work {
        let (statistics, solver) = (&self.statistics, self.solver.stats());
        // A program that reads nothing makes constants by computing with long numbers: nobody has to reason about them.
        let constants = if self.subsumer.reads { 0 } else { self.pool.constants() };
        Work {
            forks: statistics.forks_before + statistics.forks,
            queries: solver.queries,
            hard_queries: solver.backend_queries,
            instructions: statistics.instructions,
            terms: (self.pool.len() - constants) as u64,
        }
    }

    /// Starts again if it is time to: what is proved is proved where few paths have parted yet.
    pub(super) fn next_stage(&mut self, observer: &mut dyn Observer) {
        if !self.is_to_start_again() {
            return;
        }
        let Some(mut stages) = self.stages.take() else { return };
        stages.stage += 1;
        stages.before = self.work_done();
        stages.stuck = false;
        stages.solved = self.solver.stats().backend_time;
        let subsumes = stages.plan.get(stages.stage).is_none_or(|stage| stage.subsumes);
        let ending = std::mem::take(&mut stages.ending);
        stages.ended.extend(ending);
        if self.config.subsume == Subsume::Auto && subsumes {
            self.config.subsume = Subsume::On;
            self.code = self.watched_code();
        }
        // Proofs that failed would fail again mostly: they have to wait for their turn.
        let spent = self.subsumer.spent / 4;
        self.subsumer = Subsumer::new(&self.config, self.program, &self.code);
        self.stages = Some(stages);
        self.subsumer.spent = spent;
        observer.started_again();
        self.restart();
    }

    /// Goes on with a stage that was left for something else, as if nothing had been done in it.
    pub(super) fn resume(&mut self, stages: Option<Stages>) {
        self.stages = stages;
        let (done, solved) = (self.work_done(), self.solver.stats().backend_time);
        if let Some(stages) = &mut self.stages {
            (stages.before, stages.solved, stages.stuck) = (done, solved, false);
        }
        self.solver.set_patience(self.patience());
    }

    /// Time for one query in this stage, if there is one of those that may be given up.
    pub(super) fn patience(&self) -> Option<Duration> {
        self.stage().map(|stage| stage.patience).filter(|patience| *patience < Duration::MAX)
    }

    /// The stage it is in, if it is one of those that may be given up.
    fn stage(&self) -> Option<&'static Stage> {
        let stages = self.stages.as_ref()?;
        stages.plan.get(stages.stage)
    }

    /// Whether the solver has given up on one of the ways, and that is a reason to start again and not the end of a path.
    pub(super) fn is_stuck(&mut self, ways: &[Way]) -> bool {
        let stuck = self.patience().is_some() && ways.iter().any(|way| way.given_up_because().is_some());
        if let Some(stages) = &mut self.stages {
            stages.stuck |= stuck;
        }
        stuck
    }

    /// Whoever ends because the solver gave up is a reason to start again, not one why something is incomplete.
    pub(super) fn notice_end(&mut self, end: &End) {
        let gave_up = matches!(end, End::Incomplete(why) if why.starts_with("the solver gave up"));
        if gave_up
            && self.patience().is_some()
            && let Some(stages) = &mut self.stages
        {
            stages.stuck = true;
        }
    }

    /// Whether a path that ends now has ended before the exploration started again: it has its record and its test case.
    pub(super) fn has_ended_before(&mut self, state: &State, end: &End) -> bool {
        let Some(stages) = &mut self.stages else { return false };
        // SOUND: the reasons why something is incomplete are forgotten when the exploration starts again; findings are not.
        if matches!(end, End::Incomplete(_) | End::Subsumed(_)) {
            return false;
        }
        let mut hasher = FxHasher::default();
        for decision in state.decisions.newest_first() {
            // The decisions of what was folded or joined do not tell paths apart.
            if *decision >= JOINED {
                return false;
            }
            decision.hash(&mut hasher);
        }
        stages.ending.insert(hasher.finish());
        stages.ended.contains(&hasher.finish())
    }
}

/// Whether estimates say who is joined.
fn joins_if_worth_it(config: &Config) -> bool {
    matches!(config.merge, Merge::Qce | Merge::QceRecursive)
}

/// Whether the program says itself where states are to be joined.
fn opens_merges(program: &Program) -> bool {
    let insts = program.functions.iter().flat_map(|function| function.blocks.iter()).flat_map(|block| &block.insts);
    insts.into_iter().any(|inst| matches!(inst.op, Op::Intrinsic(Intrinsic::OpenMerge, _)))
}
