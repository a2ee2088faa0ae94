//! Runs `pathfold` on a test file and compares with what the file says.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::combinations;
use super::directives::{Point, Run, Spec};
use super::support::{Ran, Scratch, bless, need_lower, pathfold};

/// No test file takes longer than a few seconds, even on a busy machine.
const TIME: Duration = Duration::from_secs(60);

/// Lines of the human report that are the same in every run and with every solver.
const STABLE_ROWS: [&str; 2] = ["paths", "coverage"];

/// Explores the file with the options of one point and replays every test case.
pub fn explore(file: &Path, spec: &Spec, point: &Point) -> Result<(), String> {
    let scratch = Scratch::new();
    let out = scratch.path().join("out");
    let mut args = vec!["check".to_owned(), text(file), "--json".to_owned(), "--output".to_owned(), text(&out)];
    args.extend(point.iter().map(|(name, value)| format!("--{name}={value}")));
    // How many paths there are is part of what is tested.
    if !point.iter().any(|(name, _)| name == "subsume") {
        args.push("--subsume=off".to_owned());
    }
    if is_c(file) {
        need_lower()?;
        args.push(format!("--replay={}", if spec.replay { "native" } else { "none" }));
        args.extend(world(spec));
    }
    if is_compiled(file, point) {
        args.push("--machine-code=always".to_owned());
    }
    args.extend(spec.args.iter().cloned());
    let all = combinations::are_all_wanted();
    if all && !args.iter().any(|arg| arg.starts_with("--timeout")) {
        args.push("--timeout=3s".to_owned());
    }
    let ran = pathfold(&args, TIME);
    if all && unfinished(spec, &ran) {
        return Ok(());
    }
    let ended = compare(spec, point, &ran).map_err(|why| format!("{why}\npathfold {}\n{ran}", args.join(" ")))?;
    if ended == 0
        || combinations::are_all_wanted()
        || is_c(file) && !spec.replay_all
        || file.extension().is_some_and(|extension| extension == "ir")
    {
        return Ok(());
    }
    // Every path that was finished has a test case, and the interpreter, or a native run, agrees with all of them.
    let replayed = pathfold(["replay", &text(&out), "--quiet"], TIME);
    let confirmed = replayed.stdout.lines().last().and_then(|line| {
        let (_, counts) = line.split_once(": ")?;
        counts.split(", ").find_map(|count| count.strip_suffix(" confirmed"))?.parse().ok()
    });
    // More of them, if the exploration started again.
    let confirmed = confirmed.map(|confirmed: u64| if restarts(&ran) > 0 { confirmed.min(ended) } else { confirmed });
    expect("confirmed test cases", &confirmed, &Some(ended))
        .and_then(|()| expect("exit code of the replay", &replayed.code, &Some(0)))
        .map_err(|why| format!("{why}\npathfold {}\n{replayed}", args.join(" ")))
}

