//! `pathfold bench`: results, tables and plots of a small experiment; resuming; contradictions; mistakes in plans.

mod common;

use std::process::Stdio;
use std::time::{Duration, Instant};

use common::Scratch;

const CONFIGS: [&str; 4] =
    ["--config", "fold=--loops=fold --subsume=off", "--config", "unroll=--loops=unroll --search=dfs --subsume=off"];

/// A safe program, one with an error and one that does not end without folding.
fn scratch(name: &str) -> Scratch {
    let dir = Scratch::new(name);
    std::fs::create_dir_all(dir.path().join("set/below")).expect("a scratch directory");
    dir.file("set/safe.mc", "main() { if (input > 0) { output 1; } return 0; }\n")
        .file("set/unsafe.mc", "main() { return 6 / input; }\n")
        .file("set/below/endless.mc", "main() { var n, i; n = input; i = 0; while (n > i) { i = i + 1; } return 0; }\n")
        .file("set/notes.txt", "no program\n");
    dir
}

fn bench<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ["bench", "set", "--limit", "1s", "--jobs", "2", "--out", "out"]
        .into_iter()
        .chain(CONFIGS)
        .chain(more.to_vec())
        .collect()
}

/// The lines of the results after the first, sorted, without what varies: time and memory.
fn results(dir: &Scratch) -> Vec<String> {
    let text = dir.read("out/results.csv");
    assert!(
        text.starts_with("set,program,configuration,options,hash,verdict,ended,paths,errors,findings,seconds,memory\n")
    );
    let mut lines: Vec<String> =
        text.lines().skip(1).map(|line| line.rsplitn(3, ',').last().unwrap_or_default().to_owned()).collect();
    lines.sort();
    lines
}

fn has(lines: &[String], program: &str, configuration: &str, ending: &str) -> bool {
    let start = format!("set,{program},{configuration},");
    lines.iter().any(|line| line.starts_with(&start) && line.contains(ending))
}

#[test]
fn an_experiment() {
    let dir = scratch("bench");
    dir.run(&bench(&[])).exits(0).says("out: 6 runs\n").says("| fold | 3 | ").says("| unroll | 3 | ");
    let lines = results(&dir);
    assert_eq!(lines.len(), 6, "{lines:?}");
    for configuration in ["fold", "unroll"] {
        assert!(has(&lines, "safe.mc", configuration, ",safe,complete,2,0,"), "{lines:?}");
        let finding = ",unsafe,complete,1,1,division-by-zero@unsafe.mc:1:17";
        assert!(has(&lines, "unsafe.mc", configuration, finding), "{lines:?}");
    }
    assert!(has(&lines, "below/endless.mc", "fold", ",safe,complete,"), "{lines:?}");
    assert!(has(&lines, "below/endless.mc", "unroll", ",incomplete,timeout,"), "{lines:?}");

    let table = dir.read("out/table.md");
    assert!(table.contains("## unroll\n\n`--timeout=1s --loops=unroll --search=dfs --subsume=off`\n"), "{table}");
    // Timeouts, errors, safe, unsafe, incomplete.
    for (name, counts) in [("fold", " | 0 | 1 | 2 | 1 | 0 |"), ("unroll", " | 1 | 1 | 1 | 1 | 1 |")] {
        let row = table.lines().find(|line| line.starts_with(&format!("| {name} | 3 | "))).unwrap_or_default();
        assert!(row.ends_with(counts), "{table}");
    }
    for (name, mark, count) in [("cactus.svg", "<polyline", 2), ("scatter-fold-unroll.svg", "<circle", 3)] {
        let svg = dir.read(&format!("out/{name}"));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        assert_eq!(svg.matches(mark).count(), count, "{svg}");
    }
}

#[test]
fn it_goes_on_where_it_was() {
    let dir = scratch("bench-resume");
    dir.run(&bench(&[])).exits(0);
    let all = dir.read("out/results.csv");
    // Nothing is left to do.
    dir.run(&bench(&[])).exits(0).says("out: 6 runs, 6 of them from before");
    assert_eq!(dir.read("out/results.csv"), all);
    // Killed while it wrote the last line.
    dir.file("out/results.csv", &all[..all.len() - 9]);
    dir.run(&bench(&[])).exits(0).says("out: 6 runs, 5 of them from before");
    assert_eq!(results(&dir).len(), 6);
    // A crash is no result.
    let crashed = dir.read("out/results.csv").replacen(",unsafe,complete,", ",incomplete,fault,", 1);
    dir.file("out/results.csv", &crashed);
    dir.run(&bench(&[])).exits(0).says("out: 6 runs, 5 of them from before");
    // Another program, other options, another limit: only what has changed.
    dir.file("set/safe.mc", "main() { return 0; }\n");
    dir.run(&bench(&[])).exits(0).says("out: 6 runs, 4 of them from before");
    dir.run(&bench(&["--config", "third=--search=random"])).exits(0).says("out: 9 runs, 6 of them from before");
    dir.run(&["bench", "set", "--limit", "2s", "--first", "1", "--out", "out"]).exits(0).says("out: 1 run\n");
    // Not ours.
    dir.file("out/results.csv", "a,b\n1,2\n");
    dir.run(&bench(&[])).exits(3).complains("line 1").complains("--output");
    assert_eq!(dir.read("out/results.csv"), "a,b\n1,2\n");
}

