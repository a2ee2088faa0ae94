//! Calls and returns: deep, mutual, between frames of all sizes, with objects on the stack.

use std::fmt::Write as _;

use pathfold_engine::Config;

use super::{agree, agree_in_slices, agree_with, finds, is_safe, limited};

/// A function whose frames have about so many slots: sums of sums, all of which are needed at the end.
fn sized(name: &str, slots: usize, call: &str) -> String {
    let mut body = String::from("  %x0: int = add %n, 1\n");
    for at in 1..slots {
        let _ = writeln!(body, "  %x{at}: int = add %x{}, %n", at - 1);
    }
    let mut sum = String::from("  %s0: int = add %r, %x0\n");
    for at in 1..slots {
        let _ = writeln!(sum, "  %s{at}: int = add %s{}, %x{at}", at - 1);
    }
    format!(
        "func @{name}(%n: int, %d: int) -> int {{\nb0:\n  %c: bool = slt %d, 1\n  br %c, b1, b2\nb1:\n  ret %n\nb2:\n{body}  \
         %e: int = sub %d, 1\n{call}{sum}  %t: int = srem %s{}, 1000003\n  ret %t\n}}\n",
        slots - 1
    )
}

#[test]
fn frames_of_all_sizes_call_each_other() {
    let sizes = [("small", 2), ("large", 20), ("many", 80)];
    for (a, _) in sizes {
        for (b, _) in sizes {
            for (c, _) in sizes {
                let mut text = String::new();
                // In a circle: the first calls the second, that the third, that the first.
                for (place, (of, next)) in [(a, 1), (b, 2), (c, 0)].into_iter().enumerate() {
                    let slots = sizes.iter().find(|(name, _)| *name == of).expect("a size").1;
                    let call = format!("  %r: int = call @f{next}(%n, %e)\n");
                    text += &sized(&format!("f{place}"), slots, &call);
                }
                text += "func @main() -> int {\nb0:\n  %a: int = call @f0(3, 40)\n  output %a\n  %b: int = call @f1(5, 41)\n  \
                         output %b\n  %c: int = call @f2(7, 42)\n  output %c\n  ret %c\n}\nentry @main\n";
                is_safe(&agree_in_slices(&text));
            }
        }
    }
}

#[test]
fn frames_of_all_sizes_are_called_in_turn_from_one_place() {
    // Their frames lie side by side and are exchanged; some call further, where those frames are in the way.
    let sizes = [2, 20, 80];
    for a in sizes {
        for b in sizes {
            for c in sizes {
                let mut text = String::new();
                for (place, slots) in [a, b, c].into_iter().enumerate() {
                    let call = format!("  %r: int = call @f{}(%n, %e)\n", [0, 2, 1][place]);
                    text += &sized(&format!("f{place}"), slots, &call);
                }
                text += "func @main() -> int {\nb0:\n  jump b1(0, 0)\nb1(%i: int, %s: int):\n  %a: int = call @f0(%i, 0)\n  \
                         %b: int = call @f1(%s, 0)\n  %c: int = call @f0(%b, 1)\n  %d: int = call @f2(%a, 2)\n  \
                         %e: int = call @f1(%c, 3)\n  %t: int = add %d, %e\n  %j: int = add %i, 1\n  \
                         %more: bool = slt %j, 300\n  br %more, b1(%j, %t), b2\nb2:\n  output %t\n  ret %t\n}\nentry @main\n";
                is_safe(&agree_in_slices(&text));
            }
        }
    }
}

const DOWN: &str = "func @down(%n: int) -> int {\nb0:\n  %done: bool = sle %n, 0\n  br %done, b1, b2\nb1:\n  ret 0\nb2:\n  \
     %m: int = sub %n, 1\n  %r: int = call @down(%m)\n  %s: int = add %r, %n\n  ret %s\n}\n";

#[test]
fn recursion_is_deep() {
    let source = format!(
        "{DOWN}func @main() -> int {{\nb0:\n  %a: int = call @down(100000)\n  output %a\n  %b: int = call @down(40000)\n  \
         output %b\n  ret %a\n}}\nentry @main\n"
    );
    is_safe(&agree(&source));
    agree_with(&source, &Config { slice_alone: 1_000_000_000, ..Config::default() });
    for max_call_depth in [1, 2, 3, 10, 1000, 32_767, 32_768, 32_769, 32_770, 65_536, 99_999, 100_000, 100_001, 100_002]
    {
        for slice in [2_000, 1_000_000_000] {
            agree_with(&source, &Config { max_call_depth, slice_alone: slice, ..Config::default() });
        }
    }
    for most in [0, 1, 2, 5, 17, 100, 199_999, 200_000, 300_000, 400_001, 500_000] {
        agree_with(&source, &limited(most));
    }
}

