//! Puts together what linking found: new ids, new names where they clash, one table of files and places.

use pathfold_base::ids::Id;
use pathfold_base::{FxMap, FxSet};

use super::bridge::bridge;
use super::{Needed, Side, Source};
use crate::{Callee, Const, FileId, FuncId, Function, Global, GlobalId, Init, LocId, Op, Operand, Program, Type};

/// The parts of the result that were found, those of the program first and each in the order of its side.
pub(super) fn copy(mut program: Program, library: &Program, needed: Needed) -> Program {
    let mut sources: Vec<Source> = needed.functions.keys().copied().collect();
    sources.sort_unstable();
    let mut globals: Vec<(Side, GlobalId)> = needed.globals.keys().copied().collect();
    globals.sort_unstable();
    let function_ids = sources.iter().enumerate().map(|(i, &source)| (source, FuncId::from_index(i))).collect();
    let global_ids = globals.iter().enumerate().map(|(i, &global)| (global, GlobalId::from_index(i))).collect();
    let mut copier = Copier {
        needed: &needed,
        function_ids,
        global_ids,
        nulls: nulls(&program, library, &needed),
        result: Program::new(),
        files: FxMap::default(),
        locs: FxMap::default(),
    };
    for &(side, id) in &globals {
        let (global, part) = match side {
            Side::Program => (program.globals[id].clone(), &program),
            Side::Library => (library.globals[id].clone(), library),
        };
        copier.global(side, part, global);
    }
    for &source in &sources {
        match source {
            Source::Function(Side::Program, id) => {
                let head = hollow(&program.functions[id]);
                let function = std::mem::replace(&mut program.functions[id], head);
                copier.function(Side::Program, &program, function);
            }
            Source::Function(Side::Library, id) => {
                copier.function(Side::Library, library, library.functions[id].clone());
            }
            Source::Bridge((side, declared), (other, defined)) => {
                let part = |side| match side {
                    Side::Program => &program,
                    Side::Library => library,
                };
                let target = copier.function_ids[&Source::Function(other, defined)];
                let function = bridge(&part(side).functions[declared], &part(other).functions[defined], target);
                copier.bridge(side, part(side), function);
            }
        }
    }
    let entry = copier.meaning(Side::Program, program.entry);
    let mut result = copier.result;
    result.entry = entry;
    let functions = result.functions.iter_mut().map(|function| &mut function.name);
    make_unique(functions.collect());
    make_unique(result.globals.iter_mut().map(|global| &mut global.name).collect());
    result
}

/// What is declared as weak and defined nowhere: its address is null.
#[derive(Default)]
struct Nulls {
    functions: FxSet<(Side, FuncId)>,
    globals: FxSet<(Side, GlobalId)>,
}

fn nulls(program: &Program, library: &Program, needed: &Needed) -> Nulls {
    let part = |side| match side {
        Side::Program => program,
        Side::Library => library,
    };
    let mut nulls = Nulls::default();
    for (&(side, id), source) in &needed.function_meaning {
        let (Source::Function(other, meant) | Source::Bridge(_, (other, meant))) = *source;
        if part(side).functions[id].weak && part(other).functions[meant].is_declaration() {
            nulls.functions.insert((side, id));
        }
    }
    for (&(side, id), &(other, meant, _)) in &needed.global_meaning {
        if part(side).globals[id].weak && part(other).globals[meant].init == Init::External {
            nulls.globals.insert((side, id));
        }
    }
    nulls
}

/// The head of a function, which bridges still look at when its body has moved on.
fn hollow(function: &Function) -> Function {
    let params: Vec<Type> =
        function.params.iter().map(|&p| function.regs.get(p).map_or(Type::Int, |info| info.ty)).collect();
    let mut builder = crate::FunctionBuilder::new(function.name.as_str(), function.ret, function.loc);
    for ty in params {
        builder.param(ty, None);
    }
    builder.function_mut().variadic = function.variadic;
    builder.finish()
}

/// Numbers names that were there before: `name`, `name.1`, `name.2`.
fn make_unique(names: Vec<&mut String>) {
    let mut seen = FxSet::default();
    for name in names {
        if seen.insert(name.clone()) {
            continue;
        }
        let mut number = 1;
        while !seen.insert(format!("{name}.{number}")) {
            number += 1;
        }
        name.push_str(&format!(".{number}"));
    }
}

