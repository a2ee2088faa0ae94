//! Programs as tests: every file under `tests/` says what must be found in it, and every file with every combination of
//! its options is one test. The format is described in `directives.rs`.
//!
//! `cargo test --test files -- linked_list` runs the tests with that in their names; `BLESS=1` rewrites snapshots.
//! C programs need clang 19 and the loader `pathfold-lower`, which is built when it is not beside `pathfold`.
//! Files under `tests/fixme/` are known to be wrong: they must fail, so that nobody forgets to move them.

mod behaviour;
mod combinations;
mod directives;
mod shared;
#[path = "../support/mod.rs"]
mod support;
mod verify;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use directives::{Spec, describe};
use libtest_mimic::{Arguments, Failed, Trial};
use support::{Scratch, root};

fn main() {
    let arguments = Arguments::from_args();
    let folder = root().join("tests");
    let mut trials = Vec::new();
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    for file in files {
        let name = file.strip_prefix(&folder).unwrap_or(&file).display().to_string();
        if name.starts_with("fixme/") {
            trials.push(test(name, move || still_wrong(&file)));
        } else {
            add(&name, &file, &mut trials);
        }
    }
    trials.extend(shared::trials());
    trials.extend(harness());
    libtest_mimic::run(&arguments, trials).exit();
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.flatten().map(|entry| entry.path()) {
        let ending = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            collect(&path, files);
        } else if matches!(ending, Some("mc" | "uc" | "ir" | "c")) {
            files.push(path);
        }
    }
}

fn test(name: String, body: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    Trial::test(name, move || body().map_err(Failed::from))
}

/// One trial for everything a file says.
fn add(name: &str, file: &Path, trials: &mut Vec<Trial>) {
    let spec = match read(file) {
        Ok(spec) => spec,
        Err(why) => return trials.push(test(name.to_owned(), move || Err(why))),
    };
    let spec = Arc::new(spec);
    let owned = || (file.to_owned(), Arc::clone(&spec));
    if spec.behaviour {
        let (file, spec) = owned();
        trials.push(test(name.to_owned(), move || behaviour::compare(&file, &spec)));
    } else if spec.diagnostics.is_empty() {
        for point in spec.matrix.clone() {
            let (file, spec) = owned();
            trials.push(test(format!("{name} {}", describe(&point)), move || verify::explore(&file, &spec, &point)));
        }
    } else {
        let (file, spec) = owned();
        trials.push(test(format!("{name} rejected"), move || verify::rejected(&file, &spec)));
    }
    for run in spec.runs.clone() {
        let (file, spec) = owned();
        let inputs = [std::slice::from_ref(&run.input), &run.options].concat().join(" ");
        trials.push(test(format!("{name} run {inputs}"), move || verify::run(&file, &spec, &run)));
    }
    if spec.snapshot {
        let (file, spec) = owned();
        trials.push(test(format!("{name} snapshot"), move || verify::snapshot(&file, &spec)));
    }
}

fn read(file: &Path) -> Result<Spec, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    Spec::parse(&text, verify::is_c(file))
}

/// Everything a file says, in one go.
fn all(file: &Path) -> Result<(), String> {
    let spec = read(file)?;
    if spec.behaviour {
        return behaviour::compare(file, &spec);
    }
    if !spec.diagnostics.is_empty() {
        return verify::rejected(file, &spec);
    }
    for point in &spec.matrix {
        verify::explore(file, &spec, point)?;
    }
    spec.runs.iter().try_for_each(|run| verify::run(file, &spec, run))
}

fn still_wrong(file: &Path) -> Result<(), String> {
    read(file)?;
    match all(file) {
        Err(_) => Ok(()),
        Ok(()) => Err("it passes now: move it out of `tests/fixme/`".to_owned()),
    }
}

/// The harness itself: what is wrong with these files must be noticed.
fn harness() -> Vec<Trial> {
    let head = "//@ matrix: search=bfs array-index=ite\n";
    let mut trials = harness_c();
    let microc = [
        ("an annotation is not met", "//@ verdict: unsafe\nmain() { return 0; } //~ ERROR[division-by-zero]\n"),
        ("a finding is unexpected", "//@ verdict: safe\nmain() { return 1 / 0; }\n"),
        (
            "a second finding on the line is unexpected",
            "//@ verdict: unsafe\nmain() { return 1 / input + 1 / input; } //~ ERROR[division-by-zero]\n",
        ),
        ("the kind is wrong", "//@ verdict: unsafe\nmain() { return 1 / 0; } //~ ERROR[out-of-bounds]\n"),
        ("the line is wrong", "//@ verdict: unsafe\n//~ ERROR[division-by-zero]\nmain() { return 1 / 0; }\n"),
        ("the verdict is wrong", "//@ verdict: incomplete\nmain() { return 0; }\n"),
        ("the number of paths is wrong", "//@ verdict: safe\n//@ paths: 2\nmain() { return 0; }\n"),
        ("the result is wrong", "//@ verdict: safe\n//@ input: -\n//@ returns: 1\nmain() { return 0; }\n"),
        ("the output is wrong", "//@ verdict: safe\n//@ input: -\n//@ output: 1\nmain() { output 2; return 0; }\n"),
        ("a diagnostic is missing", "main() { return 0; } //~ DIAG[syntax]\n"),
        ("a diagnostic is unexpected", "main() { return x; } //~ DIAG[syntax]\n"),
        ("the program is rejected", "//@ verdict: safe\nmain() { return x; }\n"),
        ("a directive is unknown", "//@ verdict: safe\n//@ speed: 3\nmain() { return 0; }\n"),
        ("an annotation is malformed", "//@ verdict: unsafe\nmain() { return 1 / 0; } //~ ERROR division-by-zero\n"),
        ("nothing is said", "main() { return 0; }\n"),
    ]
    .into_iter()
    .map(|(name, program)| {
        test(format!("harness: fails when {name}"), move || {
            let scratch = Scratch::new();
            notices(&scratch.file("t.mc", format!("{head}{program}")))
        })
    });
    trials.extend(microc);
    trials
}

/// The same for C.
fn harness_c() -> Vec<Trial> {
    let differs = "#include <stdio.h>\n#ifdef __GLIBC__\n#define N 1\n#else\n#define N 2\n#endif\nint main(void) { ";
    [
        ("an annotation is not met", "//@ verdict: unsafe\nint main(void) { return 0; } //~ ERROR[abort]\n".to_owned()),
        ("a finding is unexpected", "//@ verdict: safe\nint main(void) { int *p = 0; return *p; }\n".to_owned()),
        (
            "the line is wrong",
            "//@ verdict: unsafe\n//~ ERROR[null-dereference]\nint main(void) { int *p = 0; return *p; }\n".to_owned(),
        ),
        ("the output differs", format!("//@ behaviour\n{differs}return printf(\"%d\", N) - 1; }}\n")),
        ("the exit code differs", format!("//@ behaviour\n{differs}return N; }}\n")),
        (
            "a behaviour has a finding",
            "//@ behaviour\nint main(void) { int n; if (n > 3) return 1; return 0; }\n".to_owned(),
        ),
    ]
    .into_iter()
    .map(|(name, program)| {
        test(format!("harness: fails in C when {name}"), move || {
            let scratch = Scratch::new();
            notices(&scratch.file("t.c", program))
        })
    })
    .collect()
}

fn notices(file: &Path) -> Result<(), String> {
    match all(file) {
        Err(_) => Ok(()),
        Ok(()) => Err("the harness does not notice".to_owned()),
    }
}
