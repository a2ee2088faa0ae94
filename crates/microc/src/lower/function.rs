//! One function: its variables, and where instructions go.
//!
//! Blocks are made when something is put into them: until then the cursor is the list of edges that lead there. So no
//! block is made only to jump on.

use pathfold_base::{IdVec, Integer, Span};
use pathfold_ir::{
    AllocKind, BlockId, Const, Function, FunctionBuilder, Layout, LocId, Op, Operand, Program, ProgramBuilder, Reg,
    Target, Terminator, Type,
};

use super::direct::Direct;
use super::env::{Changes, Env, Var};
use super::ir_type;
use super::places::Places;
use crate::ast::Expr;
use crate::check::{Checked, FunctionId, FunctionInfo, VarId};

/// One way out of a finished block, whose target is not known yet: which of its targets, counted from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    block: BlockId,
    slot: usize,
}

pub(super) type Edges = Vec<Edge>;

/// Where instructions go.
enum Cursor {
    /// To the end of this block.
    Open(BlockId),
    /// To a block still to be made, to which these edges lead.
    Pending(Edges),
}

pub(super) struct FunctionLowering<'a> {
    pub checked: &'a Checked,
    pub direct: &'a Direct,
    pub info: &'a FunctionInfo,
    id: FunctionId,
    program: &'a mut ProgramBuilder,
    places: &'a mut Places,
    builder: FunctionBuilder,
    pub env: Env,
    /// The cell of each variable whose address is taken.
    cells: IdVec<VarId, Option<Reg>>,
    cursor: Cursor,
}

/// A target to be filled in.
fn nowhere() -> Target {
    Target { block: Function::ENTRY, args: Vec::new() }
}

pub(super) fn int(value: i64) -> Operand {
    Const::Int(Integer::from(value)).into()
}

impl<'a> FunctionLowering<'a> {
    pub fn new(
        checked: &'a Checked,
        direct: &'a Direct,
        id: FunctionId,
        program: &'a mut ProgramBuilder,
        places: &'a mut Places,
    ) -> Self {
        let info = &checked.functions[id];
        let loc = places.loc(program, checked.function(id).name.span);
        let mut builder = FunctionBuilder::new(&info.name, Some(ir_type(checked.types[info.result])), loc);
        let entry = builder.block();
        Self {
            checked,
            direct,
            info,
            id,
            program,
            places,
            builder,
            env: Env::default(),
            cells: IdVec::new(),
            cursor: Cursor::Open(entry),
        }
    }

    pub fn lower(mut self) -> Function {
        self.variables();
        let tree = self.checked.function(self.id);
        self.stmts(&tree.body);
        let result = self.value(&tree.result);
        self.terminate(Terminator::Return(Some(result)), tree.return_span);
        self.builder.finish()
    }

    fn variables(&mut self) {
        let info = self.info;
        let params: Vec<Reg> = (info.variables.iter().take(info.parameters))
            .map(|v| self.builder.param(ir_type(self.checked.types[v.ty]), Some(&v.name)))
            .collect();
        for (var, variable) in info.variables.entries() {
            let param = params.get(var.0 as usize).map(|&reg| Operand::Reg(reg));
            let mut cell = None;
            if variable.address_taken {
                let op = Op::Alloc { layout: Layout::Cells, kind: AllocKind::Heap, size: int(1), align: 1 };
                let pointer = self.emit(Type::Ptr, op, variable.span);
                self.builder.name(pointer, &variable.name);
                if let Some(value) = param.clone() {
                    self.effect(Op::Store { value, pointer: pointer.into() }, variable.span);
                }
                cell = Some(pointer);
            }
            self.cells.push(cell);
            let undef = Const::Undef(self.variable_type(var)).into();
            let init = param.is_some();
            self.env.declare(Var { value: param.unwrap_or(undef), checked: None, init });
        }
    }

    pub fn variable_type(&self, var: VarId) -> Type {
        ir_type(self.checked.types[self.info.variables[var].ty])
    }

    pub fn type_of(&self, expr: &Expr) -> Type {
        ir_type(self.checked.type_of(expr.id))
    }

    /// The variable an identifier or `&` names.
    pub fn variable(&self, expr: &Expr) -> VarId {
        // The checker resolved every name.
        self.checked.variable(expr.id).unwrap_or(VarId(0))
    }

    /// The cell of a variable, if it lives in one.
    pub fn cell(&self, var: VarId) -> Option<Operand> {
        self.cells.get(var).copied().flatten().map(Operand::Reg)
    }

    pub fn loc(&mut self, span: Span) -> LocId {
        self.places.loc(self.program, span)
    }

    /// Gives a register the name of the variable it is assigned to.
    pub fn name(&mut self, value: &Operand, var: VarId) {
        if let Operand::Reg(reg) = value {
            self.builder.name(*reg, &self.info.variables[var].name);
        }
    }

    /// The block instructions go to; makes it if there is none yet.
    fn open(&mut self) -> BlockId {
        let edges = match &mut self.cursor {
            Cursor::Open(block) => return *block,
            Cursor::Pending(edges) => std::mem::take(edges),
        };
        let block = self.new_block(&edges);
        self.cursor = Cursor::Open(block);
        block
    }

