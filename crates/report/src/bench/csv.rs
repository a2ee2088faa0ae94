//! `results.csv`: one line per run, appended when the run is over, so that an interrupted experiment goes on where it was.
//! As in RFC 4180.

use super::{Ended, Key, Row, Verdict};

/// The first line of the file.
pub const HEADER: &str = "set,program,configuration,options,hash,verdict,ended,paths,errors,findings,seconds,memory\n";

/// How many fields a line has.
const FIELDS: usize = 12;

/// One run, with the line end.
pub fn line(row: &Row) -> String {
    let fields: [&str; FIELDS] = [
        &row.key.set,
        &row.key.program,
        &row.key.configuration,
        &row.key.options,
        &row.key.hash,
        row.verdict.name(),
        row.ended.name(),
        &row.paths.to_string(),
        &row.findings.len().to_string(),
        &row.findings.join(" "),
        &format!("{:.3}", row.seconds),
        &row.memory.to_string(),
    ];
    fields.map(quoted).join(",") + "\n"
}

/// What a file holds.
#[derive(PartialEq, Debug)]
pub struct Read {
    /// The runs, in the order of the file.
    pub rows: Vec<Row>,
    /// How many bytes of the text they are; what comes after is the beginning of a line that was never finished.
    pub length: usize,
}

/// Reads a file. An error says which line is not one of ours.
pub fn read(text: &str) -> Result<Read, String> {
    let mut rows = Vec::new();
    let mut length = 0;
    let mut number = 1;
    while let Some((fields, end)) = record(&text[length..]) {
        let here = &text[length..length + end];
        if length == 0 {
            if here != HEADER {
                return Err("line 1 is not the header of results of `pathfold bench`".to_owned());
            }
        } else {
            rows.push(row(&fields).ok_or_else(|| format!("line {number} is not a result of `pathfold bench`"))?);
        }
        number += here.matches('\n').count();
        length += end;
    }
    Ok(Read { rows, length })
}

fn row(fields: &[String]) -> Option<Row> {
    let [set, program, configuration, options, hash, verdict, ended, paths, _, findings, seconds, memory] = fields
    else {
        return None;
    };
    Some(Row {
        key: Key {
            set: set.clone(),
            program: program.clone(),
            configuration: configuration.clone(),
            options: options.clone(),
            hash: hash.clone(),
        },
        verdict: Verdict::parse(verdict)?,
        ended: Ended::parse(ended)?,
        paths: paths.parse().ok()?,
        findings: findings.split_whitespace().map(str::to_owned).collect(),
        seconds: seconds.parse().ok()?,
        memory: memory.parse().ok()?,
    })
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// The fields of the first line and its length; none if its end is missing.
fn record(text: &str) -> Option<(Vec<String>, usize)> {
    let mut fields = vec![String::new()];
    let mut inside = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let field = fields.last_mut()?;
        match c {
            '"' if inside && chars.next_if(|(_, next)| *next == '"').is_some() => field.push('"'),
            '"' => inside = !inside,
            ',' if !inside => fields.push(String::new()),
            '\n' if !inside => return Some((fields, at + 1)),
            _ => field.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::tests::{row, wrong};
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let rows = vec![
            row("odd \"name\", with\na line.mc", "fold", 0.25),
            wrong("b.mc", "fold", Ended::FirstError, &["division-by-zero@b.mc:3:7", "out-of-bounds@b.mc:9:1"]),
        ];
        let text = rows.iter().fold(HEADER.to_owned(), |text, row| text + &line(row));
        assert_eq!(read(&text), Ok(Read { rows: rows.clone(), length: text.len() }));
        assert_eq!(text.lines().count(), 4);
        // Cut anywhere, all complete lines are still there.
        for cut in 0..text.len() {
            let part = read(&text[..cut]).expect("a beginning");
            assert!(part.length <= cut && part.rows.len() < 2 && rows.starts_with(&part.rows), "{cut}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        assert_eq!(read(""), Ok(Read { rows: Vec::new(), length: 0 }));
        assert!(read("a,b\n1,2\n").is_err_and(|error| error.contains("line 1")));
        let text = format!("{HEADER}{}1,2\n", line(&row("a.mc", "fold", 1.0)));
        assert!(read(&text).is_err_and(|error| error.contains("line 3")));
    }
}
