//! Compiles a function: one template after the other, in the order of its instructions.

use pathfold_ir::{AllocKind, BinaryOp, CompareOp, FuncId, Layout};
use pathfold_x86::{Alu, Cond, Reg, Shift, Width, mem};

use super::emitter::{CONTEXT, Emitter, REACHED};
use super::enter::{self, Compiled, Context, Marks, Tables};
use super::expected::Expected;
use super::frames::kind_of;
use super::memory::Target;
use crate::code::{Code, FuncCode, Instr, LARGE_FRAME, SwitchTable};
use crate::state::FrameSlots;
use crate::value::Value;

/// The code of a function; none if its frames are not arrays, or where machine code cannot run.
pub fn compile(program: &Code, id: FuncId, marks: Marks<'_>) -> Option<Compiled> {
    let function = &program.functions[id];
    let slots = match &function.template {
        FrameSlots::Small(slots) => slots.len(),
        FrameSlots::Large(slots) => slots.len(),
        FrameSlots::Many(_) => return None,
    };
    let kind = kind_of(function)?;
    assert!(slots <= LARGE_FRAME, "frames of arrays are small");
    let mut emitter = Emitter::new(function.instrs.len(), constants(function, slots));
    enter::prologue(&mut emitter.code);
    let leaders = leaders(function);
    // Nothing jumps into the general case of an access.
    let is_access = |instr: &Instr| {
        matches!(instr, Instr::LoadAt(..) | Instr::StoreAt(..) | Instr::LoadIntAt(..) | Instr::StoreIntAt(..))
    };
    if (0..leaders.len()).any(|pc| is_access(&function.instrs[pc]) && (leaders[pc + 1] || leaders[pc + 2])) {
        return None;
    }
    for (pc, leads) in leaders.into_iter().enumerate() {
        if leads {
            emitter.labels[pc] = Some(emitter.code.label());
        }
    }
    let expected = Expected::new(program, function, slots);
    let dense = |table: &SwitchTable| table.dense.len();
    let mut tables = Tables::new(function.switches.iter().map(dense).sum());
    for (pc, is_head) in heads(function).into_iter().enumerate() {
        emitter.pc = pc;
        match emitter.labels[pc] {
            Some(label) => {
                if emitter.falls {
                    emitter.count();
                }
                emitter.start = pc;
                if is_head {
                    emitter.code.align(HEAD);
                }
                emitter.code.bind(label);
                emitter.forget();
                emitter.falls = true;
            }
            // What only an instruction before it would come to, which does not.
            None if !emitter.falls => continue,
            None => {}
        }
        if pc < emitter.resume {
            continue;
        }
        emitter.expected.copy_from_slice(expected.at(pc));
        instruction(&mut emitter, (program, id), kind, marks, &mut tables);
    }
    emitter.finish();
    Compiled::new(emitter.code, &emitter.labels, tables, slots, marks)
}

/// Where loops start, as a power of two: where they happen to lie changes the speed of short ones by a third.
const HEAD: u8 = 5;

/// By slot, the constant that it holds: preset in every frame and never written.
fn constants(function: &FuncCode, slots: usize) -> Vec<Option<Value>> {
    let mut constants: Vec<Option<Value>> =
        (0..slots).map(|slot| function.template.get(slot).copied().filter(|value| *value != Value::Undef)).collect();
    for instr in function.instrs.iter() {
        if let Some(dst) = super::expected::written(function, instr) {
            constants[dst as usize] = None;
        }
    }
    for (slot, _) in &function.params {
        constants[*slot as usize] = None;
    }
    constants
}

/// By instruction, whether control can come to it from elsewhere: by a jump, or after something that is not done here.
fn leaders(function: &FuncCode) -> Vec<bool> {
    let instrs = &function.instrs;
    let mut leaders = vec![false; instrs.len()];
    // With a marker, jumps go past it once it is covered.
    let mut add = |pc: usize| {
        if let Some(leads) = leaders.get_mut(pc) {
            *leads = true;
        }
        if matches!(instrs.get(pc), Some(Instr::Cover(_) | Instr::Edge(_)))
            && let Some(leads) = leaders.get_mut(pc + 1)
        {
            *leads = true;
        }
    };
    add(0);
    for (pc, instr) in instrs.iter().enumerate() {
        match instr {
            Instr::Jump(target) => add(*target as usize),
            Instr::Switch(_, table) => {
                let table = &function.switches[*table as usize];
                table.cases.iter().for_each(|(_, target)| add(*target as usize));
                add(table.default as usize);
            }
            Instr::Call(_, back) => {
                add(pc + 1);
                add(*back as usize);
            }
            instr if is_never_done(instr) => add(pc + 1),
            instr => {
                if let Some((then, otherwise)) = instr.ways() {
                    add(then as usize);
                    add(otherwise as usize);
                }
            }
        }
    }
    leaders
}

