//! How the machine passes the parameters of a function, where the types of its registers do not tell: what a caller needs
//! that makes up arguments.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One parameter of the machine's: one or several of ours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Taken {
    /// One, as its type says.
    Plain,
    /// One: a `long double`, which is held as a `double`.
    Long,
    /// So many of one type that are a vector.
    Vector(u32),
    /// A pointer to an object of the caller's that holds the argument.
    Copy {
        /// How many bytes.
        size: u64,
        /// What its address is a multiple of.
        align: u64,
    },
    /// A pointer to where the result goes.
    Result {
        /// How many bytes.
        size: u64,
        /// What its address is a multiple of.
        align: u64,
        /// Whether the machine passes a pointer too; else it returns the result in registers.
        passed: bool,
    },
    /// So many that have no word here. One of them holds what its type says.
    Unknown(u32),
}

impl Taken {
    /// How many parameters of ours it is.
    pub fn count(self) -> usize {
        match self {
            Taken::Plain | Taken::Long | Taken::Copy { .. } | Taken::Result { .. } => 1,
            Taken::Vector(count) | Taken::Unknown(count) => count as usize,
        }
    }

    /// What a word of the textual form and two numbers mean.
    pub(crate) fn from_words(word: &str, mut number: impl FnMut() -> Option<u64>) -> Option<Taken> {
        Some(match word {
            "plain" => Taken::Plain,
            "long" => Taken::Long,
            "vector" => Taken::Vector(u32::try_from(number()?).ok()?),
            "copy" => Taken::Copy { size: number()?, align: number()? },
            "result" => Taken::Result { size: number()?, align: number()?, passed: false },
            "place" => Taken::Result { size: number()?, align: number()?, passed: true },
            "unknown" => Taken::Unknown(u32::try_from(number()?).ok()?),
            _ => return None,
        })
    }
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Taken::Plain => f.write_str("plain"),
            Taken::Long => f.write_str("long"),
            Taken::Vector(count) => write!(f, "vector {count}"),
            Taken::Copy { size, align } => write!(f, "copy {size} {align}"),
            Taken::Result { size, align, passed: false } => write!(f, "result {size} {align}"),
            Taken::Result { size, align, passed: true } => write!(f, "place {size} {align}"),
            Taken::Unknown(count) => write!(f, "unknown {count}"),
        }
    }
}
