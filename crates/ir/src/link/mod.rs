//! Joining a program with a library: what the program declares and the library defines is taken over, with all it
//! needs, and what nobody needs is left out.
//!
//! A name means the program's definition if it has one, else the library's, also inside the library; local names mean
//! what they mean where they stand. The work is linear in what ends up in the result, plus one look at the names of the
//! library.

mod bridge;
mod copy;

use pathfold_base::FxMap;
use pathfold_base::ids::Id;

use crate::{Callee, Const, FuncId, Function, GlobalId, Init, Op, Operand, Program};
use bridge::same_signature;

/// Which of the two a thing comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Side {
    Program,
    Library,
}

/// A function of the result, by where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Source {
    /// One that is there.
    Function(Side, FuncId),
    /// One that takes arguments as the first declares them and passes them on as the second wants them.
    Bridge((Side, FuncId), (Side, FuncId)),
}

/// A place in a global of the result, by where it comes from.
type Place = (Side, GlobalId, i64);

/// The functions that run what a program wants done before and after `main`; nobody calls them by name.
const STARTS: [&str; 2] = ["__pathfold_constructors", "__pathfold_destructors"];

/// The program with what it needs of the library. Kept is what can be reached from the entry, from the functions named
/// by `roots` and from the program's constructors and destructors; the entry stays the program's. An error if a root is
/// defined nowhere.
pub fn link(program: Program, library: &Program, roots: &[&str]) -> Result<Program, String> {
    let mut linker = Linker::new(&program, library);
    linker.need(Side::Program, program.entry);
    for root in roots {
        match linker.names.functions.get(root) {
            Some(&(side, id)) if !linker.function(side, id).is_declaration() => linker.need(side, id),
            Some(_) | None => return Err(format!("the function `{root}` is defined nowhere")),
        }
    }
    for start in STARTS {
        if let Some(&(side, id)) = linker.names.functions.get(start) {
            linker.need(side, id);
        }
    }
    linker.reach();
    let needed = linker.needed;
    Ok(copy::copy(program, library, needed))
}

/// What each name means to others.
struct Names<'a> {
    functions: FxMap<&'a str, (Side, FuncId)>,
    globals: FxMap<&'a str, Place>,
}

impl<'a> Names<'a> {
    fn new(program: &'a Program, library: &'a Program) -> Self {
        let mut names = Names { functions: FxMap::default(), globals: FxMap::default() };
        // Definitions before declarations, and the program's before the library's: the first one counts.
        for defined in [true, false] {
            for (side, part) in [(Side::Program, program), (Side::Library, library)] {
                for (id, function) in part.functions.entries() {
                    if !function.local && function.is_declaration() != defined {
                        names.functions.entry(&function.name).or_insert((side, id));
                    }
                }
                for (id, global) in part.globals.entries() {
                    if !global.local && (global.init != Init::External) == defined {
                        names.globals.entry(&global.name).or_insert((side, id, 0));
                    }
                }
                if defined {
                    for alias in &part.aliases {
                        names.globals.entry(&alias.name).or_insert((side, alias.target, alias.addend));
                    }
                }
            }
        }
        names
    }
}

/// What the result is made of.
#[derive(Default)]
struct Needed {
    /// In the order they were found.
    functions: FxMap<Source, ()>,
    globals: FxMap<(Side, GlobalId), ()>,
    /// What each function and global of each side stands for in the result, where that is another one.
    function_meaning: FxMap<(Side, FuncId), Source>,
    global_meaning: FxMap<(Side, GlobalId), Place>,
}

struct Linker<'a> {
    program: &'a Program,
    library: &'a Program,
    names: Names<'a>,
    needed: Needed,
    waiting: Vec<Source>,
    waiting_globals: Vec<(Side, GlobalId)>,
}

impl<'a> Linker<'a> {
    fn new(program: &'a Program, library: &'a Program) -> Self {
        Self {
            program,
            library,
            names: Names::new(program, library),
            needed: Needed::default(),
            waiting: Vec::new(),
            waiting_globals: Vec::new(),
        }
    }

    fn part(&self, side: Side) -> &'a Program {
        match side {
            Side::Program => self.program,
            Side::Library => self.library,
        }
    }

    fn function(&self, side: Side, id: FuncId) -> &'a Function {
        &self.part(side).functions[id]
    }

    /// Notes that a function is used on one side.
    fn need(&mut self, side: Side, id: FuncId) {
        if id.index() >= self.part(side).functions.len() || self.needed.function_meaning.contains_key(&(side, id)) {
            return;
        }
        let function = self.function(side, id);
        let (other, meant) = match self.names.functions.get(function.name.as_str()) {
            Some(&meant) if !function.local => meant,
            Some(_) | None => (side, id),
        };
        let source = if same_signature(function, self.function(other, meant)) {
            Source::Function(other, meant)
        } else {
            self.take(Source::Function(other, meant));
            Source::Bridge((side, id), (other, meant))
        };
        self.needed.function_meaning.insert((side, id), source);
        self.take(source);
    }

    fn take(&mut self, source: Source) {
        if self.needed.functions.insert(source, ()).is_none() {
            self.waiting.push(source);
        }
    }

    fn need_global(&mut self, side: Side, id: GlobalId) {
        if id.index() >= self.part(side).globals.len() || self.needed.global_meaning.contains_key(&(side, id)) {
            return;
        }
        let global = &self.part(side).globals[id];
        let meant = match self.names.globals.get(global.name.as_str()) {
            // Inside an object there is nothing an operand could name; such a use stays unresolved.
            Some(&(other, meant, 0)) if !global.local => (other, meant, 0),
            Some(_) | None => (side, id, 0),
        };
        self.needed.global_meaning.insert((side, id), meant);
        if self.needed.globals.insert((meant.0, meant.1), ()).is_none() {
            self.waiting_globals.push((meant.0, meant.1));
        }
    }

    fn need_const(&mut self, side: Side, constant: &Const) {
        match constant {
            Const::Global(id) => self.need_global(side, *id),
            Const::Function(id) => self.need(side, *id),
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

    fn need_operand(&mut self, side: Side, operand: &Operand) {
        match operand {
            Operand::Const(constant) => self.need_const(side, constant),
            Operand::Reg(_) => {}
        }
    }

    /// Follows uses until nothing new comes up.
    fn reach(&mut self) {
        loop {
            if let Some(source) = self.waiting.pop() {
                // What a bridge leads to was taken together with it.
                if let Source::Function(side, id) = source {
                    self.body(side, self.function(side, id));
                }
            } else if let Some((side, id)) = self.waiting_globals.pop() {
                match &self.part(side).globals[id].init {
                    Init::Cells(cells) => cells.iter().for_each(|cell| self.need_const(side, cell)),
                    Init::Image { pointers, .. } => {
                        pointers.iter().for_each(|pointer| self.need_const(side, &pointer.target));
                    }
                    Init::Undef | Init::Zero | Init::Bytes(_) | Init::External => {}
                }
            } else {
                return;
            }
        }
    }

    fn body(&mut self, side: Side, function: &'a Function) {
        for block in function.blocks.iter() {
            for inst in &block.insts {
                if let Op::Call(Callee::Direct(id), _) = inst.op {
                    self.need(side, id);
                }
                inst.op.for_each_operand(|operand| self.need_operand(side, operand));
            }
            block.terminator.for_each_operand(|operand| self.need_operand(side, operand));
        }
    }
}
