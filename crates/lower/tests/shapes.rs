//! What programs look like after lowering where running them does not tell: names, places, what is left to the engine,
//! what is not supported, and modules that are linked.

mod support;

use pathfold_ir::*;
use support::{Folder, bitcode, check, lowered, options, unsupported};

fn function<'a>(program: &'a Program, name: &str) -> &'a Function {
    &program.functions[program.function(name).unwrap_or_else(|| panic!("no `{name}`"))]
}

fn insts(function: &Function) -> impl Iterator<Item = &Inst> {
    function.blocks.iter().flat_map(|block| &block.insts)
}

#[test]
fn names_and_places_come_from_the_source() {
    let source = "int total;\nint count(int first, int last)\n{\n  int sum = 0, room[2];\n  for (int i = first; i < last; i++)\n    sum += i * room[0];\n  return sum;\n}\nint main(void) { return count(1, 2); }\n";
    let program = lowered(source, &[]);
    let count = function(&program, "count");
    let names: Vec<&str> = count.params.iter().filter_map(|&param| count.regs[param].name.as_deref()).collect();
    assert_eq!(names, ["first", "last"]);
    for wanted in ["sum", "i", "room"] {
        assert!(count.regs.iter().any(|reg| reg.name.as_deref() == Some(wanted)), "no register `{wanted}`");
    }
    assert_eq!(program.locs[count.loc].start.line, 2);
    assert!(program.files[program.locs[count.loc].file].ends_with("/test.c"));
    let product = insts(count).find(|inst| matches!(inst.op, Op::Binary(BinaryOp::SMul, ..))).expect("a product");
    assert_eq!(program.locs[product.loc].start, pathfold_base::LineCol { line: 6, column: 14 });
    let object = insts(count).find(|inst| matches!(inst.op, Op::Alloc { .. })).expect("an object");
    assert_eq!(program.locs[object.loc].start.line, 4);
    assert_eq!(program.locs[program.globals[GlobalId(0)].loc].start.line, 1);
    assert_eq!(program.functions[program.entry].name, "main");
    // Places and registers are in the order of the text, so that it needs no tables.
    assert!(!text::print(&program).contains("locs ["));
}

#[test]
fn functions_of_the_engine_are_intrinsics() {
    let source = r#"
        #include <setjmp.h>
        void *__pathfold_allocate(unsigned long, unsigned long); void __pathfold_free(void *);
        void __pathfold_assume(int); int __pathfold_is_symbolic(unsigned char);
        void __pathfold_make_symbolic(void *, unsigned long, const char *); void __pathfold_unknown(void);
        static jmp_buf place; static sigjmp_buf other;
        int main(void) {
            char *p = __pathfold_allocate(8, 16); __pathfold_make_symbolic(p, 8, "p"); __pathfold_assume(*p > 3);
            if (setjmp(place)) return 1; if (sigsetjmp(other, 1)) return 2;
            int known = __pathfold_is_symbolic(*p); __pathfold_free(p); __pathfold_unknown(); longjmp(place, known);
        }"#;
    let program = lowered(source, &[]);
    let found: Vec<Intrinsic> = insts(function(&program, "main"))
        .filter_map(|inst| match &inst.op {
            Op::Intrinsic(intrinsic, _) => Some(*intrinsic),
            _ => None,
        })
        .collect();
    let wanted = [
        Intrinsic::Allocate,
        Intrinsic::MakeSymbolic,
        Intrinsic::Assume,
        Intrinsic::SetJump,
        Intrinsic::SetJump,
        Intrinsic::IsSymbolic,
        Intrinsic::Free,
        // What nobody defines may be outside of the program.
        Intrinsic::Convention,
        Intrinsic::LongJump,
    ];
    assert_eq!(found, wanted);
    assert!(function(&program, "__pathfold_unknown").is_declaration());
    assert!(program.function("longjmp").is_none());
}

