//! The interpreter against the exploration: on random micro-c programs, every input of a small range satisfies exactly
//! one explored path, with the same outcome and the same output.
//!
//! `PATHFOLD_PROGRAMS` sets how many programs (default 400), `PATHFOLD_SEED` where the seeds start (default 0);
//! `PATHFOLD_SUBSUME` explores all of them with subsumption instead of half.

mod support;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pathfold_base::{Integer, SourceFile};
use pathfold_engine::state::State;
use pathfold_engine::step::End;
use pathfold_engine::traffic::Guarded;
use pathfold_engine::value as engine;
use pathfold_engine::{ArrayIndex, Config, Explorer, Limits, Loops, Merge, Observer, Search, Subsume};
use pathfold_ir::{CheckKind, LocId, Program};
use pathfold_microc::r#gen::{GenConfig, generate};
use pathfold_microc::interp::{Interp, Limits as RunLimits, Outcome};
use pathfold_microc::{load, lower};
use pathfold_term::eval::{Assignment, eval};
use pathfold_term::{Pool, SymbolId, SymbolKind, Term, Value};

/// The values each input takes.
const RANGE: std::ops::RangeInclusive<i64> = -2..=3;
/// Programs read at most this many inputs.
const INPUTS: usize = 3;

/// One explored path, as terms.
struct Path {
    stage: usize,
    conditions: Vec<Term>,
    counters: Vec<SymbolId>,
    end: Ended,
    reads: Vec<Guarded<Term>>,
    joined: bool,
    outputs: Vec<Guarded<Term>>,
}

enum Ended {
    Returned(Term),
    Error(CheckKind),
    /// Covers its inputs: none of them may go wrong.
    Subsumed,
    Incomplete,
}

#[derive(Default)]
struct Collect {
    paths: Vec<Path>,
    locs: Vec<LocId>,
    /// How often the exploration started again.
    stage: usize,
}

impl Observer for Collect {
    fn state_ended(&mut self, state: &State, end: &End, pool: &mut Pool) {
        let end = match end {
            End::Returned(value) => {
                Ended::Returned(value.and_then(|value| value.to_term(pool)).expect("main returns a number"))
            }
            End::Error(fault) => Ended::Error(fault.kind),
            End::Assumption | End::Discarded | End::Reported(..) | End::Exited(_) => {
                panic!("micro-c has no way to end like this")
            }
            End::Incomplete(_) => Ended::Incomplete,
            End::Subsumed(_) => {
                self.locs.push(Program::NOWHERE);
                Ended::Subsumed
            }
        };
        let mut number = |out: &Guarded<engine::Value>| Guarded {
            item: out.item.to_term(pool).expect("a number"),
            guard: out.guard,
        };
        let outputs = state.traffic.outputs.to_vec().iter().map(&mut number).collect();
        let reads = state.traffic.inputs.iter().copied().collect();
        let conditions: Vec<Term> = state.path.iter().collect();
        let mut counters: Vec<SymbolId> =
            conditions.iter().flat_map(|term| pool.free_symbols(*term).to_vec()).collect();
        counters.retain(|symbol| pool.symbol_info(*symbol).kind == SymbolKind::Counter);
        counters.sort_unstable();
        counters.dedup();
        let stage = self.stage;
        self.paths.push(Path { stage, conditions, counters, end, reads, joined: state.paths > 1, outputs });
    }

    fn started_again(&mut self) {
        self.stage += 1;
    }

    fn path_ended(&mut self, record: &pathfold_engine::PathRecord) {
        self.locs.push(match &record.end {
            pathfold_engine::PathEnd::Error { loc, .. } => *loc,
            _ => Program::NOWHERE,
        });
    }
}

/// The inputs that a path reads have these values, and so have path counters.
struct Tuple<'a> {
    pool: &'a Pool,
    values: &'a [i64],
    counters: Vec<(SymbolId, i64)>,
    /// What the path reads, in order; where states were joined only if the guard holds.
    reads: &'a [Guarded<Term>],
    inputs: Vec<(SymbolId, i64)>,
}

/// Path counters are tried up to here: loops of generated programs are short.
const LONGEST_LOOP: i64 = 24;

