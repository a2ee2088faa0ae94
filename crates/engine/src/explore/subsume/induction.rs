//! Loops (seed 0, 4.2.1 and 4.2.2): an annotation of a header has to be inductive. All headers that can be reached from a
//! state are proved together, so nested loops and loops after loops need no order: of each header's candidates those are
//! kept that hold in the state and that every segment hands on (Houdini; Flanagan and Leino, 2001). What is not needed is
//! then left out, because an annotation that says less serves more states.
//!
//! Where the candidates come from and how they are thinned out is heuristic. The proof is the last pass of `needed`.

use std::rc::Rc;

use pathfold_base::{FxMap, FxSet};
use pathfold_solver::{Answer, Model, PathCondition};
use pathfold_term::{FALSE, Term};

use super::super::Explorer;
use super::point::PointId;
use super::segment::Grown;
use super::weakest::{Assumed, Goal, Weakest};
use crate::state::State;

/// Headers of one proof.
const MOST_HEADERS: usize = 300;
/// Points of one proof.
const MOST_POINTS: usize = 2_000;
/// Queries of one proof, and more for each header. Not a time: runs must repeat.
const MOST_QUERIES: u32 = 200;
const QUERIES_PER_HEADER: u32 = 6;
/// Proofs that failed because something goes wrong after the same header: no more are tried that need it.
const MOST_BLOCKED: u32 = 6;
/// Segments that a model is followed through to rule out candidates without a query.
const SIMULATED: usize = 60;

/// A proof being tried.
struct Proof {
    headers: Vec<PointId>,
    /// Headers and joins.
    points: Vec<PointId>,
    joins: bool,
    queries: u32,
}

