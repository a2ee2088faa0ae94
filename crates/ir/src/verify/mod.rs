//! Whether a program is well formed: what everything above the front ends relies on.
//!
//! Takes any value of the data types, ids out of range included, and never panics. Rules about the whole program and
//! about the shape of functions are here, those of types in `types`, those of static single assignment in `ssa`.

mod ssa;
mod types;

use std::fmt;

use pathfold_base::FxSet;

use crate::cfg::Cfg;
use crate::{
    BlockId, Const, FuncId, Function, Global, Init, Layout, LocId, Operand, Program, Reg, Target, Terminator, Type,
};

/// A rule that a program breaks, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The function, unless it is about the whole program.
    pub function: Option<FuncId>,
    /// The block, unless it is about the whole function.
    pub block: Option<BlockId>,
    /// The instruction; for the terminator the number of instructions.
    pub index: Option<usize>,
    /// One sentence.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = self.function {
            write!(f, "{function}")?;
            if let Some(block) = self.block {
                write!(f, " {block}")?;
            }
            if let Some(index) = self.index {
                write!(f, " #{index}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for VerifyError {}

/// Every rule the program breaks; none for a well-formed program.
pub fn verify(program: &Program) -> Vec<VerifyError> {
    let mut errors = Errors::default();
    check_program(program, &mut errors);
    for (id, function) in program.functions.entries() {
        errors.function = Some(id);
        FunctionVerifier { program, function, errors: &mut errors }.run();
    }
    errors.list
}

/// The errors so far, and where we are.
#[derive(Default)]
struct Errors {
    list: Vec<VerifyError>,
    function: Option<FuncId>,
    block: Option<BlockId>,
    index: Option<usize>,
}

impl Errors {
    fn add(&mut self, message: impl Into<String>) {
        self.list.push(VerifyError {
            function: self.function,
            block: self.block,
            index: self.index,
            message: message.into(),
        });
    }
}

fn check_program(program: &Program, errors: &mut Errors) {
    match program.functions.get(program.entry) {
        None => errors.add("the entry function does not exist"),
        Some(entry) if entry.is_declaration() => errors.add(format!("the entry function `{}` has no body", entry.name)),
        Some(_) => {}
    }
    if program.locs.is_empty() {
        errors.add("the table of places is empty; its first entry must be \"nowhere\"");
    }
    for (id, loc) in program.locs.entries().skip(1) {
        if program.files.get(loc.file).is_none() {
            errors.add(format!("the place {id} is in a file that does not exist"));
        }
        if loc.end < loc.start {
            errors.add(format!("the place {id} ends before it starts"));
        }
    }
    check_unique("functions", program.functions.iter().map(|f| f.name.as_str()), errors);
    check_unique("globals", program.globals.iter().map(|g| g.name.as_str()), errors);
    for alias in program.aliases.iter().filter(|alias| program.globals.get(alias.target).is_none()) {
        errors.add(format!("the alias `{}` is of a global that does not exist", alias.name));
    }
    for global in program.globals.iter() {
        check_global(program, global, errors);
    }
}

fn check_unique<'a>(what: &str, names: impl Iterator<Item = &'a str>, errors: &mut Errors) {
    let mut seen = FxSet::default();
    for name in names.filter(|&name| !seen.insert(name)) {
        errors.add(format!("two {what} are called `{name}`"));
    }
}

fn check_global(program: &Program, global: &Global, errors: &mut Errors) {
    let name = &global.name;
    if !global.align.is_power_of_two() {
        errors.add(format!("the alignment of the global `{name}` is no power of two"));
    }
    if program.locs.get(global.loc).is_none() {
        errors.add(format!("the place {} does not exist", global.loc));
    }
    match (&global.init, global.layout) {
        (Init::Undef | Init::Zero | Init::External, Layout::Bytes | Layout::Cells) => {}
        (Init::Bytes(bytes), Layout::Bytes) => {
            if bytes.len() as u64 > global.size {
                errors.add(format!("the global `{name}` has more bytes than room for them"));
            }
        }
        (Init::Cells(cells), Layout::Cells) => {
            if cells.len() as u64 != global.size {
                errors.add(format!("the global `{name}` needs one constant per cell"));
            }
            for cell in cells {
                check_const(program, cell, errors);
            }
        }
        (Init::Image { bytes, pointers }, Layout::Bytes) => {
            if bytes.len() as u64 > global.size {
                errors.add(format!("the global `{name}` has more bytes than room for them"));
            }
            let mut free = 0;
            for pointer in pointers {
                match pointer.offset.checked_add(8) {
                    Some(end) if pointer.offset >= free && end <= global.size => free = end,
                    _ => errors.add(format!("the global `{name}` has no room for its pointer at {}", pointer.offset)),
                }
                if pointer.target.ty() != Type::Ptr {
                    errors.add(format!("the global `{name}` has a pointer that is none"));
                }
                check_const(program, &pointer.target, errors);
            }
        }
        (Init::Bytes(_) | Init::Image { .. }, Layout::Cells) => {
            errors.add(format!("the global `{name}` has cells but is given bytes"))
        }
        (Init::Cells(_), Layout::Bytes) => errors.add(format!("the global `{name}` has bytes but is given cells")),
    }
}

fn check_const(program: &Program, constant: &Const, errors: &mut Errors) {
    match constant {
        Const::Global(id) if program.globals.get(*id).is_none() => {
            errors.add(format!("the global {id} does not exist"))
        }
        Const::Function(id) if program.functions.get(*id).is_none() => {
            errors.add(format!("the function {id} does not exist"));
        }
        Const::Undef(ty) => check_width(*ty, errors),
        Const::Bool(_)
        | Const::Int(_)
        | Const::Bits(_)
        | Const::F32(_)
        | Const::F64(_)
        | Const::Null
        | Const::Address(_)
        | Const::Global(_)
        | Const::Function(_) => {}
    }
}

fn check_width(ty: Type, errors: &mut Errors) {
    if let Type::Bv(width) = ty
        && !(1..=128).contains(&width)
    {
        errors.add(format!("there is no type `{ty}`: widths are 1 to 128"));
    }
}

/// Checks one function.
struct FunctionVerifier<'a> {
    program: &'a Program,
    function: &'a Function,
    errors: &'a mut Errors,
}

