//! Addresses for what calls are given. None is used twice, so a function that keeps a pointer from an earlier call cannot
//! read or write what a later one is given: it crashes.

use std::io;
use std::ptr;

/// How many traps there are.
pub const MOST_TRAPS: u32 = 1024;
/// How far they are apart.
pub const TRAP: u64 = 64;

const PAGE: usize = 4096;
/// As much as the machine gives, tried in this order.
const SIZES: [usize; 3] = [1 << 40, 1 << 36, 1 << 32];

/// A range of addresses that nothing may be accessed at, until it is opened.
pub struct Arena {
    start: usize,
    end: usize,
    next: usize,
}

impl Arena {
    pub fn new() -> io::Result<Arena> {
        for size in SIZES {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            let start = unsafe { libc::mmap(ptr::null_mut(), size, libc::PROT_NONE, flags, -1, 0) };
            if start != libc::MAP_FAILED {
                let start = start as usize;
                let traps = (u64::from(MOST_TRAPS) * TRAP) as usize;
                return Ok(Arena { start, end: start + size, next: start + traps + PAGE });
            }
        }
        Err(io::Error::last_os_error())
    }

    /// Where the traps are: nothing there is ever opened.
    pub fn traps(&self) -> u64 {
        self.start as u64
    }

    /// Opens so many bytes that were not used before, in whole pages and apart from all others. All zero.
    pub fn open(&mut self, bytes: usize) -> Result<(usize, usize), String> {
        let length = bytes.max(1).next_multiple_of(PAGE);
        let start = self.next;
        if length > self.end - start - PAGE {
            return Err("the addresses for what calls are given are used up".to_owned());
        }
        self.next = start + length + PAGE;
        let opened = unsafe { libc::mprotect(start as *mut _, length, libc::PROT_READ | libc::PROT_WRITE) };
        if opened == 0 { Ok((start, length)) } else { Err(io::Error::last_os_error().to_string()) }
    }

    /// Closes what was opened: its memory goes, its addresses are not used again.
    pub fn close(&mut self, (start, length): (usize, usize)) -> Result<(), String> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
        let closed = unsafe { libc::mmap(start as *mut _, length, libc::PROT_NONE, flags, -1, 0) };
        if closed == libc::MAP_FAILED { Err(io::Error::last_os_error().to_string()) } else { Ok(()) }
    }
}
