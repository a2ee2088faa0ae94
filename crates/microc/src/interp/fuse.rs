//! One instruction for two: the pairs that loops of ordinary programs are made of.
//!
//! Pairs of which at most one has a place to report are replaced while a function is compiled. A temporary is read
//! once, so it need not be written when its reader is fused with it. Two instructions that both report are joined
//! afterwards: the first does the work of both and steps over the second, which stays for its place and for jumps to it.

use pathfold_base::Span;

use super::code::{Cmp, FIRST_VARIABLE, Reg};
use super::instr::Instr;

/// What is known about the function.
pub(super) struct Context<'a> {
    /// Registers below are variables, the others temporaries.
    pub variables: usize,
    /// How many parameters a function has.
    pub parameters_of: &'a dyn Fn(u32) -> usize,
}

impl Context<'_> {
    fn is_temp(&self, reg: Reg) -> bool {
        reg as usize >= self.variables
    }

    /// One instruction for both, where there is one.
    pub fn fuse(&self, last: Instr, next: Instr) -> Option<Instr> {
        let narrow = |imm: i64| i32::try_from(imm).ok();
        match last {
            Instr::AddWord { dst: sum, a: from, imm } => self.after_add_word(sum, from, imm, next),
            Instr::Add { dst: sum, a, b } => match next {
                Instr::AddWord { dst, a: from, imm } if self.is_temp(sum) && from == sum => {
                    Some(Instr::AddAdd { dst, a, b, add: narrow(imm)? })
                }
                Instr::JumpLt { a: x, b: y, off, to } if sum == x && y != sum && (sum == a || sum == b) => {
                    let by = if sum == a { b } else { a };
                    Some(Instr::StepRegJumpLt { a: sum, by, b: y, off, to })
                }
                _ => None,
            },
            Instr::MulNumber { dst: product, a: b, imm: factor } if self.is_temp(product) => match next {
                Instr::Add { dst, a: x, b: y } if (x == product) != (y == product) => {
                    let a = if x == product { y } else { x };
                    Some(Instr::MulAdd { dst, a, b, factor: narrow(factor)?, add: 0 })
                }
                Instr::AddWord { dst, a: from, imm } if from == product => {
                    Some(Instr::Linear { dst, b, factor: narrow(factor)?, add: narrow(imm)? })
                }
                _ => None,
            },
            Instr::Mul { dst: product, a: b, b: c } if self.is_temp(product) => match next {
                Instr::Add { dst, a: x, b: y } if (x == product) != (y == product) => {
                    let a = if x == product { y } else { x };
                    Some(Instr::AddMul { dst, a, b, c })
                }
                _ => None,
            },
            Instr::MulAdd { dst: sum, a, b, factor, add: 0 } if self.is_temp(sum) => match next {
                Instr::AddWord { dst, a: from, imm } if from == sum => {
                    Some(Instr::MulAdd { dst, a, b, factor, add: narrow(imm)? })
                }
                _ => None,
            },
            Instr::Move { dst, src } => match next {
                Instr::Move { dst: dst2, src: src2 } => Some(Instr::Move2 { dst, src, dst2, src2 }),
                Instr::Call { dst: to, args, function } if dst == args + 1 && (self.parameters_of)(function) == 1 => {
                    Some(Instr::CallAdd { dst: to, args, a: src, imm: 0, function })
                }
                _ => None,
            },
            Instr::Word { dst, word } if self.is_temp(dst) => match next {
                Instr::StoreElem { array, index, off, src } if src == dst => {
                    Some(Instr::StoreElemWord { array, index, off, imm: narrow(word)? })
                }
                _ => None,
            },
            Instr::LoadElem { dst, array, index, off } if self.is_temp(dst) => {
                after_load_elem(dst, array, index, off, next)
            }
            Instr::Load { dst: record, ptr } if self.is_temp(record) => match next {
                Instr::LoadField { dst, record: from, index } if from == record => {
                    Some(Instr::LoadVia { dst, ptr, index })
                }
                Instr::StoreField { record: to, index, src } if to == record && src != record => {
                    Some(Instr::StoreVia { ptr, index, src })
                }
                _ => None,
            },
            Instr::LoadField { dst: field, record, index } if self.is_temp(field) => match next {
                Instr::Add { dst, a: x, b: y } if (x == field) != (y == field) => {
                    let a = if x == field { y } else { x };
                    Some(Instr::AddField { dst, a, record, index })
                }
                _ => None,
            },
            Instr::LoadVia { dst: field, ptr, index } if self.is_temp(field) => match next {
                Instr::Add { dst, a: x, b: y } if (x == field) != (y == field) => {
                    let a = if x == field { y } else { x };
                    Some(Instr::AddVia { dst, a, ptr, index })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// After `sum = from + imm`.
    fn after_add_word(&self, sum: Reg, from: Reg, imm: i64, next: Instr) -> Option<Instr> {
        let narrow = |imm: i64| i32::try_from(imm).ok();
        match next {
            Instr::JumpLt { a, b, off, to } if sum == from && a == sum && b != sum => {
                Some(Instr::StepJumpLt { a, b, step: i16::try_from(imm).ok()?, off, to })
            }
            Instr::JumpLtWord { a, to, imm: limit } if sum == from && a == sum => {
                Some(Instr::StepJumpLtWord { a, step: i8::try_from(imm).ok()?, to, imm: limit })
            }
            Instr::JumpGtWord { a, to, imm: limit } if sum == from && a == sum => {
                Some(Instr::StepJumpGtWord { a, step: i8::try_from(imm).ok()?, to, imm: limit })
            }
            // `a < from + imm`
            Instr::JumpLt { a, b, off, to } if self.is_temp(sum) && b == sum && a != sum => {
                Some(Instr::JumpLt { a, b: from, off: off.checked_add(narrow(imm)?)?, to })
            }
            // `from + imm < b`
            Instr::JumpLt { a, b, off, to } if self.is_temp(sum) && a == sum && b != sum => {
                Some(Instr::JumpLt { a: from, b, off: off.checked_sub(narrow(imm)?)?, to })
            }
            Instr::Call { dst, args, function } if sum == args + 1 && (self.parameters_of)(function) == 1 => {
                Some(Instr::CallAdd { dst, args, a: from, imm: i16::try_from(imm).ok()?, function })
            }
            Instr::CallWith { dst, args, function, count, sources } => {
                let which = sum.checked_sub(args + FIRST_VARIABLE).filter(|which| *which < count.into())? as u8;
                let imm = i16::try_from(imm).ok()?;
                Some(Instr::CallWithAdd { dst, args, function, count, sources, which, a: from, imm })
            }
            Instr::LoadElem { dst, array, index, off: 0 } if self.is_temp(sum) && index == sum && array != sum => {
                Some(Instr::LoadElem { dst, array, index: from, off: narrow(imm)? })
            }
            Instr::StoreElem { array, index, off: 0, src }
                if self.is_temp(sum) && index == sum && array != sum && src != sum =>
            {
                Some(Instr::StoreElem { array, index: from, off: narrow(imm)?, src })
            }
            _ => None,
        }
    }
}

/// After a load of an element into a temporary.
fn after_load_elem(element: Reg, array: Reg, index: Reg, off: i32, next: Instr) -> Option<Instr> {
    let jump = |cmp: Cmp, b, to| {
        Some(Instr::JumpElem { orders: cmp.into(), array, index, off: i16::try_from(off).ok()?, b, to })
    };
    let jump_word = |cmp: Cmp, imm: i64, to| {
        let (off, imm) = (i16::try_from(off).ok()?, i32::try_from(imm).ok()?);
        Some(Instr::JumpElemWord { orders: cmp.into(), array, index, off, imm, to })
    };
    match next {
        Instr::Add { dst, a: x, b: y } if (x == element) != (y == element) => {
            let a = if x == element { y } else { x };
            Some(Instr::AddElem { dst, a, array, index, off })
        }
        // `x < y + 1` is `x <= y`.
        Instr::JumpLt { a, b, off: 0, to } if a == element && b != a => jump(Cmp::Lt, b, to),
        Instr::JumpLt { a, b, off: 2, to } if a == element && b != a => jump(Cmp::Le, b, to),
        Instr::JumpLt { a, b, off: 0, to } if b == element && b != a => jump(Cmp::Gt, a, to),
        Instr::JumpLt { a, b, off: 2, to } if b == element && b != a => jump(Cmp::Ge, a, to),
        Instr::JumpEq { a, b, to } if (a == element) != (b == element) => {
            jump(Cmp::Eq, if a == element { b } else { a }, to)
        }
        Instr::JumpNe { a, b, to } if (a == element) != (b == element) => {
            jump(Cmp::Ne, if a == element { b } else { a }, to)
        }
        Instr::JumpLtWord { a, to, imm } if a == element => jump_word(Cmp::Lt, imm, to),
        Instr::JumpGtWord { a, to, imm } if a == element => jump_word(Cmp::Gt, imm, to),
        Instr::JumpEqWord { a, to, imm } if a == element => jump_word(Cmp::Eq, imm, to),
        Instr::JumpNeWord { a, to, imm } if a == element => jump_word(Cmp::Ne, imm, to),
        _ => None,
    }
}

/// Whether an instruction can be wrong, so that the place of a fused one must be its.
pub(super) fn reports(instr: Instr) -> bool {
    matches!(instr, Instr::LoadElem { .. } | Instr::Load { .. } | Instr::LoadVia { .. })
}

/// Joins instructions that both report.
pub(super) fn join(instrs: &mut [(Instr, Span)], variables: usize) {
    for at in 1..instrs.len() {
        let (
            Instr::LoadElem { dst: inner, array, index: row, off: row_off },
            Instr::LoadElem { dst, array: from, index, off },
        ) = (instrs[at - 1].0, instrs[at].0)
        else {
            continue;
        };
        if inner == from
            && inner as usize >= variables
            && index != inner
            && let (Ok(row_off), Ok(off)) = (i16::try_from(row_off), i16::try_from(off))
        {
            instrs[at - 1].0 = Instr::LoadElem2 { dst, array, row, row_off, index, off };
        }
    }
}
