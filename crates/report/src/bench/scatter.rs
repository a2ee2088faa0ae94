//! `scatter-A-B.svg`: two configurations program by program. Below the diagonal the second is faster; what one of them did
//! not decide is at the edge.

use std::collections::HashMap;

use super::svg::{Axis, Plot, colour};
use super::{Row, Verdict};

/// What the colours say: the verdict of whoever has one. Grey where nobody has.
const VERDICTS: [(Verdict, usize); 3] = [(Verdict::Safe, 0), (Verdict::Unsafe, 1), (Verdict::Incomplete, 7)];

/// The plot of two configurations over the programs that both have run. `limit` is what a run may take, in seconds.
pub fn svg(rows: &[Row], first: &str, second: &str, limit: f64) -> String {
    let pairs = pairs(rows, first, second);
    let edge = limit * 1.5;
    let time = |row: &Row| if row.is_decided() { row.seconds.min(limit) } else { edge };
    let times = pairs.iter().flat_map(|(a, b)| [time(a), time(b)]).chain([edge]);
    let axis = Axis::seconds(times.collect::<Vec<_>>().into_iter());
    let title = format!("{second} against {first}");
    let label = |name: &str| format!("seconds of {name}; the dashed line is the limit");
    let mut plot = Plot::new(&title, (axis, &label(first)), (axis, &label(second)));
    let Axis::Seconds(from, _) = axis else { return plot.finish() };
    plot.guide((from, from), (limit, limit));
    plot.guide((limit, from), (limit, edge));
    plot.guide((from, limit), (edge, limit));
    let verdict = |a: &Row, b: &Row| if a.is_decided() { a.verdict } else { b.verdict };
    for (which, number) in VERDICTS {
        let mut count = 0;
        for (a, b) in pairs.iter().filter(|(a, b)| verdict(a, b) == which) {
            count += 1;
            plot.point((time(a), time(b)), colour(number), &format!("{}/{}", a.key.set, a.key.program));
        }
        plot.legend(colour(number), &format!("{}: {count}", which.name()));
    }
    plot.finish()
}

fn pairs<'a>(rows: &'a [Row], first: &str, second: &str) -> Vec<(&'a Row, &'a Row)> {
    let of = |name: &str| -> Vec<&'a Row> { rows.iter().filter(|row| row.key.configuration == name).collect() };
    let program = |row: &'a Row| (row.key.set.as_str(), row.key.program.as_str());
    let others: HashMap<_, &Row> = of(second).into_iter().map(|row| (program(row), row)).collect();
    of(first).into_iter().filter_map(|row| Some((row, *others.get(&program(row))?))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Ended;
    use super::super::svg::tests::assert_well_formed;
    use super::super::tests::row;
    use super::*;

    #[test]
    fn programs_in_pairs() {
        let late = Row { verdict: Verdict::Incomplete, ended: Ended::Killed, ..row("b.mc", "never", 11.0) };
        let rows = [
            row("a.mc", "never", 2.0),
            late,
            row("only.mc", "never", 1.0),
            row("b.mc", "fold", 0.1),
            row("a.mc", "fold", 0.01),
        ];
        assert_eq!(pairs(&rows, "never", "fold").len(), 2);
        let svg = svg(&rows, "never", "fold", 10.0);
        assert_well_formed(&svg);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("<title>tests/a.mc</title>") && svg.contains(">safe: 2<"), "{svg}");
    }

    #[test]
    fn nothing_in_common() {
        assert_well_formed(&svg(&[row("a.mc", "never", 2.0)], "never", "fold", 1.0));
    }
}
