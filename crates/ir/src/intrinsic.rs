//! Functions that the engine does itself: what a runtime in C cannot say in C. A declaration named `__pathfold_` and the
//! intrinsic's name is a call of it.

use serde::{Deserialize, Serialize};

use crate::Type;

const PTR: Type = Type::Ptr;
const SIZE: Type = Type::Bv(64);
const INT: Type = Type::Bv(32);

macro_rules! intrinsics {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal ($($param:expr),*) $(-> $ret:expr)?;)*) => {
        /// A function of the engine.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum Intrinsic {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Intrinsic {
            /// Every intrinsic.
            pub const ALL: &'static [Intrinsic] = &[$(Intrinsic::$variant),*];

            /// Its name in the textual form; in C `__pathfold_` comes before it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Intrinsic::$variant => $name,)*
                }
            }

            /// The types of its parameters.
            pub fn params(self) -> &'static [Type] {
                match self {
                    $(Intrinsic::$variant => &[$($param),*],)*
                }
            }

            /// The type of its result, if it has one.
            pub fn ret(self) -> Option<Type> {
                match self {
                    $(Intrinsic::$variant => intrinsics!(@ret $($ret)?),)*
                }
            }
        }
    };
    (@ret) => { None };
    (@ret $ret:expr) => { Some($ret) };
}

intrinsics! {
    /// A new heap object of so many bytes at a multiple of this power of two, all uninitialised.
    Allocate = "allocate"(SIZE, SIZE) -> PTR;
    /// Ends the life of a heap object; the pointer must be its start, or null, which does nothing.
    Free = "free"(PTR);
    /// The size of a live heap object whose start this is; checked as `free` checks.
    HeapSize = "heap_size"(PTR) -> SIZE;
    /// How many bytes there are from here to the end of the object; zero if there is no live object here.
    Remaining = "remaining"(PTR) -> SIZE;
    /// Copies bytes from the second to the first; a finding if they overlap.
    Copy = "copy"(PTR, PTR, SIZE);
    /// Copies bytes from the second to the first, which may overlap.
    Move = "move"(PTR, PTR, SIZE);
    /// Sets bytes.
    Fill = "fill"(PTR, Type::Bv(8), SIZE);
    /// A mark for `stack_restore`.
    StackSave = "stack_save"() -> PTR;
    /// Ends the life of the stack objects made since the mark.
    StackRestore = "stack_restore"(PTR);
    /// The scope of a local object is entered: it lives, and its contents are uninitialised.
    EnterScope = "enter_scope"(PTR);
    /// The scope of a local object is left: it is dead until the scope is entered again.
    LeaveScope = "leave_scope"(PTR);
    /// The bytes become an input of the program, with a name.
    MakeSymbolic = "make_symbolic"(PTR, SIZE, PTR);
    /// 1 if the number depends on inputs, else 0.
    IsSymbolic = "is_symbolic"(SIZE) -> INT;
    /// The number, which must not depend on a value that was never set.
    Defined = "defined"(SIZE) -> SIZE;
    /// A value that the number can have here; does not constrain it.
    Example = "example"(SIZE) -> SIZE;
    /// The path ends silently unless the number is not zero.
    Assume = "assume"(SIZE);
    /// The path ends with a finding: the slug of its kind and a message.
    Report = "report"(PTR, PTR);
    /// The program ends with this status.
    Exit = "exit"(INT);
    /// The path ends and leaves no test case.
    Discard = "discard"();
    /// The path ends as incomplete, for this reason.
    Incomplete = "incomplete"(PTR);
    /// Bytes are written to a stream of the program.
    Write = "write"(INT, PTR, SIZE);
    /// A byte is written to a stream of the program if the number is not zero; the path does not fork.
    WriteIf = "write_if"(INT, Type::Bv(8), INT);
    /// Shows a value to whoever watches the exploration.
    Show = "show"(PTR, SIZE);
    /// States that come from this one are to be joined where they come to `close_merge`.
    OpenMerge = "open_merge"();
    /// States that come from one at `open_merge` meet here.
    CloseMerge = "close_merge"();
    /// Remembers this place in the buffer and gives 0; once more, with another number, after `long_jump`.
    SetJump = "set_jump"(PTR) -> INT;
    /// Goes on at the place in the buffer.
    LongJump = "long_jump"(PTR, INT);
    /// How the machine passes the arguments of the call that follows ([`crate::Convention`]); does nothing.
    Convention = "convention"(SIZE, SIZE);
    /// The inputs of test cases should be such that the number is not zero, where they can.
    Prefer = "prefer"(SIZE);
}

impl Intrinsic {
    /// The intrinsic of this name.
    pub fn from_name(name: &str) -> Option<Intrinsic> {
        Self::ALL.iter().copied().find(|intrinsic| intrinsic.name() == name)
    }

    /// The intrinsic a C declaration of this name means.
    pub fn from_symbol(symbol: &str) -> Option<Intrinsic> {
        Self::from_name(symbol.strip_prefix("__pathfold_")?)
    }
}

impl Intrinsic {
    /// Whether what it does depends on more than the values of its arguments, or is more than ending the path, assuming
    /// something, making an input, and the lives of local objects.
    pub fn is_opaque(self) -> bool {
        !matches!(
            self,
            Intrinsic::EnterScope
                | Intrinsic::LeaveScope
                | Intrinsic::MakeSymbolic
                | Intrinsic::Assume
                | Intrinsic::Report
                | Intrinsic::Exit
                | Intrinsic::Discard
                | Intrinsic::Incomplete
                | Intrinsic::Show
                | Intrinsic::Convention
                | Intrinsic::Prefer
        )
    }

    /// Whether it reads or writes memory of the program beside what its result and its arguments say.
    pub fn copies(self) -> bool {
        !matches!(
            self,
            Intrinsic::EnterScope
                | Intrinsic::LeaveScope
                | Intrinsic::MakeSymbolic
                | Intrinsic::IsSymbolic
                | Intrinsic::Defined
                | Intrinsic::Assume
                | Intrinsic::HeapSize
                | Intrinsic::Remaining
                | Intrinsic::Convention
                | Intrinsic::Prefer
        )
    }
}
