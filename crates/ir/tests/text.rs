//! Printing and parsing are inverse, on everything the data types can express; garbage gives diagnostics.

use pathfold_base::{Bits, IdVec, Integer, LineCol, Rng, SourceFile};
use pathfold_ir::text::{parse, parse_with_places, print};
use pathfold_ir::*;

/// Random programs: ids are in range, nothing else is promised.
struct Generator {
    rng: Rng,
    orderly: bool,
    functions: usize,
    globals: usize,
    regs: usize,
    blocks: usize,
    locs: usize,
}

impl Generator {
    fn below(&mut self, n: usize) -> u32 {
        self.rng.below(n) as u32
    }

    fn name(&mut self) -> String {
        let names = [
            "x",
            "y",
            "main",
            "",
            "odd name",
            "q\"uote",
            "back\\slash",
            "new\nline",
            "b1",
            "č",
            "7",
            "x#1",
            "true",
            "a-b",
        ];
        (*self.rng.pick(&names)).to_owned()
    }

    fn ty(&mut self) -> Type {
        let width = self.rng.below(256) as u8;
        *self.rng.pick(&[Type::Bool, Type::Int, Type::Ptr, Type::F32, Type::F64, Type::Bv(width), Type::Bv(32)])
    }

    fn constant(&mut self) -> Const {
        let number = self.rng.next_u64();
        match self.rng.below(11) {
            0 => Const::Bool(number & 1 == 1),
            1 => Const::Int(Integer::from(number as i64 >> 50)),
            2 => Const::Int(Integer::from(u128::from(number) * u128::from(number)).neg()),
            3 => Const::Bits(Bits::new(self.below(128) + 1, u128::from(number) << 31)),
            4 => Const::F32(number as u32),
            5 => Const::F64(number),
            6 => Const::Null,
            7 => Const::Undef(self.ty()),
            8 if self.globals > 0 => Const::Global(GlobalId(self.below(self.globals))),
            9 if self.functions > 0 => Const::Function(FuncId(self.below(self.functions))),
            _ => Const::Int(Integer::from(0i64)),
        }
    }

    fn pointer(&mut self) -> Pointer {
        let addend = *self.rng.pick(&[0, 7, -7, i64::MAX, i64::MIN]);
        Pointer { offset: self.rng.next_u64(), target: self.constant(), addend }
    }

    fn operand(&mut self) -> Operand {
        if self.regs > 0 && self.rng.chance(0.6) {
            return Reg(self.below(self.regs)).into();
        }
        self.constant().into()
    }

    fn operands(&mut self) -> Vec<Operand> {
        (0..self.rng.below(4)).map(|_| self.operand()).collect()
    }

    fn taken(&mut self) -> Taken {
        let (size, align, passed) = (self.rng.next_u64(), self.rng.next_u64(), self.rng.chance(0.5));
        let count = self.below(10);
        let all = [
            Taken::Plain,
            Taken::Long,
            Taken::Vector(count),
            Taken::Copy { size, align },
            Taken::Result { size, align, passed },
            Taken::Unknown(count),
        ];
        *self.rng.pick(&all)
    }

    fn target(&mut self) -> Target {
        Target { block: BlockId(self.below(self.blocks)), args: self.operands() }
    }

    fn loc(&mut self) -> LocId {
        LocId(self.below(self.locs))
    }

    fn op(&mut self) -> Op {
        let layout = *self.rng.pick(Layout::ALL);
        let kind = *self.rng.pick(AllocKind::ALL);
        match self.rng.below(17) {
            0 => Op::Binary(*self.rng.pick(BinaryOp::ALL), self.operand(), self.operand()),
            1 => Op::Unary(*self.rng.pick(UnaryOp::ALL), self.operand()),
            2 => Op::Compare(*self.rng.pick(CompareOp::ALL), self.operand(), self.operand()),
            3 => Op::Cast(*self.rng.pick(CastOp::ALL), self.operand()),
            4 => Op::Select(self.operand(), self.operand(), self.operand()),
            5 => Op::Alloc { layout, kind, size: self.operand(), align: 1 << self.rng.below(5) },
            6 => Op::Offset(self.operand(), self.operand()),
            7 => Op::Load(self.operand()),
            8 => Op::Store { value: self.operand(), pointer: self.operand() },
            9 => Op::Call(Callee::Direct(FuncId(self.below(self.functions))), self.operands()),
            10 => Op::Call(Callee::Indirect(self.operand()), self.operands()),
            11 => Op::Input,
            12 => Op::Output(self.operand()),
            13 => Op::Check(*self.rng.pick(&CheckKind::ALL), self.operand()),
            14 => Op::Intrinsic(*self.rng.pick(Intrinsic::ALL), self.operands()),
            15 => Op::Unsupported(self.name()),
            _ => {
                if self.rng.chance(0.5) {
                    Op::Assume(self.operand())
                } else {
                    Op::Defined(self.operand())
                }
            }
        }
    }

