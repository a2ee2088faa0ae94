//! Programs, functions, blocks, and where they come from.

use pathfold_base::{IdVec, LineCol, typed_id};
use serde::{Deserialize, Serialize};

use crate::{Inst, Layout, Taken, Terminator, Type};

typed_id!(
    /// A function of the program.
    pub struct FuncId,
    "f"
);
typed_id!(
    /// A global object of the program.
    pub struct GlobalId,
    "g"
);
typed_id!(
    /// A block of one function.
    pub struct BlockId,
    "b"
);
typed_id!(
    /// A register of one function; set at most once, and before each use (by an instruction, a block parameter or a function parameter).
    pub struct Reg,
    "%"
);
typed_id!(
    /// A source place of the program.
    pub struct LocId,
    "!"
);
typed_id!(
    /// A source file of the program.
    pub struct FileId,
    "file"
);

/// A whole program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// Names of the source files.
    pub files: IdVec<FileId, String>,
    /// Source places; the first one is "nowhere".
    pub locs: IdVec<LocId, Loc>,
    /// Global objects.
    pub globals: IdVec<GlobalId, Global>,
    /// Functions, declarations included.
    pub functions: IdVec<FuncId, Function>,
    /// Where execution starts; its parameters are inputs.
    pub entry: FuncId,
    /// Other names of global objects, by which other modules may mean them; linking resolves them.
    pub aliases: Vec<Alias>,
}

/// Another name for a place in a global object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alias {
    /// The name.
    pub name: String,
    /// The object.
    pub target: GlobalId,
    /// Which byte or cell of it.
    pub addend: i64,
}

/// A range of source text as people count it. Ends are exclusive columns; a C front end that knows only a start gives
/// an end one column later.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Loc {
    /// The file.
    pub file: FileId,
    /// First character.
    pub start: LineCol,
    /// One past the last character.
    pub end: LineCol,
}

impl Loc {
    /// What the first entry of [`Program::locs`] holds: no line, no column.
    pub const NOWHERE: Loc =
        Loc { file: FileId(0), start: LineCol { line: 0, column: 0 }, end: LineCol { line: 0, column: 0 } };
}

impl Program {
    /// The place of instructions that no source text stands for.
    pub const NOWHERE: LocId = LocId(0);

    /// A program without functions, whose only place is "nowhere".
    pub fn new() -> Self {
        Self {
            files: IdVec::new(),
            locs: [Loc::NOWHERE].into_iter().collect(),
            globals: IdVec::new(),
            functions: IdVec::new(),
            entry: FuncId(0),
            aliases: Vec::new(),
        }
    }

    /// The places of everything, in the order of the textual form; each as often as it is used.
    pub fn places(&self) -> impl Iterator<Item = LocId> {
        let functions = self.functions.iter().flat_map(|function| {
            let blocks = function.blocks.iter();
            let body = blocks.flat_map(|b| b.insts.iter().map(|inst| inst.loc).chain([b.terminator_loc]));
            [function.loc].into_iter().chain(body)
        });
        self.globals.iter().map(|global| global.loc).chain(functions)
    }

    /// The places of everything, to change them; in the same order.
    pub fn places_mut(&mut self) -> impl Iterator<Item = &mut LocId> {
        let functions = self.functions.iter_mut().flat_map(|function| {
            let blocks = function.blocks.iter_mut();
            let body = blocks.flat_map(|b| b.insts.iter_mut().map(|inst| &mut inst.loc).chain([&mut b.terminator_loc]));
            [&mut function.loc].into_iter().chain(body)
        });
        self.globals.iter_mut().map(|global| &mut global.loc).chain(functions)
    }

    /// The function of this name.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        self.functions.entries().find(|(_, f)| f.name == name).map(|(id, _)| id)
    }
}

impl Default for Program {
    fn default() -> Self {
        Self::new()
    }
}

/// A global object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Global {
    /// Its name, unique among globals.
    pub name: String,
    /// Bytes or cells.
    pub layout: Layout,
    /// How many positions.
    pub size: u64,
    /// What it holds at first.
    pub init: Init,
    /// Whether writing to it is an error.
    pub constant: bool,
    /// Its address is a multiple of this power of two.
    pub align: u32,
    /// Whether other modules cannot mean it by its name.
    pub local: bool,
    /// Whether its address is null if nobody defines it.
    pub weak: bool,
    /// Where it is defined.
    pub loc: LocId,
}

/// The initial contents of a global object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Init {
    /// Uninitialised.
    Undef,
    /// All zero bytes, or zero in every cell.
    Zero,
    /// These bytes, the rest zero (byte objects).
    Bytes(Vec<u8>),
    /// These constants, one per cell (cell objects).
    Cells(Vec<crate::Const>),
    /// These bytes, the rest zero, with pointers among them (byte objects).
    Image {
        /// The bytes; those under pointers are not read.
        bytes: Vec<u8>,
        /// The pointers, by rising offset, not overlapping.
        pointers: Vec<Pointer>,
    },
    /// Defined elsewhere: there is no object to access.
    External,
}

/// A pointer among the initial bytes of a global: eight bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pointer {
    /// Where it is.
    pub offset: u64,
    /// A constant of type `ptr`.
    pub target: crate::Const,
    /// Bytes to add to it.
    pub addend: i64,
}

/// A function: a declaration if it has no blocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Function {
    /// Its name, unique among functions.
    pub name: String,
    /// Its parameters, in order.
    pub params: Vec<Reg>,
    /// What it returns.
    pub ret: Option<Type>,
    /// Its registers.
    pub regs: IdVec<Reg, RegInfo>,
    /// Its blocks; the first one is the entry and has no parameters and no predecessors.
    pub blocks: IdVec<BlockId, Block>,
    /// Where it is declared.
    pub loc: LocId,
    /// Whether its last parameter is a pointer to a byte object with the other arguments, one after the other as the
    /// platform lays them out in memory.
    pub variadic: bool,
    /// Whether other modules cannot mean it by its name.
    pub local: bool,
    /// Whether its address is null if nobody defines it.
    pub weak: bool,
    /// Whether it belongs to the runtime and not to the analysed program: findings in it are the caller's, and it does
    /// not count for coverage.
    pub library: bool,
    /// How the machine passes its parameters, those of the other arguments left out; empty if all are as their types say.
    pub takes: Vec<Taken>,
}

impl Function {
    /// The block where execution of the function starts.
    pub const ENTRY: BlockId = BlockId(0);

    /// Whether it has no body.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }
}

/// A register: its type, and the source variable it holds a value of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RegInfo {
    /// The type.
    pub ty: Type,
    /// The source variable, for people; not unique.
    pub name: Option<String>,
}

/// A straight line of instructions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// Registers set by whoever jumps here.
    pub params: Vec<Reg>,
    /// The instructions in order.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub terminator: Terminator,
    /// Where the terminator comes from.
    pub terminator_loc: LocId,
}
