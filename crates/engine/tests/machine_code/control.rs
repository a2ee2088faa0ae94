//! Branches, switches, loops whose numbers leave the word and come back, and limits.

use std::fmt::Write as _;

use pathfold_engine::Config;

use super::{agree, agree_in_slices, agree_with, finds, is_safe, limited};

const TYPES: [&str; 9] = ["int", "bv1", "bv7", "bv8", "bv16", "bv31", "bv32", "bv33", "bv64"];

/// A number of a type, which may be negative; none if it has no such number.
fn constant(ty: &str, n: i128) -> Option<String> {
    let Some(width) = ty.strip_prefix("bv") else { return Some(n.to_string()) };
    let width: u32 = width.parse().expect("a width");
    let (half, all) = (1i128 << (width - 1), (1i128 << width) - 1);
    (-half..=all).contains(&n).then(|| format!("{}:{ty}", n & all))
}

/// A function with one branch.
fn branch(name: &str, params: &str, compare: &str) -> String {
    format!(
        "func @{name}({params}) -> int {{\nb0:\n  %c: bool = {compare}\n  br %c, b1, b2\nb1:\n  ret 1\nb2:\n  ret 2\n}}\n"
    )
}

#[test]
fn branches_on_comparisons() {
    let numbers: [i128; 15] =
        [0, 1, -1, 2, -2, 63, -64, 127, -128, 32767, -32768, 32768, -32769, i64::MAX as i128, i64::MIN as i128];
    for ty in TYPES {
        let (mut text, mut mains) = (String::new(), String::new());
        for op in ["eq", "ne", "slt", "sle", "ult", "ule"] {
            if ty == "int" && op.starts_with('u') {
                continue;
            }
            text += &branch(&format!("{op}_both"), &format!("%a: {ty}, %b: {ty}"), &format!("{op} %a, %b"));
            for (at, n) in numbers.iter().enumerate() {
                let Some(c) = constant(ty, *n) else { continue };
                text += &branch(&format!("{op}_right{at}"), &format!("%a: {ty}"), &format!("{op} %a, {c}"));
                text += &branch(&format!("{op}_left{at}"), &format!("%a: {ty}"), &format!("{op} {c}, %a"));
                let mut calls = String::new();
                let near = [*n - 1, *n, *n + 1, 0, -1];
                for (round, m) in near.iter().chain(&numbers).enumerate() {
                    let Some(m) = constant(ty, *m) else { continue };
                    let args = [("both", format!("{m}, {c}")), ("right", m.clone()), ("left", m)];
                    for (side, arg) in args {
                        let number = if side == "both" { String::new() } else { at.to_string() };
                        let _ = write!(
                            calls,
                            "  %{side}{round}: int = call @{op}_{side}{number}({arg})\n  output %{side}{round}\n"
                        );
                    }
                }
                let _ = write!(text, "func @main_{op}{at}() {{\nb0:\n{calls}  ret\n}}\n");
                let _ = writeln!(mains, "  call @main_{op}{at}()");
            }
        }
        is_safe(&agree(&format!("{text}func @main() -> int {{\nb0:\n{mains}  ret 0\n}}\nentry @main\n")));
    }
}

/// A loop that counts `%i` in a type, compares in the header, and outputs at every tenth round so that it is left and entered.
#[test]
fn loops_over_all_types() {
    for ty in ["int", "bv7", "bv8", "bv13", "bv16", "bv32", "bv33", "bv64"] {
        for (start, step, last, op) in
            [(0, 1, 60, "slt"), (60, -1, 0, "ne"), (5, 3, 59, "ne"), (-30, 2, 30, "sle"), (-1, -1, -60, "ne")]
        {
            let [start, step, last, zero, mask] =
                [start, step, last, 0, 10].map(|n| constant(ty, n).expect("a small number"));
            let remainder = if ty == "int" { "srem" } else { "urem" };
            agree_in_slices(&format!(
                "func @main() -> {ty} {{\nb0:\n  jump b1({start}, {zero})\nb1(%i: {ty}, %s: {ty}):\n  \
                 %c: bool = {op} %i, {last}\n  br %c, b2, b5\nb2:\n  %t: {ty} = add %s, %i\n  %r: {ty} = {remainder} %i, {mask}\n  \
                 %z: bool = eq %r, {zero}\n  br %z, b3, b4\nb3:\n  output %t\n  jump b4\nb4:\n  %j: {ty} = add %i, {step}\n  \
                 jump b1(%j, %t)\nb5:\n  output %s\n  ret %i\n}}\nentry @main\n"
            ));
        }
    }
}

