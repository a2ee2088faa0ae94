//! What an invariant may be made of. The preconditions of a few iterations name what has to hold (seed 0, 4.2.1: `_t` is 0,
//! 1, 2): their comparisons, and the comparisons of what they talk about. Wrong ones cost time, never a proof.

use pathfold_base::{Bits, FxSet};
use pathfold_term::{Op, Sort, Term, Value as Constant};

use super::super::Explorer;
use super::point::PointId;
use super::segment::Grown;
use super::weakest::{Assumed, Goal, Weakest};

/// Iterations whose preconditions are looked at.
const ITERATIONS: usize = 2;
/// How far comparisons are carried backwards from point to point, how many to each, and at how many places.
const FARTHEST: usize = 12;
const MOST_CARRIED: usize = 40;
const MOST_CARRYING: usize = 30_000;
/// Numbers that are compared with each other.
const MOST_COMPARED: usize = 12;
/// Constants that a number is compared with.
const MOST_CONSTANTS: usize = 6;
/// Candidates of one header.
const MOST_CANDIDATES: usize = 220;
/// Larger preconditions are not taken as a whole.
const LARGE: usize = 24;

/// The candidates of a header, those that come from preconditions first.
struct Found {
    symbols: FxSet<Term>,
    seen: FxSet<Term>,
    candidates: Vec<Term>,
}

