//! Checked trees to code: functions, statements, conditions. Loops are inverted (the condition is tested at the end,
//! and once before), so that an iteration has one jump.
//!
//! A variable lives in a register of its own; if its address is taken, the register holds the address of its cell.
//! While compiling, `init` says which variables surely have a value here, so that only other reads are checked.

use pathfold_base::Span;

use super::code::{Cmp, Code, FIRST_VARIABLE, Reg, Target};
use super::fuse::{self, Context};
use super::heap::{UNINIT, small};
use super::instr::Instr;
use super::numbers::Constants;
use super::op::Ops;
use super::{redundant, tails};
use crate::ast::{BinaryOp, Expr, ExprKind, Function, Stmt, StmtKind};
use crate::check::{Checked, FunctionId, FunctionInfo, VarId};

/// Compiles a whole program.
pub(super) fn compile(checked: &Checked) -> Code {
    let mut code = Code::default();
    for id in checked.functions.ids() {
        let compiler = FunctionCompiler::new(checked, id, &mut code.constants);
        let mut body = compiler.function(checked.function(id));
        tails::shorten(&mut body);
        fuse::join(&mut body.instrs, first_temp(&checked.functions[id]));
        redundant::leave_out(&mut body);
        tails::shorten(&mut body);
        code.max_frame = code.max_frame.max(body.frame);
        code.entries.push(code.instrs.len() as u32);
        let start = (code.instrs.len() + body.prologue) as u32;
        for (mut instr, span) in body.instrs {
            if let Some(target) = instr.target_mut() {
                // Every label was bound before its function ended.
                *target = start + body.labels.get(*target as usize).copied().unwrap_or(0);
            }
            code.instrs.push(instr);
            code.spans.push(span);
        }
    }
    for instr in &mut code.instrs {
        if let Instr::Call { function, .. }
        | Instr::CallAdd { function, .. }
        | Instr::CallWith { function, .. }
        | Instr::CallWithAdd { function, .. } = instr
        {
            *function = code.entries.get(*function as usize).copied().unwrap_or(0);
        }
    }
    code.ops = Ops::new(&code.instrs);
    code
}

/// The register of a variable.
fn register(var: VarId) -> Reg {
    FIRST_VARIABLE + var.0 as Reg
}

/// The first register behind those of variables.
fn first_temp(info: &FunctionInfo) -> usize {
    FIRST_VARIABLE as usize + info.variables.len()
}

/// The code of one function before it gets its place.
pub(super) struct Body {
    pub instrs: Vec<(Instr, Span)>,
    pub prologue: usize,
    /// Positions of labels, counted from the end of the prologue.
    pub labels: Vec<u32>,
    pub frame: usize,
}

/// Which variables surely have a value.
#[derive(Clone)]
pub(super) struct Init(Vec<u64>);

impl Init {
    pub fn has(&self, var: VarId) -> bool {
        self.0[var.0 as usize / 64] >> (var.0 % 64) & 1 == 1
    }

    pub fn add(&mut self, var: VarId) {
        self.0[var.0 as usize / 64] |= 1 << (var.0 % 64);
    }

    fn meet(&mut self, other: &Init) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }
}

pub(super) struct FunctionCompiler<'a> {
    pub checked: &'a Checked,
    pub info: &'a FunctionInfo,
    pub constants: &'a mut Constants,
    instrs: Vec<(Instr, Span)>,
    labels: Vec<u32>,
    /// Where the last label was bound: nothing may be fused across it.
    last_label: usize,
    pub init: Init,
    /// Variables that must be marked as having no value when the function starts.
    checked_vars: Vec<bool>,
    next_temp: usize,
    frame: usize,
}

