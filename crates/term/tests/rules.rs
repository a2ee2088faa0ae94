//! Every simplifier rule is proved: each of its examples makes it fire, and Z3 finds before and after equal.

mod z3;

use std::collections::BTreeSet;
use std::fmt::Write;

use pathfold_base::FxMap;
use pathfold_term::simplify::all_rules;
use pathfold_term::smtlib::{Declared, print_term};
use pathfold_term::{Op, Pool, eval};

#[test]
fn names_are_unique_up_to_shared_rules() {
    let mut seen = BTreeSet::new();
    for rule in all_rules() {
        assert!(seen.insert(rule.name) || rule.name == "eq-order", "two rules are called {}", rule.name);
    }
}

#[test]
fn every_rule_is_proved() {
    let mut pool = Pool::new();
    let mut declared = Declared::new();
    let mut script = String::new();
    let mut claims = Vec::new();
    for rule in all_rules() {
        let examples = (rule.examples)(&mut pool);
        assert!(!examples.is_empty(), "{} has no examples", rule.name);
        for before in examples {
            let args = pool.arg_list(before);
            let op = pool.op(before);
            let after = (rule.apply)(&mut pool, op, &args)
                .unwrap_or_else(|| panic!("{} does not apply to {}", rule.name, print_term(&pool, before)));
            assert_ne!(before, after, "{} changes nothing in {}", rule.name, print_term(&pool, before));
            let equal = pool.raw(Op::Eq, &[before, after]);
            let claim = pool.raw(Op::Not, &[equal]);
            declared.declare(&pool, claim, &mut script);
            let text = print_term(&pool, claim);
            let _ = writeln!(script, "(push)(assert {text})(check-sat)(pop)");
            claims.push((rule.name, text));
        }
    }
    let answers = z3::run(&format!("(set-option :timeout 20000)\n{script}"));
    let wrong: Vec<_> = claims
        .iter()
        .zip(answers.iter().map(String::as_str).chain(std::iter::repeat("no answer")))
        .filter(|(_, answer)| *answer != "unsat")
        .map(|((name, claim), answer)| format!("{name}: {answer}: {claim}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {} are not proved:\n{}", wrong.len(), claims.len(), wrong.join("\n"));
    assert_eq!(answers.len(), claims.len());
    eprintln!("{} examples of {} rules proved", claims.len(), all_rules().len());
}

#[test]
fn evaluation_agrees_with_the_solver_on_constants() {
    // The examples of constant folding over every operator: Z3 computes them too (above); here evaluation must.
    let mut pool = Pool::new();
    let rules = all_rules();
    let fold = rules.iter().find(|r| r.name == "constant-fold").unwrap();
    for before in (fold.examples)(&mut pool) {
        let args = pool.arg_list(before);
        let op = pool.op(before);
        let after = (fold.apply)(&mut pool, op, &args).unwrap();
        assert_eq!(eval(&pool, before, &FxMap::default(), 1000).as_ref(), Ok(pool.value(after).unwrap()));
    }
}
