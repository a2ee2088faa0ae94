//! `--mode`: combinations of techniques, chosen by measurement (`bench/microc/README.md`). What is asked for by its own
//! option wins.

use clap::ValueEnum;

use super::args::{LoopsName, MergeName, SearchName, SubsumeName};

/// `--mode`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModeName {
    /// Find errors soon: towards what is not covered yet
    Fast,
    /// Decide: fold loops, merge where it is cheap, end paths where nothing can go wrong
    Prove,
    /// Write a test case for every path, and for every way out of a folded loop, towards what is not covered yet
    Cover,
}

/// A search and what is done about loops, about paths that meet, and about those that are known to be safe.
#[derive(Clone, Copy)]
pub struct Combination {
    pub search: SearchName,
    pub loops: LoopsName,
    pub merge: MergeName,
    pub subsume: SubsumeName,
}

impl Combination {
    /// The combination of a mode; the all-round one if there is none.
    pub fn of(mode: Option<ModeName>) -> Combination {
        let all_round = Combination {
            search: SearchName::Bfs,
            loops: LoopsName::Fold,
            merge: MergeName::Never,
            subsume: SubsumeName::Auto,
        };
        match mode {
            None => all_round,
            Some(ModeName::Fast) => Combination { search: SearchName::Coverage, ..all_round },
            Some(ModeName::Prove) => Combination { merge: MergeName::Qce, subsume: SubsumeName::On, ..all_round },
            Some(ModeName::Cover) => {
                Combination { search: SearchName::Coverage, subsume: SubsumeName::Off, ..all_round }
            }
        }
    }
}
