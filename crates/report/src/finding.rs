//! Findings as text: what is wrong, where, where its object comes from, which inputs show it, how to see it again.

use std::fmt::Write as _;

use pathfold_base::{Severity, SourceFile, Span};
use pathfold_engine::{Finding, Input, PathRecord};
use pathfold_ir::{Loc, LocId, Program};

use crate::render::{self, Message, Place};
use crate::replay::Replay;
use crate::testcase::Scalar;

/// More inputs than this are not worth reading; the test case has all of them.
const MOST_INPUTS: usize = 20;

/// The texts of a program's source files, by the numbers of [`Program::files`]; `None` where we do not have one.
pub type Sources = [Option<SourceFile>];

/// What is known beside the finding itself.
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its texts.
    pub sources: &'a Sources,
    /// The path of the program file: what to name where a finding has no place.
    pub path: &'a str,
    /// The first path that showed the finding.
    pub record: &'a PathRecord,
    /// The test case of that path, if it was written.
    pub test_case: Option<&'a str>,
    /// What the replay showed, if there is an interpreter.
    pub replay: Option<&'a Replay>,
}

/// A finding as text, with a line end.
pub fn text(finding: &Finding, context: &Context<'_>, colour: bool) -> String {
    let place = place(finding, context);
    let mut notes = vec![("inputs", inputs(context.record))];
    let command = context.test_case.map(|test| format!("pathfold replay {}", quoted(test)));
    let status = context.replay.map(|replay| match replay {
        Replay::Confirmed => "confirmed".to_owned(),
        Replay::Differs(how) => format!("NOT confirmed: the interpreter {}", how.join("; ")),
        Replay::NotRun(why) | Replay::Skipped(why) => format!("not run: {why}"),
    });
    match (command, status) {
        (Some(command), Some(status)) => notes.push(("replay", format!("{command}   ({status})"))),
        (Some(test), None) => notes.push(("test case", test.replacen("pathfold replay ", "", 1))),
        (None, Some(status)) => notes.push(("replay", status)),
        (None, None) => {}
    }
    if matches!(context.replay, Some(Replay::Differs(_))) {
        notes.push(("note", "this is an error of pathfold itself, please report it with the program".to_owned()));
    }
    render::message(
        &Message { severity: Severity::Error, code: finding.kind.slug(), text: &finding.message, place, notes },
        colour,
    )
}

/// The inputs of a path: `n = 3, input 1 = 0`.
pub fn inputs(record: &PathRecord) -> String {
    let all: Vec<&Input> = record.parameters.iter().chain(&record.inputs).collect();
    if all.is_empty() {
        return "none, it happens on every run that gets here".to_owned();
    }
    let mut out = String::new();
    for (i, input) in all.iter().take(MOST_INPUTS).enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(out, "{comma}{} = {}", plain_name(input), short(&Scalar::new(&input.value).to_string()));
    }
    if all.len() > MOST_INPUTS {
        let _ = write!(out, ", and {} more", all.len() - MOST_INPUTS);
    }
    out
}

/// The name of an input without the marks that keep symbols apart: `arg_n` is `n`, `input1.bv32` is `input1`.
pub fn plain_name(input: &Input) -> &str {
    let name = input.name.strip_prefix("arg_").unwrap_or(&input.name);
    name.split_once('.').map_or(name, |(name, _)| name)
}

/// Numbers of more digits than anyone reads are cut in the middle.
fn short(text: &str) -> String {
    if text.len() <= 60 || !text.is_ascii() {
        return text.to_owned();
    }
    format!("{}…{} ({} characters)", &text[..20], &text[text.len() - 20..], text.len())
}

/// A path as a shell reads it.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,:@%=".contains(c) || !c.is_ascii();
    if !path.is_empty() && path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

fn place<'a>(finding: &Finding, context: &Context<'a>) -> Place<'a> {
    let Some(loc) = known(context.program, finding.loc) else {
        return Place::Named { file: context.path, at: None };
    };
    let Some(file) = source(context, loc) else {
        let name = context.program.files.get(loc.file).map_or(context.path, String::as_str);
        return Place::Named { file: name, at: Some((loc.start.line, loc.start.column)) };
    };
    let allocated = finding
        .allocated
        .and_then(|loc| known(context.program, loc))
        .filter(|origin| origin.file == loc.file && origin.start != loc.start)
        .map(|origin| (span_of(file, origin), "allocated here".to_owned()));
    Place::Source { file, primary: (span_of(file, loc), String::new()), secondary: allocated.into_iter().collect() }
}

fn known(program: &Program, loc: LocId) -> Option<&Loc> {
    program.locs.get(loc).filter(|loc| loc.start.line > 0)
}

fn source<'a>(context: &Context<'a>, loc: &Loc) -> Option<&'a SourceFile> {
    context.sources.get(loc.file.0 as usize)?.as_ref()
}

/// The bytes of a place.
pub fn span_of(file: &SourceFile, loc: &Loc) -> Span {
    let at = |line: u32, column: u32| {
        let mut start = 0;
        for text in file.text().split_inclusive('\n').take((line as usize).saturating_sub(1)) {
            start += text.len();
        }
        let rest = file.text().get(start..).unwrap_or("");
        let column = (column as usize).saturating_sub(1);
        start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
    };
    Span::new(at(loc.start.line, loc.start.column), at(loc.end.line, loc.end.column))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_base::LineCol;
    use pathfold_engine::PathEnd;
    use pathfold_ir::{CheckKind, FileId};
    use pathfold_term::Value;

    fn loc(line: u32, from: u32, to: u32) -> Loc {
        let at = |column| LineCol { line, column };
        Loc { file: FileId(0), start: at(from), end: at(to) }
    }

    #[test]
    fn a_finding_says_what_where_and_with_which_inputs() {
        let mut program = Program::new();
        program.files.push("a.mc".to_owned());
        let allocated = program.locs.push(loc(1, 5, 8));
        let access = program.locs.push(loc(3, 8, 12));
        let sources = [Some(SourceFile::new("a.mc", "a = [1];\nx = 1;\nreturn a[x];\n"))];
        let record = PathRecord {
            number: 3,
            end: PathEnd::Assumption,
            parameters: vec![Input { name: "arg_n".into(), value: Value::Int(7_i64.into()) }],
            inputs: vec![],
            outputs: vec![],
            decisions: vec![],
            instructions: 1,
        };
        let finding = Finding {
            kind: CheckKind::OutOfBounds,
            loc: access,
            message: "position 1 is outside of an object of 1 element".to_owned(),
            allocated: Some(allocated),
            path: 3,
            count: 1,
        };
        let context = Context {
            program: &program,
            sources: &sources,
            path: "a.mc",
            record: &record,
            test_case: Some("out:3"),
            replay: Some(&Replay::Confirmed),
        };
        let expected = "\
error[out-of-bounds]: position 1 is outside of an object of 1 element
 --> a.mc:3:8
  |
1 | a = [1];
  |     --- allocated here
2 | x = 1;
3 | return a[x];
  |        ^^^^
  |
  = inputs: n = 7
  = replay: pathfold replay out:3   (confirmed)
";
        assert_eq!(text(&finding, &context, false), expected);
        let nowhere = Finding { loc: Program::NOWHERE, ..finding };
        assert!(text(&nowhere, &context, false).contains("--> a.mc\n"));
    }

    #[test]
    fn odd_paths_are_quoted() {
        assert_eq!(quoted("a b'c"), r"'a b'\''c'");
        assert_eq!(quoted("out/x.json"), "out/x.json");
    }
}
