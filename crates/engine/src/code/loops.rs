//! Loops of the flat code: what the explorer has to know to fold one, and where its test is.

use pathfold_ir::{BlockId, Cfg, FuncId, Function, Liveness, LocId, LoopForest, LoopId, LoopLines, Program, Type};

use super::{FuncCode, Instr, Pc, Slot};

/// A register that an iteration hands to the next one: a parameter of the loop's header.
#[derive(Clone, Debug)]
pub struct LoopParam {
    /// Where it lives.
    pub slot: Slot,
    /// What it is.
    pub ty: Type,
    /// What the source calls it.
    pub name: Option<String>,
}

/// A loop with one entry.
#[derive(Clone, Debug)]
pub struct LoopCode {
    /// Its function.
    pub function: FuncId,
    /// Which of its function's loops it is.
    pub id: LoopId,
    /// Where an iteration starts.
    pub header: Pc,
    /// The place of the header.
    pub place: u32,
    /// What iterations hand on.
    pub params: Vec<LoopParam>,
    /// The places of its blocks, rising.
    pub blocks: Vec<u32>,
    /// The places that it can be left to, rising.
    pub exits: Vec<u32>,
    /// The loop around it.
    pub parent: Option<u32>,
    /// How many loops there are around its blocks: 1 if it is the outermost.
    pub depth: u32,
    /// Where the header is in the source.
    pub loc: LocId,
    /// Its lines in the source.
    pub lines: Option<LoopLines>,
    /// It can be entered elsewhere than at its header: nobody folds it.
    pub irreducible: bool,
}

impl LoopCode {
    /// Whether a place belongs to the loop.
    pub fn contains(&self, place: u32) -> bool {
        self.blocks.binary_search(&place).is_ok()
    }
}

/// The loops of a function, outer ones first; `first` is the number of the first.
pub(super) fn loops(
    program: &Program,
    function: (FuncId, &Function),
    forest: &LoopForest,
    first: u32,
    first_place: u32,
    slot: impl Fn(pathfold_ir::Reg) -> Slot,
) -> Vec<LoopCode> {
    let (id, function) = function;
    let place = |block: BlockId| first_place + block.0;
    let sorted = |mut places: Vec<u32>| {
        places.sort_unstable();
        places.dedup();
        places
    };
    let describe = |(number, around): (LoopId, &pathfold_ir::Loop)| {
        let header = &function.blocks[around.header];
        let param = |reg: &pathfold_ir::Reg| LoopParam {
            slot: slot(*reg),
            ty: function.regs[*reg].ty,
            name: function.regs[*reg].name.clone(),
        };
        LoopCode {
            function: id,
            id: number,
            header: 0,
            place: place(around.header),
            params: header.params.iter().map(param).collect(),
            blocks: sorted(forest.blocks(number).iter().map(|block| place(*block)).collect()),
            exits: sorted(around.exits.iter().map(|(_, to)| place(*to)).collect()),
            parent: around.parent.map(|parent| first + parent.0),
            depth: around.depth,
            lines: forest.lines(number, function, program),
            loc: header.insts.first().map_or(header.terminator_loc, |inst| inst.loc),
            irreducible: around.is_irreducible(),
        }
    };
    forest.loops.entries().map(describe).collect()
}

/// The slots that hold variables of the source when a block is entered, with their names.
pub fn named_slots(program: &Program, id: FuncId, block: BlockId) -> Vec<(Slot, String)> {
    let function = &program.functions[id];
    let cfg = Cfg::new(function);
    let (reduced, slots) = super::compile::reduce(function, &cfg);
    let liveness = Liveness::new(&reduced.function, &cfg);
    let named = |reg: &pathfold_ir::Reg| Some((slots.of(*reg), reduced.function.regs[*reg].name.clone()?));
    liveness.live_in(block).iter().filter_map(named).collect()
}

/// A jump back to a loop's test repeats the test instead: one transfer per iteration, not two. The test's coverage marker
/// need not be repeated: whoever jumps back has come through it.
pub(super) fn invert(code: &mut FuncCode) {
    for at in 0..code.instrs.len() {
        if let Instr::Jump(target) = code.instrs[at]
            && (target as usize) < at
            && let Instr::Cover(_) = code.instrs[target as usize]
            && let test @ Instr::CompareBranch(..) = code.instrs[target as usize + 1]
        {
            let target = target as usize + 1;
            code.instrs[at] = test;
            code.locs[at] = code.locs[target];
            code.places[at] = code.places[target];
            code.exits[at] = code.exits[target];
        }
    }
}