impl<'a> Tuple<'a> {
    fn new(pool: &'a Pool, values: &'a [i64], reads: &'a [Guarded<Term>]) -> Self {
        Self { pool, values, counters: Vec::new(), reads, inputs: Vec::new() }
    }

    fn holds(&self, term: Term) -> Option<bool> {
        match eval(self.pool, term, self, 1_000_000) {
            Ok(value) => Some(value == Value::Bool(true)),
            Err(_) => None,
        }
    }

    /// Hands the values to the inputs that are read so that nothing that is known contradicts it; whether that is
    /// possible. Where states were joined, whether an input is read may depend on what it is, by a check on the same path.
    /// What is not read is zero.
    fn read(&mut self, conditions: &[Term]) -> bool {
        self.inputs.clear();
        let mut chosen = Vec::new();
        self.choose(&mut chosen, conditions)
    }

    fn choose(&mut self, chosen: &mut Vec<bool>, conditions: &[Term]) -> bool {
        let Some(read) = self.reads.get(chosen.len()) else {
            let unread: Vec<SymbolId> = self.reads.iter().filter_map(|read| self.pool.as_symbol(read.item)).collect();
            let known = self.inputs.len();
            for symbol in unread {
                if self.inputs.iter().all(|(input, _)| *input != symbol) {
                    self.inputs.push((symbol, 0));
                }
            }
            let agrees = self
                .reads
                .iter()
                .zip(&*chosen)
                .all(|(read, is)| self.holds(read.guard).is_none_or(|holds| holds == *is));
            let fits = agrees && conditions.iter().all(|term| self.holds(*term) != Some(false));
            if !fits {
                self.inputs.truncate(known);
            }
            return fits;
        };
        let symbol = self.pool.as_symbol(read.item).expect("a symbol");
        let used = chosen.iter().filter(|is| **is).count();
        for is in [true, false] {
            if self.holds(read.guard) == Some(!is) || (is && used >= self.values.len()) {
                continue;
            }
            let known = self.inputs.len();
            if is {
                self.inputs.push((symbol, self.values[used]));
            }
            chosen.push(is);
            if self.choose(chosen, conditions) {
                return true;
            }
            chosen.pop();
            self.inputs.truncate(known);
        }
        // More inputs than there are values: the program does not end with these.
        false
    }

    /// Whether these inputs take a path: then its counters have values. SOUND: of the test, not more than one value of a
    /// counter may do.
    fn takes(&mut self, conditions: &[Term], counters: &[SymbolId]) -> usize {
        if !self.read(conditions) {
            return 0;
        }
        let Some((counter, rest)) = counters.split_first() else { return 1 };
        let (mut found, mut best) = (0, None);
        for value in 0..=LONGEST_LOOP {
            let known = self.counters.len();
            self.counters.push((*counter, value));
            let ways = self.takes(conditions, rest);
            if ways > 0 {
                (found, best) = (found + ways, Some(self.counters.clone()));
            }
            self.counters.truncate(known);
        }
        if let Some(best) = best {
            self.counters = best;
            self.read(conditions);
        }
        found
    }
}

impl Assignment for Tuple<'_> {
    fn get(&self, symbol: SymbolId) -> Option<Value> {
        if let Some((_, value)) = self.counters.iter().find(|(counter, _)| *counter == symbol) {
            return Some(Value::Int(Integer::from(*value)));
        }
        if let Some((_, value)) = self.inputs.iter().find(|(input, _)| *input == symbol) {
            return Some(Value::Int(Integer::from(*value)));
        }
        if self.reads.iter().any(|read| self.pool.as_symbol(read.item) == Some(symbol)) {
            return None;
        }
        // Inputs that a folded loop reads.
        let number: usize = self.pool.symbol_info(symbol).name.strip_prefix("input")?.parse().ok()?;
        self.values.get(number - 1).map(|value| Value::Int(Integer::from(*value)))
    }
}

fn number(pool: &Pool, term: Term, tuple: &Tuple<'_>) -> Integer {
    match eval(pool, term, tuple, 1_000_000) {
        Ok(Value::Int(n)) => n,
        other => panic!("{other:?} is not a number"),
    }
}

