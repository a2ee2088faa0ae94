//! The run directory: everything a run leaves behind.
//!
//! ```text
//! .pathfold-run       says that the directory is ours; locked while a run writes to it
//! run.json            the report (docs/json.md), written last
//! tests.jsonl         a test case per path end, one per line, written when the path ends
//! testNNNNNN.ktest    the inputs of a path of a C program, in KLEE's format
//! coverage.info       which lines were reached, in lcov's format
//! queries/            what the solvers were asked (--emit=smt2)
//! program.ir          the program as it was explored (--emit=ir)
//! ```
//!
//! Test cases share one file because file systems take far longer to make thousands of files than to write them (and
//! longest right after thousands were deleted). Each is one `write` call at the end of the file, so a run that is killed
//! loses nothing and leaves no half test case. When writing fails
//! (full disk, directory gone), the run goes on: the first error is remembered and reported at the end.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::ktest::KTest;
use crate::testcase::TestCase;

/// The file that makes a directory ours.
const MARKER: &str = ".pathfold-run";
/// The file of test cases.
pub const TESTS: &str = "tests.jsonl";
/// The file of reached lines.
pub const COVERAGE: &str = "coverage.info";
/// What the marker holds.
const MARKER_TEXT: &str =
    "pathfold-run/1\nThis directory belongs to `pathfold check --output`: the next run replaces its files.\n";

/// The program whose results are in this directory, if it is one that a run has left.
pub fn earlier(path: &Path) -> Option<String> {
    if !path.join(MARKER).is_file() {
        return None;
    }
    let program = |text: String| {
        let report: serde_json::Value = serde_json::from_str(&text).ok()?;
        Some(report.get("program")?.get("path")?.as_str()?.to_owned())
    };
    let report = fs::read_to_string(path.join("run.json")).ok().and_then(program);
    // A run that was killed has test cases only.
    report.or_else(|| {
        let (_, test) = TestCase::read_all(&path.join(TESTS)).ok()?.into_iter().next()?;
        Some(test.ok()?.program)
    })
}

/// An open run directory.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    /// Open for appending, if test cases are written.
    tests: Option<Tests>,
    first_error: Option<String>,
    failed: u64,
    /// Holds the lock until the run is over.
    _marker: File,
}

