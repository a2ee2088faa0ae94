//! What a test file says about itself.
//!
//! | line | meaning |
//! | --- | --- |
//! | `//@ args: --first-error` | more options for `pathfold check` |
//! | `//@ matrix: search=dfs,bfs array-index=fork` | run with every combination; all searches and modes by default. Without `subsume` it is off |
//! | `//@ without: loops=compact merge=always` | not with all of these at once: they end `incomplete`, and a comment says why |
//! | `//@ verdict: safe` | or `unsafe`, `incomplete` |
//! | `//@ paths: 3` | exactly so many paths; `paths[array-index=fork]: 3` for a part of the matrix |
//! | `//@ input: 1,2 --args=3` | a concrete run, `-` for no inputs, then options; the next three belong to it: |
//! | `//@ output: 5 6` | what it prints |
//! | `//@ returns: 7` | what `main` returns |
//! | `//@ fails: division-by-zero` | how it ends instead; on an annotated line |
//! | `//@ finding: assertion` | a finding without a place |
//! | `//@ snapshot` | the report is compared with the file `.report` beside it |
//! | `//@ behaviour` | C: run natively and explored with the same input, it prints the same and ends the same way |
//! | `//@ arg: text` | C: an argument of the program, the rest of the line; one line for each |
//! | `//@ stdin: text` | C: a line of its standard input |
//! | `//@ replay: native` | C: every finding is confirmed by a native run; with `all`, every test case |
//! | `… //~ ERROR[slug]` | a finding on this line; several may follow each other |
//! | `… //~ DIAG[code]` | the program is rejected with this diagnostic on this line |
//! | `//~^ ERROR[slug]` | on the line above; `^^` two above, `v` the line below |

use super::combinations;

/// Options of one run: names and values.
pub type Point = Vec<(String, String)>;

const SEARCHES: &str = "search=bfs,dfs,random,tree,coverage,klee";
const ARRAY_MODES: &str = "array-index=fork,ite";
/// C programs say when they want more: each run costs a compilation.
const C_MATRIX: &str = "search=bfs";

/// A concrete run.
#[derive(Clone, Default, Debug)]
pub struct Run {
    pub input: String,
    pub options: Vec<String>,
    pub output: Option<Vec<String>>,
    pub returns: Option<String>,
    pub fails: Option<String>,
}

/// Everything a file says.
#[derive(Clone, Default, Debug)]
pub struct Spec {
    pub args: Vec<String>,
    pub matrix: Vec<Point>,
    /// Combinations that are left out.
    pub without: Vec<Point>,
    pub verdict: Option<String>,
    pub paths: Vec<(Point, u64)>,
    pub runs: Vec<Run>,
    /// Line (0 for no place) and slug, sorted.
    pub findings: Vec<(u64, String)>,
    /// Line and code, sorted.
    pub diagnostics: Vec<(u64, String)>,
    pub snapshot: bool,
    pub behaviour: bool,
    /// Arguments of a C program.
    pub arguments: Vec<String>,
    /// Lines of a C program's standard input.
    pub stdin: Vec<String>,
    /// Whether findings must be confirmed by a native run.
    pub replay: bool,
    /// Whether all test cases must be.
    pub replay_all: bool,
}

impl Spec {
    /// Reads the directives and annotations of a text, which is C or not.
    pub fn parse(text: &str, is_c: bool) -> Result<Self, String> {
        let mut spec = Spec::default();
        for (number, line) in (1..).zip(text.lines()) {
            let at = |why: String| format!("line {number}: {why}");
            if let Some(directive) = line.trim().strip_prefix("//@") {
                spec.directive(directive.trim_start()).map_err(at)?;
            } else if let Some((_, annotation)) = line.split_once("//~") {
                spec.annotation(number, annotation).map_err(at)?;
            }
        }
        spec.findings.sort();
        spec.diagnostics.sort();
        if spec.matrix.is_empty() {
            spec.matrix = matrix(&if is_c { C_MATRIX.to_owned() } else { format!("{SEARCHES} {ARRAY_MODES}") })?;
        }
        let own = spec.matrix.clone();
        let own_loops = spec.cross_with_loops(is_c);
        spec.cross_with_merge(is_c, own_loops);
        spec.cross_with_subsume();
        spec.draw(text, is_c, &own)?;
        spec.consistent(is_c)?;
        Ok(spec)
    }