struct Counts {
    programs: u64,
    complete: u64,
    inputs: u64,
    errors: u64,
    folds: u64,
    merges: u64,
    subsumed: u64,
}

fn check_program(source: &str, config: &Config, counts: &mut Counts, name: &str) {
    let file = SourceFile::new("random.mc", source);
    let (checked, diagnostics) = load(&file);
    let checked = checked.unwrap_or_else(|| panic!("{name}: {diagnostics:?}\n{source}"));
    let program = lower(&checked, &file);
    let mut collect = Collect::default();
    let stop = Arc::new(AtomicBool::new(false));
    let mut explorer = Explorer::new(&program, config.clone(), support::solver(), stop);
    let summary = explorer.run(&mut collect);
    let complete = summary.reasons.is_empty();
    counts.programs += 1;
    counts.complete += u64::from(complete);
    counts.folds += summary.statistics.folds;
    counts.merges += summary.statistics.merges;
    counts.subsumed += summary.statistics.paths_subsumed;
    let pool = explorer.pool();
    let mut interp = Interp::new(&checked);
    let range: Vec<i64> = RANGE.collect();
    for code in 0..range.len().pow(INPUTS as u32) {
        let values: Vec<i64> = (0..INPUTS).map(|i| range[code / range.len().pow(i as u32) % range.len()]).collect();
        let mut outputs = Vec::new();
        let mut next = values.iter();
        let limits = RunLimits { max_steps: Some(200_000), ..RunLimits::default() };
        let outcome = interp.run(
            &[],
            || next.next().map(|value| Integer::from(*value)),
            |value| outputs.push(value.clone()),
            limits,
        );
        if matches!(outcome, Outcome::OutOfInputs | Outcome::Limit(_)) {
            continue;
        }
        let mut taken: Vec<usize> = Vec::new();
        let mut tuple = Tuple::new(pool, &values, &[]);
        for (index, path) in collect.paths.iter().enumerate() {
            let mut candidate = Tuple::new(pool, &values, &path.reads);
            let ways = candidate.takes(&path.conditions, &path.counters);
            // Where states were joined, a counter may have any value on the paths of the one that has none.
            let ways = if path.joined { ways.min(1) } else { ways };
            taken.extend(std::iter::repeat_n(index, ways));
            if ways > 0 {
                tuple = candidate;
            }
        }
        // What ended before the exploration started again may end once more, or be subsumed in the end.
        if taken.len() > 1 {
            let explored = |index: &usize| !matches!(collect.paths[*index].end, Ended::Subsumed);
            if taken.iter().any(explored) {
                taken.retain(explored);
            }
            let stage = taken.iter().map(|index| collect.paths[*index].stage).max();
            taken.retain(|index| Some(collect.paths[*index].stage) == stage);
        }
        let context = || {
            format!(
                "{name}, inputs {values:?}, {outcome:?}, {:?}, {:?}, {:?}, subsume {:?}\n{source}",
                config.search, config.loops, config.merge, config.subsume
            )
        };
        let shown = |index: &usize| -> Vec<String> {
            let conditions = collect.paths[*index].conditions.iter();
            let text = |term: Term| pathfold_term::infix(pool, term, &pathfold_term::Names::default());
            let reads = collect.paths[*index].reads.iter();
            let reads = reads.map(|read| format!("reads {} if {}", text(read.item), text(read.guard)));
            conditions.map(|term| text(*term)).chain(reads).collect()
        };
        let paths: Vec<Vec<String>> = taken.iter().map(shown).collect();
        assert!(taken.len() <= 1, "{} paths {paths:#?} for {}", taken.len(), context());
        let Some(&index) = taken.first() else {
            assert!(!complete, "no path for {}", context());
            continue;
        };
        counts.inputs += 1;
        let path = &collect.paths[index];
        match (&path.end, &outcome) {
            (Ended::Incomplete, _) => {
                assert!(!complete);
                continue;
            }
            (Ended::Returned(term), Outcome::Returned(value)) => {
                assert_eq!(number(pool, *term, &tuple), *value, "{}", context());
            }
            (Ended::Error(kind), Outcome::Error { kind: other, span }) => {
                counts.errors += 1;
                assert_eq!(kind.slug(), other.slug(), "{}", context());
                let loc = program.locs[collect.locs[index]];
                assert_eq!(loc.start, file.line_col(span.start), "{}", context());
            }
            (Ended::Subsumed, Outcome::Returned(_)) => {}
            (Ended::Subsumed, _) => panic!("the path is subsumed: {}", context()),
            (Ended::Returned(_), _) => panic!("the path returns: {}", context()),
            (Ended::Error(kind), _) => panic!("the path has {kind:?}: {}", context()),
        }
        let printed = path.outputs.iter().filter(|out| tuple.holds(out.guard) == Some(true));
        let printed: Vec<Integer> = printed.map(|out| number(pool, out.item, &tuple)).collect();
        match path.end {
            // The rest of it is not explored.
            Ended::Subsumed => assert!(outputs.starts_with(&printed), "{printed:?} for {}", context()),
            _ => assert_eq!(printed, outputs, "{}", context()),
        }
    }
}

