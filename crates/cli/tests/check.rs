//! `pathfold check`: exit codes, the run directory, reports, limits, determinism.

mod common;

use std::time::{Duration, Instant};

use common::Scratch;
use serde_json::Value;

const SAFE: &str = "main() { var x; x = input; if (x > 0) { output 1; } else { output 2; } return 0; }\n";
const UNSAFE: &str =
    "main(n) {\n  var x;\n  x = input;\n  output n;\n  if (x > 3) {\n    x = 10 / (n - 7);\n  }\n  return x;\n}\n";
const ENDLESS: &str = "main() { var i; i = 0; while (i < input) { i = i + 1; } return i; }\n";

fn scratch(name: &str) -> Scratch {
    let dir = Scratch::new(name);
    dir.file("safe.mc", SAFE).file("unsafe.mc", UNSAFE).file("endless.mc", ENDLESS);
    dir
}

/// What must be the same in every run.
fn stable(text: &str) -> String {
    let volatile = ["solver time", "peak memory", "time"];
    text.lines()
        .filter(|line| !volatile.iter().any(|name| line.trim_start().starts_with(name)))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn exit_codes_are_verdicts() {
    let dir = scratch("codes");
    dir.run(&["check", "safe.mc"]).exits(0).says("verdict: safe");
    dir.run(&["check", "unsafe.mc"])
        .exits(1)
        .says("error[division-by-zero]")
        .says("unsafe.mc:6:9")
        .says("n = 7")
        .says("(confirmed)")
        .says("verdict: unsafe");
    dir.run(&["check", "endless.mc", "--subsume=off", "--max-paths", "5"])
        .exits(2)
        .says("verdict: incomplete")
        .says("raise --max-paths");
    dir.run(&["check", "endless.mc", "--subsume=off", "--max-depth", "5"]).exits(2).says("raise --max-depth");
    dir.run(&["check", "endless.mc", "--subsume=off", "--max-instructions", "50"])
        .exits(2)
        .says("raise --max-instructions");
    dir.run(&["check", "unsafe.mc", "--first-error", "--quiet"]).exits(1).says("verdict: unsafe");
}

#[test]
fn every_path_end_is_a_test_case_that_replays() {
    let dir = scratch("tests");
    dir.run(&["check", "unsafe.mc", "--output", "out"]).exits(1);
    let tests = std::fs::read_to_string(dir.path().join("out/tests.jsonl")).expect("test cases");
    assert_eq!(tests.lines().count(), 3);
    dir.run(&["replay", "out:2"]).exits(0).says("1 test case: 1 confirmed");
    dir.run(&["replay", "out:9"]).exits(3);
    dir.run(&["replay", "out"]).exits(0).says("3 test cases: 3 confirmed");
    dir.file("unsafe.mc", &UNSAFE.replace("n - 7", "n - 8"));
    dir.run(&["replay", "out"]).exits(1).says("differs").complains("has changed");
}

#[test]
fn the_run_directory_replaces_only_its_own() {
    let dir = scratch("dirs");
    std::fs::create_dir(dir.path().join("mine")).expect("a scratch directory");
    dir.file("mine/thesis.txt", "years of work").file("file", "");
    dir.run(&["check", "safe.mc", "--output", "mine"]).exits(3).complains("--output");
    assert_eq!(dir.read("mine/thesis.txt"), "years of work");
    dir.run(&["check", "safe.mc", "--output", "file"]).exits(3).complains("not a directory");
    dir.run(&["check", "safe.mc", "--output", "."]).exits(3).complains("--output");
    dir.run(&["check", "unsafe.mc", "--output", "new/out"]).exits(1);
    dir.run(&["check", "safe.mc", "--output", "new/out"]).exits(0);
    assert!(!dir.read("new/out/tests.jsonl").contains("unsafe.mc"));
    dir.run(&["check", "safe.mc", "--no-tests"]).exits(0);
    assert!(!dir.path().join("pathfold-out").exists());
    dir.run(&["check", "safe.mc", "--emit", "ir,smt2"]).exits(0);
    assert!(dir.read("pathfold-out/program.ir").contains("func @main"));
    assert!(dir.path().join("pathfold-out/queries").is_dir());
}

#[test]
fn the_json_report_is_json_and_the_file_too() {
    let dir = scratch("json");
    let ran = dir.run(&["check", "unsafe.mc", "--json", "--output", "out", "--timeout", "1m"]).exits(1);
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(report, serde_json::from_str::<Value>(&dir.read("out/run.json")).expect("JSON"));
    assert_eq!(report["format"], "pathfold-report/1");
    assert_eq!(report["verdict"], "unsafe");
    assert_eq!(report["exit_code"], 1);
    assert_eq!(report["configuration"]["search"], "bfs");
    assert_eq!(report["configuration"]["timeout"], 60.0);
    let finding = &report["findings"][0];
    assert_eq!(finding["kind"], "division-by-zero");
    assert_eq!(finding["location"]["line"], 6);
    assert_eq!(finding["replay"]["status"], "confirmed");
    assert_eq!(finding["inputs"][0]["name"], "n");
    assert_eq!(finding["inputs"][0]["value"], "7");
    assert_eq!(report["statistics"]["paths"]["total"], 3);
    let test = finding["test_case"].as_str().expect("a path");
    dir.run(&["replay", test]).exits(0);
}

#[test]
fn the_same_seed_prints_the_same_bytes() {
    let dir = scratch("seed");
    for search in ["bfs", "dfs", "random", "tree", "coverage", "klee"] {
        let args = ["check", "endless.mc", "--subsume=off", "--search", search, "--seed", "3", "--max-paths", "20"];
        let first = dir.run(&args).exits(2).out;
        assert_eq!(stable(&dir.run(&args).exits(2).out), stable(&first), "{search}");
    }
}

#[test]
fn time_limits_hold() {
    let dir = scratch("time");
    let start = Instant::now();
    dir.run(&["check", "endless.mc", "--subsume=off", "--timeout", "1s"]).exits(2).says("raise --timeout");
    let time = start.elapsed();
    // Tests run beside each other; the bench measures the 5 %.
    assert!(time >= Duration::from_millis(900) && time < Duration::from_millis(1500), "{time:?}");
}

#[test]
fn time_limits_hold_where_terms_grow() {
    let dir = Scratch::new("growing");
    dir.file(
        "grow.mc",
        "main() {
           var i, j, x, y, z;
           x = input; y = input; z = input; i = 0;
           while (i < z) {
             j = 0;
             while (j < 3000) { x = x * y + z - x * j; y = y + x * z; j = j + 1; }
             if (x == y) { i = i + 1; } else { i = i + 2; }
           }
           return x;
         }\n",
    );
    for loops in ["fold", "unroll"] {
        let start = Instant::now();
        dir.run(&["check", "grow.mc", "--subsume=off", "--loops", loops, "--timeout", "1s"]).exits(2);
        let time = start.elapsed();
        assert!(time < Duration::from_millis(1800), "{loops}: {time:?}");
    }
}

