//! Formulas as folded loops make them: each is answered as expected, in time.

#[path = "support/loops.rs"]
mod loops;
mod support;

use loops::{Case, assert, bits, bytes, case, check_all, declare, ints, read};

/// Loops over integers, as micro-c has them.
fn integer_cases() -> Vec<Case> {
    let counter = || declare("k n a b", "Int") + &assert(&["(>= k 0)"]);
    let two = || declare("k1 k2 n m", "Int") + &assert(&["(>= k1 0)", "(>= k2 0)"]);
    let array = || declare("k n j", "Int") + &declare("A", "(Array Int Int)") + &assert(&["(>= k 0)"]);
    let c = case;
    vec![
        c("int: counting up to n", true, &[counter(), ints("k", "(< t n)"), assert(&["(>= k n)", "(> n 5)"])]),
        c("int: past n", false, &[counter(), ints("k", "(< t n)"), assert(&["(> k n)", "(> n 5)"])]),
        c(
            "int: a step of 3",
            true,
            &[counter(), ints("k", "(< (+ a (* 3 t)) n)"), assert(&["(= a 1)", "(= n 100)", "(>= (+ a (* 3 k)) n)"])],
        ),
        c(
            "int: a step of 3 never hits 99",
            false,
            &[counter(), ints("k", "(not (= (* 3 t) 100))"), assert(&["(= (* 3 k) 100)"])],
        ),
        c(
            "int: stepping over the end",
            false,
            &[counter(), ints("k", "(not (= (* 2 t) n))"), assert(&["(= n 10)", "(> k 5)"])],
        ),
        c(
            "int: down to zero",
            true,
            &[counter(), ints("k", "(> (- n t) 0)"), assert(&["(= (- n k) 0)", "(> n 1000)"])],
        ),
        c("int: below zero", false, &[counter(), ints("k", "(> (- n t) 0)"), assert(&["(< (- n k) 0)", "(> n 1000)"])]),
        c(
            "int: a symbolic step",
            true,
            &[counter(), ints("k", "(< (* a t) n)"), assert(&["(> a 1)", "(>= (* a k) n)", "(= n 50)"])],
        ),
        c(
            "int: a symbolic step overshoots",
            false,
            &[
                counter(),
                ints("k", "(< (* a t) n)"),
                assert(&["(> a 1)", "(>= (* a (- k 1)) n)", "(= n 50)", "(> k 0)"]),
            ],
        ),
        c(
            "int: two counters",
            true,
            &[
                two(),
                ints("k1", "(< t n)"),
                ints("k2", "(< (+ t k1) m)"),
                assert(&["(>= k1 n)", "(= (+ k1 k2) m)", "(> k2 3)", "(> k1 3)"]),
            ],
        ),
        c("int: two counters, parity", false, &[two(), assert(&["(= (* 4 k1) (+ (* 2 k2) 7))"])]),
        c(
            "int: parity of two loops",
            false,
            &[
                two(),
                ints("k1", "(< (* 4 t) n)"),
                ints("k2", "(< (* 2 t) n)"),
                assert(&["(= (* 4 k1) (+ (* 2 k2) 7))"]),
            ],
        ),
        c(
            "int: prefix without zero",
            true,
            &[array(), ints("k", "(not (= (select A t) 0))"), assert(&["(= (select A k) 0)", "(> k 5)", "(< k 20)"])],
        ),
        c(
            "int: a zero inside the prefix",
            false,
            &[
                array(),
                ints("k", "(not (= (select A t) 0))"),
                assert(&["(= (select A j) 0)", "(<= 0 j)", "(< j k)", "(< k 20)"]),
            ],
        ),
        c(
            "int: a zero inside an unbounded prefix",
            false,
            &[array(), ints("k", "(not (= (select A t) 0))"), assert(&["(= (select A 7) 0)", "(> k 7)"])],
        ),
        c(
            "int: found behind the prefix",
            true,
            &[
                array(),
                ints("k", "(not (= (select A t) n))"),
                assert(&["(= (select A j) n)", "(<= 0 j)", "(>= k 3)", "(< j 9)"]),
            ],
        ),
        c(
            "int: cells above their index",
            true,
            &[array(), ints("k", "(> (select A t) t)"), assert(&["(= k 12)", "(< (select A 12) 0)"])],
        ),
        c(
            "int: sorted, and the last below the first",
            false,
            &[
                array(),
                ints("(- k 1)", "(<= (select A t) (select A (+ t 1)))"),
                assert(&["(= k 8)", "(< (select A 7) (select A 0))"]),
            ],
        ),
        c(
            "int: sorted, strictly",
            true,
            &[
                array(),
                ints("(- k 1)", "(< (select A t) (select A (+ t 1)))"),
                assert(&["(= k 10)", "(= (select A 0) (- 5))", "(< (select A 9) 5)"]),
            ],
        ),
        c(
            "int: either side of a pivot",
            true,
            &[
                array(),
                ints("k", "(or (< (select A t) 3) (> (select A t) 9))"),
                assert(&["(> k 4)", "(= (select A k) 5)"]),
            ],
        ),
        c(
            "int: a square below a bound",
            true,
            &[counter(), ints("k", "(< (* t t) n)"), assert(&["(= n 50)", "(>= (* k k) n)"])],
        ),
        c(
            "int: squares pass the bound",
            false,
            &[counter(), ints("k", "(< (* t t) n)"), assert(&["(= n 50)", "(> k 8)"])],
        ),
    ]
}

