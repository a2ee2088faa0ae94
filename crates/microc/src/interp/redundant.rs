//! After a function is compiled: what is known already is not done again. A cell that was read is not read again while nothing
//! was written, and a jump that is always or never taken, as after `found = 1`, is no test.
//!
//! Facts go forward through the function and meet where ways meet, until none changes. They hold on every way that a run can
//! take, so nothing that is left out could have been wrong: the same cell was read before.

use pathfold_base::Span;

use super::code::Reg;
use super::compile::Body;
use super::effects::{Access, Next, accesses, next};
use super::instr::Instr;

/// The most facts of a kind that are kept: what matters was learnt a few instructions before.
const MOST_FACTS: usize = 8;
/// How often a function is gone through at most; if facts change for longer, it stays as it is.
const MOST_ROUNDS: usize = 10;

/// Leaves out what is known already.
pub(super) fn leave_out(body: &mut Body) {
    let Some(facts) = Flow::of(body) else { return };
    let old = std::mem::take(&mut body.instrs);
    // Where each old instruction is now; one more for the end.
    let mut moved = Vec::with_capacity(old.len() + 1);
    for (at, (instr, span)) in old.iter().copied().enumerate() {
        moved.push(body.instrs.len() as u32);
        // What was put in front of the function and its end stay where they are, and so do instructions that are joined.
        let is_fixed = at < body.prologue || at + 1 == old.len() || at > 0 && old[at - 1].0.length() > 1;
        let kept = if is_fixed { Some(instr) } else { facts[at].as_ref().and_then(|facts| facts.rest_of(instr)) };
        body.instrs.extend(kept.map(|instr| (instr, span)));
    }
    moved.push(body.instrs.len() as u32);
    let prologue = body.prologue as u32;
    for label in &mut body.labels {
        *label = moved[(*label + prologue) as usize] - prologue;
    }
}

/// What a load reads: these registers must be as they were, and no cell be written since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Pointed(Reg),
    Via(Reg, u32),
    Field(Reg, u32),
    Element(Reg, Reg, i32),
}

impl Source {
    /// What a load reads, and where it puts that.
    fn of(instr: Instr) -> Option<(Source, Reg)> {
        match instr {
            Instr::Load { dst, ptr } => Some((Source::Pointed(ptr), dst)),
            Instr::LoadVia { dst, ptr, index } => Some((Source::Via(ptr, index), dst)),
            Instr::LoadField { dst, record, index } => Some((Source::Field(record, index), dst)),
            Instr::LoadElem { dst, array, index, off } => Some((Source::Element(array, index, off), dst)),
            _ => None,
        }
    }

    fn reads(self, reg: Reg) -> bool {
        match self {
            Source::Pointed(from) | Source::Via(from, _) | Source::Field(from, _) => from == reg,
            Source::Element(array, index, _) => array == reg || index == reg,
        }
    }
}

/// What is known before an instruction.
#[derive(Clone, Default, Debug)]
struct Facts {
    /// Registers that hold a certain word.
    words: Vec<(Reg, i64)>,
    /// Registers that hold what a load would read.
    loads: Vec<(Source, Reg)>,
}

impl Facts {
    fn word(&self, reg: Reg) -> Option<i64> {
        self.words.iter().find(|(known, _)| *known == reg).map(|(_, word)| *word)
    }

    fn holder(&self, source: Source) -> Option<Reg> {
        self.loads.iter().find(|(known, _)| *known == source).map(|(_, reg)| *reg)
    }

    /// Keeps what holds on another way too; says whether something was lost.
    fn meet(&mut self, other: &Facts) -> bool {
        let before = self.words.len() + self.loads.len();
        self.words.retain(|fact| other.words.contains(fact));
        self.loads.retain(|fact| other.loads.contains(fact));
        self.words.len() + self.loads.len() < before
    }

    fn write(&mut self, reg: Reg) {
        self.words.retain(|(known, _)| *known != reg);
        self.loads.retain(|(source, holder)| *holder != reg && !source.reads(reg));
    }

    /// Forgets what was known of registers that an instruction writes.
    fn write_all(&mut self, instr: Instr) {
        accesses(&instr, |access| match access {
            Access::Small(reg) | Access::Any(reg) => self.write(reg),
            Access::Number(_) | Access::Word(_) => {}
        });
    }

