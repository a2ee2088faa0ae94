//! Bad input through the real process: never a crash of the caller, always an error or a program that keeps the rules.

mod support;

use pathfold_base::Rng;
use pathfold_ir::verify;
use pathfold_llvm::{LowerOptions, lower};
use support::{Folder, bitcode, options};

const SOURCE: &str = r#"
    #include <stdarg.h>
    struct S { int a; double b; char *c; }; static struct S list[] = { { 1, 2.5, "x" }, { 3, 4.5, "yz" } };
    static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s += va_arg(ap, int); va_end(ap); return s; }
    int main(int argc, char **argv) { __int128 w = argc; for (int i = 0; i < 2; i++) w += list[i].a; switch (argc) { case 1: return sum(2, 3, 4); } return (int)(w >> 3); }
"#;

#[test]
fn flipped_bits() {
    let folder = Folder::new();
    let source = folder.write("test.c", SOURCE);
    let file = bitcode(&folder, &[source], &[]).remove(0);
    let whole = std::fs::read(&file).expect("bitcode");
    let tries: u64 = std::env::var("DAMAGED_FILES").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let (mut errors, mut crashes) = (0, 0);
    for seed in 0..tries {
        let mut rng = Rng::new(seed);
        let mut bytes = whole.clone();
        for _ in 0..1 + rng.below(3) {
            let bit = rng.below(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        if rng.chance(0.1) {
            bytes.truncate(rng.below(bytes.len()));
        }
        let damaged = folder.write("damaged.bc", &bytes);
        match lower(&[damaged], &options(&folder)) {
            Ok(program) => assert_eq!(verify(&program), vec![], "seed {seed}"),
            Err(message) => {
                assert!(!message.is_empty() && message.lines().count() == 1, "seed {seed}: {message}");
                assert!(!message.contains("our own fault") && !message.contains("panicked"), "seed {seed}: {message}");
                errors += 1;
                crashes += u32::from(message.contains("crashed"));
            }
        }
    }
    assert!(errors > 0 && u64::from(crashes) < tries / 2, "{errors} errors and {crashes} crashes of {tries}");
}

#[test]
fn errors_are_one_clear_line() {
    let folder = Folder::new();
    let options = options(&folder);
    let missing = folder.path().join("missing.bc");
    let message = |contents: &str| lower(&[folder.write("bad.ll", contents)], &options).expect_err("an error");
    assert!(lower(&[missing], &options).expect_err("an error").contains("missing.bc"));
    assert!(message("this is no IR").contains("bad.ll"));
    assert!(message("").contains("defines no function"));
    assert!(message("define void @f() { %x = add i32 1, %x ret void }").contains("bad.ll"));
    assert!(message("target datalayout = \"E-p:32:32\"\ndefine void @f() { ret void }").contains("64-bit"));
    let clash =
        [folder.write("a.ll", "define void @f() { ret void }"), folder.write("b.ll", "define void @f() { ret void }")];
    let error = lower(&clash, &options).expect_err("an error");
    assert!(error.contains("b.ll") && error.contains("multiply defined"), "{error}");
    let nobody = LowerOptions { program: folder.path().join("nobody"), ..options.clone() };
    assert!(lower(&[folder.write("a.ll", "")], &nobody).expect_err("an error").contains("nobody"));
    let passes = LowerOptions { passes: Some("no-such-pass".to_owned()), ..options.clone() };
    let file = folder.write("f.ll", "define void @f() { ret void }");
    assert!(lower(&[file], &passes).expect_err("an error").contains("no-such-pass"));
}

#[test]
fn damaged_cache_files_are_made_again() {
    let folder = Folder::new();
    let file = folder.write("f.ll", "define i32 @f() { ret i32 3 }");
    let options = options(&folder);
    let first = lower(std::slice::from_ref(&file), &options).expect("a program");
    let cached = || -> Vec<_> {
        let entries = std::fs::read_dir(&options.cache).expect("the cache");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let [path] = &cached()[..] else { panic!("one file in the cache: {:?}", cached()) };
    for damage in [&b""[..], b"PATHFOLD", b"garbage", &[0xff; 500]] {
        std::fs::write(path, damage).expect("written");
        assert_eq!(lower(std::slice::from_ref(&file), &options), Ok(first.clone()));
    }
    assert_eq!(cached().len(), 1);
    // What is in the cache is what counts: the loader is not asked again.
    let other = pathfold_ir::text::parse("func @g() {\nb0:\n  ret\n}\nentry @g\n").expect("a program");
    std::fs::write(path, pathfold_llvm::write_program(&other)).expect("written");
    assert_eq!(lower(&[file], &options), Ok(other));
}
