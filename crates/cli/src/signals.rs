//! What signals do to this process: only the calls, who calls them decides.
#![allow(unsafe_code)]

/// Whether who started us said that SIGHUP does nothing, as `nohup` does.
pub fn hangup_is_ignored() -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: the call only writes what is set now to `action`, which is read if it says that it did.
    unsafe {
        libc::sigaction(libc::SIGHUP, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// SIGHUP does nothing from now on.
pub fn ignore_hangup() {
    // SAFETY: no handler of ours is involved.
    unsafe { libc::signal(libc::SIGHUP, libc::SIG_IGN) };
}