    /// The number of paths expected with these options. Folding loops, joining states and subsumption change it: then only
    /// what is said for that mode counts.
    pub fn paths(&self, point: &Point) -> Option<u64> {
        let chosen = |option: &str, plain: &str| point.iter().any(|(name, value)| name == option && value != plain);
        let says = |part: &Point| {
            let speaks_of = |option: &str| part.iter().any(|(name, _)| name == option);
            part.iter().all(|option| point.contains(option))
                && (!chosen("loops", "unroll") || speaks_of("loops"))
                && (!chosen("merge", "never") || speaks_of("merge"))
                && (!chosen("subsume", "off") || speaks_of("subsume"))
        };
        self.paths.iter().find(|(part, _)| says(part)).map(|(_, n)| *n)
    }

    /// No way to treat loops may change the findings: the whole matrix unrolls them, and its first point folds them too,
    /// in every way. Whether the file says itself how.
    fn cross_with_loops(&mut self, is_c: bool) -> bool {
        if self.matrix.iter().flatten().any(|(name, _)| name == "loops") {
            return true;
        }
        let modes: &[&str] = if is_c { &["fold"] } else { &["fold", "summarize", "compact"] };
        let first = self.matrix.first().cloned().unwrap_or_default();
        let with = |point: &Point, mode: &str| {
            let mut point = point.clone();
            point.push(("loops".to_owned(), mode.to_owned()));
            point
        };
        self.matrix = self.matrix.iter().map(|point| with(point, "unroll")).collect();
        self.matrix.extend(modes.iter().map(|mode| with(&first, mode)));
        false
    }

    /// Nor may joining states: the first point joins them too, in every way, and with folded loops.
    fn cross_with_merge(&mut self, is_c: bool, own_loops: bool) {
        // A limit is reached by other paths then, and where subsumption is tested it may be needed to end at all.
        let limited = self.args.iter().any(|arg| arg.starts_with("--max-"));
        if limited || self.matrix.iter().flatten().any(|(name, _)| name == "merge" || name == "subsume") {
            return;
        }
        let modes: &[(&str, &str)] = if is_c {
            &[("always", "fold")]
        } else {
            &[
                ("always", "unroll"),
                ("always", "fold"),
                ("qce", "unroll"),
                ("qce-recursive", "fold"),
                ("dynamic", "fold"),
            ]
        };
        let Some(first) = self.matrix.first().cloned() else { return };
        for (merge, loops) in modes {
            let mut point: Point = first.clone();
            if !own_loops {
                point.retain(|(name, _)| name != "loops");
                point.push(("loops".to_owned(), (*loops).to_owned()));
            }
            point.push(("merge".to_owned(), (*merge).to_owned()));
            if !self.matrix.contains(&point) {
                self.matrix.push(point);
            }
        }
    }

