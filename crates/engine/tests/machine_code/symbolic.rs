//! Inputs: forks in the middle of compiled loops and calls, and states that are folded, joined and subsumed.

use pathfold_engine::{ArrayIndex, Config, Limits, Loops, Merge, Search, Subsume};

use super::{agree, agree_in_slices, agree_with};

/// Concrete work, then a fork, again and again; what both ways write to memory and to their frames is their own.
const FORKS: &str = "func @work(%p: ptr, %n: int, %x: int) -> int {\nb0:\n  jump b1(0, %x)\nb1(%i: int, %s: int):\n  %c: bool = slt %i, %n\n  br %c, b2, b3\nb2:\n  \
     %k: int = srem %i, 5\n  %q: ptr = offset %p, %k\n  %v: int = load %q\n  %t: int = add %s, %v\n  %u: int = srem %t, 1009\n  %r: ptr = offset %p, %k\n  store %u, %r\n  \
     %j: int = add %i, 1\n  jump b1(%j, %u)\nb3:\n  ret %s\n}\n\
     func @main() -> int {\nb0:\n  %p: ptr = alloc cells heap 5\n  jump b1(0)\nb1(%i: int):\n  %c: bool = slt %i, 5\n  br %c, b2, b3\nb2:\n  %q: ptr = offset %p, %i\n  \
     store %i, %q\n  %j: int = add %i, 1\n  jump b1(%j)\nb3:\n  jump b4(0, 1)\nb4(%k: int, %s: int):\n  %d: bool = slt %k, 4\n  br %d, b5, b8\nb5:\n  \
     %x: int = input\n  %o: ptr = alloc cells heap 2\n  store %k, %o\n  %e: bool = slt %x, %k\n  br %e, b6(3), b6(11)\nb6(%y: int):\n  \
     %w: int = call @work(%p, 40, %y)\n  output %w\n  %z: int = load %o\n  %t: int = add %w, %z\n  store %t, %o\n  jump b7\nb7:\n  %l: int = add %k, 1\n  jump b4(%l, %t)\nb8:\n  ret %s\n}\nentry @main\n";

/// A fork in the depth of a recursion: the frames above are shared, and each way returns through them.
const DEEP: &str = "func @deep(%n: int, %d: int, %p: ptr) -> int {\nb0:\n  %c: bool = slt 0, %n\n  br %c, b1, b2\nb1:\n  %m: int = sub %n, 1\n  \
     %o: ptr = alloc cells stack 1\n  store %n, %o\n  %r: int = call @deep(%m, %d, %o)\n  %v: int = load %o\n  %s: int = add %r, %v\n  store %s, %p\n  ret %s\nb2:\n  \
     %x: int = input\n  %e: bool = slt %x, %d\n  br %e, b3, b4\nb3:\n  ret 1\nb4:\n  %f: bool = slt %x, 100\n  br %f, b5, b6\nb5:\n  ret 2\nb6:\n  ret %x\n}\n\
     func @plain(%n: int) -> int {\nb0:\n  %c: bool = slt 0, %n\n  br %c, b1, b2\nb1:\n  %m: int = sub %n, 1\n  %r: int = call @plain(%m)\n  %s: int = add %r, 1\n  ret %s\nb2:\n  \
     %x: bv8 = input\n  %e: bool = ult %x, 7:bv8\n  br %e, b3, b4\nb3:\n  ret 1\nb4:\n  ret 2\n}\n\
     func @main() -> int {\nb0:\n  %p: ptr = alloc cells heap 1\n  %a: int = call @deep(40, 5, %p)\n  output %a\n  %b: int = call @plain(60)\n  output %b\n  \
     %c: int = call @deep(3, 7, %p)\n  output %c\n  %d: int = call @plain(50)\n  %e: int = add %d, %b\n  ret %e\n}\nentry @main\n";

/// An index from outside into bytes and cells.
const INDEX: &str = "global @t: bytes 8 = x\"0102030405060708\"\nglobal @c: cells 4 = [5, 6, 7, 8]\n\
     func @sum(%n: bv64) -> bv64 {\nb0:\n  jump b1(0:bv64, 0:bv64)\nb1(%i: bv64, %s: bv64):\n  %c: bool = ult %i, %n\n  br %c, b2, b3\nb2:\n  %q: ptr = offset @t, %i\n  %v: bv8 = load %q\n  \
     %w: bv64 = zext %v\n  %t: bv64 = add %s, %w\n  %j: bv64 = add %i, 1:bv64\n  jump b1(%j, %t)\nb3:\n  ret %s\n}\n\
     func @main() -> int {\nb0:\n  %a: bv64 = call @sum(8:bv64)\n  output %a\n  %i: bv64 = input\n  %p: ptr = offset @t, %i\n  store 9:bv8, %p\n  %b: bv64 = call @sum(8:bv64)\n  \
     %odd: bool = ult %b, 40:bv64\n  br %odd, b1, b2\nb1:\n  output %b\n  jump b2\nb2:\n  %k: int = input\n  %q: ptr = offset @c, %k\n  %v: int = load %q\n  store 1, %q\n  %w: int = load @c\n  \
     %x: int = add %v, %w\n  %y: bv64 = call @sum(8:bv64)\n  output %y\n  ret %x\n}\nentry @main\n";

