//! Random programs: they are valid, formatting and normalizing keep their meaning, terminating ones end.

mod common;

use common::{checked, config, run, text};
use pathfold_base::SourceFile;
use pathfold_microc::r#gen::{GenConfig, generate};
use pathfold_microc::interp::{LimitKind, Outcome};
use pathfold_microc::{fmt, graph, normalize::normalize, parse};

#[test]
fn generated_programs_are_valid_and_formatted() {
    for seed in 0..2000 {
        let config = config(seed);
        let text = text(&config);
        let checked = checked(&text);
        let file = SourceFile::new("t.mc", text.clone());
        assert_eq!(fmt::format(&file, &checked.program), text, "seed {seed}");
        let (again, _) = parse(&file);
        assert_eq!(again.expect("valid").without_places(), checked.program.without_places());
        assert_eq!(common::text(&config), text);
        graph::to_dot(&graph::graphs(&checked.program));
    }
}

#[test]
fn normal_form_means_the_same() {
    for seed in 0..600 {
        let text = text(&GenConfig { terminating: true, ..config(seed) });
        let source = checked(&text);
        let normal_tree = normalize(&source.program);
        let normal = checked(&fmt::print(&normal_tree));
        for shift in 0..3 {
            let (expected, expected_outputs) = run(&source, shift);
            let (found, outputs) = run(&normal, shift);
            if matches!(expected, Outcome::Limit(_)) || matches!(found, Outcome::Limit(_)) {
                continue;
            }
            assert_eq!(outputs, expected_outputs, "seed {seed}\n{text}");
            match (&expected, &found) {
                (Outcome::Error { kind: a, .. }, Outcome::Error { kind: b, .. }) => assert_eq!(a, b, "{text}"),
                _ => assert_eq!(expected, found, "seed {seed}\n{text}"),
            }
        }
    }
}

#[test]
fn terminating_programs_end() {
    let mut limited = 0;
    for seed in 0..600 {
        let checked = checked(&text(&GenConfig { terminating: true, ..config(seed) }));
        limited += usize::from(matches!(run(&checked, 1).0, Outcome::Limit(_)));
    }
    // Large products may still reach the limit on the size of numbers.
    assert!(limited <= 6, "{limited}");
}

#[test]
fn guarded_programs_rarely_fail() {
    let count = |guarded: bool| {
        (0..300)
            .filter(|seed| {
                let config = GenConfig {
                    seed: *seed,
                    guarded,
                    terminating: true,
                    symbolic_index: true,
                    max_top_statements: 40,
                    ..GenConfig::default()
                };
                matches!(run(&checked(&text(&config)), 2).0, Outcome::Error { .. })
            })
            .count()
    };
    let (guarded, plain) = (count(true), count(false));
    assert!(guarded * 4 < plain, "guarded {guarded}, plain {plain}");
}

/// Where all loops end, every run gets to the error or fails before: it is in no block.
#[test]
fn guaranteed_errors_are_reached() {
    for seed in 0..300 {
        let config = GenConfig { seed, error_guaranteed: true, terminating: true, ..GenConfig::default() };
        let text = text(&config);
        let outcome = run(&checked(&text), 1).0;
        assert!(matches!(outcome, Outcome::Error { .. } | Outcome::Limit(LimitKind::Bits)), "{outcome:?}\n{text}");
    }
}

#[test]
fn loops_count_up_to_another_variable() {
    let mut loops = 0;
    for seed in 0..200 {
        let text = text(&GenConfig { seed, for_prob: 0.5, while_prob: 0.0, ..GenConfig::default() });
        for head in text.lines().filter_map(|line| line.trim().strip_prefix("while (")?.strip_suffix(") {")) {
            let (counter, end) = head.split_once(" < ").expect("a comparison");
            assert_ne!(counter, end, "{text}");
            loops += 1;
        }
    }
    assert!(loops > 500, "{loops}");
}

/// As in the thesis' sets with many general loops, where half of the programs end.
#[test]
fn general_loops_do_not_stop_every_program() {
    let ended = |seed: &u64| {
        let config =
            GenConfig { seed: *seed, for_prob: 0.15, while_prob: 0.5, divisions: false, ..GenConfig::default() };
        !matches!(run(&checked(&text(&config)), 2).0, Outcome::Limit(_))
    };
    let count = (0..200).filter(ended).count();
    assert!((80..180).contains(&count), "{count}");
}

#[test]
fn bounded_inputs_are_bounded() {
    for seed in 0..300 {
        let checked = checked(&text(&GenConfig { max_inputs: 3, terminating: true, ..config(seed) }));
        let mut read = 0;
        let limits =
            pathfold_microc::interp::Limits { max_steps: Some(20_000), max_bits: 100_000, ..Default::default() };
        let inputs = || {
            read += 1;
            Some(pathfold_base::Integer::from(1i64))
        };
        pathfold_microc::interp::Interp::new(&checked).run(&[], inputs, |_| {}, limits);
        assert!(read <= 3);
    }
}

/// Programs without an end are refused in time: long ones, and such whose blocks make more blocks than end.
#[test]
fn programs_that_do_not_end_are_refused() {
    for config in [
        GenConfig { max_top_statements: usize::MAX, ..GenConfig::default() },
        GenConfig {
            max_block_depth: 50,
            max_block_statements: 1000,
            for_prob: 0.5,
            while_prob: 0.5,
            ..GenConfig::default()
        },
    ] {
        let refused = generate(&config).expect_err("it has no end");
        assert!(refused.contains("100000 statements"), "{refused}");
    }
}