    fn new_block(&mut self, edges: &Edges) -> BlockId {
        let block = self.builder.block();
        for edge in edges {
            self.with_target(*edge, |target| target.block = block);
        }
        block
    }

    fn with_target(&mut self, edge: Edge, f: impl FnOnce(&mut Target)) {
        let terminator = &mut self.builder.function_mut().blocks[edge.block].terminator;
        if let Some(target) = terminator.targets_mut().into_iter().nth(edge.slot) {
            f(target);
        }
    }

    /// Appends an instruction with a result.
    pub fn emit(&mut self, ty: Type, op: Op, span: Span) -> Reg {
        let loc = self.loc(span);
        let block = self.open();
        self.builder.switch_to(block);
        self.builder.value(ty, None, op, loc)
    }

    /// Appends an instruction without a result.
    pub fn effect(&mut self, op: Op, span: Span) {
        let loc = self.loc(span);
        let block = self.open();
        self.builder.switch_to(block);
        self.builder.effect(op, loc);
    }

    fn terminate(&mut self, terminator: Terminator, span: Span) -> BlockId {
        let loc = self.loc(span);
        let block = self.open();
        self.builder.switch_to(block);
        self.builder.terminate(terminator, loc);
        self.cursor = Cursor::Pending(Vec::new());
        block
    }

    /// Ends the block with a branch; the edges for true and for false.
    pub fn branch(&mut self, cond: Operand, span: Span) -> (Edges, Edges) {
        let block = self.terminate(Terminator::Branch { cond, then: nowhere(), otherwise: nowhere() }, span);
        (vec![Edge { block, slot: 0 }], vec![Edge { block, slot: 1 }])
    }

    /// Ends what is open; the edges that lead on.
    pub fn leave(&mut self) -> Edges {
        match std::mem::replace(&mut self.cursor, Cursor::Pending(Vec::new())) {
            Cursor::Open(block) => {
                self.builder.switch_to(block);
                self.builder.terminate(Terminator::Jump(nowhere()), Program::NOWHERE);
                vec![Edge { block, slot: 0 }]
            }
            Cursor::Pending(edges) => edges,
        }
    }

    /// Goes on where these edges lead.
    pub fn go_on(&mut self, edges: Edges) {
        self.cursor = Cursor::Pending(edges);
    }

    /// Goes on where two ways meet. A way without edges is never taken.
    pub fn join(&mut self, left: (Edges, Changes), right: (Edges, Changes)) {
        let (left, right) = match (left.0.is_empty(), right.0.is_empty()) {
            (false, false) => (left, right),
            (_, true) => return self.follow(left),
            (true, false) => return self.follow(right),
        };
        let mut differ = Vec::new();
        for (var, a, b) in self.env.both(left.1, right.1) {
            if a.value == b.value {
                self.env.set(var, a.meet(&b));
            } else {
                differ.push((var, a, b));
            }
        }
        let edges: Edges = left.0.iter().chain(&right.0).copied().collect();
        if differ.is_empty() {
            return self.go_on(edges);
        }
        let block = self.new_block(&edges);
        for (var, a, b) in differ {
            self.pass(&left.0, &a.value);
            self.pass(&right.0, &b.value);
            let param = self.block_param(block, var);
            self.env.set(var, Var { value: param, checked: None, init: a.init && b.init });
        }
        self.cursor = Cursor::Open(block);
    }

    fn follow(&mut self, (edges, changes): (Edges, Changes)) {
        for (var, now) in changes {
            self.env.set(var, now);
        }
        self.go_on(edges);
    }

    /// Goes on where two ways meet that bring different numbers, and gives the number.
    pub fn join_values(&mut self, left: (Edges, Operand), right: (Edges, Operand)) -> Operand {
        let edges: Edges = left.0.iter().chain(&right.0).copied().collect();
        let block = self.new_block(&edges);
        self.pass(&left.0, &left.1);
        self.pass(&right.0, &right.1);
        self.cursor = Cursor::Open(block);
        self.builder.block_param(block, Type::Int, None).into()
    }

    /// Adds an argument to edges.
    fn pass(&mut self, edges: &Edges, value: &Operand) {
        for edge in edges {
            self.with_target(*edge, |target| target.args.push(value.clone()));
        }
    }

    fn block_param(&mut self, block: BlockId, var: VarId) -> Operand {
        let ty = self.variable_type(var);
        self.builder.block_param(block, ty, Some(&self.info.variables[var].name)).into()
    }

    /// Starts a loop whose body assigns these variables.
    pub fn loop_header(&mut self, assigned: &[VarId]) -> BlockId {
        let edges = self.leave();
        let header = self.new_block(&edges);
        for &var in assigned {
            let before = self.env.get(var).clone();
            self.pass(&edges, &before.value);
            let param = self.block_param(header, var);
            // The loop never takes a value away.
            self.env.set(var, Var { value: param, checked: None, init: before.init });
        }
        self.cursor = Cursor::Open(header);
        header
    }

    /// Ends the body of a loop.
    pub fn loop_end(&mut self, header: BlockId, assigned: &[VarId], span: Span) {
        let args = assigned.iter().map(|&var| self.env.get(var).value.clone()).collect();
        self.terminate(Terminator::Jump(Target { block: header, args }), span);
    }
}