fn variable(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

#[test]
fn every_input_takes_exactly_one_path_with_the_same_outcome() {
    let (programs, first) = (variable("PATHFOLD_PROGRAMS", 400), variable("PATHFOLD_SEED", 0));
    let searches = [Search::Bfs, Search::Dfs, Search::Random, Search::Tree, Search::Coverage, Search::Klee];
    let loops = [Loops::Unroll, Loops::Fold, Loops::Summarize, Loops::Compact, Loops::Fold];
    let merges = [Merge::Never, Merge::Always, Merge::Qce, Merge::Always, Merge::QceRecursive, Merge::Dynamic];
    let slices = [1, 2_000, 2, 5, 2_000, 13];
    let mut counts = Counts { programs: 0, complete: 0, inputs: 0, errors: 0, folds: 0, merges: 0, subsumed: 0 };
    for seed in first..first + programs {
        let shape = GenConfig {
            seed,
            max_inputs: INPUTS,
            terminating: true,
            divisions: seed % 2 == 0,
            symbolic_index: seed % 3 != 0,
            functions: usize::from(seed % 4 == 3),
            guarded: seed % 5 == 4,
            max_block_depth: 2 + (seed % 2) as usize,
            ..GenConfig::default()
        };
        let config = Config {
            search: searches[(seed % 6) as usize],
            array_index: if seed % 4 < 2 { ArrayIndex::Fork } else { ArrayIndex::Ite },
            loops: loops[(seed % 5) as usize],
            merge: merges[(seed / 5 % 6) as usize],
            // Every search and every way to treat loops, with and without.
            subsume: match seed / 30 % 4 {
                _ if std::env::var_os("PATHFOLD_SUBSUME").is_some() => Subsume::On,
                0 | 3 => Subsume::Off,
                1 => Subsume::Auto,
                _ => Subsume::On,
            },
            // Small programs are done before states are joined, if techniques take turns.
            turns: (seed / 30 % 4 == 1) != (seed % 7 == 0),
            // Programs are too small to be compiled by themselves.
            compile_after: if seed / 2 % 2 == 0 { Some(0) } else { None },
            // Nor do they run long enough to be interrupted.
            slice: slices[(seed / 3 % 6) as usize],
            slice_alone: slices[(seed / 3 % 6) as usize],
            seed,
            limits: Limits { max_paths: Some(400), timeout: Some(Duration::from_secs(3)), ..Limits::default() },
            ..Config::default()
        };
        let source = generate(&shape).expect("a valid configuration");
        check_program(&source, &config, &mut counts, &format!("seed {seed}"));
    }
    eprintln!(
        "{} programs, {} explored completely, {} inputs compared, {} of them errors, {} loops folded, {} states joined, \
         {} paths subsumed",
        counts.programs, counts.complete, counts.inputs, counts.errors, counts.folds, counts.merges, counts.subsumed
    );
    // The comparison must not be empty.
    assert!(programs < 100 || (counts.inputs > 20 * counts.programs && counts.complete * 2 > counts.programs));
    assert!(programs < 100 || (counts.errors > 0 && counts.folds > 3 && counts.merges > 100 && counts.subsumed > 20));
}
