//! Which lines and which ways of branches were reached, in the format of lcov's `.info` files, which `genhtml` and most editors read. A line counts
//! once, however often it ran.

use std::fmt::Write as _;
use std::path::Path;

use pathfold_engine::Statistics;

/// The text of the file. `files` are the names of the program's files; those that are relative are below `folder`.
pub fn text(statistics: &Statistics, files: &[String], folder: &Path) -> String {
    let mut out = String::new();
    for lines in statistics.lines.chunk_by(|a, b| a.0 == b.0) {
        let Some(name) = files.get(lines[0].0 as usize) else { continue };
        let mut reached = 0;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "TN:\nSF:{}", folder.join(name).display());
        for line in lines {
            let hit = u64::from(statistics.lines_covered.binary_search(line).is_ok());
            reached += hit;
            let _ = writeln!(out, "DA:{},{hit}", line.1);
        }
        let ways = statistics.branches.iter().filter(|branch| branch.line.0 == lines[0].0);
        let (mut all, mut taken) = (0, 0);
        for way in ways {
            let hit = u64::from(way.taken);
            (all, taken) = (all + 1, taken + hit);
            let _ = writeln!(out, "BRDA:{},{},{},{hit}", way.line.1, way.branch, way.way);
        }
        if all > 0 {
            let _ = writeln!(out, "BRF:{all}\nBRH:{taken}");
        }
        let _ = writeln!(out, "LF:{}\nLH:{reached}\nend_of_record", lines.len());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_for_each_file() {
        let statistics = Statistics {
            lines: vec![(0, 3), (0, 4), (2, 1)],
            lines_covered: vec![(0, 4), (2, 1)],
            ..Statistics::default()
        };
        let files = ["a.c", "b.h", "/x/c.c"].map(str::to_owned);
        let expected = "TN:\nSF:/w/a.c\nDA:3,0\nDA:4,1\nLF:2\nLH:1\nend_of_record\n\
                        TN:\nSF:/x/c.c\nDA:1,1\nLF:1\nLH:1\nend_of_record\n";
        assert_eq!(text(&statistics, &files, Path::new("/w")), expected);
    }
}