/// Whether functions are compiled to machine code from the start: in half of all runs, which are the same every time. Test
/// programs are too small to come to it by themselves.
fn is_compiled(file: &Path, point: &Point) -> bool {
    let name = file.file_name().unwrap_or_default().as_encoded_bytes().iter();
    let options = point.iter().flat_map(|(name, value)| name.bytes().chain(value.bytes()));
    name.copied().chain(options).fold(0_u64, |hash, byte| (hash + u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        >> 63
        == 1
}

/// Whether an exploration did not end in its time, and has found nothing that is not there so far.
fn unfinished(spec: &Spec, ran: &Ran) -> bool {
    let Ok(report) = serde_json::from_str::<Value>(&ran.stdout) else { return false };
    !list(&report["reasons"]).is_empty() && findings(&report).iter().all(|finding| spec.findings.contains(finding))
}

/// How often an exploration started again.
fn restarts(ran: &Ran) -> u64 {
    let report: Option<serde_json::Value> = serde_json::from_str(&ran.stdout).ok();
    report.and_then(|report| report["statistics"]["restarts"].as_u64()).unwrap_or(0)
}

/// Whether a file is a C program.
pub fn is_c(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "c")
}

/// The options that give a C program its arguments and its standard input.
pub fn world(spec: &Spec) -> Vec<String> {
    let mut options: Vec<String> = spec.arguments.iter().map(|text| format!("--arg={text}")).collect();
    if !spec.stdin.is_empty() {
        options.push(format!("--stdin-text={}\n", spec.stdin.join("\n")));
    }
    options
}

/// Compares a report with what the file says; the number of paths that were explored to their end.
fn compare(spec: &Spec, point: &Point, ran: &Ran) -> Result<u64, String> {
    let verdict = spec.verdict.as_deref().unwrap_or_default();
    let code = match verdict {
        "safe" => 0,
        "unsafe" => 1,
        _ => 2,
    };
    let report: Value =
        serde_json::from_str(&ran.stdout).map_err(|error| format!("the report is not JSON: {error}"))?;
    expect("verdict", &report["verdict"].as_str().unwrap_or_default(), &verdict)?;
    expect("findings (line, slug)", &findings(&report), &spec.findings)?;
    expect("exit code", &ran.code, &Some(code))?;
    for finding in list(&report["findings"]).iter().filter(|_| spec.replay) {
        let status = finding["replay"]["status"].as_str().unwrap_or_default();
        expect("replay", &status, &"confirmed").map_err(|why| format!("{why}: {}", finding["replay"]["detail"]))?;
    }
    // Names that we made up are for us.
    let names =
        list(&report["findings"]).iter().flat_map(|finding| list(&finding["inputs"])).map(|input| &input["name"]);
    if let Some(name) = names.filter_map(Value::as_str).find(|name| name.contains('!')) {
        return Err(format!("an input is called {name}"));
    }
    let paths = |kind: &str| report["statistics"]["paths"][kind].as_u64().unwrap_or(0);
    if let Some(wanted) = spec.paths(point) {
        expect("paths", &paths("total"), &wanted)?;
    }
    Ok(paths("returned") + paths("error"))
}

/// Lines and slugs, sorted.
fn findings(report: &Value) -> Vec<(u64, String)> {
    let of = |finding: &Value| {
        let line = finding["location"]["line"].as_u64().unwrap_or(0);
        (line, finding["kind"].as_str().unwrap_or_default().to_owned())
    };
    let mut found: Vec<(u64, String)> = list(&report["findings"]).iter().map(of).collect();
    found.sort();
    found
}

/// The program must be rejected, with exactly these diagnostics.
pub fn rejected(file: &Path, spec: &Spec) -> Result<(), String> {
    let scratch = Scratch::new();
    let out = text(&scratch.path().join("out"));
    let ran = pathfold(["check", &text(file), "--output", &out], TIME);
    let mut found: Vec<(u64, String)> = messages(&ran.stderr).into_iter().filter(|(line, _)| *line > 0).collect();
    found.sort();
    expect("diagnostics (line, code)", &found, &spec.diagnostics)
        .and_then(|()| expect("exit code", &ran.code, &Some(3)))
        .map_err(|why| format!("{why}\n{ran}"))
}

/// A concrete run.
pub fn run(file: &Path, spec: &Spec, wanted: &Run) -> Result<(), String> {
    let mut args = vec!["run".to_owned(), text(file), format!("--input={}", wanted.input)];
    args.extend(wanted.options.iter().cloned());
    let ran = pathfold(&args, TIME);
    let compare = || {
        if let Some(output) = &wanted.output {
            let printed: Vec<String> = ran.stdout.split_whitespace().map(str::to_owned).collect();
            expect("output", &printed, output)?;
        }
        if let Some(slug) = &wanted.fails {
            let found = messages(&ran.stderr);
            let [(line, found)] = found.as_slice() else { return Err("it does not end with one error".to_owned()) };
            expect("error", found, slug)?;
            if !spec.findings.contains(&(*line, slug.clone())) {
                return Err(format!("line {line} is not annotated with {slug}"));
            }
            return expect("exit code", &ran.code, &Some(1));
        }
        let result = ran.stderr.lines().find_map(|line| line.strip_prefix("result: "));
        if let Some(returns) = &wanted.returns {
            expect("result", &result, &Some(returns.as_str()))?;
        }
        expect("exit code", &ran.code, &Some(0))
    };
    compare().map_err(|why| format!("{why}\npathfold {}\n{ran}", args.join(" ")))
}

/// The human report against the file beside it.
pub fn snapshot(file: &Path, spec: &Spec) -> Result<(), String> {
    let scratch = Scratch::new();
    let out = text(&scratch.path().join("out"));
    let mut args = vec!["check".to_owned(), text(file), "--output".to_owned(), out.clone()];
    args.extend(spec.args.iter().cloned());
    let ran = pathfold(&args, TIME);
    let folder = file.parent().map(text).unwrap_or_default() + "/";
    let stable = |line: &&str| match line.strip_prefix("  ").and_then(|line| line.split_once("  ")) {
        // Numbers of the summary; source lines and notes start differently.
        Some((name, _)) if !name.starts_with(' ') && !name.contains('|') => STABLE_ROWS.contains(&name.trim()),
        _ => true,
    };
    let mut found = String::new();
    for line in ran.stdout.lines().chain(ran.stderr.lines()).filter(stable) {
        found.push_str(&line.replace(&out, "OUT").replace(&folder, ""));
        found.push('\n');
    }
    let path = file.with_extension("report");
    if bless() {
        return std::fs::write(&path, found).map_err(|error| format!("{}: {error}", path.display()));
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    if found == wanted {
        return Ok(());
    }
    Err(format!("{} differs; BLESS=1 rewrites it\n--- expected\n{wanted}\n--- found\n{found}", path.display()))
}

/// Line and code of every error on standard error; line 0 where it has no place. Warnings do not reject a program.
fn messages(stderr: &str) -> Vec<(u64, String)> {
    let mut found = Vec::new();
    let mut lines = stderr.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((code, _)) = line.strip_prefix("error[").and_then(|rest| rest.split_once(']')) else { continue };
        let place = lines.peek().and_then(|line| line.trim_start().strip_prefix("--> "));
        let number = place.and_then(|place| place.rsplit(':').nth(1)?.parse().ok()).unwrap_or(0);
        found.push((number, code.to_owned()));
    }
    found
}

pub fn expect<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, wanted: &T) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{what}: expected {wanted:?}, found {found:?}")) }
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn text(path: &Path) -> String {
    path.display().to_string()
}