/// Loops over bit vectors, as C has them.
fn vector_cases() -> Vec<Case> {
    let v = |width: u32, names: &str| declare(names, &format!("(_ BitVec {width})"));
    let c = case;
    let a16 = |offset: &str| read("a", 16, offset);
    let a64 = |offset: &str| read("a", 64, offset);
    let a256 = |offset: &str| read("a", 256, offset);
    let not_zero = |byte: String| format!("(not (= {byte} #x00))");
    let is_zero = |byte: String| format!("(= {byte} #x00)");
    let inside = |size: u32, offset: &str| format!("(bvult {offset} (_ bv{size} 64))");
    vec![
        c(
            "bv32: counting up to n",
            true,
            &[v(32, "k n"), bits(32, "k", "(bvslt t n)"), assert(&["(not (bvslt k n))", "(bvsgt n #x00000005)"])],
        ),
        c(
            "bv32: past n",
            false,
            &[v(32, "k n"), bits(32, "k", "(bvslt t n)"), assert(&["(bvugt k n)", "(bvsgt n #x00000005)"])],
        ),
        c(
            "bv32: a step of 4",
            true,
            &[
                v(32, "k n"),
                bits(32, "k", "(bvult (bvmul t #x00000004) n)"),
                assert(&["(not (bvult (bvmul k #x00000004) n))", "(bvugt n #x00001000)", "(bvult k #x01000000)"]),
            ],
        ),
        c(
            "bv32: a step of 4 past the end",
            false,
            &[
                v(32, "k n"),
                bits(32, "k", "(bvult (bvmul t #x00000004) n)"),
                assert(&["(bvult n #xffff0000)", "(bvugt k #x40000000)"]),
            ],
        ),
        c(
            "bv32: a step of 12",
            true,
            &[
                v(32, "k n a"),
                bits(32, "k", "(bvslt (bvadd a (bvmul t #x0000000c)) n)"),
                assert(&[
                    "(bvsge (bvadd a (bvmul k #x0000000c)) n)",
                    "(= a #x00000003)",
                    "(bvsgt n #x00000100)",
                    "(bvslt n #x00000200)",
                ]),
            ],
        ),
        c(
            "bv32: a step of 12, millions of times",
            true,
            &[
                v(32, "k n a"),
                bits(32, "k", "(bvslt (bvadd a (bvmul t #x0000000c)) n)"),
                assert(&["(bvsge (bvadd a (bvmul k #x0000000c)) n)", "(= a #x00000003)", "(bvugt k #x00200000)"]),
            ],
        ),
        c(
            "bv32: an unknown step",
            true,
            &[
                v(32, "k n s"),
                bits(32, "k", "(bvult (bvmul t s) n)"),
                assert(&[
                    "(bvuge (bvmul k s) n)",
                    "(bvugt s #x00000001)",
                    "(bvugt k #x00100000)",
                    "(bvult s #x00000100)",
                ]),
            ],
        ),
        c(
            "bv32: an unknown step, too often",
            false,
            &[
                v(32, "k n s"),
                bits(32, "k", "(bvult (bvmul t s) n)"),
                assert(&[
                    "(bvult n #x00100000)",
                    "(bvugt s #x00000001)",
                    "(bvugt k #x00100000)",
                    "(bvult s #x00000100)",
                ]),
            ],
        ),
        c(
            "bv32 in bv64: a stride into an object of unknown size",
            true,
            &[
                v(32, "k i"),
                v(64, "s"),
                bits(
                    32,
                    "k",
                    "(bvult (bvmul ((_ sign_extend 32) (bvadd i (bvmul t #x0000000a))) #x0000000000000004) s)",
                ),
                assert(&["(bvult s #x0000000100000000)", "(= i #x00000005)", "(bvugt k #x00100000)"]),
            ],
        ),
        c(
            "bv32 in bv64: a stride out of an object of unknown size",
            false,
            &[
                v(32, "k i"),
                v(64, "s"),
                bits(
                    32,
                    "k",
                    "(bvult (bvmul ((_ sign_extend 32) (bvadd i (bvmul t #x0000000a))) #x0000000000000004) s)",
                ),
                assert(&["(bvult s #x0000000001000000)", "(= i #x00000005)", "(bvugt k #x00100000)"]),
            ],
        ),
        c(
            "bv32: a step of 12 never equal",
            false,
            &[
                v(32, "k"),
                bits(32, "k", "(not (= (bvmul t #x0000000c) #x00000078))"),
                assert(&["(bvugt k #x0000000a)"]),
            ],
        ),
        c(
            "bv8: wrap-around to zero",
            true,
            &[v(8, "k i"), bits(8, "k", "(not (= (bvadd i t) #x00))"), assert(&["(= (bvadd i k) #x00)", "(= i #xf0)"])],
        ),
        c(
            "bv8: wrap-around and past it",
            false,
            &[v(8, "k i"), bits(8, "k", "(not (= (bvadd i t) #x00))"), assert(&["(= i #xf0)", "(bvugt k #x10)"])],
        ),
        c(
            "bv8: i >= 0 never ends",
            false,
            &[v(8, "k i"), bits(8, "k", "(bvuge (bvadd i t) #x10)"), assert(&["(= i #x20)", "(= k #xe1)"])],
        ),
        c(
            "bv8: up to the wrap",
            true,
            &[v(8, "k i"), bits(8, "k", "(bvuge (bvadd i t) #x10)"), assert(&["(= i #x20)", "(= k #xe0)"])],
        ),
        c(
            "bv8 in bv32: a char counter",
            true,
            &[
                v(32, "k n"),
                bits(32, "k", "(bvult ((_ zero_extend 24) ((_ extract 7 0) t)) n)"),
                assert(&["(= n #x00000100)", "(bvugt k #x00010000)"]),
            ],
        ),
        c(
            "bv8 in bv32: a char counter ends",
            false,
            &[
                v(32, "k n"),
                bits(32, "k", "(bvult ((_ zero_extend 24) ((_ extract 7 0) t)) n)"),
                assert(&["(= n #x000000ff)", "(bvugt k #x000000ff)"]),
            ],
        ),
        c(
            "bv32 in bv64: an index",
            true,
            &[
                v(32, "k i"),
                v(64, "s"),
                bits(32, "k", "(bvule (bvmul ((_ sign_extend 32) (bvadd i t)) #x0000000000000004) s)"),
                assert(&["(= s #x0000000000000190)", "(bvsgt i #x00000003)", "(bvugt k #x00000010)"]),
            ],
        ),
        c(
            "bv32 in bv64: an index out of bounds",
            false,
            &[
                v(32, "k i"),
                v(64, "s"),
                bits(32, "k", "(bvule (bvmul ((_ sign_extend 32) (bvadd i t)) #x0000000000000004) s)"),
                assert(&["(= s #x0000000000000190)", "(bvugt k #x00000066)"]),
            ],
        ),
        c(
            "bv64: two loops chained",
            false,
            &[
                v(64, "k1 k2 n"),
                bits(64, "k1", "(bvult t n)"),
                bits(64, "k2", "(bvult (bvadd k1 t) n)"),
                assert(&["(not (bvult k1 n))", "(bvugt k2 #x0000000000000000)"]),
            ],
        ),
        c(
            "bv64: two loops chained, in two parts",
            true,
            &[
                v(64, "k1 k2 n"),
                bits(64, "k1", "(bvult t n)"),
                bits(64, "k2", "(bvult (bvadd k1 t) n)"),
                assert(&["(= (bvadd k1 k2) n)", "(bvugt k2 #x0000000000001000)", "(bvugt k1 #x0000000000001000)"]),
            ],
        ),
        c(
            "bv64: parity",
            false,
            &[
                v(64, "k1 k2"),
                assert(&["(= (bvmul k1 #x0000000000000004) (bvadd (bvmul k2 #x0000000000000002) #x0000000000000007))"]),
            ],
        ),
        c(
            "strlen of 16",
            true,
            &[
                bytes("a", 16),
                v(64, "k"),
                bits(64, "k", &not_zero(a16("t"))),
                assert(&[&is_zero(a16("k")), &inside(16, "k"), "(bvugt k #x0000000000000005)"]),
            ],
        ),
        c(
            "strlen of 16, the zero is before",
            false,
            &[
                bytes("a", 16),
                v(64, "k"),
                bits(64, "k", &not_zero(a16("t"))),
                assert(&[&is_zero(a16("k")), "(= a3 #x00)", "(bvugt k #x0000000000000005)", &inside(16, "k")]),
            ],
        ),
        c(
            "strlen of 64",
            true,
            &[
                bytes("a", 64),
                v(64, "k"),
                bits(64, "k", &not_zero(a64("t"))),
                assert(&[&is_zero(a64("k")), &inside(64, "k"), "(= k #x000000000000003c)"]),
            ],
        ),
        c(
            "strlen of 64 after strlen",
            false,
            &[
                bytes("a", 64),
                v(64, "k l"),
                bits(64, "k", &not_zero(a64("t"))),
                bits(64, "l", &not_zero(a64("t"))),
                assert(&[&is_zero(a64("k")), &is_zero(a64("l")), &inside(64, "k"), &inside(64, "l"), "(not (= k l))"]),
            ],
        ),
        c(
            "strlen of 64 without a zero",
            false,
            &[
                bytes("a", 64),
                v(64, "k"),
                bits(64, "k", &inside(64, "t")),
                bits(64, "k", &not_zero(a64("t"))),
                assert(&["(= a63 #x00)", "(= k #x0000000000000040)"]),
            ],
        ),
        c(
            "strlen of 256",
            true,
            &[
                bytes("a", 256),
                v(64, "k"),
                bits(64, "k", &not_zero(a256("t"))),
                assert(&[&is_zero(a256("k")), &inside(256, "k"), "(bvugt k #x00000000000000c8)"]),
            ],
        ),
        c(
            "strlen of 256, the zero is before",
            false,
            &[
                bytes("a", 256),
                v(64, "k"),
                bits(64, "k", &not_zero(a256("t"))),
                assert(&["(= a77 #x00)", "(bvugt k #x00000000000000c8)", &inside(256, "k")]),
            ],
        ),
        c(
            "memchr in 64",
            true,
            &[
                bytes("a", 64),
                v(64, "k n"),
                v(8, "c"),
                bits(64, "k", &format!("(not (= {} c))", a64("t"))),
                assert(&[
                    &format!("(= {} c)", a64("k")),
                    &inside(64, "k"),
                    "(bvugt k #x0000000000000020)",
                    "(= a0 #x41)",
                    "(bvult c #x41)",
                ]),
            ],
        ),
        c(
            "memchr does not find what is first",
            false,
            &[
                bytes("a", 64),
                v(64, "k"),
                v(8, "c"),
                bits(64, "k", &format!("(not (= {} c))", a64("t"))),
                assert(&["(= a0 c)", "(not (= k #x0000000000000000))"]),
            ],
        ),
        c(
            "memcmp of 16",
            true,
            &[
                bytes("a", 16),
                bytes("b", 16),
                v(64, "k"),
                bits(64, "k", &format!("(= {} {})", a16("t"), read("b", 16, "t"))),
                assert(&[
                    &format!("(bvult {} {})", a16("k"), read("b", 16, "k")),
                    &inside(16, "k"),
                    "(bvugt k #x0000000000000009)",
                ]),
            ],
        ),
        c(
            "memcmp of 16, one differs before",
            false,
            &[
                bytes("a", 16),
                bytes("b", 16),
                v(64, "k"),
                bits(64, "k", &format!("(= {} {})", a16("t"), read("b", 16, "t"))),
                assert(&["(not (= a4 b4))", "(bvugt k #x0000000000000009)", &inside(16, "k")]),
            ],
        ),
        c(
            "skip blanks, then digits",
            true,
            &[
                bytes("a", 16),
                v(64, "k l"),
                bits(64, "k", &format!("(= {} #x20)", a16("t"))),
                bits(64, "l", &format!("(bvule #x30 {0})", a16("(bvadd k t)"))),
                assert(&[
                    "(bvugt k #x0000000000000002)",
                    "(bvugt l #x0000000000000004)",
                    &inside(16, "(bvadd k l)"),
                    &is_zero(a16("(bvadd k l)")),
                ]),
            ],
        ),
        c(
            "digits that are blanks",
            false,
            &[
                bytes("a", 16),
                v(64, "k l"),
                bits(64, "k", &format!("(= {} #x20)", a16("t"))),
                bits(64, "l", &format!("(bvule #x30 {0})", a16("t"))),
                assert(&["(not (= k #x0000000000000000))", "(not (= l #x0000000000000000))"]),
            ],
        ),
        c(
            "xor of the index",
            true,
            &[
                bytes("a", 16),
                v(64, "k"),
                bits(64, "k", &format!("(= {} ((_ extract 7 0) (bvxor t #x0000000000000055)))", a16("t"))),
                assert(&["(= k #x000000000000000d)"]),
            ],
        ),
        c(
            "not every position fails",
            false,
            &[
                bytes("a", 16),
                v(64, "k"),
                format!("(assert (not (forall ((t (_ BitVec 64))) (=> (bvult t k) {}))))", not_zero(a16("t"))),
                bits(64, "k", &format!("(bvugt {} #x05)", a16("t"))),
            ],
        ),
        c(
            "some position fails",
            true,
            &[
                bytes("a", 16),
                v(64, "k"),
                format!("(assert (not (forall ((t (_ BitVec 64))) (=> (bvult t k) {}))))", not_zero(a16("t"))),
                bits(64, "k", &format!("(bvult {} #x05)", a16("t"))),
                assert(&["(bvugt k #x0000000000000008)", &inside(16, "k"), "(bvult #x00 a0)", "(bvult #x00 a1)"]),
            ],
        ),
        c(
            "one of two loops",
            true,
            &[
                bytes("a", 16),
                v(64, "k"),
                declare("p", "Bool"),
                format!("(assert (or p (forall ((t (_ BitVec 64))) (=> (bvult t k) {}))))", not_zero(a16("t"))),
                assert(&["(not p)", "(= k #x000000000000000a)"]),
            ],
        ),
        c(
            "a product that nobody eliminates",
            false,
            &[v(16, "k n"), bits(16, "k", "(bvult (bvmul t t) n)"), assert(&["(= n #x0040)", "(bvugt k #x0008)"])],
        ),
        c(
            "a product that nobody eliminates, up to its end",
            true,
            &[v(16, "k n"), bits(16, "k", "(bvult (bvmul t t) n)"), assert(&["(= n #x0040)", "(= k #x0008)"])],
        ),
    ]
}

#[test]
fn integer_loops_are_decided() {
    check_all(&integer_cases());
}

#[test]
fn vector_loops_are_decided() {
    check_all(&vector_cases());
}
