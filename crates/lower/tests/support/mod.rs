//! What the tests share: C through clang and the real `pathfold-lower`, natively and interpreted.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod interpreter;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use pathfold_ir::{Op, Program, text, verify};
use pathfold_llvm::{Clang, LowerOptions, compile, lower};

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// A folder for one test, removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("pathfold-lower-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, contents).expect("a file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn options(folder: &Folder) -> LowerOptions {
    LowerOptions::new(env!("CARGO_BIN_EXE_pathfold-lower"), folder.path().join("cache"))
}

/// Sources to bitcode.
pub fn bitcode(folder: &Folder, sources: &[PathBuf], arguments: &[&str]) -> Vec<PathBuf> {
    let clang = Clang::find(None).expect("clang 19");
    let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
    let (files, _) = compile(&clang, sources, &arguments, folder.path()).unwrap_or_else(|error| panic!("{error}"));
    files
}

/// A program from C; verified, and the same after printing and parsing.
pub fn lowered(source: &str, arguments: &[&str]) -> Program {
    let folder = Folder::new();
    let source = folder.write("test.c", source);
    let files = bitcode(&folder, &[source], arguments);
    let program = lower(&files, &options(&folder)).unwrap_or_else(|error| panic!("{error}"));
    check(&program);
    program
}

/// Holds a program to the rules, and the text to the program.
pub fn check(program: &Program) {
    assert_eq!(verify(program), vec![]);
    let printed = text::print(program);
    let parsed = text::parse(&printed).unwrap_or_else(|errors| panic!("{errors:?}\n{printed}"));
    assert!(parsed == *program, "printing and parsing changed the program:\n{printed}");
}

/// What is not supported anywhere in a program.
pub fn unsupported(program: &Program) -> Vec<String> {
    let insts = program.functions.iter().flat_map(|f| f.blocks.iter()).flat_map(|block| &block.insts);
    let said = insts.filter_map(|inst| match &inst.op {
        Op::Unsupported(what) => Some(what.clone()),
        _ => None,
    });
    said.collect()
}

/// What a program does natively: its output and its status.
pub fn native(source: &str, arguments: &[&str]) -> (String, i32) {
    let folder = Folder::new();
    let source = folder.write("test.c", source);
    let program = folder.path().join("program");
    let mut command = Command::new("clang-19");
    command.args(["-w", "-O0", "-o"]).arg(&program).arg(&source).args(arguments).arg("-lm");
    let output = command.output().expect("clang 19");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(&program).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output.status.code().unwrap_or_else(|| panic!("{}", output.status)))
}

/// Runs C natively and lowered, and wants the same output and status.
pub fn same_as_native(source: &str, arguments: &[&str]) {
    let program = lowered(source, arguments);
    assert_eq!(unsupported(&program), Vec::<String>::new());
    let interpreted = interpreter::run(&program).unwrap_or_else(|error| panic!("{error}\n{}", text::print(&program)));
    assert_eq!(interpreted, native(source, arguments));
}
