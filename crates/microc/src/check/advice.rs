//! What to do about two types that differ, from what they are and where they meet. There is an answer to everything.

use std::collections::BTreeMap;

use super::unify::{Node, Shape, Types};
use crate::ast::{BinaryOp, Expr, ExprKind};

/// Where a value has to have a certain type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Assigned,
    Output,
    Condition,
    /// The function's result.
    Result,
    Argument,
    Element,
    Index,
    /// What has an index.
    Indexed,
    /// The operand of `*`.
    Pointer,
    /// The same in a right factor: `x * *p`, or a power of another language, `x ** 2`.
    Factor,
    /// The operand of `!`.
    Not,
    Operand(BinaryOp),
    /// The right operand of `==` or `!=`.
    Compared,
}

impl Role {
    /// How messages name the value.
    pub fn describe(self) -> String {
        match self {
            Role::Assigned => "the assigned value".to_owned(),
            Role::Output => "the value of `output`".to_owned(),
            Role::Condition => "the condition".to_owned(),
            Role::Result => "the function's result".to_owned(),
            Role::Argument => "the argument".to_owned(),
            Role::Element => "the element".to_owned(),
            Role::Index => "the index".to_owned(),
            Role::Indexed => "the indexed value".to_owned(),
            Role::Pointer | Role::Factor => "the operand of `*`".to_owned(),
            Role::Not => "the operand of `!`".to_owned(),
            Role::Operand(op) => format!("the operand of `{}`", op.symbol()),
            Role::Compared => "the right operand".to_owned(),
        }
    }

    /// Whether the value is only asked whether it is zero.
    fn is_truth(self) -> bool {
        matches!(self, Role::Condition | Role::Not | Role::Operand(BinaryOp::And | BinaryOp::Or))
    }
}