impl<'a> FunctionCompiler<'a> {
    fn new(checked: &'a Checked, id: FunctionId, constants: &'a mut Constants) -> Self {
        let info = &checked.functions[id];
        let count = info.variables.len();
        let mut init = Init(vec![0; count / 64 + 1]);
        (0..info.parameters).for_each(|p| init.add(VarId(p as u32)));
        Self {
            checked,
            info,
            constants,
            instrs: Vec::new(),
            labels: Vec::new(),
            last_label: 0,
            init,
            checked_vars: vec![false; count],
            next_temp: first_temp(info),
            frame: first_temp(info),
        }
    }

    fn function(mut self, function: &Function) -> Body {
        function.body.iter().for_each(|s| self.stmt(s));
        let src = self.operand(&function.result);
        self.emit(Instr::Return { src }, function.return_span);
        let mut instrs = Vec::new();
        for (var, variable) in self.info.variables.entries() {
            let dst = register(var);
            let instr = match (variable.address_taken, (var.0 as usize) < self.info.parameters) {
                (true, true) => Instr::NewCell { dst, src: dst },
                (true, false) => Instr::NewEmptyCell { dst },
                (false, false) if self.checked_vars[var.0 as usize] => Instr::Word { dst, word: UNINIT },
                (false, _) => continue,
            };
            instrs.push((instr, variable.span));
        }
        let prologue = instrs.len();
        instrs.append(&mut self.instrs);
        Body { instrs, prologue, labels: self.labels, frame: self.frame }
    }

    pub fn emit(&mut self, instr: Instr, span: Span) {
        // Nothing may be fused across a label.
        if self.last_label < self.instrs.len()
            && let Some(&(last, place)) = self.instrs.last()
        {
            let parameters_of = |f| self.checked.functions.get(FunctionId(f)).map_or(0, |f| f.parameters);
            let context = Context { variables: first_temp(self.info), parameters_of: &parameters_of };
            if let Some(fused) = context.fuse(last, instr) {
                self.instrs.pop();
                return self.emit(fused, if fuse::reports(last) { place } else { span });
            }
        }
        self.instrs.push((instr, span));
    }

    pub fn label(&mut self) -> Target {
        self.labels.push(0);
        self.labels.len() as Target - 1
    }

    pub fn bind(&mut self, label: Target) {
        self.labels[label as usize] = self.instrs.len() as u32;
        self.last_label = self.instrs.len();
    }

    /// A register nobody uses; freed when `next_temp` is set back.
    pub fn temp(&mut self) -> Reg {
        self.temps(1)
    }

    /// Consecutive registers nobody uses.
    pub fn temps(&mut self, count: usize) -> Reg {
        let first = self.next_temp;
        self.next_temp += count;
        // Room for the callee's first registers even when there are no arguments.
        self.frame = self.frame.max(self.next_temp + 1);
        // The limits on variables, parameters and nesting leave no way to need 2^16.
        Reg::try_from(first).unwrap_or(Reg::MAX)
    }

    pub fn mark(&self) -> usize {
        self.next_temp
    }

    pub fn release(&mut self, mark: usize) {
        self.next_temp = mark;
    }

    /// The register of a variable and whether it holds the address of a cell.
    pub fn variable(&self, expr: &Expr) -> (VarId, Reg, bool) {
        // The checker resolved every name.
        let var = self.checked.variable(expr.id).unwrap_or(VarId(0));
        (var, register(var), self.info.variables.get(var).is_some_and(|v| v.address_taken))
    }

