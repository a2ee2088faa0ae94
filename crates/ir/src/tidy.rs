//! Makes a function as small as its front end would have liked to build it: without parameters that are always the same
//! value or that nobody reads (Braun et al. 2013, section 3), without blocks that only jump on or that cannot be reached,
//! with one block where one jump leads to the next block only, and with registers numbered as they appear.
//!
//! What the function does, which instructions it has and in which order, stays as it is. A jump with a source place is
//! never removed (the end of a loop body has one), so a loop keeps its single latch.

use pathfold_base::{FxMap, IdVec};

use crate::cfg::Cfg;
use crate::{Block, BlockId, Function, Operand, Program, Reg, Target, Terminator};

/// Tidies a verified function.
pub fn tidy(function: &mut Function) {
    if function.is_declaration() {
        return;
    }
    drop_unreachable(function);
    replace_trivial_params(function);
    drop_dead_params(function);
    skip_forwarding_blocks(function);
    for block in function.blocks.iter_mut() {
        if let Terminator::Branch { then, otherwise, .. } = &mut block.terminator
            && then == otherwise
        {
            let args = std::mem::take(&mut then.args);
            block.terminator = Terminator::Jump(Target { block: then.block, args });
        }
    }
    drop_unreachable(function);
    join_chains(function);
    drop_unreachable(function);
    renumber_registers(function);
}

fn empty_block() -> Block {
    Block {
        params: Vec::new(),
        insts: Vec::new(),
        terminator: Terminator::Unreachable,
        terminator_loc: Program::NOWHERE,
    }
}

/// Removes blocks that cannot be reached; the others keep their order.
fn drop_unreachable(function: &mut Function) {
    let cfg = Cfg::new(function);
    if function.blocks.ids().all(|id| cfg.is_reachable(id)) {
        return;
    }
    let mut new_ids = IdVec::<BlockId, Option<BlockId>>::new();
    let mut kept = IdVec::new();
    for (id, block) in function.blocks.ids().zip(function.blocks.iter_mut()) {
        let reachable = cfg.is_reachable(id);
        new_ids.push(reachable.then(|| kept.push(std::mem::replace(block, empty_block()))));
    }
    for block in kept.iter_mut() {
        for target in block.terminator.targets_mut() {
            if let Some(id) = new_ids.get(target.block).copied().flatten() {
                target.block = id;
            }
        }
    }
    function.blocks = kept;
}

/// Where each parameter stands, and its value on each edge into its block.
struct Params {
    place: FxMap<Reg, (BlockId, usize)>,
    incoming: IdVec<BlockId, Vec<Vec<Operand>>>,
}

impl Params {
    fn new(function: &Function) -> Self {
        let mut place = FxMap::default();
        let mut incoming = IdVec::filled(Vec::new(), function.blocks.len());
        for (id, block) in function.blocks.entries() {
            place.extend(block.params.iter().enumerate().map(|(i, &param)| (param, (id, i))));
            for target in block.terminator.targets() {
                if !target.args.is_empty() {
                    incoming[target.block].push(target.args.clone());
                }
            }
        }
        Self { place, incoming }
    }

    fn args(&self, param: Reg) -> impl Iterator<Item = &Operand> {
        let place = self.place.get(&param).copied();
        place.into_iter().flat_map(|(block, i)| self.incoming[block].iter().filter_map(move |args| args.get(i)))
    }
}

/// Follows replacements to what stands in the end, and shortens the way for the next time.
fn resolve(replaced: &mut FxMap<Reg, Operand>, operand: &Operand) -> Operand {
    let mut path = Vec::new();
    let mut end = operand.clone();
    while let Operand::Reg(reg) = end
        && let Some(next) = replaced.get(&reg)
    {
        path.push(reg);
        end = next.clone();
    }
    for reg in path {
        replaced.insert(reg, end.clone());
    }
    end
}

