//! Programs as text; see the module above for the form.

use std::collections::hash_map::Entry;
use std::fmt::{self, Write};

use pathfold_base::ids::Id;
use pathfold_base::{FxMap, IdVec};

use super::names::is_plain;
use crate::{
    Alias, Block, Callee, Const, FuncId, Function, Global, GlobalId, Init, Inst, Loc, LocId, Op, Operand, Program, Reg,
    RegInfo, Target, Terminator,
};

/// The whole program as text. Ids out of range print as something that does not parse.
pub fn print(program: &Program) -> String {
    let mut printer = Printer::new(program);
    // Writing to a string cannot fail.
    let _ = printer.program();
    printer.out
}

/// One function as text; empty for an id out of range.
pub fn print_function(program: &Program, id: FuncId) -> String {
    let mut printer = Printer::new(program);
    if let Some(function) = program.functions.get(id) {
        let _ = printer.function(id, function);
    }
    printer.out
}

/// The blocks of a function as text, one by one; none for an id out of range.
pub(crate) fn print_blocks(program: &Program, id: FuncId) -> Vec<String> {
    let Some(function) = program.functions.get(id) else {
        return Vec::new();
    };
    let mut printer = Printer::new(program);
    printer.regs = unique_names("%", function.regs.iter().map(|r| r.name.as_deref()));
    let mut blocks = Vec::with_capacity(function.blocks.len());
    for (id, block) in function.blocks.entries() {
        let _ = write!(printer.out, "{id}");
        let _ = printer.block(function, block);
        blocks.push(std::mem::take(&mut printer.out));
    }
    blocks
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
    /// Whether places are printed by number, with a table of them at the top.
    loc_table: bool,
    functions: IdVec<FuncId, String>,
    globals: IdVec<GlobalId, String>,
    /// Of the function being printed.
    regs: IdVec<Reg, String>,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program) -> Self {
        Self {
            program,
            out: String::new(),
            loc_table: !places_are_in_order(program),
            functions: unique_names("", program.functions.iter().map(|f| Some(f.name.as_str()))),
            globals: unique_names("@", program.globals.iter().map(|g| Some(g.name.as_str()))),
            regs: IdVec::new(),
        }
    }

    fn program(&mut self) -> fmt::Result {
        let program = self.program;
        for name in program.files.iter() {
            writeln!(self.out, "file {}", Quoted(name))?;
        }
        if self.loc_table {
            self.out.write_str("locs [")?;
            for (i, loc) in program.locs.iter().enumerate() {
                let comma = if i == 0 { "" } else { ", " };
                write!(self.out, "{comma}{}@{}-{}", loc.file.0, loc.start, loc.end)?;
            }
            self.out.write_str("]\n")?;
        }
        for (id, global) in program.globals.entries() {
            self.global(id, global)?;
        }
        for alias in &program.aliases {
            self.alias(alias)?;
        }
        for (id, function) in program.functions.entries() {
            self.function(id, function)?;
        }
        match self.functions.get(program.entry) {
            Some(name) => writeln!(self.out, "entry @{name}"),
            None => writeln!(self.out, "entry #{}", program.entry.0),
        }
    }

    fn global(&mut self, id: GlobalId, global: &Global) -> fmt::Result {
        let keyword = if global.constant { "constant" } else { "global" };
        let name = &self.globals[id];
        write!(self.out, "{keyword} {name}: {} {}", global.layout.mnemonic(), global.size)?;
        self.align(global.align)?;
        if global.local {
            self.out.write_str(" local")?;
        }
        if global.weak {
            self.out.write_str(" weak")?;
        }
        self.loc(global.loc)?;
        self.out.write_str(" = ")?;
        match &global.init {
            Init::Undef => self.out.write_str("undef")?,
            Init::Zero => self.out.write_str("zero")?,
            Init::External => self.out.write_str("external")?,
            Init::Bytes(bytes) => self.bytes(bytes)?,
            Init::Image { bytes, pointers } => {
                self.bytes(bytes)?;
                self.out.write_str(" with [")?;
                for (i, pointer) in pointers.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    write!(self.out, "{comma}{}: ", pointer.offset)?;
                    self.constant(&pointer.target)?;
                    self.addend(pointer.addend)?;
                }
                self.out.write_char(']')?;
            }
            Init::Cells(cells) => {
                self.out.write_char('[')?;
                for (i, cell) in cells.iter().enumerate() {
                    if i > 0 {
                        self.out.write_str(", ")?;
                    }
                    self.constant(cell)?;
                }
                self.out.write_char(']')?;
            }
        }
        self.out.write_char('\n')
    }

    fn alias(&mut self, alias: &Alias) -> fmt::Result {
        let name = &alias.name;
        let shown = if is_plain(name) { name.clone() } else { Quoted(name).to_string() };
        write!(self.out, "alias @{shown} = ")?;
        self.constant(&Const::Global(alias.target))?;
        self.addend(alias.addend)?;
        self.out.write_char('\n')
    }

    /// Nothing for zero.
    fn addend(&mut self, addend: i64) -> fmt::Result {
        if addend == 0 {
            return Ok(());
        }
        let sign = if addend < 0 { '-' } else { '+' };
        write!(self.out, " {sign} {}", addend.unsigned_abs())
    }

    fn bytes(&mut self, bytes: &[u8]) -> fmt::Result {
        self.out.write_str("x\"")?;
        for byte in bytes {
            write!(self.out, "{byte:02x}")?;
        }
        self.out.write_char('"')
    }

    fn function(&mut self, id: FuncId, function: &Function) -> fmt::Result {
        self.regs = unique_names("%", function.regs.iter().map(|r| r.name.as_deref()));
        let table = !registers_are_in_order(function);
        let declaration = function.is_declaration();
        let keyword = if declaration { "declare" } else { "func" };
        write!(self.out, "{keyword} @{}(", self.functions[id])?;
        for (i, &param) in function.params.iter().enumerate() {
            if i > 0 {
                self.out.write_str(", ")?;
            }
            match function.regs.get(param) {
                Some(RegInfo { ty, name: None }) if declaration && !table => write!(self.out, "{ty}")?,
                Some(_) | None => self.definition(function, param)?,
            }
        }
        self.out.write_char(')')?;
        if let Some(ty) = function.ret {
            write!(self.out, " -> {ty}")?;
        }
        let words = [
            (function.variadic, "variadic"),
            (function.local, "local"),
            (function.weak, "weak"),
            (function.library, "library"),
        ];
        for (set, word) in words {
            if set {
                write!(self.out, " {word}")?;
            }
        }
        for (i, taken) in function.takes.iter().enumerate() {
            write!(self.out, "{}{taken}", if i == 0 { " takes(" } else { ", " })?;
        }
        if !function.takes.is_empty() {
            self.out.write_char(')')?;
        }
        if table {
            self.out.write_str(" regs(")?;
            for reg in function.regs.ids() {
                if reg.0 > 0 {
                    self.out.write_str(", ")?;
                }
                self.definition(function, reg)?;
            }
            self.out.write_char(')')?;
        }
        self.loc(function.loc)?;
        if declaration {
            return self.out.write_char('\n');
        }
        self.out.write_str(" {\n")?;
        for (id, block) in function.blocks.entries() {
            write!(self.out, "{id}")?;
            self.block(function, block)?;
        }
        self.out.write_str("}\n")
    }

    fn block(&mut self, function: &Function, block: &Block) -> fmt::Result {
        if !block.params.is_empty() {
            self.out.write_char('(')?;
            for (i, &param) in block.params.iter().enumerate() {
                if i > 0 {
                    self.out.write_str(", ")?;
                }
                self.definition(function, param)?;
            }
            self.out.write_char(')')?;
        }
        self.out.write_str(":\n")?;
        for Inst { dst, op, loc } in &block.insts {
            self.out.write_str("  ")?;
            if let Some(dst) = *dst {
                self.definition(function, dst)?;
                self.out.write_str(" = ")?;
            }
            self.op(op)?;
            self.loc(*loc)?;
            self.out.write_char('\n')?;
        }
        self.out.write_str("  ")?;
        self.terminator(&block.terminator)?;
        self.loc(block.terminator_loc)?;
        self.out.write_char('\n')
    }

    fn definition(&mut self, function: &Function, reg: Reg) -> fmt::Result {
        self.reg(reg)?;
        match function.regs.get(reg) {
            Some(info) => write!(self.out, ": {}", info.ty),
            None => self.out.write_str(": ?"),
        }
    }

    fn reg(&mut self, reg: Reg) -> fmt::Result {
        match self.regs.get(reg) {
            Some(name) => self.out.write_str(name),
            None => write!(self.out, "%?{}", reg.0),
        }
    }

    fn loc(&mut self, loc: LocId) -> fmt::Result {
        if loc == Program::NOWHERE {
            return Ok(());
        }
        if self.loc_table {
            return write!(self.out, " !#{}", loc.0);
        }
        let Some(Loc { file, start, end }) = self.program.locs.get(loc) else {
            return write!(self.out, " !#{}", loc.0);
        };
        match self.program.files.get(*file) {
            Some(name) if self.program.files.len() > 1 => write!(self.out, " !{}:{start}-{end}", Quoted(name)),
            Some(_) | None => write!(self.out, " !{start}-{end}"),
        }
    }

    fn op(&mut self, op: &Op) -> fmt::Result {
        match op {
            Op::Binary(op, a, b) => self.list(op.mnemonic(), &[a, b]),
            Op::Unary(op, a) => self.list(op.mnemonic(), &[a]),
            Op::Compare(op, a, b) => self.list(op.mnemonic(), &[a, b]),
            Op::Cast(op, a) => self.list(op.mnemonic(), &[a]),
            Op::Select(c, a, b) => self.list("select", &[c, a, b]),
            Op::Alloc { layout, kind, size, align } => {
                write!(self.out, "alloc {} {}", layout.mnemonic(), kind.mnemonic())?;
                self.list("", &[size])?;
                self.align(*align)
            }
            Op::Offset(pointer, offset) => self.list("offset", &[pointer, offset]),
            Op::Load(pointer) => self.list("load", &[pointer]),
            Op::Store { value, pointer } => self.list("store", &[value, pointer]),
            Op::Call(callee, args) => {
                match callee {
                    Callee::Direct(id) => match self.functions.get(*id) {
                        Some(name) => write!(self.out, "call @{name}")?,
                        None => write!(self.out, "call @?{}", id.0)?,
                    },
                    Callee::Indirect(target) => {
                        self.out.write_str("call *")?;
                        self.operand(target)?;
                    }
                }
                self.args(args, true)
            }
            Op::Input => self.out.write_str("input"),
            Op::Output(a) => self.list("output", &[a]),
            Op::Check(kind, a) => {
                write!(self.out, "check {}", kind.slug())?;
                self.list("", &[a])
            }
            Op::Assume(a) => self.list("assume", &[a]),
            Op::Defined(a) => self.list("defined", &[a]),
            Op::Unsupported(what) => write!(self.out, "unsupported {}", Quoted(what)),
            Op::Intrinsic(intrinsic, args) => {
                write!(self.out, "intrinsic {}", intrinsic.name())?;
                self.args(args, true)
            }
        }
    }

    /// Nothing for the usual alignment, which is none.
    fn align(&mut self, align: u32) -> fmt::Result {
        if align == 1 { Ok(()) } else { write!(self.out, " align {align}") }
    }

    fn list(&mut self, name: &str, operands: &[&Operand]) -> fmt::Result {
        self.out.write_str(name)?;
        for (i, operand) in operands.iter().enumerate() {
            self.out.write_str(if i == 0 { " " } else { ", " })?;
            self.operand(operand)?;
        }
        Ok(())
    }

    fn args(&mut self, args: &[Operand], always: bool) -> fmt::Result {
        if args.is_empty() && !always {
            return Ok(());
        }
        self.out.write_char('(')?;
        for (i, operand) in args.iter().enumerate() {
            if i > 0 {
                self.out.write_str(", ")?;
            }
            self.operand(operand)?;
        }
        self.out.write_char(')')
    }

    fn terminator(&mut self, terminator: &Terminator) -> fmt::Result {
        match terminator {
            Terminator::Jump(target) => {
                self.out.write_str("jump ")?;
                self.target(target)
            }
            Terminator::Branch { cond, then, otherwise } => {
                self.list("br", &[cond])?;
                self.out.write_str(", ")?;
                self.target(then)?;
                self.out.write_str(", ")?;
                self.target(otherwise)
            }
            Terminator::Switch { value, cases, default } => {
                self.list("switch", &[value])?;
                self.out.write_str(" [")?;
                for (i, (case, target)) in cases.iter().enumerate() {
                    if i > 0 {
                        self.out.write_str(", ")?;
                    }
                    self.constant(case)?;
                    self.out.write_str(" => ")?;
                    self.target(target)?;
                }
                self.out.write_str("], ")?;
                self.target(default)
            }
            Terminator::Return(Some(value)) => self.list("ret", &[value]),
            Terminator::Return(None) => self.out.write_str("ret"),
            Terminator::Unreachable => self.out.write_str("unreachable"),
        }
    }

    fn target(&mut self, target: &Target) -> fmt::Result {
        write!(self.out, "{}", target.block)?;
        self.args(&target.args, false)
    }

    fn operand(&mut self, operand: &Operand) -> fmt::Result {
        match operand {
            Operand::Reg(reg) => self.reg(*reg),
            Operand::Const(constant) => self.constant(constant),
        }
    }

    fn constant(&mut self, constant: &Const) -> fmt::Result {
        match constant {
            Const::Bool(value) => write!(self.out, "{value}"),
            Const::Int(value) => write!(self.out, "{value}"),
            Const::Bits(bits) => write!(self.out, "{bits}:bv{}", bits.width()),
            Const::F32(bits) => write!(self.out, "f32:0x{bits:08x}"),
            Const::F64(bits) => write!(self.out, "f64:0x{bits:016x}"),
            Const::Null => self.out.write_str("null"),
            Const::Address(address) => write!(self.out, "address:0x{address:016x}"),
            Const::Global(id) => match self.globals.get(*id) {
                Some(name) => self.out.write_str(name),
                None => write!(self.out, "@?{}", id.0),
            },
            Const::Function(id) => match self.functions.get(*id) {
                Some(name) => write!(self.out, "&{name}"),
                None => write!(self.out, "&?{}", id.0),
            },
            Const::Undef(ty) => write!(self.out, "undef:{ty}"),
        }
    }
}

