//! The one intermediate representation under every front end and every technique: typed registers in static single
//! assignment, block parameters instead of phis, byte objects and cell objects.
//!
//! Knows nothing of terms, solvers or languages. A front end builds a [`Program`], the verifier says whether it is well
//! formed, and everything above may rely on that.

pub mod builder;
pub mod callgraph;
pub mod cfg;
pub mod check;
pub mod convention;
pub mod dom;
pub mod dot;
pub mod inst;
pub mod intrinsic;
pub mod link;
pub mod liveness;
pub mod loops;
pub mod program;
pub mod qce;
pub mod taken;
pub mod text;
pub mod tidy;
pub mod types;
pub mod verify;

pub use builder::{FunctionBuilder, ProgramBuilder};
pub use callgraph::CallGraph;
pub use cfg::Cfg;
pub use check::CheckKind;
pub use convention::Convention;
pub use dom::DomTree;
pub use dot::dot;
pub use inst::{
    AllocKind, BinaryOp, Callee, CastOp, CompareOp, Inst, Layout, Op, Operand, Target, Terminator, UnaryOp,
};
pub use intrinsic::Intrinsic;
pub use link::link;
pub use liveness::Liveness;
pub use loops::{Loop, LoopForest, LoopId, LoopLines};
pub use program::{
    Alias, Block, BlockId, FileId, FuncId, Function, Global, GlobalId, Init, Loc, LocId, Pointer, Program, Reg, RegInfo,
};
pub use taken::Taken;
pub use tidy::tidy;
pub use types::{Const, Type};
pub use verify::{Part, VerifyError, verify};