#[test]
fn functions_call_each_other_in_turn() {
    is_safe(&agree_in_slices(
        "func @even(%n: int) -> bool {\nb0:\n  %z: bool = eq %n, 0\n  br %z, b1, b2\nb1:\n  ret true\nb2:\n  %m: int = sub %n, 1\n  \
         %r: bool = call @odd(%m)\n  ret %r\n}\n\
         func @odd(%n: int) -> bool {\nb0:\n  %z: bool = eq %n, 0\n  br %z, b1, b2\nb1:\n  ret false\nb2:\n  %m: int = sub %n, 1\n  \
         %r: bool = call @even(%m)\n  ret %r\n}\n\
         func @main() -> int {\nb0:\n  jump b1(0)\nb1(%i: int):\n  %c: bool = slt %i, 30\n  br %c, b2, b3\nb2:\n  \
         %e: bool = call @even(%i)\n  output %e\n  %o: bool = call @odd(%i)\n  output %o\n  %j: int = add %i, 1\n  jump b1(%j)\nb3:\n  \
         %last: bool = call @even(5001)\n  output %last\n  ret 0\n}\nentry @main\n",
    ));
}

#[test]
fn values_of_all_kinds_go_in_and_out() {
    is_safe(&agree_in_slices(
        "func @swap(%a: int, %b: bv13, %c: bool, %p: ptr, %w: bv64) -> ptr {\nb0:\n  br %c, b1, b2\nb1:\n  %q: ptr = offset %p, %a\n  \
         store %b, %q\n  ret %q\nb2:\n  store %w, %p\n  ret %p\n}\n\
         func @nothing(%p: ptr, %i: int) {\nb0:\n  %q: ptr = offset %p, %i\n  store %i, %q\n  ret\n}\n\
         func @truth(%x: bv64, %y: bv64) -> bool {\nb0:\n  %r: bool = ult %x, %y\n  ret %r\n}\n\
         func @constant() -> bv33 {\nb0:\n  ret 8589934591:bv33\n}\n\
         func @main() -> int {\nb0:\n  %p: ptr = alloc cells heap 50\n  jump b1(0, 1:bv64)\nb1(%i: int, %x: bv64):\n  \
         %c: bool = slt %i, 40\n  br %c, b2, b3\nb2:\n  %odd: int = srem %i, 2\n  %is: bool = eq %odd, 1\n  \
         %y: bv64 = mul %x, 6364136223846793005:bv64\n  %n: bv13 = trunc %y\n  %q: ptr = call @swap(%i, %n, %is, %p, %y)\n  \
         %same: bool = eq %q, %p\n  output %same\n  call @nothing(%p, %i)\n  %t: bool = call @truth(%x, %y)\n  output %t\n  \
         %k: bv33 = call @constant()\n  output %k\n  %l: ptr = offset %p, %i\n  %v: int = load %l\n  output %v\n  \
         %j: int = add %i, 1\n  jump b1(%j, %y)\nb3:\n  ret 0\n}\nentry @main\n",
    ));
}

#[test]
fn frames_have_objects_on_the_stack() {
    for (layout, size, zero, value) in [("cells", "3", "0", "int"), ("bytes", "24:bv64", "0:bv64", "bv64")] {
        let (one, n) = if value == "int" { ("1", "%n") } else { ("8:bv64", "%w") };
        let source = format!(
            "func @leaf(%n: {value}) -> {value} {{\nb0:\n  %o: ptr = alloc {layout} stack {size}\n  store %n, %o\n  \
             %q: ptr = offset %o, {one}\n  store %n, %q\n  %a: {value} = load %o\n  %b: {value} = load %q\n  %s: {value} = add %a, %b\n  ret %s\n}}\n\
             func @deep(%n: int, %p: ptr) -> {value} {{\nb0:\n  %w: bv64 = trunc %n\n  %c: bool = slt 0, %n\n  br %c, b1, b2\nb1:\n  \
             %o: ptr = alloc {layout} stack {size}\n  store {n}, %o\n  %m: int = sub %n, 1\n  %r: {value} = call @deep(%m, %o)\n  \
             %v: {value} = load %o\n  %s: {value} = add %r, %v\n  %l: {value} = call @leaf(%s)\n  store %l, %p\n  ret %s\nb2:\n  \
             %u: {value} = load %p\n  ret %u\n}}\n\
             func @main() -> {value} {{\nb0:\n  %o: ptr = alloc {layout} stack {size}\n  store {zero}, %o\n  jump b1(0)\nb1(%i: int):\n  \
             %c: bool = slt %i, 12\n  br %c, b2, b3\nb2:\n  %r: {value} = call @deep(%i, %o)\n  output %r\n  %j: int = add %i, 1\n  jump b1(%j)\n\
             b3:\n  %x: {value} = call @deep(2000, %o)\n  output %x\n  %v: {value} = load %o\n  ret %v\n}}\nentry @main\n"
        );
        is_safe(&agree_in_slices(&source));
        for most in (0..600).step_by(7) {
            agree_with(&source, &limited(most));
        }
    }
    // What is gone with its frame.
    finds(
        &agree(
            "func @give(%n: int) -> ptr {\nb0:\n  %o: ptr = alloc cells stack 2\n  store %n, %o\n  ret %o\n}\n\
             func @main() -> int {\nb0:\n  %h: ptr = alloc cells stack 1\n  store 1, %h\n  jump b1(0, %h)\nb1(%i: int, %p: ptr):\n  \
             %c: bool = slt %i, 9\n  br %c, b2, b3\nb2:\n  %q: ptr = call @give(%i)\n  %j: int = add %i, 1\n  jump b1(%j, %q)\nb3:\n  \
             %v: int = load %p\n  ret %v\n}\nentry @main\n",
        ),
        "use-after-return",
    );
}

