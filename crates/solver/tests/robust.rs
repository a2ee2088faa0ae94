//! Solvers that misbehave: each costs at most one query, and never more than its time.

mod support;

use pathfold_solver::{Answer, BackendChoice, Layer, Model, PathCondition, Solver, SolverConfig, Why};
use pathfold_term::{Pool, Sort, SymbolKind, Term};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use support::{temp_dir, z3};

/// A script that plays a solver.
fn fake(dir: &Path, body: &str) -> PathBuf {
    fake_named(dir, "fake", body)
}

fn fake_named(dir: &Path, name: &str, body: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = dir.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// `x * x == n` over Int; asked with the layers off, so that it reaches the back end.
fn square(pool: &mut Pool, n: i64) -> Term {
    let x = pool.symbol("x", SymbolKind::Input, Sort::Int);
    let xx = pool.mul(x, x);
    let n = pool.int(n);
    pool.eq(xx, n)
}

/// Three factors of a large number over Int: nobody solves it in time.
fn hard(pool: &mut Pool) -> Term {
    let [x, y, z] = ["x", "y", "z"].map(|n| pool.symbol(n, SymbolKind::Input, Sort::Int));
    let cube = |pool: &mut Pool, a: Term| {
        let aa = pool.mul(a, a);
        pool.mul(aa, a)
    };
    let (a, b, c) = (cube(pool, x), cube(pool, y), cube(pool, z));
    let sum = pool.int_add(&[a, b, c]);
    let n = pool.int(114);
    pool.eq(sum, n)
}

fn ask(solver: &mut Solver, pool: &mut Pool, goal: Term) -> (Answer, Duration) {
    let begin = Instant::now();
    let answer = solver.check(pool, &PathCondition::new(), goal, &Model::new());
    (answer, begin.elapsed())
}

fn with(program: PathBuf) -> SolverConfig {
    let query_timeout = Duration::from_millis(400);
    SolverConfig { z3: Some(program), query_timeout, layers: false, ..SolverConfig::default() }
}

fn assert_on_time(took: Duration, limit: Duration) {
    assert!(took <= limit.mul_f64(1.05) + Duration::from_millis(20), "{took:?} for {limit:?}");
}

#[test]
fn a_solver_that_hangs_costs_its_time() {
    let dir = temp_dir("hang");
    for body in ["sleep 100", "cat >/dev/null; sleep 100", "echo '(('; sleep 100"] {
        let mut pool = Pool::new();
        let mut solver = Solver::new(with(fake(&dir, body)));
        let goal = square(&mut pool, 49);
        let (answer, took) = ask(&mut solver, &mut pool, goal);
        assert!(matches!(answer, Answer::Unknown(Why::Timeout)), "{answer:?}");
        assert_on_time(took, Duration::from_millis(400));
    }
}

#[test]
fn the_stages_of_a_quantified_query_share_its_time() {
    let dir = temp_dir("stages");
    for body in ["sleep 100", "cat >/dev/null; sleep 100", "echo '(('; sleep 100", "exit 3", "echo unknown; sleep 100"]
    {
        let mut pool = Pool::new();
        let program = fake(&dir, body);
        let mut solver = Solver::new(SolverConfig { bitwuzla: Some(program.clone()), ..with(program) });
        let [k, n] = ["k", "n"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Bv(16)));
        let goal = pool.forall(k, |p, t| {
            let square = p.mul(t, t);
            p.bv_ult(square, n)
        });
        let three = pool.bv(16, 3);
        let long = pool.bv_ult(three, k);
        let goal = pool.and2(goal, long);
        let (answer, took) = ask(&mut solver, &mut pool, goal);
        assert!(matches!(answer, Answer::Unknown(_)), "{body}: {answer:?}");
        assert_on_time(took, Duration::from_millis(400));
    }
}

