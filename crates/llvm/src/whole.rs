//! A whole program: what the user wrote, what it needs of the C library, and where it starts.

use pathfold_base::Bits;
use pathfold_base::ids::Id as _;
use pathfold_ir::{
    Callee, Const, Convention, Function, FunctionBuilder, Init, Inst, Op, Operand, Program, Terminator, Type, link,
};

use crate::entry::{Entry, harness};

/// The entry of the runtime (`runtime/src/start.c`).
const START: &str = "__pathfold_start";
/// What the runtime calls: `main`, with as many arguments as it takes.
const MAIN: &str = "__pathfold_main";
/// Where the runtime reads how to set up the world.
const COMMAND: &str = "__pathfold_command";
/// Whether allocations may fail.
const MALLOC_MAY_FAIL: &str = "__pathfold_malloc_may_fail";
/// Whether what depends on inputs is printed at once.
const PRINT_AT_ONCE: &str = "__pathfold_print_at_once";

/// How the world of the program is set up.
#[derive(Clone, Default, Debug)]
pub struct World {
    /// Options and their arguments as `runtime/src/start.c` lists them.
    pub command: Vec<String>,
    /// Whether `malloc` may give null.
    pub malloc_may_fail: bool,
    /// Whether what depends on inputs does not wait in the buffer of standard output: states that have printed different
    /// numbers are easier to join then.
    pub prints_at_once: bool,
    /// A function to call with unknowns instead of `main`.
    pub entry: Option<Entry>,
    /// Whether local pointers stay objects of the program, see [`crate::LowerOptions::keeps_pointers`].
    pub keeps_pointers: bool,
    /// Whether signed overflows are looked for, those of constants too.
    pub checks_overflow: bool,
}

/// Puts a program on top of a library, about to call `main` or another entry. The error is a sentence for people.
pub fn join(mut program: Program, library: &Program, entry: Option<&Entry>) -> Result<Program, String> {
    let caller = match entry {
        Some(entry) => harness(&mut program, entry, MAIN)?,
        None => call_main(&program)?,
    };
    match program.function(MAIN) {
        Some(id) => program.functions[id] = caller,
        None => {
            let id = program.functions.push(caller);
            program.entry = id;
        }
    }
    let mut whole = link(program, library, &[START, MAIN])?;
    whole.entry =
        whole.function(START).ok_or("the C library has no entry: build it again with `scripts/setup libc`")?;
    drop_conventions(&mut whole);
    Ok(whole)
}

/// How arguments are passed matters only where a function is called that nobody defines.
fn drop_conventions(program: &mut Program) {
    let defined: Vec<bool> = program.functions.iter().map(|function| !function.is_declaration()).collect();
    for block in program.functions.iter_mut().flat_map(|function| function.blocks.iter_mut()) {
        let calls_outside = |inst: Option<&Inst>| match inst.map(|inst| &inst.op) {
            Some(Op::Call(Callee::Direct(callee), _)) => !defined[callee.index()],
            Some(_) | None => false,
        };
        let mut index = 0;
        while index < block.insts.len() {
            if Convention::of(&block.insts[index].op).is_some() && !calls_outside(block.insts.get(index + 1)) {
                block.insts.remove(index);
            } else {
                index += 1;
            }
        }
    }
}

/// Sets up the world of a whole program. The error is a sentence for people.
pub fn configure(whole: &mut Program, world: &World) -> Result<(), String> {
    let mut command = Vec::new();
    for word in &world.command {
        command.extend_from_slice(word.as_bytes());
        command.push(0);
    }
    command.push(0);
    for global in whole.globals.iter_mut() {
        match global.name.as_str() {
            COMMAND => {
                if command.len() as u64 > global.size {
                    return Err(format!("the arguments of the program are longer than {} bytes", global.size));
                }
                global.init = Init::Bytes(command.clone());
            }
            MALLOC_MAY_FAIL if world.malloc_may_fail => global.init = Init::Bytes(vec![1, 0, 0, 0]),
            PRINT_AT_ONCE if world.prints_at_once => global.init = Init::Bytes(vec![1, 0, 0, 0]),
            _ => {}
        }
    }
    Ok(())
}

/// The function that calls `main` with as many arguments as it takes.
fn call_main(program: &Program) -> Result<Function, String> {
    let main = program
        .function("main")
        .filter(|id| !program.functions[*id].is_declaration())
        .ok_or("the program has no function `main`; name another one with --entry")?;
    let wanted: Vec<Type> =
        program.functions[main].params.iter().map(|reg| program.functions[main].regs[*reg].ty).collect();
    let given = [Type::Bv(32), Type::Ptr, Type::Ptr];
    if wanted.len() > given.len() || wanted.iter().zip(given).any(|(wanted, given)| *wanted != given) {
        return Err("`main` has other parameters than `(int argc, char **argv, char **envp)`".to_owned());
    }
    let loc = Program::NOWHERE;
    let mut builder = FunctionBuilder::new(MAIN, Some(Type::Bv(32)), loc);
    let params: Vec<Operand> = given.into_iter().map(|ty| builder.param(ty, None).into()).collect();
    let block = builder.block();
    builder.switch_to(block);
    let call = Op::Call(Callee::Direct(main), params[..wanted.len()].to_vec());
    let zero = Operand::Const(Const::Bits(Bits::zero(32)));
    let status = match program.functions[main].ret {
        Some(Type::Bv(32)) => builder.value(Type::Bv(32), None, call, loc).into(),
        None => {
            builder.effect(call, loc);
            zero
        }
        Some(other) => return Err(format!("`main` returns `{other}`, not an `int`")),
    };
    builder.terminate(Terminator::Return(Some(status)), loc);
    let mut function = builder.finish();
    function.library = true;
    Ok(function)
}