/// What to do where `expr` is one type and should be another.
pub(super) fn mismatch(types: &Types, role: Role, expr: &Expr, expected: &Shape, found: &Shape) -> String {
    // The variable in question, or a name for it.
    let name = |default: &str| match &expr.kind {
        ExprKind::Name(name) => name.clone(),
        _ => default.to_owned(),
    };
    let one_type = "a variable, a parameter, a result and an element have one type each: use another variable";
    let never_null = "arrays and records are never `null`, only pointers are";
    match (expected, found) {
        (Shape::Array(_) | Shape::Record { .. }, Shape::Pointer(_)) if matches!(expr.kind, ExprKind::Null) => {
            let instead = if role == Role::Compared { "remove the comparison" } else { "`alloc value` makes one" };
            format!("{never_null}: {instead}")
        }
        (Shape::Pointer(to), Shape::Array(_) | Shape::Record { .. })
            if role == Role::Compared && matches!(types.shape(*to), Shape::Unknown) =>
        {
            format!("{never_null}: remove the comparison")
        }
        (Shape::Array(_) | Shape::Record { .. }, _) | (Shape::Pointer(_), Shape::Array(_) | Shape::Record { .. })
            if role == Role::Compared =>
        {
            "only numbers and pointers can be compared: use an element, `a[0]`, or a field, `r.f`".to_owned()
        }
        (Shape::Number, Shape::Pointer(_)) if role.is_truth() => {
            let (p, order) = (name("p"), if role == Role::Not { "==" } else { "!=" });
            let whole = if role == Role::Not { ", without `!`" } else { "" };
            format!("compare the pointer with `null`: `{p} {order} null`{whole}")
        }
        (Shape::Number, Shape::Pointer(_)) if matches!(expr.kind, ExprKind::Null) => {
            "`null` is a pointer: write a number, such as `0`".to_owned()
        }
        (Shape::Number, Shape::Pointer(to)) if matches!(types.shape(*to), Shape::Record { .. }) => {
            let field = first_field(types.shape(*to));
            format!("read a field of what the pointer points to: `(*{}).{field}`", name("p"))
        }
        (Shape::Number, Shape::Pointer(_)) => format!("read what the pointer points to: `*{}`", name("p")),
        (Shape::Number, Shape::Array(_)) => format!("use an element: `{}[0]`", name("a")),
        (Shape::Number, Shape::Record { .. }) => format!("use a field: `{}.{}`", name("r"), first_field(found)),
        (Shape::Pointer(_), Shape::Number) => match role {
            Role::Pointer => {
                "only a pointer can be followed: `&x` points to a variable, `alloc 1` to a new cell".to_owned()
            }
            Role::Factor if matches!(expr.kind, ExprKind::Number(_)) => {
                "there is no power operator: multiply in a loop, or write `2 * 2 * 2`".to_owned()
            }
            Role::Factor => {
                "there is no power operator: multiply in a loop; `x * *p` is for a pointer `p` to a number".to_owned()
            }
            Role::Compared => "compare a pointer with `null`, or what it points to, `*p`, with a number".to_owned(),
            _ => format!("`alloc {}` makes a pointer to a new cell; a pointer to nothing is `null`", name("x")),
        },
        (Shape::Pointer(_), Shape::Array(_) | Shape::Record { .. }) => match role {
            Role::Pointer | Role::Factor => "arrays and records are used without `*`: `a[0]`, `r.f`".to_owned(),
            _ => format!("make a pointer to it: `alloc {}`", name("x")),
        },
        (Shape::Array(_), Shape::Number) if role == Role::Indexed => {
            "only an array has elements: `a = [0, 0, 0];` makes one".to_owned()
        }
        (Shape::Array(_), Shape::Number) => format!("put it into an array: `[{}]`", name("x")),
        (Shape::Array(_), Shape::Pointer(_)) if role == Role::Indexed => {
            format!("follow the pointer first: `(*{})[0]`", name("p"))
        }
        (Shape::Array(_) | Shape::Record { .. }, Shape::Pointer(_)) => {
            format!("follow the pointer: `*{}`", name("p"))
        }
        (Shape::Array(_), Shape::Record { .. }) => {
            format!("a record has fields, not elements: `{}.{}`", name("r"), first_field(found))
        }
        (Shape::Record { fields, .. }, Shape::Number | Shape::Array(_)) => {
            format!("make a record of it: `{}`", record_of(types, fields, found, &name("x")))
        }
        (Shape::Record { fields: wanted, .. }, Shape::Record { fields: given, .. }) => {
            let missing = wanted.keys().find(|field| !given.contains_key(*field));
            let more = given.keys().find(|field| !wanted.contains_key(*field));
            match (missing, more) {
                (Some(field), _) => {
                    format!("records of one type have the same fields: `{field}` is missing in this one")
                }
                (None, Some(field)) => format!("records of one type have the same fields: only this one has `{field}`"),
                (None, None) => "give the fields of both records the same types".to_owned(),
            }
        }
        (Shape::Array(_), Shape::Array(_)) => "give the elements of both arrays the same type".to_owned(),
        (Shape::Pointer(_), Shape::Pointer(_)) => "let both pointers point to the same type".to_owned(),
        // These are never different.
        (Shape::Unknown, _) | (_, Shape::Unknown) | (Shape::Number, Shape::Number) => one_type.to_owned(),
    }
}

/// So many fields of a record are named.
const MAX_FIELDS: usize = 8;

/// A record with these fields, and the value in the first that can hold it.
fn record_of(types: &Types, fields: &BTreeMap<String, Node>, found: &Shape, value: &str) -> String {
    let holds = |field: &Node| {
        matches!(
            (types.shape(*field), found),
            (Shape::Unknown, _) | (Shape::Number, Shape::Number) | (Shape::Array(_), Shape::Array(_))
        )
    };
    let holder = fields.iter().find(|(_, ty)| holds(ty)).map(|(field, _)| field);
    let part = |field| format!("{field}: {}", if Some(field) == holder { value } else { "…" });
    let mut parts: Vec<String> = fields.keys().take(MAX_FIELDS).map(part).collect();
    if fields.len() > MAX_FIELDS {
        parts.push("…".to_owned());
    }
    format!("{{{}}}", parts.join(", "))
}

fn first_field(shape: &Shape) -> &str {
    match shape {
        Shape::Record { fields, .. } => fields.keys().next().map_or("f", String::as_str),
        Shape::Unknown | Shape::Number | Shape::Pointer(_) | Shape::Array(_) => "f",
    }
}
