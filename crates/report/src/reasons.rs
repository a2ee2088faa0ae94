//! Why an exploration is not complete, in plain words, and what the user can do about it.

use pathfold_engine::{Because, Reason};

use crate::numbers::{counted, thousands};

/// The stable name of a kind of reason, for the JSON report.
pub fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::Limit(_) => "limit",
        Reason::FirstError => "first-error",
        Reason::Interrupted => "interrupted",
        Reason::Path(_) => "path",
        Reason::External(_) => "external-call",
        Reason::SolverFault(_) => "solver-fault",
    }
}

/// Places that the sentence names.
const MOST_PLACES: usize = 3;

/// One sentence.
pub fn text(because: &Because) -> String {
    let paths = because.paths;
    match &because.reason {
        Reason::Limit(which) => format!("the limit --{which} was reached"),
        Reason::FirstError => "stopped at the first finding, as --first-error asks".to_owned(),
        Reason::Interrupted => "interrupted".to_owned(),
        Reason::Path(why) => match why.strip_prefix("limit reached: ") {
            Some(which) => format!("{} ended early: the limit --{which} was reached", counted(paths, "path")),
            None => format!("{} ended early{}: {why}", counted(paths, "path"), places(&because.places)),
        },
        Reason::External(which) => format!(
            "the external function {which} was called {}: the verdict assumes its answers",
            if paths == 1 { "once".to_owned() } else { format!("{} times", thousands(paths)) }
        ),
        Reason::SolverFault(what) => format!("the solver is not to be believed: {what}"),
    }
}

fn places(places: &[String]) -> String {
    match places {
        [] => String::new(),
        [only] => format!(" at {only}"),
        [named @ .., last] if named.len() < MOST_PLACES => format!(" at {} and {last}", named.join(", ")),
        many => format!(" at {} and other places", many[..MOST_PLACES].join(", ")),
    }
}

/// What to do, where something can be done.
pub fn help(reason: &Reason) -> Option<String> {
    match reason {
        Reason::Limit(which) => Some(format!("raise --{which}")),
        Reason::FirstError => Some("leave out --first-error to see the other paths".to_owned()),
        Reason::Interrupted | Reason::External(_) => None,
        Reason::Path(why) => path_help(why),
        Reason::SolverFault(_) => Some("please report this, with the program and the query".to_owned()),
    }
}

fn path_help(why: &str) -> Option<String> {
    if let Some(which) = why.strip_prefix("limit reached: ") {
        return Some(format!("raise --{which}"));
    }
    if why.starts_with("call of `") && why.ends_with("which has no body") {
        return Some(
            "name the file that defines it too, or let the real function be called with --external=allow".to_owned(),
        );
    }
    // The solver was stopped with the run: nothing about it has to change.
    if why.contains("gave up: interrupted") {
        return None;
    }
    let advice = [
        ("cannot read integers", "leave out --solver, or choose --solver=z3"),
        ("no solver", "install the solvers: run `scripts/setup` (or `make setup`)"),
        ("ran out of time", "raise --query-timeout"),
        ("the run is out of time", "raise --timeout"),
        ("gave up", "try another --solver, or raise --query-timeout"),
        (
            "nested calls",
            "this limit is fixed: call less deep; does the function that calls itself have a case in which it does not?",
        ),
        (
            "an integer of more than",
            "this limit is fixed: end the loop or recursion that multiplies earlier, or divide what it computes",
        ),
        ("an object of more than", "this limit is fixed: make several smaller objects"),
        ("crashed", "check that the solver runs: `scripts/setup` installs one that does"),
    ];
    advice.iter().find(|(part, _)| why.contains(part)).map(|(_, help)| (*help).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_places_are_named() {
        let all: Vec<String> = (1..=5).map(|line| format!("a.c:{line}")).collect();
        assert_eq!(places(&all[..2]), " at a.c:1 and a.c:2");
        assert_eq!(places(&all[..3]), " at a.c:1, a.c:2 and a.c:3");
        assert_eq!(places(&all), " at a.c:1, a.c:2, a.c:3 and other places");
    }

    #[test]
    fn reasons_say_what_to_do() {
        let limit = Reason::Limit("timeout".to_owned());
        assert_eq!(text(&Because::new(limit.clone())), "the limit --timeout was reached");
        assert_eq!(help(&limit).as_deref(), Some("raise --timeout"));
        let depth = Reason::Path("limit reached: max-depth".to_owned());
        let places = vec!["a.c:3".to_owned()];
        let ended = Because { reason: depth.clone(), paths: 1, places: places.clone() };
        assert_eq!(text(&ended), "1 path ended early: the limit --max-depth was reached");
        assert_eq!(help(&depth).as_deref(), Some("raise --max-depth"));
        let solver = Reason::Path("no solver: z3 was not found".to_owned());
        assert!(help(&solver).is_some_and(|help| help.contains("scripts/setup")));
        let integers = Reason::Path("no solver: bitwuzla cannot read integers".to_owned());
        assert!(help(&integers).is_some_and(|help| help.contains("--solver=z3")));
        let stopped = Reason::Path("the solver gave up: interrupted".to_owned());
        assert_eq!(help(&stopped), None);
        for fixed in
            ["more than 9 nested calls", "an integer of more than 9 bits", "an object of more than 9 positions"]
        {
            assert!(help(&Reason::Path(fixed.to_owned())).is_some_and(|help| help.contains("fixed")), "{fixed}");
        }
        let missing = Reason::Path("call of `f`, which has no body".to_owned());
        assert!(help(&missing).is_some_and(|help| help.contains("--external=allow")));
        let called = Reason::External("`f` at a.c:3".to_owned());
        assert_eq!(
            text(&Because { reason: called, paths: 2, places: Vec::new() }),
            "the external function `f` at a.c:3 was called 2 times: the verdict assumes its answers"
        );
        let ordering = Reason::Path("an ordering of pointers".to_owned());
        assert_eq!(help(&ordering), None);
        let ended = Because { reason: ordering, paths: 2, places };
        assert_eq!(text(&ended), "2 paths ended early at a.c:3: an ordering of pointers");
    }
}