    /// Checks, where needed, that a variable in a register has a value.
    pub fn check_init(&mut self, var: VarId, span: Span) {
        if !self.init.has(var) {
            self.checked_vars[var.0 as usize] = true;
            self.emit(Instr::CheckInit { src: register(var) }, span);
            self.init.add(var);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let mark = self.mark();
        match &stmt.kind {
            StmtKind::Assign { target, value } => self.assign(target, value),
            StmtKind::Output(value) => {
                let src = self.operand(value);
                self.emit(Instr::Output { src }, stmt.span);
            }
            StmtKind::If { .. } => self.branches(stmt),
            StmtKind::While { cond, body } => {
                let (top, end) = (self.label(), self.label());
                let before = self.init.clone();
                self.condition(cond, false, end);
                self.bind(top);
                let entered = self.init.clone();
                self.stmt(body);
                // What the body adds is not there when the condition is first tested, but is when it is tested again.
                self.init = before;
                self.condition(cond, true, top);
                self.bind(end);
                self.init = entered;
            }
            StmtKind::Block(body) => body.iter().for_each(|s| self.stmt(s)),
        }
        self.release(mark);
    }

    /// `if` with everything behind its `else`.
    fn branches(&mut self, stmt: &Stmt) {
        let mut ends = Vec::new();
        for stmt in stmt.chain() {
            let StmtKind::If { cond, then, otherwise } = &stmt.kind else {
                self.stmt(stmt);
                break;
            };
            let (no, end) = (self.label(), self.label());
            self.condition(cond, false, no);
            let before = self.init.clone();
            self.stmt(then);
            ends.push((end, std::mem::replace(&mut self.init, before)));
            if otherwise.is_some() {
                self.emit(Instr::Jump { to: end }, stmt.span);
            }
            self.bind(no);
        }
        while let Some((end, after_then)) = ends.pop() {
            self.bind(end);
            self.init.meet(&after_then);
        }
    }

    fn assign(&mut self, target: &Expr, value: &Expr) {
        match &target.kind {
            ExprKind::Name(_) => {
                let (var, reg, cell) = self.variable(target);
                if cell {
                    let src = self.operand(value);
                    self.emit(Instr::Store { ptr: reg, src }, target.span);
                } else {
                    self.into(value, reg);
                    self.init.add(var);
                }
            }
            ExprKind::Deref(pointer) => {
                let src = self.operand(value);
                let ptr = self.operand(pointer);
                self.emit(Instr::Store { ptr, src }, target.span);
            }
            ExprKind::Index { array, index } => {
                let src = self.operand(value);
                let array = self.operand(array);
                let index = self.operand(index);
                self.emit(Instr::StoreElem { array, index, off: 0, src }, target.span);
            }
            ExprKind::Field { record, .. } => {
                let src = self.operand(value);
                let record = self.operand(record);
                let index = self.checked.field_index(target.id).unwrap_or(0) as u32;
                self.emit(Instr::StoreField { record, index, src }, target.span);
            }
            // The parser lets no other targets pass.
            ExprKind::Number(_)
            | ExprKind::Input
            | ExprKind::Null
            | ExprKind::Ref(_)
            | ExprKind::Alloc(_)
            | ExprKind::Not(_)
            | ExprKind::Binary { .. }
            | ExprKind::Call { .. }
            | ExprKind::Array(_)
            | ExprKind::Record(_) => {}
        }
    }

    /// Jumps to `to` when the truth of `cond` is `want`, otherwise goes on.
    pub fn condition(&mut self, cond: &Expr, want: bool, to: Target) {
        let mark = self.mark();
        match &cond.kind {
            ExprKind::Not(inner) => self.condition(inner, !want, to),
            ExprKind::Binary { op, left, right } if op.is_logical() => {
                // `&&` is decided by a false left side, `||` by a true one.
                let decides = *op == BinaryOp::Or;
                if decides == want {
                    self.condition(left, want, to);
                    let before = self.init.clone();
                    self.condition(right, want, to);
                    self.init = before;
                } else {
                    let skip = self.label();
                    self.condition(left, decides, skip);
                    let before = self.init.clone();
                    self.condition(right, want, to);
                    self.init = before;
                    self.bind(skip);
                }
            }
            ExprKind::Binary { op, left, right } if let Some(cmp) = comparison(*op) => {
                let cmp = if want { cmp } else { cmp.negated() };
                if matches!(cmp, Cmp::Eq | Cmp::Ne) && self.divides(left, right, cmp == Cmp::Eq, to) {
                } else if let Some(imm) = small_literal(right) {
                    let a = self.operand(left);
                    self.jump_word(cmp, a, imm, to, cond.span);
                } else if let Some(imm) = small_literal(left) {
                    let a = self.operand(right);
                    self.jump_word(cmp.swapped(), a, imm, to, cond.span);
                } else {
                    let a = self.operand(left);
                    let b = self.operand(right);
                    let instr = match cmp {
                        Cmp::Lt => Instr::JumpLt { a, b, off: 0, to },
                        Cmp::Gt => Instr::JumpLt { a: b, b: a, off: 0, to },
                        Cmp::Le => Instr::JumpLt { a, b, off: 2, to },
                        Cmp::Ge => Instr::JumpLt { a: b, b: a, off: 2, to },
                        Cmp::Eq => Instr::JumpEq { a, b, to },
                        Cmp::Ne => Instr::JumpNe { a, b, to },
                    };
                    self.emit(instr, cond.span);
                }
            }
            ExprKind::Number(_)
            | ExprKind::Name(_)
            | ExprKind::Input
            | ExprKind::Null
            | ExprKind::Deref(_)
            | ExprKind::Ref(_)
            | ExprKind::Alloc(_)
            | ExprKind::Binary { .. }
            | ExprKind::Call { .. }
            | ExprKind::Index { .. }
            | ExprKind::Field { .. }
            | ExprKind::Array(_)
            | ExprKind::Record(_) => {
                let a = self.operand(cond);
                self.jump_word(if want { Cmp::Ne } else { Cmp::Eq }, a, 0, to, cond.span);
            }
        }
        self.release(mark);
    }

    pub fn jump_word(&mut self, cmp: Cmp, a: Reg, imm: i64, to: Target, span: Span) {
        let instr = match cmp {
            Cmp::Lt => Instr::JumpLtWord { a, to, imm },
            Cmp::Gt => Instr::JumpGtWord { a, to, imm },
            // Up to a number is below the next one, unless that is no word.
            Cmp::Le | Cmp::Ge => match (cmp, imm.checked_add(2), imm.checked_sub(2)) {
                (Cmp::Le, Some(imm), _) => Instr::JumpLtWord { a, to, imm },
                (Cmp::Ge, _, Some(imm)) => Instr::JumpGtWord { a, to, imm },
                _ => {
                    let b = self.temp();
                    self.emit(Instr::Word { dst: b, word: imm }, span);
                    let (a, b) = if cmp == Cmp::Le { (a, b) } else { (b, a) };
                    Instr::JumpLt { a, b, off: 2, to }
                }
            },
            Cmp::Eq => Instr::JumpEqWord { a, to, imm },
            Cmp::Ne => Instr::JumpNeWord { a, to, imm },
        };
        self.emit(instr, span);
    }
}

/// The comparison an operator stands for.
pub(super) fn comparison(op: BinaryOp) -> Option<Cmp> {
    match op {
        BinaryOp::Lt => Some(Cmp::Lt),
        BinaryOp::Le => Some(Cmp::Le),
        BinaryOp::Gt => Some(Cmp::Gt),
        BinaryOp::Ge => Some(Cmp::Ge),
        BinaryOp::Eq => Some(Cmp::Eq),
        BinaryOp::Ne => Some(Cmp::Ne),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::And | BinaryOp::Or => None,
    }
}

/// The word of a literal, unless it is large.
pub(super) fn small_literal(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Number(n) => n.to_i64().and_then(small),
        ExprKind::Null => Some(super::heap::NULL),
        ExprKind::Name(_)
        | ExprKind::Input
        | ExprKind::Deref(_)
        | ExprKind::Ref(_)
        | ExprKind::Alloc(_)
        | ExprKind::Not(_)
        | ExprKind::Binary { .. }
        | ExprKind::Call { .. }
        | ExprKind::Index { .. }
        | ExprKind::Field { .. }
        | ExprKind::Array(_)
        | ExprKind::Record(_) => None,
    }
}
