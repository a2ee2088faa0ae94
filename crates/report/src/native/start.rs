//! How a native run is started, so that it sees what the exploration showed the program: arguments, environment,
//! standard input and files (`runtime/README.md` has the table).

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use super::judge::SANITIZER_STATUS;
use crate::testcase::CProgram;

/// Options of the world with how many words follow each (`runtime/src/start.c`), and whether KLEE has them too.
const OPTIONS: [(&str, usize, bool); 10] = [
    ("program", 1, false),
    ("arg", 1, false),
    ("env", 1, false),
    ("stdin-text", 1, false),
    ("file", 2, false),
    ("sym-arg", 1, true),
    ("sym-args", 3, true),
    ("sym-stdin", 1, true),
    ("sym-files", 2, true),
    ("sym-stdout", 0, true),
];

/// What a program is started with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    program: OsString,
    arguments: Vec<OsString>,
    environment: Vec<(OsString, OsString)>,
    /// What it reads.
    pub stdin: Vec<u8>,
    /// Files where it runs.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Start {
    /// The start of a program on these inputs.
    pub fn new(c: &CProgram, objects: &[(String, Vec<u8>)]) -> Self {
        let mut inputs = Inputs { objects, taken: vec![false; objects.len()] };
        let mut start = Start { program: "program".into(), ..Start::default() };
        start.variable("LC_ALL=C");
        let mut symbolic = 0;
        for (option, words) in options(&c.world) {
            let word = |i: usize| words.get(i).map_or("", String::as_str);
            match option {
                "program" => start.program = word(0).into(),
                "arg" => start.arguments.push(word(0).into()),
                "env" => start.variable(word(0)),
                "stdin-text" => start.stdin = word(0).as_bytes().to_vec(),
                "file" => start.files.push((word(0).to_owned(), word(1).as_bytes().to_vec())),
                "sym-arg" => start.symbolic_argument(&mut symbolic, &mut inputs),
                "sym-args" => {
                    let count = inputs.next("n_args").unwrap_or_default();
                    for _ in 0..count.first().copied().unwrap_or(0) {
                        start.symbolic_argument(&mut symbolic, &mut inputs);
                    }
                }
                "sym-stdin" => start.stdin = inputs.next("stdin").unwrap_or_default().to_vec(),
                "sym-files" => {
                    for letter in (b'A'..=b'Z').take(word(0).parse().unwrap_or(0)).map(char::from) {
                        let bytes = inputs.next(&format!("{letter}-data")).unwrap_or_default();
                        start.files.push((letter.to_string(), bytes.to_vec()));
                    }
                }
                _ => {}
            }
        }
        // A name with a folder in it would be a file somewhere else.
        start.files.retain(|(name, _)| !name.contains('/') && !matches!(name.as_str(), "" | "." | ".."));
        start
    }

    fn symbolic_argument(&mut self, number: &mut u32, inputs: &mut Inputs<'_>) {
        let bytes = inputs.next(&format!("arg{number:02}")).unwrap_or_default();
        *number += 1;
        let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        self.arguments.push(OsString::from_vec(text.to_vec()));
    }

    fn variable(&mut self, text: &str) {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        self.environment.retain(|(known, _)| known.as_bytes() != name.as_bytes());
        self.environment.push((name.into(), value.into()));
    }

    /// The command: the program, which reads its named inputs from the file.
    pub fn command(&self, program: &Path, inputs: &Path, leaks: bool) -> Command {
        let mut command = Command::new(program);
        command.arg0(&self.program).args(&self.arguments).env_clear();
        // An empty name or one with a zero byte cannot be passed on; the run then differs and says so.
        let fits = |text: &OsString| !text.as_bytes().contains(&0);
        for (name, value) in self.environment.iter().filter(|(n, v)| !n.is_empty() && fits(n) && fits(v)) {
            command.env(name, value);
        }
        let common = format!("exitcode={SANITIZER_STATUS}:symbolize=0");
        command.env("PATHFOLD_TEST", inputs);
        command.env(
            "ASAN_OPTIONS",
            format!(
                "{common}:detect_leaks={}:detect_stack_use_after_return=1:allocator_may_return_null=1:redzone=256",
                u8::from(leaks)
            ),
        );
        command.env("LSAN_OPTIONS", &common);
        // What is undefined but not checked must not end the run.
        command.env("UBSAN_OPTIONS", format!("{common}:halt_on_error=0:print_stacktrace=0"));
        command
    }
}

