//! Native replay end to end, with whatever C compiler this machine has: build, run, judge.

use std::path::{Path, PathBuf};
use std::time::Duration;

use pathfold_report::native::{Native, Tools};
use pathfold_report::testcase::{Bytes, FORMAT, Outcome, Scalar, TestCase};
use pathfold_report::{CProgram, EntryCall, Replay};

const TIME: Duration = Duration::from_secs(60);

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("pathfold-native-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a scratch folder");
        Self(path)
    }

    fn program(&self, text: &str) -> CProgram {
        let path = self.0.join("program.c");
        std::fs::write(&path, text).expect("a scratch file");
        CProgram { files: vec![path.display().to_string()], ..CProgram::default() }
    }

    fn tools(&self) -> Tools {
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
        let compilers = vec!["gcc".into(), "cc".into()];
        Tools { compilers, clang: None, runtime, cache: self.0.join("cache"), scratch: self.0.join("runs") }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn case(c: &CProgram, outcome: Outcome, objects: &[(&str, &[u8])], printed: &[u8]) -> TestCase {
    TestCase {
        format: FORMAT.to_owned(),
        program: c.files[0].clone(),
        source_hash: String::new(),
        path: 1,
        args: Vec::new(),
        inputs: Vec::new(),
        outcome,
        output: Vec::new(),
        objects: objects.iter().map(|(name, bytes)| Bytes::new(name, bytes)).collect(),
        streams: vec![Bytes::new("stdout", printed)],
        c: Some(c.clone()),
        decisions: String::new(),
    }
}

fn returned(status: u32) -> Outcome {
    Outcome::Returned { value: Some(Scalar::Other { sort: "bv32".to_owned(), value: status.to_string() }) }
}

fn error(check: &str) -> Outcome {
    Outcome::Error { check: check.to_owned(), file: None, line: 1, column: 1, message: String::new() }
}

#[test]
fn inputs_reach_the_program_and_its_end_is_judged() {
    let scratch = Scratch::new("inputs");
    let mut c = scratch.program(
        "#include <klee/klee.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
         int main(int argc, char **argv) {\n  int n;\n  klee_make_symbolic(&n, sizeof n, \"n\");\n\
         char *p = malloc(4);\n  if (n == 1) p[4 + argc - 2] = 1;\n  if (n == 2) abort();\n\
         printf(\"%s%d\", argv[1], getchar());\n  free(p);\n  return n;\n}\n",
    );
    c.world = ["--program", "p", "--sym-args", "0", "1", "2", "--sym-stdin", "1"].map(str::to_owned).to_vec();
    let native = Native::build(&c, &scratch.tools(), TIME).expect("a C compiler");
    let inputs = |n: u8| {
        [("n_args", vec![1, 0, 0, 0]), ("arg00", b"ab\0".to_vec()), ("stdin", vec![7]), ("n", vec![n, 0, 0, 0])]
    };
    let replay = |n: u8, outcome: Outcome, printed: &[u8]| {
        let inputs = inputs(n);
        let inputs: Vec<(&str, &[u8])> = inputs.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
        native.replay(&case(&c, outcome, &inputs, printed), TIME)
    };
    assert_eq!(replay(3, returned(3), b"ab7"), Replay::Confirmed);
    assert!(matches!(replay(3, returned(4), b"ab7"), Replay::Unconfirmed(_)));
    assert!(matches!(replay(3, returned(3), b"ab8"), Replay::Unconfirmed(_)));
    assert_eq!(replay(2, error("abort"), b""), Replay::Confirmed);
    assert!(matches!(replay(3, error("abort"), b""), Replay::Unconfirmed(why) if why == "the native run returned 3"));
    // Without sanitizers it cannot be seen.
    assert!(matches!(replay(1, error("out-of-bounds"), b""), Replay::Confirmed | Replay::Skipped(_)));
    let again = Native::build(&c, &scratch.tools(), TIME).expect("the same program");
    assert!(again.describe(&case(&c, returned(0), &[], b""), TIME).is_ok_and(|what| what.contains("no further input")));
}

#[test]
fn a_function_is_called_instead_of_main() {
    let scratch = Scratch::new("entry");
    let mut c = scratch
        .program("int f(const char *s, short k, double d) { return s ? 6 / (s[1] + k) : d == 2.5 ? 1 / k : 0; }\n");
    let param = |name: &str, ty: &str| (name.to_owned(), ty.to_owned());
    c.entry = Some(EntryCall {
        function: "f".to_owned(),
        pointed: 2,
        null: true,
        local: false,
        params: vec![param("s", "ptr"), param("k", "bv16"), param("d", "f64")],
    });
    let native = Native::build(&c, &scratch.tools(), TIME).expect("a C compiler");
    let double = 2.5_f64.to_le_bytes();
    let inputs = |is_null| [("s", &[0, 1][..]), ("s_is_null", is_null), ("k", &[255, 255]), ("d", &double)];
    let replay = |is_null, outcome| native.replay(&case(&c, outcome, &inputs(is_null), b""), TIME);
    assert_eq!(replay(&[0], error("division-by-zero")), Replay::Confirmed);
    assert_eq!(replay(&[1], returned(0)), Replay::Confirmed);
}

#[test]
fn what_does_not_build_gets_a_sentence() {
    let scratch = Scratch::new("broken");
    let c = scratch.program("int main(void) { return x; }\n");
    let why = Native::build(&c, &scratch.tools(), TIME).expect_err("x is not declared");
    assert!(why.contains("does not build natively") && why.contains('x'), "{why}");
    let tools = Tools { compilers: Vec::new(), ..scratch.tools() };
    assert!(Native::build(&c, &tools, TIME).is_err_and(|why| why.contains("no C compiler")));
}

#[test]
fn a_static_function_gets_structures() {
    let scratch = Scratch::new("structures");
    let mut c = scratch.program(
        "struct pair { float x, y; }; struct large { long a[3]; }; struct wide { long double v; };\n\
         static struct large f(struct pair p, struct wide w, struct large l, long double x) {\n\
         static int once = 1;\n\
         l.a[0] = p.y == 2.5f && w.v == 1 && x == 4 ? once / l.a[2] : 0;\n\
         return l;\n}\nvoid *used = f;\nint main(void) { return 1; }\n",
    );
    let params = [("r", "result 24 8"), ("p", "2 x f32"), ("w", "copy 16 16"), ("l", "copy 24 8"), ("x", "f80")];
    let params: Vec<_> = params.iter().map(|(name, ty)| ((*name).to_owned(), (*ty).to_owned())).collect();
    c.entry = Some(EntryCall { function: "f".to_owned(), pointed: 2, null: true, local: true, params: params.clone() });
    let native = Native::build(&c, &scratch.tools(), TIME).expect("a C compiler");
    let pair = [1.5_f32.to_le_bytes(), 2.5_f32.to_le_bytes()].concat();
    let one = [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f, 0, 0, 0, 0, 0, 0];
    let four = 4.0_f64.to_le_bytes();
    let inputs = |last: u8| {
        let mut large = vec![0; 24];
        large[16] = last;
        let inputs = [("p", &pair[..]), ("w", &one), ("l", &large), ("x", &four), ("x_is_no_double", &[0])];
        let outcome = if last == 0 { error("division-by-zero") } else { returned(0) };
        native.replay(&case(&c, outcome, &inputs, b""), TIME)
    };
    assert_eq!((inputs(0), inputs(3)), (Replay::Confirmed, Replay::Confirmed));
    let unusual = params.into_iter().chain([("h".to_owned(), "unknown".to_owned())]).collect();
    c.entry.as_mut().expect("an entry").params = unusual;
    let why = Native::build(&c, &scratch.tools(), TIME).expect_err("an unusual parameter");
    assert!(why.contains("cannot be called natively"), "{why}");
}
