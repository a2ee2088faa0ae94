//! Making programs comfortably: what front ends use.

use pathfold_base::{FxMap, IdVec, LineCol};

use crate::{
    Alias, Block, BlockId, FileId, FuncId, Function, Global, GlobalId, Inst, Loc, LocId, Op, Operand, Program, Reg,
    RegInfo, Target, Terminator, Type,
};

/// Collects a program: files, places (each once), globals, functions.
#[derive(Clone, Debug, Default)]
pub struct ProgramBuilder {
    program: Program,
    locs: FxMap<Loc, LocId>,
}

impl ProgramBuilder {
    /// An empty program.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source file.
    pub fn file(&mut self, name: impl Into<String>) -> FileId {
        self.program.files.push(name.into())
    }

    /// The place of this range; equal ranges are one place.
    pub fn loc(&mut self, file: FileId, start: LineCol, end: LineCol) -> LocId {
        let loc = Loc { file, start, end };
        let locs = &mut self.program.locs;
        *self.locs.entry(loc).or_insert_with(|| locs.push(loc))
    }

    /// Adds a global object.
    pub fn global(&mut self, global: Global) -> GlobalId {
        self.program.globals.push(global)
    }

    /// A global object, to change it.
    pub fn global_mut(&mut self, id: GlobalId) -> &mut Global {
        &mut self.program.globals[id]
    }

    /// Adds another name for a global object.
    pub fn alias(&mut self, alias: Alias) {
        self.program.aliases.push(alias);
    }

    /// Adds a function without a body, so that calls to it can be built before it is.
    pub fn declare(&mut self, name: impl Into<String>, params: &[Type], ret: Option<Type>, loc: LocId) -> FuncId {
        let mut builder = FunctionBuilder::new(name, ret, loc);
        for &ty in params {
            builder.param(ty, None);
        }
        self.program.functions.push(builder.finish())
    }

    /// Replaces a declaration by the finished function.
    pub fn define(&mut self, id: FuncId, function: Function) {
        self.program.functions[id] = function;
    }

    /// The program so far.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The finished program.
    pub fn finish(mut self, entry: FuncId) -> Program {
        self.program.entry = entry;
        self.program
    }
}

/// Builds one function block by block. Instructions go to the block chosen last.
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    function: Function,
    terminated: IdVec<BlockId, bool>,
    current: BlockId,
}

impl FunctionBuilder {
    /// A function without parameters and blocks.
    pub fn new(name: impl Into<String>, ret: Option<Type>, loc: LocId) -> Self {
        let function = Function {
            name: name.into(),
            params: Vec::new(),
            ret,
            regs: IdVec::new(),
            blocks: IdVec::new(),
            loc,
            variadic: false,
            local: false,
            weak: false,
            library: false,
            takes: Vec::new(),
        };
        Self { function, terminated: IdVec::new(), current: Function::ENTRY }
    }

    /// The function so far.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// The function so far, to change it.
    pub fn function_mut(&mut self) -> &mut Function {
        &mut self.function
    }

    /// Names a register after a source variable, unless it has a name.
    pub fn name(&mut self, reg: Reg, name: &str) {
        self.function.regs[reg].name.get_or_insert_with(|| name.to_owned());
    }

    /// A register that nothing sets yet.
    pub fn reg(&mut self, ty: Type, name: Option<&str>) -> Reg {
        self.function.regs.push(RegInfo { ty, name: name.map(str::to_owned) })
    }

    /// Adds a parameter of the function.
    pub fn param(&mut self, ty: Type, name: Option<&str>) -> Reg {
        let reg = self.reg(ty, name);
        self.function.params.push(reg);
        reg
    }

    /// Adds an empty block; the first one is the entry. Until it is terminated its end counts as unreachable.
    pub fn block(&mut self) -> BlockId {
        self.terminated.push(false);
        self.function.blocks.push(Block {
            params: Vec::new(),
            insts: Vec::new(),
            terminator: Terminator::Unreachable,
            terminator_loc: Program::NOWHERE,
        })
    }

    /// Adds a parameter to a block.
    pub fn block_param(&mut self, block: BlockId, ty: Type, name: Option<&str>) -> Reg {
        let reg = self.reg(ty, name);
        self.function.blocks[block].params.push(reg);
        reg
    }

    /// Instructions go to this block from now on.
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// The block instructions go to.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Whether the current block has its terminator.
    pub fn is_terminated(&self) -> bool {
        self.terminated.get(self.current).copied().unwrap_or(true)
    }

    /// Appends an instruction that sets a new register.
    pub fn value(&mut self, ty: Type, name: Option<&str>, op: Op, loc: LocId) -> Reg {
        let dst = self.reg(ty, name);
        self.inst(Inst { dst: Some(dst), op, loc });
        dst
    }

    /// Appends an instruction without a result.
    pub fn effect(&mut self, op: Op, loc: LocId) {
        self.inst(Inst { dst: None, op, loc });
    }

    /// Appends an instruction.
    pub fn inst(&mut self, inst: Inst) {
        self.function.blocks[self.current].insts.push(inst);
    }

    /// Ends the current block.
    pub fn terminate(&mut self, terminator: Terminator, loc: LocId) {
        let block = &mut self.function.blocks[self.current];
        (block.terminator, block.terminator_loc) = (terminator, loc);
        self.terminated[self.current] = true;
    }

    /// Ends the current block with a jump.
    pub fn jump(&mut self, block: BlockId, args: Vec<Operand>, loc: LocId) {
        self.terminate(Terminator::Jump(Target { block, args }), loc);
    }

    /// Ends the current block with a branch to blocks without parameters.
    pub fn branch(&mut self, cond: Operand, then: BlockId, otherwise: BlockId, loc: LocId) {
        let target = |block| Target { block, args: Vec::new() };
        self.terminate(Terminator::Branch { cond, then: target(then), otherwise: target(otherwise) }, loc);
    }

    /// The finished function.
    pub fn finish(self) -> Function {
        self.function
    }
}
