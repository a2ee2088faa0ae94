//! Declarations, statements and the checks that wait until all types are known.

use pathfold_base::{Diagnostic, FxMap, FxSet, IdVec, Span};

use super::advice::{Role, mismatch};
use super::unify::{Node, Shape, Types};
use super::{
    Checked, FunctionId, FunctionInfo, MAX_PARAMETERS, MAX_VARIABLES, RecordId, RecordType, Type, TypeId, Use, VarId,
    Variable,
};
use crate::ast::{BinaryOp, Expr, ExprId, ExprKind, Function, Ident, Program, Stmt, StmtKind};
use crate::names::nearest;
use crate::parser::{Gaps, MAX_ERRORS};

pub(super) struct Signature {
    pub span: Span,
    pub params: Vec<(Node, Span)>,
    pub result: Node,
}

pub(super) struct Local {
    pub name: String,
    pub span: Span,
    pub ty: Node,
    pub address_taken: bool,
}

/// The function being checked.
#[derive(Default)]
pub(super) struct Scope<'a> {
    /// Its position in the program.
    pub function: usize,
    pub locals: IdVec<VarId, Local>,
    pub by_name: FxMap<&'a str, VarId>,
    /// Names that are declared nowhere: each is reported once.
    pub unknown: FxSet<String>,
}

