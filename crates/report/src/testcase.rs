//! Test cases: inputs that take one path of a program, and what must come out. One JSON file each; the format is
//! described in `docs/json.md`.

use std::fmt::Write as _;
use std::path::Path;

use pathfold_base::{Bits, Integer};
use pathfold_engine::{Input, PathEnd, PathRecord};
use pathfold_ir::Program;
use pathfold_term::Value;
use pathfold_term::sort::{Format, Sort};
use serde::{Deserialize, Serialize};

use crate::json;
use crate::ktest::KTest;
use crate::native::klee_of_world;

/// The name and version of the format.
pub const FORMAT: &str = "pathfold-test/1";

/// One test case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestCase {
    /// [`FORMAT`].
    pub format: String,
    /// The program, as it was given on the command line.
    pub program: String,
    /// The text of the program (see [`crate::hash`]).
    pub source_hash: String,
    /// Which path, from 1.
    pub path: u64,
    /// Arguments of `main`.
    pub args: Vec<Scalar>,
    /// What the program reads, in order.
    pub inputs: Vec<Scalar>,
    /// How the path ends.
    pub outcome: Outcome,
    /// What the program prints, in order.
    pub output: Vec<Scalar>,
    /// Objects that are inputs of a C program, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub objects: Vec<Bytes>,
    /// What a C program writes to its streams, in order: `stdout` or `stderr`, and the bytes.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub streams: Vec<Bytes>,
    /// How a C program is built and started.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub c: Option<CProgram>,
    /// Which way was taken at each decision: numbers, `N*COUNT` for repetitions.
    #[serde(default)]
    pub decisions: String,
}

/// A value: integers are decimal strings, everything else says its sort.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Scalar {
    /// An integer, in decimal: JSON numbers are too small.
    Int(String),
    /// Something else.
    Other {
        /// `bool`, `bv8`, `f64` and so on.
        sort: String,
        /// In decimal; floating point numbers by their bits.
        value: String,
    },
}

/// How a C program is built and started, so that a native run can do the same.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CProgram {
    /// Its sources and bitcode files, relative to where `check` ran.
    pub files: Vec<String>,
    /// The user's arguments for clang.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub clang: Vec<String>,
    /// The options that set up its world (`runtime/src/start.c`), each followed by its arguments.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub world: Vec<String>,
    /// Whether `malloc` may give null.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub malloc_may_fail: bool,
    /// Shared libraries with functions that it calls, by their full paths.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub libraries: Vec<String>,
    /// The function that is called instead of `main`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub entry: Option<EntryCall>,
}

/// A function that is called with unknowns instead of `main`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EntryCall {
    /// Its name.
    pub function: String,
    /// How many bytes there are behind each pointer.
    pub pointed: u64,
    /// Whether pointers may also be null.
    pub null: bool,
    /// Whether it is `static`.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub local: bool,
    /// Its parameters: name and type (`ptr`, `bool`, `bv32`, `f64`, `f80` for `long double`, `2 x f32` for a vector,
    /// `copy 32 8` and `result 32 8` for objects in memory with size and alignment, `unknown`).
    pub params: Vec<(String, String)>,
}

/// Named bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bytes {
    /// What they are called; not unique.
    pub name: String,
    /// The bytes, in hexadecimal.
    pub bytes: String,
}

impl Bytes {
    /// In their file form.
    pub fn new(name: &str, bytes: &[u8]) -> Self {
        let mut hex = String::with_capacity(2 * bytes.len());
        for byte in bytes {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
        }
        Self { name: name.to_owned(), bytes: hex }
    }

    /// The bytes they stand for.
    pub fn decode(&self) -> Result<Vec<u8>, String> {
        let digits = self.bytes.as_bytes();
        let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
        let pair = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?);
        digits
            .chunks(2)
            .map(pair)
            .collect::<Option<_>>()
            .ok_or_else(|| format!("`{}`: not hexadecimal digits", self.name))
    }
}

/// How a path ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Outcome {
    /// The entry function returned.
    Returned {
        /// What; absent for nothing.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        value: Option<Scalar>,
    },
    /// A finding.
    Error {
        /// The slug of its kind.
        check: String,
        /// The file, if it is known.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        file: Option<String>,
        /// Line, from 1; 0 if there is none.
        line: u32,
        /// Column, from 1; 0 if there is none.
        column: u32,
        /// One sentence.
        message: String,
    },
    /// An assumption of the program does not hold.
    Assumption,
    /// The exploration could not go on.
    Incomplete {
        /// Why.
        why: String,
    },
}

/// A line of a file of test cases: its number, and the test case or what is wrong with it.
pub type NumberedLine = (usize, Result<TestCase, String>);

