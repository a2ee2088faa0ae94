//! A panic of ours while one path is worked on ends that path as incomplete, and not the run. Anywhere else it ends the
//! exploration, which then tells what it has found.
//!
//! What paths share stays usable. The pool is append-only: a panic leaves terms that nobody asks for, and every term is
//! complete before it can be found. Coverage and spare register files are counters and values. The solver and the
//! evaluator may have stopped in the middle of something, and are made anew.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

use pathfold_term::eval::Evaluator;

use super::Explorer;
use crate::step::End;

thread_local! {
    /// Whether a panic of this thread would be caught here.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// Where the last one happened, and what it said.
    static SEEN: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// For panic hooks: whether this panic ends a path only and will be told as the reason. Remembers its place, which only
/// hooks are told.
pub fn ends_one_path(info: &PanicHookInfo<'_>) -> bool {
    let guarded = GUARDED.get();
    if guarded {
        let what = info.payload_as_str().unwrap_or("no message");
        let place = info.location().map_or_else(String::new, |place| format!(" at {place}"));
        SEEN.with_borrow_mut(|seen| *seen = Some(format!("{place}: {what}")));
    }
    guarded
}

impl Explorer<'_> {
    /// Does some work for one path. A panic in it is how the path ends.
    // SOUND: the path counts as incomplete; what it changed in what others share is given up, or complete by itself.
    pub(super) fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Result<T, End> {
        let outer = GUARDED.replace(true);
        let result = catch_unwind(AssertUnwindSafe(|| work(self)));
        GUARDED.set(outer);
        result.map_err(|payload| {
            self.solver.recover();
            self.evaluator = Evaluator::new();
            let seen = SEEN.with_borrow_mut(Option::take);
            // Without our hook the place is not known.
            let what = seen.unwrap_or_else(|| {
                let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
                format!(": {}", text.as_deref().unwrap_or("no message"))
            });
            End::Incomplete(format!("internal error{what} (please report it)"))
        })
    }
}

#[cfg(test)]
thread_local! {
    /// Where tests want a panic, and how many times the place is passed before.
    static FAILPOINT: Cell<Option<(&'static str, u32)>> = const { Cell::new(None) };
}

/// A place where tests can have a panic.
#[cfg(test)]
pub fn failpoint(name: &'static str) {
    match FAILPOINT.get() {
        Some((wanted, 0)) if wanted == name => {
            FAILPOINT.set(None);
            panic!("as wanted in {name}");
        }
        Some((wanted, left)) if wanted == name => FAILPOINT.set(Some((wanted, left - 1))),
        Some(_) | None => {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use pathfold_ir::text;
    use pathfold_solver::{Solver, SolverConfig};

    use super::*;
    use crate::{Because, Config, Reason, Summary, Verdict};

    /// Four paths by two decisions.
    const PROGRAM: &str = "
func @main() -> int {
b0:
  %x: int = input
  %c: bool = slt %x, 0
  br %c, b1, b2
b1:
  jump b2
b2:
  %y: int = input
  %d: bool = slt %y, 5
  br %d, b3, b4
b3:
  ret 1
b4:
  ret 2
}
entry @main
";

    fn explore(place: &'static str, passes: u32) -> Summary {
        let program = text::parse(PROGRAM).unwrap_or_else(|errors| panic!("{errors:?}"));
        let solver = Solver::new(SolverConfig::default());
        let mut explorer = Explorer::new(&program, Config::default(), solver, Arc::new(AtomicBool::new(false)));
        FAILPOINT.set(Some((place, passes)));
        let summary = explorer.run(&mut ());
        FAILPOINT.set(None);
        summary
    }

    #[test]
    fn a_panic_of_ours_ends_its_path_and_not_the_run() {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !ends_one_path(info) {
                before(info);
            }
        }));
        assert_eq!(explore("nowhere", 0).verdict, Verdict::Safe);
        for (place, passes, returned) in [("step", 1, 2), ("step", 4, 3), ("decide", 1, 2), ("resume", 3, 3)] {
            let summary = explore(place, passes);
            let said = format!("{place} {passes}: {summary:?}");
            assert_eq!(summary.verdict, Verdict::Incomplete, "{said}");
            assert_eq!(
                (summary.statistics.paths_returned, summary.statistics.paths_incomplete),
                (returned, 1),
                "{said}"
            );
            let [Because { reason: Reason::Path(why), paths: 1, .. }] = &summary.reasons[..] else { panic!("{said}") };
            assert!(why.starts_with("internal error at ") && why.contains("guard.rs"), "{said}");
            assert!(why.ends_with(&format!(": as wanted in {place} (please report it)")), "{said}");
        }
        // Outside of a path: the run ends, and says what it has.
        let summary = explore("finish", 2);
        assert_eq!((summary.verdict, summary.statistics.paths_returned), (Verdict::Incomplete, 2));
        assert!(
            matches!(&summary.reasons[..], [Because { reason: Reason::Path(why), paths: 1, .. }] if why.contains("finish"))
        );
    }
}