    fn terminator(&mut self) -> Terminator {
        match self.rng.below(6) {
            0 => Terminator::Jump(self.target()),
            1 => Terminator::Branch { cond: self.operand(), then: self.target(), otherwise: self.target() },
            2 => {
                let cases = (0..self.rng.below(4)).map(|_| (self.constant(), self.target())).collect();
                Terminator::Switch { value: self.operand(), cases, default: self.target() }
            }
            3 => Terminator::Return(Some(self.operand())),
            4 => Terminator::Return(None),
            _ => Terminator::Unreachable,
        }
    }

    fn function(&mut self) -> Function {
        self.regs = self.rng.below(8);
        self.blocks = self.rng.below(5);
        let mut regs = IdVec::new();
        for _ in 0..self.regs {
            let name = self.rng.chance(0.5).then(|| self.name());
            regs.push(RegInfo { ty: self.ty(), name });
        }
        // In order of appearance or not at all.
        let mut next = 0;
        let (orderly, count) = (self.orderly, self.regs);
        let mut fresh = move |rng: &mut Rng| {
            next += 1;
            let reg = if orderly { Some(next - 1) } else { Some(rng.below(count)) };
            reg.filter(|&reg| reg < count).map(|reg| Reg(reg as u32))
        };
        let params = (0..self.rng.below(3)).filter_map(|_| fresh(&mut self.rng)).collect();
        let mut blocks = IdVec::new();
        for _ in 0..self.blocks {
            let params = (0..self.rng.below(3)).filter_map(|_| fresh(&mut self.rng)).collect();
            let mut insts = Vec::new();
            for _ in 0..self.rng.below(4) {
                let dst = if self.rng.chance(0.5) { fresh(&mut self.rng) } else { None };
                insts.push(Inst { dst, op: self.op(), loc: self.loc() });
            }
            blocks.push(Block { params, insts, terminator: self.terminator(), terminator_loc: self.loc() });
        }
        let ret = self.rng.chance(0.5).then(|| self.ty());
        let (variadic, local) = (self.rng.chance(0.3), self.rng.chance(0.3));
        let (weak, library) = (self.rng.chance(0.3), self.rng.chance(0.3));
        let takes =
            if self.rng.chance(0.3) { (0..self.rng.below(4)).map(|_| self.taken()).collect() } else { Vec::new() };
        let (name, loc) = (self.name(), self.loc());
        Function { name, params, ret, regs, blocks, loc, variadic, local, weak, library, takes }
    }

    fn program(&mut self) -> Program {
        let mut program = Program::new();
        for _ in 0..self.rng.below(3) {
            let name = self.name();
            program.files.push(name);
        }
        for _ in 0..self.rng.below(4) {
            let mut place = || LineCol { line: self.rng.below(4) as u32, column: self.rng.below(4) as u32 };
            let (start, end) = (place(), place());
            program.locs.push(Loc { file: FileId(self.rng.below(3) as u32), start, end });
        }
        self.locs = program.locs.len();
        self.functions = 1 + self.rng.below(3);
        self.globals = self.rng.below(3);
        for _ in 0..self.globals {
            let init = match self.rng.below(6) {
                4 => Init::External,
                5 => Init::Image {
                    bytes: vec![self.rng.next_u64() as u8],
                    pointers: (0..self.rng.below(3)).map(|_| self.pointer()).collect(),
                },
                0 => Init::Undef,
                1 => Init::Zero,
                2 => Init::Bytes((0..self.rng.below(5)).map(|_| self.rng.next_u64() as u8).collect()),
                _ => Init::Cells((0..self.rng.below(4)).map(|_| self.constant()).collect()),
            };
            program.globals.push(Global {
                name: self.name(),
                layout: *self.rng.pick(Layout::ALL),
                size: self.rng.next_u64(),
                init,
                constant: self.rng.chance(0.5),
                align: 1 << self.rng.below(5),
                local: self.rng.chance(0.5),
                weak: self.rng.chance(0.5),
                loc: self.loc(),
            });
        }
        if self.globals > 0 {
            for _ in 0..self.rng.below(3) {
                let target = GlobalId(self.below(self.globals));
                let addend = *self.rng.pick(&[0, 7, -7, i64::MAX, i64::MIN]);
                program.aliases.push(Alias { name: self.name(), target, addend });
            }
        }
        for _ in 0..self.functions {
            let function = self.function();
            program.functions.push(function);
        }
        program.entry = FuncId(self.below(self.functions));
        program
    }
}

