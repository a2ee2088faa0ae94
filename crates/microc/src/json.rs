//! The tree as JSON, for other tools. Every node is an object with `kind` and `span`; expressions of a checked program
//! also have `type`. Numbers are strings: they may be larger than a JSON reader can hold.

use pathfold_base::{SourceFile, Span};
use serde_json::{Value, json};

use crate::ast::{Expr, ExprKind, Function, Ident, Program, Stmt, StmtKind};
use crate::check::Checked;

/// A parsed program.
pub fn program(file: &SourceFile, program: &Program) -> Value {
    Exporter { file, checked: None }.program(program)
}

/// A checked program, with types.
pub fn checked(file: &SourceFile, checked: &Checked) -> Value {
    Exporter { file, checked: Some(checked) }.program(&checked.program)
}

struct Exporter<'a> {
    file: &'a SourceFile,
    checked: Option<&'a Checked>,
}

impl Exporter<'_> {
    fn program(&self, program: &Program) -> Value {
        let functions: Vec<Value> = program.functions.iter().map(|f| self.function(f)).collect();
        json!({"kind": "program", "file": self.file.name(), "functions": functions})
    }

    fn span(&self, span: Span) -> Value {
        let place = |at| {
            let place = self.file.line_col(at);
            json!({"line": place.line, "column": place.column})
        };
        json!({"start": place(span.start), "end": place(span.end)})
    }

    fn ident(&self, ident: &Ident) -> Value {
        json!({"kind": "identifier", "span": self.span(ident.span), "name": ident.name})
    }

    fn node(&self, kind: &str, span: Span, fields: Vec<(&str, Value)>) -> Value {
        let mut node = json!({"kind": kind, "span": self.span(span)});
        if let Value::Object(map) = &mut node {
            map.extend(fields.into_iter().map(|(name, value)| (name.to_owned(), value)));
        }
        node
    }

    fn function(&self, function: &Function) -> Value {
        let idents = |names: &[Ident]| Value::Array(names.iter().map(|n| self.ident(n)).collect());
        let vars = function.vars.iter().map(|v| self.node("var", v.span, vec![("names", idents(&v.names))])).collect();
        let result = vec![("value", self.expr(&function.result))];
        self.node(
            "function",
            function.span,
            vec![
                ("name", self.ident(&function.name)),
                ("parameters", idents(&function.params)),
                ("variables", Value::Array(vars)),
                ("body", self.stmts(&function.body)),
                ("return", self.node("return", function.return_span, result)),
            ],
        )
    }

    fn stmts(&self, body: &[Stmt]) -> Value {
        Value::Array(body.iter().map(|s| self.stmt(s)).collect())
    }

    fn stmt(&self, stmt: &Stmt) -> Value {
        let chain: Vec<&Stmt> = stmt.chain().collect();
        chain.into_iter().rev().fold(Value::Null, |otherwise, stmt| self.link(stmt, otherwise))
    }

    /// A statement, with what stands behind its `else`.
    fn link(&self, stmt: &Stmt, otherwise: Value) -> Value {
        let (kind, fields) = match &stmt.kind {
            StmtKind::Assign { target, value } => {
                ("assign", vec![("target", self.expr(target)), ("value", self.expr(value))])
            }
            StmtKind::Output(value) => ("output", vec![("value", self.expr(value))]),
            StmtKind::If { cond, then, .. } => {
                ("if", vec![("condition", self.expr(cond)), ("then", self.stmt(then)), ("else", otherwise)])
            }
            StmtKind::While { cond, body } => {
                ("while", vec![("condition", self.expr(cond)), ("body", self.stmt(body))])
            }
            StmtKind::Block(body) => ("block", vec![("body", self.stmts(body))]),
        };
        self.node(kind, stmt.span, fields)
    }

    fn exprs(&self, items: &[Expr]) -> Value {
        Value::Array(items.iter().map(|e| self.expr(e)).collect())
    }

    fn expr(&self, expr: &Expr) -> Value {
        let (kind, mut fields) = match &expr.kind {
            ExprKind::Number(n) => ("number", vec![("value", Value::String(n.to_string()))]),
            ExprKind::Name(name) => ("identifier", vec![("name", json!(name))]),
            ExprKind::Input => ("input", vec![]),
            ExprKind::Null => ("null", vec![]),
            ExprKind::Deref(e) => ("deref", vec![("pointer", self.expr(e))]),
            ExprKind::Ref(name) => ("ref", vec![("variable", self.ident(name))]),
            ExprKind::Alloc(e) => ("alloc", vec![("value", self.expr(e))]),
            ExprKind::Not(e) => ("not", vec![("value", self.expr(e))]),
            ExprKind::Binary { op, left, right } => (
                "binary",
                vec![("operator", json!(op.symbol())), ("left", self.expr(left)), ("right", self.expr(right))],
            ),
            ExprKind::Call { callee, args } => {
                ("call", vec![("function", self.ident(callee)), ("arguments", self.exprs(args))])
            }
            ExprKind::Index { array, index } => {
                ("index", vec![("array", self.expr(array)), ("index", self.expr(index))])
            }
            ExprKind::Field { record, field } => {
                ("field", vec![("record", self.expr(record)), ("name", self.ident(field))])
            }
            ExprKind::Array(items) => ("array", vec![("elements", self.exprs(items))]),
            ExprKind::Record(items) => {
                let fields = items.iter().map(|(n, e)| json!({"name": self.ident(n), "value": self.expr(e)})).collect();
                ("record", vec![("fields", Value::Array(fields))])
            }
        };
        if let Some(checked) = self.checked {
            fields.push(("type", Value::String(checked.type_name(checked.type_of(expr.id)))));
        }
        self.node(kind, expr.span, fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_have_kind_span_and_type() {
        let file = SourceFile::new("t.mc", "main() {\n  var a;\n  a = [1, 2];\n  return a[0];\n}\n");
        let (program, _) = crate::load(&file);
        let value = checked(&file, &program.unwrap());
        let assign = &value["functions"][0]["body"][0];
        assert_eq!(assign["kind"], "assign");
        assert_eq!(assign["span"]["start"], json!({"line": 3, "column": 3}));
        assert_eq!(assign["value"]["type"], "array of number");
        assert_eq!(assign["value"]["elements"][1]["value"], "2");
        assert_eq!(value["functions"][0]["return"]["value"]["kind"], "index");
    }
}
