//! From `ir` to flat instructions.

use pathfold_base::{FxMap, FxSet, IdVec};
use pathfold_ir::{
    BinaryOp, Block, BlockId, Callee, Cfg, Const, Convention, FuncId, Function, Inst, LocId, LoopForest, Op, Operand,
    Program, Reg, Target, Terminator, Type,
};
use pathfold_term::Pool;

use super::constants::{Constants, Home, constant_value};
use super::external::ExternalCall;
use super::facts::{count_uses, may_end_the_path};
use super::joins::Joins;
use super::moves::sequence;
use super::options::CodeOptions;
use super::repeated::{Reach, Reduced};
use super::slots::Slots;
use super::{
    CallSite, Code, Edge, FuncCode, Instr, LARGE_FRAME, LoopCode, LoopExit, Pc, SMALL_FRAME, Segment, Slot, SwitchTable,
};
use crate::memory::GlobalObjects;
use crate::state::FrameSlots;
use crate::value::Value;

/// Prepares a verified program. `globals` says which object each global is.
pub fn compile(program: &Program, globals: &GlobalObjects, options: CodeOptions, pool: &mut Pool) -> Code {
    let mut places = Vec::new();
    let mut first_place = IdVec::new();
    for (id, function) in program.functions.entries() {
        first_place.push(places.len() as u32);
        places.extend(function.blocks.ids().map(|block| (id, block)));
    }
    let mut unplaced = program.locs.len() as u32;
    let (mut segments, mut edges, mut found, mut joins) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let functions = program
        .functions
        .entries()
        .map(|(id, function)| {
            let cfg = Cfg::new(function);
            let (reduced, slots) = reduce(function, &cfg);
            let (function, loops) = (&*reduced.function, LoopForest::new(&cfg));
            let constants = Constants::new(function, slots.count() + 1, &loops);
            let first_loop = found.len() as u32;
            if options.loops {
                let slot = |reg| slots.of(reg);
                found.extend(super::loops::loops(program, (id, function), &loops, first_loop, first_place[id], slot));
            }
            let meets = options.joins.then(|| Joins::new(function, &cfg));
            if let Some(meets) = &meets {
                joins.extend(meets.of.iter().map(|join| join.map(|block| first_place[id] + block.0)));
            }
            let compiler = Compiler {
                meets: meets.map_or_else(Vec::new, |meets| meets.is_join),
                program,
                function,
                globals,
                options,
                pool,
                edges: &mut edges,
                segments: &mut segments,
                first_place: first_place[id],
                slots,
                loops,
                first_loop,
                found: &mut found,
                uses: count_uses(function),
                idle: &reduced.idle,
                starts: vec![0; function.blocks.len()],
                fixups: Vec::new(),
                constants,
                spare_used: 0,
                place: first_place[id],
                unplaced: &mut unplaced,
                loc: Program::NOWHERE,
                marked: false,
                convention: None,
                code: FuncCode::new(function),
            };
            compiler.run()
        })
        .collect();
    Code { functions, entry: program.entry, places, first_place, segments, edges, loops: found, joins }
}

/// The function without what is repeated and the slots of its registers: as much of that as fits the same kind of frame.
pub(super) fn reduce<'a>(function: &'a Function, cfg: &Cfg) -> (Reduced<'a>, Slots) {
    let kind = |slots: &Slots| (slots.count() as usize >= SMALL_FRAME, slots.count() as usize >= LARGE_FRAME);
    let slots = Slots::new(function, cfg);
    let uses = count_uses(function);
    for reach in [Reach::Ways, Reach::Block] {
        let reduced = Reduced::new(function, cfg, &uses, reach);
        if reduced.idle.is_empty() {
            break;
        }
        let fewer = Slots::new(&reduced.function, cfg);
        if kind(&fewer) == kind(&slots) {
            return (reduced, fewer);
        }
    }
    (Reduced::none(function), slots)
}

/// Where a target's position has to be filled in once it is known.
#[derive(Clone, Copy)]
enum Hole {
    Jump(usize),
    Then(usize),
    Otherwise(usize),
    Case(usize, usize),
    Default(usize),
}

