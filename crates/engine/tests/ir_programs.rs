//! The engine on `ir` text: bit vectors, byte objects, calls, switches, checks. No language is involved.

mod support;

use pathfold_engine::{ArrayIndex, Config, PathEnd, Search, Verdict};
use pathfold_term::Value;
use support::{Outcome, explore, explore_with};

fn returns(outcome: &Outcome) -> Vec<String> {
    let mut values: Vec<String> = outcome
        .records
        .iter()
        .filter_map(|record| match &record.end {
            PathEnd::Returned(Some(Value::Int(n))) => Some(n.to_string()),
            PathEnd::Returned(Some(Value::Bits(bits))) => Some(bits.to_string()),
            _ => None,
        })
        .collect();
    values.sort();
    values
}

fn findings(outcome: &Outcome) -> Vec<&'static str> {
    let mut slugs: Vec<&'static str> = outcome.summary.findings.iter().map(|finding| finding.kind.slug()).collect();
    slugs.sort_unstable();
    slugs
}

#[test]
fn bit_vectors_wrap_around() {
    let outcome = explore(
        r#"
func @main() -> bv8 {
b0:
  %x: bv8 = input
  %y: bv8 = add %x, 1:bv8
  %c: bool = ult %y, %x
  br %c, b1, b2
b1:
  ret %x
b2:
  ret 0:bv8
}
entry @main
"#,
    );
    assert_eq!(outcome.summary.verdict, Verdict::Safe);
    // The sum is smaller than the number only for 255.
    assert_eq!(returns(&outcome), ["0", "255"]);
}

#[test]
fn division_of_bit_vectors_is_checked() {
    let outcome = explore(
        r#"
func @main() -> bv32 {
b0:
  %x: bv32 = input
  %y: bv32 = input
  %q: bv32 = udiv %x, %y
  ret %q
}
entry @main
"#,
    );
    assert_eq!(outcome.summary.verdict, Verdict::Unsafe);
    assert_eq!(findings(&outcome), ["division-by-zero"]);
    assert_eq!(outcome.records.len(), 2);
}

#[test]
fn bytes_are_little_endian_and_symbolic_bytes_come_back() {
    let outcome = explore(
        r#"
func @main() -> bv8 {
b0:
  %p: ptr = alloc bytes heap 8:bv64
  %x: bv32 = input
  store %x, %p
  %q: ptr = offset %p, 3:bv64
  %high: bv8 = load %q
  %back: bv32 = load %p
  %same: bool = eq %back, %x
  check assertion %same
  %top: bv32 = lshr %x, 24:bv32
  %byte: bv8 = trunc %top
  %equal: bool = eq %byte, %high
  check assertion %equal
  ret %high
}
entry @main
"#,
    );
    assert_eq!(outcome.summary.verdict, Verdict::Safe, "{:?}", outcome.summary.reasons);
    assert_eq!(outcome.records.len(), 1);
}

#[test]
fn bounds_of_byte_objects_hold_for_wide_accesses() {
    let source = r#"
global @table: bytes 4 = x"0a141e28"
func @main() -> bv16 {
b0:
  %i: bv64 = input
  %p: ptr = offset @table, %i
  %v: bv16 = load %p
  ret %v
}
entry @main
"#;
    for array_index in [ArrayIndex::Fork, ArrayIndex::Ite] {
        let outcome = explore_with(source, Config { array_index, ..Config::default() });
        assert_eq!(findings(&outcome), ["out-of-bounds"]);
        let safe = returns(&outcome).len();
        assert_eq!(safe, if array_index == ArrayIndex::Fork { 3 } else { 1 });
    }
}