struct Copier<'a> {
    needed: &'a Needed,
    function_ids: FxMap<Source, FuncId>,
    global_ids: FxMap<(Side, GlobalId), GlobalId>,
    nulls: Nulls,
    result: Program,
    files: FxMap<String, FileId>,
    locs: FxMap<(Side, LocId), LocId>,
}

impl Copier<'_> {
    /// What a function of one side is in the result; itself for an id out of range, which the verifier reports.
    fn meaning(&self, side: Side, id: FuncId) -> FuncId {
        let source = self.needed.function_meaning.get(&(side, id));
        source.and_then(|source| self.function_ids.get(source)).copied().unwrap_or(id)
    }

    fn global_meaning(&self, side: Side, id: GlobalId) -> GlobalId {
        let place = self.needed.global_meaning.get(&(side, id));
        place.and_then(|place| self.global_ids.get(&(place.0, place.1))).copied().unwrap_or(id)
    }

    fn constant(&self, side: Side, constant: &mut Const) {
        match constant {
            Const::Global(id) if self.nulls.globals.contains(&(side, *id)) => *constant = Const::Null,
            Const::Function(id) if self.nulls.functions.contains(&(side, *id)) => *constant = Const::Null,
            Const::Global(id) => *id = self.global_meaning(side, *id),
            Const::Function(id) => *id = self.meaning(side, *id),
            Const::Bool(_)
            | Const::Int(_)
            | Const::Bits(_)
            | Const::F32(_)
            | Const::F64(_)
            | Const::Null
            | Const::Address(_)
            | Const::Undef(_) => {}
        }
    }

    fn operand(&self, side: Side, operand: &mut Operand) {
        match operand {
            Operand::Const(constant) => self.constant(side, constant),
            Operand::Reg(_) => {}
        }
    }

    /// The place in the table of the result.
    fn loc(&mut self, side: Side, part: &Program, id: LocId) -> LocId {
        if id == Program::NOWHERE {
            return id;
        }
        if let Some(&known) = self.locs.get(&(side, id)) {
            return known;
        }
        let new = match part.locs.get(id) {
            None => Program::NOWHERE,
            Some(&loc) => {
                let name = part.files.get(loc.file).cloned().unwrap_or_default();
                let files = &mut self.result.files;
                let file = *self.files.entry(name).or_insert_with_key(|name| files.push(name.clone()));
                self.result.locs.push(crate::Loc { file, ..loc })
            }
        };
        self.locs.insert((side, id), new);
        new
    }

    fn global(&mut self, side: Side, part: &Program, mut global: Global) {
        global.loc = self.loc(side, part, global.loc);
        match &mut global.init {
            Init::Cells(cells) => cells.iter_mut().for_each(|cell| self.constant(side, cell)),
            Init::Image { pointers, .. } => {
                pointers.iter_mut().for_each(|pointer| self.constant(side, &mut pointer.target));
            }
            Init::Undef | Init::Zero | Init::Bytes(_) | Init::External => {}
        }
        self.result.globals.push(global);
    }

    fn function(&mut self, side: Side, part: &Program, mut function: Function) {
        function.loc = self.loc(side, part, function.loc);
        for block in function.blocks.iter_mut() {
            for inst in &mut block.insts {
                inst.loc = self.loc(side, part, inst.loc);
                inst.op.for_each_operand_mut(|operand| self.operand(side, operand));
                if let Op::Call(callee, _) = &mut inst.op
                    && let Callee::Direct(id) = callee
                {
                    if self.nulls.functions.contains(&(side, *id)) {
                        *callee = Callee::Indirect(Const::Null.into());
                    } else {
                        *id = self.meaning(side, *id);
                    }
                }
            }
            block.terminator_loc = self.loc(side, part, block.terminator_loc);
            block.terminator.for_each_operand_mut(|operand| self.operand(side, operand));
        }
        self.result.functions.push(function);
    }

    /// A bridge calls by the ids of the result already.
    fn bridge(&mut self, side: Side, part: &Program, mut function: Function) {
        function.loc = self.loc(side, part, function.loc);
        for block in function.blocks.iter_mut() {
            block.insts.iter_mut().for_each(|inst| inst.loc = function.loc);
            block.terminator_loc = function.loc;
        }
        self.result.functions.push(function);
    }
}
