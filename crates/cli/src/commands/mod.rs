//! One file per command; each has its options and a `run`.

pub mod ast;
pub mod bench;
pub mod cfg;
pub mod check;
pub mod fmt;
pub mod generate;
pub mod ir;
pub mod loops;
pub mod qce;
pub mod replay;
pub mod run;

use std::path::Path;

use crate::exit::{Done, Failure, SAFE};
use crate::terminal::Out;

/// Text to a file, or to standard output when there is none.
pub fn deliver(text: &[u8], output: Option<&Path>) -> Done {
    match output {
        Some(path) => std::fs::write(path, text)
            .map(|()| SAFE)
            .map_err(|error| Failure::usage(format!("cannot write `{}`: {error}", path.display()))),
        None => {
            let mut out = Out::new();
            out.bytes(text);
            out.finish().map(|()| SAFE)
        }
    }
}