    fn learn_word(&mut self, reg: Reg, word: i64) {
        if self.word(reg).is_none() && self.words.len() < MOST_FACTS {
            self.words.push((reg, word));
        }
    }

    /// Whether a jump is taken, if that is known. Words of large numbers are not their numbers.
    fn decides(&self, instr: Instr) -> Option<bool> {
        let small = |reg| self.word(reg).filter(|word| word & 1 == 0);
        match instr {
            Instr::Jump { .. } => Some(true),
            Instr::JumpEqWord { a, imm, .. } => small(a).map(|word| word == imm),
            Instr::JumpNeWord { a, imm, .. } => small(a).map(|word| word != imm),
            Instr::JumpLtWord { a, imm, .. } => small(a).map(|word| word < imm),
            Instr::JumpGtWord { a, imm, .. } => small(a).map(|word| word > imm),
            Instr::JumpEq { a, b, .. } => small(a).zip(small(b)).map(|(a, b)| a == b),
            Instr::JumpNe { a, b, .. } => small(a).zip(small(b)).map(|(a, b)| a != b),
            _ => None,
        }
    }

    /// What is left to do of an instruction.
    fn rest_of(&self, instr: Instr) -> Option<Instr> {
        if let Some(taken) = self.decides(instr) {
            let mut jump = instr;
            return jump.target_mut().map(|to| Instr::Jump { to: *to }).filter(|_| taken);
        }
        if let Instr::Word { dst, word } = instr
            && self.word(dst) == Some(word)
        {
            return None;
        }
        match Source::of(instr).and_then(|(source, dst)| Some((self.holder(source)?, dst))) {
            Some((holder, dst)) if holder == dst => None,
            Some((src, dst)) => Some(Instr::Move { dst, src }),
            None => Some(instr),
        }
    }

    /// What is known where a jump goes.
    fn behind_jump(&mut self, instr: Instr) {
        self.write_all(instr);
        if let Instr::JumpEqWord { a, imm, .. } = instr {
            self.learn_word(a, imm);
        }
    }

    /// What is known behind an instruction that goes on with the next one.
    fn behind(&mut self, instr: Instr) {
        match next(&instr) {
            Next::Calls(args, _) => {
                // The registers of what is called are these, and it may write any cell.
                self.words.retain(|(reg, _)| *reg < args);
                self.loads.clear();
            }
            Next::Falls | Next::Ends | Next::Outside => {}
        }
        if writes_cells(&instr) {
            self.loads.clear();
        }
        let copied = match instr {
            Instr::Move { src, .. } => self.word(src),
            _ => None,
        };
        self.write_all(instr);
        match instr {
            Instr::Word { dst, word } => self.learn_word(dst, word),
            Instr::Move { dst, .. } => copied.into_iter().for_each(|word| self.learn_word(dst, word)),
            // A way on which the jump was not taken.
            Instr::JumpNeWord { a, imm, .. } => self.learn_word(a, imm),
            _ => {}
        }
        if let Some((source, dst)) = Source::of(instr)
            && !source.reads(dst)
            && self.loads.len() < MOST_FACTS
        {
            self.loads.push((source, dst));
        }
    }
}

/// Whether cells that were there before may hold something else afterwards. Calls are not asked for.
fn writes_cells(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Store { .. }
            | Instr::StoreVia { .. }
            | Instr::StoreField { .. }
            | Instr::StoreElem { .. }
            | Instr::StoreElemWord { .. }
    )
}

/// What is known before each instruction, none where no way leads.
struct Flow<'a> {
    instrs: &'a [(Instr, Span)],
    facts: Vec<Option<Facts>>,
    /// Which instructions jumps go to.
    is_target: Vec<bool>,
}

