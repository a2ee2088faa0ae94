//! One symbolic iteration of a loop from a general state (seed 1, `executePath`; seed 0, 5.4.4): every variable that
//! iterations change is a symbol, everything else is what it is when the loop is entered. The program's own step does
//! it, so that there is one meaning of every instruction.

use pathfold_base::FxSet;
use pathfold_ir::{Layout, Type};
use pathfold_solver::Answer;
use pathfold_term::{FALSE, Features, TRUE, Term};

use super::super::Explorer;
use super::Refused;
use crate::loops::variable::cell_type;
use crate::loops::{Place, Variable};
use crate::memory::Span;
use crate::state::State;
use crate::step::{Decision, Stop, resume};
use crate::traffic::InputObject;
use crate::value::{ObjectId, Value, choices};

/// Paths of one iteration that come back to the header.
const MOST_LEAVES: usize = 48;
/// Decisions of one iteration, over all of its paths.
const MOST_DECISIONS: u32 = 400;
/// Instructions of one iteration, over all of its paths.
const MOST_INSTRUCTIONS: u64 = 400_000;
/// So many of them run between two looks at the clock and at what they made.
const SLICE: u64 = 500;
/// Terms that one iteration may make: more are no summary.
const MOST_TERMS: usize = 60_000;
/// How often the set of variables may grow.
const MOST_ROUNDS: u32 = 12;

/// A path from the header back to it.
#[derive(Clone)]
pub struct Leaf {
    /// What it takes, in order.
    pub condition: Vec<Term>,
    /// What the variables are then.
    pub next: Vec<Term>,
    /// The inputs that were read.
    pub inputs: Vec<Term>,
    /// The input objects that were made.
    pub objects: Vec<InputObject>,
    /// Places that were reached.
    pub places: Vec<u32>,
    /// Ways of branches that were taken.
    pub edges: Vec<u32>,
}

impl Walk {
    pub(super) fn reads(&self) -> &[(Value, Type)] {
        &self.accesses.reads
    }

    pub(super) fn writes(&self) -> &[(Value, Type, Value)] {
        &self.accesses.writes
    }

    /// How much memory may have been accessed without being seen.
    pub(super) fn unseen(&self) -> u64 {
        self.accesses.unseen
    }
}

impl Leaf {
    /// The symbols of the inputs that were read.
    pub fn read(&self) -> Vec<Term> {
        let parts = self.objects.iter().flat_map(|object| object.parts.iter());
        self.inputs.iter().chain(parts).copied().collect()
    }

    /// A path without inputs.
    pub fn of(condition: Term, next: Vec<Term>) -> Self {
        Self {
            condition: vec![condition],
            next,
            inputs: Vec::new(),
            objects: Vec::new(),
            places: Vec::new(),
            edges: Vec::new(),
        }
    }
}

/// The paths of one iteration.
pub enum Tree {
    /// Comes back: which leaf.
    Back(usize),
    /// Leaves the loop or ends.
    Gone,
    /// Goes the first way if the condition holds, else the second.
    Fork(Term, Box<Tree>, Box<Tree>),
}

/// A place that depends on the iteration, and is written in each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Store {
    /// In which object.
    pub object: ObjectId,
    /// At which position.
    pub offset: Term,
    /// As what.
    pub ty: Type,
    /// Whether every path writes there and none reads.
    pub blind: bool,
}

/// One iteration.
pub struct Iteration {
    /// What it changes.
    pub variables: Vec<Variable>,
    /// Where else it writes; what it writes there is in [`Leaf::next`], after the variables.
    pub stores: Vec<Store>,
    /// The paths that come back.
    pub leaves: Vec<Leaf>,
    /// All paths.
    pub tree: Tree,
}

/// What a path reads and writes.
#[derive(Clone, Default)]
struct Accesses {
    reads: Vec<(Value, Type)>,
    writes: Vec<(Value, Type, Value)>,
    unseen: u64,
    places: Vec<u32>,
    edges: Vec<u32>,
}

/// A path being walked.
pub(super) struct Walk {
    state: State,
    condition: Vec<Term>,
    accesses: Accesses,
}

