//! A module of LLVM's as a program of ours. What belongs to the whole module is here: ids, files, places, shapes of
//! types. Globals are in `globals`, function bodies in `functions` and the files named after instruction families.
//!
//! Nothing here fails on an instruction: what is not supported becomes `Op::Unsupported` at its place, so that only the
//! paths that come by end there.

mod arithmetic;
mod asm;
mod atomics;
mod bits;
mod calls;
mod casts;
mod compare;
mod constants;
mod control;
mod conventions;
mod debug;
mod emit;
mod floats;
mod functions;
mod globals;
mod initializers;
mod intrinsics;
mod memory;
mod overflow;
mod scopes;
mod types;
mod varargs;
mod vectors;
mod wide;

use std::rc::Rc;

use pathfold_base::{FxMap, FxSet};
use pathfold_ir::{FileId, FuncId, Function, GlobalId, LocId, Op, Program, ProgramBuilder, Type, tidy, verify};

use crate::llvm::{Block, DataLayout, Metadata, Module, Ty, Value};
use types::Shape;

/// What is lowered how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether the functions belong to the runtime.
    pub library: bool,
}

/// The program of a module; an error if it has nothing to start with or, which is our own fault, breaks a rule.
pub fn lower(module: Module, options: Options) -> Result<Program, String> {
    let layout = module.data_layout()?;
    let mut lowering = Lowering {
        module,
        layout,
        options,
        builder: ProgramBuilder::new(),
        functions: FxMap::default(),
        by_name: FxMap::default(),
        globals: FxMap::default(),
        global_names: FxSet::default(),
        shapes: FxMap::default(),
        files: FxMap::default(),
        paths: FxMap::default(),
        block_addresses: FxMap::default(),
    };
    lowering.number_block_addresses();
    lowering.declare_functions();
    lowering.lower_globals();
    for function in module.functions() {
        lowering.lower_function(function);
    }
    lowering.lower_aliases();
    let entry = lowering.entry()?;
    lowering.lower_start_and_end();
    let mut program = lowering.builder.finish(entry);
    if let Some(error) = verify(&program).first() {
        return Err(format!("the lowered program breaks a rule (our own fault): {}", error.within(&program)));
    }
    program.functions.iter_mut().for_each(tidy);
    debug::order_places(&mut program);
    Ok(program)
}

/// The module being lowered and what has been made of it.
struct Lowering {
    module: Module,
    layout: DataLayout,
    options: Options,
    builder: ProgramBuilder,
    /// Functions by what they are in LLVM: definitions at once, declarations when they are first used.
    functions: FxMap<Value, FuncId>,
    /// Functions by name, those of our own making included.
    by_name: FxMap<String, FuncId>,
    globals: FxMap<Value, GlobalId>,
    global_names: FxSet<String>,
    shapes: FxMap<Ty, Rc<Shape>>,
    files: FxMap<Metadata, FileId>,
    paths: FxMap<String, FileId>,
    /// The number of every block whose address is taken.
    block_addresses: FxMap<Block, u64>,
}

impl Lowering {
    fn entry(&mut self) -> Result<FuncId, String> {
        let program = self.builder.program();
        let defined = |id: &FuncId| !program.functions[*id].is_declaration();
        let main = self.by_name.get("main").copied().filter(defined);
        main.or_else(|| program.functions.ids().find(defined))
            .ok_or_else(|| "the program defines no function".to_owned())
    }

    /// Adds a function; its name must be new.
    fn add_function(&mut self, function: Function) -> FuncId {
        let name = function.name.clone();
        let id = self.builder.declare(name.as_str(), &[], None, Program::NOWHERE);
        self.builder.define(id, function);
        self.by_name.insert(name, id);
        id
    }

    /// The C function of this name and type, declared if it is not there. Nothing if there is one of another type.
    fn c_function(&mut self, name: &str, params: &[Type], ret: Option<Type>) -> Option<FuncId> {
        let id = match (self.by_name.get(name), self.module.function(name)) {
            (Some(&id), _) => id,
            (None, Some(function)) => self.function_id(function),
            (None, None) => {
                let id = self.builder.declare(name, params, ret, LocId(0));
                self.by_name.insert(name.to_owned(), id);
                id
            }
        };
        let function = &self.builder.program().functions[id];
        let types = function.params.iter().map(|&param| function.regs[param].ty);
        (types.eq(params.iter().copied()) && function.ret == ret && !function.variadic).then_some(id)
    }
}

/// Says that something is not supported.
fn unsupported(what: impl Into<String>) -> Op {
    Op::Unsupported(what.into())
}
