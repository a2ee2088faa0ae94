//! Lowered programs do what the interpreter does, and are well formed.

#[path = "lower/eval.rs"]
mod eval;
#[path = "lower/wild.rs"]
mod wild;

use std::collections::BTreeMap;

use eval::{End, Evaluator};
use pathfold_base::{Integer, Rng, SourceFile};
use pathfold_ir::{self as ir, Loc};
use pathfold_microc::r#gen::{GenConfig, generate};
use pathfold_microc::interp::{ErrorKind, Interp, Limits, Outcome};
use pathfold_microc::{Checked, lower};

fn load(text: &str) -> (Checked, SourceFile) {
    let file = SourceFile::new("t.mc", text);
    match pathfold_microc::load(&file) {
        (Some(checked), _) => (checked, file),
        (None, diagnostics) => panic!("{diagnostics:?}\n{text}"),
    }
}

/// Lowers, verifies, and checks that the text form keeps the program.
fn lowered(checked: &Checked, file: &SourceFile) -> ir::Program {
    let program = lower(checked, file);
    let errors = ir::verify(&program);
    assert!(errors.is_empty(), "{errors:?}\n{}\n{}", file.text(), ir::text::print(&program));
    program
}

fn kind_of(kind: ErrorKind) -> ir::CheckKind {
    ir::CheckKind::from_slug(kind.slug()).expect("the same slugs")
}

/// Runs both on the same inputs and compares; says how it ended.
fn compare(text: &str, runs: u64) -> Vec<&'static str> {
    let (checked, file) = load(text);
    let program = lowered(&checked, &file);
    let mut interp = Interp::new(&checked);
    let parameters = checked.functions[checked.main].parameters;
    let mut ends = Vec::new();
    for run in 0..runs {
        let mut rng = Rng::new(run);
        let mut numbers = |count| (0..count).map(|_| Integer::from(rng.between(-4, 6))).collect::<Vec<_>>();
        let (args, inputs) = (numbers(parameters), numbers(30));
        let mut outputs = Vec::new();
        let mut rest = inputs.iter().cloned();
        let limits = Limits { max_steps: Some(5000), max_call_depth: 60, max_bits: 2000, ..Limits::default() };
        let outcome = interp.run(&args, || rest.next(), |n| outputs.push(n.clone()), limits);
        let limited = matches!(outcome, Outcome::Limit(_));
        let mut evaluator = Evaluator::new(&program, &inputs, if limited { 10_000 } else { 10_000_000 });
        let end = evaluator.run(&args);
        let context = || format!("run {run}: {outcome:?} {end:?}\n{text}\n{}", ir::text::print(&program));
        if limited {
            let common = outputs.len().min(evaluator.outputs.len());
            assert_eq!(outputs[..common], evaluator.outputs[..common], "{}", context());
            ends.push("limit");
            continue;
        }
        assert_eq!(evaluator.outputs, outputs, "{}", context());
        match (&outcome, &end) {
            (Outcome::Returned(a), End::Returned(b)) => {
                assert_eq!(a, b, "{}", context());
                ends.push("returned");
            }
            (Outcome::Error { kind, span }, End::Error(found, loc)) => {
                assert_eq!(kind_of(*kind), *found, "{}", context());
                let Loc { start, end, .. } = program.locs[*loc];
                assert_eq!((start, end), (file.line_col(span.start), file.line_col(span.end)), "{}", context());
                ends.push(kind.slug());
            }
            (Outcome::OutOfInputs, End::OutOfInputs) => ends.push("out of inputs"),
            _ => panic!("{}", context()),
        }
    }
    ends
}

#[test]
fn wild_programs_do_what_the_interpreter_does() {
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..2000 {
        let text = wild::program(seed);
        for end in compare(&text, 3) {
            *ends.entry(end).or_default() += 1;
        }
    }
    for kind in ["returned", "division-by-zero", "uninitialized", "out-of-bounds", "null-dereference"] {
        assert!(ends.get(kind).is_some_and(|&count| count > 100), "{ends:?}");
    }
}

#[test]
fn generated_programs_do_what_the_interpreter_does() {
    for seed in 0..2000 {
        let config = GenConfig {
            seed,
            functions: (seed % 3) as usize,
            symbolic_index: seed % 2 == 0,
            guarded: seed % 5 == 0,
            for_prob: 0.2,
            while_prob: 0.1,
            error_guaranteed: seed % 7 == 0,
            terminating: seed % 4 != 0,
            ..GenConfig::default()
        };
        compare(&generate(&config).expect("a valid configuration"), 2);
    }
}

