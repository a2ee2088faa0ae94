//! Ctrl-C and SIGTERM: the first asks the run to stop and report, the second ends it at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell says of a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// A flag that is set by the first signal.
pub fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    // Without a handler the signals end the program, which is what they did before.
    let _ = ctrlc::set_handler(move || {
        if set.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED);
        }
    });
    stop
}
