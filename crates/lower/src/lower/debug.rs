//! Source places and names of variables.

use pathfold_base::{FxMap, IdVec, LineCol};
use pathfold_ir::{Loc, LocId, Operand, Program};

use super::Lowering;
use super::functions::FunctionLowering;
use crate::llvm::{Place, Value, named_value};

impl Lowering {
    /// The place in our table; debug information without a column means the start of the line.
    pub(super) fn place(&mut self, place: Option<Place>) -> LocId {
        let Some(place) = place else {
            return Program::NOWHERE;
        };
        let file = match self.files.get(&place.file) {
            Some(&file) => file,
            None => {
                let path = place.path();
                let builder = &mut self.builder;
                let file = *self.paths.entry(path.clone()).or_insert_with(|| builder.file(path));
                self.files.insert(place.file, file);
                file
            }
        };
        let start = LineCol { line: place.line, column: place.column.max(1) };
        self.builder.loc(file, start, LineCol { column: start.column + 1, ..start })
    }
}

impl FunctionLowering<'_> {
    /// Names the register of a value that debug information ties to a variable. The object of a variable is made where
    /// the variable is declared, whatever instruction makes it.
    pub(super) fn name_from_debug(&mut self, call: Value) {
        let Some((value, name)) = named_value(call) else {
            return;
        };
        if let Some([Operand::Reg(reg)]) = self.values.get(&value).map(Vec::as_slice) {
            self.builder.name(*reg, &name);
        }
        if let Some((block, index)) = self.objects.remove(&value)
            && let Some(place) = call.place()
        {
            let loc = self.module.place(Some(place));
            self.builder.function_mut().blocks[block].insts[index].loc = loc;
        }
    }
}

/// Numbers the places of a program in the order of its text, and drops those that nothing is at.
pub(super) fn order_places(program: &mut Program) {
    let old = std::mem::take(&mut program.locs);
    let mut new: IdVec<LocId, Loc> = [Loc::NOWHERE].into_iter().collect();
    let mut known = FxMap::default();
    for id in program.places_mut().filter(|id| **id != Program::NOWHERE) {
        *id = *known.entry(*id).or_insert_with(|| new.push(old[*id]));
    }
    program.locs = new;
}