/// By instruction, whether a jump goes back to it, or past a marker to it.
fn heads(function: &FuncCode) -> Vec<bool> {
    let instrs = &function.instrs;
    let mut heads = vec![false; instrs.len()];
    for (pc, instr) in instrs.iter().enumerate() {
        let ways = match instr {
            Instr::Jump(target) => Some((*target, *target)),
            instr => instr.ways(),
        };
        for target in ways.into_iter().flat_map(|(then, otherwise)| [then, otherwise]) {
            heads[target as usize] |= target as usize <= pc;
        }
    }
    heads
}

/// Whether the step does it by itself, always.
fn is_never_done(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Unary(..)
            | Instr::Alloc(Layout::Bytes, ..)
            | Instr::Alloc(_, AllocKind::Stack, ..)
            | Instr::CallIndirect(..)
            | Instr::Intrinsic(..)
            | Instr::Input(..)
            | Instr::Output(_)
            | Instr::Unreachable
            | Instr::Meet(_)
            | Instr::At(..)
            | Instr::EdgeSeen(_)
            | Instr::LoadSeen(..)
            | Instr::StoreSeen(..)
            | Instr::External(_)
            | Instr::Unsupported(_)
    )
}

fn instruction(
    emitter: &mut Emitter,
    (program, id): (&Code, FuncId),
    kind: i32,
    marks: Marks<'_>,
    tables: &mut Tables,
) {
    let function = &program.functions[id];
    // The two instructions behind an access with an index are its general case.
    let at = |pointer, index| Target { pointer, index: Some(index), general: 1 };
    let here = |pointer| Target { pointer, index: None, general: 0 };
    match function.instrs[emitter.pc] {
        Instr::Add(dst, a, b) => emitter.sum(Alu::Add, dst, a, b),
        Instr::Sub(dst, a, b) => emitter.sum(Alu::Sub, dst, a, b),
        Instr::AddWord(dst, a, _, by) | Instr::SubWord(dst, a, _, by) => emitter.add_number(dst, a, by),
        Instr::Mul(dst, a, b) => emitter.product(dst, a, b),
        Instr::Div(dst, a, b) => emitter.quotient(dst, a, b, false),
        Instr::DivPower(dst, a, _, power) => emitter.halve(dst, a, power),
        Instr::And(dst, a, b) => emitter.bitwise(Alu::And, dst, a, b),
        Instr::Or(dst, a, b) => emitter.bitwise(Alu::Or, dst, a, b),
        Instr::Xor(dst, a, b) => emitter.bitwise(Alu::Xor, dst, a, b),
        Instr::Shl(dst, a, b) => emitter.shift(Shift::Shl, dst, a, b),
        Instr::LShr(dst, a, b) => emitter.shift(Shift::Shr, dst, a, b),
        Instr::Binary(op, dst, a, b) => emitter.other(op, dst, a, b),
        Instr::Shift(op, dst, a, b) => match op {
            BinaryOp::Shl => emitter.loose_shift(Shift::Shl, dst, a, b),
            BinaryOp::LShr => emitter.loose_shift(Shift::Shr, dst, a, b),
            BinaryOp::AShr => emitter.loose_shift(Shift::Sar, dst, a, b),
            _ => emitter.always_leave(),
        },
        Instr::Compare(op, dst, a, b) => match emitter.compare(op, a, b) {
            Some(cond) => emitter.set_truth(dst, cond),
            None => emitter.always_leave(),
        },
        Instr::Cast(op, _, to, dst, a) => emitter.cast(op, to, dst, a),
        Instr::Select(dst, args) => {
            let args = &function.args[args as usize..][..3];
            emitter.select(dst, [args[0], args[1], args[2]]);
        }
        Instr::Offset(dst, pointer, by) => emitter.offset(dst, pointer, by),
        Instr::LoadAt(ty, dst, pointer, index, _) => {
            emitter.load_from(ty, dst, at(pointer, index));
            emitter.skip(3);
        }
        Instr::StoreAt(ty, value, pointer, index, _) => {
            emitter.store_to(ty, value, at(pointer, index));
            emitter.skip(3);
        }
        Instr::LoadIntAt(dst, pointer, index, _) => {
            emitter.load_from(pathfold_ir::Type::Int, dst, at(pointer, index));
            emitter.skip(3);
        }
        Instr::StoreIntAt(value, pointer, index, _) => {
            emitter.store_to(pathfold_ir::Type::Int, value, at(pointer, index));
            emitter.skip(3);
        }
        Instr::Load(ty, dst, pointer, _) => emitter.load_from(ty, dst, here(pointer)),
        Instr::Store(ty, value, pointer, _) => emitter.store_to(ty, value, here(pointer)),
        Instr::Check(_, cond) | Instr::Assume(cond) => {
            emitter.truth(cond);
            let leave = emitter.leave();
            emitter.code.jcc(Cond::Equal, leave);
        }
        Instr::Defined(dst, a) => {
            if emitter.expect_known(a).is_none() {
                let leave = emitter.leave();
                emitter.code.alu_mi(Alu::Cmp, Width::B1, Emitter::head(a), 0);
                emitter.code.jcc(Cond::Equal, leave);
            }
            emitter.copy(dst, a);
        }
        Instr::Move(dst, a) => emitter.copy(dst, a),
        Instr::Constant(dst, index) => emitter.set_constant(dst, function.constants[index as usize]),
        Instr::Jump(target) => emitter.jump(target),
        Instr::Branch(cond, then, otherwise) => {
            emitter.truth(cond);
            emitter.branch(Cond::NotEqual, then, otherwise);
        }
        Instr::CompareBranch(op, a, b, then, otherwise) => emitter.compare_branch(op, a, b, then, otherwise),
        Instr::LessBranch(a, b, then, otherwise) => emitter.compare_branch(CompareOp::Slt, a, b, then, otherwise),
        Instr::IsBranch(n, a, _, then, otherwise) => emitter.number_branch(Cond::Equal, a, n, then, otherwise),
        Instr::IsNotBranch(n, a, _, then, otherwise) => emitter.number_branch(Cond::NotEqual, a, n, then, otherwise),
        Instr::BelowBranch(n, a, _, then, otherwise) => emitter.number_branch(Cond::Less, a, n, then, otherwise),
        Instr::AboveBranch(n, _, b, then, otherwise) => emitter.number_branch(Cond::Greater, b, n, then, otherwise),
        Instr::NullBranch(a, _, then, otherwise) => emitter.null_branch(a, then, otherwise),
        Instr::NotNullBranch(a, _, then, otherwise) => emitter.null_branch(a, otherwise, then),
        Instr::Switch(value, table) => {
            let table = &function.switches[table as usize];
            emitter.switch(value, table, tables.next());
            let count = emitter.pc + 1 - emitter.start;
            tables.targets.extend(table.dense.iter().map(|target| emitter.detour(*target, count)));
        }
        Instr::Cover(segment) => {
            if !marks.reached[segment as usize] {
                let leave = emitter.leave();
                enter::unless_marked(&mut emitter.code, REACHED, segment, leave);
            }
        }
        Instr::Edge(edge) => {
            if !marks.taken[edge as usize] {
                let leave = emitter.leave();
                emitter.code.mov_rm(Width::B8, Reg::Rcx, mem(CONTEXT, Context::TAKEN));
                enter::unless_marked(&mut emitter.code, Reg::Rcx, edge, leave);
            }
        }
        Instr::Enter(number) => {
            if (number as usize) < marks.quiet.len() {
                let leave = emitter.leave();
                emitter.code.mov_rm(Width::B8, Reg::Rcx, mem(CONTEXT, Context::QUIET));
                enter::unless_marked(&mut emitter.code, Reg::Rcx, number, leave);
            } else {
                emitter.always_leave();
            }
        }
        Instr::Call(call, back) => {
            let site = &function.calls[call as usize];
            emitter.call_function(id, kind, &program.functions[site.callee], site, back);
        }
        Instr::Return(value) => emitter.return_value(id, kind, value),
        Instr::Alloc(Layout::Cells, AllocKind::Heap, dst, size, 0) => {
            emitter.new_cells(dst, size, function.locs[emitter.pc]);
        }
        Instr::Unary(..)
        | Instr::Alloc(..)
        | Instr::CallIndirect(..)
        | Instr::Intrinsic(..)
        | Instr::Input(..)
        | Instr::Output(_)
        | Instr::Unreachable
        | Instr::Meet(_)
        | Instr::At(..)
        | Instr::EdgeSeen(_)
        | Instr::LoadSeen(..)
        | Instr::StoreSeen(..)
        | Instr::External(_)
        | Instr::Unsupported(_) => emitter.always_leave(),
    }
}