/// A string between quotes.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                c if c.is_control() => write!(f, "\\u{{{:x}}}", c as u32)?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// The keys under which things are known: their names, or numbers if they have none; all different.
fn unique_names<'a, I: Id>(sigil: &str, names: impl Iterator<Item = Option<&'a str>>) -> IdVec<I, String> {
    let mut seen = FxMap::default();
    names
        .enumerate()
        .map(|(i, name)| match name {
            None => format!("{sigil}{i}"),
            Some(name) => {
                let shown = if is_plain(name) { name.to_owned() } else { Quoted(name).to_string() };
                match seen.entry(name) {
                    Entry::Vacant(entry) => {
                        entry.insert(());
                        format!("{sigil}{shown}")
                    }
                    Entry::Occupied(_) => format!("{sigil}{shown}#{i}"),
                }
            }
        })
        .collect()
}

/// Whether each register is set exactly once and in the order of its number.
fn registers_are_in_order(function: &Function) -> bool {
    let blocks = function.blocks.iter();
    let body = blocks.flat_map(|b| b.params.iter().copied().chain(b.insts.iter().filter_map(|inst| inst.dst)));
    let mut next = 0;
    for reg in function.params.iter().copied().chain(body) {
        if reg.index() != next {
            return false;
        }
        next += 1;
    }
    next == function.regs.len()
}