impl TestCase {
    /// The test case of a path. `program` is the path of the file, `hash` that of its text, `c` is for C programs.
    pub fn new(record: &PathRecord, program: &Program, path: &str, hash: &str, c: Option<&CProgram>) -> Self {
        let outcome = match &record.end {
            PathEnd::Returned(value) => Outcome::Returned { value: value.as_ref().map(Scalar::new) },
            PathEnd::Assumption => Outcome::Assumption,
            // Such paths have no test case: the rest of their inputs is not known.
            PathEnd::Subsumed { annotation, .. } => {
                Outcome::Incomplete { why: format!("nothing can go wrong from here on: {annotation}") }
            }
            PathEnd::Incomplete { why, .. } => Outcome::Incomplete { why: why.clone() },
            PathEnd::Error { kind, loc, message, .. } => {
                let place = program.locs.get(*loc);
                Outcome::Error {
                    check: kind.slug().to_owned(),
                    file: place
                        .filter(|place| place.start.line > 0)
                        .and_then(|place| program.files.get(place.file).cloned()),
                    line: place.map_or(0, |place| place.start.line),
                    column: place.map_or(0, |place| place.start.column),
                    message: message.clone(),
                }
            }
        };
        let scalars = |inputs: &[Input]| inputs.iter().map(|input| Scalar::new(&input.value)).collect();
        Self {
            format: FORMAT.to_owned(),
            program: path.to_owned(),
            source_hash: hash.to_owned(),
            path: record.number,
            args: scalars(&record.parameters),
            inputs: scalars(&record.inputs),
            outcome,
            output: record.outputs.iter().map(Scalar::new).collect(),
            objects: record.objects.iter().map(|object| Bytes::new(&object.name, &object.bytes)).collect(),
            streams: record
                .printed
                .iter()
                .map(|(stream, bytes)| Bytes::new(if *stream == 2 { "stderr" } else { "stdout" }, bytes))
                .collect(),
            c: c.cloned(),
            decisions: decisions_text(&record.decisions),
        }
    }

    /// The inputs of a C program, as KLEE's tools know them.
    pub fn ktest(&self) -> Result<KTest, String> {
        let objects = self.objects.iter().map(|object| Ok((object.name.clone(), object.decode()?)));
        let world = self.c.as_ref().map_or(&[][..], |c| &c.world);
        let args = klee_of_world(&self.program, world);
        Ok(KTest { args, objects: objects.collect::<Result<_, String>>()?, ..KTest::default() })
    }

    /// As JSON text, small and on one line.
    pub fn to_json(&self) -> String {
        // Strings, numbers and plain structs always have a JSON form.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Reads JSON text. The error is a sentence for people.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let value: serde_json::Value =
            serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}"))?;
        match value.get("format").and_then(serde_json::Value::as_str) {
            Some(FORMAT) => {}
            Some(json::FORMAT) => {
                return Err("this is the report of a run, not a test case: replay the directory it is in".to_owned());
            }
            Some(other) => {
                let short: String = other.chars().take(60).collect();
                return Err(format!("its format is `{short}`, this program reads `{FORMAT}`"));
            }
            None => return Err(format!("this is not a test case: it has no `\"format\": \"{FORMAT}\"`")),
        }
        let test: TestCase =
            serde_json::from_value(value).map_err(|error| format!("this is not a whole test case: {error}"))?;
        for (what, list) in [("args", &test.args), ("inputs", &test.inputs), ("output", &test.output)] {
            for (i, scalar) in list.iter().enumerate() {
                scalar.value().map_err(|why| format!("{what}: number {}: {why}", i + 1))?;
            }
        }
        for bytes in test.objects.iter().chain(&test.streams) {
            bytes.decode()?;
        }
        Ok(test)
    }

    /// Reads a file with one test case per line (or just one), each with its line number. The errors are sentences for
    /// people, without the name of the file; a bad line does not spoil the others.
    pub fn read_all(path: &Path) -> Result<Vec<NumberedLine>, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read it: {error}"))?;
        // A single test case may be spread over lines by whoever edited it; other JSON is wrong as a whole.
        if serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok() {
            return Ok(vec![(1, Self::from_json(&text))]);
        }
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let mut tests: Vec<NumberedLine> = lines.map(|(index, line)| (index + 1, Self::from_json(line))).collect();
        // Another kind of file is one error.
        let count = tests.len();
        if count > 1 && tests.iter().all(|(_, test)| test.is_err()) {
            tests.truncate(1);
            if let Some((_, Err(why))) = tests.first_mut() {
                *why = format!("{why}; none of its {count} lines is a test case");
            }
        }
        Ok(tests)
    }
}

impl Scalar {
    /// A value in its file form.
    pub fn new(value: &Value) -> Self {
        match value {
            Value::Int(n) => Scalar::Int(n.to_string()),
            Value::Bool(b) => Scalar::Other { sort: "bool".to_owned(), value: b.to_string() },
            Value::Bits(bits) => Scalar::Other { sort: format!("bv{}", bits.width()), value: bits.to_string() },
            Value::Fp(Format::F32, bits) => Scalar::Other { sort: "f32".to_owned(), value: bits.to_string() },
            Value::Fp(Format::F64, bits) => Scalar::Other { sort: "f64".to_owned(), value: bits.to_string() },
            // No input or output is an array: they are scalars in the IR.
            Value::Array(_) => Scalar::Other { sort: "array".to_owned(), value: String::new() },
        }
    }