#[test]
fn reading_what_was_never_written_is_a_finding() {
    let outcome = explore(
        r#"
func @main() -> bv8 {
b0:
  %p: ptr = alloc bytes stack 2:bv64
  store 1:bv8, %p
  %i: bv64 = input
  %small: bool = ult %i, 2:bv64
  br %small, b1, b2
b1:
  %q: ptr = offset %p, %i
  %v: bv8 = load %q
  %set: bool = eq %v, 1:bv8
  br %set, b3, b2
b2:
  ret 0:bv8
b3:
  ret 1:bv8
}
entry @main
"#,
    );
    // Only position 1 was never written: position 0 is fine.
    assert_eq!(findings(&outcome), ["uninitialized"]);
    assert_eq!(returns(&outcome), ["0", "1"]);
}

#[test]
fn switches_fork_once_per_feasible_case() {
    let outcome = explore(
        r#"
func @main() -> int {
b0:
  %x: int = input
  %small: bool = slt %x, 2
  br %small, b1, b5
b1:
  switch %x [0 => b2, 1 => b3, 7 => b4], b5
b2:
  ret 10
b3:
  ret 11
b4:
  ret 17
b5:
  ret 0
}
entry @main
"#,
    );
    assert_eq!(outcome.summary.verdict, Verdict::Safe);
    // 7 is not below 2.
    assert_eq!(returns(&outcome), ["0", "0", "10", "11"]);
}

#[test]
fn calls_through_pointers_and_recursion() {
    let outcome = explore(
        r#"
func @twice(%n: int) -> int {
b0:
  %r: int = add %n, %n
  ret %r
}
func @down(%n: int) -> int {
b0:
  %done: bool = sle %n, 0
  br %done, b1, b2
b1:
  ret 0
b2:
  %m: int = sub %n, 1
  %r: int = call @down(%m)
  %s: int = add %r, 1
  ret %s
}
func @main() -> int {
b0:
  %p: ptr = alloc cells heap 1
  store &twice, %p
  %f: ptr = load %p
  %a: int = call *%f(21)
  %b: int = call @down(1000)
  %c: int = add %a, %b
  ret %c
}
entry @main
"#,
    );
    assert_eq!(outcome.summary.verdict, Verdict::Safe, "{:?}", outcome.summary.reasons);
    assert_eq!(returns(&outcome), ["1042"]);
}

#[test]
fn a_call_without_a_body_is_incomplete_and_not_safe() {
    let outcome = explore(
        r#"
declare @mystery(int) -> int
func @main() -> int {
b0:
  %x: int = input
  %c: bool = slt %x, 0
  br %c, b1, b2
b1:
  %y: int = call @mystery(%x)
  ret %y
b2:
  ret 0
}
entry @main
"#,
    );
    assert_eq!(outcome.summary.verdict, Verdict::Incomplete);
    assert_eq!(outcome.summary.statistics.paths_returned, 1);
    assert_eq!(outcome.summary.statistics.paths_incomplete, 1);
}

#[test]
fn assumptions_end_paths_silently() {
    let outcome = explore(
        r#"
func @main() -> int {
b0:
  %x: int = input
  %c: bool = sle 1, %x
  assume %c
  %d: bool = ne %x, 0
  check assertion %d
  %q: int = sdiv 10, %x
  ret %q
}
entry @main
"#,
    );
    assert_eq!(outcome.summary.verdict, Verdict::Safe);
    assert_eq!(outcome.summary.statistics.paths_assumption, 1);
}

#[test]
fn every_search_gives_the_same_paths() {
    let source = r#"
func @main() -> int {
b0:
  %a: int = input
  %ca: bool = slt %a, 0
  br %ca, b1(1), b1(2)
b1(%x: int):
  %b: int = input
  %cb: bool = slt %b, %a
  br %cb, b2(3), b2(4)
b2(%y: int):
  %c: int = input
  %cc: bool = eq %c, %b
  br %cc, b3(5), b3(6)
b3(%z: int):
  %xy: int = mul %x, %y
  %r: int = mul %xy, %z
  ret %r
}
entry @main
"#;
    let mut seen = Vec::new();
    for search in [Search::Bfs, Search::Dfs, Search::Random, Search::Tree, Search::Coverage, Search::Klee] {
        for seed in 0..3 {
            let outcome = explore_with(source, Config { search, seed, ..Config::default() });
            assert_eq!(outcome.summary.verdict, Verdict::Safe);
            let mut paths: Vec<Vec<u32>> = outcome.records.iter().map(|record| record.decisions.clone()).collect();
            paths.sort();
            seen.push(paths);
        }
    }
    assert_eq!(seen[0].len(), 8);
    assert!(seen.iter().all(|paths| *paths == seen[0]));
}

