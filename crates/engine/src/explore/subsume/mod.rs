//! Path subsumption with lazy annotations (seed 0, 4.2 and 5.4.2). An annotation of a point is a condition on its numbers
//! from which nothing can go wrong. A state whose path implies it is not explored further.
//!
//! Annotations of joins are weakest preconditions over what follows (`weakest.rs`), those of loop headers are proved by
//! induction (`induction.rs`). Both work on segments: what the program's own step does to a general state (`point.rs`,
//! `segment.rs`). Nothing here knows what an instruction means, and nothing is computed before two paths meet somewhere.

mod candidates;
mod induction;
mod point;
mod segment;
mod weakest;

use std::time::Duration;

use pathfold_ir::{Cfg, Layout, Program};
use pathfold_solver::{Answer, Model, PathCondition};
use pathfold_term::{FALSE, Names, TRUE, Term, infix};

use super::Explorer;
use crate::code::{Code, Instr};
use crate::config::{Config, Subsume};
use crate::coverage::Coverage;
use crate::memory::GlobalObjects;
use crate::state::State;
use crate::step::Seen;
use crate::value::ObjectId;

use point::{PointId, Points};
use segment::Grown;
use weakest::{Goal, Weakest};

/// The visits of a header at which a proof is tried, unless its annotations do. The first is before anyone tries to fold the
/// loop; later ones come from later iterations (seed 0, 4.2.1: "the value of `_t` can be increased").
const TRIES: [u32; 6] = [1, 2, 3, 4, 6, 10];
/// A point at which so many states in a row were not subsumed is given up. By number, not by time: runs must repeat.
const MOST_FAILURES: u32 = 12;
/// Tries to prove something at one place, over all of its points.
const MOST_TRIES: u32 = 30;
/// A place where so many states were looked at in vain is left alone.
const MOST_VISITS: u32 = 3_000;
/// How often one look may find that more of memory matters.
const MOST_GROWTH: u32 = 24;

/// What a query and a fork cost, in instructions: about.
const QUERY_COST: u64 = 400;
const FORK_COST: u64 = 200;
/// Time that the solver has for a query. Like every limit of time it shows in results only where it is reached.
const PATIENCE: Duration = Duration::from_secs(2);
/// Queries that the solver may give up on before subsumption is switched off.
const MOST_GIVEN_UP: u32 = 4;

/// What is known about a place of the program.
#[derive(Clone, Copy, Default)]
struct Effort {
    visits: u32,
    tries: u32,
    subsumed: u32,
    /// Proofs that failed here.
    blocks: u32,
}

/// What subsumption needs from state to state.
pub(super) struct Subsumer {
    on: bool,
    /// What the code of the exploration writes down: where it stops.
    pub(super) seen: Seen,
    /// By place, whether it is the header of a loop.
    headers: Vec<bool>,
    /// By place, whether it is that, or paths meet there.
    joins: Vec<bool>,
    efforts: Vec<Effort>,
    points: Points,
    /// What general states do.
    walked: Seen,
    scratch: Coverage,
    /// A cell turned out to be a number that varies.
    grown: bool,
    /// A segment was too long.
    overrun: bool,
    /// Queries of proofs that failed, and points they looked at.
    pub(super) spent: u64,
    /// Queries that the solver gave up on.
    gave_up: u32,
    /// Proofs that succeeded.
    proofs: u64,
    /// Whether the program has objects of bytes, and so may compute with addresses.
    pub(super) bytes: bool,
    /// Whether the program reads inputs.
    pub(super) reads: bool,
    /// The global objects.
    globals: Vec<ObjectId>,
}

impl Subsumer {
    pub(super) fn new(config: &Config, program: &Program, code: &Code) -> Self {
        // Leaks are found at the end, by what nothing points to: annotations do not say that.
        let on = config.subsume == Subsume::On && !config.check_leak;
        let (mut headers, mut joins) = (Vec::new(), Vec::new());
        if on {
            headers = vec![false; code.places.len()];
            for around in &code.loops {
                headers[around.place as usize] = !program.functions[around.function].library;
            }
            joins = headers.clone();
            for (id, function) in program.functions.entries() {
                if function.is_declaration() || function.library {
                    continue;
                }
                let cfg = Cfg::new(function);
                for block in function.blocks.ids() {
                    joins[(code.first_place[id] + block.0) as usize] |= cfg.preds(block).len() > 1;
                }
            }
        }
        let allocates = |instr: &Instr| matches!(instr, Instr::Alloc(Layout::Bytes, ..) | Instr::Intrinsic(..));
        let bytes = program.globals.iter().any(|global| global.layout == Layout::Bytes)
            || code.functions.iter().any(|function| function.instrs.iter().any(allocates));
        let objects = GlobalObjects::new(program);
        let globals = program.globals.ids().map(|global| objects.object(global)).collect();
        Self {
            on,
            seen: Seen { stops: joins.clone(), ..Seen::default() },
            efforts: vec![Effort::default(); joins.len()],
            headers,
            joins,
            points: Points::default(),
            walked: Seen::default(),
            scratch: Coverage::new(code),
            grown: false,
            overrun: false,
            spent: 0,
            gave_up: 0,
            proofs: 0,
            bytes,
            reads: code.functions.iter().any(|function| function.instrs.iter().any(|i| matches!(i, Instr::Input(..)))),
            globals,
        }
    }
}

