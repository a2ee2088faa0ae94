//! `pathfold gen`: random programs (seed 0, sections 5.1 and 6.1).

use std::path::PathBuf;

use clap::ArgAction;
use pathfold_microc::r#gen::{GenConfig, generate};

use super::deliver;
use crate::exit::{Done, Failure, SAFE};
use crate::units;

const AFTER_HELP: &str = "\
The same options and seed give the same program, on every machine. With --count, the programs of
the seeds N, N+1, … are written to the directory of --output as `gen-N.mc`.

Examples:
  pathfold gen --seed 7
  pathfold gen --seed 1 --max-top-lvl-stmts-count 40 --guarded --output large.mc
  pathfold gen --count 100 --max-inputs 3 --terminating --output programs/";

/// Generate random micro-c programs
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Chooses the program
    #[arg(long, value_name = "N", value_parser = units::number::<u64>, default_value_t = 0)]
    seed: u64,
    /// A file for the program, or with --count a directory; standard output by default
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
    /// How many programs to generate
    #[arg(long, value_name = "N", requires = "output", value_parser = units::small_count)]
    count: Option<usize>,
    /// Probability of a loop that counts a variable up to another one
    #[arg(long, value_name = "P", value_parser = units::fraction, default_value_t = GenConfig::default().for_prob, help_heading = "Parameters of the thesis")]
    for_loop_gen_prob: f64,
    /// Probability of a loop with a random condition
    #[arg(long, value_name = "P", value_parser = units::fraction, default_value_t = GenConfig::default().while_prob, help_heading = "Parameters of the thesis")]
    loop_gen_prob: f64,
    /// How deep blocks nest
    #[arg(long, value_name = "N", value_parser = units::number::<usize>, default_value_t = GenConfig::default().max_block_depth, help_heading = "Parameters of the thesis")]
    max_block_depth: usize,
    /// The most statements chosen at random directly in a function
    ///
    /// Not counted: declarations, the two assignments that every function starts with, `return`, the counters of
    /// --terminating, and the statement of --error-guaranteed.
    #[arg(long, value_name = "N", value_parser = units::number::<usize>, default_value_t = GenConfig::default().max_top_statements, help_heading = "Parameters of the thesis")]
    max_top_lvl_stmts_count: usize,
    /// The most statements chosen at random in a nested block
    ///
    /// Not counted: the step at the end of a loop that counts, the counters of --terminating, and the access that --guarded
    /// guards.
    #[arg(long, value_name = "N", value_parser = units::number::<usize>, default_value_t = GenConfig::default().max_block_statements, help_heading = "Parameters of the thesis")]
    max_stmts_within_a_block: usize,
    /// Put a statement that fails when run at a random place of a function, in no block
    #[arg(long, value_name = "BOOL", action = ArgAction::Set, num_args = 0..=1, default_missing_value = "true",
          default_value_t = GenConfig::default().error_guaranteed, help_heading = "Parameters of the thesis")]
    error_guaranteed: bool,
    /// Generate divisions, which fail when the divisor is zero
    #[arg(long, value_name = "BOOL", action = ArgAction::Set, num_args = 0..=1, default_missing_value = "true",
          default_value_t = GenConfig::default().divisions, help_heading = "Parameters of the thesis")]
    generate_divisions: bool,
    /// How many functions besides `main`
    #[arg(long, value_name = "N", value_parser = units::number::<usize>, default_value_t = GenConfig::default().functions, help_heading = "Beyond the thesis")]
    functions: usize,
    /// Also index arrays by variables
    #[arg(long, help_heading = "Beyond the thesis")]
    symbolic_index: bool,
    /// Guard most of what could fail: large programs with few errors
    #[arg(long, help_heading = "Beyond the thesis")]
    guarded: bool,
    /// The most inputs a run reads; 0 for any number
    #[arg(long, value_name = "N", value_parser = units::number::<usize>, default_value_t = GenConfig::default().max_inputs, help_heading = "Beyond the thesis")]
    max_inputs: usize,
    /// Only loops that end
    #[arg(long, help_heading = "Beyond the thesis")]
    terminating: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    if args.count.is_some() && args.output.is_some() {
        return args.write().map(|_| SAFE);
    }
    deliver(args.program(args.seed)?.as_bytes(), args.output.as_deref())
}

impl Args {
    fn program(&self, seed: u64) -> Result<String, Failure> {
        let config = GenConfig {
            seed,
            for_prob: self.for_loop_gen_prob,
            while_prob: self.loop_gen_prob,
            max_block_depth: self.max_block_depth,
            max_top_statements: self.max_top_lvl_stmts_count,
            max_block_statements: self.max_stmts_within_a_block,
            error_guaranteed: self.error_guaranteed,
            divisions: self.generate_divisions,
            functions: self.functions,
            symbolic_index: self.symbolic_index,
            guarded: self.guarded,
            max_inputs: self.max_inputs,
            terminating: self.terminating,
        };
        config.validate().map_err(|why| self.mistake(why))?;
        generate(&config).map_err(Failure::usage)
    }

    /// What is wrong, in terms of options.
    fn mistake(&self, why: String) -> Failure {
        let (counting, others) = (self.for_loop_gen_prob, self.loop_gen_prob);
        if [counting, others].iter().all(|p| (0.0..=1.0).contains(p)) && counting + others > 1.0 {
            let defaults = GenConfig::default();
            return Failure::usage(format!(
                "--for-loop-gen-prob {counting} and --loop-gen-prob {others} add up to more than 1"
            ))
            .help(format!(
                "both are for the same choice: lower one of them (by default they are {} and {})",
                defaults.for_prob, defaults.while_prob
            ));
        }
        Failure::usage(why)
    }

    /// Writes the programs to the directory of `--output`; their files, in the order of seeds.
    pub fn write(&self) -> Result<Vec<PathBuf>, Failure> {
        let folder = self.output.clone().unwrap_or_default();
        std::fs::create_dir_all(&folder)
            .map_err(|error| Failure::usage(format!("cannot make the directory `{}`: {error}", folder.display())))?;
        let mut files = Vec::new();
        for seed in (0..self.count.unwrap_or(1)).map(|i| self.seed.wrapping_add(i as u64)) {
            let path = folder.join(format!("gen-{seed}.mc"));
            deliver(self.program(seed)?.as_bytes(), Some(&path))?;
            files.push(path);
        }
        Ok(files)
    }
}
