//! Linking: names mean the program's definitions first, only what is needed comes along, and it is fast.

use std::time::{Duration, Instant};

use pathfold_ir::text::{parse, print};
use pathfold_ir::*;

fn program(text: &str) -> Program {
    parse(text).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn linked(text: &str, library: &str, roots: &[&str]) -> Program {
    let whole = link(program(text), &program(library), roots).expect("linked");
    assert_eq!(verify(&whole), vec![], "{}", print(&whole));
    whole
}

fn names(program: &Program) -> Vec<&str> {
    program.functions.iter().map(|function| function.name.as_str()).collect()
}

fn called(program: &Program, function: &str) -> Vec<String> {
    let id = program.function(function).expect("a function of this name");
    let insts = program.functions[id].blocks.iter().flat_map(|block| &block.insts);
    let callees = insts.filter_map(|inst| match &inst.op {
        Op::Call(Callee::Direct(id), _) => Some(program.functions[*id].name.clone()),
        _ => None,
    });
    callees.collect()
}

const LIBRARY: &str = "file \"lib.c\"
global @seen: bytes 8 = x\"\" with [0: &helper]
global @counter: bytes 4 !9:1-9:2 = zero
global @spare: bytes 4 = zero
alias @tally = @counter
func @add(%a: bv32, %b: bv32) -> bv32 library !1:1-1:2 {
b0:
  %s: bv32 = add %a, %b !1:5-1:6
  ret %s
}
func @main(%x: bv32) -> bv32 local library {
b0:
  ret %x
}
func @helper() library {
b0:
  ret
}
func @twice(%x: bv32) -> bv32 library !2:1-2:2 {
b0:
  %p: ptr = load @seen !2:5-2:6
  %y: bv32 = call @main(%x) !2:5-2:6
  %s: bv32 = call @add(%y, %y) !2:7-2:8
  ret %s
}
func @unused() library {
b0:
  ret
}
entry @unused
";

#[test]
fn a_program_gets_what_it_needs() {
    let text = "file \"a.c\"\ndeclare @twice(bv32) -> bv32\nfunc @idle() {\nb0:\n  ret\n}\nfunc @main() -> bv32 !3:1-3:2 {\nb0:\n  %x: bv32 = call @twice(4:bv32)\n  ret %x\n}\nentry @main\n";
    let whole = linked(text, LIBRARY, &[]);
    // The library's own `main` is local and gets another name; `helper` is needed by the contents of `seen` only.
    assert_eq!(names(&whole), ["main", "add", "main.1", "helper", "twice"]);
    assert_eq!(called(&whole, "main"), ["twice"]);
    assert_eq!(called(&whole, "twice"), ["main.1", "add"]);
    assert_eq!(whole.globals.iter().map(|g| g.name.as_str()).collect::<Vec<_>>(), ["seen"]);
    let files: Vec<&str> = whole.files.iter().map(String::as_str).collect();
    assert_eq!(files, ["a.c", "lib.c"]);
    let loc = whole.locs[whole.functions[whole.function("add").expect("add")].loc];
    assert_eq!((whole.files[loc.file].as_str(), loc.start.line), ("lib.c", 1));
    assert_eq!(whole.functions[whole.entry].name, "main");
}

#[test]
fn the_programs_definitions_count_inside_the_library_too() {
    let text = "declare @twice(bv32) -> bv32\nglobal @seen: bytes 8 = zero\nfunc @add(%a: bv32, %b: bv32) -> bv32 {\nb0:\n  %s: bv32 = sub %a, %b\n  ret %s\n}\nfunc @main() -> bv32 {\nb0:\n  %x: bv32 = call @twice(4:bv32)\n  ret %x\n}\nentry @main\n";
    let whole = linked(text, LIBRARY, &[]);
    assert_eq!(names(&whole), ["add", "main", "main.1", "twice"]);
    assert!(print(&whole).contains("sub %a, %b"));
    assert_eq!(whole.globals.iter().map(|g| &g.init).collect::<Vec<_>>(), [&Init::Zero]);
}

#[test]
fn local_names_of_the_program_hide_nothing() {
    let text = "declare @twice(bv32) -> bv32\nfunc @add() local {\nb0:\n  ret\n}\nfunc @main() -> bv32 {\nb0:\n  call @add()\n  %x: bv32 = call @twice(4:bv32)\n  ret %x\n}\nentry @main\n";
    let whole = linked(text, LIBRARY, &[]);
    assert_eq!(called(&whole, "main"), ["add", "twice"]);
    assert_eq!(called(&whole, "twice"), ["main.1", "add.1"]);
}

#[test]
fn declarations_that_nobody_defines_stay_and_are_one() {
    let text = "declare @gone() -> bv32\nglobal @there: bytes 4 = external\nfunc @main() -> bv32 {\nb0:\n  %x: bv32 = call @gone()\n  %y: bv32 = load @there\n  call @also()\n  ret %x\n}\ndeclare @also()\nentry @main\n";
    let library = "declare @gone() -> bv32\nfunc @also() {\nb0:\n  %x: bv32 = call @gone()\n  ret\n}\nentry @also\n";
    let whole = linked(text, library, &[]);
    assert_eq!(names(&whole), ["gone", "main", "also"]);
    assert!(whole.functions[FuncId(0)].is_declaration());
    assert_eq!(whole.globals[GlobalId(0)].init, Init::External);
}

#[test]
fn roots_are_kept_and_must_be_there() {
    let text = "func @main() {\nb0:\n  ret\n}\nfunc @__pathfold_constructors() {\nb0:\n  call @first()\n  ret\n}\nfunc @first() {\nb0:\n  ret\n}\nentry @main\n";
    let whole = linked(text, LIBRARY, &["unused"]);
    assert_eq!(names(&whole), ["main", "__pathfold_constructors", "first", "unused"]);
    let error = link(program(text), &program(LIBRARY), &["start"]);
    assert_eq!(error, Err("the function `start` is defined nowhere".to_owned()));
}

#[test]
fn aliases_are_found_by_name() {
    let text = "global @tally: bytes 4 = external\nfunc @main() -> bv32 {\nb0:\n  %x: bv32 = load @tally\n  ret %x\n}\nentry @main\n";
    let whole = linked(text, LIBRARY, &[]);
    assert_eq!(whole.globals.iter().map(|g| g.name.as_str()).collect::<Vec<_>>(), ["counter"]);
    assert!(whole.aliases.is_empty());
}

#[test]
fn declarations_without_parameters_are_bridged() {
    let text = "declare @twice(ptr) -> bv32 variadic\nfunc @main() -> bv32 {\nb0:\n  %a: ptr = alloc bytes stack 8:bv64 align 16\n  store 4:bv64, %a\n  %x: bv32 = call @twice(%a)\n  ret %x\n}\nentry @main\n";
    let whole = linked(text, LIBRARY, &[]);
    let [bridge] = &called(&whole, "main")[..] else { panic!("one call") };
    assert_eq!(
        called(&whole, bridge),
        ["twice".to_owned()].map(|name| if *bridge == name { "twice.1".into() } else { name })
    );
    // Of a wider number the lower bits are passed on.
    let wide = "declare @twice(bv64) -> bv32\nfunc @main() -> bv32 {\nb0:\n  %x: bv32 = call @twice(7:bv64)\n  ret %x\n}\nentry @main\n";
    let wide = print(&linked(wide, LIBRARY, &[]));
    assert!(wide.contains("trunc") && !wide.contains("unsupported"), "{wide}");
    // What cannot be passed on ends the path instead of breaking the program.
    let wrong = "declare @twice(f64) -> bv32\nfunc @main() -> bv32 {\nb0:\n  %x: bv32 = call @twice(f64:0x0000000000000000)\n  ret %x\n}\nentry @main\n";
    assert!(print(&linked(wrong, LIBRARY, &[])).contains("unsupported"));
}

#[test]
fn a_large_library_costs_only_what_is_taken() {
    let mut library = String::from("file \"lib.c\"\n");
    for i in 0..1500 {
        library.push_str(&format!(
            "func @f{i}(%x: bv32) -> bv32 {{\nb0:\n  %v0: bv32 = add %x, 1:bv32 !{}:1-{}:2\n",
            i + 1,
            i + 1
        ));
        for j in 1..50 {
            library.push_str(&format!(
                "  %v{j}: bv32 = add %v{}, {j}:bv32 !{}:{j}-{}:{}\n",
                j - 1,
                i + 1,
                i + 1,
                j + 1
            ));
        }
        let next = if i % 150 == 149 { String::new() } else { format!("  %r: bv32 = call @f{}(%v9)\n", i + 1) };
        library.push_str(&format!("{next}  ret %v49\n}}\n"));
    }
    library.push_str("entry @f0\n");
    let library = program(&library);
    let text = "declare @f300(bv32) -> bv32\nfunc @main() -> bv32 {\nb0:\n  %x: bv32 = call @f300(1:bv32)\n  ret %x\n}\nentry @main\n";
    let text = program(text);
    let start = Instant::now();
    let whole = link(text, &library, &[]).expect("linked");
    let took = start.elapsed();
    assert_eq!(whole.functions.len(), 151);
    // Optimized it takes two milliseconds; this leaves room for slow builds on busy machines.
    assert!(took < Duration::from_millis(500), "{took:?}");
}
