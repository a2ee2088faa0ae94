//! Calls of functions outside of the program.

use pathfold_ir::{Convention, Function, Type};

use super::Slot;

/// A call of a function that nobody defines.
#[derive(Clone, Debug)]
pub struct ExternalCall {
    /// Its name.
    pub function: String,
    /// Where the result goes.
    pub dst: Option<Slot>,
    /// The first of its operands among those of the calling function.
    pub args: u32,
    /// The types of its operands.
    pub types: Vec<Type>,
    /// Whether the last operand points to the other arguments.
    pub variadic: bool,
    /// What it returns.
    pub ret: Option<Type>,
    /// How the machine passes the arguments.
    pub convention: Convention,
}

impl ExternalCall {
    /// A call of this function, with operands of these types from `args` on.
    pub(super) fn new(
        function: &Function,
        dst: Option<Slot>,
        args: u32,
        types: Vec<Type>,
        convention: Convention,
    ) -> Self {
        let (name, variadic, ret) = (function.name.clone(), function.variadic, function.ret);
        Self { function: name, dst, args, types, variadic, ret, convention }
    }
}
