//! Whether a program is well formed: what everything above the front ends relies on.
//!
//! Takes any value of the data types, ids out of range included, and never panics. Rules about the whole program are in
//! `program`, those about the shape of functions here, those of types in `types`, those of static single assignment in
//! `ssa`.

mod error;
mod program;
mod ssa;
mod types;

use pathfold_base::FxSet;

pub use error::{Part, VerifyError};

use crate::cfg::Cfg;
use crate::{BlockId, Const, FuncId, Function, LocId, Operand, Program, Reg, Target, Terminator, Type};
use error::Errors;
use program::{check_const, check_loc, check_program, check_width};

/// Every rule the program breaks; none for a well-formed program.
pub fn verify(program: &Program) -> Vec<VerifyError> {
    let mut errors = Errors::new();
    check_program(program, &mut errors);
    for (id, function) in program.functions.entries() {
        FunctionVerifier { program, id, function, errors: &mut errors }.run();
    }
    errors.list
}

/// Checks one function.
struct FunctionVerifier<'a> {
    program: &'a Program,
    id: FuncId,
    function: &'a Function,
    errors: &'a mut Errors,
}

impl FunctionVerifier<'_> {
    fn run(mut self) {
        let function = self.function;
        self.errors.part = Part::Function(self.id);
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
            for (index, inst) in block.insts.iter().enumerate() {
                self.at(id, index);
                self.loc(inst.loc);
                inst.op.for_each_operand(|operand| self.operand(operand));
                self.inst_types(inst);
            }
            self.at(id, block.insts.len());
            self.loc(block.terminator_loc);
            block.terminator.for_each_operand(|operand| self.operand(operand));
            self.terminator(&block.terminator);
        }
        self.assignments();
    }

    /// Goes to an instruction, or to the terminator.
    fn at(&mut self, block: BlockId, index: usize) {
        self.errors.part = Part::Inst(self.id, block, index);
    }

    fn loc(&mut self, loc: LocId) {
        check_loc(self.program, loc, self.errors);
    }

    /// How the machine passes parameters is said of all or of none.
    fn takes(&mut self) {
        let function = self.function;
        let wanted = function.params.len() - usize::from(function.variadic && !function.params.is_empty());
        let said = function.takes.iter().fold(0usize, |sum, taken| sum.saturating_add(taken.count()));
        if !function.takes.is_empty() && said != wanted {
            self.errors.add(
                format!("it is said how {said} parameters are passed, but there are {wanted}"),
                "`takes` is about every parameter; without it they are passed one by one",
            );
        }
    }

    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Reg(reg) if self.function.regs.get(*reg).is_none() => self.no_register(*reg),
            Operand::Reg(_) => {}
            Operand::Const(constant) => check_const(self.program, constant, self.errors),
        }
    }

    fn no_register(&mut self, reg: Reg) {
        let help = format!("the function has {} registers", self.function.regs.len());
        self.errors.add(format!("the register {reg} does not exist"), help);
    }

    fn entry(&mut self) {
        let entry = &self.function.blocks[Function::ENTRY];
        let help = "the entry block is executed once: let it jump to a block of its own";
        if !entry.params.is_empty() {
            self.errors.part = Part::Block(self.id, Function::ENTRY);
            self.errors.add("the entry block has parameters", help);
        }
        let cfg = Cfg::new(self.function);
        if let Some(&pred) = cfg.preds(Function::ENTRY).first() {
            self.at(pred, self.function.blocks[pred].insts.len());
            self.errors.add(format!("the block {pred} jumps to the entry block"), help);
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
                (Some(_), None) => self.errors.add(
                    "a value is returned by a function without one",
                    "write `ret`, or `-> int` after the parameters of the function",
                ),
                (None, Some(ty)) => self
                    .errors
                    .add("the function returns without a value", format!("return a value of type `{ty}`: `ret %x`")),
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
            self.errors.add(format!("a switch is on a number, not on `{ty}`"), "use `br` for a condition");
        }
        let mut seen = FxSet::default();
        for (case, _) in cases {
            check_const(self.program, case, self.errors);
            if case.ty() != ty {
                let message = format!("a case is of type `{}` in a switch on `{ty}`", case.ty());
                self.errors.add(message, type_help(ty));
            }
            if matches!(case, Const::Undef(_)) {
                self.errors.add("a case has no value", "cases are numbers");
            }
            if !seen.insert(case) {
                let number = match case {
                    Const::Int(number) => format!(" for `{number}`"),
                    Const::Bits(bits) => format!(" for `{bits}:{ty}`"),
                    _ => String::new(),
                };
                self.errors.add(format!("there are two cases{number}"), "each number has one case");
            }
        }
    }

    fn target(&mut self, target: &Target) {
        let Some(block) = self.function.blocks.get(target.block) else {
            let help = format!("the function has {} blocks", self.function.blocks.len());
            self.errors.add(format!("the block {} does not exist", target.block), help);
            return;
        };
        if block.params.len() != target.args.len() {
            let (wanted, given) = (block.params.len(), target.args.len());
            self.errors.add_with(
                (Part::Block(self.id, target.block), "the block"),
                format!("{} has {} but is given {given}", target.block, parameters(wanted)),
                "give one argument for each parameter",
            );
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
            self.errors.add(format!("{what} is of type `{found}`, not `{wanted}`"), type_help(wanted));
        }
    }
}

/// How values of a type are written.
fn type_help(ty: Type) -> String {
    match ty {
        Type::Bool => "`true`, `false` and comparisons are of type `bool`".to_owned(),
        Type::Int => "numbers are of type `int`; `zext` and `sext` make one of bits".to_owned(),
        Type::Bv(width) => {
            format!("constants of type `{ty}` are written `7:bv{width}`; `zext`, `sext` and `trunc` change the width")
        }
        Type::F32 | Type::F64 => format!("constants of type `{ty}` are their bits in hexadecimal, as in `{ty}:0x0`"),
        Type::Ptr => "pointers are `null`, `@global`, `&function` or come from `alloc` and `offset`".to_owned(),
    }
}

/// `1 parameter`, `2 parameters`.
fn parameters(count: usize) -> String {
    if count == 1 { "1 parameter".to_owned() } else { format!("{count} parameters") }
}
