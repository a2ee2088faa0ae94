//! Ctrl-C, SIGTERM and SIGHUP: the first asks the run to stop and report, a second one ends it at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::signals;

/// What a shell says of a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Signals that come so soon after the first are the same wish said twice: `timeout` signals its child and then the
/// whole process group, and a shell that hangs up does the same. Nobody presses Ctrl-C twice in this time and means it.
const ONE_WISH: Duration = Duration::from_millis(500);

/// A flag that is set by the first signal.
pub fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    let outlives_terminal = signals::hangup_is_ignored();
    let mut first = None;
    // This runs on a thread of its own, not in the signal handler: it may look at the clock.
    // Without a handler the signals end the program, which is what they did before.
    let _ = ctrlc::set_handler(move || {
        set.store(true, Ordering::SeqCst);
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_WISH {
            std::process::exit(INTERRUPTED);
        }
    });
    // `nohup` has said that the run goes on when its terminal closes.
    if outlives_terminal {
        signals::ignore_hangup();
    }
    stop
}
