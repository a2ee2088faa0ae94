//! What every other crate stands on: typed ids, exact integers, bit vectors, persistent vectors, spans and
//! diagnostics. Knows nothing of programs, terms or solvers.

pub mod bits;
pub mod chunks;
pub mod cow;
pub mod diagnostic;
pub mod extended;
pub mod ids;
pub mod integer;
pub mod list;
pub mod long;
pub mod rng;
pub mod source;

pub use bits::Bits;
pub use chunks::{Chunks, Lists};
pub use cow::{CowVec, own};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use ids::IdVec;
pub use integer::Integer;
pub use list::List;
pub use rng::Rng;
pub use source::{LineCol, SourceFile, Span};

/// For `typed_id!`.
#[doc(hidden)]
pub use serde;

/// Hash map with a fast, deterministic hash: iteration order never depends on the run.
pub type FxMap<K, V> = rustc_hash::FxHashMap<K, V>;
/// The hasher of [`FxMap`]: the same numbers in every run.
pub type FxHasher = rustc_hash::FxHasher;
/// Hash set with a fast, deterministic hash.
pub type FxSet<K> = rustc_hash::FxHashSet<K>;
