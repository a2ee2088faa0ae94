//! Small facts about functions that the compiler asks for.

use pathfold_base::IdVec;
use pathfold_ir::{Const, Function, Op, Operand, Reg};

/// How often each register is read.
pub(super) fn count_uses(function: &Function) -> IdVec<Reg, u32> {
    let mut uses = IdVec::filled(0, function.regs.len());
    let mut count = |operand: &Operand| {
        if let Operand::Reg(reg) = operand {
            uses[*reg] += 1;
        }
    };
    for block in function.blocks.iter() {
        for inst in &block.insts {
            inst.op.for_each_operand(&mut count);
        }
        block.terminator.for_each_operand(&mut count);
    }
    uses
}

/// Whether the path may end at this instruction, so that what follows is covered only if it is passed.
pub(super) fn may_end_the_path(op: &Op) -> bool {
    match op {
        Op::Binary(op, _, divisor) => {
            op.divides()
                && match divisor {
                    Operand::Reg(_) => true,
                    Operand::Const(Const::Int(n)) => n.is_zero(),
                    Operand::Const(Const::Bits(bits)) => bits.is_zero(),
                    Operand::Const(_) => true,
                }
        }
        Op::Load(_)
        | Op::Store { .. }
        | Op::Call(..)
        | Op::Check(..)
        | Op::Assume(_)
        | Op::Defined(_)
        | Op::Intrinsic(..)
        | Op::Unsupported(_) => true,
        Op::Unary(..)
        | Op::Compare(..)
        | Op::Cast(..)
        | Op::Select(..)
        | Op::Alloc { .. }
        | Op::Offset(..)
        | Op::Input
        | Op::Output(_) => false,
    }
}
