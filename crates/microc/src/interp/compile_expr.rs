//! Checked trees to code: expressions.

use pathfold_base::Span;

use super::code::{FIRST_VARIABLE, Reg};
use super::compile::{FunctionCompiler, comparison, small_literal};
use super::heap::{NULL, small};
use super::instr::{Instr, MAX_SOURCES};
use super::remainder::{magic, power_of_two};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident};

impl FunctionCompiler<'_> {
    /// A register with the value: the variable's own one where possible. Evaluating another expression does not change
    /// it, because expressions assign only to variables that live in cells.
    pub fn operand(&mut self, expr: &Expr) -> Reg {
        if let ExprKind::Name(_) = expr.kind {
            let (var, reg, cell) = self.variable(expr);
            if !cell {
                self.check_init(var, expr.span);
                return reg;
            }
        }
        let dst = self.temp();
        self.into(expr, dst);
        dst
    }

    /// Evaluates into `dst`, which is written last: the expression may read it.
    pub fn into(&mut self, expr: &Expr, dst: Reg) {
        let mark = self.mark();
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(n) => {
                let word = match n.to_i64().and_then(small) {
                    Some(word) => word,
                    None => self.constants.word(n),
                };
                self.emit(Instr::Word { dst, word }, span);
            }
            ExprKind::Null => self.emit(Instr::Word { dst, word: NULL }, span),
            ExprKind::Name(_) => {
                let (var, reg, cell) = self.variable(expr);
                if cell {
                    self.emit(Instr::Load { dst, ptr: reg }, span);
                } else {
                    self.check_init(var, span);
                    self.emit(Instr::Move { dst, src: reg }, span);
                }
            }
            ExprKind::Input => self.emit(Instr::Input { dst }, span),
            ExprKind::Deref(pointer) => {
                let ptr = self.operand(pointer);
                self.emit(Instr::Load { dst, ptr }, span);
            }
            ExprKind::Ref(_) => {
                let (_, src, _) = self.variable(expr);
                self.emit(Instr::Move { dst, src }, span);
            }
            ExprKind::Alloc(value) if let ExprKind::Record(fields) = &value.kind => {
                let (ptr, record) = (self.temp(), self.temp());
                self.emit(Instr::NewPointed { ptr, record, len: fields.len() as u32 }, span);
                self.fill(record, self.places(value, fields));
                self.emit(Instr::Move { dst, src: ptr }, span);
            }
            ExprKind::Alloc(value) => {
                let src = self.operand(value);
                self.emit(Instr::NewCell { dst, src }, span);
            }
            ExprKind::Not(value) => {
                let a = self.operand(value);
                self.emit(Instr::Not { dst, a }, span);
            }
            ExprKind::Binary { op, left, right } => self.binary(expr, *op, left, right, dst),
            ExprKind::Call { args, .. } => {
                let first = self.temps(FIRST_VARIABLE as usize + args.len());
                let places = first + FIRST_VARIABLE..;
                let sources: Vec<Reg> =
                    places.clone().zip(args).map(|(place, arg)| self.argument(arg, place)).collect();
                // The checker resolved every call.
                let function = self.checked.callee(expr.id).map_or(0, |f| f.0);
                self.call(dst, first, function, &sources, span);
            }
            ExprKind::Index { array, index } => {
                let array = self.operand(array);
                let index = self.operand(index);
                self.emit(Instr::LoadElem { dst, array, index, off: 0 }, span);
            }
            ExprKind::Field { record, .. } => {
                let record = self.operand(record);
                let index = self.checked.field_index(expr.id).unwrap_or(0) as u32;
                self.emit(Instr::LoadField { dst, record, index }, span);
            }
            ExprKind::Array(items) => {
                let items = items.iter().enumerate().map(|(index, item)| (index as u32, item)).collect();
                self.cells(items, dst, span);
            }
            ExprKind::Record(fields) => self.cells(self.places(expr, fields), dst, span),
        }
        self.release(mark);
    }

    /// The register that has an argument when its function is called: that of a variable, or the place it is wanted in.
    /// Arguments behind it do not change a variable that is in a register.
    fn argument(&mut self, arg: &Expr, place: Reg) -> Reg {
        if let ExprKind::Name(_) = arg.kind {
            let (var, reg, cell) = self.variable(arg);
            if !cell {
                self.check_init(var, arg.span);
                return reg;
            }
        }
        self.into(arg, place);
        place
    }

    fn call(&mut self, dst: Reg, args: Reg, function: u32, from: &[Reg], span: Span) {
        let moves = || (args + FIRST_VARIABLE..).zip(from.iter().copied()).filter(|(place, src)| place != src);
        if (2..=MAX_SOURCES).contains(&from.len()) && moves().count() > 0 {
            let mut sources = [0; MAX_SOURCES];
            sources[..from.len()].copy_from_slice(from);
            return self.emit(Instr::CallWith { dst, args, function, count: from.len() as u8, sources }, span);
        }
        for (dst, src) in moves() {
            self.emit(Instr::Move { dst, src }, span);
        }
        self.emit(Instr::Call { dst, args, function }, span);
    }

    /// New cells with these values; made in a register of their own because the values may read `dst`.
    fn cells(&mut self, items: Vec<(u32, &Expr)>, dst: Reg, span: Span) {
        let record = self.temp();
        self.emit(Instr::NewArray { dst: record, len: items.len() as u32 }, span);
        self.fill(record, items);
        self.emit(Instr::Move { dst, src: record }, span);
    }

    fn fill(&mut self, record: Reg, items: Vec<(u32, &Expr)>) {
        for (index, item) in items {
            let mark = self.mark();
            let src = self.operand(item);
            self.emit(Instr::StoreField { record, index, src }, item.span);
            self.release(mark);
        }
    }

    /// In which cells of a record its fields are, in the order in which they are written down.
    fn places<'e>(&self, record: &Expr, fields: &'e [(Ident, Expr)]) -> Vec<(u32, &'e Expr)> {
        let layout = self.checked.record_of(record.id);
        let cell = |name: &str| layout.and_then(|l| l.index_of(name)).unwrap_or(0) as u32;
        fields.iter().map(|(name, value)| (cell(&name.name), value)).collect()
    }

    fn binary(&mut self, expr: &Expr, op: BinaryOp, left: &Expr, right: &Expr, dst: Reg) {
        let span = expr.span;
        if op.is_logical() {
            let (no, end) = (self.label(), self.label());
            self.condition(expr, false, no);
            self.emit(Instr::Word { dst, word: 2 }, span);
            self.emit(Instr::Jump { to: end }, span);
            self.bind(no);
            self.emit(Instr::Word { dst, word: 0 }, span);
            self.bind(end);
            return;
        }
        if op == BinaryOp::Sub && self.remainder(left, right, dst) {
            return;
        }
        if let Some(instr) = self.with_literal(op, left, right, dst) {
            self.emit(instr, span);
            return;
        }
        let a = self.operand(left);
        let b = self.operand(right);
        let instr = match op {
            BinaryOp::Add => Instr::Add { dst, a, b },
            BinaryOp::Sub => Instr::Sub { dst, a, b },
            BinaryOp::Mul => Instr::Mul { dst, a, b },
            BinaryOp::Div => Instr::Div { dst, a, b },
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::And
            | BinaryOp::Or => match comparison(op) {
                Some(cmp) => Instr::Compare { orders: cmp.into(), dst, a, b },
                // Logic was handled above.
                None => return,
            },
        };
        self.emit(instr, span);
    }

    /// Arithmetic with a small literal on one side; evaluates the other side.
    fn with_literal(&mut self, op: BinaryOp, left: &Expr, right: &Expr, dst: Reg) -> Option<Instr> {
        let (left_word, right_word) = (small_literal(left), small_literal(right));
        match (op, left_word, right_word) {
            (BinaryOp::Add, _, Some(imm)) => Some(Instr::AddWord { dst, a: self.operand(left), imm }),
            (BinaryOp::Add, Some(imm), None) => Some(Instr::AddWord { dst, a: self.operand(right), imm }),
            (BinaryOp::Sub, _, Some(imm)) => {
                let imm = imm.checked_neg()?;
                Some(Instr::AddWord { dst, a: self.operand(left), imm })
            }
            (BinaryOp::Sub, Some(imm), None) => Some(Instr::RsubWord { dst, a: self.operand(right), imm }),
            (BinaryOp::Mul, _, Some(imm)) => Some(Instr::MulNumber { dst, a: self.operand(left), imm: imm >> 1 }),
            (BinaryOp::Mul, Some(imm), None) => Some(Instr::MulNumber { dst, a: self.operand(right), imm: imm >> 1 }),
            (BinaryOp::Div, _, Some(word)) if let Some(imm) = power_of_two(word) => {
                Some(Instr::DivPower { dst, a: self.operand(left), imm })
            }
            (BinaryOp::Div, _, Some(word)) if let Some((imm, magic)) = magic(word) => {
                Some(Instr::DivSmall { dst, a: self.operand(left), imm, magic })
            }
            (BinaryOp::Div, _, Some(imm)) if imm != 0 => Some(Instr::DivWord { dst, a: self.operand(left), imm }),
            (
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::Div
                | BinaryOp::Eq
                | BinaryOp::Ne
                | BinaryOp::Lt
                | BinaryOp::Le
                | BinaryOp::Gt
                | BinaryOp::Ge
                | BinaryOp::And
                | BinaryOp::Or,
                _,
                _,
            ) => None,
        }
    }
}
