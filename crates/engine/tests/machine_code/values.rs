//! Operations, comparisons and conversions on values at the edges of their types. They come as parameters, so that nothing is
//! known of them when code is made, and as constants.

use std::fmt::Write as _;

use pathfold_engine::Config;

use super::{agree, agree_with, is_safe};

const WIDTHS: [u32; 12] = [1, 2, 7, 8, 13, 16, 31, 32, 33, 48, 63, 64];

/// Values of a type, as they are written.
fn edges(width: Option<u32>) -> Vec<String> {
    let Some(width) = width else {
        let large = ["9223372036854775807", "-9223372036854775808", "9223372036854775806", "4294967296", "-4294967297"];
        let small =
            ["0", "1", "-1", "2", "-2", "7", "-7", "64", "1000003", "32768", "-32769", "2147483648", "-2147483649"];
        return small.into_iter().chain(large).map(str::to_owned).collect();
    };
    let (all, top) = (u64::MAX >> (64 - width), 1u64 << (width - 1));
    let mut numbers =
        vec![0, 1, 2, 3, all, all - 1, top, top - 1, top + 1, top >> 1, 0x5a5a_5a5a_5a5a_5a5a, u64::from(width), 200];
    numbers.iter_mut().for_each(|n| *n &= all);
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().map(|n| format!("{n}:bv{width}")).collect()
}

fn name(width: Option<u32>) -> String {
    width.map_or("int".to_owned(), |width| format!("bv{width}"))
}

fn bits(text: &str) -> (u64, u32) {
    let (n, width) = text.split_once(":bv").expect("bits");
    (n.parse().expect("a number"), width.parse().expect("a width"))
}

/// Whether an operation has a result.
fn is_defined(op: &str, a: &str, b: &str, overflow: bool) -> bool {
    let zero = b.trim_start_matches('-').split(':').next() == Some("0");
    if !a.contains(':') {
        return !matches!(op, "sdiv" | "srem") || !zero;
    }
    let ((x, width), (y, _)) = (bits(a), bits(b));
    let signed = |n: u64| i128::from((n << (64 - width)) as i64 >> (64 - width));
    let half = 1i128 << (width - 1);
    let fits = |n: i128| (-half..half).contains(&n);
    match op {
        "sadd" => !overflow || fits(signed(x) + signed(y)),
        "ssub" => !overflow || fits(signed(x) - signed(y)),
        "smul" => !overflow || fits(signed(x) * signed(y)),
        "shl" | "lshr" | "ashr" => y < u64::from(width),
        "udiv" | "urem" => !zero,
        "sdiv" | "srem" => !zero && fits(signed(x) / signed(y)),
        _ => true,
    }
}

/// One function for each constant on either side and one for two parameters; each calls itself for a second round, so that what
/// it does once it is compiled is seen.
fn operation(
    op: &str,
    ty: &str,
    ret: &str,
    values: &[String],
    fine: impl Fn(&str, &str) -> bool,
    mark: &str,
) -> String {
    let mut text = format!(
        "func @both(%a: {ty}, %b: {ty}) -> {ret} {mark} {{\nb0:\n  %r: {ret} = {op} %a, %b\n  ret %r\n}}\n\
         func @same(%a: {ty}) -> {ret} {mark} {{\nb0:\n  %r: {ret} = {op} %a, %a\n  ret %r\n}}\n"
    );
    let (mut calls, mut mains) = (String::new(), 0);
    let mut number = 0;
    let mut call = |calls: &mut String, function: &str, args: &str| {
        number += 1;
        let _ = write!(calls, "  %r{number}: {ret} = call @{function}({args})\n  output %r{number}\n");
        // Bits above the width are not printed, but are seen by what follows.
        if ret.starts_with("bv") {
            let _ = write!(calls, "  %z{number}: int = zext %r{number}\n  output %z{number}\n");
        }
    };
    for (index, c) in values.iter().enumerate() {
        let _ = write!(
            text,
            "func @right{index}(%a: {ty}) -> {ret} {mark} {{\nb0:\n  %r: {ret} = {op} %a, {c}\n  ret %r\n}}\n\
             func @left{index}(%a: {ty}) -> {ret} {mark} {{\nb0:\n  %r: {ret} = {op} {c}, %a\n  ret %r\n}}\n"
        );
        let mut calls_here = String::new();
        // The first call of a function is not compiled yet.
        for again in [true, false] {
            for a in values {
                if fine(a, c) {
                    call(&mut calls_here, "both", &format!("{a}, {c}"));
                    call(&mut calls_here, &format!("right{index}"), a);
                }
                if fine(c, a) {
                    call(&mut calls_here, &format!("left{index}"), a);
                }
                if again {
                    break;
                }
            }
        }
        if fine(c, c) {
            call(&mut calls_here, "same", c);
            call(&mut calls_here, "same", c);
        }
        let _ = write!(text, "func @main{index}() {{\nb0:\n{calls_here}  ret\n}}\n");
        let _ = writeln!(calls, "  call @main{index}()");
        mains += 1;
    }
    assert_eq!(mains, values.len());
    text + &format!("func @main() -> int {{\nb0:\n{calls}  ret 0\n}}\nentry @main\n")
}