#[test]
fn contradictions_are_loud() {
    let dir = scratch("bench-disagree");
    dir.run(&bench(&[])).exits(0);
    // As if folding had overlooked the error.
    let text = dir.read("out/results.csv");
    let forged: Vec<String> = text
        .lines()
        .map(|line| match line.split_once(",unsafe,complete,1,1,division-by-zero@unsafe.mc:1:17,") {
            Some((start, end)) if start.contains(",fold,") => format!("{start},safe,complete,1,0,,{end}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    assert_ne!(forged.concat(), text);
    dir.file("out/results.csv", &forged.concat());
    dir.run(&bench(&[]))
        .exits(4)
        .complains(
            "DISAGREEMENT: unsafe.mc (set): `fold` explored everything, but only `unroll` found division-by-zero@",
        )
        .complains("do not trust");
}

#[test]
fn an_interruption_keeps_what_is_done() {
    let dir = scratch("bench-signal");
    let start = Instant::now();
    let args = [
        "bench",
        "set",
        "--limit",
        "60s",
        "--jobs",
        "1",
        "--out",
        "out",
        "--config",
        "unroll=--loops=unroll --subsume=off",
    ];
    let child = dir.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    // `below/endless.mc` comes first and does not end.
    std::thread::sleep(Duration::from_millis(700));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(start.elapsed() < Duration::from_secs(30));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the same command goes on"));
    assert_eq!(results(&dir).len(), 0);
    assert!(dir.read("out/table.md").starts_with("# Results"));
}

#[test]
fn plans_describe_sets_and_configurations() {
    let dir = scratch("bench-plan");
    let plan = r#"{
        "about": "a test", "limit": "5s", "options": "--first-error",
        "configurations": [{ "name": "a" }, { "name": "b", "options": "--search=dfs" }],
        "sets": [
            { "name": "made", "generate": "--seed=3 --count=3 --terminating --max-inputs=1 --max-block-depth=1" },
            { "name": "here", "programs": ["set/safe.mc", "set/below"] }
        ]
    }"#;
    dir.file("plan.json", plan);
    dir.run(&["bench", "--plan", "plan.json", "--out", "out", "--first", "2"]).exits(0).says("out: 8 runs");
    let lines = results(&dir);
    for program in ["made,gen-3.mc,a,", "made,gen-4.mc,b,", "here,set/safe.mc,a,", "here,set/below/endless.mc,b,"] {
        assert!(lines.iter().any(|line| line.starts_with(program)), "{program} in {lines:?}");
    }
    assert!(lines.iter().all(|line| line.contains(",--first-error --timeout=5s")), "{lines:?}");
    assert!(dir.read("out/programs/made/gen-5.mc").contains("main("));
    dir.run(&["bench", "--plan", "plan.json", "--out", "out", "--first", "2", "--only", "here"])
        .exits(0)
        .says("out: 4 runs, 4 of them from before");
    dir.run(&["bench", "--plan", "plan.json", "--only", "there"]).exits(3).complains("made, here");
}

#[test]
fn mistakes_are_found_before_anything_runs() {
    let dir = scratch("bench-mistakes");
    dir.run(&["bench"]).exits(3);
    dir.run(&["bench", "missing"]).exits(3).complains("missing");
    dir.run(&["bench", "set/notes.txt"]).exits(3).complains("notes.txt");
    dir.run(&["bench", "set", "--config=--search=dfs"]).exits(3).complains("write a name");
    dir.run(&["bench", "set", "--config", "a=--serch=dfs"])
        .exits(3)
        .complains("configuration `a`")
        .complains("--serch");
    dir.run(&["bench", "set", "--config", "a=--timeout=9s"]).exits(3).complains("--limit");
    dir.run(&["bench", "set", "--config", "a=", "--config", "a="]).exits(3).complains("two configurations");
    for (plan, message) in [
        ("{", "plan.json"),
        ("{}", "no sets"),
        ("{\"sets\": [], \"colour\": 1}", "colour"),
        ("{\"sets\": [{\"name\": \"x\"}]}", "no programs in `x`"),
        ("{\"sets\": [{\"name\": \"x\", \"generate\": \"--nonsense\"}]}", "set `x`"),
        ("{\"limit\": \"soon\"}", "`limit`"),
    ] {
        dir.file("plan.json", plan);
        dir.run(&["bench", "--plan", "plan.json"]).exits(3).complains(message);
    }
    assert!(!dir.path().join("pathfold-bench/results.csv").exists());
    // A program that cannot be used does not keep the others from being measured.
    dir.file("set/bad.mc", "main( {\n");
    dir.run(&["bench", "set", "--limit", "5s"]).exits(3).says("3 runs").complains("bad.mc");
}
