//! Names and types: the analysis that seed 0, section 2.4, leaves to others.
//!
//! Types are inferred by unification over the whole program; a function has one type, shared by all its calls. A type
//! is number, pointer, array or record; types may be cyclic. A record literal has exactly its fields, a field access
//! needs a record with that field, and records with different fields are different types. A record's field cannot hold
//! a record. What stays unknown (the elements of `[]` that nobody reads) counts as a number.
//!
//! Conditions, `output`, arithmetic, ordering and logic work on numbers; `==` and `!=` on two numbers or two pointers
//! of the same type. All problems of a program are found in one run.

mod advice;
mod checker;
mod exprs;
mod unify;

use pathfold_base::{Diagnostic, IdVec, Span, typed_id};

use crate::ast::{ExprId, Function, Program};
use crate::parser::Gaps;

typed_id!(
    /// A function of one program, in source order.
    pub struct FunctionId,
    "f"
);
typed_id!(
    /// A variable of one function: first the parameters, then the declared variables, in source order.
    pub struct VarId,
    "v"
);
typed_id!(
    /// A type of one program. Equal types may have different ids, except for number.
    pub struct TypeId,
    "t"
);
typed_id!(
    /// A record type of one program.
    pub struct RecordId,
    "r"
);

/// The most parameters a function may have.
pub const MAX_PARAMETERS: usize = 250;
/// The most variables a function may have, parameters included.
pub const MAX_VARIABLES: usize = 10_000;

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Type {
    /// An integer.
    Number,
    /// A pointer to a cell that holds this.
    Pointer(TypeId),
    /// An array of these.
    Array(TypeId),
    /// A record.
    Record(RecordId),
}

/// A record type: the layout of its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordType {
    /// Name and type of each field. Sorted by name: a field's position is its cell.
    pub fields: Vec<(String, TypeId)>,
}

impl RecordType {
    /// The cell of a field.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.fields.binary_search_by(|(field, _)| field.as_str().cmp(name)).ok()
    }
}

/// A variable or parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Its type.
    pub ty: TypeId,
    /// Whether `&` is applied to it anywhere: only then can a pointer reach it.
    pub address_taken: bool,
}

/// What is known of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionInfo {
    /// Its name.
    pub name: String,
    /// How many of `variables` are parameters; they come first.
    pub parameters: usize,
    /// Parameters and variables.
    pub variables: IdVec<VarId, Variable>,
    /// The type of what it returns.
    pub result: TypeId,
}

/// What a name in an expression stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// A variable of the function around (`x`, `&x`).
    Variable(VarId),
    /// A function of the program (`f(…)`).
    Function(FunctionId),
    /// A cell of a record (`r.f`).
    Field(usize),
}

/// A program without errors and all that was found out about it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The tree.
    pub program: Program,
    /// The functions, as in the tree.
    pub functions: IdVec<FunctionId, FunctionInfo>,
    /// Where execution starts.
    pub main: FunctionId,
    /// All types.
    pub types: IdVec<TypeId, Type>,
    /// All record types.
    pub records: IdVec<RecordId, RecordType>,
    expr_types: IdVec<ExprId, TypeId>,
    uses: IdVec<ExprId, Option<Use>>,
}

impl Checked {
    /// The type of an expression.
    pub fn type_of(&self, expr: ExprId) -> Type {
        self.expr_types.get(expr).map_or(Type::Number, |id| self.types[*id])
    }

    /// What the name in an identifier, `&`, call or field access stands for; `None` for other expressions.
    pub fn use_of(&self, expr: ExprId) -> Option<Use> {
        self.uses.get(expr).copied().flatten()
    }

    /// The variable an identifier or `&` names.
    pub fn variable(&self, expr: ExprId) -> Option<VarId> {
        match self.use_of(expr)? {
            Use::Variable(id) => Some(id),
            Use::Function(_) | Use::Field(_) => None,
        }
    }

    /// The function a call names.
    pub fn callee(&self, expr: ExprId) -> Option<FunctionId> {
        match self.use_of(expr)? {
            Use::Function(id) => Some(id),
            Use::Variable(_) | Use::Field(_) => None,
        }
    }

    /// The cell a field access reaches.
    pub fn field_index(&self, expr: ExprId) -> Option<usize> {
        match self.use_of(expr)? {
            Use::Field(index) => Some(index),
            Use::Variable(_) | Use::Function(_) => None,
        }
    }

    /// The layout of a record literal or of any other expression that is a record.
    pub fn record_of(&self, expr: ExprId) -> Option<&RecordType> {
        match self.type_of(expr) {
            Type::Record(id) => self.records.get(id),
            Type::Number | Type::Pointer(_) | Type::Array(_) => None,
        }
    }

    /// The tree of a function.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.program.functions[id.0 as usize]
    }

    /// A type in words, down to a few levels (it may be cyclic).
    pub fn type_name(&self, ty: Type) -> String {
        self.type_name_at(ty, 3)
    }

    fn type_name_at(&self, ty: Type, depth: u32) -> String {
        if depth == 0 {
            return "…".to_owned();
        }
        match ty {
            Type::Number => "number".to_owned(),
            Type::Pointer(to) => format!("pointer to {}", self.type_name_at(self.types[to], depth - 1)),
            Type::Array(of) => format!("array of {}", self.type_name_at(self.types[of], depth - 1)),
            Type::Record(id) => {
                let fields = self.records[id].fields.iter();
                let parts: Vec<String> = fields
                    .map(|(name, field)| format!("{name}: {}", self.type_name_at(self.types[*field], depth - 1)))
                    .collect();
                format!("record {{{}}}", parts.join(", "))
            }
        }
    }
}

/// Checks a program. The result is there exactly when no diagnostic is an error.
pub fn check(program: Program) -> (Option<Checked>, Vec<Diagnostic>) {
    let (checked, diagnostics) = checker::Checker::new(&program, &Gaps::default()).run().finish();
    (checked.map(|checked| Checked { program, ..checked }), diagnostics)
}

/// What is wrong with the rest of a program in which something could not be read. Types only come from what is there, so
/// a gap hides errors and makes none; names that may be declared in a gap are not missed; and a line with an error in it may
/// mean something else, so there is no second one for it.
pub fn check_partial(program: &Program, gaps: &Gaps) -> Vec<Diagnostic> {
    if gaps.rest {
        return Vec::new();
    }
    let mut found = checker::Checker::new(program, gaps).run().finish().1;
    found.retain(|d| !gaps.explain(d.primary.span));
    found
}

#[cfg(test)]
mod tests;
