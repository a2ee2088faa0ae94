//! The text of the progress line.

use pathfold_engine::Progress;

use crate::numbers::{counted, duration, percent, thousands};

/// One line, without colours or line end, cut to `width` characters.
pub fn line(progress: &Progress, width: usize) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { (progress.paths as f64 / seconds) as u64 } else { 0 };
    let solver = if seconds > 0.0 { progress.solver.as_secs_f64() / seconds * 100.0 } else { 0.0 };
    let (covered, all) = progress.coverage;
    let line = format!(
        "{}  {} ({}/s)  {}  {} waiting  {} instructions  {} covered  solver {solver:.0} %",
        duration(progress.elapsed),
        counted(progress.paths, "path"),
        thousands(rate),
        counted(progress.findings, "finding"),
        counted(progress.states, "state"),
        thousands(progress.instructions),
        percent(covered, all),
    );
    line.chars().take(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_ir::Program;
    use std::time::Duration;

    #[test]
    fn one_line_that_fits() {
        let progress = Progress {
            paths: 12_345,
            findings: 1,
            states: 7,
            instructions: 1_000_000,
            coverage: (3, 4),
            elapsed: Duration::from_secs(10),
            solver: Duration::from_secs(1),
            at: Program::NOWHERE,
        };
        assert_eq!(
            line(&progress, 200),
            "10.0 s  12,345 paths (1,234/s)  1 finding  7 states waiting  1,000,000 instructions  75.0 % covered  solver 10 %"
        );
        assert_eq!(line(&progress, 20).len(), 20);
    }
}
