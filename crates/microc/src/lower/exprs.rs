//! Expressions as values.

use pathfold_base::Span;
use pathfold_ir::{self as ir, AllocKind, Callee, CastOp, CheckKind, CompareOp, Const, Layout, Op, Operand, Type};

use super::env::Var;
use super::function::{FunctionLowering, int};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident};

impl FunctionLowering<'_> {
    /// The value of an expression; it surely has one.
    pub fn value(&mut self, expr: &Expr) -> Operand {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(n) => Const::Int(n.clone()).into(),
            ExprKind::Null => Const::Null.into(),
            ExprKind::Name(_) => self.read(expr),
            ExprKind::Input => self.emit(Type::Int, Op::Input, span).into(),
            ExprKind::Deref(pointer) if self.is_direct(expr) => {
                let record = self.value(pointer);
                let is_some = Op::Compare(CompareOp::Ne, record.clone(), Const::Null.into());
                let is_some = self.emit(Type::Bool, is_some, span).into();
                self.effect(Op::Check(CheckKind::NullDereference, is_some), span);
                record
            }
            ExprKind::Deref(_) | ExprKind::Index { .. } | ExprKind::Field { .. } => {
                let (pointer, span) = self.address(expr);
                let ty = self.type_of(expr);
                self.emit(ty, Op::Load(pointer), span).into()
            }
            // Its address is taken, so it has a cell.
            ExprKind::Ref(_) => self.cell(self.variable(expr)).unwrap_or(Const::Null.into()),
            ExprKind::Alloc(value) => match &value.kind {
                ExprKind::Record(fields) if self.is_direct(value) => self.record(value, fields, span),
                _ => {
                    let value = self.value(value);
                    self.object(vec![(0, value)], span)
                }
            },
            ExprKind::Not(_) => self.truth(expr),
            ExprKind::Binary { op, left, right } => self.binary(expr, *op, left, right),
            ExprKind::Call { args, .. } => {
                let args = args.iter().map(|arg| self.value(arg)).collect();
                // The checker resolved every call.
                let callee = self.checked.callee(expr.id).map_or(0, |f| f.0);
                let ty = self.type_of(expr);
                self.emit(ty, Op::Call(Callee::Direct(ir::FuncId(callee)), args), span).into()
            }
            ExprKind::Array(items) => {
                let cells = items.iter().enumerate().map(|(cell, item)| (cell, self.value(item))).collect();
                self.object(cells, span)
            }
            ExprKind::Record(fields) => self.record(expr, fields, span),
        }
    }

    /// A new record of the type of an expression.
    fn record(&mut self, expr: &Expr, fields: &[(Ident, Expr)], span: Span) -> Operand {
        let layout = self.checked.record_of(expr.id);
        let cell = |name: &str| layout.and_then(|l| l.index_of(name)).unwrap_or(0);
        let cells = fields.iter().map(|(name, value)| (cell(&name.name), self.value(value))).collect();
        self.object(cells, span)
    }

    /// Whether pointers to what this expression gives are that itself.
    fn is_direct(&self, expr: &Expr) -> bool {
        self.direct.has(self.checked.type_of(expr.id))
    }

    /// Where an element, a field or what a pointer points to lies; and the place of what is wrong if that cannot be accessed.
    pub fn address(&mut self, expr: &Expr) -> (Operand, Span) {
        let span = expr.span;
        let address = match &expr.kind {
            ExprKind::Deref(pointer) => self.value(pointer),
            ExprKind::Index { array, index } => {
                let array = self.value(array);
                let index = self.value(index);
                self.offset(array, index, span)
            }
            ExprKind::Field { record, .. } => {
                let index = int(self.checked.field_index(expr.id).unwrap_or(0) as i64);
                match &record.kind {
                    // A record has its fields: if there is no such cell, the pointer was null.
                    ExprKind::Deref(pointer) if self.is_direct(record) => {
                        let pointer = self.value(pointer);
                        return (self.offset(pointer, index, record.span), record.span);
                    }
                    _ => {
                        let record = self.value(record);
                        self.offset(record, index, span)
                    }
                }
            }
            // Only called on the above.
            ExprKind::Number(_)
            | ExprKind::Name(_)
            | ExprKind::Input
            | ExprKind::Null
            | ExprKind::Ref(_)
            | ExprKind::Alloc(_)
            | ExprKind::Not(_)
            | ExprKind::Binary { .. }
            | ExprKind::Call { .. }
            | ExprKind::Array(_)
            | ExprKind::Record(_) => self.value(expr),
        };
        (address, span)
    }

    fn offset(&mut self, pointer: Operand, offset: Operand, span: Span) -> Operand {
        if offset == int(0) {
            return pointer;
        }
        self.emit(Type::Ptr, Op::Offset(pointer, offset), span).into()
    }

    /// A new object with these values in its cells.
    fn object(&mut self, cells: Vec<(usize, Operand)>, span: Span) -> Operand {
        let size = int(cells.len() as i64);
        let op = Op::Alloc { layout: Layout::Cells, kind: AllocKind::Heap, size, align: 1 };
        let object: Operand = self.emit(Type::Ptr, op, span).into();
        for (cell, value) in cells {
            let pointer = self.offset(object.clone(), int(cell as i64), span);
            self.effect(Op::Store { value, pointer }, span);
        }
        object
    }

    fn read(&mut self, expr: &Expr) -> Operand {
        let var = self.variable(expr);
        let ty = self.variable_type(var);
        if let Some(cell) = self.cell(var) {
            return self.emit(ty, Op::Load(cell), expr.span).into();
        }
        let now = self.env.get(var).clone();
        if let Some(checked) = now.checked {
            return checked;
        }
        if now.init {
            return now.value;
        }
        let checked: Operand = self.emit(ty, Op::Defined(now.value.clone()), expr.span).into();
        self.name(&checked, var);
        self.env.set(var, Var { value: now.value, checked: Some(checked.clone()), init: true });
        checked
    }

    fn binary(&mut self, expr: &Expr, op: BinaryOp, left: &Expr, right: &Expr) -> Operand {
        let op = match op {
            BinaryOp::Add => ir::BinaryOp::Add,
            BinaryOp::Sub => ir::BinaryOp::Sub,
            BinaryOp::Mul => ir::BinaryOp::Mul,
            BinaryOp::Div => ir::BinaryOp::SDiv,
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::And
            | BinaryOp::Or => return self.truth(expr),
        };
        let left = self.value(left);
        let right = self.value(right);
        self.emit(Type::Int, Op::Binary(op, left, right), expr.span).into()
    }

    /// The truth of a comparison, a negation or a logical expression, as the number 0 or 1.
    fn truth(&mut self, expr: &Expr) -> Operand {
        if let Some(holds) = self.comparison(expr, true) {
            return self.emit(Type::Int, Op::Cast(CastOp::ZExt, holds), expr.span).into();
        }
        let (yes, no) = self.condition(expr);
        match (yes.is_empty(), no.is_empty()) {
            (false, false) => self.join_values((yes, int(1)), (no, int(0))),
            (_, true) => {
                self.go_on(yes);
                int(1)
            }
            (true, false) => {
                self.go_on(no);
                int(0)
            }
        }
    }
}