impl FunctionVerifier<'_> {
    fn run(mut self) {
        let function = self.function;
        (self.errors.block, self.errors.index) = (None, None);
        self.loc(function.loc);
        for info in function.regs.iter() {
            check_width(info.ty, self.errors);
        }
        if let Some(ty) = function.ret {
            check_width(ty, self.errors);
        }
        self.takes();
        if !function.is_declaration() {
            self.entry();
        }
        for (id, block) in function.blocks.entries() {
            self.errors.block = Some(id);
            for (index, inst) in block.insts.iter().enumerate() {
                self.errors.index = Some(index);
                self.loc(inst.loc);
                inst.op.for_each_operand(|operand| self.operand(operand));
                self.inst_types(inst);
            }
            self.errors.index = Some(block.insts.len());
            self.loc(block.terminator_loc);
            block.terminator.for_each_operand(|operand| self.operand(operand));
            self.terminator(&block.terminator);
            self.errors.index = None;
        }
        self.errors.block = None;
        self.assignments();
        (self.errors.block, self.errors.index) = (None, None);
    }

    fn loc(&mut self, loc: LocId) {
        if self.program.locs.get(loc).is_none() {
            self.errors.add(format!("the place {loc} does not exist"));
        }
    }

    /// How the machine passes parameters is said of all or of none.
    fn takes(&mut self) {
        let function = self.function;
        let wanted = function.params.len() - usize::from(function.variadic && !function.params.is_empty());
        let said = function.takes.iter().fold(0usize, |sum, taken| sum.saturating_add(taken.count()));
        if !function.takes.is_empty() && said != wanted {
            self.errors.add(format!("it is said how {said} parameters are passed, but there are {wanted}"));
        }
    }

    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Reg(reg) if self.function.regs.get(*reg).is_none() => {
                self.errors.add(format!("the register {reg} does not exist"));
            }
            Operand::Reg(_) => {}
            Operand::Const(constant) => check_const(self.program, constant, self.errors),
        }
    }

    fn entry(&mut self) {
        let entry = &self.function.blocks[Function::ENTRY];
        if !entry.params.is_empty() {
            self.errors.add("the entry block has parameters");
        }
        let cfg = Cfg::new(self.function);
        if let Some(pred) = cfg.preds(Function::ENTRY).first() {
            self.errors.add(format!("the block {pred} jumps to the entry block"));
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(_) | Terminator::Unreachable => {}
            Terminator::Branch { cond, .. } => self.expect("the condition", cond, Type::Bool),
            Terminator::Switch { value, cases, .. } => self.switch(value, cases),
            Terminator::Return(value) => match (value, self.function.ret) {
                (None, None) => {}
                (Some(value), Some(ty)) => self.expect("the returned value", value, ty),
                (Some(_), None) => self.errors.add("a value is returned by a function without one"),
                (None, Some(_)) => self.errors.add("the function returns without a value"),
            },
        }
        for target in terminator.targets() {
            self.target(target);
        }
    }

    fn switch(&mut self, value: &Operand, cases: &[(Const, Target)]) {
        let Some(ty) = self.type_of(value) else {
            return;
        };
        if !matches!(ty, Type::Int | Type::Bv(_)) {
            self.errors.add(format!("a switch is on a number, not on `{ty}`"));
        }
        let mut seen = FxSet::default();
        for (case, _) in cases {
            check_const(self.program, case, self.errors);
            if case.ty() != ty {
                self.errors.add(format!("a case is of type `{}` in a switch on `{ty}`", case.ty()));
            }
            if matches!(case, Const::Undef(_)) {
                self.errors.add("a case has no value");
            }
            if !seen.insert(case) {
                self.errors.add(format!("two cases are the same: {case:?}"));
            }
        }
    }

    fn target(&mut self, target: &Target) {
        let Some(block) = self.function.blocks.get(target.block) else {
            self.errors.add(format!("the block {} does not exist", target.block));
            return;
        };
        if block.params.len() != target.args.len() {
            let (wanted, given) = (block.params.len(), target.args.len());
            self.errors.add(format!("{} has {wanted} parameters but is given {given}", target.block));
        }
        for (&param, arg) in block.params.iter().zip(&target.args) {
            if let Some(ty) = self.register_type(param) {
                self.expect(&format!("an argument of {}", target.block), arg, ty);
            }
        }
    }

    fn register_type(&self, reg: Reg) -> Option<Type> {
        self.function.regs.get(reg).map(|info| info.ty)
    }

    /// The type of an operand; `None` if it does not exist, which has been said already.
    fn type_of(&self, operand: &Operand) -> Option<Type> {
        match operand {
            Operand::Reg(reg) => self.register_type(*reg),
            Operand::Const(constant) => Some(constant.ty()),
        }
    }

    fn expect(&mut self, what: &str, operand: &Operand, wanted: Type) {
        if let Some(found) = self.type_of(operand).filter(|&found| found != wanted) {
            self.errors.add(format!("{what} is of type `{found}`, not `{wanted}`"));
        }
    }
}
