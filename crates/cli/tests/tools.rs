//! The commands that need no solver: run, replay, ast, cfg, fmt, gen, ir, and help.

mod common;

use common::Scratch;

const DIVIDE: &str = "main() { var x; x = input; output x; return 6 / x; }\n";

#[test]
fn help_and_usage() {
    let dir = Scratch::new("help");
    dir.run(&["--help"]).exits(0).says("Exit codes:").says("pathfold check program.mc");
    dir.run(&["--version"]).exits(0).says("pathfold 0.");
    for command in ["check", "run", "replay", "ast", "bench", "cfg", "fmt", "gen", "ir", "loops"] {
        dir.run(&[command, "--help"]).exits(0).says("Usage:").says("Examples:");
    }
    assert_eq!(dir.run(&["help"]).exits(0).out, dir.run(&["--help"]).exits(0).out);
    assert_eq!(dir.run(&["help", "check"]).exits(0).out, dir.run(&["check", "--help"]).exits(0).out);
    dir.run(&[]).exits(3);
    dir.run(&["nonsense"]).exits(3);
    dir.run(&["check"]).exits(3);
    dir.run(&["check", "a.mc", "--search", "best"]).exits(3).complains("coverage");
    dir.run(&["check", "a.mc", "--timeout", "soon"]).exits(3).complains("500ms");
    for command in [&["gen"][..], &["check", "a.mc"]] {
        for seed in ["x", "-1", "1.5", ""] {
            let args = [command, &["--seed", seed]].concat();
            dir.run(&args).exits(3).complains("--seed").complains("write a whole number that is not negative");
        }
    }
    for command in [&["check", "a.mc"][..], &["run", "a.mc"], &["loops", "a.mc"], &["replay", "a.mc"]] {
        let args = [command, &["--timeout", "-1"]].concat();
        dir.run(&args).exits(3).complains("--timeout").complains("write a number of seconds");
    }
    dir.run(&["gen", "--max-block-depth", "deep"]).exits(3).complains("write a whole number");
    dir.run(&["gen", "--loop-gen-prob", "often"]).exits(3).complains("such as `0.5`");
}

#[test]
fn files_that_cannot_be_used() {
    let dir = Scratch::new("files");
    dir.file("a.py", "print(1)")
        .file("a.c", "int main() {}")
        .file("bad.mc", "main() { x = ; y }")
        .file("bad.ir", "func @f(");
    std::fs::write(dir.path().join("latin.mc"), b"main() { return 0; } // \xe9\n").expect("a scratch file");
    std::fs::create_dir(dir.path().join("dir.mc")).expect("a scratch directory");
    for command in ["check", "run", "ast", "cfg", "fmt", "ir", "loops"] {
        dir.run(&[command, "a.py"]).exits(3).complains("`.mc` or `.uc`");
        dir.run(&[command, "missing.mc"]).exits(3).complains("missing.mc");
        dir.run(&[command, "bad.mc"]).exits(3).complains("error[").complains("bad.mc:1:");
        dir.run(&[command, "latin.mc"]).exits(3).complains("UTF-8");
        dir.run(&[command, "dir.mc"]).exits(3).complains("is a directory");
    }
    for command in ["run", "ast", "fmt"] {
        dir.run(&[command, "a.c"]).exits(3).complains("micro-c");
    }
    for command in ["check", "ir", "cfg", "loops"] {
        dir.run(&[command, "bad.ir"]).exits(3).complains("error");
    }
    dir.run(&["run", "bad.ir"]).exits(3).complains("micro-c");
    dir.file("wrong.ir", "func @main(%i: int) -> int {\nb0:\n  %x: int = add %i, true\n  ret %x\n}\nentry @main\n");
    let wrong =
        dir.run(&["check", "wrong.ir"]).exits(3).complains("error[verify]: the second operand is of type `bool`");
    wrong.complains("wrong.ir:3:3").complains("help: ");
    for command in ["run", "ast", "fmt"] {
        let err = dir.run(&[command, "a.py"]).exits(3).complains("`a.py` is not a micro-c program").err;
        assert!(!err.contains("`.ir`") && !err.contains("`.c`"), "{err}");
    }
    dir.file("A.MC", DIVIDE).file("B.UC", DIVIDE);
    for file in ["A.MC", "B.UC"] {
        dir.run(&["run", file, "--input", "2"]).exits(0).complains("result: 3");
        dir.run(&["cfg", file]).exits(0).says("output x;");
    }
    assert!(!dir.path().join("pathfold-out").exists());
}

