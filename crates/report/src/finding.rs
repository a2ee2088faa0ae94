//! Findings as text: what is wrong, where, where its object comes from, which inputs show it, how to see it again.

use std::fmt::Write as _;

use pathfold_base::{Severity, SourceFile, Span};
use pathfold_engine::{Finding, Input, PathRecord};
use pathfold_ir::{CheckKind, Loc, LocId, Program};

use crate::inputs::readable;
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
    /// What the replay showed, if there was one.
    pub replay: Option<&'a Replay>,
    /// Whether the program is one in C: replayed natively, judged by the standard.
    pub is_c: bool,
}

/// A finding as text, with a line end.
pub fn text(finding: &Finding, context: &Context<'_>, colour: bool) -> String {
    let place = place(finding, context);
    let mut notes: Vec<_> = elsewhere(finding, context).into_iter().map(|note| ("note", note)).collect();
    // Where there is no place to show, the function is the best there is.
    if context.is_c || known(context.program, finding.loc).is_none() {
        notes.extend(running(finding, context.program).map(|note| ("note", note)));
    }
    notes.push(("inputs", inputs(context.record)));
    let command = context.test_case.map(|test| format!("pathfold replay {}", quoted(test)));
    let status = context.replay.map(|replay| status(replay, context.is_c));
    match (command, status) {
        (Some(command), Some(status)) => notes.push(("replay", format!("{command}   ({status})"))),
        (Some(test), None) => notes.push(("test case", test.replacen("pathfold replay ", "", 1))),
        (None, Some(status)) => notes.push(("replay", status)),
        (None, None) => {}
    }
    if matches!(context.replay, Some(Replay::Differs(_))) {
        notes.push(("note", "this is an error of pathfold itself, please report it with the program".to_owned()));
    }
    if let Some(clause) = finding.kind.clause().filter(|_| context.is_c) {
        notes.push(("note", clause.to_owned()));
    }
    render::message(
        &Message { severity: Severity::Error, code: finding.kind.slug(), text: &finding.message, place, notes },
        colour,
    )
}

fn status(replay: &Replay, is_c: bool) -> String {
    match replay {
        Replay::Confirmed if is_c => "confirmed natively".to_owned(),
        Replay::Confirmed => "confirmed".to_owned(),
        Replay::Elsewhere(place) => format!("confirmed natively, but elsewhere: {place}"),
        Replay::Differs(how) => format!("NOT confirmed: the interpreter {}", how.join("; ")),
        Replay::Unconfirmed(why) => format!("not confirmed: {why}"),
        Replay::Skipped(why) if is_c => format!("skipped: {why}"),
        Replay::NotRun(why) | Replay::Skipped(why) => format!("not run: {why}"),
    }
}

/// Which functions were running, if that says more than the place: `in \`strcpy\`, called from \`f\`, called from \`main\`
/// at a.c:3:5`.
fn running(finding: &Finding, program: &Program) -> Option<String> {
    const MOST: usize = 6;
    let trace = &finding.trace;
    let is_library = |name: &str| program.function(name).is_none_or(|id| program.functions[id].library);
    // What starts the program is nobody's business, nor how the library is made inside.
    let end = trace.iter().rposition(|(name, _)| !is_library(name))? + 1;
    let called = matches!(finding.kind, CheckKind::Abort | CheckKind::Assertion | CheckKind::ReachError);
    let start = trace.iter().position(|(name, _)| !is_library(name) || !(called || name.starts_with("__")))?;
    let [(first, _), callers @ ..] = &trace[start..end] else { return None };
    if callers.is_empty() && known(program, finding.loc).is_some() {
        return None;
    }
    let mut out = format!("in `{first}`");
    let mut is_shown = is_library(first);
    for (name, loc) in callers.iter().take(MOST) {
        // Writing to a string cannot fail.
        let _ = write!(out, ", called from `{name}`");
        // The innermost place of the program is the finding's own.
        if !is_library(name)
            && !std::mem::take(&mut is_shown)
            && let Some(loc) = known(program, *loc)
        {
            let _ = write!(out, " at {}", at(program, loc));
        }
    }
    if callers.len() > MOST {
        let _ = write!(out, ", and {} more", callers.len() - MOST);
    }
    Some(out)
}

fn at(program: &Program, loc: &Loc) -> String {
    let file = program.files.get(loc.file).map_or("?", String::as_str);
    format!("{file}:{}", loc.start)
}

/// Where the object comes from and went to, as far as it is not in the lines that are shown.
fn elsewhere(finding: &Finding, context: &Context<'_>) -> Vec<String> {
    let here = known(context.program, finding.loc).map(|loc| loc.file);
    origins(finding, context.program)
        .filter(|(origin, _)| Some(origin.file) != here)
        .map(|(origin, what)| format!("{what} at {}", at(context.program, origin)))
        .collect()
}

/// The places of an object's life, with their names.
fn origins<'a>(finding: &Finding, program: &'a Program) -> impl Iterator<Item = (&'a Loc, &'static str)> {
    let end = if finding.kind == CheckKind::UseAfterScope { "scope left" } else { "freed" };
    [(finding.allocated, "allocated"), (finding.freed, end)]
        .into_iter()
        .filter_map(|(loc, what)| Some((known(program, loc?)?, what)))
}