/// Z3 works beside the stages of a quantified query: one that hangs meanwhile does not keep its proof from counting.
#[test]
fn a_proof_about_the_whole_query_overtakes_the_stages() {
    let dir = temp_dir("race");
    let racing = dir.join("racing");
    let racing = racing.display();
    // Models that fail until the race is on, then nothing.
    let models = format!(
        "while read -r line; do case $line in
           *check-sat*) [ -e {racing} ] && sleep 100; echo sat;;
           *get-value*) names=${{line#*\\(get-value \\(}}; printf '('
             for name in ${{names%%)*}}; do printf '(%s #x%04x)' $name 4095; done; echo ')';;
         esac; done"
    );
    let proof =
        format!("while read -r line; do case $line in *check-sat*) touch {racing}; sleep 0.2; echo unsat;; esac; done");
    let mut pool = Pool::new();
    let query_timeout = Duration::from_secs(60);
    let mut solver = Solver::new(SolverConfig {
        bitwuzla: Some(fake_named(&dir, "models", &models)),
        query_timeout,
        ..with(fake_named(&dir, "proof", &proof))
    });
    // For no `n` is `n * n + n + t * t + t` odd at any `t`, which nobody here can tell.
    let [k, n] = ["k", "n"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Bv(16)));
    let goal = pool.forall(k, |p, t| {
        let (nn, tt) = (p.mul(n, n), p.mul(t, t));
        let (a, b) = (p.add(nn, n), p.add(tt, t));
        let sum = p.add(a, b);
        let one = p.bv(16, 1);
        let last = p.mk(pathfold_term::Op::BvAnd, &[sum, one]);
        p.eq(last, one)
    });
    let three = pool.bv(16, 3);
    let long = pool.bv_ult(three, k);
    let goal = pool.and2(goal, long);
    let (answer, took) = ask(&mut solver, &mut pool, goal);
    assert!(matches!(answer, Answer::Unsat), "{answer:?}");
    assert_eq!(solver.stats().answers(Layer::Quantified).unsat, 1);
    // Alone, the question that hangs would have a third of the time.
    assert!(took < query_timeout / 3, "{took:?}");
}

#[test]
fn a_solver_that_does_not_read_cannot_block_us() {
    let dir = temp_dir("deaf");
    let mut pool = Pool::new();
    let mut solver = Solver::new(with(fake(&dir, "sleep 100")));
    let mut path = PathCondition::new();
    let x = pool.symbol("x", SymbolKind::Input, Sort::Int);
    let mut power = x;
    for _ in 0..3000 {
        power = pool.raw(pathfold_term::Op::IntMul, &[power, x]);
        let zero = pool.int(0);
        let positive = pool.raw(pathfold_term::Op::IntLe, &[zero, power]);
        path.add(&mut pool, positive);
    }
    let goal = square(&mut pool, 49);
    let begin = Instant::now();
    let answer = solver.check(&mut pool, &path, goal, &Model::new());
    assert!(matches!(answer, Answer::Unknown(Why::Timeout)), "{answer:?}");
    assert!(begin.elapsed() < Duration::from_secs(3));
}

#[test]
fn garbage_and_exits_are_unknown() {
    let dir = temp_dir("garbage");
    let cases = [
        ("read line; echo garbage; cat >/dev/null", "gave up"),
        ("read line; echo '(error \"no\")'; cat >/dev/null", "gave up"),
        ("read line; printf '\\377\\376\\n'; cat >/dev/null", "gave up"),
        ("read line; echo sat; echo sat; echo sat; cat >/dev/null", "gave up"),
        ("while read line; do case \"$line\" in *check-sat*) echo unknown;; esac; done", "gave up"),
        ("exit 3", "crashed"),
        ("read line; exit 0", "crashed"),
        ("kill -9 $$", "crashed"),
    ];
    for (body, expected) in cases {
        let mut pool = Pool::new();
        let mut solver = Solver::new(with(fake(&dir, body)));
        for n in [49, 64] {
            let goal = square(&mut pool, n);
            let (answer, took) = ask(&mut solver, &mut pool, goal);
            let Answer::Unknown(why) = answer else { panic!("{body}: {answer:?}") };
            assert!(why.to_string().contains(expected), "{body}: {why}");
            assert_on_time(took, Duration::from_millis(400));
        }
        assert!(solver.fault().is_none());
    }
}