#[test]
fn what_reads_for_ever_without_a_decision_is_subsumed() {
    let dir = Scratch::new("reader");
    dir.file(
        "reader.mc",
        "main() {
           var n, a;
           n = input;
           while (0 < 1) { a = [n, 1, 2]; n = n * 2 + a[1] + input; output n; }
           return n;
         }\n",
    );
    dir.run(&["check", "reader.mc"]).exits(0).says("1 subsumed");
}

#[test]
fn an_interrupted_run_reports() {
    let dir = scratch("signal");
    let child = dir
        .command(&["check", "endless.mc", "--subsume=off", "--timeout", "60s"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(500));
    let killed = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("interrupted"));
    assert!(dir.read("pathfold-out/run.json").contains("\"interrupted\""));
}

#[test]
fn signals_at_once_are_one() {
    let dir = scratch("signals");
    let child = dir
        .command(&["check", "endless.mc", "--subsume=off", "--timeout", "60s"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(500));
    // Two of a kind may arrive as one. `timeout` sends two, too.
    let both = format!("kill -TERM {0}; kill -INT {0}", child.id());
    let killed = std::process::Command::new("sh").args(["-c", &both]).status();
    assert!(killed.is_ok());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("interrupted") && !out.contains("try another --solver"), "{out}");
    assert!(dir.read("pathfold-out/run.json").contains("\"interrupted\""));
}