/// What is left of the budget of an iteration, and what was found.
struct Budget {
    decisions: u32,
    instructions: u64,
    /// How large the pool may become.
    terms: usize,
    ends: Vec<Walk>,
    /// Whether loops inside are folded where they would fork.
    inside: bool,
}

impl Explorer<'_> {
    /// Walks one iteration of a loop that `start` is about to enter.
    pub(super) fn iterate(&mut self, number: u32, start: &State, inside: bool) -> Result<Iteration, Refused> {
        let mut variables: Vec<Variable> = Vec::new();
        for _ in 0..MOST_ROUNDS {
            let (tree, walks) = self.walk_once(number, start, &variables, inside)?;
            let arrays = arrays(start, &walks);
            let known = variables.len();
            variables
                .retain(|variable| !matches!(variable.place, Place::Cell { object, .. } if arrays.contains(&object)));
            if variables.len() < known {
                continue;
            }
            let mut changed = Vec::new();
            let places = self.places(number, start, &walks, &arrays)?;
            for (place, ty, name) in places {
                // Registers first: they tell which places in memory depend on the iteration.
                if matches!(place, Place::Cell { .. }) && !changed.is_empty() {
                    break;
                }
                if variables.iter().any(|known| known.place == place) {
                    continue;
                }
                changed.extend(self.changed(start, &walks, place, ty, name)?);
            }
            if !changed.is_empty() {
                variables.extend(changed);
                continue;
            }
            let stores = self.stores(start, &walks, &arrays)?;
            let mut leaves = Vec::new();
            for walk in walks {
                let mut next = Vec::new();
                for variable in &variables {
                    let value = variable.place.read(&walk.state, &mut self.pool);
                    let term = value.and_then(|value| variable.term(&mut self.pool, value));
                    next.push(term.ok_or(Refused::for_now("a pointer moves from object to object"))?);
                }
                self.stored(start, &walk, &stores, &mut next)?;
                let Accesses { places, edges, .. } = walk.accesses;
                let traffic = &walk.state.traffic;
                leaves.push(Leaf {
                    condition: walk.condition,
                    next,
                    inputs: traffic.inputs.iter().skip(start.traffic.inputs.len()).map(|read| read.item).collect(),
                    objects: traffic
                        .objects
                        .iter()
                        .skip(start.traffic.objects.len())
                        .map(|made| made.item.clone())
                        .collect(),
                    places,
                    edges,
                });
            }
            return Ok(Iteration { variables, stores, leaves, tree });
        }
        Err(Refused::new("what an iteration changes depends on the iteration"))
    }

    /// The variable at a place, if some path changes it.
    fn changed(
        &mut self,
        start: &State,
        walks: &[Walk],
        place: Place,
        ty: Type,
        name: Option<String>,
    ) -> Result<Option<Variable>, Refused> {
        let entry = place.read(start, &mut self.pool).ok_or(Refused::new("a variable has no value"))?;
        if walks.iter().all(|walk| place.read(&walk.state, &mut self.pool) == Some(entry)) {
            return Ok(None);
        }
        if entry == Value::Undef {
            // SOUND: the first iteration may use what was never set; the others do not.
            return Err(Refused::for_now("a variable is set in it for the first time"));
        }
        let layout = match entry {
            Value::Ptr { object, .. } => start.memory.object(object).layout,
            _ => Layout::Bytes,
        };
        let why = format!("`{}` is no number", name.as_deref().unwrap_or("a variable"));
        let variable = Variable::new(&mut self.pool, place, (ty, layout), name, entry);
        variable.map(Some).ok_or_else(|| Refused::for_now(why))
    }

    /// The places that may be variables: the registers handed on, and what was written in memory.
    fn places(
        &mut self,
        number: u32,
        start: &State,
        walks: &[Walk],
        arrays: &[ObjectId],
    ) -> Result<Vec<(Place, Type, Option<String>)>, Refused> {
        let params = &self.code.loops[number as usize].params;
        let mut places: Vec<(Place, Type, Option<String>)> =
            params.iter().map(|param| (Place::Slot(param.slot), param.ty, param.name.clone())).collect();
        let mut spans: Vec<Span> = Vec::new();
        let mut seen = FxSet::default();
        for (pointer, ty, _) in walks.iter().flat_map(|walk| &walk.accesses.writes) {
            let (object, offset) = match *pointer {
                Value::Ptr { object, offset } if !arrays.contains(&object) => (object, offset),
                Value::PtrTerm { object, .. } if arrays.contains(&object) => continue,
                // In an object that lived only in the iteration.
                Value::PtrTerm { object, .. } if start.memory.live(object).is_err() => continue,
                _ => return Err(Refused::new("it writes to places that depend on the iteration, and others")),
            };
            // What lived only in the iteration is gone.
            let Ok(target) = start.memory.live(object) else { continue };
            let place = Place::Cell { object, offset: offset as usize, ty: cell_type(target.layout, *ty) };
            if !seen.insert(place) {
                continue;
            }
            let span = place.span(target.layout).expect("a cell");
            if spans.iter().any(|other| overlap(*other, span) && *other != span) {
                return Err(Refused::new("it writes to overlapping places"));
            }
            if !spans.contains(&span) {
                spans.push(span);
                places.push((place, cell_type(target.layout, *ty), None));
            }
        }
        // SOUND: everything else must be as it was, or the next iteration would start from something else.
        for walk in walks {
            if !walk.state.memory.differs_only_in(&start.memory, &spans, arrays) {
                return Err(Refused::for_now("it changes memory in ways that are not followed"));
            }
            let (now, then) = (&walk.state.traffic, &start.traffic);
            if now.outputs.len() != then.outputs.len() || now.printed.len() != then.printed.len() {
                return Err(Refused::new("it prints"));
            }
            if now.repeats.len() != then.repeats.len() {
                return Err(Refused::new("a loop in it reads inputs"));
            }
        }
        Ok(places)
    }

    fn walk_once(
        &mut self,
        number: u32,
        start: &State,
        variables: &[Variable],
        inside: bool,
    ) -> Result<(Tree, Vec<Walk>), Refused> {
        let mut state = start.alone();
        state.marks.clear();
        state.watches.clear();
        state.meeting = None;
        state.instructions = 0;
        state.jumps = pathfold_base::CowVec::new();
        state.passed = 0;
        for variable in variables {
            let value = variable.value(&self.pool, variable.symbol);
            variable.place.write(&mut state, value, &mut self.pool).ok_or(Refused::new("a variable cannot be set"))?;
        }
        state.frame.pc = self.code.loops[number as usize].header + 1;
        let mut budget = Budget {
            decisions: MOST_DECISIONS,
            instructions: MOST_INSTRUCTIONS,
            terms: self.pool.len() + MOST_TERMS,
            ends: Vec::new(),
            inside,
        };
        let walk = Walk { state, condition: Vec::new(), accesses: Accesses::default() };
        let tree = self.walk(number, walk, &mut budget)?;
        Ok((tree, budget.ends))
    }

    fn walk(&mut self, number: u32, mut walk: Walk, budget: &mut Budget) -> Result<Tree, Refused> {
        loop {
            if self.watch.is_over() {
                return Err(Refused::new("there is no time left"));
            }
            if self.pool.len() > budget.terms {
                return Err(Refused::new("an iteration computes too much"));
            }
            if self.is_to_start_again() {
                return Err(Refused::new("subsumption comes first"));
            }
            let stop = self.run_watched(&[number], &mut walk.state, budget.instructions.min(SLICE), false);
            walk.accesses.reads.append(&mut self.folder.seen.reads);
            walk.accesses.writes.append(&mut self.folder.seen.writes);
            walk.accesses.places.append(&mut self.folder.seen.places);
            walk.accesses.edges.append(&mut self.folder.seen.edges);
            walk.accesses.unseen += self.folder.seen.intrinsics;
            budget.instructions = budget.instructions.saturating_sub(walk.state.instructions);
            walk.state.instructions = 0;
            let decision = match stop {
                Stop::At(place) => {
                    let around = &self.code.loops[number as usize];
                    if !walk.state.callers.is_empty() {
                        walk.state.frame.pc += 1;
                        continue;
                    }
                    if place != around.place {
                        return Ok(Tree::Gone);
                    }
                    if budget.ends.len() >= MOST_LEAVES {
                        return Err(Refused::new("an iteration has too many paths"));
                    }
                    budget.ends.push(walk);
                    return Ok(Tree::Back(budget.ends.len() - 1));
                }
                Stop::Open => continue,
                Stop::Enter(inner) => {
                    self.folder.records[inner as usize].times += 1;
                    if budget.inside {
                        self.mark(&mut walk.state, inner);
                    }
                    continue;
                }
                // Whoever leaves the loop does so for real later.
                Stop::Ended(_) => return Ok(Tree::Gone),
                Stop::Paused if budget.instructions > 0 => continue,
                Stop::Paused => return Err(Refused::new("an iteration takes too long")),
                Stop::Bits { .. } => return Err(Refused::new("it takes symbolic floats apart")),
                Stop::Unset { .. } => return Err(Refused::new("it uses what may never have been set")),
                // SOUND: what it answers each time is not known, and asking is an effect.
                Stop::External(_) => return Err(Refused::new("it calls functions outside of the program")),
                Stop::Meet => {
                    walk.state.frame.pc += 1;
                    continue;
                }
                Stop::Decide(decision) => decision,
            };
            budget.decisions =
                budget.decisions.checked_sub(1).ok_or(Refused::new("an iteration has too many paths"))?;
            let ways = self.ways_of(&walk.state, &decision)?;
            if ways.len() > 1
                && budget.inside
                && let Some(mark) = walk.state.marks.first().cloned()
                && self.is_active(&walk.state, &mark)
            {
                return self.fold_inside(number, walk, &mark, budget);
            }
            match ways.as_slice() {
                [] => return Ok(Tree::Gone),
                [(choice, _, _)] => {
                    if self.go(&mut walk, &decision, *choice, None) {
                        return Ok(Tree::Gone);
                    }
                }
                _ => return self.fork_walk(number, walk, &decision, ways, budget),
            }
        }
    }

    /// Takes one of several ways in each of so many copies.
    fn fork_walk(
        &mut self,
        number: u32,
        mut walk: Walk,
        decision: &Decision,
        mut ways: Vec<(u32, Term, pathfold_solver::Model)>,
        budget: &mut Budget,
    ) -> Result<Tree, Refused> {
        let Some((choice, condition, witness)) = ways.pop() else { return Ok(Tree::Gone) };
        let mut tree = {
            let mut last =
                Walk { state: walk.state.fork(), condition: walk.condition.clone(), accesses: walk.accesses.clone() };
            last.state.witness = witness;
            if self.go(&mut last, decision, choice, Some(condition)) {
                Tree::Gone
            } else {
                self.walk(number, last, budget)?
            }
        };
        for (choice, condition, witness) in ways.into_iter().rev() {
            let mut child =
                Walk { state: walk.state.fork(), condition: walk.condition.clone(), accesses: walk.accesses.clone() };
            child.state.witness = witness;
            let gone = self.go(&mut child, decision, choice, Some(condition));
            let first = if gone { Tree::Gone } else { self.walk(number, child, budget)? };
            tree = match (first, tree) {
                (Tree::Gone, Tree::Gone) => Tree::Gone,
                (first, rest) => Tree::Fork(condition, Box::new(first), Box::new(rest)),
            };
        }
        Ok(tree)
    }

    /// A loop inside that would fork is folded first (seed 0, 4.4.3); its ways out go on.
    fn fold_inside(
        &mut self,
        number: u32,
        walk: Walk,
        mark: &crate::state::Mark,
        budget: &mut Budget,
    ) -> Result<Tree, Refused> {
        let folded = self.fold_loop(mark.number, &mark.state, true)?;
        let mut tree = Tree::Gone;
        for way in folded.into_iter().rev() {
            let mut condition = walk.condition.clone();
            condition.push(way.condition);
            let mut accesses = walk.accesses.clone();
            // What it read and wrote beside cells is not known.
            accesses.unseen += 1;
            accesses.writes.extend(way.writes.iter().map(|(pointer, ty)| (*pointer, *ty, Value::Undef)));
            let child = Walk { state: way.state, condition, accesses };
            let first = self.walk(number, child, budget)?;
            tree = match (first, tree) {
                (Tree::Gone, Tree::Gone) => Tree::Gone,
                (first, Tree::Gone) if way.condition == TRUE => first,
                (first, rest) => Tree::Fork(way.condition, Box::new(first), Box::new(rest)),
            };
        }
        Ok(tree)
    }

    /// Moves a walk past a decision; whether it ends there.
    fn go(&mut self, walk: &mut Walk, decision: &Decision, choice: u32, condition: Option<Term>) -> bool {
        if let Some(condition) = condition {
            walk.state.path.add(&mut self.pool, condition);
            walk.condition.push(condition);
        }
        let code = self.folder.watched.as_ref().expect("watched code");
        resume(code, &mut self.pool, &mut walk.state, decision, choice).is_some()
    }

    /// The feasible ways of a decision, each with its condition and inputs that take it.
    fn ways_of(
        &mut self,
        state: &State,
        decision: &Decision,
    ) -> Result<Vec<(u32, Term, pathfold_solver::Model)>, Refused> {
        let decision = self.grounded(state, decision)?;
        let answers = match &decision {
            Decision::Branch(cond) | Decision::Check(cond, _) | Decision::Assume(cond) => {
                let (holds, fails) = self.solver.branch(&mut self.pool, &state.path, *cond, &state.witness);
                let negated = self.pool.not(*cond);
                vec![(0, *cond, holds), (1, negated, fails)]
            }
            Decision::Index { .. } | Decision::Value { .. } => {
                return Err(Refused::new("a position or size in it has to be known"));
            }
            // A pointer that may mean anything may mean too much; a choice between a few is fine.
            Decision::Resolve { address, .. } | Decision::Callee { address, .. }
                if choices(&mut self.pool, *address, self.code.functions.len()).is_none_or(|all| all.len() > 8) =>
            {
                return Err(Refused::new("a pointer in it may mean too many things"));
            }
            _ => {
                let ways = self.feasible_ways(state, &decision);
                return ways
                    .into_iter()
                    .map(|way| way.into_parts().ok_or(Refused::new("the solver gave up")))
                    .collect();
            }
        };
        let mut ways = Vec::new();
        for (choice, condition, answer) in answers {
            match answer {
                Answer::Sat(witness) => ways.push((choice, condition, witness)),
                Answer::Unsat => {}
                Answer::Unknown(_) => return Err(Refused::new("the solver gave up")),
            }
        }
        Ok(ways)
    }

    /// The decision as the solver may see it.
    fn grounded(&mut self, state: &State, decision: &Decision) -> Result<Decision, Refused> {
        let term = decision.term();
        if self.pool.features(term).contains(Features::UNDEFINED) {
            return Err(Refused::new("it decides by what was never set"));
        }
        if decision.is_about_an_address() {
            return Ok(decision.clone());
        }
        Ok(decision.about(state.memory.ground(&mut self.pool, term)))
    }
}

