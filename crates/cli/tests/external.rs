//! `--external=allow`: functions of a shared library are really called, and what they do to a path is what they do.

mod common;
mod support;

use std::process::Command;

use common::{Ran, Scratch};

const LIBRARY: &str = include_str!("external/library.c");
const SHAPES: &str = include_str!("external/shapes.c");
const ENDS: &str = include_str!("external/ends.c");
const SYMBOLIC: &str = include_str!("external/symbolic.c");

/// A folder with the library and a program.
fn scratch(name: &str, program: &str) -> Scratch {
    support::need_lower().expect("the loader of C programs");
    support::need_outside().expect("the program that makes external calls");
    let dir = Scratch::new(&format!("external-{name}"));
    dir.file("library.c", LIBRARY).file("a.c", program);
    let mut gcc = Command::new("gcc");
    gcc.args(["-shared", "-fPIC", "-w", "-o", "library.so", "library.c"]).current_dir(dir.path());
    let ran = support::run(gcc, std::time::Duration::from_secs(60));
    assert_eq!(ran.code, Some(0), "{ran}");
    dir
}

fn allowed(dir: &Scratch, options: &[&str]) -> Ran {
    dir.run(&[&["check", "a.c", "--external=allow", "--external-library", "library.so"], options].concat())
}

#[test]
fn arguments_and_memory_go_there_and_back() {
    let dir = scratch("shapes", SHAPES);
    let ran = allowed(&dir, &[]).exits(2).says("paths         1 (1 returned)");
    assert!(!ran.out.contains("ended early"), "{}", ran.out);
    let ran =
        ran.says("the external function `add` at a.c:15 was called once").says("`count` at a.c:40 was called 2 times");
    assert!(!ran.out.contains("from outside"), "{}", ran.out);
    ran.complains("from outside");
}

#[test]
fn what_cannot_go_on_ends_its_path_and_not_the_run() {
    let dir = scratch("ends", ENDS);
    let ran = allowed(&dir, &["--external-timeout", "300ms"]).exits(2);
    let ran = [
        "`crash` died with SIGSEGV",
        "`leave` ended its process with status 7",
        "`hang` did not return within 300ms",
        "`apply` called back `twice`, a function of the program",
        "`own` returned a pointer to memory of its own",
        "`store_own` stored a pointer to memory of its own",
        "`spill` wrote outside of the objects it was given",
        "`poke` wrote to a constant object",
        "`poke` accessed an object that is dead",
        "`recall` died with SIGSEGV",
        "`both` has arguments or a result that are passed in a way that is not supported",
        "`wide` has arguments or a result that are passed in a way that is not supported",
        "`nowhere` cannot be called: no library of this machine defines it",
        "call through a pointer of `add`, which has no body",
    ]
    .iter()
    .fold(ran, |ran, part| ran.says(part));
    ran.says("14 incomplete");
}

#[test]
fn one_value_of_many_is_followed_and_the_others_are_said_to_be_left_out() {
    let dir = scratch("symbolic", SYMBOLIC);
    for options in [&[][..], &["--subsume"], &["--merge=always"], &["--loops=unroll"], &["--search=dfs"]] {
        // Where there is only one value (line 7) nothing is left out.
        allowed(&dir, options)
            .exits(2)
            .says("1 path ended early at a.c:8: the external function `add` was given one of several values")
            .says("`add` at a.c:7 was called once")
            .says("`add` at a.c:8 was called once")
            .says("`add` at a.c:10 was called 3 times")
            .says("folds         0");
    }
}

#[test]
fn symbolic_memory_is_fixed_too() {
    let program = "int __VERIFIER_nondet_int(void);\nint sum(int *, int);\nint main(void) {\n  int a[2] = {__VERIFIER_nondet_int(), 1};\n  \
                   if (a[0] < 5 || a[0] > 6) return 0;\n  int s = sum(a, 2), *p = 0;\n  if (s - a[0] != 1) return *p;\n  return 0;\n}\n";
    let dir = scratch("memory", program);
    allowed(&dir, &[]).exits(2).says("`sum` was given one of several values").says("verdict: incomplete");
}

#[test]
fn findings_behind_a_call_are_confirmed_natively() {
    let program = "int add(int, int);\nint main(void) {\n  int a[4] = {0};\n  return a[add(2, 3)];\n}\n";
    let dir = scratch("finding", program);
    allowed(&dir, &[]).exits(1).says("error[out-of-bounds]").says("a.c:4").says("confirmed").says("`add` at a.c:4");
    dir.run(&["replay", "pathfold-out"]).exits(0).says("1 confirmed");
}

#[test]
fn nothing_is_called_unless_it_is_allowed() {
    let program = "void touch(const char *);\nint main(void) { touch(\"made\"); return 0; }\n";
    let dir = scratch("denied", program);
    dir.run(&["check", "a.c"]).exits(2).says("call of `touch`, which has no body").says("--external=allow");
    dir.run(&["check", "a.c", "--external-library", "library.so"]).exits(3).complains("--external=allow");
    assert!(!dir.path().join("made").exists());
    dir.run(&["check", "a.c", "--external=allow", "--external-library", "absent.so"]).exits(3).complains("absent.so");
    dir.file("text.so", "no library\n");
    let text = ["check", "a.c", "--external=allow", "--external-library", "text.so"];
    dir.run(&text).exits(3).complains("is no shared library");
    dir.file("damaged.so", "\x7fELF, but no library\n");
    let damaged = ["check", "a.c", "--external=allow", "--external-library", "damaged.so"];
    dir.run(&damaged).exits(2).says("cannot be loaded");
    allowed(&dir, &[]).exits(2).says("`touch` at a.c:2 was called once");
    assert!(dir.path().join("made").exists());
    dir.file("b.mc", "main() { return 0; }\n");
    dir.run(&["check", "b.mc", "--external=allow"]).exits(3).complains("C programs");
}