#[test]
fn a_missing_program_is_said_clearly() {
    let mut pool = Pool::new();
    let goal = square(&mut pool, 49);
    let (answer, _) = ask(&mut Solver::new(SolverConfig { layers: false, ..SolverConfig::default() }), &mut pool, goal);
    let Answer::Unknown(Why::NoSolver(text)) = answer else { panic!("{answer:?}") };
    assert!(text.contains("scripts/setup"), "{text}");
    let (answer, _) = ask(&mut Solver::new(with("/nonexistent/z3".into())), &mut pool, goal);
    assert!(matches!(answer, Answer::Unknown(Why::NoSolver(_))), "{answer:?}");
    let forced =
        SolverConfig { layers: false, choice: BackendChoice::Bitwuzla, z3: Some(z3()), ..SolverConfig::default() };
    let (answer, _) = ask(&mut Solver::new(forced), &mut pool, goal);
    let Answer::Unknown(Why::NoSolver(text)) = answer else { panic!("{answer:?}") };
    assert!(text.contains("bitwuzla"), "{text}");
}

#[test]
fn a_wrong_model_is_a_fault_not_an_answer() {
    let dir = temp_dir("model");
    let body =
        "while read line; do case \"$line\" in *check-sat*) echo sat;; *get-value*) echo '((s0 5))';; esac; done";
    let config = SolverConfig { fault_dir: Some(dir.join("faults")), ..with(fake(&dir, body)) };
    let mut pool = Pool::new();
    let mut solver = Solver::new(config);
    let goal = square(&mut pool, 25);
    assert!(ask(&mut solver, &mut pool, goal).0.is_sat(), "5 * 5 is right");
    assert!(solver.fault().is_none());
    let goal = square(&mut pool, 49);
    assert!(matches!(ask(&mut solver, &mut pool, goal).0, Answer::Unknown(Why::GaveUp(_))));
    let fault = solver.fault().expect("5 * 5 is not 49");
    let file = std::fs::read_to_string(fault.file.as_ref().unwrap()).unwrap();
    assert!(file.contains("(check-sat)") && file == fault.query);
    assert_eq!(solver.stats().disagreements, 1);
}

#[test]
fn a_second_opinion_catches_a_wrong_unsat() {
    let dir = temp_dir("second");
    // Bitwuzla is played by a liar; z3 gives the second opinion.
    let body = "while read line; do case \"$line\" in *check-sat*) echo unsat;; esac; done";
    let config = SolverConfig {
        z3: Some(z3()),
        bitwuzla: Some(fake(&dir, body)),
        second_opinion: true,
        emit_dir: Some(dir.join("queries")),
        ..SolverConfig::default()
    };
    let mut pool = Pool::new();
    let x = pool.symbol("v", SymbolKind::Input, Sort::Bv(32));
    let xx = pool.mul(x, x);
    let n = pool.bv(32, 49);
    let goal = pool.eq(xx, n);
    let mut solver = Solver::new(config);
    assert!(matches!(ask(&mut solver, &mut pool, goal).0, Answer::Unknown(Why::GaveUp(_))));
    let fault = solver.fault().expect("a contradiction");
    assert!(fault.what.contains("z3 says sat") && fault.what.contains("layer backend says unsat"), "{}", fault.what);
    assert!(fault.file.as_ref().is_some_and(|f| f.exists()));
}

#[test]
fn a_killed_process_is_replaced() {
    let mut pool = Pool::new();
    let mut solver = Solver::new(SolverConfig { z3: Some(z3()), layers: false, ..SolverConfig::default() });
    for n in [4, 9, 16, 25, 36] {
        let goal = square(&mut pool, n);
        let (answer, _) = ask(&mut solver, &mut pool, goal);
        assert!(answer.is_sat(), "{n}: {answer:?}");
        // Between queries: the next one must not notice.
        kill(solver.process_ids()[0]);
    }
    assert_eq!(solver.stats().restarts, 4);
}