#[test]
fn what_a_frame_made_is_gone_after_its_calls() {
    for (layout, size, value) in [("cells", "2", "7"), ("bytes", "16:bv64", "7:bv64")] {
        let source = format!(
            "func @leaf(%n: int) -> int {{\nb0:\n  %r: int = add %n, 1\n  ret %r\n}}\n\
             func @give(%n: int) -> ptr {{\nb0:\n  %o: ptr = alloc {layout} stack {size}\n  store {value}, %o\n  %a: int = call @leaf(%n)\n  %b: int = call @leaf(%a)\n  ret %o\n}}\n\
             func @main() -> int {{\nb0:\n  %h: ptr = alloc {layout} stack {size}\n  jump b1(0, %h)\nb1(%i: int, %p: ptr):\n  %c: bool = slt %i, 9\n  br %c, b2, b3\nb2:\n  \
             %q: ptr = call @give(%i)\n  %j: int = add %i, 1\n  jump b1(%j, %q)\nb3:\n  store {value}, %p\n  ret 0\n}}\nentry @main\n"
        );
        finds(&agree_in_slices(&source), "use-after-return");
    }
}

#[test]
fn places_call_one_function_and_then_another() {
    // The frame that is ready is of the function that was called from there before.
    let text = sized("f", 3, "  %r: int = call @g(%n, %e)\n")
        + &sized("g", 25, "  %h: int = call @leaf(%e)\n  %r: int = call @f(%h, %e)\n")
        + "func @leaf(%n: int) -> int {\nb0:\n  %r: int = mul %n, 3\n  ret %r\n}\n\
           func @void(%n: int) {\nb0:\n  ret\n}\n\
           func @main() -> int {\nb0:\n  jump b1(0)\nb1(%i: int):\n  %c: bool = slt %i, 30\n  br %c, b2, b6\nb2:\n  %m: int = srem %i, 3\n  \
           %z: bool = eq %m, 0\n  br %z, b3, b4\nb3:\n  %a: int = call @f(%i, 5)\n  call @void(%a)\n  jump b5(%a)\nb4:\n  %b: int = call @g(%i, 4)\n  \
           jump b5(%b)\nb5(%r: int):\n  output %r\n  %j: int = add %i, 1\n  jump b1(%j)\nb6:\n  ret %i\n}\nentry @main\n";
    is_safe(&agree_in_slices(&text));
    for most in (0..3000).step_by(37) {
        agree_with(&text, &limited(most));
    }
}

#[test]
fn findings_in_the_depth_have_their_trace() {
    let outcome = agree(
        "file \"a.mc\"\nfunc @down(%n: int, %d: int) -> int {\nb0:\n  %done: bool = sle %n, 0  !1:1-1:2\n  br %done, b1, b2\nb1:\n  \
         %q: int = sdiv 10, %d  !2:1-2:2\n  ret %q\nb2:\n  %m: int = sub %n, 1  !3:1-3:2\n  %r: int = call @down(%m, %d)  !4:1-4:2\n  \
         %s: int = add %r, %n  !5:1-5:2\n  ret %s\n}\n\
         func @main() -> int {\nb0:\n  %a: int = call @down(30, 1)  !6:1-6:2\n  %b: int = call @down(30, 2)  !7:1-7:2\n  \
         output %b\n  %c: int = call @down(30, 0)  !8:1-8:2\n  ret %c\n}\nentry @main\n",
    );
    finds(&outcome, "division-by-zero");
    assert_eq!(outcome.summary.findings[0].trace.len(), 32);
}
