//! Which combinations of all options a program is explored with, beside those that it asks for.
//!
//! `PATHFOLD_MATRIX` says how many of them there are for each program: a number, `pairs` or `all`. `PATHFOLD_SEED` draws
//! others.

use std::collections::HashSet;
use std::hash::{Hash as _, Hasher as _};

use pathfold_base::Rng;

use super::directives::{Point, matrix};

/// Every option that may be combined with every other; the first value of each is the plain one.
const OPTIONS: [&str; 6] = [
    "search=bfs,dfs,random,tree,coverage,klee",
    "array-index=fork,ite",
    "loops=unroll,fold,summarize,compact",
    "merge=never,always,qce,qce-recursive,dynamic",
    "subsume=off,auto,on",
    "turns=on,off",
];
/// For each C program: each run costs much more than one of a program of numbers.
const DRAWN_FOR_C: usize = 2;
/// How many combinations compete for being the next one of those that have all pairs.
const CANDIDATES: usize = 40;

#[derive(Clone, Copy)]
enum Wanted {
    Some(usize),
    Pairs,
    All,
}

/// Combinations for a program with this text and these points of its own.
pub fn of(text: &str, is_c: bool, own: &[Point]) -> Result<Vec<Point>, String> {
    let wanted = match std::env::var("PATHFOLD_MATRIX").as_deref() {
        Ok("all") => Wanted::All,
        Ok("pairs") => Wanted::Pairs,
        Ok(number) => Wanted::Some(number.parse().map_err(|_| format!("PATHFOLD_MATRIX: `{number}` is no number"))?),
        Err(_) if is_c => Wanted::Some(DRAWN_FOR_C),
        Err(_) => Wanted::Pairs,
    };
    let all = possible(is_c, own)?;
    let mut hasher = std::hash::DefaultHasher::new();
    (text, std::env::var("PATHFOLD_SEED").ok()).hash(&mut hasher);
    let mut rng = Rng::new(hasher.finish());
    Ok(match wanted {
        Wanted::All => all,
        Wanted::Pairs => pairs(&all, &mut rng),
        Wanted::Some(count) => (0..count).map(|_| all[rng.below(all.len())].clone()).collect(),
    })
}

/// Whether every program runs with everything: then what is found counts, not that test cases replay, nor that all of it ends in time.
pub fn are_all_wanted() -> bool {
    std::env::var("PATHFOLD_MATRIX").is_ok_and(|wanted| wanted == "all")
}

/// Where a program's matrix has not the plain value of an option, it does not end with that, and its own values are used.
fn possible(is_c: bool, own: &[Point]) -> Result<Vec<Point>, String> {
    let mut words: Vec<String> = Vec::new();
    for option in OPTIONS.iter().filter(|option| !(is_c && option.starts_with("array-index"))) {
        let (name, values) = option.split_once('=').unwrap_or_default();
        let plain = values.split(',').next().unwrap_or_default();
        let mut named: Vec<&str> =
            own.iter().flatten().filter(|(own, _)| own == name).map(|(_, value)| value.as_str()).collect();
        named.sort_unstable();
        named.dedup();
        let free = name == "search" || named.is_empty() || named.contains(&plain);
        words.push(if free { (*option).to_owned() } else { format!("{name}={}", named.join(",")) });
    }
    matrix(&words.join(" "))
}

/// Combinations in which any two values of different options come together that do so in any combination at all.
fn pairs(all: &[Point], rng: &mut Rng) -> Vec<Point> {
    fn of(point: &Point) -> impl Iterator<Item = [&(String, String); 2]> {
        point.iter().enumerate().flat_map(|(at, a)| point[..at].iter().map(move |b| [b, a]))
    }
    let mut open: HashSet<[&(String, String); 2]> = all.iter().flat_map(of).collect();
    let mut chosen = Vec::new();
    while let Some(missing) = open.iter().min() {
        // Any that has the smallest missing pair, and of those the one with most of the others.
        let with: Vec<&Point> =
            all.iter().filter(|point| missing.iter().all(|option| point.contains(option))).collect();
        let drawn = (0..CANDIDATES).map(|_| with[rng.below(with.len())]);
        let Some(best) = drawn.max_by_key(|point| of(point).filter(|pair| open.contains(pair)).count()) else { break };
        for pair in of(best) {
            open.remove(&pair);
        }
        chosen.push(best.clone());
    }
    chosen
}