/// A loop whose end depends on an input.
const LOOP: &str = "func @main() -> int {\nb0:\n  %n: int = input\n  jump b1(0, 0)\nb1(%i: int, %s: int):\n  %c: bool = slt %i, %n\n  br %c, b2, b5\nb2:\n  jump b3(0, %s)\nb3(%k: int, %t: int):\n  \
     %d: bool = slt %k, 20\n  br %d, b4, b6\nb4:\n  %u: int = add %t, %k\n  %l: int = add %k, 1\n  jump b3(%l, %u)\nb5:\n  %q: int = sdiv 100, %n\n  ret %s\nb6:\n  %j: int = add %i, 1\n  jump b1(%j, %t)\n}\nentry @main\n";

fn limits(max_paths: u64) -> Limits {
    Limits { max_paths: Some(max_paths), max_instructions: Some(100_000), ..Limits::default() }
}

#[test]
fn forks_between_concrete_code() {
    assert_eq!(agree_in_slices(FORKS).records.len(), 16);
    assert_eq!(agree_in_slices(DEEP).records.len(), 36);
    for array_index in [ArrayIndex::Fork, ArrayIndex::Ite] {
        let outcome = agree_with(INDEX, &Config { array_index, ..Config::default() });
        assert!(outcome.records.len() > 2 && !outcome.summary.findings.is_empty());
    }
    for search in [Search::Bfs, Search::Dfs, Search::Random, Search::Tree, Search::Coverage, Search::Klee] {
        for source in [FORKS, DEEP, INDEX, LOOP] {
            for branch_coverage in [false, true] {
                agree_with(source, &Config { search, branch_coverage, limits: limits(30), ..Config::default() });
            }
        }
    }
}

#[test]
fn states_are_folded_joined_and_subsumed() {
    for source in [FORKS, DEEP, INDEX, LOOP] {
        for merge in [Merge::Never, Merge::Always, Merge::Qce, Merge::QceRecursive, Merge::Dynamic] {
            agree_with(source, &Config { merge, turns: false, limits: limits(30), ..Config::default() });
        }
        for loops in [Loops::Summarize, Loops::Compact, Loops::Fold] {
            for subsume in [Subsume::Off, Subsume::On] {
                agree_with(source, &Config { loops, subsume, turns: false, limits: limits(30), ..Config::default() });
            }
        }
        for turns in [true, false] {
            let subsume = Subsume::Auto;
            agree_with(source, &Config { loops: Loops::Fold, subsume, turns, limits: limits(30), ..Config::default() });
        }
    }
}

#[test]
fn limits_with_forks() {
    let all = agree(FORKS).summary.statistics.instructions;
    for most in (0..all).step_by(all as usize / 60) {
        let limits = Limits { max_instructions: Some(most), ..Limits::default() };
        agree_with(FORKS, &Config { limits, ..Config::default() });
    }
}

/// Many objects before a fork, so that what is shared is read and changed in copies afterwards, in chunks.
#[test]
fn what_is_shared_is_copied_and_changed() {
    for (count, rounds) in [(200, 4), (30_000, 2)] {
        let source = format!(
            "func @make(%n: int) -> ptr {{\nb0:\n  jump b1(0, null)\nb1(%i: int, %p: ptr):\n  %c: bool = slt %i, %n\n  br %c, b2, b3\nb2:\n  %r: ptr = alloc cells heap 2\n  store %i, %r\n  \
             %f: ptr = offset %r, 1\n  store %p, %f\n  %j: int = add %i, 1\n  jump b1(%j, %r)\nb3:\n  ret %p\n}}\n\
             func @bump(%p: ptr, %by: int) -> int {{\nb0:\n  jump b1(%p, 0)\nb1(%q: ptr, %s: int):\n  %z: bool = eq %q, null\n  br %z, b3, b2\nb2:\n  %v: int = load %q\n  %w: int = add %v, %by\n  \
             store %w, %q\n  %t: int = add %s, %w\n  %f: ptr = offset %q, 1\n  %n: ptr = load %f\n  jump b1(%n, %t)\nb3:\n  ret %s\n}}\n\
             func @main() -> int {{\nb0:\n  %p: ptr = call @make({count})\n  %a: int = call @bump(%p, 1)\n  output %a\n  %x: int = input\n  %c: bool = slt %x, 3\n  br %c, b1(2), b1(5)\n\
             b1(%by: int):\n  jump b2(0)\nb2(%k: int):\n  %d: bool = slt %k, {rounds}\n  br %d, b3, b4\nb3:\n  %q: ptr = call @make(20)\n  %b: int = call @bump(%p, %by)\n  output %b\n  \
             %e: int = call @bump(%q, %by)\n  output %e\n  %l: int = add %k, 1\n  jump b2(%l)\nb4:\n  %y: int = input\n  %f: bool = slt %y, %x\n  br %f, b5(1), b5(-1)\n\
             b5(%last: int):\n  %g: int = call @bump(%p, %last)\n  output %g\n  %h: int = call @bump(%p, %last)\n  ret %h\n}}\nentry @main\n"
        );
        assert_eq!(agree(&source).records.len(), 4);
        for search in [Search::Dfs, Search::Bfs] {
            agree_with(&source, &Config { search, slice: 500, slice_alone: 500, ..Config::default() });
        }
    }
}

