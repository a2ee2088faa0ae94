//! The types of expressions.

use std::collections::BTreeMap;

use pathfold_base::{Diagnostic, FxMap, Span};

use super::advice::Role;
use super::checker::{Checker, duplicate_field};
use super::unify::{NoField, Node, Shape};
use super::{FunctionId, Use, VarId};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident};
use crate::foreign;
use crate::names::nearest;

impl<'a> Checker<'a> {
    /// Infers the type of an expression and remembers it.
    pub fn expr(&mut self, expr: &'a Expr) -> Node {
        let node = self.infer(expr);
        self.expr_nodes[expr.id] = node;
        node
    }

    pub fn number_expr(&mut self, expr: &'a Expr, role: Role) {
        let found = self.expr(expr);
        self.expect(expr, found, self.number, role);
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
            ExprKind::Deref(inner) => self.deref(expr, inner, Role::Pointer),
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
                self.number_expr(inner, Role::Not);
                self.types.fresh(Shape::Number, expr.span)
            }
            ExprKind::Binary { op, left, right } => self.binary(expr, *op, left, right),
            ExprKind::Call { callee, args } => self.call(expr, callee, args),
            ExprKind::Index { array, index } => {
                let found = self.expr(array);
                let of = self.unknown(expr.span);
                let expected = self.types.fresh(Shape::Array(of), expr.span);
                self.expect(array, found, expected, Role::Indexed);
                self.number_expr(index, Role::Index);
                of
            }
            ExprKind::Field { record, field } => self.field(expr, record, field),
            ExprKind::Array(items) => {
                let of = self.unknown(expr.span);
                for item in items {
                    let found = self.expr(item);
                    self.expect(item, found, of, Role::Element);
                }
                self.types.fresh(Shape::Array(of), expr.span)
            }
            ExprKind::Record(fields) => self.record(expr, fields),
        }
    }

    fn deref(&mut self, expr: &'a Expr, inner: &'a Expr, role: Role) -> Node {
        let pointer = self.expr(inner);
        let to = self.unknown(expr.span);
        let expected = self.types.fresh(Shape::Pointer(to), expr.span);
        self.expect(inner, pointer, expected, role);
        to
    }

    fn unknown(&mut self, origin: Span) -> Node {
        self.types.fresh(Shape::Unknown, origin)
    }

    fn variable(&mut self, name: &str, span: Span) -> Option<VarId> {
        if let Some(var) = self.scope.by_name.get(name) {
            return Some(*var);
        }
        // Letters outside of ASCII were complained about before.
        if self.gaps.may_declare_variable(self.scope.function, name) || !name.is_ascii() {
            return None;
        }
        let diagnostic = match self.functions.get(name) {
            Some(function) => {
                Diagnostic::error("function-as-value", span, format!("function `{name}` is used as a value"))
                    .labelled("not a variable")
                    .also(self.signatures[*function].span, "declared here")
                    .help(format!("call it: `{name}(…)`"))
            }
            None if !self.scope.unknown.insert(name.to_owned()) => return None,
            None => {
                let declare = format!("declare it at the start of the function: `var {name};`");
                let d = Diagnostic::error("unknown-name", span, format!("unknown variable `{name}`"));
                let near = nearest(name, self.scope.by_name.keys().copied());
                match (foreign::instead_of_value(name), near) {
                    (Some(help), _) => d.labelled("not declared in this function").help(help),
                    (None, Some(near)) => {
                        let declared = self.scope.locals[self.scope.by_name[near]].span;
                        d.labelled(format!("did you mean `{near}`?"))
                            .also(declared, format!("`{near}` is declared here"))
                            .help(format!("write `{near}`, or {declare}"))
                    }
                    (None, None) => match nearest(name, ["input", "null"].into_iter()) {
                        Some(near) => {
                            d.labelled(format!("did you mean `{near}`?")).help(format!("write `{near}`, or {declare}"))
                        }
                        None => d.labelled("not declared in this function").help(declare),
                    },
                }
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
                // One error is enough.
                if self.expect(right, b, a, Role::Compared) {
                    self.comparisons.push((op, a, expr.span));
                }
            }
            BinaryOp::Mul => {
                self.number_expr(left, Role::Operand(op));
                match &right.kind {
                    ExprKind::Deref(inner) => {
                        let found = self.deref(right, inner, Role::Factor);
                        self.expr_nodes[right.id] = found;
                        self.expect(right, found, self.number, Role::Operand(op));
                    }
                    _ => self.number_expr(right, Role::Operand(op)),
                }
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Div
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::And
            | BinaryOp::Or => {
                self.number_expr(left, Role::Operand(op));
                self.number_expr(right, Role::Operand(op));
            }
        }
        self.types.fresh(Shape::Number, expr.span)
    }

    fn call(&mut self, expr: &'a Expr, callee: &'a Ident, args: &'a [Expr]) -> Node {
        let name = callee.name.as_str();
        let declared = self.scope.by_name.contains_key(name) || self.functions.contains_key(name);
        if !declared && foreign::is_about_sizes(name) {
            self.unknown_function(name, callee.span);
            return self.unknown(expr.span);
        }
        let found: Vec<Node> = args.iter().map(|a| self.expr(a)).collect();
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
            self.unknown_function(name, callee.span);
            return self.unknown(expr.span);
        };
        self.uses[expr.id] = Some(Use::Function(function));
        let signature = &self.signatures[function];
        let (span, result) = (signature.span, signature.result);
        if self.gaps.functions.get(function.0 as usize).is_some_and(|gaps| gaps.parameters) {
            return result;
        }
        let params: Vec<Node> = signature.params.iter().map(|(ty, _)| *ty).collect();
        if params.len() != args.len() {
            let plural = if params.len() == 1 { "" } else { "s" };
            let message = format!("function `{name}` takes {} argument{plural}, {} given", params.len(), args.len());
            let help = self.arity_help(function, args.len());
            self.report(
                Diagnostic::error("wrong-arity", expr.span, message)
                    .labelled(format!("{} given", args.len()))
                    .also(span, format!("takes {}", params.len()))
                    .help(help),
            );
            // Which argument belongs to which parameter is open.
            return result;
        }
        for ((arg, found), expected) in args.iter().zip(found).zip(params) {
            self.expect(arg, found, expected, Role::Argument);
        }
        result
    }

    fn unknown_function(&mut self, name: &str, span: Span) {
        if self.gaps.may_declare_function(name) || !name.is_ascii() || !self.unknown_functions.insert(name.to_owned()) {
            return;
        }
        let d = Diagnostic::error("unknown-function", span, format!("unknown function `{name}`"));
        let near = nearest(name, self.functions.keys().copied());
        self.report(match (foreign::instead_of_call(name), near) {
            (Some(help), _) => d.labelled("no function has this name").help(help),
            (None, Some(near)) => {
                let declared = self.signatures[self.functions[near]].span;
                d.labelled(format!("did you mean `{near}`?"))
                    .also(declared, format!("`{near}` is declared here"))
                    .help(format!("write `{near}`, or add the function: `{name}(…) {{ … }}`"))
            }
            (None, None) => d
                .labelled("no function has this name")
                .help(format!("add the function to the program: `{name}(…) {{ … }}`")),
        });
    }

    /// What to do about a call with so many arguments.
    fn arity_help(&self, function: FunctionId, given: usize) -> String {
        let params = &self.program.functions[function.0 as usize].params;
        let named = |params: &[Ident]| {
            let names: Vec<String> = params.iter().take(4).map(|p| format!("`{}`", p.name)).collect();
            names.join(", ")
        };
        match params.get(given..) {
            Some(missing) if !missing.is_empty() => format!("give a value for {}, too", named(missing)),
            _ if params.is_empty() => "remove the arguments".to_owned(),
            _ => format!("give a value only for {}", named(params)),
        }
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
                            None if fields.is_empty() => {
                                "put the field into the record where it is made: `{f: 0}`".to_owned()
                            }
                            None => {
                                let names: Vec<String> = fields.keys().take(8).map(|f| format!("`{f}`")).collect();
                                format!("its fields are {}", names.join(", "))
                            }
                        };
                        Diagnostic::error("no-such-field", field.span, message)
                            .labelled("no such field")
                            .also(self.types.origin(node), "the record's fields come from here")
                            .help(help)
                    }
                    (_, shape) => {
                        let message = format!("expected a record with field `{}`, found `{shown}`", field.name);
                        let mut d = Diagnostic::error("type-mismatch", record.span, message)
                            .labelled(format!("this is `{shown}`"));
                        let origin = self.types.origin(node);
                        if origin != record.span && origin != Span::default() {
                            d = d.also(origin, "because of this");
                        }
                        d = d.help(no_record(shape, record, &field.name));
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

/// What to do about a field of something that is no record.
fn no_record(shape: &Shape, record: &Expr, field: &str) -> String {
    let name = |default: &str| match &record.kind {
        ExprKind::Name(name) => name.clone(),
        _ => default.to_owned(),
    };
    match shape {
        Shape::Pointer(_) => format!("follow the pointer first: `(*{}).{field}`", name("p")),
        Shape::Array(_) if matches!(field, "length" | "size" | "len" | "count") => {
            "keep the length in a variable: arrays do not know theirs".to_owned()
        }
        Shape::Array(_) => format!("use an element: `{}[0]`", name("a")),
        Shape::Number | Shape::Unknown | Shape::Record { .. } => {
            format!("only a record has fields: `{} = {{{field}: 0}};` makes one", name("r"))
        }
    }
}