/// Takes inputs in order for each name.
struct Inputs<'a> {
    objects: &'a [(String, Vec<u8>)],
    taken: Vec<bool>,
}

impl<'a> Inputs<'a> {
    fn next(&mut self, name: &str) -> Option<&'a [u8]> {
        let free = |(i, object): &(usize, &(String, Vec<u8>))| !self.taken[*i] && object.0 == name;
        let (i, object) = self.objects.iter().enumerate().find(free)?;
        self.taken[i] = true;
        Some(&object.1)
    }
}

/// The options of a world with their words.
fn options(world: &[String]) -> Vec<(&'static str, &[String])> {
    let mut rest = world;
    let mut found = Vec::new();
    while let Some((first, after)) = rest.split_first() {
        match option(first) {
            Some((name, count, _)) => {
                let (words, after) = after.split_at(count.min(after.len()));
                found.push((name, words));
                rest = after;
            }
            None => rest = after,
        }
    }
    found
}

/// The option that a word is, with one dash or two.
fn option(word: &str) -> Option<(&'static str, usize, bool)> {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    OPTIONS.into_iter().find(|(known, ..)| *known == name)
}

/// The world that the arguments in a file of KLEE's describe: its options, and everything else as an argument.
pub fn world_of_klee(arguments: &[Vec<u8>]) -> Vec<String> {
    let mut world = Vec::new();
    let mut words = arguments.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    world.extend(words.next().map(|program| ["--program".to_owned(), program]).into_iter().flatten());
    while let Some(word) = words.next() {
        match option(&word) {
            Some((name, count, true)) => {
                world.push(format!("--{name}"));
                world.extend(words.by_ref().take(count));
            }
            _ => world.extend(["--arg".to_owned(), word]),
        }
    }
    world
}

/// The arguments that a file of KLEE's has for a world.
pub fn klee_of_world(program: &str, world: &[String]) -> Vec<Vec<u8>> {
    let mut arguments = vec![program.as_bytes().to_vec()];
    for (name, words) in options(world) {
        match option(&format!("--{name}")) {
            Some((_, _, true)) => {
                arguments.push(format!("--{name}").into_bytes());
                arguments.extend(words.iter().map(|word| word.as_bytes().to_vec()));
            }
            _ if name == "arg" => arguments.extend(words.iter().map(|word| word.as_bytes().to_vec())),
            _ => {}
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn the_world_of_a_native_run() {
        let world = words(
            "--program p --arg -x --sym-arg 2 --sym-args 0 3 1 --sym-stdin 2 --sym-files 2 1 --env A=1 --env LC_ALL=de",
        );
        let c = CProgram { world, ..CProgram::default() };
        let object = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_vec());
        let objects = [
            object("arg00", b"a\0b"),
            object("n_args", &[1, 0, 0, 0]),
            object("arg01", b"c\0"),
            object("stdin", b"hi"),
            object("A-data", b"1"),
            object("B-data", b"2"),
        ];
        let start = Start::new(&c, &objects);
        assert_eq!(start.program, "p");
        assert_eq!(start.arguments, ["-x", "a", "c"]);
        assert_eq!(start.stdin, b"hi");
        assert_eq!(start.files, [object("A", b"1"), object("B", b"2")]);
        let variables: Vec<_> = start.environment.iter().map(|(n, v)| (n.to_str(), v.to_str())).collect();
        assert_eq!(variables, [(Some("A"), Some("1")), (Some("LC_ALL"), Some("de"))]);
    }

    #[test]
    fn arguments_in_files_of_klee() {
        let world = words("--program p --arg -x --sym-args 0 3 1 --env A=1");
        let arguments = klee_of_world("p.c", &world);
        let expected: Vec<&[u8]> = vec![b"p.c", b"-x", b"--sym-args", b"0", b"3", b"1"];
        assert_eq!(arguments, expected);
        assert_eq!(world_of_klee(&arguments), words("--program p.c --arg -x --sym-args 0 3 1"));
    }
}