pub(super) struct Checker<'a> {
    pub program: &'a Program,
    pub gaps: &'a Gaps,
    pub types: Types,
    /// The one number type.
    pub number: Node,
    pub functions: FxMap<&'a str, FunctionId>,
    pub signatures: IdVec<FunctionId, Signature>,
    /// Functions that are called and declared nowhere: each is reported once.
    pub unknown_functions: FxSet<String>,
    pub scope: Scope<'a>,
    done: Vec<Scope<'a>>,
    pub expr_nodes: IdVec<ExprId, Node>,
    pub uses: IdVec<ExprId, Option<Use>>,
    /// `==` and `!=`, whose operands must turn out to be numbers or pointers.
    pub comparisons: Vec<(BinaryOp, Node, Span)>,
    /// Places that read or write a field, whose type must not turn out to be a record.
    pub fields: Vec<(Node, Span, String)>,
    /// Field accesses, whose cell is known when the record's fields are.
    pub accesses: Vec<(ExprId, Node, String)>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    pub fn new(program: &'a Program, gaps: &'a Gaps) -> Self {
        let mut types = Types::default();
        let number = types.fresh(Shape::Number, Span::default());
        Self {
            program,
            gaps,
            types,
            number,
            functions: FxMap::default(),
            signatures: IdVec::new(),
            unknown_functions: FxSet::default(),
            scope: Scope::default(),
            done: Vec::new(),
            expr_nodes: IdVec::filled(number, program.expr_count),
            uses: IdVec::filled(None, program.expr_count),
            comparisons: Vec::new(),
            fields: Vec::new(),
            accesses: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
    }

    pub fn run(mut self) -> Self {
        let program = self.program;
        for function in &program.functions {
            let params = function.params.iter().map(|p| (self.types.fresh(Shape::Unknown, p.span), p.span)).collect();
            let result = self.types.fresh(Shape::Unknown, function.result.span);
            let id = self.signatures.push(Signature { span: function.name.span, params, result });
            if let Some(first) = self.functions.get(function.name.name.as_str()) {
                let first = self.signatures[*first].span;
                self.report(duplicate("function", &function.name, first));
            } else {
                self.functions.insert(&function.name.name, id);
            }
        }
        for (index, function) in program.functions.iter().enumerate() {
            self.function(FunctionId(index as u32), function);
        }
        self.main();
        self.late();
        self
    }

    fn function(&mut self, id: FunctionId, function: &'a Function) {
        self.scope.function = id.0 as usize;
        let name = &function.name;
        let too_many = |what: &str, limit| {
            Diagnostic::error("too-many", name.span, format!("function `{}` has more than {limit} {what}", name.name))
                .help("put them in an array or a record")
        };
        if function.params.len() > MAX_PARAMETERS {
            self.report(too_many("parameters", MAX_PARAMETERS));
        }
        for (index, param) in function.params.iter().enumerate() {
            let ty = self.signatures[id].params[index].0;
            self.declare("parameter", param, ty);
        }
        for var in function.vars.iter().flat_map(|v| &v.names) {
            let ty = self.types.fresh(Shape::Unknown, var.span);
            self.declare("variable", var, ty);
        }
        if self.scope.locals.len() > MAX_VARIABLES {
            self.report(too_many("variables", MAX_VARIABLES));
        }
        function.body.iter().for_each(|s| self.stmt(s));
        let lost = self.gaps.functions.get(id.0 as usize).is_some_and(|gaps| gaps.result);
        if !lost && !self.gaps.explain(function.result.span) {
            let result = self.expr(&function.result);
            let expected = self.signatures[id].result;
            self.expect(&function.result, result, expected, Role::Result);
        }
        self.done.push(std::mem::take(&mut self.scope));
    }

    fn declare(&mut self, what: &str, name: &'a Ident, ty: Node) {
        if let Some(first) = self.scope.by_name.get(name.name.as_str()) {
            let first = self.scope.locals[*first].span;
            self.report(duplicate(what, name, first));
        }
        let local = Local { name: name.name.clone(), span: name.span, ty, address_taken: false };
        let id = self.scope.locals.push(local);
        self.scope.by_name.entry(&name.name).or_insert(id);
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        stmt.chain().for_each(|stmt| self.link(stmt));
    }

    /// A statement without what stands behind its `else`.
    fn link(&mut self, stmt: &'a Stmt) {
        let doubtful = |span| self.gaps.explain(span);
        match &stmt.kind {
            // It shares its line with an error.
            StmtKind::Assign { .. } | StmtKind::Output(_) if doubtful(stmt.span) => {}
            StmtKind::Assign { target, value } => {
                let found = self.expr(value);
                if let ExprKind::Name(name) = &target.kind
                    && !self.scope.by_name.contains_key(name.as_str())
                    && !self.gaps.may_declare_variable(self.scope.function, name)
                    && let Some(function) = self.functions.get(name.as_str())
                {
                    let declared = self.signatures[*function].span;
                    self.report(
                        Diagnostic::error("assign-to-function", target.span, format!("`{name}` is a function"))
                            .labelled("cannot be assigned to")
                            .also(declared, "declared here")
                            .help("declare a variable with `var` and assign to that"),
                    );
                    return;
                }
                let expected = self.expr(target);
                self.expect(value, found, expected, Role::Assigned);
            }
            StmtKind::Output(value) => self.number_expr(value, Role::Output),
            StmtKind::If { cond, then, .. } => {
                self.condition(cond);
                self.stmt(then);
            }
            StmtKind::While { cond, body } => {
                self.condition(cond);
                self.stmt(body);
            }
            StmtKind::Block(body) => body.iter().for_each(|s| self.stmt(s)),
        }
    }

    fn condition(&mut self, cond: &'a Expr) {
        if !self.gaps.explain(cond.span) {
            self.number_expr(cond, Role::Condition);
        }
    }

    /// Demands that `expr`, whose type is `found`, has the type `expected`. Says whether it has.
    pub fn expect(&mut self, expr: &Expr, found: Node, expected: Node, role: Role) -> bool {
        if self.types.unify(expected, found).is_ok() {
            return true;
        }
        let what = role.describe();
        let (want, have) = (self.types.show(expected), self.types.show(found));
        let message = if want == have {
            format!("{what} has a different type")
        } else {
            format!("expected {what} to be `{want}`, found `{have}`")
        };
        let help = mismatch(&self.types, role, expr, self.types.shape(expected), self.types.shape(found));
        let mut d = Diagnostic::error("type-mismatch", expr.span, message).labelled(format!("this is `{have}`"));
        let origin = self.types.origin(expected);
        if origin != Span::default() && origin != expr.span {
            d = d.also(origin, format!("`{want}` because of this"));
        }
        self.report(d.help(help));
        false
    }

    fn main(&mut self) {
        let Some(&main) = self.functions.get("main") else {
            if self.gaps.may_declare_main() {
                return;
            }
            let functions = &self.program.functions;
            let near = nearest("main", functions.iter().map(|f| f.name.name.as_str()));
            let near = near.or_else(|| {
                let mut names = functions.iter().map(|f| f.name.name.as_str());
                names.find(|name| name.eq_ignore_ascii_case("main"))
            });
            let d = |span, label: &str| {
                Diagnostic::error("missing-main", span, "the program has no function `main`").labelled(label)
            };
            let diagnostic =
                match (near.and_then(|near| functions.iter().find(|f| f.name.name == near)), functions.last()) {
                    (Some(near), _) => {
                        let help = format!("rename `{}` to `main`", near.name.name);
                        d(near.name.span, "did you mean `main`?").help(help)
                    }
                    (None, Some(last)) => {
                        let brace = Span { start: last.span.end.saturating_sub(1), end: last.span.end };
                        d(brace, "expected `main` after this").help("add `main() { return 0; }`")
                    }
                    (None, None) => {
                        let comment = self.program.comments.last().map(|c| c.span).unwrap_or_default();
                        d(comment, "expected `main`").help("add `main() { return 0; }`")
                    }
                };
            self.report(diagnostic);
            return;
        };
        let signature = &self.signatures[main];
        let mut wrong: Vec<(&'static str, Node, Span, &str)> =
            signature.params.iter().map(|(ty, span)| ("main-parameter", *ty, *span, "a parameter of `main`")).collect();
        wrong.push((
            "main-result",
            signature.result,
            self.program.functions[main.0 as usize].result.span,
            "the result of `main`",
        ));
        for (code, ty, span, what) in wrong {
            if matches!(self.types.shape(ty), Shape::Unknown | Shape::Number) {
                continue;
            }
            let shown = self.types.show(ty);
            let message = format!("{what} must be a number, found `{shown}`");
            let mut d = Diagnostic::error(code, span, message).labelled(format!("this is `{shown}`"));
            let origin = self.types.origin(ty);
            if origin != span {
                d = d.also(origin, "because of this");
            }
            let help = match code {
                "main-result" => "`main` gives a number back: end it with `return 0;`",
                _ => "`main` is started with numbers: make the value in `main` itself",
            };
            self.report(d.help(help));
        }
    }

    fn late(&mut self) {
        for (op, ty, span) in std::mem::take(&mut self.comparisons) {
            match self.types.shape(ty) {
                Shape::Unknown | Shape::Number | Shape::Pointer(_) => {}
                Shape::Array(_) | Shape::Record { .. } => {
                    let shown = self.types.show(ty);
                    let message = format!("`{}` cannot compare two values of type `{shown}`", op.symbol());
                    self.report(
                        Diagnostic::error("bad-comparison", span, message)
                            .labelled("only numbers and pointers can be compared")
                            .help("compare elements or fields one by one"),
                    );
                }
            }
        }
        let mut seen: Vec<Node> = Vec::new();
        for (ty, span, name) in std::mem::take(&mut self.fields) {
            let root = self.types.find(ty);
            if matches!(self.types.shape(root), Shape::Record { .. }) && !seen.contains(&root) {
                seen.push(root);
                self.report(
                    Diagnostic::error("nested-record", span, format!("field `{name}` holds a record"))
                        .labelled(format!("this is `{}`", self.types.show(root)))
                        .help("records do not nest: store a pointer to it, `alloc {…}`"),
                );
            }
        }
    }

    /// The result; its `program` is left empty, for the caller to move in.
    pub fn finish(mut self) -> (Option<Checked>, Vec<Diagnostic>) {
        self.diagnostics.sort_by_key(|d| d.primary.span.start);
        if !self.diagnostics.is_empty() {
            return (None, self.diagnostics);
        }
        // Without `main` there was a diagnostic.
        let Some(&main) = self.functions.get("main") else {
            return (None, self.diagnostics);
        };
        let mut resolver =
            Resolver { types: &self.types, ids: FxMap::default(), out: IdVec::new(), records: IdVec::new() };
        resolver.out.push(Type::Number);
        let expr_types = self.expr_nodes.iter().map(|n| resolver.resolve(*n)).collect();
        let mut functions = IdVec::new();
        for ((scope, signature), function) in self.done.iter().zip(self.signatures.iter()).zip(&self.program.functions)
        {
            let variables = scope
                .locals
                .iter()
                .map(|l| Variable {
                    name: l.name.clone(),
                    span: l.span,
                    ty: resolver.resolve(l.ty),
                    address_taken: l.address_taken,
                })
                .collect();
            functions.push(FunctionInfo {
                name: function.name.name.clone(),
                parameters: function.params.len(),
                variables,
                result: resolver.resolve(signature.result),
            });
        }
        for (expr, record, name) in &self.accesses {
            let ty = resolver.resolve(*record);
            let index = match resolver.out[ty] {
                Type::Record(id) => resolver.records[id].index_of(name),
                Type::Number | Type::Pointer(_) | Type::Array(_) => None,
            };
            self.uses[*expr] = index.map(Use::Field);
        }
        let (types, records) = (resolver.out, resolver.records);
        let program = Program::default();
        let checked = Checked { program, functions, main, types, records, expr_types, uses: self.uses };
        (Some(checked), self.diagnostics)
    }
}

fn duplicate(what: &str, name: &Ident, first: Span) -> Diagnostic {
    let code = match what {
        "function" => "duplicate-function",
        "parameter" => "duplicate-parameter",
        "field" => "duplicate-field",
        _ => "duplicate-variable",
    };
    Diagnostic::error(code, name.span, format!("{what} `{}` is declared twice", name.name))
        .labelled("declared again here")
        .also(first, "first declared here")
        .help("rename or remove one of them")
}

pub(super) fn duplicate_field(name: &Ident, first: Span) -> Diagnostic {
    duplicate("field", name, first)
}

/// Turns inferred types into the types of [`Checked`].
struct Resolver<'a> {
    types: &'a Types,
    ids: FxMap<Node, TypeId>,
    out: IdVec<TypeId, Type>,
    records: IdVec<RecordId, RecordType>,
}

