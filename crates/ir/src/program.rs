//! Programs, functions, blocks, and where they come from.

use pathfold_base::{IdVec, LineCol, typed_id};

use crate::{Inst, Layout, Terminator, Type};

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
#[derive(Clone, PartialEq, Eq, Debug)]
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
}

/// A range of source text as people count it. Ends are exclusive columns; a C front end that knows only a start gives
/// an end one column later.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
        }
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
#[derive(Clone, PartialEq, Eq, Debug)]
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
}

/// The initial contents of a global object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Init {
    /// Uninitialised.
    Undef,
    /// All zero bytes, or zero in every cell.
    Zero,
    /// These bytes, the rest zero (byte objects).
    Bytes(Vec<u8>),
    /// These constants, one per cell (cell objects).
    Cells(Vec<crate::Const>),
}

/// A function: a declaration if it has no blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegInfo {
    /// The type.
    pub ty: Type,
    /// The source variable, for people; not unique.
    pub name: Option<String>,
}

/// A straight line of instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
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