#[test]
fn a_run_without_hangup_outlives_its_terminal() {
    let dir = scratch("hangup");
    let program = env!("CARGO_BIN_EXE_pathfold");
    // As `nohup` does.
    let script = format!("trap '' HUP; exec '{program}' check endless.mc --subsume=off --timeout 1s");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script]).current_dir(dir.path()).stdout(std::process::Stdio::piped());
    let child = command.spawn().expect("a shell");
    std::thread::sleep(Duration::from_millis(500));
    let killed = std::process::Command::new("kill").args(["-HUP", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("raise --timeout"), "{output:?}");
}

#[test]
fn a_second_signal_ends_at_once() {
    let dir = Scratch::new("second");
    dir.file("ask.mc", "main() { return input; }\n");
    let mut child = dir
        .command(&["run", "ask.mc"])
        .stdin(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Nobody answers.
    let question = child.stdin.take();
    for _ in 0..2 {
        std::thread::sleep(Duration::from_millis(700));
        assert!(child.try_wait().expect("a child").is_none());
        let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("kill runs").success());
    }
    assert_eq!(child.wait().expect("the program ends").code(), Some(130));
    drop(question);
}

#[test]
fn a_limit_of_the_size_of_files_is_a_full_disk() {
    let dir = Scratch::new("limited");
    dir.file(
        "many.mc",
        &format!("main() {{ var s; s = 0; {} return s; }}\n", "if (input > 0) { s = s + 1; } ".repeat(8)),
    );
    let script = format!(
        "ulimit -f 16; exec '{}' check many.mc --quiet --loops=unroll --subsume=off",
        env!("CARGO_BIN_EXE_pathfold")
    );
    let output = std::process::Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output();
    let output = output.expect("a shell");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("all 256 paths"), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("warning: cannot write"), "{output:?}");
    assert!(dir.read("pathfold-out/run.json").contains("cannot write"));
    assert!(dir.read("pathfold-out/tests.jsonl").ends_with("}\n"));
}

#[test]
fn without_a_solver_the_help_says_how_to_get_one() {
    let dir = Scratch::new("nosolver");
    dir.file(
        "hard.mc",
        "main() { var x, y; x = input; y = input; if (x * x * y == 1234567 + y * y) { output 1; } return 0; }\n",
    );
    let mut command = dir.command(&["check", "hard.mc"]);
    command.env("PATHFOLD_HOME", dir.path()).env("PATH", "").env_remove("PATHFOLD_Z3").env_remove("PATHFOLD_BITWUZLA");
    let output = command.output().expect("the program runs");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{out}");
    assert!(out.contains("scripts/setup"), "{out}");
}

#[test]
fn second_opinions_that_nobody_gives_are_no_agreement() {
    let dir = scratch("opinions");
    let agreed = dir.run(&["check", "safe.mc", "--solver-check"]).exits(0).says("second opinions agree");
    assert_eq!(agreed.err, "");
    for broken in ["/bin/false", "/nowhere/z3"] {
        let mut command = dir.command(&["check", "safe.mc", "--solver-check"]);
        let output = command.env("PATHFOLD_Z3", broken).output().expect("the program runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{err}");
        assert!(err.contains("no second solver could check"), "{err}");
        assert!(dir.read("pathfold-out/run.json").contains("no second solver could check"));
    }
}