fn random_program(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let orderly = rng.chance(0.6);
    Generator { rng, orderly, functions: 0, globals: 0, regs: 0, blocks: 0, locs: 0 }.program()
}

#[test]
fn random_programs_survive_the_round_trip() {
    let mut with_tables = 0;
    for seed in 0..5000 {
        let program = random_program(seed);
        let text = print(&program);
        with_tables += usize::from(text.contains("regs(") || text.contains("locs ["));
        match parse_with_places(&text) {
            Ok((parsed, places)) => {
                assert_eq!(parsed, program, "seed {seed}\n{text}");
                assert_eq!(print(&parsed), text, "seed {seed}");
                for error in verify(&parsed) {
                    let parts = [Some(error.part), error.also.map(|(part, _)| part)];
                    for part in parts.into_iter().flatten() {
                        assert!(places.of(part).is_some(), "seed {seed}: {part} is nowhere: {error}\n{text}");
                    }
                }
            }
            Err(errors) => panic!("seed {seed}: {errors:?}\n{text}"),
        }
        for id in program.functions.ids() {
            dot(&program, id);
        }
        CallGraph::new(&program);
    }
    assert!((500..4900).contains(&with_tables), "{with_tables} of 5000 need tables");
}

#[test]
fn the_readable_form_parses_and_prints_as_it_is() {
    let text = r#"file "a.mc"
file "b.mc"
global @table: bytes 4 = x"00010203"
constant @cell: cells 2 = [1, null]
func @main(%a: int) -> int !"a.mc":1:1-1:5 {
b0:
  %x: int = input !"a.mc":2:5-2:10
  %c: bool = slt %x, 3
  br %c, b1(%x), b2 !"b.mc":3:5-3:9
b1(%y: int):
  %p: ptr = alloc cells heap 3
  %q: ptr = offset %p, %y
  store 7, %q
  %v: int = load %q
  %"odd name": int = call @f(%v, 1)
  check division-by-zero %c
  %8: ptr = call *&ext(255:bv8, undef:int, f32:0x3f800000, @table)
  ret %"odd name"
b2:
  switch %a [1 => b3, -5 => b4(true)], b4(false)
b3:
  unreachable
b4(%x#9: bool):
  ret 0
}
declare @f(%first: int, int) -> int
declare @ext(bv32)
entry @main
"#;
    let program = parse(text).expect("the example is well formed");
    assert_eq!(print(&program), text);
}

#[test]
fn a_text_without_places_can_be_its_own_source() {
    let text = "declare @ext(int)\nglobal @g: cells 1 = [0]\nfunc @main(%\"č\": int) -> int {\nb0:
  %x: int = add %\"č\", 1 // one\n  jump b1(%x)\nb1(%y: int):\n  ret %y\n}\nconstant @\"h\": bytes 1 = zero\nentry @main\n";
    let file = SourceFile::new("own.ir", text);
    let (mut program, places) = parse_with_places(text).expect("a text");
    assert!(places.fill(&mut program, &file));
    let lines: Vec<&str> = text.lines().collect();
    let stands = |id| {
        let loc = &program.locs[id];
        assert_eq!((program.files[loc.file].as_str(), loc.start.line), ("own.ir", loc.end.line));
        let columns = (loc.start.column as usize - 1)..(loc.end.column as usize - 1);
        lines[loc.start.line as usize - 1].chars().skip(columns.start).take(columns.len()).collect::<String>()
    };
    let found: Vec<String> = program.places().map(stands).collect();
    assert_eq!(found, ["@g", "@\"h\"", "@ext", "@main", "%x: int = add %\"č\", 1", "jump b1(%x)", "ret %y"]);
    // It says so when it is printed, and needs no table for it.
    let printed = print(&program);
    assert!(printed.contains("!5:3-5:24") && !printed.contains("locs"), "{printed}");
    let (mut again, places) = parse_with_places(&printed).expect("what was printed");
    assert_eq!(again, program);
    // From then on it comes from there, whatever is in it without a place.
    assert!(!places.fill(&mut again, &SourceFile::new("printed.ir", printed)));
    assert_eq!(again, program);
}

#[test]
fn errors_have_places_and_help() {
    let check = |text: &str, place: &str, message: &str| {
        let errors = parse(text).expect_err(text);
        let error = &errors[0];
        assert!(error.message.contains(message), "{}", error.message);
        assert_eq!(&text[error.primary.span.range()], place, "{}", error.message);
        assert!(error.help.is_some());
    };
    check("func @f() {\nb0:\n  ret %x\n}\nentry @f", "%", "sets this register");
    check("func @f() {\nb0:\n  jump b7\n}\nentry @f", "b7", "no block");
    check("func @f() {\nb1:\n  ret\n}\nentry @f", "b1", "expected the block `b0`");
    check("func @f() {\nb0:\n  frob 1\n}\nentry @f", "frob", "unknown instruction");
    check("func @f() {\nb0:\n  output 256:bv8\n  ret\n}\nentry @f", "256", "does not fit");
    check("func @f() {\nb0:\n  check nothing true\n  ret\n}\nentry @f", "nothing", "unknown check");
    check("func @f() {\nb0:\n  %x: int = input\n  %x: int = input\n  ret\n}\nentry @f", "%", "already set");
    check("func @f() {\nb0:\n  ret\n}\ndeclare @f()\nentry @f", "f", "already taken");
    check("func @f() {\nb0:\n  ret !1:1-1:2\n}\nentry @f", "!", "in no file");
    check("func @f() {\nb0:\n  output @g\n  ret\n}\nentry @f", "g", "no global");
    check("declare @f(i32)\nentry @f", "i32", "unknown type");
    check("declare @f()", "", "no entry");
    check("declare @f() §", "§", "unexpected character");
    check("file \"abc", "\"abc", "does not end");
    check("func @f() {\n}\nentry @f", "entry", "expected a block");
}

#[test]
fn an_entry_that_is_not_there_is_one_error() {
    for (text, place) in [("func @f() {\nb0:\n  ret\n}\nentry @nope", "nope"), ("declare @f()\nentry", "")] {
        let errors = parse(text).expect_err(text);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!(&text[errors[0].primary.span.range()], place);
        assert!(errors[0].help.as_ref().is_some_and(|help| !help.contains("declare")), "{errors:?}");
    }
}

#[test]
fn the_document_names_everything() {
    let text = include_str!("../../../docs/ir.md");
    let known =
        |name: &str| [format!("`{name}`"), format!("`{name} "), format!("`{name}(")].iter().any(|n| text.contains(n));
    let names = [
        BinaryOp::ALL.iter().map(|op| op.mnemonic()).collect::<Vec<_>>(),
        UnaryOp::ALL.iter().map(|op| op.mnemonic()).collect(),
        CompareOp::ALL.iter().map(|op| op.mnemonic()).collect(),
        CastOp::ALL.iter().map(|op| op.mnemonic()).collect(),
        CheckKind::ALL.iter().map(|kind| kind.slug()).collect(),
        Intrinsic::ALL.iter().map(|intrinsic| intrinsic.name()).collect(),
    ];
    for name in names.iter().flatten() {
        assert!(known(name), "`docs/ir.md` does not have `{name}`");
    }
}

#[test]
fn all_broken_items_are_reported() {
    let errors = parse("declare @a(what)\ndeclare @b(int)\nglobal @g: cells x\nentry @b").expect_err("two errors");
    assert_eq!(errors.len(), 2);
}

#[test]
fn mutations_of_programs_never_panic() {
    let mut rng = Rng::new(99);
    let mut parsed = 0;
    for seed in 0..400 {
        let text = print(&random_program(seed));
        for _ in 0..20 {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..1 + rng.below(3) {
                let at = rng.below(chars.len());
                match rng.below(4) {
                    0 => chars.truncate(at),
                    1 => drop(chars.drain(at..(at + 1 + rng.below(6)).min(chars.len()))),
                    2 => chars.insert(
                        at.min(chars.len()),
                        *rng.pick(&['%', '"', '(', '}', '9', 'b', '-', '#', '\u{e9}', '!']),
                    ),
                    _ => {
                        let from = rng.below(chars.len());
                        let piece: Vec<char> = chars[from..(from + 8).min(chars.len())].to_vec();
                        chars.splice(at..at, piece);
                    }
                }
                if chars.is_empty() {
                    break;
                }
            }
            let mutated: String = chars.into_iter().collect();
            if let Ok(program) = parse(&mutated) {
                parsed += 1;
                let text = print(&program);
                assert_eq!(parse(&text).as_ref(), Ok(&program), "{text}");
                verify(&program);
            }
        }
    }
    assert!(parsed > 100, "{parsed}");
}