const OPERATIONS: [&str; 16] = [
    "add", "sub", "mul", "sadd", "ssub", "smul", "sdiv", "udiv", "srem", "urem", "and", "or", "xor", "shl", "lshr",
    "ashr",
];

#[test]
fn operations_on_bit_vectors() {
    for width in WIDTHS {
        let (ty, values) = (name(Some(width)), edges(Some(width)));
        for op in OPERATIONS {
            let checks = op.starts_with('s') && matches!(op, "sadd" | "ssub" | "smul");
            for check_overflow in if checks { vec![false, true] } else { vec![false] } {
                let fine = |a: &str, b: &str| is_defined(op, a, b, check_overflow);
                let config = Config { check_overflow, ..Config::default() };
                is_safe(&agree_with(&operation(op, &ty, &ty, &values, fine, ""), &config));
            }
        }
    }
}

#[test]
fn operations_on_integers() {
    let values = edges(None);
    for op in ["add", "sub", "mul", "sdiv", "srem"] {
        is_safe(&agree(&operation(op, "int", "int", &values, |a, b| is_defined(op, a, b, false), "")));
    }
}

#[test]
fn loose_shifts() {
    for width in WIDTHS {
        let (ty, values) = (name(Some(width)), edges(Some(width)));
        for op in ["shl", "lshr", "ashr"] {
            is_safe(&agree(&operation(op, &ty, &ty, &values, |_, _| true, "library")));
        }
    }
}

#[test]
fn comparisons() {
    for width in WIDTHS.map(Some).into_iter().chain([None]) {
        let (ty, values) = (name(width), edges(width));
        for op in ["eq", "ne", "slt", "sle", "ult", "ule"] {
            if width.is_some() || !op.starts_with('u') {
                is_safe(&agree(&operation(op, &ty, "bool", &values, |_, _| true, "")));
            }
        }
    }
}

/// What has no result is a finding in compiled code too: after two calls that have one.
#[test]
fn undefined_results() {
    for (op, ty, good, a, b) in [
        ("sdiv", "int", "1", "5", "0"),
        ("srem", "int", "1", "5", "0"),
        ("sdiv", "bv32", "1:bv32", "2147483648:bv32", "4294967295:bv32"),
        ("srem", "bv32", "1:bv32", "2147483648:bv32", "4294967295:bv32"),
        ("sdiv", "bv64", "3:bv64", "9223372036854775808:bv64", "18446744073709551615:bv64"),
        ("udiv", "bv32", "3:bv32", "7:bv32", "0:bv32"),
        ("urem", "bv64", "3:bv64", "7:bv64", "0:bv64"),
        ("sdiv", "bv13", "3:bv13", "7:bv13", "0:bv13"),
        ("shl", "bv32", "3:bv32", "7:bv32", "32:bv32"),
        ("lshr", "bv64", "3:bv64", "7:bv64", "64:bv64"),
        ("ashr", "bv7", "3:bv7", "7:bv7", "7:bv7"),
        ("ashr", "bv7", "3:bv7", "7:bv7", "127:bv7"),
        ("sadd", "bv32", "3:bv32", "2147483647:bv32", "1:bv32"),
        ("ssub", "bv64", "3:bv64", "9223372036854775808:bv64", "1:bv64"),
        ("smul", "bv32", "3:bv32", "65536:bv32", "65536:bv32"),
        ("smul", "bv16", "3:bv16", "256:bv16", "256:bv16"),
    ] {
        let calls: String = [(good, good), (good, good), (a, b)]
            .into_iter()
            .enumerate()
            .map(|(at, (a, b))| {
                format!("  %r{at}: {ty} = call @f({a}, {b})\n  %k{at}: {ty} = call @k({a})\n  output %r{at}\n")
            })
            .collect();
        let source = format!(
            "func @f(%a: {ty}, %b: {ty}) -> {ty} {{\nb0:\n  %r: {ty} = {op} %a, %b\n  ret %r\n}}\n\
             func @k(%a: {ty}) -> {ty} {{\nb0:\n  %n: bool = ne %a, {a}\n  br %n, b1, b2\nb1:\n  ret %a\n\
             b2:\n  %r: {ty} = {op} %a, {b}\n  ret %r\n}}\n\
             func @main() -> {ty} {{\nb0:\n{calls}  ret %r2\n}}\nentry @main\n"
        );
        let outcome = agree_with(&source, &Config { check_overflow: true, ..Config::default() });
        assert!(!outcome.summary.findings.is_empty(), "{op} {ty}");
    }
}