#[test]
fn a_list_of_decisions_rebuilds_its_state_without_a_solver() {
    let source = r#"
global @cells: cells 3 = [4, 5, 6]
func @main() -> int {
b0:
  %i: int = input
  %p: ptr = offset @cells, %i
  %v: int = load %p
  %c: bool = slt %v, 6
  br %c, b1, b2
b1:
  ret %v
b2:
  ret 0
}
entry @main
"#;
    support::rebuilds(source, Config { array_index: ArrayIndex::Fork, ..Config::default() });
    support::rebuilds(source, Config::default());
}

#[test]
fn limits_end_an_endless_program_cleanly() {
    let source = r#"
func @main() -> int {
b0:
  jump b1(0)
b1(%i: int):
  %x: int = input
  %c: bool = slt %x, %i
  br %c, b2, b3
b2:
  ret %i
b3:
  %j: int = add %i, 1
  jump b1(%j)
}
entry @main
"#;
    for (name, config) in support::limits() {
        let instructions = config.limits.max_instructions;
        let outcome = explore_with(source, config);
        assert_eq!(outcome.summary.verdict, Verdict::Incomplete, "{name}");
        assert!(instructions.is_none_or(|most| outcome.summary.statistics.instructions == most), "{name}");
        let said: Vec<String> = outcome.summary.reasons.iter().map(|because| because.reason.to_string()).collect();
        assert!(said.iter().any(|text| text.contains(name)), "{name}: {said:?}");
    }
}

#[test]
fn constants_must_not_be_written() {
    let outcome = explore(
        r#"
constant @limit: cells 2 = [10, 20]
func @main() -> int {
b0:
  %i: int = input
  %p: ptr = offset @limit, %i
  store 5, %p
  ret 0
}
entry @main
"#,
    );
    assert_eq!(findings(&outcome), ["out-of-bounds", "read-only"]);
}

#[test]
fn the_same_seed_explores_in_the_same_order() {
    let source = r#"
func @main() -> int {
b0:
  jump b1(0, 0)
b1(%i: int, %s: int):
  %more: bool = slt %i, 6
  br %more, b2, b4
b2:
  %x: int = input
  %c: bool = slt %x, %s
  br %c, b3(1), b3(2)
b3(%d: int):
  %t: int = add %s, %d
  %j: int = add %i, 1
  jump b1(%j, %t)
b4:
  ret %s
}
entry @main
"#;
    for search in [Search::Bfs, Search::Dfs, Search::Random, Search::Tree, Search::Coverage, Search::Klee] {
        let order = |seed: u64| -> Vec<Vec<u32>> {
            let outcome = explore_with(source, Config { search, seed, ..Config::default() });
            outcome.records.into_iter().map(|record| record.decisions).collect()
        };
        let first = order(1);
        assert_eq!(first.len(), 64);
        assert_eq!(first, order(1), "{search:?}");
        if matches!(search, Search::Random | Search::Tree | Search::Coverage | Search::Klee) {
            assert_ne!(first, order(2), "{search:?} ignores its seed");
        }
    }
}

