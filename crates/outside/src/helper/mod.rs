//! The side that calls: one call after the other, until the pipe closes.

// Calling functions by their address, and giving them memory, is what this process is for. Nothing else shares it.
#![allow(unsafe_code)]

mod arena;
mod image;
mod machine;
mod symbols;
mod traps;

use std::fs::File;
use std::io;
use std::os::fd::FromRawFd as _;
use std::path::PathBuf;

use pathfold_outside::message::{self, Argument, Call, Reply, Returned};

use arena::Arena;
use image::Image;
use symbols::Symbols;

/// Our ends of the pipes are moved up here, where functions that count on low numbers do not meet them.
const LOWEST_DESCRIPTOR: i32 = 100;

/// Makes the calls that come on standard input.
pub fn serve(libraries: Vec<PathBuf>) -> io::Result<()> {
    let (mut input, mut output) = pipes()?;
    let mut arena = Arena::new()?;
    traps::watch(&arena, &output)?;
    // Whoever asked may be killed: then nobody needs us.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    let symbols = Symbols::load(&libraries);
    while let Some(call) = message::read::<Call>(&mut input)? {
        let reply = match &symbols {
            Ok(symbols) => make(&call, symbols, &mut arena).unwrap_or_else(Reply::Refused),
            Err(why) => Reply::Refused(why.clone()),
        };
        message::write(&mut output, &reply)?;
    }
    Ok(())
}

/// The pipes, out of the way of whoever is called: it reads nothing, and prints to standard error.
fn pipes() -> io::Result<(File, File)> {
    let moved = |from: i32| -> io::Result<File> {
        let fd = unsafe { libc::fcntl(from, libc::F_DUPFD_CLOEXEC, LOWEST_DESCRIPTOR) };
        if fd < 0 { Err(io::Error::last_os_error()) } else { Ok(unsafe { File::from_raw_fd(fd) }) }
    };
    let (input, output) = (moved(0)?, moved(1)?);
    let nothing = File::open("/dev/null")?;
    let replaced = unsafe {
        let nothing = std::os::fd::AsRawFd::as_raw_fd(&nothing);
        libc::dup2(nothing, 0) >= 0 && libc::dup2(2, 1) >= 0
    };
    if replaced { Ok((input, output)) } else { Err(io::Error::last_os_error()) }
}

fn make(call: &Call, symbols: &Symbols, arena: &mut Arena) -> Result<Reply, String> {
    if call.traps > arena::MOST_TRAPS {
        return Err("too many pointers to functions or dead objects".to_owned());
    }
    let function = symbols.find(&call.function)?;
    let mut image = Image::new(&call.regions, arena)?;
    let mut registers = machine::Registers::new(function);
    for argument in &call.arguments {
        match argument {
            Argument::Word(word) => registers.word(image.address(*word)),
            Argument::Float(bits) => registers.float(*bits),
            Argument::Stack(region) => registers.stack(&image.relocated(region), region.align),
        }
    }
    let own = unsafe { libc::getpid() };
    machine::call(&mut registers);
    unsafe {
        if libc::getpid() != own {
            // It forked, and this is the child: one reply is enough.
            libc::_exit(0);
        }
        libc::fflush(std::ptr::null_mut());
    }
    let (changes, spilled) = image.changes();
    let returned =
        Returned { word: image.word(registers.rax), number: registers.rax, float: registers.xmm0, changes, spilled };
    image.close(arena)?;
    Ok(Reply::Returned(returned))
}
