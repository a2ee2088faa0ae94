//! Machine code for x86-64: an assembler of the few instructions that compiled code of ours needs, and memory that can be
//! run. It knows nothing of what is compiled: the interpreter of micro-c and the step of the engine each have a compiler of
//! their own on top of it, and remain each other's oracle.
//!
//! On other machines there is an assembler too, but no memory that can be run ([`Executable::new`] has none): everything
//! is interpreted there.

mod assembler;
mod executable;
mod operand;

pub use assembler::{Assembler, Label};
pub use executable::Executable;
pub use operand::{Alu, Cond, Mem, Reg, Shift, Width, mem};