#[test]
fn run_reads_inputs_from_three_places() {
    let dir = Scratch::new("run");
    dir.file("a.mc", DIVIDE).file("numbers", "3\n");
    assert_eq!(dir.run(&["run", "a.mc", "--input", "2"]).exits(0).complains("result: 3").out, "2\n");
    dir.run(&["run", "a.mc", "--input=-1"]).exits(0).complains("result: -6");
    dir.run(&["run", "a.mc", "--input-file", "numbers"]).exits(0).complains("result: 2");
    dir.run_with(&["run", "a.mc"], " 6 , 7").exits(0).complains("result: 1");
    dir.run(&["run", "a.mc", "--input", "1", "--time", "--quiet"]).exits(0).complains("time: ");
    dir.run(&["run", "a.mc", "--input", "65", "--ascii"]).exits(0).says("A");
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_program() {
    let dir = Scratch::new("mark");
    let text = dir.file("plain.mc", DIVIDE).run(&["fmt", "plain.mc"]).exits(0).out;
    dir.file("a.mc", &format!("\u{feff}{DIVIDE}")).file("numbers", "\u{feff}3\n");
    dir.run(&["run", "a.mc", "--input-file", "numbers"]).exits(0).complains("result: 2");
    dir.run(&["run", "a.mc", "--input", "0"]).exits(1).complains("a.mc:1:45");
    dir.run(&["cfg", "a.mc"]).exits(0).says("output x;");
    assert_eq!(dir.run(&["fmt", "a.mc"]).exits(0).out, text);
    dir.file("bad.mc", "\u{feff}main() { return y; }").run(&["check", "bad.mc"]).exits(3).complains("bad.mc:1:17");
}

#[test]
fn run_does_the_same_with_and_without_machine_code() {
    let dir = Scratch::new("machine-code");
    dir.file(
        "a.mc",
        "main() { var i, s; i = 0; s = 0; while (i < 100000) { s = s + i; i = i + 1; } return s / input; }\n",
    );
    for way in ["--machine-code=on", "--machine-code=off"] {
        dir.run(&["run", "a.mc", "--input", "2", way]).exits(0).complains("result: 2499975000");
        dir.run(&["run", "a.mc", "--input", "0", way]).exits(1).complains("error[division-by-zero]");
        dir.run(&["run", "a.mc", "--max-steps", "50000", way]).exits(2).complains("step limit");
    }
    dir.run(&["run", "a.mc", "--machine-code=never"]).exits(3).complains("--machine-code");
}

#[test]
fn run_says_what_went_wrong() {
    let dir = Scratch::new("wrong");
    dir.file("a.mc", DIVIDE)
        .file("loop.mc", "main() { while (1) { } return 0; }\n")
        .file("args.mc", "main(a, b) { return a - b; }\n");
    dir.run(&["run", "a.mc", "--input", "0"]).exits(1).complains("error[division-by-zero]").complains("a.mc:1:45");
    dir.run(&["run", "a.mc"]).exits(3).complains("input 1").complains("--input");
    dir.file("two.mc", "main() {\n  var x;\n  x = input;\n  return x + input;\n}\n");
    let few = dir.run(&["run", "two.mc", "--input", "1"]).exits(3);
    few.complains("the program asked for input 2, at two.mc:4:14, but there is only 1");
    dir.file("index.mc", "main() {\n  var a;\n  a = [1, 2, 3];\n  return a[input];\n}\n");
    for (input, index) in [("3", "3"), ("-1", "-1"), ("123456789012345678901", "123456789012345678901")] {
        let wrong = dir.run(&["run", "index.mc", "--input", input]).exits(1).complains("index.mc:4:10");
        wrong.complains(&format!("the index is {index}, the array has 3 elements"));
    }
    dir.run(&["run", "a.mc", "--input", "x"]).exits(3).complains("`x`");
    dir.run_with(&["run", "a.mc"], "1x").exits(3).complains("`1x`");
    dir.file("three.mc", "main() { return input + input + input; }\n").file("gap", "1,2,,3");
    let missing = "number 2 is missing: there is nothing before a comma";
    dir.run(&["run", "three.mc", "--input", "7,,8"]).exits(3).complains("--input: ").complains(missing);
    dir.run(&["run", "three.mc", "--input-file", "gap"]).exits(3).complains("number 3 is missing");
    dir.run_with(&["run", "three.mc"], "7,\n,8").exits(3).complains("standard input: ").complains(missing);
    dir.run_with(&["run", "three.mc"], "1 ,2\n3,").exits(0).complains("result: 6");
    dir.run(&["run", "args.mc", "--args", "5,,-7"]).exits(3).complains("--args: ").complains(missing);
    dir.run(&["run", "loop.mc", "--max-steps", "1000"]).exits(2).complains("step limit");
    dir.file("deep.mc", "f(n) {\n  return f(n + 1);\n}\nmain() {\n  return f(0);\n}\n");
    dir.run(&["run", "deep.mc"]).exits(2).complains("more than 1,000,000 calls are open at once, at deep.mc:2:10");
    dir.run(&["run", "loop.mc", "--timeout", "50ms"]).exits(2).complains("time limit");
    dir.file("long.mc", "main() { var x; x = 3; while (1) { x = x * x; } return x; }\n");
    let long = dir.run(&["run", "long.mc"]).exits(2);
    long.complains("a number has more than 1,000,000 bits, at long.mc:1:40").complains("help: this limit is fixed");
    dir.run(&["run", "args.mc"]).exits(3).complains("`main(a, b)` has 2 parameters").complains("such as --args 1,2\n");
    dir.file("one.mc", "main(a) { return a; }\n");
    dir.run(&["run", "one.mc"])
        .exits(3)
        .complains("has 1 parameter\n")
        .complains("a number with --args, such as --args 1\n");
    dir.run(&["run", "a.mc", "--args", "1"])
        .exits(3)
        .complains("has 0 parameters")
        .complains("help: leave out --args\n");
    dir.run(&["run", "args.mc", "--args", "5,-7"]).exits(0).complains("result: 12");
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let dir = Scratch::new("pipe");
    dir.file("endless.mc", "main() { while (1) { output 1; } return 0; }\n");
    let mut child = dir
        .command(&["run", "endless.mc"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn ast_cfg_and_ir() {
    let dir = Scratch::new("shapes");
    dir.file("a.mc", DIVIDE);
    let tree = dir.run(&["ast", "a.mc", "--indent", "4"]).exits(0).out;
    assert!(tree.contains("\n    \""));
    let line = dir.run(&["ast", "a.mc", "--indent", "0"]).exits(0).out;
    assert_eq!(line.lines().count(), 1);
    let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    assert_eq!(parse(&tree), parse(&line));
    dir.run(&["ast", "a.mc", "--output", "tree.json"]).exits(0);
    assert_eq!(parse(&dir.read("tree.json")), parse(&tree));

    dir.run(&["cfg", "a.mc"]).exits(0).says("main").says("output x;");
    dir.run(&["cfg", "a.mc", "--normalize", "--format", "dot"]).exits(0).says("digraph");
    dir.run(&["cfg", "a.mc", "--function", "nope"]).exits(3).complains("`main`");
    dir.run(&["cfg", "a.mc", "--ir"]).exits(0).says("func @main");
    let mut alone = dir.command(&["cfg", "a.mc", "--format", "svg"]);
    let output = alone.env("PATH", "").output().expect("the program runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("graphviz"));

    let text = dir.run(&["ir", "a.mc", "--output", "a.ir"]).exits(0).out;
    assert_eq!(text, "");
    assert_eq!(dir.run(&["ir", "a.ir"]).exits(0).out, dir.read("a.ir"));
}

#[test]
#[cfg(unix)]
fn run_ends_when_nobody_reads() {
    let dir = Scratch::new("unread");
    dir.file("many.mc", "main() { var i; i = 0; while (i < 1000000) { output i; i = i + 1; } return i; }\n");
    let script = format!("{{ '{}' run many.mc; echo $? > code; }} | head -1", env!("CARGO_BIN_EXE_pathfold"));
    let output = std::process::Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output();
    let output = output.expect("a shell");
    assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (&b"0\n"[..], &b""[..]));
    assert_eq!(dir.read("code"), "141\n");
}

#[test]
fn fmt_prints_checks_and_writes() {
    let dir = Scratch::new("fmt");
    dir.file("a.mc", "main(){return 0;}").file("bad.mc", "main( {");
    let text = dir.run(&["fmt", "a.mc"]).exits(0).out;
    assert_eq!(dir.read("a.mc"), "main(){return 0;}");
    dir.run(&["fmt", "--check", "a.mc"]).exits(1).says("a.mc");
    dir.run(&["fmt", "--write", "bad.mc", "a.mc"]).exits(3);
    assert_eq!(dir.read("a.mc"), text);
    dir.run(&["fmt", "--check", "a.mc"]).exits(0);
    dir.run(&["fmt", "--check", "--write", "a.mc"]).exits(3);
}

#[test]
#[cfg(unix)]
fn fmt_leaves_nothing_behind_on_a_full_disk() {
    let dir = Scratch::new("full");
    dir.file("a.mc", "main(){return 0;}");
    // No file may grow, as on a full disk.
    let script = format!("ulimit -f 0; exec '{}' fmt --write a.mc", env!("CARGO_BIN_EXE_pathfold"));
    let output = std::process::Command::new("sh").args(["-c", &script]).current_dir(dir.path()).output();
    let output = output.expect("a shell");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write `a.mc`"), "{output:?}");
    assert_eq!(dir.read("a.mc"), "main(){return 0;}");
    let files = std::fs::read_dir(dir.path()).expect("the scratch directory");
    assert_eq!(files.count(), 1);
}

#[test]
fn gen_is_a_function_of_its_options() {
    let dir = Scratch::new("gen");
    let program = dir.run(&["gen", "--seed", "7"]).exits(0).out;
    assert_eq!(dir.run(&["gen", "--seed", "7"]).exits(0).out, program);
    assert_ne!(dir.run(&["gen", "--seed", "8"]).exits(0).out, program);
    dir.run(&["gen", "--seed", "7", "--count", "3", "--output", "many"]).exits(0);
    assert_eq!(dir.read("many/gen-7.mc"), program);
    dir.run(&["fmt", "--check", "many/gen-8.mc", "many/gen-9.mc"]).exits(0);
    dir.run(&["gen", "--generate-divisions=false", "--error-guaranteed", "--loop-gen-prob", "0.2"]).exits(0);
    dir.run(&["gen", "--for-loop-gen-prob", "2"]).exits(3).complains("between 0 and 1");
    let both = "--for-loop-gen-prob 1 and --loop-gen-prob 0.05 add up to more than 1";
    dir.run(&["gen", "--for-loop-gen-prob", "1"])
        .exits(3)
        .complains(both)
        .complains("by default they are 0.1 and 0.05");
    dir.run(&["gen", "--count", "3"]).exits(3).complains("--output");
    dir.run(&["gen", "--help"]).exits(0).says("Not counted: declarations, the two assignments");
    let program = dir.run(&["gen", "--max-top-lvl-stmts-count", "1", "--max-block-depth", "0"]).exits(0).out;
    // The function, its declarations, three statements, `return`, and the end.
    assert_eq!(program.lines().count(), 7, "{program}");
}

#[test]
fn replay_compares() {
    let dir = Scratch::new("replay");
    let test = |outcome: &str, inputs: &str| {
        format!(
            r#"{{"format":"pathfold-test/1","program":"a.mc","source_hash":"","path":1,"args":[],
               "inputs":[{inputs}],"outcome":{outcome},"output":[{inputs}],"decisions":""}}"#
        )
    };
    dir.file("a.mc", DIVIDE)
        .file("good.json", &test(r#"{"kind":"returned","value":"3"}"#, r#""2""#))
        .file("wrong.json", &test(r#"{"kind":"returned","value":"4"}"#, r#""2""#))
        .file(
            "error.json",
            &test(r#"{"kind":"error","check":"division-by-zero","line":1,"column":45,"message":"m"}"#, r#""0""#),
        )
        .file("early.json", &test(r#"{"kind":"incomplete","why":"x"}"#, ""))
        .file("ir.json", &test(r#"{"kind":"assumption"}"#, "").replace("a.mc", "a.ir"))
        .file("not.json", "{");
    dir.run(&["replay", "good.json", "error.json", "early.json"]).exits(0).says("2 confirmed, 1 skipped");
    dir.run(&["replay", "good.json", "wrong.json"]).exits(1).says("returned 3 instead of 4");
    dir.run(&["replay", "not.json"]).exits(3).complains("not.json");
    dir.file("run.json", "{\n  \"format\": \"pathfold-report/1\",\n  \"findings\": []\n}\n");
    let report = dir.run(&["replay", "run.json"]).exits(3);
    assert_eq!(report.err.matches("error:").count(), 1, "{}", report.err);
    report.complains("this is the report of a run, not a test case: replay the directory it is in");
    for (name, text, why) in [
        ("other.json", "{\n  \"a\": 1\n}\n", "it has no `\"format\": \"pathfold-test/1\"`"),
        ("list.json", "[\n  1,\n  2\n]\n", "this is not a test case"),
        ("lines.jsonl", "{\"a\": 1}\n{\"a\": 2}\n", "none of its 2 lines is a test case"),
        ("a.txt", "one\ntwo\nthree\n", "this is not JSON"),
    ] {
        let other = dir.file(name, text).run(&["replay", name]).exits(3);
        assert_eq!(other.err.matches("error:").count(), 1, "{}", other.err);
        other.complains(name).complains(why);
    }
    dir.run(&["replay", "missing.json"]).exits(3).complains("missing.json");
    dir.run(&["replay", "ir.json"]).exits(3).complains("only micro-c");
    dir.run(&["replay", "good.json", "--program", "other.mc"]).exits(3).complains("other.mc");
    std::fs::create_dir(dir.path().join("empty")).expect("a scratch directory");
    dir.run(&["replay", "empty"]).exits(3).complains("tests.jsonl");
    dir.file("none.jsonl", "").run(&["replay", "none.jsonl"]).exits(3).complains("holds no test case");
    // A run directory without test cases is one whose paths were all subsumed.
    dir.file("empty/tests.jsonl", "").run(&["replay", "empty"]).exits(0).says("0 test cases");
    dir.run(&["replay", "empty:1"]).exits(3).complains("of path 1");
    dir.file("endless.mc", "main() { while (1) { } return 4; }");
    dir.file("late.json", &test(r#"{"kind":"returned","value":"4"}"#, "").replace("a.mc", "endless.mc"));
    dir.run(&["replay", "good.json", "late.json", "--timeout", "50ms"]).exits(2).says("1 confirmed, 1 not run");
}

#[test]
fn thousands_of_branches_are_no_nesting() {
    let dir = Scratch::new("branches");
    let branches: String = (0..5000).map(|n| format!("if (x == {n}) {{\n    y = {n};\n  }} else ")).collect();
    let text = format!("main() {{\n  var x, y;\n  x = input;\n  {branches}{{\n    y = 7;\n  }}\n  return y;\n}}\n");
    dir.file("a.mc", &text);
    dir.run(&["run", "a.mc", "--input", "4999"]).exits(0).complains("result: 4999");
    dir.run(&["run", "a.mc", "--input", "5000"]).exits(0).complains("result: 7");
    dir.run(&["fmt", "--check", "a.mc"]).exits(0);
    assert!(dir.run(&["ast", "a.mc"]).exits(0).out.len() < 100 << 20);
    for command in [&["cfg", "a.mc"][..], &["cfg", "a.mc", "--normalize"], &["ir", "a.mc"], &["qce", "a.mc"]] {
        dir.run(command).exits(0).says("main");
    }
    dir.run(&["loops", "a.mc", "--timeout", "1s"]).exits(0);
    dir.run(&["check", "a.mc", "--max-paths", "10"]).exits(2);
}
