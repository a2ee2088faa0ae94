//! Checked micro-c programs to the IR. What the IR program does is what [`crate::interp`] does: same order of
//! evaluation, same errors, and each instruction that can fail has the place the interpreter reports.
//!
//! - Numbers are `int`; pointers, arrays and records are `ptr` (an array or record is the address of its first cell).
//! - A pointer to a record is the address of a cell that holds the record, or the record itself where no program could tell (`direct`).
//! - A variable whose address is taken lives in a heap object of one cell, made when its function starts; every other
//!   variable lives in registers. Joins and loop headers get a block parameter for a variable only if it was assigned on
//!   the way (`env`), and [`pathfold_ir::tidy()`] removes those that turn out not to be needed.
//! - A variable without a value is `undef`; a read of a variable that may have none is preceded by `defined`.
//! - Conditions are control flow: `&&`, `||` and `!` make no numbers, and only comparisons and numbers are branched on.
//! - The jump at the end of a loop's body has the place of the whole `while`; no other jump has a place.
//!
//! Recursion follows the tree, whose height the parser limits.

mod conditions;
mod direct;
mod env;
mod exprs;
mod function;
mod places;
mod stmts;

use pathfold_base::SourceFile;
use pathfold_ir as ir;
use pathfold_ir::ProgramBuilder;

use crate::check::{Checked, Type};
use direct::Direct;
use function::FunctionLowering;
use places::Places;

/// The IR of a checked program that was parsed from `file`. Functions keep their order and names.
pub fn lower(checked: &Checked, file: &SourceFile) -> ir::Program {
    let mut program = ProgramBuilder::new();
    let mut places = Places::new(file, program.file(file.name()));
    let direct = Direct::new(checked);
    for (id, info) in checked.functions.entries() {
        let types = info.variables.iter().take(info.parameters);
        let params: Vec<ir::Type> = types.map(|v| ir_type(checked.types[v.ty])).collect();
        let loc = places.loc(&mut program, checked.function(id).name.span);
        program.declare(&info.name, &params, Some(ir_type(checked.types[info.result])), loc);
    }
    for id in checked.functions.ids() {
        let mut function = FunctionLowering::new(checked, &direct, id, &mut program, &mut places).lower();
        ir::tidy(&mut function);
        program.define(ir::FuncId(id.0), function);
    }
    program.finish(ir::FuncId(checked.main.0))
}

/// The type of the register that holds a value of this type.
fn ir_type(ty: Type) -> ir::Type {
    match ty {
        Type::Number => ir::Type::Int,
        Type::Pointer(_) | Type::Array(_) | Type::Record(_) => ir::Type::Ptr,
    }
}