impl Explorer<'_> {
    /// Tries to prove annotations for a header that a state is at, and for all headers after it; whether that state is
    /// subsumed by them.
    pub(super) fn prove(&mut self, id: PointId, state: &State, values: &[Term]) -> Result<bool, Grown> {
        for joins in [false, true] {
            self.subsumer.overrun = false;
            let Some((headers, points)) = self.headers_from(id, joins)? else { continue };
            if self.subsumer.overrun {
                continue;
            }
            let blocked = |id: &PointId| self.subsumer.efforts[self.subsumer.points.all[*id].place as usize].blocks;
            if headers.iter().any(|id| blocked(id) >= MOST_BLOCKED) {
                return Ok(false);
            }
            let queries = MOST_QUERIES + QUERIES_PER_HEADER * headers.len() as u32;
            let mut proof = Proof { headers, points, joins, queries };
            let proved = self.prove_all(&mut proof, state, values)?;
            if !proved {
                self.subsumer.spent += u64::from(queries - proof.queries) + proof.points.len() as u64;
            }
            return Ok(proved);
        }
        Ok(false)
    }

    /// The headers that can be reached from one, itself first, and all points that can.
    #[allow(clippy::type_complexity)]
    fn headers_from(&mut self, id: PointId, joins: bool) -> Result<Option<(Vec<PointId>, Vec<PointId>)>, Grown> {
        let (mut headers, mut points) = (vec![id], vec![id]);
        let mut known: FxSet<PointId> = points.iter().copied().collect();
        let mut next = 0;
        while let Some(&from) = points.get(next) {
            next += 1;
            let node = self.segment(from, joins)?;
            let mut found = Vec::new();
            node.reaches(&mut found);
            for (to, _) in found {
                if !known.insert(to) {
                    continue;
                }
                points.push(to);
                if self.subsumer.points.all[to].header {
                    headers.push(to);
                }
            }
            if headers.len() > MOST_HEADERS || points.len() > MOST_POINTS || self.watch.is_over() {
                return Ok(None);
            }
        }
        Ok(Some((headers, points)))
    }

    fn prove_all(&mut self, proof: &mut Proof, state: &State, values: &[Term]) -> Result<bool, Grown> {
        let mut kept = self.candidates(&proof.headers, &proof.points, values, proof.joins)?;
        // The base case: what does not hold in the state is no candidate.
        if !self.keep_what_holds(proof, &mut kept, state, values) {
            return Ok(false);
        }
        self.simulate(proof, &mut kept, state, values)?;
        if !self.keep_what_is_kept(proof, &mut kept)? {
            return Ok(false);
        }
        let Some(needed) = self.needed(proof, &kept)? else { return Ok(false) };
        // SOUND: every segment from a header that has what is needed there goes wrong nowhere, and reaches the next
        // header with what is needed there, or one with an annotation. By induction over headers, nothing goes wrong.
        for (id, terms) in needed {
            let annotations = &mut self.subsumer.points.all[id].annotations;
            let terms: Rc<[Term]> = terms.into();
            if !annotations.contains(&terms) {
                annotations.push(terms);
            }
        }
        self.subsumer.proofs += 1;
        Ok(true)
    }

    fn keep_what_holds(&mut self, proof: &mut Proof, kept: &mut Assumed, state: &State, values: &[Term]) -> bool {
        let first = proof.headers[0];
        let mut candidates: Vec<(Term, Term)> = Vec::new();
        for candidate in kept.remove(&first).unwrap_or_default() {
            candidates.push((candidate, self.instantiated(first, candidate, values)));
        }
        self.keep_holding(&mut candidates, &state.witness);
        while !self.watch.is_over() {
            let all: Vec<Term> = candidates.iter().map(|(_, here)| *here).collect();
            let all = self.pool.and(&all);
            let fails = self.pool.not(all);
            let Some(left) = proof.queries.checked_sub(1) else { return false };
            proof.queries = left;
            match self.ask(&state.path, fails, &state.witness) {
                Answer::Unsat => {
                    kept.insert(first, candidates.into_iter().map(|(candidate, _)| candidate).collect());
                    return true;
                }
                Answer::Unknown(_) => return false,
                Answer::Sat(model) => {
                    let before = candidates.len();
                    self.keep_holding(&mut candidates, &model);
                    if candidates.len() == before {
                        return false;
                    }
                }
            }
        }
        false
    }

    /// Drops the candidates that do not hold in a model.
    fn keep_holding(&mut self, candidates: &mut Vec<(Term, Term)>, model: &Model) {
        let conditions: Vec<Term> = candidates.iter().map(|(_, here)| *here).collect();
        let mut holds = self.all_hold(&conditions, model).into_iter();
        candidates.retain(|_| holds.next() == Some(true));
    }

    /// Runs the state's own inputs through the segments: what does not hold on the way cannot be invariant.
    fn simulate(&mut self, proof: &Proof, kept: &mut Assumed, state: &State, values: &[Term]) -> Result<(), Grown> {
        let mut id = proof.headers[0];
        let mut model = Model::default();
        let complete = state.witness.complete(&self.pool);
        let numbers = self.evaluator.eval_all(&self.pool, values, &complete, 2_000_000);
        let symbols = self.subsumer.points.all[id].symbols.clone();
        for (symbol, number) in symbols.into_iter().zip(numbers) {
            let (Some(symbol), Ok(number)) = (self.pool.as_symbol(symbol), number) else { return Ok(()) };
            model.set(symbol, number);
        }
        for _ in 0..SIMULATED {
            if self.watch.is_over() {
                break;
            }
            let Some((to, there)) = self.followed(id, &model, proof.joins)? else { return Ok(()) };
            self.rule_out(kept, to, &there);
            (id, model) = (to, there);
        }
        Ok(())
    }

    /// Drops the candidates of a header that do not hold in a model; whether there were any.
    fn rule_out(&mut self, kept: &mut Assumed, id: PointId, model: &Model) -> bool {
        let candidates = kept.remove(&id).unwrap_or_default();
        let before = candidates.len();
        let holds = self.all_hold(&candidates, model);
        let candidates: Vec<Term> =
            candidates.into_iter().zip(holds).filter_map(|(candidate, holds)| holds.then_some(candidate)).collect();
        let fewer = candidates.len() < before;
        kept.insert(id, candidates);
        fewer
    }

    /// The step: what a segment does not hand on is no candidate, until nothing changes.
    fn keep_what_is_kept(&mut self, proof: &mut Proof, kept: &mut Assumed) -> Result<bool, Grown> {
        let mut work: Vec<PointId> = proof.headers.clone();
        while let Some(id) = work.pop() {
            loop {
                let mut how = Weakest::new(Goal::Kept, Some(kept), proof.joins);
                let next = self.weakest(id, &mut how)?;
                let Some(answer) = self.violates(proof, &kept[&id], next) else { return Ok(false) };
                let Some(model) = answer else { break };
                let Some((to, there)) = self.followed(id, &model, proof.joins)? else { return Ok(false) };
                if !kept.contains_key(&to) || !self.rule_out(kept, to, &there) {
                    return Ok(false);
                }
                if to != id && !work.contains(&to) {
                    work.push(to);
                }
                // The numbers there have what is left, so what they do not hand on is none either.
                let (mut from, mut model) = (to, there);
                for _ in 0..SIMULATED {
                    let Some((to, there)) = self.followed(from, &model, proof.joins)? else { break };
                    if self.rule_out(kept, to, &there) && to != id && !work.contains(&to) {
                        work.push(to);
                    }
                    (from, model) = (to, there);
                }
            }
        }
        // Whoever lost a candidate was looked at again after that; a header may have lost one for itself last.
        Ok(true)
    }

    /// Numbers that have what is assumed, but not the goal: none, if there are none; nothing if nobody knows.
    fn violates(&mut self, proof: &mut Proof, assumed: &[Term], goal: Term) -> Option<Option<Model>> {
        let not = self.pool.not(goal);
        let mut all = assumed.to_vec();
        all.push(not);
        let all = self.pool.and(&all);
        if all == FALSE {
            return Some(None);
        }
        proof.queries = proof.queries.checked_sub(1)?;
        if self.watch.is_over() {
            return None;
        }
        match self.ask(&PathCondition::default(), all, &Model::default()) {
            Answer::Unsat => Some(None),
            Answer::Sat(model) => Some(Some(model)),
            Answer::Unknown(_) => None,
        }
    }

    /// Those of the kept candidates that safety needs, found by asking what goes wrong without them. None if something
    /// goes wrong with all of them.
    // SOUND: this is the proof. It ends with an answer only after a pass in which, for every header, no numbers that have
    // what is needed there lead to anything wrong or to a header without what is needed there.
    fn needed(&mut self, proof: &mut Proof, kept: &Assumed) -> Result<Option<FxMap<PointId, Vec<Term>>>, Grown> {
        let mut needed: Assumed = proof.headers.iter().map(|id| (*id, Vec::new())).collect();
        loop {
            let mut proved = true;
            for id in proof.headers.clone() {
                loop {
                    let mut how = Weakest::new(Goal::Safe, Some(&needed), proof.joins);
                    let goal = self.weakest(id, &mut how)?;
                    let Some(answer) = self.violates(proof, &needed[&id], goal) else { return Ok(None) };
                    let Some(model) = answer else { break };
                    proved = false;
                    let mut helps = None;
                    for candidate in &kept[&id] {
                        if !needed[&id].contains(candidate) && self.holds(*candidate, &model) == Some(false) {
                            helps = Some(*candidate);
                            break;
                        }
                    }
                    let (Some(candidate), Some(all)) = (helps, needed.get_mut(&id)) else {
                        let place = self.subsumer.points.all[id].place;
                        self.subsumer.efforts[place as usize].blocks += 1;
                        return Ok(None);
                    };
                    all.push(candidate);
                }
            }
            if proved {
                return Ok(Some(needed));
            }
        }
    }
}
