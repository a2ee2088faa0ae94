//! Traps: addresses that stand for functions of the analysed program and for its dead objects. Whoever calls or accesses
//! one cannot be served; the signal tells which one it was, and the process ends.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd as _;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use super::arena::{Arena, MOST_TRAPS, TRAP};

static START: AtomicU64 = AtomicU64::new(0);
static OUTPUT: AtomicI32 = AtomicI32::new(-1);

/// Where the handler runs: a function may have used up its stack.
const STACK: usize = 1 << 16;

/// Tells whoever waits at the other end of the pipe about traps.
pub fn watch(arena: &Arena, output: &File) -> io::Result<()> {
    START.store(arena.traps(), Ordering::Relaxed);
    OUTPUT.store(output.as_raw_fd(), Ordering::Relaxed);
    let stack = Box::leak(vec![0u8; STACK].into_boxed_slice());
    unsafe {
        let place = libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: STACK };
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handle as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESETHAND;
        if libc::sigaltstack(&place, std::ptr::null_mut()) != 0
            || libc::sigaction(libc::SIGSEGV, &action, std::ptr::null_mut()) != 0
        {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Says which trap it was (`Reply::Trapped`); any other place is accessed again, and ends the process.
extern "C" fn handle(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    let at = unsafe { (*info).si_addr() } as u64;
    let trap = at.wrapping_sub(START.load(Ordering::Relaxed)) / TRAP;
    if trap < u64::from(MOST_TRAPS) {
        let [a, b, c, d] = (trap as u32).to_le_bytes();
        let message = [5, 0, 0, 0, 0, a, b, c, d];
        unsafe {
            libc::write(OUTPUT.load(Ordering::Relaxed), message.as_ptr().cast(), message.len());
            libc::_exit(0);
        }
    }
}