#[test]
fn calls_of_declarations_say_how_arguments_are_passed() {
    use convention::{Other, Passing};
    let source = r#"
        struct pair { float x, y; }; struct large { long a, b, c; }; struct words { long a, b; };
        void plain(int, char, unsigned char, double); void copied(struct large, void *); void vector(struct pair);
        void any(int, ...); void wide(long double); struct words returned(void); long double widened(void);
        void defined(char c) {}
        int main(void) {
            struct pair pair = {1, 2}; struct large large = {1, 2, 3};
            plain(1, 2, 3, 4); copied(large, 0); vector(pair); any(1, 2, 3.0f, &pair); any(1, 2.0L);
            wide(1); returned(); widened(); defined(1);
        }"#;
    let program = lowered(source, &["-nostdlibinc"]);
    let found: Vec<Convention> =
        insts(function(&program, "main")).filter_map(|inst| Convention::of(&inst.op)).collect();
    let [plain, copied, vector, any, odd, wide, returned, widened] = found[..] else { panic!("{found:?}") };
    let fixed =
        |convention: Convention, count: usize| (0..count).map(|index| convention.fixed(index)).collect::<Vec<_>>();
    assert_eq!(fixed(plain, 4), [Passing::Plain, Passing::Signed, Passing::Plain, Passing::Plain]);
    assert_eq!(plain.others(), Some(Vec::new()));
    assert_eq!(fixed(copied, 2), [Passing::Copied, Passing::Plain]);
    assert_eq!(fixed(vector, 2), [Passing::Unknown, Passing::Unknown]);
    assert_eq!(any.others(), Some(vec![Other::General, Other::Vector, Other::General]));
    assert_eq!((odd.others(), wide.fixed(0)), (None, Passing::Unknown));
    assert_eq!((returned, widened), (Convention::UNKNOWN, Convention::UNKNOWN));
}

#[test]
fn definitions_say_how_parameters_are_passed() {
    let source = r#"
        struct pair { float x, y; }; struct large { long a, b, c; }; struct words { long a, b; };
        struct wide { long double v; };
        int plain(int a, char b, void *c, double d) { return 0; }
        struct words returned(struct pair p, long double x) { return (struct words){0, 0}; }
        struct large placed(int n, struct large l, struct wide w, _Float16 h, ...) { return l; }
        void declared(long double);
        int main(void) { declared(1); return 0; }"#;
    let program = lowered(source, &["-nostdlibinc"]);
    let takes = |name: &str| function(&program, name).takes.clone();
    assert_eq!((takes("plain"), takes("declared")), (Vec::new(), Vec::new()));
    let result = |size, passed| Taken::Result { size, align: 8, passed };
    assert_eq!(takes("returned"), [result(16, false), Taken::Vector(2), Taken::Long]);
    let (large, wide) = (Taken::Copy { size: 24, align: 8 }, Taken::Copy { size: 16, align: 16 });
    assert_eq!(takes("placed"), [result(24, true), Taken::Plain, large, wide, Taken::Unknown(1)]);
}

#[test]
fn signed_overflow_is_checked_and_wrapping_is_not() {
    let source = "int f(int a, unsigned b, short c) { c += a; return a * c + (int)(b * 3u) - (a << 1); }\nint main(void) { return f(1, 2, 3); }\n";
    let program = lowered(source, &[]);
    let ops: Vec<BinaryOp> = insts(function(&program, "f"))
        .filter_map(|inst| match inst.op {
            Op::Binary(op, ..) => Some(op),
            _ => None,
        })
        .collect();
    use BinaryOp::{Mul, SAdd, SMul, SSub, Shl};
    assert_eq!(ops, [SAdd, SMul, Mul, SAdd, Shl, SSub]);
    let wrapping = lowered(source, &["-fwrapv"]);
    let checked = |inst: &Inst| matches!(inst.op, Op::Binary(SAdd | SSub | SMul, ..));
    assert!(!insts(function(&wrapping, "f")).any(checked));
}

#[test]
fn what_is_not_supported_ends_only_its_path() {
    let source = r#"
        long double half(long double x) { return x / 2; }
        long ticks(void) { long t; __asm__ volatile("rdtsc" : "=A"(t)); return t; }
        int wide(unsigned _BitInt(200) a) { return a * a > 5; }
        long double same(long double x, int n) { long double y = x; return n ? x : y; }
        static int chosen(void) { return 1; } static int (*resolve(void))(void) { return chosen; }
        int picked(void) __attribute__((ifunc("resolve")));
        _Float16 tiny(_Float16 x) { return x + x; }
        int main(void) { return half(1) + ticks() + same(2, 1) + picked(); }"#;
    let program = lowered(source, &["-w", "-std=c23"]);
    let said = unsupported(&program);
    for part in ["arithmetic on `long double`", "inline assembly `rdtsc`", "`mul` of `i200`", "`picked`", "conversion"]
    {
        assert!(said.iter().any(|what| what.contains(part)), "no `{part}` in {said:?}");
    }
    assert!(!insts(function(&program, "same")).any(|inst| matches!(inst.op, Op::Unsupported(_))));
}