impl RunDir {
    /// Makes `path` an empty run directory. The error is a sentence for people that says what to do.
    pub fn create(path: &Path, write_tests: bool) -> Result<Self, String> {
        let name = path.display();
        let fail = |what: &str, error: &io::Error| {
            format!("cannot {what} the output directory `{name}`: {error}; choose another with --output")
        };
        match fs::metadata(path) {
            Ok(meta) if !meta.is_dir() => {
                return Err(format!("the output `{name}` is not a directory; choose another with --output"));
            }
            Ok(_) => {
                let ours = path.join(MARKER).is_file();
                let empty = || fs::read_dir(path).map(|mut entries| entries.next().is_none());
                if !ours && !empty().map_err(|error| fail("read", &error))? {
                    return Err(format!(
                        "the output directory `{name}` holds files that are not from pathfold; \
                         empty it, or choose another with --output"
                    ));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(path).map_err(|error| fail("make", &error))?;
            }
            Err(error) => return Err(fail("use", &error)),
        }
        let marker = lock_marker(&path.join(MARKER)).map_err(|error| match error {
            TryLockError::WouldBlock => {
                format!("another run is writing to `{name}`; wait for it, or choose another directory with --output")
            }
            TryLockError::Error(error) => fail("use", &error),
        })?;
        clear(path).map_err(|error| fail("clear", &error))?;
        let tests = if write_tests {
            let file = File::options().append(true).create(true).open(path.join(TESTS));
            Some(Tests { file: file.map_err(|error| fail("use", &error))?, length: 0 })
        } else {
            None
        };
        Ok(Self { path: path.to_owned(), tests, first_error: None, failed: 0, _marker: marker })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether test cases are written.
    pub fn writes_tests(&self) -> bool {
        self.tests.is_some()
    }

    /// How `pathfold replay` is told the test case of a path, if test cases are written.
    pub fn test_name(&self, number: u64) -> Option<String> {
        self.writes_tests().then(|| format!("{}:{number}", self.path.display()))
    }

    /// Writes the test case of a path that has ended.
    pub fn write_test(&mut self, test: &TestCase) {
        let Some(tests) = &mut self.tests else { return };
        if let Err(error) = tests.append(&test.to_json()) {
            self.remember(&self.path.join(TESTS), &error);
        }
    }

    /// Writes the inputs of a path of a C program, if test cases are written.
    pub fn write_ktest(&mut self, number: u64, test: &KTest) {
        if self.tests.is_some() {
            let path = self.path.join(ktest_name(number));
            self.write(&path, &test.to_bytes());
        }
    }

    /// Writes another file of the directory, such as `program.ir`.
    pub fn write_file(&mut self, name: &str, text: &str) {
        let path = self.path.join(name);
        self.write(&path, text.as_bytes());
    }

    /// Makes a directory of the directory, such as `queries`.
    pub fn make_dir(&mut self, name: &str) -> PathBuf {
        let path = self.path.join(name);
        if let Err(error) = fs::create_dir_all(&path) {
            self.remember(&path, &error);
        }
        path
    }

    /// What went wrong: the first error and how many files are missing.
    pub fn warning(&self) -> Option<String> {
        let tests = self.path.join(TESTS);
        if self.tests.is_some() && !tests.exists() {
            return Some(format!("`{}` was removed during the run: its test cases are lost", tests.display()));
        }
        let first = self.first_error.as_ref()?;
        let more = match self.failed {
            0 | 1 => String::new(),
            n => format!(" (and {} more test cases or files are missing)", n - 1),
        };
        Some(format!("{first}{more}"))
    }

    fn write(&mut self, path: &Path, contents: &[u8]) {
        let written = File::create(path).and_then(|mut file| file.write_all(contents));
        if let Err(error) = written {
            // Better no file than half a file.
            let _ = fs::remove_file(path);
            self.remember(path, &error);
        }
    }

    fn remember(&mut self, path: &Path, error: &io::Error) {
        self.failed += 1;
        self.first_error.get_or_insert_with(|| format!("cannot write `{}`: {error}", path.display()));
    }
}

fn lock_marker(path: &Path) -> Result<File, TryLockError> {
    let mut file =
        File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(TryLockError::Error)?;
    match file.try_lock() {
        // Not every file system has locks; then nobody is protected, as before.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
        other => other?,
    }
    file.set_len(0).and_then(|()| file.write_all(MARKER_TEXT.as_bytes())).map_err(TryLockError::Error)?;
    Ok(file)
}

/// The file of test cases, and how much of it is whole.
#[derive(Debug)]
struct Tests {
    file: File,
    length: u64,
}

impl Tests {
    /// One whole line or nothing: what a full disk took of it is cut off again.
    fn append(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(line.as_bytes()).inspect_err(|_| {
            let _ = self.file.set_len(self.length);
        })?;
        self.length += line.len() as u64;
        Ok(())
    }
}

/// The file of a path of a C program, named as KLEE names them.
pub fn ktest_name(number: u64) -> String {
    format!("test{number:06}.ktest")
}

/// The path a file of that kind belongs to.
pub fn ktest_number(name: &str) -> Option<u64> {
    let number = name.strip_prefix("test")?.strip_suffix(".ktest")?.parse().ok()?;
    (ktest_name(number) == name).then_some(number)
}

/// Removes what a run before left, and nothing else.
fn clear(path: &Path) -> io::Result<()> {
    for name in ["run.json", "program.ir", COVERAGE, TESTS] {
        remove(&path.join(name))?;
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_name().to_str().and_then(ktest_number).is_some() {
            remove(&entry.path())?;
        }
    }
    let queries = path.join("queries");
    // Not through links: they lead to something that is not ours.
    match fs::symlink_metadata(&queries) {
        Ok(meta) if meta.is_dir() => {}
        Ok(_) => return remove(&queries),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    }
    for entry in fs::read_dir(&queries)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "smt2") {
            remove(&file)?;
        }
    }
    // Stays if it holds something that is not ours.
    let _ = fs::remove_dir(&queries);
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testcase::{FORMAT, Outcome};

    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("pathfold-run-dir-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    fn test(path: u64) -> TestCase {
        TestCase {
            format: FORMAT.to_owned(),
            program: "a.mc".to_owned(),
            source_hash: String::new(),
            path,
            args: vec![],
            inputs: vec![],
            outcome: Outcome::Assumption,
            output: vec![],
            objects: vec![],
            streams: vec![],
            c: None,
            decisions: String::new(),
        }
    }

    #[test]
    fn our_directory_is_replaced_and_no_other() {
        let path = scratch("ours");
        let mut first = RunDir::create(&path, true).expect("a new directory");
        first.write_test(&test(1));
        first.write_ktest(7, &KTest::default());
        first.write_file("run.json", "{}");
        assert!(path.join(TESTS).is_file() && path.join("test000007.ktest").is_file());
        assert!(RunDir::create(&path, true).expect_err("locked").contains("another run"));
        drop(first);
        for mine in ["mine.txt", "test7.ktest"] {
            fs::write(path.join(mine), "keep me").expect("a scratch file");
        }
        let second = RunDir::create(&path, true).expect("our directory");
        assert!(!path.join("run.json").exists());
        assert_eq!(fs::read_to_string(path.join(TESTS)).expect("a new file"), "");
        assert!(!path.join("test000007.ktest").exists());
        assert!(path.join("mine.txt").is_file() && path.join("test7.ktest").is_file());
        assert_eq!(second.warning(), None);
        drop(second);

        fs::remove_file(path.join(MARKER)).expect("the marker");
        assert!(RunDir::create(&path, true).expect_err("not ours").contains("--output"));
        assert!(RunDir::create(&path.join("mine.txt"), true).expect_err("a file").contains("not a directory"));
        fs::remove_dir_all(&path).expect("the scratch directory");
    }

    #[test]
    fn a_vanished_directory_is_a_warning() {
        let path = scratch("gone");
        let mut dir = RunDir::create(&path, true).expect("a new directory");
        fs::remove_dir_all(&path).expect("the scratch directory");
        dir.write_test(&test(1));
        let warning = dir.warning().expect("a removed file");
        assert!(warning.contains(TESTS) && warning.contains("lost"), "{warning}");

        let mut dir = RunDir::create(&path, false).expect("a new directory");
        fs::remove_dir_all(&path).expect("the scratch directory");
        dir.write_file("program.ir", "");
        dir.write_file("run.json", "");
        let warning = dir.warning().expect("two errors");
        assert!(warning.contains("program.ir") && warning.contains("1 more"), "{warning}");
    }
}