#[test]
fn numbers_leave_the_word_and_come_back() {
    // Up by factors, down by quotients, with sums and remainders on the way.
    for (factor, rounds) in [(3, 90), (-7, 60), (4294967296i64, 9), (2, 130)] {
        is_safe(&agree_in_slices(&format!(
            "func @up(%x: int) -> int {{\nb0:\n  %y: int = mul %x, {factor}\n  %z: int = add %y, 1\n  ret %z\n}}\n\
             func @down(%x: int) -> int {{\nb0:\n  %y: int = sub %x, 1\n  %z: int = sdiv %y, {factor}\n  ret %z\n}}\n\
             func @main() -> int {{\nb0:\n  jump b1(0, 1)\nb1(%i: int, %x: int):\n  %c: bool = slt %i, {rounds}\n  br %c, b2, b3\n\
             b2:\n  %y: int = call @up(%x)\n  %j: int = add %i, 1\n  output %y\n  jump b1(%j, %y)\n\
             b3:\n  jump b4(%i, %x)\nb4(%k: int, %u: int):\n  %d: bool = ne %k, 0\n  br %d, b5, b6\n\
             b5:\n  %v: int = call @down(%u)\n  %r: int = srem %v, 1000003\n  output %r\n  %l: int = sub %k, 1\n  jump b4(%l, %v)\n\
             b6:\n  %one: bool = eq %u, 1\n  check assertion %one\n  ret %u\n}}\nentry @main\n"
        )));
    }
    // Without calls: words and more in the slots of one loop.
    is_safe(&agree_in_slices(
        "func @main() -> int {\nb0:\n  jump b1(0, 1, 1, -9223372036854775808)\nb1(%i: int, %a: int, %b: int, %m: int):\n  \
         %c: bool = slt %i, 200\n  br %c, b2, b5\nb2:\n  %s: int = add %a, %b\n  %big: bool = slt 20000000000000000000, %s\n  \
         %n: int = sub %m, %i\n  %o: int = add %n, %i\n  %j: int = add %i, 1\n  br %big, b3, b4\n\
         b3:\n  %t: int = srem %s, 1000\n  output %t\n  jump b1(%j, %t, 1, %o)\nb4:\n  jump b1(%j, %b, %s, %o)\n\
         b5:\n  output %a\n  output %b\n  ret %m\n}\nentry @main\n",
    ));
}

#[test]
fn switches() {
    for ty in ["int", "bv1", "bv8", "bv13", "bv32", "bv64"] {
        for cases in
            [vec![0, 1], vec![0, 1, 2, 3, 4, 5, 9], vec![1000, 1023, 5], vec![1024, 5, 100_000], vec![-1, 0, 1], vec![]]
        {
            let known: Vec<String> = cases.iter().filter_map(|n| constant(ty, *n)).collect();
            let mut arms: Vec<String> = Vec::new();
            let mut blocks = String::new();
            for (at, case) in known.iter().enumerate() {
                if known[..at].contains(case) {
                    continue;
                }
                arms.push(format!("{case} => b{}", at + 1));
                let _ = write!(blocks, "b{}:\n  jump b{}({at})\n", at + 1, known.len() + 2);
            }
            let (other, last) = (known.len() + 1, known.len() + 2);
            // Blocks are numbered without gaps.
            if arms.len() != known.len() {
                continue;
            }
            let values: Vec<String> =
                [-2i128, -1, 0, 1, 2, 3, 4, 5, 6, 9, 10, 100, 1000, 1022, 1023, 1024, 1025, 100_000, 1 << 40]
                    .iter()
                    .filter_map(|n| constant(ty, *n))
                    .collect();
            let mut calls = String::new();
            for (at, value) in values.iter().chain(&values).enumerate() {
                let _ = write!(calls, "  %r{at}: int = call @f({value})\n  output %r{at}\n");
            }
            is_safe(&agree(&format!(
                "func @f(%x: {ty}) -> int {{\nb0:\n  %y: {ty} = add %x, {one}\n  %z: {ty} = sub %y, {one}\n  switch %z [{arms}], b{other}\n{blocks}\
                 b{other}:\n  jump b{last}(-1)\nb{last}(%r: int):\n  ret %r\n}}\n\
                 func @main() -> int {{\nb0:\n{calls}  ret 0\n}}\nentry @main\n",
                arms = arms.join(", "),
                one = constant(ty, 1).expect("one"),
            )));
        }
    }
}