impl Explorer<'_> {
    /// Candidates for the headers of a proof; `values` are the numbers of the state at the first.
    pub(super) fn candidates(
        &mut self,
        headers: &[PointId],
        points: &[PointId],
        values: &[Term],
        joins: bool,
    ) -> Result<Assumed, Grown> {
        // After so many iterations everything is fine.
        let mut assumed: Assumed = headers.iter().map(|id| (*id, Vec::new())).collect();
        let mut rounds: Vec<Assumed> = Vec::new();
        for _ in 0..ITERATIONS {
            let mut next = Assumed::default();
            for id in headers {
                let mut how = Weakest::new(Goal::Safe, Some(&assumed), joins);
                next.insert(*id, vec![self.weakest(*id, &mut how)?]);
            }
            rounds.push(next.clone());
            if next == assumed {
                break;
            }
            assumed = next;
        }
        let carried = self.carried(points, joins)?;
        let mut result = Assumed::default();
        for id in headers {
            if self.watch.is_over() {
                result.insert(*id, Vec::new());
                continue;
            }
            let conditions: Vec<Term> = rounds.iter().filter_map(|round| round.get(id)?.first().copied()).collect();
            let entry = if *id == headers[0] { values } else { &[] };
            let carried = carried.get(id).map_or(&[][..], Vec::as_slice);
            result.insert(*id, self.candidates_of(*id, &conditions, carried, entry));
        }
        Ok(result)
    }

    /// The comparisons that segments make, at the points before them.
    fn carried(&mut self, points: &[PointId], joins: bool) -> Result<Assumed, Grown> {
        let (mut atoms, mut work) = (Assumed::default(), MOST_CARRYING);
        // Where something can be wrong later: there it matters which way is taken.
        let mut needy: FxSet<PointId> = FxSet::default();
        loop {
            let before = needy.len();
            for id in points.iter().rev() {
                if self.segment(*id, joins)?.needs(&needy, &mut Vec::new()) {
                    needy.insert(*id);
                }
            }
            if needy.len() == before {
                break;
            }
        }
        for id in points {
            let node = self.segment(*id, joins)?;
            let mut conditions = Vec::new();
            node.needs(&needy, &mut conditions);
            let mut found = Vec::new();
            for condition in conditions {
                self.atoms(condition, &mut found, &mut Vec::new());
            }
            found.retain(|atom| self.is_about(*id, *atom));
            found.truncate(MOST_CARRIED);
            atoms.insert(*id, found);
        }
        for _ in 0..FARTHEST {
            let mut changed = false;
            for id in points.iter().rev() {
                let node = self.segment(*id, joins)?;
                let mut reached = Vec::new();
                node.reaches(&mut reached);
                if self.watch.is_over() {
                    return Ok(atoms);
                }
                for (to, values) in reached {
                    for atom in atoms.get(&to).cloned().unwrap_or_default() {
                        let Some(left) = work.checked_sub(1) else { return Ok(atoms) };
                        if atoms[id].len() >= MOST_CARRIED {
                            break;
                        }
                        work = left;
                        let before = self.instantiated(to, atom, values);
                        if !self.pool.is_const(before)
                            && !atoms[id].contains(&before)
                            && self.is_small(before)
                            && self.is_about(*id, before)
                            && let Some(here) = atoms.get_mut(id)
                        {
                            here.push(before);
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        Ok(atoms)
    }

    /// Whether a condition is about the numbers of a point only.
    fn is_about(&mut self, id: PointId, term: Term) -> bool {
        let symbols = self.pool.free_symbols(term);
        let known = &self.subsumer.points.all[id].symbols;
        symbols.iter().all(|symbol| known.contains(&self.pool.symbol_term(*symbol)))
    }

    fn candidates_of(&mut self, id: PointId, conditions: &[Term], carried: &[Term], entry: &[Term]) -> Vec<Term> {
        let symbols = self.subsumer.points.all[id].symbols.clone();
        let mut found =
            Found { symbols: symbols.iter().copied().collect(), seen: FxSet::default(), candidates: Vec::new() };
        let (mut atoms, mut constants) = (Vec::new(), Vec::new());
        for condition in conditions.iter().chain(carried) {
            self.atoms(*condition, &mut atoms, &mut constants);
        }
        // What they talk about, in the order of the point.
        let mut about: FxSet<Term> = FxSet::default();
        for condition in conditions.iter().chain(carried) {
            for symbol in self.pool.free_symbols(*condition).iter() {
                about.insert(self.pool.symbol_term(*symbol));
            }
        }
        let compared: Vec<(usize, Term)> = symbols
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, symbol)| about.contains(symbol))
            .take(MOST_COMPARED)
            .collect();
        for atom in atoms {
            self.variants(atom, &mut found);
        }
        for condition in conditions {
            self.clauses(*condition, &mut found);
        }
        for (index, (place, a)) in compared.iter().enumerate() {
            for (other, b) in &compared[index + 1..] {
                if self.pool.sort(*a) != self.pool.sort(*b) {
                    continue;
                }
                self.compare(*a, *b, &mut found);
                if let (Some(x), Some(y)) = (entry.get(*place), entry.get(*other)) {
                    self.distance(*a, *b, (*x, *y), &mut found);
                }
            }
        }
        for (place, a) in &compared {
            let sort = self.pool.sort(*a);
            let mut with: Vec<Term> = Vec::new();
            with.extend(entry.get(*place).copied().filter(|value| self.pool.is_const(*value)));
            match sort {
                Sort::Int => with.extend([self.pool.int(0), self.pool.int(1)]),
                Sort::Bv(width) => with.extend([self.pool.bv(width, 0), self.pool.bv(width, 1)]),
                Sort::Bool | Sort::Fp(_) | Sort::Array(..) => {}
            }
            with.extend(
                constants.iter().copied().filter(|constant| self.pool.sort(*constant) == sort).take(MOST_CONSTANTS),
            );
            for constant in with {
                self.compare(*a, constant, &mut found);
                let equal = self.pool.eq(*a, constant);
                let differs = self.pool.not(equal);
                self.add(differs, &mut found);
            }
            if sort == Sort::Bool {
                let not = self.pool.not(*a);
                self.add(*a, &mut found);
                self.add(not, &mut found);
            }
        }
        found.candidates
    }

    /// The comparisons in a condition, and the constants.
    fn atoms(&mut self, condition: Term, atoms: &mut Vec<Term>, constants: &mut Vec<Term>) {
        let mut seen = FxSet::default();
        let mut work = vec![condition];
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.pool.op(term) {
                Op::Eq | Op::IntLe | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::FpLt | Op::FpLe | Op::FpEq => {
                    atoms.push(term);
                }
                Op::Const(_) if self.pool.sort(term) != Sort::Bool && !constants.contains(&term) => {
                    constants.push(term)
                }
                _ => {}
            }
            work.extend(self.pool.args(term).iter().rev());
        }
    }

    /// An atom, its negation, and what is near to it.
    fn variants(&mut self, atom: Term, found: &mut Found) {
        let args = self.pool.arg_list(atom);
        let not = self.pool.not(atom);
        self.add(atom, found);
        self.add(not, found);
        if args.len() == 2 && matches!(self.pool.sort(args[0]), Sort::Int | Sort::Bv(_)) {
            match self.pool.op(atom) {
                Op::BvUlt | Op::BvUle => {
                    for (a, b) in [(args[0], args[1]), (args[1], args[0])] {
                        let near = self.pool.bv_ule(a, b);
                        self.add(near, found);
                    }
                }
                _ => self.compare(args[0], args[1], found),
            }
        }
    }

    /// The parts that a condition is the conjunction of, and the condition.
    fn clauses(&mut self, condition: Term, found: &mut Found) {
        if self.pool.op(condition) == Op::And {
            for part in self.pool.arg_list(condition).iter() {
                if self.is_small(*part) {
                    self.add(*part, found);
                }
            }
        }
        if self.is_small(condition) {
            self.add(condition, found);
        }
    }

    fn is_small(&self, term: Term) -> bool {
        let mut seen = FxSet::default();
        let mut work = vec![term];
        while let Some(next) = work.pop() {
            if seen.insert(next) && seen.len() <= LARGE {
                work.extend(self.pool.args(next));
            }
        }
        seen.len() <= LARGE
    }

    fn compare(&mut self, a: Term, b: Term, found: &mut Found) {
        for (a, b) in [(a, b), (b, a)] {
            let term = match self.pool.sort(a) {
                Sort::Int => self.pool.int_le(a, b),
                Sort::Bv(_) => self.pool.mk(Op::BvSle, &[a, b]),
                Sort::Bool | Sort::Fp(_) | Sort::Array(..) => continue,
            };
            self.add(term, found);
        }
    }

    /// Two numbers that are a fixed distance apart may stay so, or at least so.
    fn distance(&mut self, a: Term, b: Term, (x, y): (Term, Term), found: &mut Found) {
        let apart = self.pool.sub(x, y);
        let is_zero = match self.pool.value(apart) {
            Some(Constant::Int(n)) => n.to_i64() == Some(0),
            Some(Constant::Bits(bits)) => *bits == Bits::new(bits.width(), 0),
            _ => return,
        };
        if is_zero {
            return;
        }
        let difference = self.pool.sub(a, b);
        self.compare(difference, apart, found);
    }

    /// Adds a candidate that is about the header only.
    fn add(&mut self, term: Term, found: &mut Found) {
        if found.candidates.len() >= MOST_CANDIDATES || self.pool.is_const(term) || !found.seen.insert(term) {
            return;
        }
        let symbols = self.pool.free_symbols(term);
        if symbols.iter().all(|symbol| found.symbols.contains(&self.pool.symbol_term(*symbol))) {
            found.candidates.push(term);
        }
    }
}