#[test]
fn some_values_are_known_and_some_are_not() {
    // What is known of one operand, or of one way, says nothing of the other.
    for (known, unknown) in [("7", "%x"), ("%x", "7"), ("%x", "%x"), ("7", "8")] {
        for cond in ["true", "false"] {
            let source = format!(
                "func @f(%c: bool, %a: int, %b: int, %p: ptr) -> int {{\nb0:\n  %k: int = add 5, 1\n  %s: int = select %c, %k, %b\n  %t: int = add %s, 1\n  %u: int = select %c, %a, %t\n  \
                 %v: int = sub %u, %b\n  store %v, %p\n  %w: int = load %p\n  %e: bool = slt %w, %a\n  %y: int = zext %e\n  %z: int = add %y, %w\n  %h: int = sdiv %z, 4\n  br %e, b1, b2\nb1:\n  ret %h\nb2:\n  ret %z\n}}\n\
                 func @main() -> int {{\nb0:\n  %p: ptr = alloc cells heap 1\n  %r0: int = call @f(true, 1, 2, %p)\n  %r1: int = call @f(false, 3, 4, %p)\n  output %r1\n  %x: int = input\n  \
                 %r2: int = call @f({cond}, {known}, {unknown}, %p)\n  output %r2\n  %r3: int = call @f(true, 1, 2, %p)\n  output %r3\n  ret %r0\n}}\nentry @main\n"
            );
            agree(&source);
        }
    }
}

/// The same for pointers: a list is turned around on each way, again and again.
#[test]
fn pointers_in_what_is_shared_are_changed() {
    let source = "func @make(%n: int) -> ptr {\nb0:\n  jump b1(0, null)\nb1(%i: int, %p: ptr):\n  %c: bool = slt %i, %n\n  br %c, b2, b3\nb2:\n  %r: ptr = alloc cells heap 2\n  store %i, %r\n  \
         %f: ptr = offset %r, 1\n  store %p, %f\n  %j: int = add %i, 1\n  jump b1(%j, %r)\nb3:\n  ret %p\n}\n\
         func @turn(%p: ptr) -> ptr {\nb0:\n  jump b1(%p, null)\nb1(%q: ptr, %last: ptr):\n  %z: bool = eq %q, null\n  br %z, b3, b2\nb2:\n  %f: ptr = offset %q, 1\n  %next: ptr = load %f\n  \
         store %last, %f\n  jump b1(%next, %q)\nb3:\n  ret %last\n}\n\
         func @main() -> int {\nb0:\n  %p: ptr = call @make(300)\n  %a: ptr = call @turn(%p)\n  %x: int = input\n  %c: bool = slt %x, 3\n  br %c, b1(5), b1(6)\nb1(%n: int):\n  jump b2(0, %a)\n\
         b2(%k: int, %q: ptr):\n  %d: bool = slt %k, %n\n  br %d, b3, b4\nb3:\n  %b: ptr = call @turn(%q)\n  %v: int = load %b\n  output %v\n  %l: int = add %k, 1\n  jump b2(%l, %b)\nb4:\n  \
         %y: int = input\n  %e: bool = slt %y, %x\n  br %e, b5, b6\nb5:\n  %g: ptr = call @turn(%q)\n  jump b6\nb6:\n  %o: ptr = call @turn(%a)\n  %w: int = load %o\n  %s: ptr = offset %q, 1\n  \
         %t: ptr = load %s\n  %is: bool = eq %t, null\n  output %is\n  ret %w\n}\nentry @main\n";
    assert_eq!(agree_in_slices(source).records.len(), 4);
}