#[test]
fn a_loop_over_a_switch() {
    let source = "func @main() -> bv32 {\nb0:\n  jump b1(0:bv32, 0:bv32)\nb1(%i: bv32, %s: bv32):\n  %c: bool = ult %i, 400:bv32\n  br %c, b2, b8\n\
         b2:\n  %k: bv32 = urem %i, 7:bv32\n  switch %k [0:bv32 => b3, 1:bv32 => b4, 3:bv32 => b5, 5:bv32 => b3], b6\n\
         b3:\n  %a: bv32 = add %s, %i\n  jump b7(%a)\nb4:\n  %b: bv32 = mul %s, 3:bv32\n  jump b7(%b)\n\
         b5:\n  %d: bv32 = xor %s, %i\n  jump b7(%d)\nb6:\n  jump b7(%s)\nb7(%t: bv32):\n  %j: bv32 = add %i, 1:bv32\n  jump b1(%j, %t)\n\
         b8:\n  output %s\n  ret %s\n}\nentry @main\n";
    is_safe(&agree_in_slices(source));
    is_safe(&agree_with(source, &Config { branch_coverage: true, ..Config::default() }));
}

/// Calls, loops, cells, numbers beyond the word: each limit ends it at the same place in both ways.
#[test]
fn limits_end_at_the_same_instruction() {
    let source = "global @g: cells 4 = [0, 0, 0, 0]\n\
         func @step(%p: ptr, %i: int) -> int {\nb0:\n  %q: ptr = offset %p, %i\n  %v: int = load %q\n  %w: int = mul %v, 1000003\n  \
         %x: int = add %w, %i\n  %r: ptr = offset %p, %i\n  store %x, %r\n  ret %x\n}\n\
         func @main() -> int {\nb0:\n  %o: ptr = alloc cells heap 4\n  store 1, %o\n  %o1: ptr = offset %o, 1\n  store 2, %o1\n  \
         %o2: ptr = offset %o, 2\n  store 3, %o2\n  %o3: ptr = offset %o, 3\n  store 4, %o3\n  jump b1(0)\nb1(%i: int):\n  \
         %c: bool = slt %i, 30\n  br %c, b2, b3\nb2:\n  %k: int = srem %i, 4\n  %a: int = call @step(%o, %k)\n  \
         %b: int = call @step(@g, %k)\n  %j: int = add %i, 1\n  jump b1(%j)\nb3:\n  output %i\n  %n: int = load %o\n  ret %n\n}\nentry @main\n";
    let all = agree(source).summary.statistics.instructions;
    for most in 0..all + 3 {
        let outcome = agree_with(source, &limited(most));
        assert!(outcome.summary.statistics.instructions <= most);
        if most % 5 == 0 {
            for slice in [1, 3, 10] {
                agree_with(source, &Config { slice, slice_alone: slice, ..limited(most) });
            }
        }
    }
}

/// Checks, assumptions and values that were never set, each in a loop that is fine for a while.
#[test]
fn what_does_not_hold_any_more() {
    let source = |test: &str| {
        format!(
            "func @f(%i: int, %u: int) -> int {{\nb0:\n  %ok: bool = slt %i, 7\n  {test}\n  %r: int = add %i, 1\n  ret %r\n}}\n\
             func @main() -> int {{\nb0:\n  jump b1(0)\nb1(%i: int):\n  %c: bool = slt %i, 9\n  br %c, b2, b6\nb2:\n  %l: bool = slt %i, 7\n  br %l, b3, b4\nb3:\n  \
             %a: int = call @f(%i, %i)\n  jump b5(%a)\nb4:\n  %b: int = call @f(%i, undef:int)\n  jump b5(%b)\nb5(%j: int):\n  output %j\n  jump b1(%j)\nb6:\n  ret 0\n}}\nentry @main\n"
        )
    };
    finds(&agree_in_slices(&source("check assertion %ok")), "assertion");
    finds(&agree_in_slices(&source("%d: int = defined %u\n  %e: int = add %d, 1")), "uninitialized");
    finds(&agree_in_slices(&source("%e: int = add %u, 1")), "uninitialized");
    let outcome = agree_in_slices(&source("assume %ok"));
    assert_eq!((outcome.summary.statistics.paths_assumption, outcome.records.len()), (1, 1));
}