#[test]
fn the_shared_programs_do_what_the_interpreter_does() {
    let mut seen = 0;
    for entry in std::fs::read_dir("/work/shared/programs/microc").into_iter().flatten().flatten() {
        compare(&std::fs::read_to_string(entry.path()).expect("readable"), 20);
        seen += 1;
    }
    assert!(seen == 0 || seen >= 9);
}

/// The IR of a program, without places.
fn ir_of(text: &str) -> String {
    let (checked, file) = load(text);
    let text = ir::text::print(&lowered(&checked, &file));
    text.lines().map(|line| line.split(" !").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn loops_have_parameters_only_for_what_they_change() {
    let text =
        ir_of("main() { var a, i, n; a = 0; i = input; n = input; while (i < n) { a = a + 2; i = i + 1; } return a; }");
    let expected = r#"file "t.mc"
func @main() -> int
b0:
  %i: int = input
  %n: int = input
  jump b1(0, %i)
b1(%a: int, %i#3: int):
  %4: bool = slt %i#3, %n
  br %4, b2, b3
b2:
  %a#5: int = add %a, 2
  %i#6: int = add %i#3, 1
  jump b1(%a#5, %i#6)
b3:
  ret %a
}
entry @main"#;
    assert_eq!(text, expected);
}

#[test]
fn conditions_are_control_flow_and_forwarding_blocks_are_avoided() {
    let text = ir_of(
        "main(a, b) { var x; if (a < 1 && !(b == 2 || a)) { if (b) { x = 1; } else { x = 2; } } else { x = 3; } return x; }",
    );
    let expected = r#"file "t.mc"
func @main(%a: int, %b: int) -> int
b0:
  %2: bool = slt %a, 1
  br %2, b1, b5(3)
b1:
  %3: bool = eq %b, 2
  br %3, b5(3), b2
b2:
  %4: bool = ne %a, 0
  br %4, b5(3), b3
b3:
  %5: bool = ne %b, 0
  br %5, b5(1), b5(2)
b5(%x: int):
  ret %x
}
entry @main"#;
    assert_eq!(text.replace("b4", "b5"), expected);
}

#[test]
fn reads_are_checked_only_where_needed() {
    let count = |text: &str| ir_of(text).matches("defined").count();
    assert_eq!(count("main() { var x; x = 1; return x; }"), 0);
    assert_eq!(count("main() { var x; return x + x; }"), 1);
    assert_eq!(count("main(a) { var x; if (a) { x = 1; } else { x = 2; } return x; }"), 0);
    assert_eq!(count("main(a) { var x; if (a) { x = 1; } return x + x; }"), 1);
    assert_eq!(count("main(a) { var x; while (a) { x = 1; a = a - x; } return x; }"), 1);
    assert_eq!(count("main(a) { var x; if (a && x) { a = x; } return x; }"), 3);
}

#[test]
fn unreachable_code_leaves_nothing() {
    let text = ir_of("main() { var x; x = 0; while (1) { x = x + 1; } while (x) { x = 1; } return x; }");
    assert!(!text.contains("ret") && text.matches("jump").count() == 2, "{text}");
}

#[test]
fn ten_thousand_variables_are_not_passed_around() {
    let names: Vec<String> = (0..9_000).map(|i| format!("v{i}")).collect();
    let mut text = format!("main(c) {{ var {};\n", names.join(", "));
    for name in &names {
        text.push_str(&format!("{name} = c; if ({name} > 3) {{ {name} = 1; c = c + {name}; }}\n"));
    }
    text.push_str("while (c > 0) { c = c - 1; } return v0 + v8999 + c; }");
    let (checked, file) = load(&text);
    let program = lowered(&checked, &file);
    let most = program.functions[program.entry].blocks.iter().map(|b| b.params.len()).max();
    assert!(most <= Some(2), "{most:?}");
}

#[test]
fn a_long_line_is_no_problem() {
    let text = format!("main() {{ var x; x = 0; {} return x; }}", "x = x + 1; /* č */ ".repeat(50_000));
    let (checked, file) = load(&text);
    let program = lowered(&checked, &file);
    assert_eq!(program.functions[program.entry].blocks.len(), 1);
}