/// The inputs of a path: `n = 3, input 1 = 0`.
pub fn inputs(record: &PathRecord) -> String {
    let scalars = record.parameters.iter().chain(&record.inputs);
    let scalars =
        scalars.map(|input| format!("{} = {}", plain_name(input), short(&Scalar::new(&input.value).to_string())));
    let objects = record
        .objects
        .iter()
        .map(|object| format!("{} = {}", object.name.escape_debug(), readable(&object.name, &object.bytes)));
    let count = record.parameters.len() + record.inputs.len() + record.objects.len();
    if count == 0 {
        return "none, it happens on every run that gets here".to_owned();
    }
    let mut out = scalars.chain(objects).take(MOST_INPUTS).collect::<Vec<_>>().join(", ");
    if count > MOST_INPUTS {
        // Writing to a string cannot fail.
        let _ = write!(out, ", and {} more", count - MOST_INPUTS);
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
    let span = |loc: &Loc| {
        let span = span_of(file, loc);
        if context.is_c { wide(file, span) } else { span }
    };
    let secondary = origins(finding, context.program)
        .filter(|(origin, _)| origin.file == loc.file && origin.start != loc.start)
        .map(|(origin, what)| (span(origin), format!("{what} here")))
        .collect();
    Place::Source { file, primary: (span(loc), String::new()), secondary }
}

/// C places are points: a point at a name means the name, and the call if it is one.
fn wide(file: &SourceFile, span: Span) -> Span {
    let rest = file.text().get(span.start as usize..).and_then(|rest| rest.lines().next()).unwrap_or("");
    let name = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    if name == 0 {
        return span;
    }
    let mut depth = 0;
    let mut end = name;
    for (i, byte) in rest.bytes().enumerate().skip(name) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ if depth > 0 => continue,
            _ => break,
        }
        if depth <= 0 {
            end = if depth == 0 { i + 1 } else { end };
            break;
        }
    }
    let start = span.start as usize;
    Span::new(start, (start + end).max(span.end as usize))
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
    use pathfold_engine::{InputBytes, PathEnd};
    use pathfold_ir::{FileId, FunctionBuilder};
    use pathfold_term::Value;

    fn loc(line: u32, from: u32, to: u32) -> Loc {
        let at = |column| LineCol { line, column };
        Loc { file: FileId(0), start: at(from), end: at(to) }
    }

    fn record() -> PathRecord {
        PathRecord {
            number: 3,
            end: PathEnd::Assumption,
            parameters: vec![],
            inputs: vec![],
            outputs: vec![],
            objects: vec![],
            printed: vec![],
            decisions: vec![],
            instructions: 1,
        }
    }

    #[test]
    fn a_finding_says_what_where_and_with_which_inputs() {
        let mut program = Program::new();
        program.files.push("a.mc".to_owned());
        let allocated = program.locs.push(loc(1, 5, 8));
        let access = program.locs.push(loc(3, 8, 12));
        let sources = [Some(SourceFile::new("a.mc", "a = [1];\nx = 1;\nreturn a[x];\n"))];
        let parameters = vec![Input { name: "arg_n".into(), value: Value::Int(7_i64.into()) }];
        let record = PathRecord { parameters, ..record() };
        let finding = Finding {
            kind: CheckKind::OutOfBounds,
            loc: access,
            message: "position 1 is outside of an object of 1 element".to_owned(),
            allocated: Some(allocated),
            freed: None,
            trace: Vec::new(),
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
            is_c: false,
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
    fn a_finding_in_c_says_where_its_object_comes_from_and_who_called() {
        let mut program = Program::new();
        program.files.push("a.c".to_owned());
        program.files.push("b.c".to_owned());
        let allocated = program.locs.push(loc(1, 11, 12));
        let freed = program.locs.push(Loc { file: FileId(1), ..loc(9, 3, 4) });
        let access = program.locs.push(loc(2, 1, 2));
        for (name, library) in [("main", false), ("f", false), ("strcpy", true), ("__pathfold_main", true)] {
            let mut function = FunctionBuilder::new(name, None, Program::NOWHERE).finish();
            function.library = library;
            program.functions.push(function);
        }
        let sources = [Some(SourceFile::new("a.c", "char *p = malloc(f(2));\nstrcpy(p, s);\n")), None];
        let objects = vec![
            InputBytes { name: "n".into(), bytes: vec![3, 0, 0, 0] },
            InputBytes { name: "s".into(), bytes: b"abc".to_vec() },
        ];
        let record = PathRecord { objects, ..record() };
        let place = |name: &str, loc| (name.to_owned(), loc);
        let finding = Finding {
            kind: CheckKind::UseAfterFree,
            loc: access,
            message: "access to an object that was freed".to_owned(),
            allocated: Some(allocated),
            freed: Some(freed),
            trace: vec![
                place("__inner", Program::NOWHERE),
                place("strcpy", Program::NOWHERE),
                place("f", access),
                place("main", allocated),
                place("__pathfold_main", Program::NOWHERE),
            ],
            path: 3,
            count: 1,
        };
        let why = Replay::Unconfirmed("the native run returned 0".to_owned());
        let context = Context {
            program: &program,
            sources: &sources,
            path: "a.c",
            record: &record,
            test_case: Some("out:3"),
            replay: Some(&why),
            is_c: true,
        };
        let expected = "\
error[use-after-free]: access to an object that was freed
 --> a.c:2:1
  |
1 | char *p = malloc(f(2));
  |           ------------ allocated here
2 | strcpy(p, s);
  | ^^^^^^^^^^^^
  |
  = note: freed at b.c:9:3
  = note: in `strcpy`, called from `f`, called from `main` at a.c:1:11
  = inputs: n = 3, s = \"abc\"
  = replay: pathfold replay out:3   (not confirmed: the native run returned 0)
  = note: C11 6.2.4p2
";
        assert_eq!(text(&finding, &context, false), expected);
        let in_main = Finding { trace: finding.trace[3..].to_vec(), ..finding };
        assert_eq!(running(&in_main, &program), None);
    }

    #[test]
    fn odd_paths_are_quoted() {
        assert_eq!(quoted("a b'c"), r"'a b'\''c'");
        assert_eq!(quoted("out/x.json"), "out/x.json");
    }
}
