//! Loops over larger buffers, and over cells of micro-c: each is answered as expected, in time.

#[path = "support/loops.rs"]
mod loops;
mod support;

use loops::{Case, assert, bits, bytes, case, check_all, declare, ints, read};

/// Loops over larger buffers and over cells of micro-c.
fn large_cases() -> Vec<Case> {
    let v = |names: &str| declare(names, "(_ BitVec 64)");
    let below = |count: &str, n: u32| format!("(bvule {count} (_ bv{n} 64))");
    let above = |count: &str, n: u32| format!("(bvult (_ bv{n} 64) {count})");
    let equal = |a: &str, b: &str| format!("(= {a} {b})");
    let not = |a: &str| format!("(not {a})");
    let zero = |byte: &str| format!("(= {byte} #x00)");
    let a = |offset: &str| read("a", 1024, offset);
    let (b, c) = (|offset: &str| read("b", 256, offset), |offset: &str| read("c", 256, offset));
    let letter = |x: &str| format!("(and (bvule #x61 {x}) (bvule {x} #x7a))");
    let cells = |offset: &str| (1..32).fold("c0".to_owned(), |rest, i| format!("(ite (= {offset} {i}) c{i} {rest})"));
    let names: String = (0..32).map(|i| format!("c{i} ")).collect();
    vec![
        case(
            "strlen of 1024 beyond 700",
            true,
            &[
                bytes("a", 1024),
                v("k"),
                bits(64, "k", &not(&zero(&a("t")))),
                assert(&[&zero(&a("k")), &below("k", 1023), &above("k", 700)]),
            ],
        ),
        case(
            "strlen of 1024, a zero at 512",
            false,
            &[
                bytes("a", 1024),
                v("k"),
                bits(64, "k", &not(&zero(&a("t")))),
                assert(&[&zero("a512"), &below("k", 1023), &above("k", 700)]),
            ],
        ),
        case(
            "strcmp of 256",
            true,
            &[
                bytes("b", 256),
                bytes("c", 256),
                v("k"),
                bits(64, "k", &equal(&b("t"), &c("t"))),
                bits(64, "k", &not(&zero(&b("t")))),
                assert(&[&not(&equal(&b("k"), &c("k"))), &below("k", 255), &above("k", 100), "(= b3 #x41)"]),
            ],
        ),
        case(
            "strcmp of 256, a difference before",
            false,
            &[
                bytes("b", 256),
                bytes("c", 256),
                v("k"),
                bits(64, "k", &equal(&b("t"), &c("t"))),
                assert(&["(bvult b77 c77)", &below("k", 255), &above("k", 100)]),
            ],
        ),
        case(
            "letters up to 200, then letters from there",
            true,
            &[
                bytes("b", 256),
                v("k l"),
                bits(64, "k", &letter(&b("t"))),
                bits(64, "l", &not(&letter(&b("(bvadd k t)")))),
                assert(&[
                    &below("(bvadd k l)", 255),
                    &below("k", 255),
                    &below("l", 255),
                    &above("k", 60),
                    &above("l", 60),
                ]),
            ],
        ),
        case(
            "letters that are no letters",
            false,
            &[
                bytes("b", 256),
                v("k l"),
                bits(64, "k", &letter(&b("t"))),
                bits(64, "l", &not(&letter(&b("(bvadd (_ bv50 64) t)")))),
                assert(&[&below("k", 255), &below("l", 200), &above("k", 60), &above("l", 3)]),
            ],
        ),
        case(
            "int cells: a prefix without zero",
            true,
            &[
                declare(&names, "Int"),
                declare("k", "Int"),
                ints("k", &not(&equal(&cells("t"), "0"))),
                assert(&[&equal(&cells("k"), "0"), "(< k 32)", "(> k 20)"]),
            ],
        ),
        case(
            "int cells: a zero in the prefix",
            false,
            &[
                declare(&names, "Int"),
                declare("k", "Int"),
                ints("k", &not(&equal(&cells("t"), "0"))),
                assert(&["(= c9 0)", "(< k 32)", "(> k 20)"]),
            ],
        ),
        case(
            "int cells: each below the next",
            true,
            &[
                declare(&names, "Int"),
                declare("k", "Int"),
                ints("k", &format!("(< {} {})", cells("t"), cells("(+ t 1)"))),
                assert(&["(= k 31)", "(> c0 7)", "(< c31 50)"]),
            ],
        ),
        case(
            "int cells: each below the next, too many",
            false,
            &[
                declare(&names, "Int"),
                declare("k", "Int"),
                ints("k", &format!("(< {} {})", cells("t"), cells("(+ t 1)"))),
                assert(&["(>= k 31)", "(<= k 31)", "(> c0 7)", "(< c31 30)"]),
            ],
        ),
    ]
}

#[test]
fn large_loops_are_decided() {
    check_all(&large_cases());
}