/// Removes parameters whose every argument is the same value (or the parameter itself).
fn replace_trivial_params(function: &mut Function) {
    let params = Params::new(function);
    let mut users: FxMap<Reg, Vec<Reg>> = FxMap::default();
    let mut work: Vec<Reg> = Vec::new();
    for block in function.blocks.iter() {
        for &param in &block.params {
            work.push(param);
            for arg in params.args(param) {
                if let Operand::Reg(arg) = arg
                    && params.place.contains_key(arg)
                {
                    users.entry(*arg).or_default().push(param);
                }
            }
        }
    }
    work.reverse();
    let mut replaced: FxMap<Reg, Operand> = FxMap::default();
    while let Some(param) = work.pop() {
        if replaced.contains_key(&param) {
            continue;
        }
        let mut only: Option<Operand> = None;
        let trivial = params.args(param).all(|arg| {
            let arg = resolve(&mut replaced, arg);
            if arg == Operand::Reg(param) {
                return true;
            }
            *only.get_or_insert_with(|| arg.clone()) == arg
        });
        if let (true, Some(value)) = (trivial, only) {
            replaced.insert(param, value);
            work.extend(users.remove(&param).unwrap_or_default());
        }
    }
    remove_params(function, |param| replaced.contains_key(&param));
    if !replaced.is_empty() {
        for block in function.blocks.iter_mut() {
            let mut substitute = |operand: &mut Operand| *operand = resolve(&mut replaced, operand);
            block.insts.iter_mut().for_each(|inst| inst.op.for_each_operand_mut(&mut substitute));
            block.terminator.for_each_operand_mut(&mut substitute);
        }
    }
}

/// Removes parameters that only feed parameters that nobody reads.
fn drop_dead_params(function: &mut Function) {
    let params = Params::new(function);
    let mut live: IdVec<Reg, bool> = IdVec::filled(false, function.regs.len());
    let mut work: Vec<Reg> = Vec::new();
    for block in function.blocks.iter() {
        let mut note = |operand: &Operand| {
            if let Operand::Reg(reg) = operand {
                work.push(*reg);
            }
        };
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut note));
        match &block.terminator {
            Terminator::Branch { cond: value, .. }
            | Terminator::Switch { value, .. }
            | Terminator::Return(Some(value)) => note(value),
            Terminator::Jump(_) | Terminator::Return(None) | Terminator::Unreachable => {}
        }
    }
    while let Some(reg) = work.pop() {
        if !std::mem::replace(&mut live[reg], true) {
            work.extend(params.args(reg).filter_map(|arg| match arg {
                Operand::Reg(reg) => Some(*reg),
                Operand::Const(_) => None,
            }));
        }
    }
    remove_params(function, |param| !live[param]);
}

fn remove_params(function: &mut Function, gone: impl Fn(Reg) -> bool) {
    let keep: IdVec<BlockId, Vec<bool>> =
        function.blocks.iter().map(|block| block.params.iter().map(|&param| !gone(param)).collect()).collect();
    for block in function.blocks.iter_mut() {
        block.params.retain(|&param| !gone(param));
        for target in block.terminator.targets_mut() {
            let mut kept = keep[target.block].iter();
            target.args.retain(|_| kept.next().copied().unwrap_or(true));
        }
    }
}