#[test]
fn conversions() {
    let mut text = String::new();
    let (mut mains, mut number) = (String::new(), 0);
    for from in WIDTHS {
        let mut calls = String::new();
        let mut casts = vec![("zext", "int".to_owned()), ("sext", "int".to_owned()), ("trunc", "bool".to_owned())];
        for to in WIDTHS {
            match from.cmp(&to) {
                std::cmp::Ordering::Less => casts.extend([("zext", name(Some(to))), ("sext", name(Some(to)))]),
                std::cmp::Ordering::Greater => casts.push(("trunc", name(Some(to)))),
                std::cmp::Ordering::Equal => {}
            }
        }
        for (op, to) in casts {
            number += 1;
            let _ = write!(
                text,
                "func @c{number}(%a: bv{from}) -> {to} {{\nb0:\n  %s: bv{from} = add %a, %a\n  %t: bv{from} = sub %s, %a\n  \
                 %r: {to} = {op} %t\n  ret %r\n}}\n"
            );
            for (at, value) in edges(Some(from)).iter().enumerate() {
                let _ = write!(calls, "  %r{number}x{at}: {to} = call @c{number}({value})\n  output %r{number}x{at}\n");
                if to.starts_with("bv") {
                    let _ = write!(calls, "  %z{number}x{at}: int = zext %r{number}x{at}\n  output %z{number}x{at}\n");
                }
            }
        }
        let _ = write!(text, "func @main{from}() {{\nb0:\n{calls}  ret\n}}\n");
        let _ = writeln!(mains, "  call @main{from}()");
    }
    // Truth values as numbers, and choices.
    for to in WIDTHS.map(Some).into_iter().chain([None]) {
        let ty = name(to);
        let _ = write!(
            text,
            "func @truth_{ty}(%a: bool) -> {ty} {{\nb0:\n  %r: {ty} = zext %a\n  ret %r\n}}\n\
             func @pick_{ty}(%c: bool, %a: {ty}, %b: {ty}) -> {ty} {{\nb0:\n  %r: {ty} = select %c, %a, %b\n  \
             %s: {ty} = add %r, %a\n  %t: {ty} = select %c, %s, %r\n  %u: {ty} = add %t, %b\n  ret %u\n}}\n"
        );
        for (at, value) in edges(to).iter().enumerate() {
            for cond in ["true", "false"] {
                let id = format!("{ty}_{at}_{cond}");
                let _ = write!(
                    mains,
                    "  %t{id}: {ty} = call @truth_{ty}({cond})\n  output %t{id}\n  \
                     %p{id}: {ty} = call @pick_{ty}({cond}, {value}, %t{id})\n  output %p{id}\n"
                );
            }
        }
    }
    is_safe(&agree(&format!("{text}func @main() -> int {{\nb0:\n{mains}  ret 0\n}}\nentry @main\n")));
}

#[test]
fn one_value_in_the_register_after_the_other() {
    // Results that are operands of the next instruction, in all places.
    for width in WIDTHS.map(Some).into_iter().chain([None]) {
        let (ty, values) = (name(width), edges(width));
        let mut body = String::from("  %x0: T = add %a, %b\n");
        let ops: &[&str] = if width.is_some() { &["add", "sub", "mul", "xor", "and", "or"] } else { &["add", "sub"] };
        let mut at = 0;
        for op in ops {
            for (left, right) in [("x", "a"), ("b", "x"), ("x", "x"), ("a", "b"), ("c", "x"), ("x", "c")] {
                let operand = |of: &str, at: usize| match of {
                    "x" => format!("%x{at}"),
                    "c" => values[at % values.len()].clone(),
                    other => format!("%{other}"),
                };
                let _ = writeln!(body, "  %x{}: T = {op} {}, {}", at + 1, operand(left, at), operand(right, at));
                at += 1;
            }
        }
        let mut text = format!("func @f(%a: T, %b: T) -> T {{\nb0:\n{body}  ret %x{at}\n}}\n").replace('T', &ty);
        let mut calls = String::new();
        for (i, a) in values.iter().enumerate() {
            for (j, b) in values.iter().enumerate() {
                let _ = write!(calls, "  %r{i}x{j}: {ty} = call @f({a}, {b})\n  output %r{i}x{j}\n");
                if width.is_some() {
                    let _ = write!(calls, "  %z{i}x{j}: int = zext %r{i}x{j}\n  output %z{i}x{j}\n");
                }
            }
        }
        let _ = write!(text, "func @main() -> int {{\nb0:\n{calls}  ret 0\n}}\nentry @main\n");
        is_safe(&agree(&text));
    }
}