impl Flow<'_> {
    /// None if it takes too long to say.
    fn of(body: &Body) -> Option<Vec<Option<Facts>>> {
        let instrs = &body.instrs[..];
        let place = |instr: Instr| {
            let mut instr = instr;
            instr.target_mut().map(|to| body.labels[*to as usize] as usize + body.prologue)
        };
        let mut is_target = vec![false; instrs.len() + 1];
        instrs.iter().filter_map(|(instr, _)| place(*instr)).for_each(|to| is_target[to] = true);
        let mut flow = Flow { instrs, facts: vec![None; instrs.len() + 1], is_target };
        *flow.facts.first_mut()? = Some(Facts::default());
        for _ in 0..MOST_ROUNDS {
            if !flow.spread(place) {
                return Some(flow.facts);
            }
        }
        None
    }

    /// A way to an instruction; says whether less is known before it than was.
    fn arrive(&mut self, at: usize, facts: Facts) -> bool {
        match &mut self.facts[at] {
            Some(before) => before.meet(&facts),
            none => {
                *none = Some(facts);
                true
            }
        }
    }

    /// Goes through the function once; says whether something changed that other ways depend on.
    fn spread(&mut self, place: impl Fn(Instr) -> Option<usize>) -> bool {
        let mut changed = false;
        for at in 0..self.instrs.len() {
            let (Some(facts), instr) = (&self.facts[at], self.instrs[at].0) else { continue };
            let (mut behind, decided) = (facts.clone(), facts.decides(instr));
            if let Some(to) = place(instr).filter(|_| decided != Some(false)) {
                let mut there = facts.clone();
                there.behind_jump(instr);
                changed |= self.arrive(to, there);
            }
            if next(&instr) == Next::Ends || decided == Some(true) {
                continue;
            }
            behind.behind(instr);
            let next = at + instr.length();
            if self.is_target[next] {
                changed |= self.arrive(next, behind);
            } else {
                self.facts[next] = Some(behind);
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::load;
    use super::super::compile::compile;
    use super::super::instr::Instr;
    use super::Source;
    use pathfold_base::SourceFile;

    /// The instructions of a program.
    fn instrs(text: &str) -> Vec<Instr> {
        let (checked, diagnostics) = load(&SourceFile::new("t.mc", text));
        compile(&checked.unwrap_or_else(|| panic!("{text}\n{diagnostics:?}"))).instrs
    }

    fn loads(text: &str) -> usize {
        instrs(text).into_iter().filter(|instr| Source::of(*instr).is_some()).count()
    }

    fn tests_of_words(text: &str) -> usize {
        let jumps = instrs(text).into_iter().filter(|instr| {
            matches!(
                instr,
                Instr::JumpEqWord { .. }
                    | Instr::JumpNeWord { .. }
                    | Instr::JumpLtWord { .. }
                    | Instr::JumpGtWord { .. }
            )
        });
        jumps.count()
    }

    #[test]
    fn what_was_read_is_not_read_again_unless_something_was_written() {
        let function = |body: &str| {
            format!("f(p, n) {{ var x; x = 0; {body} return x; }} main() {{ return f(alloc {{k: 1, l: 2}}, input); }}")
        };
        for (body, expected) in [
            ("if ((*p).k == n) { x = 1; } else { if (n < (*p).k) { x = 2; } }", 1),
            ("if ((*p).k == n) { x = 1; } else { if (n < (*p).l) { x = 2; } }", 2),
            ("if ((*p).k == n) { (*p).k = 3; } if (n < (*p).k) { x = 2; }", 2),
            ("if ((*p).k == n) { p = alloc {k: 4, l: 5}; } if (n < (*p).k) { x = 2; }", 2),
            ("if ((*p).k == n) { x = f(p, n - 1); } if (n < (*p).k) { x = 2; }", 2),
            ("while (n < (*p).k) { n = n + 1; if ((*p).k == n) { x = 1; } }", 1),
        ] {
            assert_eq!(loads(&function(body)), expected, "{body}");
        }
    }

    #[test]
    fn flags_that_are_known_are_not_tested() {
        let function =
            |body: &str| format!("main() {{ var found, n; found = 0; n = input; {body} return found + n; }}");
        for (body, expected) in [
            // Tested at the end of an iteration in which it stayed as it was, or jumped past where it was set.
            ("while (!found && n != 0) { if (n == 7) { found = 1; } else { n = n - 1; } }", 3),
            ("while (!found && n != 0) { n = n - 1; }", 2),
            ("while (!found && n != 0) { found = n; n = n - 1; }", 3),
            ("if (found) { n = 3; }", 0),
            ("if (n == 3) { found = 1; } if (found) { n = 3; }", 2),
        ] {
            assert_eq!(tests_of_words(&function(body)), expected, "{body}: {:#?}", instrs(&function(body)));
        }
    }
}