fn kill(pid: u32) {
    assert!(std::process::Command::new("kill").arg("-9").arg(pid.to_string()).status().unwrap().success());
}

#[test]
fn a_process_killed_during_a_query_is_asked_again_once() {
    let dir = temp_dir("killed");
    // The first process kills itself in the middle of a query, the second is z3.
    let mark = dir.join("mark");
    let body = format!(
        "if [ -e {m} ]; then exec {z3} \"$@\"; fi; touch {m}; read a; read b; kill -9 $$",
        m = mark.display(),
        z3 = z3().display()
    );
    let mut pool = Pool::new();
    let config = SolverConfig { query_timeout: Duration::from_secs(10), ..with(fake(&dir, &body)) };
    let mut solver = Solver::new(config);
    let goal = square(&mut pool, 49);
    let (answer, _) = ask(&mut solver, &mut pool, goal);
    assert!(answer.is_sat(), "{answer:?}");
    assert_eq!(solver.stats().restarts, 1);

    // And a hard query whose process is killed twice from outside comes back crashed, well before its time.
    let pids = dir.join("pids");
    let body = format!("echo $$ >>{}; exec {} \"$@\"", pids.display(), z3().display());
    let mut solver = Solver::new(SolverConfig { query_timeout: Duration::from_secs(20), ..with(fake(&dir, &body)) });
    let goal = square(&mut pool, 64);
    assert!(ask(&mut solver, &mut pool, goal).0.is_sat());
    let killer = std::thread::spawn(move || {
        for victim in 0..2 {
            let pid = loop {
                std::thread::sleep(Duration::from_millis(150));
                let started = std::fs::read_to_string(&pids).unwrap_or_default();
                if let Some(pid) = started.lines().nth(victim).and_then(|line| line.parse().ok()) {
                    break pid;
                }
            };
            kill(pid);
        }
    });
    let goal = hard(&mut pool);
    let (answer, took) = ask(&mut solver, &mut pool, goal);
    killer.join().unwrap();
    assert!(matches!(answer, Answer::Unknown(Why::Crashed(_))), "{answer:?}");
    assert!(took < Duration::from_secs(10));
    let goal = square(&mut pool, 81);
    assert!(ask(&mut solver, &mut pool, goal).0.is_sat(), "the next query has a new process");
}

#[test]
fn limits_hold_on_a_hard_query() {
    let mut pool = Pool::new();
    let goal = hard(&mut pool);
    let limit = Duration::from_millis(600);
    let mut solver = Solver::new(SolverConfig { query_timeout: limit, ..with(z3()) });
    let (answer, took) = ask(&mut solver, &mut pool, goal);
    assert!(matches!(answer, Answer::Unknown(Why::Timeout)), "{answer:?}");
    assert_on_time(took, limit);

    solver.set_deadline(Some(Instant::now() + Duration::from_millis(300)));
    let (answer, took) = ask(&mut solver, &mut pool, goal);
    assert!(matches!(answer, Answer::Unknown(Why::Deadline)), "{answer:?}");
    assert_on_time(took, Duration::from_millis(300));
    let (answer, took) = ask(&mut solver, &mut pool, goal);
    assert!(matches!(answer, Answer::Unknown(Why::Deadline)) && took < Duration::from_millis(5), "{answer:?}");

    solver.set_deadline(None);
    let stop = Arc::new(AtomicBool::new(false));
    solver.set_stop(Arc::clone(&stop));
    let raised = Arc::clone(&stop);
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        raised.store(true, Ordering::Relaxed);
    });
    let (answer, took) = ask(&mut solver, &mut pool, goal);
    raiser.join().unwrap();
    assert!(matches!(answer, Answer::Unknown(Why::Interrupted)), "{answer:?}");
    assert!(took < Duration::from_millis(150 + 30), "{took:?}");

    stop.store(false, Ordering::Relaxed);
    let goal = square(&mut pool, 49);
    let mut solver = Solver::new(SolverConfig { query_timeout: Duration::from_secs(5), ..with(z3()) });
    assert!(ask(&mut solver, &mut pool, goal).0.is_sat());
}
