//! The syntax tree. Every node has the span it was parsed from; every expression has an [`ExprId`], the key of the side
//! tables that the checker fills. Parentheses leave no node: the tree is the meaning, the printer puts them back.

use pathfold_base::{Integer, Span, typed_id};

typed_id!(
    /// An expression of one program.
    pub struct ExprId,
    "e"
);

/// A whole source text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// Functions in source order.
    pub functions: Vec<Function>,
    /// Comments in source order.
    pub comments: Vec<Comment>,
    /// How many expressions there are: all ids are below it.
    pub expr_count: usize,
}

/// A comment, delimiters included.
#[derive(Clone, PartialEq, Debug)]
pub struct Comment {
    /// Where it stands.
    pub span: Span,
    /// Its text without trailing white space.
    pub text: String,
    /// Whether it runs to the end of its line (`//`).
    pub line: bool,
}

/// A name at a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name.
    pub name: Ident,
    /// Its parameters.
    pub params: Vec<Ident>,
    /// Its `var` statements.
    pub vars: Vec<VarDecl>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// What it returns.
    pub result: Expr,
    /// The `return` statement.
    pub return_span: Span,
    /// From the opening to the closing brace.
    pub block_span: Span,
    /// All of it.
    pub span: Span,
}

/// One `var a, b;`.
#[derive(Clone, PartialEq, Debug)]
pub struct VarDecl {
    /// The variables; never empty.
    pub names: Vec<Ident>,
    /// All of it.
    pub span: Span,
}

/// A statement. What goes through chains of `else if` must not recurse on them: they may be [`parser::MAX_BRANCHES`] long
/// (`chain.rs`).
///
/// [`parser::MAX_BRANCHES`]: crate::parser::MAX_BRANCHES
#[derive(PartialEq, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// All of it.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `target = value;`
    Assign {
        /// An identifier, dereference, array access or field access.
        target: Expr,
        /// The value.
        value: Expr,
    },
    /// `output value;`
    Output(Expr),
    /// `if (cond) then else otherwise`
    If {
        /// The condition.
        cond: Expr,
        /// Run when it is not zero.
        then: Box<Stmt>,
        /// Run when it is zero.
        otherwise: Option<Box<Stmt>>,
    },
    /// `while (cond) body`
    While {
        /// The condition.
        cond: Expr,
        /// Run while it is not zero.
        body: Box<Stmt>,
    },
    /// `{ … }`
    Block(Vec<Stmt>),
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Its key in side tables.
    pub id: ExprId,
    /// What it is.
    pub kind: ExprKind,
    /// All of it, without parentheses around it.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// A literal, possibly negative.
    Number(Integer),
    /// The value of a variable.
    Name(String),
    /// `input`
    Input,
    /// `null`
    Null,
    /// `*pointer`
    Deref(Box<Expr>),
    /// `&variable`
    Ref(Ident),
    /// `alloc value`
    Alloc(Box<Expr>),
    /// `!value`
    Not(Box<Expr>),
    /// `left op right`
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
    /// `callee(args)`
    Call {
        /// The function's name.
        callee: Ident,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// `array[index]`
    Index {
        /// The array.
        array: Box<Expr>,
        /// The index.
        index: Box<Expr>,
    },
    /// `record.field`
    Field {
        /// The record.
        record: Box<Expr>,
        /// The field.
        field: Ident,
    },
    /// `[a, b]`
    Array(Vec<Expr>),
    /// `{f: a, g: b}`
    Record(Vec<(Ident, Expr)>),
}

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `&&`
    And,
    /// `||`
    Or,
}

impl BinaryOp {
    /// As written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
        }
    }

    /// How tightly it binds: a larger number binds tighter. `&&` and `||` share one level, as in the grammar.
    pub fn precedence(self) -> u8 {
        match self {
            BinaryOp::And | BinaryOp::Or => 1,
            BinaryOp::Eq | BinaryOp::Ne => 2,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 3,
            BinaryOp::Add | BinaryOp::Sub => 4,
            BinaryOp::Mul | BinaryOp::Div => 5,
        }
    }

    /// Whether it is `&&` or `||`.
    pub fn is_logical(self) -> bool {
        self.precedence() == 1
    }
}

impl Expr {
    /// An expression without a place; [`Program::renumber`] gives it its id.
    pub fn synthetic(kind: ExprKind) -> Self {
        Self { id: ExprId(0), kind, span: Span::default() }
    }