/// The other solver is installed, and gives the answer itself: that is no second opinion.
#[test]
fn a_solver_does_not_check_itself() {
    let dir = Scratch::new("itself");
    dir.file(
        "product.ir",
        "func @main() -> bv16 {\nb0:\n  %x: bv16 = input\n  %y: bv16 = input\n  %z: bv16 = mul %x, %y\n  \
         %c: bool = eq %z, 40503:bv16\n  %e: bv16 = and %x, 1:bv16\n  %d: bool = eq %e, 0:bv16\n  \
         %f: bool = and %c, %d\n  br %f, b1, b2\nb1:\n  unreachable\nb2:\n  ret %x\n}\nentry @main\n",
    );
    let check = ["check", "product.ir", "--solver-check", "--no-tests"];
    let both = dir.run(&check).exits(0).says("second opinions agree");
    assert_eq!(both.err, "");
    let output = dir.command(&check).env("PATHFOLD_Z3", "/nowhere/z3").output().expect("the program runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("no second solver could check 1 answers"), "{err}");
    assert!(err.contains("z3 gave no opinion on 2 answers"), "{err}");
}

#[test]
fn what_a_large_program_takes_counts() {
    let dir = Scratch::new("large");
    let items = vec!["7"; 20_000].join(", ");
    dir.file("large.mc", &format!("main() {{ var a; a = [{items}]; return a[3]; }}\n"));
    dir.run(&["check", "large.mc"]).exits(0);
    dir.run(&["check", "large.mc", "--max-memory", "20M"]).exits(2).says("raise --max-memory");
}

#[test]
fn ir_programs_are_explored_too() {
    let dir = scratch("ir");
    dir.run(&["ir", "unsafe.mc", "--output", "unsafe.ir"]).exits(0);
    dir.run(&["check", "unsafe.ir"]).exits(1).says("error[division-by-zero]").says("unsafe.mc:6:9");
    dir.run(&["check", "unsafe.ir", "--json"]).exits(1).says("\"skipped\"");
}

#[test]
fn ir_programs_without_places_are_their_own_source() {
    let dir = Scratch::new("own-source");
    let text = "func @main() -> int {\nb0:\n  %x: int = input\n  %y: int = sdiv 10, %x\n  %z: int = input
  %w: int = sdiv 20, %z\n  jump b2\nb1:\n  ret 1\nb2:\n  ret %w\n}\nentry @main\n";
    dir.file("two.ir", text);
    let run = dir.run(&["check", "two.ir", "--emit=ir"]).exits(1);
    run.says("--> two.ir:4:3").says("--> two.ir:6:3").says("6 |   %w: int = sdiv 20, %z").says("2 findings on 3 paths");
    assert!(dir.read("pathfold-out/coverage.info").contains("DA:7,1\nDA:9,0\nDA:11,1\n"));
    let report = dir.read("pathfold-out/run.json").replace(char::is_whitespace, "");
    assert!(report.contains(r#""missed_lines":{"two.ir":[9]}"#), "{report}");
    // What was explored says where it comes from, and what is only printed does not.
    dir.run(&["check", "pathfold-out/program.ir", "--no-tests"]).exits(1).says("--> two.ir:6:3").says("6 |   %w: int");
    assert_eq!(dir.run(&["ir", "two.ir"]).exits(0).out, text);
    dir.run(&["cfg", "two.ir"]).exits(0).says("  jump b2\n");
    // One that names a place is not.
    dir.file("elsewhere.ir", &text.replacen("func @main() -> int", "func @main() -> int !1:1-1:5", 1));
    dir.file("elsewhere.ir", &format!("file \"gone.mc\"\n{}", dir.read("elsewhere.ir")));
    let run = dir.run(&["check", "elsewhere.ir", "--no-tests"]).exits(1);
    run.says("--> elsewhere.ir\n = note: in `main`\n").says("2 findings on 3 paths");
    let json =
        dir.run(&["check", "elsewhere.ir", "--no-tests", "--json"]).exits(1).out.replace(char::is_whitespace, "");
    assert_eq!(json.matches(r#""location":null,"message""#).count(), 2, "{json}");
    assert_eq!(json.matches(r#""trace":[{"function":"main","location":null,"library":false}]"#).count(), 2, "{json}");
}

#[test]
fn progress_and_colour_only_when_asked() {
    let dir = scratch("progress");
    let plain = dir.run(&["check", "endless.mc", "--subsume=off", "--timeout", "700ms"]).exits(2);
    assert_eq!(plain.err, "");
    assert!(!plain.out.contains('\x1b'));
    dir.run(&["check", "endless.mc", "--subsume=off", "--timeout", "700ms", "--progress", "always"])
        .exits(2)
        .complains("paths (");
    dir.run(&["check", "unsafe.mc", "--color", "always"]).exits(1).says("\x1b[");
}

#[test]
fn what_cannot_be_done_is_said() {
    let dir = Scratch::new("cannot");
    dir.file("a.c", "int main(void) { return 0; }\n");
    dir.run(&["check", "a.c", "--sym-args", "3", "1", "4"]).exits(3).complains("cannot be");
    std::fs::write(dir.path().join("junk.bc"), b"\x00\x1b[31mjunk\xff\n").expect("a scratch file");
    let junk = dir.run(&["check", "junk.bc"]).exits(3).complains("junk.bc");
    assert!(!junk.err.contains('\x1b'), "{}", junk.err);
    dir.run(&["check", "a.mc", "--sym-stdin", "3"]).exits(3).complains("--sym-stdin is for C programs");
    dir.run(&["check", "a.c", "a.mc"]).exits(3).complains("only C programs have several files");
}

#[test]
fn easy_loops_are_walked_and_hard_ones_folded() {
    let dir = Scratch::new("stages");
    let program = |most: &str| {
        format!(
            "#include <klee/klee.h>
             int main(void) {{
               unsigned n = klee_range(0, {most}, \"n\"), i, sum = 0;
               for (i = 0; i < n; i++) sum += 2;
               return sum != 2 * n;
             }}\n"
        )
    };
    dir.file("easy.c", &program("20"));
    dir.file("hard.c", &program("2000000"));
    let statistics = |file: &str| {
        let ran = dir.run(&["check", file, "--json", "--no-tests"]).exits(0);
        serde_json::from_str::<Value>(&ran.out).expect("JSON")["statistics"].clone()
    };
    let (easy, hard) = (statistics("easy.c"), statistics("hard.c"));
    assert_eq!((&easy["restarts"], &easy["folds"], &easy["paths"]["total"]), (&0.into(), &0.into(), &21.into()));
    // The paths are those of the exploration that ended.
    assert_eq!((&hard["restarts"], &hard["folds"]), (&1.into(), &1.into()));
    assert!(hard["paths"]["total"].as_u64() < Some(5) && hard["paths_before"].as_u64() > Some(5), "{hard}");
}

/// A few instructions that take long and much memory each.
#[test]
fn limits_hold_where_bytes_are_set_at_once() {
    let dir = Scratch::new("large");
    dir.file(
        "large.c",
        "#include <stdlib.h>
         #include <string.h>
         int main(void) {
           for (int i = 0; i < 60; i++) memset(malloc(30u << 20), i, 30u << 20);
           return 0;
         }\n",
    );
    let ran = dir.run(&["check", "large.c", "--json", "--no-tests", "--max-memory", "200M"]).exits(2);
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    let peak = report["statistics"]["peak_memory"].as_u64().expect("a number");
    assert!(peak < 280 << 20, "{peak}");
}

/// There are 2^100 ways through this loop, and the error is behind all of them.
#[test]
fn what_is_deep_is_found_in_its_turn() {
    let dir = Scratch::new("deep");
    dir.file(
        "deep.c",
        "#include <klee/klee.h>
         int main(void) {
           int *last = 0;
           for (int i = 0; i < 100; i++) {
             int now = i;
             if (klee_int(\"n\") == i) last = &now;
           }
           return last && *last;
         }\n",
    );
    let options = ["check", "deep.c", "--first-error", "--replay=none", "--no-tests", "--timeout", "60s"];
    dir.run(&options).exits(1).says("error[use-after-scope]");
}

#[test]
fn wrong_worlds_and_modules_are_named() {
    let dir = Scratch::new("worlds");
    dir.file("a.c", "int main(void) { return 0; }\n");
    dir.file("b.c", "int main(void) { return 1; }\n");
    dir.run(&["check", "a.c", "b.c"]).exits(3).complains("cannot link b.c");
    dir.run(&["check", "a.c", "--", "-E"]).exits(3).complains("clang made no bitcode of `a.c`");
    dir.run(&["check", "a.c", "--env", "HOME"]).exits(3).complains("NAME=VALUE");
    dir.run(&["check", "a.c", "--sym-arg", "5000000"]).exits(3).complains("too many");
    dir.run(&["check", "a.c", "--sym-stdin", "5000000"]).exits(3).complains("too many");
    dir.run(&["check", "a.c", "--sym-files", "3", "1000000"]).exits(3).complains("too many");
    dir.run(&["check", "a.c", "--max-memory", "1"]).exits(3).complains("at least `16M`");
    dir.run(&["check", "a.c", "--external=allow", "--external-library", "b.c"]).exits(3).complains("no shared library");
}

#[test]
fn time_limits_hold_while_states_are_joined() {
    let dir = Scratch::new("joining");
    dir.file(
        "wrap.c",
        "extern unsigned __VERIFIER_nondet_uint(void);
         extern void reach_error(void);
         int main(void) {
           unsigned n = __VERIFIER_nondet_uint();
           unsigned char c = 0;
           int z = 0;
           for (unsigned i = 0; i < n; i++) { c++; if (c == 0) z++; }
           if (!(z < 3 || n >= 1000)) reach_error();
           return 0;
         }\n",
    );
    let start = Instant::now();
    dir.run(&["check", "wrap.c", "--mode=prove", "--timeout", "2s", "--replay=none", "--no-tests"]);
    assert!(start.elapsed() < Duration::from_millis(3500), "{:?}", start.elapsed());
}

#[test]
fn test_cases_are_what_the_program_prefers_where_they_can() {
    let dir = scratch("prefer");
    let program = r#"#include <klee/klee.h>
int main(void) {
  unsigned char b[2];
  klee_make_symbolic(b, sizeof b, "b");
  klee_prefer_cex(b, b[0] == 'x');
  klee_prefer_cex(b, b[1] == 'y');
  klee_prefer_cex(b, b[1] == 'z');
  if (b[0] < 'k') return 1;
  return 0;
}
"#;
    dir.file("a.c", program).run(&["check", "a.c", "--replay=none"]).exits(0);
    let tests = dir.read("pathfold-out/tests.jsonl");
    let ended_with = |value: &str| {
        let line = tests.lines().find(|line| line.contains(&format!(r#""value":"{value}""#))).expect("a test case");
        let test: Value = serde_json::from_str(line).expect("JSON");
        test["objects"][0]["bytes"].as_str().expect("bytes").to_owned()
    };
    // Below `k` the first wish cannot be granted; the third never, after the second.
    assert_eq!(ended_with("0"), "7879");
    let low = ended_with("1");
    assert!(low.ends_with("79") && low.as_str() < "6b", "{low}");
}

#[test]
fn a_rejected_program_says_that_the_run_directory_is_of_an_earlier_run() {
    let dir = Scratch::new("earlier");
    dir.file("good.mc", "main() { return input; }\n").file("bad.mc", "main() { return x; }\n");
    let fresh = dir.run(&["check", "bad.mc"]).exits(3);
    assert!(!fresh.err.contains("earlier run"), "{}", fresh.err);
    dir.run(&["check", "good.mc"]).exits(0);
    dir.run(&["check", "bad.mc"]).exits(3).complains("`pathfold-out` still holds an earlier run, of `good.mc`");
    dir.run(&["check", "none.mc"]).exits(3).complains("of `good.mc`");
    std::fs::remove_file(dir.path().join("pathfold-out/run.json")).expect("the report");
    dir.run(&["check", "bad.mc"]).exits(3).complains("of `good.mc`");
    let other = dir.run(&["check", "bad.mc", "--output", "other"]).exits(3);
    assert!(!other.err.contains("earlier run"), "{}", other.err);
}

/// Positions are found one by one: there may be very many, and somebody has to look at the clock.
#[test]
fn limits_hold_where_an_index_has_many_positions() {
    let dir = Scratch::new("positions");
    dir.file(
        "table.ir",
        "func @main() -> bv32 {\nb0:\n  %i: bv64 = input\n  %p: ptr = offset @table, %i\n  %x: bv8 = load %p\n  \
         %z: bool = eq %x, 7:bv8\n  br %z, b1, b2\nb1:\n  ret 1:bv32\nb2:\n  ret 0:bv32\n}\n\
         global @table: bytes 300000 = x\"00\"\nentry @main\n",
    );
    let begin = std::time::Instant::now();
    dir.run(&["check", "table.ir", "--timeout", "1s", "--no-tests"]).says("verdict");
    assert!(begin.elapsed() < std::time::Duration::from_secs(20), "{:?}", begin.elapsed());
}