/// Sends jumps to blocks that only jump on to where those go.
fn skip_forwarding_blocks(function: &mut Function) {
    // Parameters that are read elsewhere than in the jump of their own block.
    let mut elsewhere: IdVec<Reg, bool> = IdVec::filled(false, function.regs.len());
    let mut home: IdVec<Reg, Option<BlockId>> = IdVec::filled(None, function.regs.len());
    for (id, block) in function.blocks.entries() {
        block.params.iter().for_each(|&param| home[param] = Some(id));
    }
    for (id, block) in function.blocks.entries() {
        let mut note = |operand: &Operand| {
            if let Operand::Reg(reg) = operand
                && home[*reg] != Some(id)
            {
                elsewhere[*reg] = true;
            }
        };
        block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut note));
        block.terminator.for_each_operand(&mut note);
    }
    let forwards = |function: &Function, id: BlockId| -> Option<Target> {
        let block = &function.blocks[id];
        match &block.terminator {
            Terminator::Jump(target)
                if id != Function::ENTRY
                    && target.block != id
                    && block.insts.is_empty()
                    && block.terminator_loc == Program::NOWHERE
                    && !block.params.iter().any(|&param| elsewhere[param]) =>
            {
                Some(target.clone())
            }
            Terminator::Jump(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Return(_)
            | Terminator::Unreachable => None,
        }
    };
    // From the last block to the first: chains of forwarding blocks point forward in what front ends build.
    for id in function.blocks.ids().rev() {
        let mut terminator = std::mem::replace(&mut function.blocks[id].terminator, Terminator::Unreachable);
        for target in terminator.targets_mut() {
            if let Some(next) = forwards(function, target.block).filter(|next| next.block != id) {
                let params = &function.blocks[target.block].params;
                let map: FxMap<Reg, Operand> = params.iter().copied().zip(target.args.drain(..)).collect();
                let substitute = |arg: &Operand| match arg {
                    Operand::Reg(reg) => map.get(reg).unwrap_or(arg).clone(),
                    Operand::Const(_) => arg.clone(),
                };
                *target = Target { block: next.block, args: next.args.iter().map(substitute).collect() };
            }
        }
        function.blocks[id].terminator = terminator;
    }
}

/// Puts a block that only one jump leads to behind that jump. Such a block has no parameters any more.
fn join_chains(function: &mut Function) {
    let mut edges: IdVec<BlockId, u32> = IdVec::filled(0, function.blocks.len());
    for block in function.blocks.iter() {
        block.terminator.targets().iter().for_each(|target| edges[target.block] += 1);
    }
    for id in function.blocks.ids() {
        while let Some(next) = sole_successor(function, id).filter(|&next| edges[next] == 1) {
            let next = std::mem::replace(&mut function.blocks[next], empty_block());
            let block = &mut function.blocks[id];
            block.insts.extend(next.insts);
            (block.terminator, block.terminator_loc) = (next.terminator, next.terminator_loc);
        }
    }
}

/// Where a block without a choice goes, if its jump may be removed.
fn sole_successor(function: &Function, id: BlockId) -> Option<BlockId> {
    let block = &function.blocks[id];
    match &block.terminator {
        Terminator::Jump(Target { block: next, args }) => {
            let removable = block.terminator_loc == Program::NOWHERE && args.is_empty();
            (removable && *next != id && *next != Function::ENTRY).then_some(*next)
        }
        Terminator::Branch { .. } | Terminator::Switch { .. } | Terminator::Return(_) | Terminator::Unreachable => None,
    }
}

/// Numbers registers as they appear in the text and forgets those that nothing sets.
fn renumber_registers(function: &mut Function) {
    let mut new_ids: FxMap<Reg, Reg> = FxMap::default();
    let mut regs = IdVec::new();
    let old = std::mem::take(&mut function.regs);
    let mut renumber = |reg: &mut Reg| {
        if let Some(info) = old.get(*reg) {
            *reg = *new_ids.entry(*reg).or_insert_with(|| regs.push(info.clone()));
        }
    };
    function.params.iter_mut().for_each(&mut renumber);
    for block in function.blocks.iter_mut() {
        block.params.iter_mut().for_each(&mut renumber);
        block.insts.iter_mut().filter_map(|inst| inst.dst.as_mut()).for_each(&mut renumber);
    }
    let mut change = |operand: &mut Operand| {
        if let Operand::Reg(reg) = operand {
            renumber(reg);
        }
    };
    for block in function.blocks.iter_mut() {
        block.insts.iter_mut().for_each(|inst| inst.op.for_each_operand_mut(&mut change));
        block.terminator.for_each_operand_mut(&mut change);
    }
    function.regs = regs;
}