impl Resolver<'_> {
    /// The id is handed out before the parts are resolved, which is what ends the recursion on cyclic types; the work
    /// list keeps long chains of pointers off the stack.
    fn resolve(&mut self, node: Node) -> TypeId {
        let mut work = Vec::new();
        let id = self.reserve(node, &mut work);
        while let Some((root, id)) = work.pop() {
            let ty = match self.types.shape(root) {
                Shape::Unknown | Shape::Number => Type::Number,
                Shape::Pointer(to) => Type::Pointer(self.reserve(*to, &mut work)),
                Shape::Array(of) => Type::Array(self.reserve(*of, &mut work)),
                Shape::Record { fields, .. } => {
                    let fields = fields.iter().map(|(name, t)| (name.clone(), self.reserve(*t, &mut work))).collect();
                    Type::Record(self.records.push(RecordType { fields }))
                }
            };
            self.out[id] = ty;
        }
        id
    }

    fn reserve(&mut self, node: Node, work: &mut Vec<(Node, TypeId)>) -> TypeId {
        let root = self.types.find(node);
        if matches!(self.types.shape(root), Shape::Unknown | Shape::Number) {
            return TypeId(0);
        }
        if let Some(id) = self.ids.get(&root) {
            return *id;
        }
        let id = self.out.push(Type::Number);
        self.ids.insert(root, id);
        work.push((root, id));
        id
    }
}
