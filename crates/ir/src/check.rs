//! What can be wrong with an analysed program: one table of kinds with their stable slugs.

use serde::{Deserialize, Serialize};

/// A kind of finding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
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
    /// An access to a heap object that was freed.
    UseAfterFree,
    /// An access to a stack object of a function that has returned.
    UseAfterReturn,
    /// An access to a stack object of a scope that was left.
    UseAfterScope,
    /// An access through a pointer that is into no object.
    WildPointer,
    /// A heap object is freed twice.
    DoubleFree,
    /// `free` or `realloc` of something that is not the start of a heap object.
    InvalidFree,
    /// A signed result that does not fit.
    SignedOverflow,
    /// A floating-point number that does not fit the integer type it is converted to.
    FloatConversion,
    /// A shift by less than zero or by at least the width.
    ShiftOutOfRange,
    /// A copy between overlapping bytes.
    Overlap,
    /// The program aborts.
    Abort,
    /// `reach_error` or `__VERIFIER_error` is called.
    ReachError,
    /// A heap object that nothing frees.
    Leak,
    /// A call through a pointer to something else than such a function.
    BadCall,
}

impl CheckKind {
    /// Every kind, in the order of the documentation.
    pub const ALL: [CheckKind; 21] = [
        CheckKind::DivisionByZero,
        CheckKind::Uninitialized,
        CheckKind::OutOfBounds,
        CheckKind::NullDereference,
        CheckKind::ReadOnly,
        CheckKind::Assertion,
        CheckKind::Unreachable,
        CheckKind::UseAfterFree,
        CheckKind::UseAfterReturn,
        CheckKind::UseAfterScope,
        CheckKind::WildPointer,
        CheckKind::DoubleFree,
        CheckKind::InvalidFree,
        CheckKind::SignedOverflow,
        CheckKind::FloatConversion,
        CheckKind::ShiftOutOfRange,
        CheckKind::Overlap,
        CheckKind::Abort,
        CheckKind::ReachError,
        CheckKind::Leak,
        CheckKind::BadCall,
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
            CheckKind::UseAfterFree => "use-after-free",
            CheckKind::UseAfterReturn => "use-after-return",
            CheckKind::UseAfterScope => "use-after-scope",
            CheckKind::WildPointer => "wild-pointer",
            CheckKind::DoubleFree => "double-free",
            CheckKind::InvalidFree => "invalid-free",
            CheckKind::SignedOverflow => "signed-overflow",
            CheckKind::FloatConversion => "float-conversion",
            CheckKind::ShiftOutOfRange => "shift-out-of-range",
            CheckKind::Overlap => "overlap",
            CheckKind::Abort => "abort",
            CheckKind::ReachError => "reach-error",
            CheckKind::Leak => "leak",
            CheckKind::BadCall => "bad-call",
        }
    }

    /// The kind with this slug.
    pub fn from_slug(slug: &str) -> Option<CheckKind> {
        Self::ALL.into_iter().find(|kind| kind.slug() == slug)
    }

    /// The clause of the C standard (C11) that makes it an error, if it is one of the language.
    pub fn clause(self) -> Option<&'static str> {
        match self {
            CheckKind::DivisionByZero => Some("C11 6.5.5p5"),
            CheckKind::Uninitialized => Some("C11 6.3.2.1p2, J.2"),
            CheckKind::OutOfBounds => Some("C11 6.5.6p8"),
            CheckKind::NullDereference | CheckKind::WildPointer => Some("C11 6.5.3.2p4"),
            CheckKind::ReadOnly => Some("C11 6.7.3p6, 6.4.5p7"),
            CheckKind::Assertion => Some("C11 7.2.1.1"),
            CheckKind::UseAfterFree | CheckKind::UseAfterReturn | CheckKind::UseAfterScope => Some("C11 6.2.4p2"),
            CheckKind::DoubleFree | CheckKind::InvalidFree => Some("C11 7.22.3.3p2"),
            CheckKind::SignedOverflow => Some("C11 6.5p5"),
            CheckKind::FloatConversion => Some("C11 6.3.1.4p1"),
            CheckKind::ShiftOutOfRange => Some("C11 6.5.7p3"),
            CheckKind::Overlap => Some("C11 7.24.2.1p2"),
            CheckKind::BadCall => Some("C11 6.5.2.2p9"),
            CheckKind::Abort => Some("C11 7.22.4.1"),
            CheckKind::Unreachable | CheckKind::ReachError | CheckKind::Leak => None,
        }
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
            CheckKind::UseAfterFree => "access to an object that was freed",
            CheckKind::UseAfterReturn => "access to a local object whose function has returned",
            CheckKind::UseAfterScope => "access to a local object whose scope was left",
            CheckKind::WildPointer => "access through a pointer into no object",
            CheckKind::DoubleFree => "an object is freed twice",
            CheckKind::InvalidFree => "free of a pointer that is not the start of a heap object",
            CheckKind::SignedOverflow => "a signed result does not fit its type",
            CheckKind::FloatConversion => "a floating-point number does not fit the type it is converted to",
            CheckKind::ShiftOutOfRange => "shift by less than zero or by at least the width",
            CheckKind::Overlap => "copy between overlapping bytes",
            CheckKind::Abort => "the program aborts",
            CheckKind::ReachError => "the error location is reached",
            CheckKind::Leak => "a heap object is never freed",
            CheckKind::BadCall => "call of something that is no function with such parameters",
        }
    }
}
