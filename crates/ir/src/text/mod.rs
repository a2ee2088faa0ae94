//! The textual form of programs: what `--emit=ir` prints and what file tests are written in.
//!
//! ```text
//! file "a.mc"
//! global @table: bytes 4 = x"00010203"
//! constant @cells: cells 2 = [1, null]
//! alias @also = @table + 2
//! declare @ext(bv32) -> bv32
//! func @main(%a: int) -> int !1:1-1:5 {
//! b0:
//!   %c: bool = slt %a, 3  !2:5-2:10
//!   br %c, b1(%a), b1(7)
//! b1(%y: int):
//!   ret %y
//! }
//! entry @main
//! ```
//!
//! Printing and parsing are inverse: `parse(print(p)) == p` for every program whose ids are in range, well formed or
//! not. The parts that the readable form leaves implicit are the order of registers and of source places. They are
//! those of appearance; a program that has another order gets tables: `regs(%x: int, ...)` after a signature and
//! `locs [0@1:1-1:5, ...]` at the top, with `!#3` for the place of number 3.
//!
//! A text that names no place at all can be its own source ([`Places::fill`]).
//!
//! After a signature, `takes(plain, vector 2, copy 32 8)` says how the machine passes the parameters ([`crate::Taken`]).
//!
//! Names are identifiers or quoted strings; where two things share a name, `#` and a number tell them apart: `%x#7`.

mod lex;
mod names;
mod parse;
mod parse_function;
mod parse_inst;
mod places;
mod print;

pub use parse::{parse, parse_with_places};
pub use places::Places;
pub(crate) use print::print_blocks;
pub use print::{print, print_function};