/// Whether the table of places is what interning them in the order of the text gives, and files tell them apart.
fn places_are_in_order(program: &Program) -> bool {
    if program.locs.get(Program::NOWHERE) != Some(&Loc::NOWHERE) {
        return false;
    }
    let mut names: Vec<&String> = program.files.iter().collect();
    names.sort_unstable();
    if names.windows(2).any(|pair| pair[0] == pair[1]) {
        return false;
    }
    if program.locs.iter().skip(1).any(|loc| program.files.get(loc.file).is_none()) {
        return false;
    }
    let mut next: u32 = 1;
    let mut seen = FxMap::<Loc, LocId>::default();
    let globals = program.globals.iter().map(|global| global.loc);
    let functions = program.functions.iter().flat_map(|function| {
        let blocks = function.blocks.iter();
        let body = blocks.flat_map(|b| b.insts.iter().map(|inst| inst.loc).chain([b.terminator_loc]));
        [function.loc].into_iter().chain(body)
    });
    for id in globals.chain(functions) {
        if id == Program::NOWHERE {
            continue;
        }
        let Some(&loc) = program.locs.get(id) else {
            return false;
        };
        let known = *seen.entry(loc).or_insert_with(|| {
            next += 1;
            LocId(next - 1)
        });
        if known != id {
            return false;
        }
    }
    next as usize == program.locs.len()
}
