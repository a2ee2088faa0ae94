//! What signals do to this process: only the calls, who calls them decides.
#![allow(unsafe_code)]

/// A write beyond the limit of the size of files (`ulimit -f`) fails like one to a full disk, instead of ending the
/// program. This is a handler that does nothing because children, unlike with a signal that is ignored, do not inherit it:
/// what they do is their own affair.
pub fn limited_files_fail() {
    extern "C" fn nothing(_: libc::c_int) {}
    let handler: extern "C" fn(libc::c_int) = nothing;
    // SAFETY: the handler touches nothing. Where it cannot be set, the signal does what it did before.
    unsafe { libc::signal(libc::SIGXFSZ, handler as libc::sighandler_t) };
}

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