#[test]
fn traps_abort_and_copies_are_the_engines() {
    let source = "struct S { int a[9]; }; void set(struct S *p, struct S *q, int n) { *p = *q; __builtin_memcpy(p, q, n); if (n > 3) __builtin_trap(); }\nint main(void) { return 0; }\n";
    let program = lowered(source, &[]);
    let set = function(&program, "set");
    let wanted = |inst: &Inst| matches!(&inst.op, Op::Check(CheckKind::Abort, Operand::Const(Const::Bool(false))));
    assert!(insts(set).any(wanted));
    assert!(insts(set).any(|inst| matches!(inst.op, Op::Intrinsic(Intrinsic::Copy, _))));
    assert!(function(&program, "memcpy").is_declaration());
}

#[test]
fn modules_are_joined() {
    let folder = Folder::new();
    let sources = [
        folder.write("a.c", "extern int shared; int get(void); static int mine = 1; static int f(void) { return mine; }\nint main(void) { return shared + get() + f(); }\n"),
        folder.write("b.c", "int shared = 5; static int mine = 2; static int f(void) { return mine; }\nint get(void) { return f(); }\n"),
    ];
    let files = bitcode(&folder, &sources, &[]);
    let program = pathfold_llvm::lower(&files, &options(&folder)).expect("a program");
    check(&program);
    assert_eq!(support::interpreter::run(&program), Ok((String::new(), 8)));
    let starts = ["__pathfold_constructors", "__pathfold_destructors"];
    assert!(starts.iter().all(|name| program.function(name).is_some()));
    let library = pathfold_llvm::lower(&files, &pathfold_llvm::LowerOptions { library: true, ..options(&folder) });
    let library = library.expect("a library");
    assert!(library.functions.iter().all(|function| function.library));
    assert!(starts.iter().all(|name| library.function(name).is_none()));
}

#[test]
fn local_pointers_stay_objects_if_they_are_kept() {
    let folder = Folder::new();
    let source = "char text[3]; int main(void) { char *p = text; int n = 2; p[n] = 3; p = text + 1; return p[1]; }\n";
    let files = bitcode(&folder, &[folder.write("a.c", source)], &[]);
    let plain = options(&folder);
    let kept = pathfold_llvm::LowerOptions { keeps_pointers: true, ..plain.clone() };
    for (options, objects) in [(plain, 0), (kept, 1)] {
        let program = pathfold_llvm::lower(&files, &options).expect("a program");
        check(&program);
        let main = &program.functions[program.function("main").expect("it is there")];
        let insts = main.blocks.iter().flat_map(|block| &block.insts);
        assert_eq!(insts.filter(|inst| matches!(inst.op, pathfold_ir::Op::Alloc { .. })).count(), objects);
        assert_eq!(support::interpreter::run(&program), Ok((String::new(), 3)));
    }
}

#[test]
fn a_program_is_linked_with_a_library() {
    let folder = Folder::new();
    let library = folder.write(
        "lib.c",
        "int limit = 7; extern int also __attribute__((alias(\"limit\"))); static int add(int a, int b) { return a + b; }\nint hook(int x) { return x; }\nint sum(int a, int b) { return add(hook(a), b); }\nint renamed(int, int) __attribute__((alias(\"sum\")));\nint unused(void) { return 1; }\n",
    );
    let source = folder.write(
        "main.c",
        "extern int also; int sum(); int renamed(int, int); int hook(int x) { return x * 10; } static int add(int a) { return a; }\nint main(void) { return sum(1, 2) + renamed(2, 3) + add(also); }\n",
    );
    let arguments = ["-w", "-std=c89"];
    let (library, source) = (bitcode(&folder, &[library], &arguments), bitcode(&folder, &[source], &arguments));
    let library = pathfold_llvm::lower(&library, &pathfold_llvm::LowerOptions { library: true, ..options(&folder) });
    let library = library.expect("a library");
    let program = pathfold_llvm::lower(&source, &options(&folder)).expect("a program");
    let whole = link(program, &library, &[]).expect("linked");
    check(&whole);
    assert_eq!(support::interpreter::run(&whole), Ok((String::new(), 12 + 23 + 7)));
    assert!(whole.function("unused").is_none());
}

#[test]
fn optimized_code_is_lowered_too() {
    // Vectors, intrinsics and selects that unoptimized code does not have.
    let source = "int printf(const char *, ...);\nstatic unsigned char text[300]; static short out[300];\nint main(void) { unsigned sum = 0; for (int i = 0; i < 300; i++) text[i] = i * 7; for (int i = 0; i < 300; i++) { out[i] = text[i] > 100 ? text[i] * 3 : -text[i]; sum = sum * 31 + out[i]; } for (int i = 0; i < 300; i++) sum += __builtin_popcount(out[i]) + (out[i] > 50 ? out[i] : 50); printf(\"%u\\n\", sum); return sum % 100; }\n";
    support::same_as_native(source, &["-O3"]);
    support::same_as_native(source, &["-O2", "-mavx2"]);
}