    /// Its direct parts, in evaluation order.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Input | ExprKind::Null | ExprKind::Ref(_) => Vec::new(),
            ExprKind::Deref(e) | ExprKind::Alloc(e) | ExprKind::Not(e) => vec![e],
            ExprKind::Binary { left, right, .. } => vec![left, right],
            ExprKind::Call { args, .. } => args.iter().collect(),
            ExprKind::Index { array, index } => vec![array, index],
            ExprKind::Field { record, .. } => vec![record],
            ExprKind::Array(items) => items.iter().collect(),
            ExprKind::Record(fields) => fields.iter().map(|(_, e)| e).collect(),
        }
    }

    /// Its direct parts, in evaluation order, mutable.
    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Input | ExprKind::Null | ExprKind::Ref(_) => Vec::new(),
            ExprKind::Deref(e) | ExprKind::Alloc(e) | ExprKind::Not(e) => vec![e],
            ExprKind::Binary { left, right, .. } => vec![left, right],
            ExprKind::Call { args, .. } => args.iter_mut().collect(),
            ExprKind::Index { array, index } => vec![array, index],
            ExprKind::Field { record, .. } => vec![record],
            ExprKind::Array(items) => items.iter_mut().collect(),
            ExprKind::Record(fields) => fields.iter_mut().map(|(_, e)| e).collect(),
        }
    }

    /// Calls `visit` on this expression and all below it.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }
}

impl Stmt {
    /// A statement without a place.
    pub fn synthetic(kind: StmtKind) -> Self {
        Self { kind, span: Span::default() }
    }

    /// Calls `visit` on every expression directly in this statement and in those inside it (not on parts of
    /// expressions).
    pub fn exprs<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        let mut work = vec![self];
        while let Some(stmt) = work.pop() {
            match &stmt.kind {
                StmtKind::Assign { target, value } => {
                    visit(value);
                    visit(target);
                }
                StmtKind::Output(value) => visit(value),
                StmtKind::If { cond, then, otherwise } => {
                    visit(cond);
                    work.extend(otherwise.as_deref());
                    work.push(then);
                }
                StmtKind::While { cond, body } => {
                    visit(cond);
                    work.push(body);
                }
                StmtKind::Block(body) => work.extend(body.iter().rev()),
            }
        }
    }

    fn exprs_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        let mut work = vec![self];
        while let Some(stmt) = work.pop() {
            match &mut stmt.kind {
                StmtKind::Assign { target, value } => {
                    visit(value);
                    visit(target);
                }
                StmtKind::Output(value) => visit(value),
                StmtKind::If { cond, then, otherwise } => {
                    visit(cond);
                    work.extend(otherwise.as_deref_mut());
                    work.push(then);
                }
                StmtKind::While { cond, body } => {
                    visit(cond);
                    work.push(body);
                }
                StmtKind::Block(body) => work.extend(body.iter_mut().rev()),
            }
        }
    }
}

impl Function {
    /// Calls `visit` on every expression and part of an expression.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        self.body.iter().for_each(|s| s.exprs(&mut |e| e.walk(visit)));
        self.result.walk(visit);
    }
}

impl Program {
    /// Gives every expression a fresh id, for trees that were built rather than parsed.
    pub fn renumber(&mut self) {
        fn number(e: &mut Expr, next: &mut usize) {
            e.id = pathfold_base::ids::Id::from_index(*next);
            *next += 1;
            for child in e.children_mut() {
                number(child, next);
            }
        }
        let mut next = 0;
        for function in &mut self.functions {
            function.body.iter_mut().for_each(|s| s.exprs_mut(&mut |e| number(e, &mut next)));
            number(&mut function.result, &mut next);
        }
        self.expr_count = next;
    }

    /// The same tree with every span zeroed, ids renumbered and comments dropped: equal for equal meaning.
    #[must_use]
    pub fn without_places(&self) -> Program {
        fn ident(i: &mut Ident) {
            i.span = Span::default();
        }
        fn expr(e: &mut Expr) {
            e.span = Span::default();
            match &mut e.kind {
                ExprKind::Ref(i) | ExprKind::Call { callee: i, .. } | ExprKind::Field { field: i, .. } => ident(i),
                ExprKind::Record(fields) => fields.iter_mut().for_each(|(i, _)| ident(i)),
                ExprKind::Number(_)
                | ExprKind::Name(_)
                | ExprKind::Input
                | ExprKind::Null
                | ExprKind::Deref(_)
                | ExprKind::Alloc(_)
                | ExprKind::Not(_)
                | ExprKind::Binary { .. }
                | ExprKind::Index { .. }
                | ExprKind::Array(_) => {}
            }
            e.children_mut().into_iter().for_each(expr);
        }
        fn stmt(s: &mut Stmt) {
            let mut work = vec![s];
            while let Some(s) = work.pop() {
                s.span = Span::default();
                match &mut s.kind {
                    StmtKind::Assign { .. } | StmtKind::Output(_) => {}
                    StmtKind::If { then, otherwise, .. } => {
                        work.push(then);
                        work.extend(otherwise.as_deref_mut());
                    }
                    StmtKind::While { body, .. } => work.push(body),
                    StmtKind::Block(body) => work.extend(body),
                }
            }
        }
        let mut program = self.clone();
        program.comments.clear();
        for f in &mut program.functions {
            f.span = Span::default();
            f.return_span = Span::default();
            f.block_span = Span::default();
            ident(&mut f.name);
            f.params.iter_mut().for_each(ident);
            for v in &mut f.vars {
                v.span = Span::default();
                v.names.iter_mut().for_each(ident);
            }
            for s in &mut f.body {
                stmt(s);
                s.exprs_mut(&mut expr);
            }
            expr(&mut f.result);
        }
        program.renumber();
        program
    }
}
