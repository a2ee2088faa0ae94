//! What is to be run: from the command line and from plan files, as a list of tasks.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args as _, FromArgMatches as _};
use pathfold_report::bench::{Key, Row};
use pathfold_report::hash::Hash;
use serde::Deserialize;

use super::{Args, unusable};
use crate::commands::{check, generate};
use crate::exit::Failure;
use crate::load::Language;
use crate::units;

/// As in the thesis.
const LIMIT: Duration = Duration::from_secs(30);

/// A configuration: a name for options of `pathfold check`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// The name.
    pub name: String,
    /// The options, separated by white space.
    #[serde(default)]
    pub options: String,
}

/// `NAME=OPTIONS` of the command line.
pub fn configuration(text: &str) -> Result<Configuration, String> {
    match text.split_once('=') {
        Some((name, options)) if !name.is_empty() && !name.starts_with('-') => {
            Ok(Configuration { name: name.to_owned(), options: options.to_owned() })
        }
        _ => Err("write a name, `=` and options of `pathfold check`, such as `deep=--search=dfs`".to_owned()),
    }
}

/// A plan file. Options are spelled as on the command line, so there is one language for both.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// For people.
    #[serde(default, rename = "about")]
    _about: String,
    /// What a run may take.
    limit: Option<String>,
    /// Options that all configurations have.
    #[serde(default)]
    options: String,
    #[serde(default)]
    configurations: Vec<Configuration>,
    #[serde(default)]
    sets: Vec<SetDescription>,
}

/// A set of a plan file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetDescription {
    name: String,
    /// Files and directories, relative to the plan.
    #[serde(default)]
    programs: Vec<PathBuf>,
    /// Options of `pathfold gen`: number, seed, parameters.
    generate: Option<String>,
}

/// One run that is asked for.
#[derive(Clone, Debug)]
pub struct Task {
    /// What to call it.
    pub key: Key,
    /// The file of the program.
    pub path: PathBuf,
}

/// Everything that is to be run.
#[derive(Debug)]
pub struct Plan {
    /// What a run may take.
    pub limit: Duration,
    /// Names of the configurations, the baseline first.
    pub configurations: Vec<String>,
    /// All runs, program by program.
    pub tasks: Vec<Task>,
}

/// A program: what to call it within its set, and its file.
type Program = (String, PathBuf);

impl Plan {
    /// Reads the plan, finds and generates the programs.
    pub fn new(args: &Args) -> Result<Self, Failure> {
        let file = args.plan.as_deref().map(read).transpose()?.unwrap_or_default();
        let limit = match (&args.limit, &file.limit) {
            (Some(limit), _) => *limit,
            (None, Some(text)) => units::duration(text).map_err(|help| Failure::usage(format!("`limit`: {help}")))?,
            (None, None) => LIMIT,
        };
        let mut configurations = file.configurations;
        configurations.extend(args.configurations.iter().cloned());
        if configurations.is_empty() {
            configurations.push(Configuration { name: "default".to_owned(), options: String::new() });
        }
        let memory = args.memory.map_or_else(String::new, |bytes| format!(" --max-memory={}K", bytes >> 10));
        for configuration in &mut configurations {
            // The limit comes before what is its own, which may end in arguments for clang.
            let limit = limit.as_secs_f64();
            let options = format!("{} --timeout={limit}s{memory} {}", file.options, configuration.options);
            configuration.options = options.split_whitespace().collect::<Vec<_>>().join(" ");
            validate(configuration)?;
        }
        let names: Vec<String> = configurations.iter().map(|configuration| configuration.name.clone()).collect();
        unique("configuration", &names)?;

        let mut sets = described(&file.sets, args)?;
        sets.extend(named(&args.programs)?);
        unique("set", &sets.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>())?;
        let mut tasks = Vec::new();
        for (set, programs) in sets {
            if programs.is_empty() {
                return Err(Failure::usage(format!("there are no programs in `{set}`")));
            }
            for (program, path) in programs.into_iter().take(args.first.unwrap_or(usize::MAX)) {
                let hash = hash(&path)?;
                tasks.extend(configurations.iter().map(|configuration| Task {
                    key: Key {
                        set: set.clone(),
                        program: program.clone(),
                        configuration: configuration.name.clone(),
                        options: configuration.options.clone(),
                        hash: hash.clone(),
                    },
                    path: path.clone(),
                }));
            }
        }
        if tasks.is_empty() {
            return Err(Failure::usage("there are no sets of programs"));
        }
        Ok(Self { limit, configurations: names, tasks })
    }

    /// Puts runs into the order of the plan.
    pub fn sort(&self, rows: &mut [Row]) {
        let order: HashMap<&Key, usize> = self.tasks.iter().enumerate().map(|(i, task)| (&task.key, i)).collect();
        rows.sort_by_key(|row| order.get(&row.key).copied());
    }
}

