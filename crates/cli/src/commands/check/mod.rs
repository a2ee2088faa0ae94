//! `pathfold check`: load, explore, report.

mod args;
mod c_args;
mod mode;
mod watch;

use std::sync::Arc;
use std::time::Instant;

use pathfold_base::SourceFile;
use pathfold_engine::{Explorer, Reason, Summary, Verdict};
use pathfold_ir::Program;
use pathfold_microc::Checked;
use pathfold_report::hash::source_hash;
use pathfold_report::json::{self, ProgramInfo, Report, StatisticsInfo};
use pathfold_report::run_dir::{self, COVERAGE};
use pathfold_report::{CProgram, RunDir, explain, lcov, summary};
use pathfold_solver::{Silence, Solver, Stats};

use crate::exit::{Done, FAULT, Failure, INCOMPLETE, SAFE, UNSAFE};
use crate::load::{self, Language};
use crate::stop;
use crate::terminal::{Colours, complain};

pub use args::Args;
use args::Emit;
use watch::Watch;

/// What is explored.
struct Subject {
    path: String,
    language: Language,
    hash: String,
    program: Program,
    /// The texts of the program's files, as far as there are any.
    sources: Vec<Option<SourceFile>>,
    /// The micro-c program, for replays.
    checked: Option<Checked>,
    /// How a C program is built and started, for replays.
    c: Option<CProgram>,
}

/// Runs the command.
pub fn run(args: &Args, start: Instant, colours: Colours) -> Done {
    let subject = load(args, colours).map_err(|failure| still_there(args, failure))?;
    let mut directory = match args.directory() {
        Some(path) => Some(RunDir::create(&path, !args.no_tests).map_err(Failure::usage)?),
        None => None,
    };
    let mut solver = args.solver_config();
    if let Some(directory) = &mut directory {
        if args.emit.contains(&Emit::Ir) {
            directory.write_file("program.ir", &pathfold_ir::text::print(&subject.program));
        }
        if args.emit.contains(&Emit::Smt2) {
            solver.emit_dir = Some(directory.make_dir("queries"));
        }
        solver.fault_dir = Some(directory.path().to_owned());
    }
    let stop = stop::flag();
    let config = args.config(start);
    let configuration = args.configuration(&config);
    let outside = args.c.outside()?;
    let mut explorer = Explorer::new(&subject.program, config, Solver::new(solver), Arc::clone(&stop));
    if let Some(outside) = outside {
        explorer.set_outside(outside, stop);
    }
    let mut watch = Watch::new(args, &subject, directory, start, colours);
    let summary = explorer.run(&mut watch);
    let code = exit_code(&summary, watch.unconfirmed());
    let stats = explorer.solver_stats();
    let (findings, mut out, mut directory) = watch.finish(&summary);

    let files: Vec<String> = subject.program.files.iter().cloned().collect();
    let mut report = Report {
        format: json::FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        program: ProgramInfo {
            path: subject.path.clone(),
            language: subject.language.name().to_owned(),
            source_hash: subject.hash.clone(),
            c: subject.c.clone(),
        },
        configuration,
        verdict: json::verdict_name(&summary.verdict).to_owned(),
        exit_code: code,
        reasons: json::reasons(&summary),
        notes: summary::notes(&summary),
        findings,
        statistics: StatisticsInfo::new(&summary.statistics, stats, &files),
        warnings: unfulfilled(args, stats),
    };
    if let Some(directory) = &mut directory {
        if !summary.statistics.lines.is_empty() {
            let folder = std::env::current_dir().unwrap_or_default();
            directory.write_file(COVERAGE, &lcov::text(&summary.statistics, &files, &folder));
        }
        report.warnings.extend(directory.warning());
        directory.write_file("run.json", &report.to_json());
        report.warnings = unfulfilled(args, stats).into_iter().chain(directory.warning()).collect();
    }
    if args.json {
        out.text(&report.to_json());
    } else if args.quiet {
        out.text(&summary::verdict(&summary, colours.out));
        out.text(&summary::reasons(&summary));
    } else {
        out.text(&summary::text(&summary, stats, colours.out));
        if args.explain {
            out.text(&explain::text(&report.configuration, &summary.statistics));
        }
    }
    // A full disk behind standard output does not change what is known about the program.
    if let Err(failure) = out.finish() {
        complain("warning", &failure.message, None, colours.err);
    }
    for warning in &report.warnings {
        complain("warning", warning, None, colours.err);
    }
    if code == FAULT {
        let help = "please report this, with the program and the command";
        complain("error", "this run shows an error of pathfold itself: do not trust it", Some(help), colours.err);
    }
    // Never freed: the process is over, and freeing millions of states takes longer than the limits allow.
    std::mem::forget(explorer);
    std::mem::forget(subject);
    Ok(code)
}

/// What was asked for and did not come: whoever asked must not take silence for an answer.
fn unfulfilled(args: &Args, stats: &Stats) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(why) = &stats.unchecked_because {
        let (unchecked, agreed) = (stats.unchecked, stats.agreements);
        warnings.push(format!(
            "--solver-check: no second solver could check {unchecked} answers ({why}); it agreed on {agreed}"
        ));
    }
    for Silence { solver, answers, why } in &stats.silent {
        warnings.push(format!("--solver-check: {solver} gave no opinion on {answers} answers ({why})"));
    }
    if args.emit.contains(&Emit::Smt2) && stats.backend_queries == 0 {
        warnings.push("--emit=smt2: no query needed a solver, so there is none to show".to_owned());
    }
    warnings
}

/// A program that is not explored replaces no run directory: says so if there is one, for its test cases are of an earlier
/// run.
fn still_there(args: &Args, mut failure: Failure) -> Failure {
    let Some(directory) = args.directory() else { return failure };
    if let Some(program) = run_dir::earlier(&directory) {
        let note = format!("`{}` still holds an earlier run, of `{program}`", directory.display());
        failure.help = Some(failure.help.map_or(note.clone(), |help| format!("{help}; {note}")));
    }
    failure
}

fn exit_code(summary: &Summary, unconfirmed: bool) -> u8 {
    let fault = |reason: &Reason| matches!(reason, Reason::SolverFault(_));
    if unconfirmed || summary.reasons.iter().any(|because| fault(&because.reason)) {
        return FAULT;
    }
    match summary.verdict {
        Verdict::Safe => SAFE,
        Verdict::Unsafe => UNSAFE,
        Verdict::Incomplete => INCOMPLETE,
    }
}

fn load(args: &Args, colours: Colours) -> Result<Subject, Failure> {
    let path = args.file();
    let language = args.language()?;
    if language == Language::C {
        return load_c(args);
    }
    let file = load::read(path)?;
    let hash = source_hash(file.text());
    let (program, sources, checked) = match language {
        Language::MicroC => {
            let checked = load::microc(&file, colours.err)?;
            let program = load::lower(&checked, &file)?;
            (program, vec![Some(file)], Some(checked))
        }
        Language::Ir => {
            let (program, sources) = load::ir(path, file, colours.err)?;
            (program, sources, None)
        }
        Language::C => unreachable!("loaded above"),
    };
    Ok(Subject { path: path.display().to_string(), language, hash, program, sources, checked, c: None })
}

/// C sources and bitcode, on top of the C library.
fn load_c(args: &Args) -> Result<Subject, Failure> {
    let hash = load::c_hash(&args.files)?;
    let (program, sources) = load::c_program(&args.files, &args.clang, &args.world())?;
    let path = args.file().display().to_string();
    let c = Some(args.c_program(&program));
    Ok(Subject { path, language: Language::C, hash, program, sources, checked: None, c })
}
