//! Clang as we run it: what it makes, and what it says when it cannot.

use std::path::{Path, PathBuf};

use pathfold_llvm::{Clang, compile};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("pathfold-llvm-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

#[test]
fn sources_become_bitcode() {
    let folder = folder("good");
    let sources = [folder.join("a.c"), folder.join("b.c")];
    std::fs::write(&sources[0], "#include \"h.h\"\nint f(void) { int unused; return N; }\n").expect("written");
    std::fs::write(&sources[1], "int g(void) { return 1; }\n").expect("written");
    std::fs::create_dir_all(folder.join("include")).expect("a folder");
    std::fs::write(folder.join("include/h.h"), "#define N 3\n").expect("written");
    let clang = Clang::find(None).expect("clang 19");
    let arguments = [format!("-I{}", folder.join("include").display()), "-Wall".to_owned()];
    let (files, warnings) = compile(&clang, &sources, &arguments, &folder.join("out")).expect("bitcode");
    assert_eq!(files.len(), 2);
    for file in &files {
        assert!(std::fs::read(file).expect("a file").starts_with(b"BC"));
    }
    assert!(warnings.contains("unused variable"));
    assert!(clang.resource_dir().expect("a folder").join("stdarg.h").exists());
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn clangs_own_words_are_the_error() {
    let folder = folder("bad");
    let source = folder.join("bad.c");
    std::fs::write(&source, "int main(void) { return missing; }\n").expect("written");
    let clang = Clang::find(None).expect("clang 19");
    let error = compile(&clang, &[source, folder.join("gone.c")], &[], &folder).expect_err("an error");
    assert!(error.contains("use of undeclared identifier 'missing'") && error.contains("bad.c:1:25"), "{error}");
    assert!(error.contains("gone.c"), "{error}");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_missing_clang_is_named() {
    let error = Clang::find(Some(Path::new("/nowhere/clang"))).expect_err("an error");
    assert!(error.contains("/nowhere/clang"), "{error}");
}
