//! From C to programs: runs clang, then the loader process `pathfold-lower`, which alone links LLVM, and reads what it
//! wrote. Knows programs and nothing above them; everything about the machine (paths, folders) comes from the caller.

pub mod driver;
pub mod entry;
pub mod folded;
pub mod format;
pub mod hash;
pub mod lower;
pub mod whole;

pub use driver::{Clang, compile};
pub use entry::{Entry, parameters};
pub use folded::FOLDED_LINES;
pub use format::{FORMAT_VERSION, read_program, read_trusted_program, write_program};
pub use lower::{LowerOptions, lower};
pub use whole::{World, configure, join};
