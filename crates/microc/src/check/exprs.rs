//! The types of expressions.

use std::collections::BTreeMap;

use pathfold_base::{Diagnostic, FxMap, Span};

use super::checker::{Checker, duplicate_field};
use super::names::nearest;
use super::unify::{NoField, Node, Shape};
use super::{Use, VarId};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident};

impl<'a> Checker<'a> {
    /// Infers the type of an expression and remembers it.
    pub fn expr(&mut self, expr: &'a Expr) -> Node {
        let node = self.infer(expr);
        self.expr_nodes[expr.id] = node;
        node
    }

    pub fn number_expr(&mut self, expr: &'a Expr, what: &str) {
        let found = self.expr(expr);
        self.expect(expr, found, self.number, what);
    }

    fn infer(&mut self, expr: &'a Expr) -> Node {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Input => self.types.fresh(Shape::Number, expr.span),
            ExprKind::Name(name) => match self.variable(name, expr.span) {
                Some(var) => {
                    self.uses[expr.id] = Some(Use::Variable(var));
                    self.scope.locals[var].ty
                }
                None => self.unknown(expr.span),
            },
            ExprKind::Null => {
                let to = self.unknown(expr.span);
                self.types.fresh(Shape::Pointer(to), expr.span)
            }
            ExprKind::Deref(inner) => {
                let pointer = self.expr(inner);
                let to = self.unknown(expr.span);
                let expected = self.types.fresh(Shape::Pointer(to), expr.span);
                self.expect(inner, pointer, expected, "the operand of `*`");
                to
            }
            ExprKind::Ref(name) => match self.variable(&name.name, name.span) {
                Some(var) => {
                    self.uses[expr.id] = Some(Use::Variable(var));
                    self.scope.locals[var].address_taken = true;
                    let to = self.scope.locals[var].ty;
                    self.types.fresh(Shape::Pointer(to), expr.span)
                }
                None => {
                    let to = self.unknown(expr.span);
                    self.types.fresh(Shape::Pointer(to), expr.span)
                }
            },
            ExprKind::Alloc(inner) => {
                let to = self.expr(inner);
                self.types.fresh(Shape::Pointer(to), expr.span)
            }
            ExprKind::Not(inner) => {
                self.number_expr(inner, "the operand of `!`");
                self.types.fresh(Shape::Number, expr.span)
            }
            ExprKind::Binary { op, left, right } => self.binary(expr, *op, left, right),
            ExprKind::Call { callee, args } => self.call(expr, callee, args),
            ExprKind::Index { array, index } => {
                let found = self.expr(array);
                let of = self.unknown(expr.span);
                let expected = self.types.fresh(Shape::Array(of), expr.span);
                self.expect(array, found, expected, "the indexed value");
                self.number_expr(index, "the index");
                of
            }
            ExprKind::Field { record, field } => self.field(expr, record, field),
            ExprKind::Array(items) => {
                let of = self.unknown(expr.span);
                for item in items {
                    let found = self.expr(item);
                    self.expect(item, found, of, "the element");
                }
                self.types.fresh(Shape::Array(of), expr.span)
            }
            ExprKind::Record(fields) => self.record(expr, fields),
        }
    }

    fn unknown(&mut self, origin: Span) -> Node {
        self.types.fresh(Shape::Unknown, origin)
    }

    fn variable(&mut self, name: &str, span: Span) -> Option<VarId> {
        if let Some(var) = self.scope.by_name.get(name) {
            return Some(*var);
        }
        let diagnostic = match self.functions.get(name) {
            Some(function) => {
                Diagnostic::error("function-as-value", span, format!("function `{name}` is used as a value"))
                    .labelled("not a variable")
                    .also(self.signatures[*function].span, "declared here")
                    .help(format!("call it: `{name}(…)`"))
            }
            None => {
                let near = nearest(name, self.scope.by_name.keys().copied());
                let d = Diagnostic::error("unknown-name", span, format!("unknown variable `{name}`"));
                match near {
                    Some(near) => {
                        let declared = self.scope.locals[self.scope.by_name[near]].span;
                        d.labelled(format!("did you mean `{near}`?"))
                            .also(declared, format!("`{near}` is declared here"))
                    }
                    None => d.labelled("not declared in this function"),
                }
                .help(format!("declare it at the start of the function: `var {name};`"))
            }
        };
        self.report(diagnostic);
        None
    }

    fn binary(&mut self, expr: &'a Expr, op: BinaryOp, left: &'a Expr, right: &'a Expr) -> Node {
        match op {
            BinaryOp::Eq | BinaryOp::Ne => {
                let a = self.expr(left);
                let b = self.expr(right);
                self.expect(right, b, a, "the right operand");
                self.comparisons.push((op, a, expr.span));
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::And
            | BinaryOp::Or => {
                let what = format!("the operand of `{}`", op.symbol());
                self.number_expr(left, &what);
                self.number_expr(right, &what);
            }
        }
        self.types.fresh(Shape::Number, expr.span)
    }

    fn call(&mut self, expr: &'a Expr, callee: &'a Ident, args: &'a [Expr]) -> Node {
        let found: Vec<Node> = args.iter().map(|a| self.expr(a)).collect();
        let name = callee.name.as_str();
        if let Some(var) = self.scope.by_name.get(name) {
            let declared = self.scope.locals[*var].span;
            self.report(
                Diagnostic::error("not-a-function", callee.span, format!("variable `{name}` is called"))
                    .labelled("not a function")
                    .also(declared, "declared here")
                    .help("variables cannot hold functions; rename the variable if it hides one"),
            );
            return self.unknown(expr.span);
        }
        let Some(&function) = self.functions.get(name) else {
            let d = Diagnostic::error("unknown-function", callee.span, format!("unknown function `{name}`"));
            let d = match nearest(name, self.functions.keys().copied()) {
                Some(near) => {
                    let declared = self.signatures[self.functions[near]].span;
                    d.labelled(format!("did you mean `{near}`?")).also(declared, format!("`{near}` is declared here"))
                }
                None => d.labelled("no function has this name"),
            };
            self.report(d.help("functions are declared at the top level: `name(parameters) { … }`"));
            return self.unknown(expr.span);
        };
        self.uses[expr.id] = Some(Use::Function(function));
        let signature = &self.signatures[function];
        let (span, result) = (signature.span, signature.result);
        let params: Vec<Node> = signature.params.iter().map(|(ty, _)| *ty).collect();
        if params.len() != args.len() {
            let plural = if params.len() == 1 { "" } else { "s" };
            let message = format!("function `{name}` takes {} argument{plural}, {} given", params.len(), args.len());
            self.report(
                Diagnostic::error("wrong-arity", expr.span, message)
                    .labelled(format!("{} given", args.len()))
                    .also(span, format!("takes {}", params.len()))
                    .help("give one argument for each parameter"),
            );
        }
        for ((arg, found), expected) in args.iter().zip(found).zip(params) {
            self.expect(arg, found, expected, "the argument");
        }
        result
    }

    fn field(&mut self, expr: &'a Expr, record: &'a Expr, field: &'a Ident) -> Node {
        let node = self.expr(record);
        match self.types.field(node, &field.name, expr.span) {
            Ok(ty) => {
                self.fields.push((ty, expr.span, field.name.clone()));
                self.accesses.push((expr.id, node, field.name.clone()));
                ty
            }
            Err(why) => {
                let shown = self.types.show(node);
                let d = match (why, self.types.shape(node)) {
                    (NoField::Missing, Shape::Record { fields, .. }) => {
                        let near = nearest(&field.name, fields.keys().map(String::as_str));
                        let message = format!("the record has no field `{}`", field.name);
                        let help = match near {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => format!("it is `{shown}`"),
                        };
                        Diagnostic::error("no-such-field", field.span, message)
                            .labelled("no such field")
                            .also(self.types.origin(node), "the record's fields come from here")
                            .help(help)
                    }
                    (_, shape) => {
                        let pointer = matches!(shape, Shape::Pointer(_));
                        let message = format!("expected a record with field `{}`, found `{shown}`", field.name);
                        let mut d = Diagnostic::error("type-mismatch", record.span, message)
                            .labelled(format!("this is `{shown}`"));
                        let origin = self.types.origin(node);
                        if origin != record.span && origin != Span::default() {
                            d = d.also(origin, "because of this");
                        }
                        if pointer {
                            d = d.help(format!("dereference the pointer first: `(*p).{}`", field.name));
                        }
                        d
                    }
                };
                self.report(d);
                self.unknown(expr.span)
            }
        }
    }

    fn record(&mut self, expr: &'a Expr, fields: &'a [(Ident, Expr)]) -> Node {
        let mut types = BTreeMap::new();
        let mut first: FxMap<&str, Span> = FxMap::default();
        for (name, value) in fields {
            let ty = self.expr(value);
            self.fields.push((ty, value.span, name.name.clone()));
            if let Some(first) = first.get(name.name.as_str()) {
                let diagnostic = duplicate_field(name, *first);
                self.report(diagnostic);
            } else {
                first.insert(&name.name, name.span);
                types.insert(name.name.clone(), ty);
            }
        }
        self.types.fresh(Shape::Record { fields: types, exact: true }, expr.span)
    }
}
