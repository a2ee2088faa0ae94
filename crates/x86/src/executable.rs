//! Memory that can be run: written first, then run, never both at once. Only on x86-64 with a Unix, where `extern "C"` is the
//! convention of calls that compiled code keeps (System V): nothing is compiled elsewhere.
#![allow(unsafe_code)]

/// Code that can be run. It stays where it is until it is dropped.
#[derive(Debug)]
pub struct Executable {
    start: std::ptr::NonNull<u8>,
    len: usize,
}

// SAFETY: nobody writes to it any more.
unsafe impl Send for Executable {}
// SAFETY: as above.
unsafe impl Sync for Executable {}

impl Executable {
    /// Code that can be run; none where the system or the machine does not let us.
    #[cfg(all(target_arch = "x86_64", unix))]
    pub fn new(code: &[u8]) -> Option<Self> {
        if code.is_empty() {
            return None;
        }
        // SAFETY: a new mapping at a place of the system's choice touches nothing that exists; it is as long as the code.
        unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let start = libc::mmap(std::ptr::null_mut(), code.len(), libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            if start == libc::MAP_FAILED {
                return None;
            }
            let executable = Self { start: std::ptr::NonNull::new(start.cast())?, len: code.len() };
            std::ptr::copy_nonoverlapping(code.as_ptr(), executable.start.as_ptr(), code.len());
            let runs = libc::mprotect(start, code.len(), libc::PROT_READ | libc::PROT_EXEC) == 0;
            runs.then_some(executable)
        }
    }

    /// Code that can be run: not on this machine.
    #[cfg(not(all(target_arch = "x86_64", unix)))]
    pub fn new(_code: &[u8]) -> Option<Self> {
        None
    }

    /// The address of a place in the code.
    pub fn at(&self, place: usize) -> *const u8 {
        assert!(place < self.len, "a place in the code");
        // SAFETY: it is within the mapping.
        unsafe { self.start.as_ptr().add(place) }
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and whoever got an address from it borrowed it.
        #[cfg(all(target_arch = "x86_64", unix))]
        unsafe {
            libc::munmap(self.start.as_ptr().cast(), self.len);
        }
    }
}
