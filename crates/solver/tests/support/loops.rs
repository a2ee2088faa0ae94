//! Formulas as folded loops make them, written down, and how they are checked.
#![allow(dead_code)] // each test file uses its part

use crate::support::{config, satisfies};
use pathfold_solver::{Answer, Model, PathCondition, Solver};
use pathfold_term::smtlib::parse::Mode;
use pathfold_term::smtlib::parse_script;
use pathfold_term::{Features, Pool, Term};
use std::time::{Duration, Instant};

/// For all `t` below an integer count.
pub fn ints(count: &str, body: &str) -> String {
    format!("(assert (forall ((t Int)) (=> (and (<= 0 t) (< t {count})) {body})))")
}

/// For all `t` below a count of so many bits.
pub fn bits(width: u32, count: &str, body: &str) -> String {
    format!("(assert (forall ((t (_ BitVec {width}))) (=> (bvult t {count}) {body})))")
}

/// The byte of a buffer at an offset: a choice by the offset's bits, as the engine's memory makes it.
pub fn read(buffer: &str, size: u32, offset: &str) -> String {
    fn tree(buffer: &str, first: u32, size: u32, offset: &str) -> String {
        if size == 1 {
            return format!("{buffer}{first}");
        }
        let (half, bit) = (size / 2, (size / 2).trailing_zeros());
        let (low, high) = (tree(buffer, first, half, offset), tree(buffer, first + half, half, offset));
        format!("(ite (= ((_ extract {bit} {bit}) {offset}) #b1) {high} {low})")
    }
    tree(buffer, 0, size, offset)
}

pub fn declare(names: &str, sort: &str) -> String {
    names.split_whitespace().map(|name| format!("(declare-const {name} {sort})")).collect()
}

pub fn bytes(buffer: &str, size: u32) -> String {
    (0..size).map(|i| format!("(declare-const {buffer}{i} (_ BitVec 8))")).collect()
}

pub fn assert(conditions: &[&str]) -> String {
    conditions.iter().map(|c| format!("(assert {c})")).collect()
}

/// A formula and what is true of it.
pub struct Case {
    pub name: &'static str,
    pub sat: bool,
    pub script: String,
}

pub fn case(name: &'static str, sat: bool, parts: &[String]) -> Case {
    Case { name, sat, script: parts.concat() }
}

fn conditions(pool: &mut Pool, script: &str) -> Vec<Term> {
    parse_script(pool, script, Mode::Simplify).unwrap_or_else(|e| panic!("{e:?}: {script}"))
}

fn layer_of(solver: &Solver) -> &'static str {
    let mut answered = solver.stats().by_layer().filter(|(_, n)| n.sat + n.unsat + n.unknown > 0);
    answered.next().map_or("none", |(layer, _)| layer.name())
}

pub fn check_all(cases: &[Case]) {
    let mut wrong = Vec::new();
    for case in cases {
        let mut pool = Pool::new();
        let parts = conditions(&mut pool, &case.script);
        let goal = pool.and(&parts);
        let quantified = pool.features(goal).contains(Features::QUANTIFIER);
        let mut solver = Solver::new(config());
        let begin = Instant::now();
        let answer = solver.check(&mut pool, &PathCondition::new(), goal, &Model::new());
        let took = begin.elapsed();
        let said = match &answer {
            Answer::Sat(model) => {
                assert!(satisfies(&pool, &PathCondition::new(), goal, model), "{}", case.name);
                "sat"
            }
            Answer::Unsat => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        let kind = if quantified { "quantified" } else { "eliminated" };
        eprintln!("{:45} {said:7} {kind} {:10} {took:?}", case.name, layer_of(&solver));
        if said != if case.sat { "sat" } else { "unsat" } {
            wrong.push(format!("{}: {answer:?}", case.name));
        }
        assert!(solver.fault().is_none(), "{:?}", solver.fault());
        assert!(took < Duration::from_secs(5), "{}: {took:?}", case.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