    /// Nor may subsumption: the first point that unrolls loops and the first that folds them run with it too. Not where
    /// the exploration does not end without it: it may with it.
    fn cross_with_subsume(&mut self) {
        let named = self.matrix.iter().flatten().any(|(name, _)| name == "subsume");
        if named || self.behaviour || self.verdict.as_deref() == Some("incomplete") {
            return;
        }
        let mut more: Vec<Point> = Vec::new();
        for mode in ["unroll", "fold"] {
            let wanted = ("loops".to_owned(), mode.to_owned());
            if let Some(point) = self.matrix.iter().find(|point| point.contains(&wanted)) {
                let mut point = point.clone();
                point.push(("subsume".to_owned(), "on".to_owned()));
                more.push(point);
            }
        }
        // And all of it together.
        let all =
            [("loops", "fold"), ("merge", "qce-recursive")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        if let Some(point) = self.matrix.iter().find(|point| all.iter().all(|option| point.contains(option))) {
            let mut point = point.clone();
            point.push(("subsume".to_owned(), "on".to_owned()));
            more.push(point);
        }
        self.matrix.extend(more);
    }

    /// And combinations of all options with all others.
    fn draw(&mut self, text: &str, is_c: bool, own: &[Point]) -> Result<(), String> {
        let limited = self.args.iter().any(|arg| arg.starts_with("--max-"));
        if limited || self.behaviour || self.snapshot || self.verdict.as_deref().is_none_or(|v| v == "incomplete") {
            return Ok(());
        }
        for point in combinations::of(text, is_c, own)? {
            let left_out = self.without.iter().any(|without| without.iter().all(|option| point.contains(option)));
            if !left_out && !self.matrix.contains(&point) {
                self.matrix.push(point);
            }
        }
        Ok(())
    }

    fn directive(&mut self, directive: &str) -> Result<(), String> {
        let (name, value) = directive.split_once(':').unwrap_or((directive, ""));
        // Blanks at the start of an input line count, but for the one after the colon.
        let value = if name == "stdin" { value.strip_prefix(' ').unwrap_or(value) } else { value.trim() };
        let (name, part) = match name.split_once('[') {
            Some((name, part)) => (name, point(part.trim_end_matches(']'))?),
            None => (name, Point::new()),
        };
        if !part.is_empty() && name != "paths" {
            return Err(format!("`{name}` cannot depend on the matrix"));
        }
        match name {
            "args" => self.args.extend(words(value)),
            "matrix" => self.matrix = matrix(value)?,
            "verdict" if ["safe", "unsafe", "incomplete"].contains(&value) => self.verdict = Some(value.to_owned()),
            "verdict" => return Err(format!("`{value}` is no verdict")),
            "paths" => {
                let n = value.parse().map_err(|_| format!("`{value}` is no number of paths"))?;
                self.paths.push((part, n));
            }
            "without" => self.without.push(value.split_whitespace().map(option).collect::<Result<_, _>>()?),
            "finding" => self.findings.push((0, value.to_owned())),
            "snapshot" => self.snapshot = true,
            "behaviour" => self.behaviour = true,
            "arg" => self.arguments.push(value.to_owned()),
            "stdin" => self.stdin.push(value.to_owned()),
            "replay" if ["native", "all"].contains(&value) => {
                (self.replay, self.replay_all) = (true, value == "all");
            }
            "input" => {
                let mut words = words(value);
                let input = if words.is_empty() { String::new() } else { words.remove(0) };
                let input = if input == "-" { String::new() } else { input };
                self.runs.push(Run { input, options: words, ..Run::default() });
            }
            "output" | "returns" | "fails" => {
                let run = self.runs.last_mut().ok_or(format!("`{name}` belongs to an `input` above it"))?;
                match name {
                    "output" => run.output = Some(words(value)),
                    "returns" => run.returns = Some(value.to_owned()),
                    _ => run.fails = Some(value.to_owned()),
                }
            }
            _ => return Err(format!("unknown directive `{name}`")),
        }
        Ok(())
    }

    fn annotation(&mut self, line: u64, text: &str) -> Result<(), String> {
        let up = text.bytes().take_while(|byte| *byte == b'^').count();
        let down = text.bytes().take_while(|byte| *byte == b'v').count();
        let line = (line + down as u64).checked_sub(up as u64).ok_or("there is no such line above")?;
        for word in text[up + down..].split_whitespace() {
            let parts = word.strip_suffix(']').and_then(|word| word.split_once('['));
            match parts {
                Some(("ERROR", slug)) => self.findings.push((line, slug.to_owned())),
                Some(("DIAG", code)) => self.diagnostics.push((line, code.to_owned())),
                _ => return Err(format!("`{word}` is neither `ERROR[slug]` nor `DIAG[code]`")),
            }
        }
        Ok(())
    }

    /// A file that contradicts itself tests nothing.
    fn consistent(&self, is_c: bool) -> Result<(), String> {
        let rejected = !self.diagnostics.is_empty();
        if !is_c && (self.behaviour || self.replay || !self.arguments.is_empty() || !self.stdin.is_empty()) {
            return Err("only C programs have arguments, standard input or a native run".to_owned());
        }
        if self.behaviour {
            let more = self.verdict.is_some() || rejected || !self.findings.is_empty() || !self.runs.is_empty();
            return if more { Err("a behaviour test says nothing else".to_owned()) } else { Ok(()) };
        }
        if rejected && (self.verdict.is_some() || !self.findings.is_empty() || !self.runs.is_empty()) {
            return Err("a rejected program has no verdict, findings or runs".to_owned());
        }
        match self.verdict.as_deref() {
            None if !rejected => Err("it says neither a verdict nor a diagnostic".to_owned()),
            Some("unsafe") if self.findings.is_empty() => Err("an unsafe program needs an annotation".to_owned()),
            Some("safe" | "incomplete") if !self.findings.is_empty() => {
                Err("a program with findings is unsafe".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// Options as a text: for names of tests.
pub fn describe(point: &Point) -> String {
    point.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn point(text: &str) -> Result<Point, String> {
    text.split([' ', ',']).filter(|word| !word.is_empty()).map(option).collect()
}

fn option(word: &str) -> Result<(String, String), String> {
    let (name, value) = word.split_once('=').ok_or(format!("`{word}` is not `option=value`"))?;
    Ok((name.to_owned(), value.to_owned()))
}

/// The cross product.
pub fn matrix(text: &str) -> Result<Vec<Point>, String> {
    let mut points = vec![Point::new()];
    for word in text.split_whitespace() {
        let (name, values) = option(word)?;
        points = values
            .split(',')
            .flat_map(|value| {
                points
                    .iter()
                    .map(|point| {
                        let mut point = point.clone();
                        point.push((name.clone(), value.to_owned()));
                        point
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    Ok(points)
}
