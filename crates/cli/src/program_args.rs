//! `--arg`, `--sym-arg` and `--sym-args`: the arguments of the analysed program, in the order of the command line. Three
//! options make one list, which is why they are not derived.

use clap::builder::{RangedU64ValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// An argument of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramArg {
    /// This text.
    Text(String),
    /// Up to so many unknown bytes.
    Unknown(u32),
    /// At least, at most, and of how many bytes each.
    Several(u32, u32, u32),
}

/// All of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProgramArgs(pub Vec<ProgramArg>);

const TEXT: &str = "arg";
const UNKNOWN: &str = "sym-arg";
const SEVERAL: &str = "sym-args";

impl Args for ProgramArgs {
    fn augment_args(command: Command) -> Command {
        let number = || ValueParser::from(RangedU64ValueParser::<u32>::new());
        let option = |name: &'static str| Arg::new(name).long(name).action(ArgAction::Append);
        command
            .arg(
                option(TEXT)
                    .value_name("TEXT")
                    .allow_hyphen_values(true)
                    .help("An argument of the program; may be repeated"),
            )
            .arg(
                option(UNKNOWN)
                    .value_name("LEN")
                    .value_parser(number())
                    .help("An unknown argument of up to LEN bytes; may be repeated"),
            )
            .arg(
                option(SEVERAL)
                    .value_names(["MIN", "MAX", "LEN"])
                    .num_args(3)
                    .value_parser(number())
                    .help("From MIN to MAX unknown arguments of up to LEN bytes each"),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ProgramArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        // Each value has its place in the command line.
        let places = |name: &str| matches.indices_of(name).into_iter().flatten().collect::<Vec<_>>();
        let texts = matches.get_many::<String>(TEXT).into_iter().flatten().cloned().map(ProgramArg::Text);
        let unknown = matches.get_many::<u32>(UNKNOWN).into_iter().flatten().copied().map(ProgramArg::Unknown);
        let several: Vec<u32> = matches.get_many::<u32>(SEVERAL).into_iter().flatten().copied().collect();
        let groups = several.chunks_exact(3).map(|group| ProgramArg::Several(group[0], group[1], group[2]));
        let mut all: Vec<(usize, ProgramArg)> = places(TEXT).into_iter().zip(texts).collect();
        all.extend(places(UNKNOWN).into_iter().zip(unknown));
        all.extend(places(SEVERAL).into_iter().step_by(3).zip(groups));
        all.sort_by_key(|(place, _)| *place);
        Ok(Self(all.into_iter().map(|(_, arg)| arg).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Vec<ProgramArg> {
        let command = ProgramArgs::augment_args(Command::new("check").arg(Arg::new("file")));
        let matches = command.try_get_matches_from(line.split(' ')).unwrap_or_else(|error| panic!("{error}"));
        ProgramArgs::from_arg_matches(&matches).unwrap_or_else(|error| panic!("{error}")).0
    }

    #[test]
    fn arguments_keep_the_order_of_the_command_line() {
        use ProgramArg::{Several, Text, Unknown};
        let text = |text: &str| Text(text.to_owned());
        assert_eq!(parsed("check a.c"), []);
        assert_eq!(
            parsed("check --sym-args 0 1 2 --arg -x a.c --sym-arg 3 --sym-args 4 5 6 --sym-arg 7 --arg=y"),
            [Several(0, 1, 2), text("-x"), Unknown(3), Several(4, 5, 6), Unknown(7), text("y")]
        );
    }
}
