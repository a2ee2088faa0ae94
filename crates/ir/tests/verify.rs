//! Each rule of the verifier, by a program that breaks it and no other rule.

use pathfold_base::LineCol;
use pathfold_ir::text::parse;
use pathfold_ir::*;

fn program(text: &str) -> Program {
    parse(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

/// Checks that exactly one rule is broken, and that this is the one.
fn broken(program: &Program, message: &str) {
    let errors = verify(program);
    assert_eq!(errors.len(), 1, "{errors:?}\n{}", text::print(program));
    assert!(errors[0].to_string().contains(message), "{}", errors[0]);
    assert!(!errors[0].help.is_empty(), "{}", errors[0]);
}

const HEAD: &str = "declare @ext(int, bool) -> int\ndeclare @void()\nglobal @g: bytes 8 = zero\nentry @f\n";

/// The body of a function with one register of every type.
fn body(text: &str) -> Program {
    program(&format!(
        "{HEAD}func @f(%i: int, %b: bool, %p: ptr, %v: bv32, %w: bv64, %s: f32, %d: f64) -> int {{\nb0:\n{text}\n}}"
    ))
}

#[test]
fn well_formed_programs_pass() {
    let ok = body(
        "%1: int = add %i, 1\n %2: bool = slt %i, %1\n %3: bv32 = udiv %v, 7:bv32\n %4: f32 = fadd %s, %s
         %5: f64 = fptofp %s\n %6: bv64 = ptrtobv %p\n %7: ptr = bvtoptr %w\n %8: int = zext %b\n %9: bv32 = bitcast %s
         %10: bv128 = sext %v\n %11: bool = trunc %v\n %12: bv8 = trunc %i\n %13: bv7 = fptos %d\n %14: f64 = utofp %v
         %15: ptr = alloc cells heap %i\n %16: ptr = alloc bytes stack 4:bv64\n %17: ptr = offset %p, %i
         %18: ptr = offset @g, %w\n %19: f64 = load %p\n store true, %p\n %20: int = call @ext(1, true)
         call @ext(2, false)\n call @void()\n %21: bool = call *&ext(1)\n %22: bv9 = input\n output %s
         check assertion %2\n assume %b\n %23: int = defined undef:int\n %24: int = select %b, 1, 2
         %25: bool = ult %p, %7\n %26: bool = fle %s, %s\n %27: bool = and %b, %2\n %28: bv32 = not %v\n %29: f32 = fneg %s
         br %b, b1(%1), b2\nb1(%x: int):\n switch %v [1:bv32 => b2, 2:bv32 => b3], b2\nb2:\n ret %1\nb3:\n unreachable",
    );
    assert_eq!(verify(&ok), []);
}

#[test]
fn types_of_operands_and_results() {
    for (text, message) in [
        ("%1: bool = add true, true", "`add` does not exist on `bool`"),
        ("%1: int = and 1, 1", "`and` does not exist on `int`"),
        ("%1: int = udiv 1, 1", "`udiv` does not exist on `int`"),
        ("%1: int = fadd 1, 1", "`fadd` does not exist on `int`"),
        ("%1: int = add %v, 1", "the first operand is of type `bv32`, not `int`"),
        ("%1: int = add 1, %b", "the second operand is of type `bool`, not `int`"),
        ("add 1, 1", "sets no register"),
        ("%1: bool = neg %b", "`neg` does not exist on `bool`"),
        ("%1: int = not %i", "`not` does not exist on `int`"),
        ("%1: bv32 = fneg %v", "`fneg` does not exist on `bv32`"),
        ("%1: int = neg %v", "the operand is of type `bv32`"),
        ("neg %i", "sets no register"),
        ("%1: int = eq %i, 1", "the result is of type `bool`, not `int`"),
        ("%1: bool = eq %s, %s", "`eq` does not exist on `f32`"),
        ("%1: bool = slt %p, null", "`slt` does not exist on `ptr`"),
        ("%1: bool = ult %i, 1", "`ult` does not exist on `int`"),
        ("%1: bool = feq %i, 1", "`feq` does not exist on `int`"),
        ("%1: bool = eq %i, %v", "the second operand is of type `bv32`"),
        ("%1: bv32 = zext %v", "`zext` does not go from `bv32` to `bv32`"),
        ("%1: int = sext %b", "`sext` does not go from `bool` to `int`"),
        ("%1: bv33 = trunc %v", "`trunc` does not go from `bv32` to `bv33`"),
        ("%1: bv32 = bitcast %d", "`bitcast` does not go from `f64` to `bv32`"),
        ("%1: bv32 = ptrtobv %p", "`ptrtobv` does not go from `ptr` to `bv32`"),
        ("%1: ptr = bvtoptr %v", "`bvtoptr` does not go from `bv32` to `ptr`"),
        ("%1: f32 = fptofp %s", "`fptofp` does not go from `f32` to `f32`"),
        ("%1: int = fptos %s", "`fptos` does not go from `f32` to `int`"),
        ("%1: f32 = utofp %i", "`utofp` does not go from `int` to `f32`"),
        ("zext %b", "sets no register"),
        ("%1: int = select %i, 1, 2", "the condition is of type `int`"),
        ("%1: int = select %b, true, 2", "the first value is of type `bool`"),
        ("%1: int = select %b, 1, null", "the second value is of type `ptr`"),
        ("%1: int = alloc cells heap 1", "the result is of type `ptr`, not `int`"),
        ("%1: ptr = alloc cells heap 1:bv64", "the size is of type `bv64`, not `int`"),
        ("%1: ptr = alloc bytes heap 1:bv32", "the size is of type `bv32`, not `bv64`"),
        ("%1: ptr = offset %i, 1", "the pointer is of type `int`"),
        ("%1: ptr = offset %p, %v", "the offset is of type `bv32`"),
        ("%1: int = offset %p, 1", "the result is of type `ptr`"),
        ("%1: int = load %i", "the pointer is of type `int`"),
        ("load %p", "sets no register"),
        ("store 1, 2", "the pointer is of type `int`"),
        ("%1: int = store 1, %p", "has no result"),
        ("%1: int = call @ext(1)", "`ext` has 2 parameters but is given 1"),
        ("%1: int = call @ext(1, 2)", "an argument of `ext` is of type `int`, not `bool`"),
        ("%1: bool = call @ext(1, true)", "the result is of type `int`, not `bool`"),
        ("%1: bool = call @void()", "`void` returns no value"),
        ("call *%i()", "the called value is of type `int`"),
        ("input", "sets no register"),
        ("%1: int = output 1", "has no result"),
        ("check assertion 1", "the condition is of type `int`"),
        ("%1: int = check assertion true", "has no result"),
        ("assume %p", "the condition is of type `ptr`"),
        ("%1: int = defined %b", "the operand is of type `bool`"),
        ("%1: bv0 = input", "there is no type `bv0`"),
        ("%1: bv129 = input", "there is no type `bv129`"),
        ("output undef:bv200", "there is no type `bv200`"),
    ] {
        broken(&body(&format!("{text}\n ret 0")), message);
    }
}

#[test]
fn terminators() {
    for (text, message) in [
        ("br %i, b1, b1\nb1:\n ret 0", "the condition is of type `int`"),
        ("jump b1\nb1(%x: int):\n ret 0", "b1 has 1 parameter but is given 0"),
        ("jump b1(1, 2)\nb1(%x: int):\n ret 0", "b1 has 1 parameter but is given 2"),
        ("jump b1(true)\nb1(%x: int):\n ret 0", "an argument of b1 is of type `bool`, not `int`"),
        ("switch %b [], b1\nb1:\n ret 0", "a switch is on a number"),
        ("switch %i [1:bv8 => b1], b1\nb1:\n ret 0", "a case is of type `bv8`"),
        ("switch %i [1 => b1, 1 => b1], b1\nb1:\n ret 0", "there are two cases for `1`"),
        ("switch %i [undef:int => b1], b1\nb1:\n ret 0", "a case has no value"),
        ("ret", "returns without a value"),
        ("ret %b", "the returned value is of type `bool`"),
        ("jump b1\nb1:\n jump b0", "b1 jumps to the entry block"),
    ] {
        broken(&body(text), message);
    }
    broken(&program("func @f() {\nb0:\n ret 1\n}\nentry @f"), "without one");
    broken(&program("func @f() {\nb0(%x: int):\n ret\n}\nentry @f"), "the entry block has parameters");
}

#[test]
fn single_assignment() {
    for (text, message) in [
        ("output %1\n %1: int = input\n ret 0", "may not be set yet"),
        ("br %b, b1, b2\nb1:\n %1: int = input\n jump b2\nb2:\n ret %1", "may not be set yet"),
        ("jump b1(%x)\nb1(%x: int):\n ret 0", "may not be set yet"),
        ("%1: int = add %1, 1\n ret 0", "may not be set yet"),
    ] {
        broken(&body(text), message);
    }
    let twice = |text: &str| broken(&program(&format!("func @f({text}\n ret\n}}\nentry @f")), "is set twice");
    twice(") regs(%x: int) {\nb0:\n %x: int = input\n %x: int = input");
    twice("%x: int, %x: int) regs(%x: int) {\nb0:");
    twice("%x: int) regs(%x: int) {\nb0:\n jump b1(1)\nb1(%x: int):");
    broken(&program("func @f() regs(%x: int) {\nb0:\n output %x\n ret\n}\nentry @f"), "used but never set");
    // Code that cannot be reached may use anything that exists; registers nobody uses need no setting.
    let fine =
        program("func @f() regs(%x: int, %y: int) {\nb0:\n ret\nb1:\n output %x\n %x: int = input\n ret\n}\nentry @f");
    assert_eq!(verify(&fine), []);
}

#[test]
fn programs_and_globals() {
    let f = "func @f() {\nb0:\n ret\n}\nentry @f\n";
    broken(&program("declare @f()\nentry @f"), "has no body");
    broken(&program(&format!("{f}declare @f#2()")), "two functions are called `f`");
    broken(&program(&format!("{f}global @g: cells 1 = zero\nglobal @g#2: cells 1 = zero")), "two globals");
    broken(&program(&format!("{f}global @g: bytes 1 = x\"0000\"")), "more bytes than room");
    broken(&program(&format!("{f}global @g: cells 2 = [1]")), "one constant per cell");
    broken(&program(&format!("{f}global @g: cells 1 = x\"00\"")), "has cells but is given bytes");
    broken(&program(&format!("{f}global @g: bytes 1 = [1]")), "has bytes but is given cells");
    broken(&program(&format!("{f}declare @g() -> bv255")), "there is no type");
}

#[test]
fn ids_out_of_range() {
    let good = body("%1: int = add %i, 1\n output @g\n call @void()\n jump b1\nb1:\n ret %1");
    assert_eq!(verify(&good), []);
    let id = good.function("f").expect("there is one");
    let change = |f: &dyn Fn(&mut Program), message: &str| {
        let mut bad = good.clone();
        f(&mut bad);
        broken(&bad, message);
        text::print(&bad);
        dot(&bad, id);
        CallGraph::new(&bad);
    };
    let inst = |p: &mut Program, i: usize, op: Op| p.functions[id].blocks[BlockId(0)].insts[i].op = op;
    change(&|p| p.entry = FuncId(9), "the entry function does not exist");
    change(&|p| inst(p, 1, Op::Output(Reg(99).into())), "the register %99 does not exist");
    change(&|p| inst(p, 1, Op::Output(Const::Global(GlobalId(9)).into())), "the global g9 does not exist");
    change(&|p| inst(p, 1, Op::Output(Const::Function(FuncId(9)).into())), "the function f9 does not exist");
    change(&|p| inst(p, 2, Op::Call(Callee::Direct(FuncId(9)), Vec::new())), "the function f9 does not exist");
    change(&|p| p.functions[id].params.push(Reg(99)), "the register %99 does not exist");
    change(&|p| p.functions[id].loc = LocId(9), "the place !9 does not exist");
    change(&|p| p.functions[id].blocks[BlockId(1)].terminator_loc = LocId(9), "the place !9 does not exist");
    change(&|p| p.functions[id].blocks[BlockId(0)].insts[0].loc = LocId(9), "the place !9 does not exist");
    let jump = Terminator::Jump(Target { block: BlockId(7), args: Vec::new() });
    change(&|p| p.functions[id].blocks[BlockId(0)].terminator = jump.clone(), "the block b7 does not exist");
    let place = |line| LineCol { line, column: 1 };
    change(
        &|p| {
            p.locs.push(Loc { file: FileId(3), start: place(1), end: place(2) });
        },
        "in a file that does not exist",
    );
    change(
        &|p| {
            let file = p.files.push("a".to_owned());
            p.locs.push(Loc { file, start: place(2), end: place(1) });
        },
        "ends before it starts",
    );
    let mut bad = good.clone();
    bad.locs = Default::default();
    assert!(verify(&bad).iter().any(|e| e.message.contains("table of places is empty")));
}

/// What the errors of a text point at, the other part that matters included, and what they say to do.
fn pointed(text: &str) -> Vec<String> {
    let (program, places) = text::parse_with_places(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    assert_eq!(program, parse(text).expect("the same"));
    let of = |part| {
        let span = places.of(part).unwrap_or_else(|| panic!("{part} is nowhere in\n{text}"));
        let line = text[..span.range().start].matches('\n').count() + 1;
        format!("{line}: {}", &text[span.range()])
    };
    let point = |error: &VerifyError| match error.also {
        Some((part, why)) => format!("{} ({why} {})", of(error.part), of(part)),
        None => of(error.part),
    };
    verify(&program).iter().map(point).collect()
}

#[test]
fn errors_have_the_places_of_the_text() {
    let text =
        "declare @g(int) -> int\nfunc @f(%i: int) -> int {\nb0:\n  %1: int = add %i, true\n  jump b1\nb1:\n  ret\n}
func @h(%i: int) -> int takes(plain, plain) {\nb0(%x: int):\n  ret %i\n}\nentry @g\n";
    let expected = ["13: @g", "4: %1: int = add %i, true", "7: ret", "9: @h", "10: b0"];
    assert_eq!(pointed(text), expected);
}

#[test]
fn errors_in_globals_and_source_places_have_places() {
    let f = "func @f() {\nb0:\n  ret\n}\nentry @f\n";
    assert_eq!(pointed(&format!("global @a: bytes 1 = zero\nglobal @t: bytes 1 = x\"0a14\"\n{f}")), ["2: @t"]);
    assert_eq!(pointed(&format!("{f}global @a: cells 2 align 3 = [1]")), ["6: @a", "6: @a"]);
    assert_eq!(pointed(&format!("{f}declare @f#2()")), ["6: @f#2 (and this one 1: @f)"]);
    let global = "global @g: bytes 1 = zero\n";
    assert_eq!(pointed(&format!("{global}{f}global @g#2: bytes 1 = zero")), ["7: @g#2 (and this one 1: @g)"]);
    let inst = "func @f() {\nb0:\n  output 1  !7:90-7:1\n  output 2  !7:90-7:1\n  ret !1:1-1:2\n}\nentry @f\n";
    assert_eq!(pointed(&format!("file \"a\"\n{inst}")), ["4: !7:90-7:1"]);
    let table = "file \"a\"\nlocs [0@0:0-0:0, 0@3:1-2:9, 7@1:1-1:2]\n";
    assert_eq!(pointed(&format!("{table}{f}")), ["2: 0@3:1-2:9", "2: 7@1:1-1:2"]);
    assert_eq!(pointed("locs []\nentry #3"), ["2: #3", "1: []"]);
}

#[test]
fn errors_point_to_where_a_register_is_set() {
    let uses =
        "func @f(%b: bool) {\nb0:\n  br %b, b1, b2\nb1:\n  %x: int = input\n  jump b2\nb2:\n  output %x\n  ret\n}
entry @f";
    assert_eq!(pointed(uses), ["8: output %x (set here 5: %x: int = input)"]);
    let twice = "func @f() regs(%x: int) {\nb0:\n  jump b1(1)\nb1(%x: int):\n  %x: int = input\n  ret\n}\nentry @f";
    assert_eq!(pointed(twice), ["5: %x: int = input (first set here 4: b1)"]);
    let param = "func @f(%x: int) regs(%x: int) {\nb0:\n  %x: int = input\n  ret\n}\nentry @f";
    assert_eq!(pointed(param), ["3: %x: int = input (first set here 1: @f)"]);
    let call = "declare @g(int)\nfunc @f() {\nb0:\n  call @g()\n  jump b1\nb1(%x: int):\n  ret\n}\nentry @f";
    assert_eq!(pointed(call), ["4: call @g() (the function 1: @g)", "5: jump b1 (the block 6: b1)"]);
}
