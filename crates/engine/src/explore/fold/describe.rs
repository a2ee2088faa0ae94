//! What folding learns about loops, for people (`pathfold loops`): paths, classes, closed forms, numbers of iterations in the
//! terms of the source. Only done when the configuration asks for it; changes nothing about the exploration but its time.

use pathfold_base::FxSet;
use pathfold_term::{Names, Op, Sort, SymbolKind, TRUE, Term, infix};

use super::super::Explorer;
use super::iteration::{Iteration, Leaf, Tree};
use super::naming::Naming;
use super::tidy::Tidying;
use super::{Folded, Refused};
use crate::loops::automaton::Interleaving;
use crate::loops::closed::number;
use crate::loops::conditions::{comparisons, is_iv};
use crate::loops::report::{
    Analysis, FormReport, Iterations, LoopReport, Outcome, PathReport, TurnsReport, VariableReport,
};
use crate::loops::{Recurrence, Shape, Solving, Variable, count};
use crate::state::State;

/// Automata are computed for reports if they have at most so many paths.
const MOST_PATHS: usize = 8;
/// Ways out of an iteration that are listed.
const MOST_EXITS: usize = 12;
/// How often a loop is described that cannot be folded.
const MOST_TRIES: u64 = 2;

impl Explorer<'_> {
    /// What is known of every loop, in the order of the source.
    pub fn loops(&self) -> Vec<LoopReport> {
        let mut order: Vec<usize> = (0..self.folder.records.len()).collect();
        let lines = |index: &usize| self.code.loops[*index].lines;
        order.sort_by_key(|index| {
            let own = lines(index).map(|lines| (lines.file, lines.first, u32::MAX - lines.last));
            (self.code.functions[self.code.loops[*index].function].library, own.is_none(), own, *index)
        });
        let report = |index: &usize| {
            let (around, record) = (&self.code.loops[*index], &self.folder.records[*index]);
            let function = &self.code.functions[around.function];
            LoopReport {
                function: function.name.clone(),
                library: function.library,
                file: around.lines.and_then(|lines| self.program.files.get(lines.file).cloned()),
                lines: around.lines.map(|lines| (lines.first, lines.last)),
                depth: around.depth,
                parent: around.parent.and_then(|parent| order.iter().position(|other| *other == parent as usize)),
                irreducible: around.irreducible,
                entered: record.times,
                or_more: self.folder.quiet[*index],
                folded: record.folded,
                folded_inside: record.inside,
                refused: record.refused,
                why_not: record.why.clone(),
                analysis: record.analysis.clone(),
            }
        };
        order.iter().map(report).collect()
    }

    /// The states in which a loop that `start` is about to enter is left; with `explicit` for a loop around it.
    pub(super) fn fold_loop(&mut self, number: u32, start: &State, explicit: bool) -> Result<Vec<Folded>, Refused> {
        let folded = self.fold_at(number, start, explicit);
        let record = &mut self.folder.records[number as usize];
        match &folded {
            Ok(_) if explicit => record.inside += 1,
            Err(refused) if explicit && record.why.is_none() => record.why = Some(refused.why.clone()),
            Ok(_) | Err(_) => {}
        }
        folded
    }

    /// Notes what one iteration of a loop does, if somebody wants to know.
    pub(super) fn describe(
        &mut self,
        number: u32,
        start: &State,
        iteration: &Iteration,
        folded: &Result<Vec<Folded>, Refused>,
        summary: bool,
    ) {
        if !self.config.describe_loops {
            return;
        }
        let record = &mut self.folder.records[number as usize];
        let known = record.analysis.as_ref().map(|analysis| &analysis.outcome);
        let news = match known {
            None => true,
            Some(Outcome::Refused) => folded.is_ok() || record.described < MOST_TRIES,
            Some(Outcome::Template | Outcome::Summary(_)) => false,
        };
        if !news {
            return;
        }
        record.described += 1;
        let outcome = match folded {
            Ok(states) if summary => Outcome::Summary(states.len()),
            Ok(_) => Outcome::Template,
            Err(_) => Outcome::Refused,
        };
        let analysis = self.analyse(number, start, iteration, outcome);
        self.folder.records[number as usize].analysis = Some(analysis);
    }

    fn analyse(&mut self, number: u32, start: &State, iteration: &Iteration, outcome: Outcome) -> Analysis {
        let naming = self.naming(number, start, iteration);
        let mut tidying = Tidying::new(start);
        let symbols: Vec<Term> = iteration.variables.iter().map(|variable| variable.symbol).collect();
        let leaves = self.tidy_leaves(&mut tidying, iteration);

        let nexts: Vec<Vec<Term>> = leaves.iter().map(|leaf| leaf.next.clone()).collect();
        let conditions: Vec<Term> = leaves.iter().flat_map(|leaf| leaf.condition.clone()).collect();
        let read: Vec<Term> = leaves.iter().flat_map(Leaf::read).collect();
        let (mut niv, mut seen) = (Vec::new(), FxSet::default());
        for comparison in comparisons(&self.pool, &conditions) {
            let opposite = self.pool.not(comparison);
            if seen.insert(comparison)
                && !seen.contains(&opposite)
                && !is_iv(&mut self.pool, comparison, &symbols, &read, &nexts)
            {
                niv.push(infix(&self.pool, comparison, &naming.during));
            }
        }
        let mut exits = Vec::new();
        for way in ways_out(&iteration.tree) {
            let conditions: Vec<Term> =
                way.iter().map(|(term, holds)| if *holds { *term } else { self.pool.not(*term) }).collect();
            if self.contradict(&mut tidying, &conditions) {
                continue;
            }
            let conditions = self.tidy_conditions(&mut tidying, &conditions);
            let text = self.conjunction(&conditions, &naming.during);
            if !exits.contains(&text) {
                exits.push(text);
            }
        }
        let joined = self.joined(&mut tidying, iteration, &leaves);
        let (mut forms, iterations) = self.forms(&naming, iteration, &joined);
        if outcome == Outcome::Template {
            self.note_written_out(start, iteration, &mut forms);
        }
        let mut variables = Vec::new();
        for (index, form) in forms.into_iter().enumerate() {
            let entry = infix(&self.pool, iteration.variables[index].entry, &naming.before);
            variables.push(VariableReport { name: naming.names[index].clone(), entry, form });
        }
        let mut paths = Vec::new();
        for leaf in &leaves {
            let moved: Vec<usize> = (0..symbols.len()).filter(|index| leaf.next[*index] != symbols[*index]).collect();
            let named = |index: &usize, text: String| (naming.names[*index].clone(), text);
            let change = |index: &usize| named(index, infix(&self.pool, leaf.next[*index], &naming.during));
            let changes = moved.iter().map(change).collect();
            let condition = self.conjunction(&leaf.condition, &naming.during);
            let (forms, _) = self.forms(&naming, iteration, leaf);
            let form = |index: &usize| Some(named(index, forms[*index].as_ref()?.text.clone()));
            let forms: Option<Vec<(String, String)>> = moved.iter().map(form).collect();
            paths.push(PathReport { condition, changes, forms: forms.unwrap_or_default() });
        }
        let turns = self.turns_report(start, &iteration.variables, &leaves);
        Analysis { outcome, variables, paths, exits, iterations, counter: naming.counter, turns, niv }
    }

    /// The paths that come back, in the order of the source, in as few words as possible.
    fn tidy_leaves(&mut self, tidying: &mut Tidying<'_>, iteration: &Iteration) -> Vec<Leaf> {
        let mut order = Vec::new();
        leaves_in_order(&iteration.tree, &mut order);
        let mut leaves = Vec::new();
        for index in order {
            let leaf = &iteration.leaves[index];
            let condition = self.tidy_conditions(tidying, &leaf.condition);
            let next = leaf.next.iter().map(|next| self.tidy_term(tidying, &condition, *next)).collect();
            leaves.push(Leaf { condition, next, ..leaf.clone() });
        }
        leaves
    }

    /// All paths as one.
    fn joined(&mut self, tidying: &mut Tidying<'_>, iteration: &Iteration, leaves: &[Leaf]) -> Leaf {
        if let [only] = leaves {
            return only.clone();
        }
        let (guard, mut next) = iteration.tree.join(&iteration.leaves, &mut self.pool);
        let condition = self.tidy_conditions(tidying, &[guard]);
        for (index, value) in next.iter_mut().enumerate() {
            *value = match leaves.split_first() {
                Some((first, others)) if others.iter().all(|leaf| leaf.next[index] == first.next[index]) => {
                    first.next[index]
                }
                _ => self.tidy_term(tidying, &condition, *value),
            };
        }
        Leaf { condition, ..Leaf::of(TRUE, next) }
    }

    /// Several conditions at once, in their order.
    fn conjunction(&self, conditions: &[Term], names: &Names) -> String {
        let loose = |term: &Term| matches!(self.pool.op(*term), Op::Or | Op::Ite) && conditions.len() > 1;
        let texts = conditions.iter().map(|term| {
            let text = infix(&self.pool, *term, names);
            if loose(term) { format!("({text})") } else { text }
        });
        let all = texts.collect::<Vec<_>>().join(" && ");
        if all.is_empty() { "true".to_owned() } else { all }
    }

    /// How the paths take turns, where that is cheap to find out.
    fn turns_report(&mut self, start: &State, variables: &[Variable], leaves: &[Leaf]) -> Option<TurnsReport> {
        if leaves.len() > MOST_PATHS {
            return None;
        }
        let entries: Vec<Term> = variables.iter().map(|variable| variable.entry).collect();
        let mut turns = self.turns(start, variables, leaves).ok()?;
        self.find_ends(&mut turns, &entries).ok()?;
        let interleaving = match self.find_rounds(&mut turns) {
            Ok(()) => turns.automaton.interleaving(),
            Err(_) => Interleaving::Irregular,
        };
        if interleaving == Interleaving::Irregular {
            turns.periods.fill(0);
        }
        Some(TurnsReport { automaton: turns.automaton, interleaving, periods: turns.periods })
    }

    /// Says for how many iterations the template writes out what has no closed form from any values on.
    fn note_written_out(&mut self, start: &State, iteration: &Iteration, forms: &mut [Option<FormReport>]) {
        let plain = |form: &Option<FormReport>| form.as_ref().is_some_and(|form| form.shape != "sum");
        if forms.iter().all(plain) {
            return;
        }
        let (guard, next) = iteration.tree.join(&iteration.leaves, &mut self.pool);
        let entries: Vec<Term> = iteration.variables.iter().map(|variable| variable.entry).collect();
        let leaf = Leaf::of(guard, next);
        let Ok(closed) = self.close(start, &iteration.variables, &leaf, &entries, true) else { return };
        for (form, exact) in forms.iter_mut().zip(&closed.forms) {
            match (form, exact.shape) {
                (Some(form), Shape::Sum(most)) => form.text.push_str(&format!(" (at most {most})")),
                (form @ None, Shape::Sum(most) | Shape::Table(most)) => {
                    let text = format!("written out for at most {most} iterations");
                    *form = Some(FormReport { text, shape: "table".to_owned() });
                }
                (form @ None, shape @ (Shape::Orbit { period, .. } | Shape::Spiral { period, .. })) => {
                    let what = if matches!(shape, Shape::Orbit { .. }) { "comes back" } else { "gains the same" };
                    let text = format!("{what} every {period} iterations");
                    *form = Some(FormReport { text, shape: "periodic".to_owned() });
                }
                _ => {}
            }
        }
    }

    /// Closed forms from any values before the loop on, and how many iterations there are.
    fn forms(
        &mut self,
        naming: &Naming,
        iteration: &Iteration,
        leaf: &Leaf,
    ) -> (Vec<Option<FormReport>>, Option<Iterations>) {
        let guard = self.pool.and(&leaf.condition);
        let variables: Vec<Recurrence> = iteration
            .variables
            .iter()
            .zip(&leaf.next)
            .map(|(variable, next)| Recurrence { symbol: variable.symbol, entry: variable.symbol, next: *next })
            .collect();
        if variables.len() != iteration.variables.len() {
            return (Vec::new(), None);
        }
        let sorts: Vec<Sort> = variables.iter().map(|variable| self.pool.sort(variable.symbol)).collect();
        let sort = if sorts.contains(&Sort::Int) {
            Sort::Int
        } else {
            Sort::Bv(sorts.iter().filter_map(|sort| sort.width()).max().unwrap_or(64))
        };
        let tau = self.pool.fresh_of_kind("tau", SymbolKind::Bound, sort);
        let mut solving = Solving::new(&variables, tau, false);
        let solved = solving.solve(&mut self.pool, |_, _| None);
        let mut names = naming.before.clone();
        for (variable, name) in variables.iter().zip(&naming.names) {
            names.set(variable.symbol, format!("{name}0"), 0);
        }
        self.name_counter(&mut names, tau, &naming.counter);
        let mut forms: Vec<Option<FormReport>> = Vec::new();
        for (index, form) in solving.forms.iter().enumerate() {
            forms.push(match form {
                Some(form) => Some(FormReport {
                    text: infix(&self.pool, form.term, &names),
                    shape: shape(&form.shape).to_owned(),
                }),
                None => self.sum_form(naming, &solving, index, &names),
            });
        }
        // What decides about going on may be known although other things are not.
        let guard = solving.value_at(&mut self.pool, guard, tau);
        let open = |explorer: &mut Self| {
            let free = explorer.pool.free_symbols(guard);
            let symbol = |index: usize| explorer.pool.as_symbol(variables[index].symbol);
            (0..variables.len()).any(|index| {
                solving.forms[index].is_none() && symbol(index).is_some_and(|symbol| free.contains(&symbol))
            })
        };
        if !solved && open(self) {
            return (forms, None);
        }
        let found = count(&mut self.pool, guard, tau);
        let iterations = match found {
            Some(found) => {
                let zero = number(&mut self.pool, sort, 0);
                let (often, when) = match (self.pool.op(found.term), self.pool.args(found.term)) {
                    (Op::Ite, &[when, often, none]) if Some(none) == zero => (often, when),
                    _ => (found.term, TRUE),
                };
                let condition = |term: Term| match term {
                    TRUE => String::new(),
                    _ => infix(&self.pool, term, &names),
                };
                Iterations::Term {
                    often: infix(&self.pool, often, &names),
                    when: condition(when),
                    ends: condition(found.ends),
                }
            }
            None => {
                self.name_counter(&mut names, tau, &naming.index);
                Iterations::Counter { guard: infix(&self.pool, guard, &names), at: naming.index.clone() }
            }
        };
        (forms, Some(iterations))
    }

    /// A counter under its name, in all widths.
    fn name_counter(&mut self, names: &mut Names, tau: Term, name: &str) {
        names.set(tau, name, 1);
        if let Sort::Bv(width) = self.pool.sort(tau) {
            for narrow in [8, 16, 32, 64].into_iter().filter(|narrow| *narrow < width) {
                let part = self.pool.extract(narrow - 1, 0, tau);
                names.set(part, name, 1);
            }
        }
    }

    /// What is added up, if a variable is a sum of what differs from iteration to iteration.
    fn sum_form(&mut self, naming: &Naming, solving: &Solving<'_>, index: usize, names: &Names) -> Option<FormReport> {
        let step = solving.step(&mut self.pool, index)?;
        let mut inner = names.clone();
        self.name_counter(&mut inner, solving.tau, &naming.index);
        let text = format!(
            "{}0 + sum of ({}) for {} < {}",
            naming.names[index],
            infix(&self.pool, step, &inner),
            naming.index,
            naming.counter
        );
        Some(FormReport { text, shape: "sum".to_owned() })
    }
}