fn read(path: &Path) -> Result<File, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| unusable("read", path, &error))?;
    serde_json::from_str(&text).map_err(|error| unusable("use the plan", path, &error))
}

/// Options that `pathfold check` does not have are found before hours are spent.
fn validate(configuration: &Configuration) -> Result<(), Failure> {
    let words =
        ["check", "program.mc", "--json", "--no-tests"].into_iter().chain(configuration.options.split_whitespace());
    match check::Args::augment_args(clap::Command::new("check")).try_get_matches_from(words) {
        Ok(_) => Ok(()),
        Err(error) => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
            Err(Failure::usage(format!("configuration `{}`: {line}", configuration.name))
                .help("`pathfold check --help` lists the options; time and memory are set by --limit and --memory"))
        }
    }
}

fn unique(what: &str, names: &[String]) -> Result<(), Failure> {
    match names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
        Some((_, name)) => Err(Failure::usage(format!("there are two {what}s with the name `{name}`"))),
        None => Ok(()),
    }
}

/// The sets of a plan file that are asked for.
fn described(sets: &[SetDescription], args: &Args) -> Result<Vec<(String, Vec<Program>)>, Failure> {
    if let Some(name) = args.only.iter().find(|name| !sets.iter().any(|set| set.name == **name)) {
        let all = sets.iter().map(|set| set.name.as_str()).collect::<Vec<_>>().join(", ");
        return Err(Failure::usage(format!("the plan has no set `{name}`")).help(format!("its sets are {all}")));
    }
    let here = args.plan.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let wanted = sets.iter().filter(|set| args.only.is_empty() || args.only.contains(&set.name));
    wanted
        .map(|set| {
            let mut programs = Vec::new();
            for path in &set.programs {
                let name = path.display().to_string();
                programs.extend(below(&here.join(path)).map(|found| prefixed(found, &name))?);
            }
            if let Some(options) = &set.generate {
                programs.extend(generated(set, options, &args.output)?);
            }
            Ok((set.name.clone(), programs))
        })
        .collect()
}

/// The paths of the command line: each directory is a set, files are one together.
fn named(paths: &[PathBuf]) -> Result<Vec<(String, Vec<Program>)>, Failure> {
    let mut sets = Vec::new();
    let mut files = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        if path.is_dir() {
            sets.push((name.trim_end_matches('/').to_owned(), below(path)?));
        } else {
            files.extend(below(path).map(|found| prefixed(found, &name))?);
        }
    }
    if !files.is_empty() {
        sets.push(("files".to_owned(), files));
    }
    Ok(sets)
}

/// The programs in a directory and those below it, in the order of their names; or the one that is a file.
fn below(path: &Path) -> Result<Vec<Program>, Failure> {
    if !path.is_dir() {
        std::fs::metadata(path).map_err(|error| unusable("read", path, &error))?;
        Language::of(path)?;
        return Ok(vec![(String::new(), path.to_owned())]);
    }
    let entries = std::fs::read_dir(path).map_err(|error| unusable("read", path, &error))?;
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let mut programs = Vec::new();
    for entry in entries {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if entry.is_dir() {
            programs.extend(prefixed(below(&entry)?, &name));
        } else if Language::of(&entry).is_ok() {
            programs.push((name, entry));
        }
    }
    Ok(programs)
}

fn prefixed(programs: Vec<Program>, prefix: &str) -> Vec<Program> {
    let name = |name: String| if name.is_empty() { prefix.to_owned() } else { format!("{prefix}/{name}") };
    programs.into_iter().map(|(program, path)| (name(program), path)).collect()
}

/// Writes the programs of a set: the same ones every time.
fn generated(set: &SetDescription, options: &str, output: &Path) -> Result<Vec<Program>, Failure> {
    let folder = output.join("programs").join(&set.name);
    let words = std::iter::once("gen").chain(options.split_whitespace()).map(std::ffi::OsString::from);
    let words = words.chain(["--output".into(), folder.into_os_string()]);
    let args = generate::Args::augment_args(clap::Command::new("gen"))
        .try_get_matches_from(words)
        .and_then(|matches| generate::Args::from_arg_matches(&matches));
    let args = args.map_err(|error| {
        let text = error.to_string();
        let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        Failure::usage(format!("set `{}`: {line}", set.name)).help("`pathfold gen --help` lists the options")
    })?;
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(args.write()?.into_iter().map(|path| (name(&path), path)).collect())
}

fn hash(path: &Path) -> Result<String, Failure> {
    let mut hash = Hash::new();
    hash.add(&std::fs::read(path).map_err(|error| unusable("read", path, &error))?);
    Ok(format!("{:032x}", hash.finish()))
}
