//! Which code an instruction becomes.

use super::super::code::Cmp;
use super::super::instr::Instr;
use super::calls::Call;
use super::cells::Element;
use super::compile::Compiler;
use super::divide::Part;

impl Compiler<'_> {
    /// Translates an instruction.
    pub(super) fn instr(&mut self, instr: &Instr) {
        match *instr {
            Instr::Word { dst, word } => self.word(dst, word),
            Instr::Move { dst, src } => self.copy(dst, src),
            Instr::Move2 { dst, src, dst2, src2 } => {
                self.copy(dst, src);
                self.copy(dst2, src2);
            }
            Instr::CheckInit { src } => self.check_init(src),
            Instr::Add { dst, a, b } => self.add(dst, a, b),
            Instr::Sub { dst, a, b } => self.sub(dst, a, b),
            Instr::Mul { dst, a, b } => self.mul(dst, a, b),
            Instr::Div { dst, a, b } => self.divide(Part::Quotient, dst, a, b),
            Instr::AddWord { dst, a, imm } => self.add_word(dst, a, imm),
            Instr::RsubWord { dst, a, imm } => self.rsub_word(dst, a, imm),
            Instr::MulNumber { dst, a, imm } => self.mul_number(dst, a, imm),
            Instr::DivWord { dst, a, imm } => self.divide_word(Part::Quotient, dst, a, imm),
            Instr::DivSmall { dst, a, imm, magic } => self.divide_small(Part::Quotient, dst, a, imm, magic),
            Instr::DivPower { dst, a, imm } => self.divide_power(Part::Quotient, dst, a, imm),
            Instr::Rem { dst, a, b } => self.divide(Part::Remainder, dst, a, b),
            Instr::RemWord { dst, a, imm } => self.divide_word(Part::Remainder, dst, a, imm),
            Instr::RemSmall { dst, a, imm, magic } => self.divide_small(Part::Remainder, dst, a, imm, magic),
            Instr::RemPower { dst, a, imm } => self.divide_power(Part::Remainder, dst, a, imm),
            Instr::AddAdd { dst, a, b, add } => self.add_add(dst, a, b, add),
            Instr::MulAdd { dst, a, b, factor, add } => self.mul_add(dst, a, b, factor, add),
            Instr::Linear { dst, b, factor, add } => self.linear(dst, b, factor, add),
            Instr::AddMul { dst, a, b, c } => self.add_mul(dst, a, b, c),
            Instr::Compare { orders, dst, a, b } => self.compare(orders, dst, a, b),
            Instr::Not { dst, a } => self.not(dst, a),

            Instr::Jump { to } => self.jump(to),
            Instr::JumpLt { a, b, off, to } => self.jump_lt(a, b, off, to),
            Instr::JumpEq { a, b, to } => self.jump_compare(Cmp::Eq, a, b, to),
            Instr::JumpNe { a, b, to } => self.jump_compare(Cmp::Ne, a, b, to),
            Instr::JumpLtWord { a, to, imm } => self.jump_word(Cmp::Lt, a, imm, to),
            Instr::JumpGtWord { a, to, imm } => self.jump_word(Cmp::Gt, a, imm, to),
            Instr::JumpEqWord { a, to, imm } => self.jump_word(Cmp::Eq, a, imm, to),
            Instr::JumpNeWord { a, to, imm } => self.jump_word(Cmp::Ne, a, imm, to),
            Instr::StepJumpLt { a, b, step, off, to } => self.step_jump_lt(a, b, step, off, to),
            Instr::StepRegJumpLt { a, by, b, off, to } => self.step_reg_jump_lt(a, by, b, off, to),
            Instr::StepJumpLtWord { a, step, to, imm } => self.step_jump_word(Cmp::Lt, a, step, imm, to),
            Instr::StepJumpGtWord { a, step, to, imm } => self.step_jump_word(Cmp::Gt, a, step, imm, to),
            Instr::JumpMultiple { a, power, want, to } => self.jump_multiple(a, power, want, to),
            Instr::JumpElem { orders, array, index, off, b, to } => {
                self.jump_elem(orders, Element { array, index, off: off.into() }, b, to);
            }
            Instr::JumpElemWord { orders, array, index, off, imm, to } => {
                self.jump_elem_word(orders, Element { array, index, off: off.into() }, imm, to);
            }

            Instr::NewCell { dst, src } => self.new_cell(dst, src),
            Instr::NewEmptyCell { dst } => self.new_empty_cell(dst),
            Instr::NewArray { dst, len } => self.new_array(dst, len),
            Instr::NewPointed { ptr, record, len } => self.new_pointed(ptr, record, len),
            Instr::Load { dst, ptr } => self.load_pointed(dst, ptr),
            Instr::Store { ptr, src } => self.store_pointed(ptr, src),
            Instr::LoadElem { dst, array, index, off } => self.load_elem(dst, Element { array, index, off }),
            Instr::LoadElem2 { dst, array, row, row_off, index, off } => {
                self.load_elem2(dst, Element { array, index: row, off: row_off.into() }, index, off.into());
            }
            Instr::AddElem { dst, a, array, index, off } => self.add_elem(dst, a, Element { array, index, off }),
            Instr::StoreElem { array, index, off, src } => self.store_elem(Element { array, index, off }, src),
            Instr::StoreElemWord { array, index, off, imm } => {
                self.store_elem_word(Element { array, index, off }, imm);
            }
            Instr::LoadField { dst, record, index } => self.load_field(dst, record, index),
            Instr::AddField { dst, a, record, index } => self.add_field(dst, a, record, index),
            Instr::StoreField { record, index, src } => self.store_field(record, index, src),
            Instr::LoadVia { dst, ptr, index } => self.load_via(dst, ptr, index),
            Instr::AddVia { dst, a, ptr, index } => self.add_via(dst, a, ptr, index),
            Instr::StoreVia { ptr, index, src } => self.store_via(ptr, index, src),

            Instr::Call { dst, args, function } => {
                self.call(Call { dst, args, function, sources: &[], sum: None });
            }
            Instr::CallAdd { dst, args, a, imm, function } => {
                self.call(Call { dst, args, function, sources: &[], sum: Some((0, a, imm)) });
            }
            Instr::CallWith { dst, args, function, count, sources } => {
                self.call(Call { dst, args, function, sources: &sources[..count as usize], sum: None });
            }
            Instr::CallWithAdd { dst, args, function, count, sources, which, a, imm } => {
                let sources = &sources[..count as usize];
                self.call(Call { dst, args, function, sources, sum: Some((which, a, imm)) });
            }
            Instr::Return { src } => self.give_back(src),
            Instr::ReturnAdd { a, b } => self.give_back_sum(a, b),
            Instr::ReturnMul { a, b } => self.give_back_product(a, b),
            // The world outside is not ours.
            Instr::Input { .. } | Instr::Output { .. } => self.leave(),
        }
    }
}