/// The conditions of the ways out of an iteration, those of the last decisions first.
fn ways_out(tree: &Tree) -> Vec<Vec<(Term, bool)>> {
    let (mut open, mut found) = (vec![(tree, Vec::new())], Vec::new());
    while let Some((tree, so_far)) = open.pop() {
        match tree {
            Tree::Back(_) => {}
            Tree::Gone if found.len() < MOST_EXITS => found.push(so_far),
            Tree::Gone => {}
            Tree::Fork(condition, first, second) => {
                for (way, holds) in [(first, true), (second, false)] {
                    let mut so_far = so_far.clone();
                    so_far.push((*condition, holds));
                    open.push((way, so_far));
                }
            }
        }
    }
    found
}

/// The paths that come back, in the order of the source.
fn leaves_in_order(tree: &Tree, order: &mut Vec<usize>) {
    match tree {
        Tree::Back(leaf) => order.push(*leaf),
        Tree::Gone => {}
        Tree::Fork(_, first, second) => {
            leaves_in_order(first, order);
            leaves_in_order(second, order);
        }
    }
}

fn shape(shape: &Shape) -> &'static str {
    match shape {
        Shape::Unchanged => "unchanged",
        Shape::Linear(_) => "linear",
        Shape::Polynomial => "polynomial",
        Shape::Geometric => "geometric",
        Shape::Assigned => "assigned",
        Shape::Alternating => "alternating",
        Shape::Orbit { .. } | Shape::Spiral { .. } => "periodic",
        Shape::Sum(_) => "sum",
        Shape::Table(_) => "table",
    }
}
