//! What can be wrong with an analysed program: one table of kinds with their stable slugs.

/// A kind of finding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CheckKind {
    /// Division or remainder by zero.
    DivisionByZero,
    /// A value is used that was never set.
    Uninitialized,
    /// An access outside of its object.
    OutOfBounds,
    /// An access through the null pointer.
    NullDereference,
    /// A write to an object that must not change.
    ReadOnly,
    /// A stated condition does not hold.
    Assertion,
    /// A place is reached that was declared unreachable.
    Unreachable,
}

impl CheckKind {
    /// Every kind, in the order of the documentation.
    pub const ALL: [CheckKind; 7] = [
        CheckKind::DivisionByZero,
        CheckKind::Uninitialized,
        CheckKind::OutOfBounds,
        CheckKind::NullDereference,
        CheckKind::ReadOnly,
        CheckKind::Assertion,
        CheckKind::Unreachable,
    ];

    /// The stable name in reports, options and test annotations.
    pub fn slug(self) -> &'static str {
        match self {
            CheckKind::DivisionByZero => "division-by-zero",
            CheckKind::Uninitialized => "uninitialized",
            CheckKind::OutOfBounds => "out-of-bounds",
            CheckKind::NullDereference => "null-dereference",
            CheckKind::ReadOnly => "read-only",
            CheckKind::Assertion => "assertion",
            CheckKind::Unreachable => "unreachable",
        }
    }

    /// The kind with this slug.
    pub fn from_slug(slug: &str) -> Option<CheckKind> {
        Self::ALL.into_iter().find(|kind| kind.slug() == slug)
    }

    /// One sentence for people.
    pub fn explanation(self) -> &'static str {
        match self {
            CheckKind::DivisionByZero => "division by zero",
            CheckKind::Uninitialized => "use of an uninitialized value",
            CheckKind::OutOfBounds => "access outside of an object",
            CheckKind::NullDereference => "access through the null pointer",
            CheckKind::ReadOnly => "write to a constant object",
            CheckKind::Assertion => "a stated condition does not hold",
            CheckKind::Unreachable => "a place declared unreachable is reached",
        }
    }
}
