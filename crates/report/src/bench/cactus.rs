//! `cactus.svg`: how many programs each configuration decides within which time. Lower and further to the right is better.

use super::Row;
use super::svg::{Axis, Plot, colour};
use super::table::names;

/// The plot of all configurations.
pub fn svg(rows: &[Row]) -> String {
    let configurations = names(rows, |row| &row.key.configuration);
    let curves: Vec<Vec<f64>> = configurations.iter().map(|name| times(rows, name)).collect();
    let most = curves.iter().map(Vec::len).max().unwrap_or(0);
    let seconds = Axis::seconds(curves.iter().flatten().copied());
    let mut plot =
        Plot::new("Programs decided", (Axis::Count(most), "programs, quickest first"), (seconds, "seconds for each"));
    for (index, (name, curve)) in configurations.iter().zip(&curves).enumerate() {
        let points: Vec<(f64, f64)> = curve.iter().zip(1_u32..).map(|(time, n)| (f64::from(n), *time)).collect();
        plot.path(&points, colour(index));
        plot.legend(colour(index), &format!("{name}: {}", curve.len()));
    }
    plot.finish()
}

/// What a configuration took for each program that it decided, sorted.
fn times(rows: &[Row], configuration: &str) -> Vec<f64> {
    let decided = rows.iter().filter(|row| row.key.configuration == configuration && row.is_decided());
    let mut times: Vec<f64> = decided.map(|row| row.seconds).collect();
    times.sort_by(f64::total_cmp);
    times
}

#[cfg(test)]
mod tests {
    use super::super::svg::tests::assert_well_formed;
    use super::super::tests::row;
    use super::super::{Ended, Verdict};
    use super::*;

    #[test]
    fn only_what_is_decided_counts() {
        let late = Row { verdict: Verdict::Incomplete, ended: Ended::Timeout, ..row("c.mc", "fold", 30.0) };
        let rows = [row("a.mc", "fold", 2.0), row("b.mc", "fold", 1.0), late, row("a.mc", "never", 3.0)];
        assert_eq!(times(&rows, "fold"), [1.0, 2.0]);
        let svg = svg(&rows);
        assert_well_formed(&svg);
        assert!(svg.contains(">fold: 2<") && svg.contains(">never: 1<"), "{svg}");
    }

    #[test]
    fn nothing_at_all() {
        assert_well_formed(&svg(&[]));
    }
}