impl Explorer<'_> {
    /// Whether a state that has just entered a block cannot reach anything wrong any more: the annotation that says so.
    pub(super) fn subsumed(&mut self, state: &State) -> Option<String> {
        let place = self.place(state) as usize;
        if !self.subsumer.on || !self.subsumer.joins[place] {
            return None;
        }
        let effort = &mut self.subsumer.efforts[place];
        effort.visits += 1;
        if effort.visits >= MOST_VISITS && effort.subsumed == 0 {
            self.subsumer.seen.stops[place] = false;
        }
        for again in 0..MOST_GROWTH {
            match self.look(state, again > 0) {
                Ok(Some(annotation)) => {
                    self.subsumer.efforts[place].subsumed += 1;
                    return Some(annotation);
                }
                Ok(None) => return None,
                Err(Grown) => self.subsumer.points.forget(),
            }
        }
        None
    }

    fn look(&mut self, state: &State, again: bool) -> Result<Option<String>, Grown> {
        let Some(survey) = self.survey(state) else {
            return if std::mem::take(&mut self.subsumer.grown) { Err(Grown) } else { Ok(None) };
        };
        let values = survey.values.clone();
        let id = self.point(state, survey);
        let point = &mut self.subsumer.points.all[id];
        point.visits += 1;
        let (visits, tries) = (point.visits, point.attempts);
        if point.failures >= MOST_FAILURES {
            return Ok(None);
        }
        if !point.header {
            // The first path to come here explores it.
            if visits < 2 && !again {
                return Ok(None);
            }
            let annotation = self.precondition(id)?;
            return Ok(self.implied(id, annotation, state, &values).then(|| self.told(id, annotation)));
        }
        if !point.annotations.is_empty() {
            let annotation = self.annotated(id);
            if self.implied(id, annotation, state, &values) {
                return Ok(Some(self.told(id, annotation)));
            }
        }
        let place = self.subsumer.points.all[id].place as usize;
        let due = TRIES.get(tries as usize).is_some_and(|visit| visits >= *visit || again);
        // What failed proofs cost must be worth it: at least as much is explored.
        let forks = self.statistics.forks_before + self.statistics.forks;
        let explored = self.statistics.instructions + FORK_COST * forks;
        let due = due && explored >= QUERY_COST * self.subsumer.spent;
        if !due || self.subsumer.efforts[place].tries >= MOST_TRIES {
            return Ok(None);
        }
        let proved = self.prove(id, state, &values)?;
        self.subsumer.efforts[place].tries += 1;
        self.subsumer.points.all[id].attempts += 1;
        if !proved {
            return Ok(None);
        }
        let annotation = self.annotated(id);
        Ok(self.implied(id, annotation, state, &values).then(|| self.told(id, annotation)))
    }

    /// The annotation of a join, as good as what is proved of the loops behind it.
    fn precondition(&mut self, id: PointId) -> Result<Term, Grown> {
        let proofs = self.subsumer.proofs;
        if let Some((then, known)) = self.subsumer.points.all[id].weakest
            && then == proofs
        {
            return Ok(known);
        }
        let term = self.weakest(id, &mut Weakest::new(Goal::Safe, None, true))?;
        self.subsumer.points.all[id].weakest = Some((proofs, term));
        Ok(term)
    }

    /// Whether the numbers of a state have what an annotation says, whatever the inputs are.
    // SOUND: the only place that ends a state. The symbols of inputs still to be read are free in the query: the answer is
    // for all of them.
    fn implied(&mut self, id: PointId, annotation: Term, state: &State, values: &[Term]) -> bool {
        let here = self.instantiated(id, annotation, values);
        if here == TRUE {
            return true;
        }
        if here == FALSE {
            return false;
        }
        // Inputs that take the path are at hand: often they are an answer.
        let fails = self.pool.not(here);
        let implied = self.holds(here, &state.witness) != Some(false)
            && matches!(self.ask(&state.path, fails, &state.witness), Answer::Unsat);
        let point = &mut self.subsumer.points.all[id];
        point.failures = if implied { 0 } else { point.failures + 1 };
        implied
    }

    /// Asks the solver, not for long: exploring is always possible too. When it gives up often nothing is asked any more.
    fn ask(&mut self, path: &PathCondition, goal: Term, witness: &Model) -> Answer {
        self.solver.set_patience(Some(self.patience().unwrap_or(PATIENCE)));
        let answer = self.solver.check(&mut self.pool, path, goal, witness);
        self.solver.set_patience(self.patience());
        if matches!(answer, Answer::Unknown(_)) {
            self.subsumer.gave_up += 1;
            if self.subsumer.gave_up >= MOST_GIVEN_UP {
                self.subsumer.on = false;
                self.subsumer.seen.stops.fill(false);
            }
        }
        answer
    }

    /// An annotation in the words of the program.
    fn told(&mut self, id: PointId, annotation: Term) -> String {
        let point = &self.subsumer.points.all[id];
        let mut names = Names::new();
        for (index, symbol) in point.symbols.iter().enumerate() {
            let name = point.names[index].clone().unwrap_or_else(|| format!("v{}", index + 1));
            names.set(*symbol, name, 0);
        }
        infix(&self.pool, annotation, &names)
    }
}