    /// The value it stands for.
    pub fn value(&self) -> Result<Value, String> {
        let (sort, value) = match self {
            Scalar::Int(text) => return text.parse().map(Value::Int).map_err(|_| not_a_number(text)),
            Scalar::Other { sort, value } => (sort.as_str(), value),
        };
        let bits = || value.parse::<u128>().map_err(|_| not_a_number(value));
        let float = |bits: u128| u64::try_from(bits).map_err(|_| not_a_number(value));
        match sort {
            "bool" => value.parse().map(Value::Bool).map_err(|_| "it is neither `true` nor `false`".to_owned()),
            "f32" => Ok(Value::fp(Format::F32, float(bits()?)?)),
            "f64" => Ok(Value::fp(Format::F64, float(bits()?)?)),
            _ => match sort.strip_prefix("bv").and_then(|width| width.parse::<u32>().ok()) {
                Some(width) if (1..=Bits::MAX_WIDTH).contains(&width) => Ok(Value::Bits(Bits::new(width, bits()?))),
                _ => Err(format!("unknown sort `{}`", sort.chars().take(30).collect::<String>())),
            },
        }
    }

    /// The integer it is, if it is one.
    pub fn integer(&self) -> Option<Integer> {
        match self {
            Scalar::Int(text) => text.parse().ok(),
            Scalar::Other { .. } => None,
        }
    }
}

impl std::fmt::Display for Scalar {
    /// As people read it: bit vectors with their width.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scalar::Int(text) => f.write_str(text),
            Scalar::Other { sort, value } if sort == "bool" => f.write_str(value),
            Scalar::Other { sort, value } => write!(f, "{value} ({sort})"),
        }
    }
}

/// The sort of a value in its file form.
pub fn sort_name(sort: Sort) -> String {
    match Scalar::new(&Value::default_of(sort)) {
        Scalar::Int(_) => "int".to_owned(),
        Scalar::Other { sort, .. } => sort,
    }
}

fn not_a_number(text: &str) -> String {
    format!("`{}` is not a decimal number", text.chars().take(40).collect::<String>())
}

/// Decisions as text: `0 1*1000 0`.
fn decisions_text(decisions: &[u32]) -> String {
    let mut out = String::with_capacity(decisions.len() * 2);
    for run in decisions.chunk_by(|a, b| a == b) {
        if !out.is_empty() {
            out.push(' ');
        }
        // Writing to a string cannot fail.
        let _ = match run.len() {
            1 => write!(out, "{}", run[0]),
            n => write!(out, "{}*{n}", run[0]),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> TestCase {
        TestCase {
            format: FORMAT.to_owned(),
            program: "a.mc".to_owned(),
            source_hash: "x".to_owned(),
            path: 3,
            args: vec![Scalar::Int("-12345678901234567890123".to_owned())],
            inputs: vec![Scalar::Other { sort: "bv8".to_owned(), value: "255".to_owned() }],
            outcome: Outcome::Returned { value: Some(Scalar::Int("0".to_owned())) },
            output: Vec::new(),
            objects: vec![Bytes::new("x", &[1, 255])],
            streams: Vec::new(),
            c: None,
            decisions: decisions_text(&[0, 1, 1, 1, 0]),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let test = sample();
        assert_eq!(test.decisions, "0 1*3 0");
        assert_eq!(TestCase::from_json(&test.to_json()), Ok(test));
    }

    #[test]
    fn wrong_files_get_a_sentence() {
        for (text, part) in [
            ("", "not JSON"),
            ("{}", "not a test case"),
            (r#"{"format":"pathfold-test/9"}"#, "this program reads"),
            (r#"{"format":"pathfold-test/1"}"#, "missing field"),
        ] {
            let error = TestCase::from_json(text).expect_err("wrong text");
            assert!(error.contains(part), "{error}");
        }
        let mut bad = sample();
        bad.inputs = vec![Scalar::Int("1x".to_owned())];
        assert_eq!(
            TestCase::from_json(&bad.to_json()).expect_err("not a number"),
            "inputs: number 1: `1x` is not a decimal number"
        );
        bad.inputs = vec![Scalar::Other { sort: "bv129".to_owned(), value: "0".to_owned() }];
        assert!(TestCase::from_json(&bad.to_json()).is_err());
    }

    #[test]
    fn values_keep_their_sort() {
        for value in [Value::Bool(true), Value::Bits(Bits::new(128, u128::MAX)), Value::f32(1.5), Value::f64(f64::NAN)]
        {
            assert_eq!(Scalar::new(&value).value(), Ok(value.clone()));
            assert_ne!(sort_name(value.sort()), "int");
        }
    }
}