/// The objects that are written at places that depend on the iteration.
fn arrays(start: &State, walks: &[Walk]) -> Vec<ObjectId> {
    let mut found = Vec::new();
    for (pointer, _, _) in walks.iter().flat_map(|walk| &walk.accesses.writes) {
        if let Value::PtrTerm { object, .. } = *pointer
            && start.memory.live(object).is_ok()
            && !found.contains(&object)
        {
            found.push(object);
        }
    }
    found
}

fn overlap(a: Span, b: Span) -> bool {
    a.0 == b.0 && a.1 < b.1 + b.2 && b.1 < a.1 + a.2
}

impl Tree {
    /// What an iteration that comes back takes, and what the variables are then, joined along the tree (seed 3,
    /// algorithms 5 and 6), so that the size is linear in the number of paths.
    pub fn join(&self, leaves: &[Leaf], pool: &mut pathfold_term::Pool) -> (Term, Vec<Term>) {
        match self {
            Tree::Gone => (FALSE, Vec::new()),
            Tree::Back(leaf) => (TRUE, leaves[*leaf].next.clone()),
            Tree::Fork(condition, first, second) => {
                let ((a, mut next), (b, other)) = (first.join(leaves, pool), second.join(leaves, pool));
                if a == FALSE {
                    let not = pool.not(*condition);
                    return (pool.and2(not, b), other);
                }
                if b == FALSE {
                    return (pool.and2(*condition, a), next);
                }
                for (value, other) in next.iter_mut().zip(other) {
                    *value = pool.ite(*condition, *value, other);
                }
                (pool.ite(*condition, a, b), next)
            }
        }
    }
}