#[test]
fn at_most_so_many_states_are_alive() {
    let source = r#"
func @main() -> int {
b0:
  jump b1(0)
b1(%i: int):
  %x: int = input
  %c: bool = slt %x, 0
  br %c, b2, b2
b2:
  %j: int = add %i, 1
  %more: bool = slt %j, 10
  br %more, b1(%j), b3
b3:
  ret %j
}
entry @main
"#;
    let limits = pathfold_engine::Limits { max_states: Some(20), ..Default::default() };
    let outcome = explore_with(source, Config { limits, ..Config::default() });
    assert!(outcome.summary.statistics.states_peak <= 20, "{}", outcome.summary.statistics.states_peak);
    assert_eq!(outcome.summary.verdict, Verdict::Incomplete);
}

#[test]
fn a_function_with_more_constants_than_slots_computes_the_same() {
    // A hundred different constants, in straight code, in a loop, as arguments and as block arguments.
    let adds: String = (0..100).map(|i| format!("  %a{}: int = add %a{i}, {}\n", i + 1, 1000 + i)).collect();
    let source = format!(
        "func @five(%a: int, %b: int, %c: int, %d: int, %e: int) -> int {{\nb0:\n  %s: int = add %a, %b\n  \
         %t: int = add %s, %c\n  %u: int = add %t, %d\n  %v: int = add %u, %e\n  ret %v\n}}\n\
         func @main() -> int {{\nb0:\n  %a0: int = add 0, 0\n{adds}  \
         %x: int = call @five(2001, 2002, 2003, 2004, 2005)\n  jump b1(3001, 3002, 3003, 3004, 0)\n\
         b1(%p: int, %q: int, %r: int, %s: int, %i: int):\n  %more: bool = slt %i, 10\n  \
         br %more, b2, b3\nb2:\n  %j: int = add %i, 1\n  jump b1(%q, %r, %s, %p, %j)\n\
         b3:\n  %y: int = add %a100, %x\n  %z: int = add %y, %p\n  ret %z\n}}\nentry @main\n"
    );
    let outcome = explore(&source);
    assert_eq!(outcome.summary.verdict, Verdict::Safe);
    let expected = (0..100).map(|i| 1000 + i).sum::<i64>() + 2001 + 2002 + 2003 + 2004 + 2005 + 3003;
    assert_eq!(returns(&outcome), [expected.to_string()]);
}

/// Errors of the same kind that no source has a place for.
#[test]
fn errors_without_a_place_are_told_apart() {
    let source = r#"
func @leaky(%x: int) {
b0:
  %low: bool = slt %x, 5
  br %low, b1, b2
b1:
  %p: ptr = alloc bytes heap 1:bv64
  jump b3
b2:
  %q: ptr = alloc bytes heap 2:bv64
  jump b3
b3:
  intrinsic exit(0:bv32)
  unreachable
}
func @main() -> int {
b0:
  %x: int = input
  %y: int = sdiv 10, %x
  %c: bool = ne %x, 7
  check assertion %c
  %z: int = sdiv 10, %y
  %d: bool = ne %x, 8
  check assertion %d
  call @leaky(%x)
  ret 0
}
entry @main
"#;
    let outcome = explore_with(source, Config { check_leak: true, ..Config::default() });
    let mut expected = ["assertion", "division-by-zero", "leak"].repeat(2);
    expected.sort_unstable();
    assert_eq!(findings(&outcome), expected);
    // Their numbers are nobody else's business.
    let nowhere = pathfold_ir::Program::NOWHERE;
    for finding in &outcome.summary.findings {
        assert_eq!((finding.loc, finding.allocated, finding.freed), (nowhere, None, None));
        assert!(finding.trace.iter().all(|(_, loc)| *loc == nowhere), "{:?}", finding.trace);
    }
    let places = outcome.records.iter().filter_map(|record| match record.end {
        PathEnd::Error { loc, .. } => Some(loc),
        _ => None,
    });
    assert!(places.eq(std::iter::repeat_n(nowhere, outcome.summary.statistics.paths_error as usize)));
}
