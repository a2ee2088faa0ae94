//! Which pointers need no cell of their own. A pointer to a record points to a cell that holds the record, which is another object.
//! Where nothing can ever put a different record into such cells, the pointer is the record itself: that is so for the nodes of
//! most linked structures, which are made by `alloc {…}` and changed field by field. It saves an object for each node, and an access on each
//! way to a field.
//!
//! Unification gives all records that can meet one type, so this is decided for a type as a whole.

use pathfold_base::IdVec;

use crate::ast::{ExprKind, Stmt, StmtKind};
use crate::check::{Checked, RecordId, Type};

/// Accesses to fields behind null must be told from accesses to other places.
const MOST_FIELDS: usize = 1000;

/// The types of records to which pointers point directly.
pub(super) struct Direct(IdVec<RecordId, bool>);

impl Direct {
    pub fn new(checked: &Checked) -> Self {
        let mut direct = Self(checked.records.iter().map(|record| record.fields.len() <= MOST_FIELDS).collect());
        // SOUND: a record of such a type must be in no cell that a pointer can reach, but for the one it was made for.
        for variable in checked.functions.iter().flat_map(|function| function.variables.iter()) {
            if variable.address_taken {
                direct.exclude(checked.types[variable.ty]);
            }
        }
        for function in &checked.program.functions {
            function.body.iter().for_each(|stmt| direct.look_at_targets(checked, stmt));
            function.walk(&mut |expr| {
                if let ExprKind::Alloc(value) = &expr.kind
                    && !matches!(value.kind, ExprKind::Record(_))
                {
                    direct.exclude(checked.type_of(value.id));
                }
            });
        }
        direct
    }

    fn look_at_targets(&mut self, checked: &Checked, stmt: &Stmt) {
        for stmt in stmt.chain() {
            match &stmt.kind {
                StmtKind::Assign { target, .. } => {
                    if let ExprKind::Deref(_) = target.kind {
                        self.exclude(checked.type_of(target.id));
                    }
                }
                StmtKind::Output(_) => {}
                StmtKind::If { then: body, .. } | StmtKind::While { body, .. } => self.look_at_targets(checked, body),
                StmtKind::Block(body) => body.iter().for_each(|stmt| self.look_at_targets(checked, stmt)),
            }
        }
    }

    fn exclude(&mut self, ty: Type) {
        if let Type::Record(id) = ty {
            self.0[id] = false;
        }
    }

    /// Whether pointers to values of this type point to their cells directly.
    pub fn has(&self, ty: Type) -> bool {
        match ty {
            Type::Record(id) => self.0[id],
            Type::Number | Type::Pointer(_) | Type::Array(_) => false,
        }
    }
}