struct Compiler<'a> {
    /// By block, whether paths meet there; empty if nobody wants to know.
    meets: Vec<bool>,
    program: &'a Program,
    function: &'a Function,
    loops: LoopForest,
    /// The number of the function's first loop among `found`.
    first_loop: u32,
    found: &'a mut Vec<LoopCode>,
    globals: &'a GlobalObjects,
    options: CodeOptions,
    pool: &'a mut Pool,
    edges: &'a mut Vec<Edge>,
    segments: &'a mut Vec<Segment>,
    first_place: u32,
    slots: Slots,
    uses: IdVec<Reg, u32>,
    /// Results of instructions that need not run.
    idle: &'a FxSet<Reg>,
    starts: Vec<Pc>,
    fixups: Vec<(Hole, BlockId)>,
    constants: Constants,
    /// Spare slots that the instruction being made has taken for constants without a slot.
    spare_used: u32,
    place: u32,
    /// The number that the first instruction of the block at hand has for a place if it has none.
    unplaced: &'a mut u32,
    loc: LocId,
    /// The instruction made last marks the way that is made next.
    marked: bool,
    /// How the arguments of the next call are passed, if somebody wrote it down.
    convention: Option<Convention>,
    code: FuncCode,
}

impl Compiler<'_> {
    fn run(mut self) -> FuncCode {
        let function = self.function;
        self.code.params = function.params.iter().map(|reg| (self.slots.of(*reg), function.regs[*reg].ty)).collect();
        // Calls rely on it.
        let in_order = (0..).zip(&self.code.params).all(|(index, (slot, _))| index == *slot);
        assert!(in_order || function.is_declaration(), "parameters are in the first slots");
        self.code.param_names = function.params.iter().map(|reg| function.regs[*reg].name.clone()).collect();
        for (id, block) in function.blocks.entries() {
            self.starts[id.0 as usize] = self.pc();
            self.place = self.first_place + id.0;
            self.block(id, block);
            *self.unplaced += block.insts.len() as u32 + 1;
        }
        for known in &mut self.found[self.first_loop as usize..] {
            known.header = self.starts[(known.place - self.first_place) as usize];
        }
        for (hole, block) in std::mem::take(&mut self.fixups) {
            self.fill(hole, self.starts[block.0 as usize]);
        }
        self.code.switches.iter_mut().for_each(SwitchTable::index);
        if !self.options.watched {
            super::loops::invert(&mut self.code);
        }
        let mut slots = vec![Value::Undef; self.constants.first as usize];
        for constant in std::mem::take(&mut self.constants.with_slot) {
            slots.push(self.constant(&constant));
        }
        self.code.template = FrameSlots::new(&slots);
        super::words::specialize(&mut self.code, self.constants.first);
        self.code.instrs.close();
        self.code
    }

    fn pc(&self) -> Pc {
        self.code.instrs.len() as Pc
    }

    fn emit(&mut self, instr: Instr) -> usize {
        self.code.instrs.push(instr);
        self.code.locs.push(self.loc);
        self.code.places.push(self.place);
        self.code.exits.push(LoopExit::None);
        self.code.instrs.len() - 1
    }

    fn segment(&mut self) {
        let id = self.segments.len() as u32;
        self.segments.push(Segment { place: self.place, locs: Vec::new(), instructions: 0 });
        self.emit(Instr::Cover(id));
    }

    fn covers(&mut self, loc: LocId) {
        if let Some(segment) = self.segments.last_mut() {
            segment.instructions += 1;
            if segment.locs.last() != Some(&loc) {
                segment.locs.push(loc);
            }
        }
    }

    /// The place of an instruction of the block at hand, or its own number past all places. The numbers depend on nothing but
    /// the program: code that is made again for other techniques has the same.
    fn loc_of(&self, index: usize, loc: LocId) -> LocId {
        if loc == Program::NOWHERE { LocId(*self.unplaced + index as u32) } else { loc }
    }

    fn block(&mut self, id: BlockId, block: &Block) {
        self.loc = self.loc_of(0, block.insts.first().map_or(block.terminator_loc, |inst| inst.loc));
        self.segment();
        if self.options.watched {
            let start = self.starts[id.0 as usize] as usize;
            self.code.instrs[start] = Instr::At(self.place, self.segments.len() as u32 - 1);
        }
        if self.meets.get(id.0 as usize) == Some(&true) {
            self.emit(Instr::Meet(self.place));
        }
        let (insts, fused) = self.split_fused(block);
        for (index, inst) in insts.iter().enumerate() {
            if let Some(convention) = Convention::of(&inst.op) {
                self.convention = Some(convention);
                continue;
            }
            self.loc = self.loc_of(index, inst.loc);
            self.covers(inst.loc);
            if self.is_idle(inst) {
                continue;
            }
            self.shortcut(inst, insts.get(index + 1).filter(|next| !self.is_idle(next)));
            self.inst(inst);
            self.convention = None;
            let last = index + 1 == insts.len() && matches!(block.terminator, Terminator::Jump(_));
            if may_end_the_path(&inst.op) && !last {
                self.segment();
            }
        }
        self.loc = self.loc_of(block.insts.len(), block.terminator_loc);
        self.covers(block.terminator_loc);
        self.terminator(id, block, fused);
    }

    fn is_idle(&self, inst: &Inst) -> bool {
        inst.dst.is_some_and(|dst| self.idle.contains(&dst))
    }

    /// The block's instructions without a final comparison that only feeds its branch, and that comparison.
    fn split_fused<'b>(&self, block: &'b Block) -> (&'b [Inst], Option<&'b Inst>) {
        if let Terminator::Branch { cond: Operand::Reg(cond), .. } = &block.terminator
            && let Some((last, rest)) = block.insts.split_last()
            && last.dst == Some(*cond)
            && self.uses[*cond] == 1
            && matches!(last.op, Op::Compare(..))
        {
            return (rest, Some(last));
        }
        (&block.insts, None)
    }

    /// An offset that only serves the access right after it is tried as one instruction first.
    fn shortcut(&mut self, inst: &Inst, next: Option<&Inst>) {
        let (Op::Offset(pointer, index), Some(place), Some(next)) = (&inst.op, inst.dst, next) else { return };
        // The three instructions must follow each other: none of them may need a constant fetched first.
        let mut fetched = false;
        for op in [&inst.op, &next.op] {
            op.for_each_operand(|operand| fetched |= self.constants.is_fetched(operand));
        }
        if self.uses[place] != 1 || fetched {
            return;
        }
        match &next.op {
            Op::Load(from) if *from == Operand::Reg(place) => {
                let Some(dst) = next.dst else { return };
                let ty = self.function.regs[dst].ty;
                let (dst, base, at) = (self.slots.of(dst), self.src(pointer), self.src(index));
                self.emit_shortcut(match ty {
                    Type::Int => Instr::LoadIntAt(dst, base, at, 3),
                    _ => Instr::LoadAt(ty, dst, base, at, 3),
                });
            }
            // The value must not be what `place` was computed into: it is read before the offset is.
            Op::Store { value, pointer: to } if *to == Operand::Reg(place) && *value != Operand::Reg(place) => {
                let ty = self.type_of(value);
                let (value, base, at) = (self.src(value), self.src(pointer), self.src(index));
                self.emit_shortcut(match ty {
                    Type::Int => Instr::StoreIntAt(value, base, at, 3),
                    _ => Instr::StoreAt(ty, value, base, at, 3),
                });
            }
            _ => {}
        }
    }

    /// Watched code goes the long way, which is where accesses are noticed.
    fn emit_shortcut(&mut self, shortcut: Instr) {
        let scratch = self.slots.count();
        self.emit(if self.options.watched { Instr::Move(scratch, scratch) } else { shortcut });
    }

    fn inst(&mut self, inst: &Inst) {
        self.spare_used = 0;
        let dst = inst.dst.map(|reg| self.slots.of(reg));
        // Operations with a result always have a destination, the verifier checked it; calls need not.
        let result = dst.unwrap_or_else(|| self.slots.count());
        let ty = inst.dst.map_or(Type::Int, |reg| self.function.regs[reg].ty);
        let instr = match &inst.op {
            Op::Binary(BinaryOp::Add, a, b) => Instr::Add(result, self.src(a), self.src(b)),
            Op::Binary(BinaryOp::Sub, a, b) => Instr::Sub(result, self.src(a), self.src(b)),
            Op::Binary(BinaryOp::Mul, a, b) => Instr::Mul(result, self.src(a), self.src(b)),
            Op::Binary(BinaryOp::SDiv, a, b) if ty == Type::Int => Instr::Div(result, self.src(a), self.src(b)),
            Op::Binary(BinaryOp::SAdd, a, b) if !self.options.overflow => Instr::Add(result, self.src(a), self.src(b)),
            Op::Binary(BinaryOp::SSub, a, b) if !self.options.overflow => Instr::Sub(result, self.src(a), self.src(b)),
            Op::Binary(BinaryOp::SMul, a, b) if !self.options.overflow => Instr::Mul(result, self.src(a), self.src(b)),
            Op::Binary(op @ (BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr), a, b) if self.function.library => {
                Instr::Shift(*op, result, self.src(a), self.src(b))
            }
            Op::Binary(op, a, b) => Instr::Binary(*op, result, self.src(a), self.src(b)),
            Op::Unary(op, a) => Instr::Unary(*op, result, self.src(a)),
            Op::Compare(op, a, b) => Instr::Compare(*op, result, self.src(a), self.src(b)),
            Op::Cast(op, a) => Instr::Cast(*op, self.type_of(a), ty, result, self.src(a)),
            Op::Select(c, a, b) => {
                let args = self.args([c, a, b].into_iter());
                Instr::Select(result, args)
            }
            Op::Alloc { layout, kind, size, align } => {
                Instr::Alloc(*layout, *kind, result, self.src(size), align.trailing_zeros() as u8)
            }
            Op::Offset(pointer, offset) => Instr::Offset(result, self.src(pointer), self.src(offset)),
            Op::Load(pointer) if self.options.watched => Instr::LoadSeen(ty, result, self.src(pointer)),
            Op::Store { value, pointer } if self.options.watched => {
                Instr::StoreSeen(self.type_of(value), self.src(value), self.src(pointer))
            }
            Op::Load(pointer) => Instr::Load(ty, result, self.src(pointer), 1),
            Op::Store { value, pointer } => Instr::Store(self.type_of(value), self.src(value), self.src(pointer), 1),
            Op::Call(Callee::Direct(callee), args) if self.program.functions[*callee].is_declaration() => {
                self.call_outside(*callee, dst, args)
            }
            Op::Call(Callee::Direct(callee), args) => {
                let args = args.iter().map(|arg| self.src(arg)).collect();
                self.code.calls.push(CallSite { callee: *callee, dst: result, args });
                Instr::Call(self.code.calls.len() as u32 - 1, self.pc() + 1)
            }
            Op::Call(Callee::Indirect(pointer), args) => {
                let start = self.args(std::iter::once(pointer).chain(args));
                let ret = inst.dst.map(|reg| self.function.regs[reg].ty);
                Instr::CallIndirect(result, start, args.len() as u16, ret)
            }
            Op::Input => Instr::Input(ty, result),
            Op::Output(value) => Instr::Output(self.src(value)),
            Op::Check(kind, cond) => Instr::Check(*kind, self.src(cond)),
            Op::Assume(cond) => Instr::Assume(self.src(cond)),
            Op::Defined(value) => Instr::Defined(result, self.src(value)),
            Op::Intrinsic(intrinsic, args) => {
                let start = self.args(args.iter());
                Instr::Intrinsic(*intrinsic, dst, start)
            }
            Op::Unsupported(what) => self.unsupported(what.clone()),
        };
        self.emit(instr);
    }

    fn terminator(&mut self, id: BlockId, block: &Block, fused: Option<&Inst>) {
        self.spare_used = 0;
        match &block.terminator {
            Terminator::Jump(target) => self.jump(target),
            Terminator::Branch { cond, then, otherwise } => {
                let at = match fused.map(|inst| (&inst.op, inst.loc)) {
                    Some((Op::Compare(op, a, b), loc)) => {
                        self.covers(loc);
                        let (a, b) = (self.src(a), self.src(b));
                        self.emit(Instr::CompareBranch(*op, a, b, 0, 0))
                    }
                    _ => {
                        let cond = self.src(cond);
                        self.emit(Instr::Branch(cond, 0, 0))
                    }
                };
                self.code.exits[at] = self.loop_exit(id, then.block, otherwise.block);
                let branch = self.branch_number();
                self.way(branch, 0);
                self.edge(then, Hole::Then(at));
                self.way(branch, 1);
                self.edge(otherwise, Hole::Otherwise(at));
            }
            Terminator::Switch { value, cases, default } => {
                let table = self.code.switches.len();
                let cases_of = cases.iter().map(|(c, _)| (self.constant(c), 0)).collect();
                self.code.switches.push(SwitchTable { cases: cases_of, dense: Vec::new(), default: 0 });
                let value = self.src(value);
                self.emit(Instr::Switch(value, table as u32));
                // Cases that go to the same place with the same arguments go the same way.
                let branch = self.branch_number();
                let mut ways: FxMap<&Target, usize> = FxMap::default();
                for (index, (_, target)) in cases.iter().enumerate() {
                    match ways.get(target) {
                        Some(first) => self.same_edge(table, *first, index, target.block),
                        None => {
                            self.way(branch, ways.len() as u32);
                            self.edge(target, Hole::Case(table, index));
                            ways.insert(target, index);
                        }
                    }
                }
                match ways.get(default) {
                    Some(first) => match self.code.switches[table].cases[*first].1 {
                        0 => self.fixups.push((Hole::Default(table), default.block)),
                        pc => self.fill(Hole::Default(table), pc),
                    },
                    None => {
                        self.way(branch, ways.len() as u32);
                        self.edge(default, Hole::Default(table));
                    }
                }
            }
            Terminator::Return(value) => {
                let value = value.as_ref().map(|v| self.src(v));
                self.emit(Instr::Return(value));
            }
            Terminator::Unreachable => {
                self.emit(Instr::Unreachable);
            }
        }
    }

    /// Which target leaves the innermost loop around a block, if exactly one does.
    fn loop_exit(&self, from: BlockId, then: BlockId, otherwise: BlockId) -> LoopExit {
        let Some(inner) = self.loops.innermost(from) else { return LoopExit::None };
        match (self.loops.contains(inner, then), self.loops.contains(inner, otherwise)) {
            (false, true) => LoopExit::Then,
            (true, false) => LoopExit::Otherwise,
            (true, true) | (false, false) => LoopExit::None,
        }
    }

    /// Says that a loop is entered, if the way that is being made does.
    fn enter(&mut self, target: BlockId) {
        let from = BlockId(self.place - self.first_place);
        if self.options.loops
            && let Some(inner) = self.loops.headed_by(target)
            && !self.loops.contains(inner, from)
            && !self.loops.loops[inner].is_irreducible()
        {
            self.emit(Instr::Enter(self.first_loop + inner.0));
        }
    }

    fn jump(&mut self, target: &Target) {
        self.moves(target);
        self.enter(target.block);
        let at = self.emit(Instr::Jump(0));
        self.fixups.push((Hole::Jump(at), target.block));
    }

    /// A way to a target: straight to the block, or through code that passes the arguments.
    fn edge(&mut self, target: &Target, hole: Hole) {
        let start = self.pc() - u32::from(self.marked);
        self.marked = false;
        self.moves(target);
        self.enter(target.block);
        if self.pc() == start {
            self.fixups.push((hole, target.block));
        } else {
            let at = self.emit(Instr::Jump(0));
            self.fixups.push((Hole::Jump(at), target.block));
            self.fill(hole, start);
        }
    }

    /// A case that goes the way of an earlier one: to its code, or straight to the block if that has none.
    fn same_edge(&mut self, table: usize, first: usize, index: usize, block: BlockId) {
        // Code for an edge is filled in at once; a straight one waits for its block.
        if self.code.switches[table].cases[first].1 == 0 {
            self.fixups.push((Hole::Case(table, index), block));
        } else {
            let pc = self.code.switches[table].cases[first].1;
            self.fill(Hole::Case(table, index), pc);
        }
    }

    /// The number of a branch that is about to be made.
    fn branch_number(&self) -> u32 {
        self.edges.last().map_or(0, |edge| edge.branch + 1)
    }

    /// Marks the way that is about to be made, if ways are covered.
    fn way(&mut self, branch: u32, way: u32) {
        if self.options.branches && !self.function.library {
            let id = self.edges.len() as u32;
            let block = &self.function.blocks[BlockId(self.place - self.first_place)];
            self.edges.push(Edge { loc: block.terminator_loc, branch, way });
            self.emit(if self.options.watched { Instr::EdgeSeen(id) } else { Instr::Edge(id) });
            self.marked = true;
        }
    }

    fn moves(&mut self, target: &Target) {
        self.spare_used = 0;
        let function = self.function;
        let moves: Vec<(Slot, Slot)> = function.blocks[target.block]
            .params
            .iter()
            .zip(&target.args)
            .map(|(param, arg)| (self.slots.of(*param), self.src(arg)))
            .collect();
        let scratch = self.slots.count();
        for (dst, src) in sequence(&moves, scratch) {
            self.emit(Instr::Move(dst, src));
        }
    }

    fn fill(&mut self, hole: Hole, pc: Pc) {
        match hole {
            Hole::Jump(at) => self.code.instrs[at] = Instr::Jump(pc),
            Hole::Then(at) => *self.ways_at(at).0 = pc,
            Hole::Otherwise(at) => *self.ways_at(at).1 = pc,
            Hole::Case(table, index) => self.code.switches[table].cases[index].1 = pc,
            Hole::Default(table) => self.code.switches[table].default = pc,
        }
    }

    fn ways_at(&mut self, at: usize) -> (&mut Pc, &mut Pc) {
        self.code.instrs[at].ways_mut().expect("a branch was emitted here")
    }

    /// A call of a function that nobody defines. Without a convention nobody can say how its arguments are passed.
    fn call_outside(&mut self, callee: FuncId, dst: Option<Slot>, args: &[Operand]) -> Instr {
        let function = &self.program.functions[callee];
        let why = match self.convention.take() {
            Some(convention) if self.options.external => {
                let types = args.iter().map(|arg| self.type_of(arg)).collect();
                let args = self.args(args.iter());
                self.code.externals.push(ExternalCall::new(function, dst, args, types, convention));
                return Instr::External(self.code.externals.len() as u32 - 1);
            }
            None if self.options.external => "and how it takes its arguments is not known",
            Some(_) | None => "which has no body",
        };
        self.unsupported(format!("call of `{}`, {why}", function.name))
    }

    fn unsupported(&mut self, what: String) -> Instr {
        self.code.unsupported.push(what);
        Instr::Unsupported(self.code.unsupported.len() as u32 - 1)
    }

    fn args<'b>(&mut self, operands: impl Iterator<Item = &'b Operand>) -> u32 {
        let sources: Vec<Slot> = operands.map(|operand| self.src(operand)).collect();
        let start = self.code.args.len() as u32;
        self.code.args.extend(sources);
        start
    }

    fn type_of(&self, operand: &Operand) -> Type {
        match operand {
            Operand::Reg(reg) => self.function.regs[*reg].ty,
            Operand::Const(constant) => constant.ty(),
        }
    }

    fn src(&mut self, operand: &Operand) -> Slot {
        match operand {
            Operand::Reg(reg) => self.slots.of(*reg),
            Operand::Const(constant) => match self.constants.home(constant, self.spare_used) {
                Home::Slot(slot) => slot,
                Home::Spare(slot) => {
                    self.spare_used += 1;
                    let value = self.constant(constant);
                    self.code.constants.push(value);
                    self.emit(Instr::Constant(slot, self.code.constants.len() as u32 - 1));
                    slot
                }
            },
        }
    }

    fn constant(&mut self, constant: &Const) -> Value {
        constant_value(constant, self.globals, self.pool)
    }
}
