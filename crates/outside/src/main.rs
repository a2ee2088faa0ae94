//! `pathfold-outside`: calls functions of this machine for an exploration. A process of its own because such functions may
//! crash, exit or hang. Its arguments are shared libraries; calls come on standard input.

#[cfg(target_arch = "x86_64")]
mod helper;

use std::process::ExitCode;

#[cfg(target_arch = "x86_64")]
fn main() -> ExitCode {
    match helper::serve(std::env::args_os().skip(1).map(Into::into).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn main() -> ExitCode {
    eprintln!("error: programs are compiled for x86-64, so external calls need such a machine");
    ExitCode::FAILURE
}
