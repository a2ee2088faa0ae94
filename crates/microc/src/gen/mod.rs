//! Random programs (seed 0, sections 5.1 and 6.1). Statements and expressions are chosen uniformly, except for loops,
//! whose probabilities are given. All variables have a value before they are read. Divisions, dereferences and array
//! accesses may fail, but rarely do, as in the thesis: a divisor may be zero, a pointer null, and arrays are indexed by
//! numbers below their initial size, but a smaller array may be assigned later. What the text leaves open, conditions of general
//! loops and places of errors, is chosen such that about as many programs end, and end in errors, as in Table 6.17.
//!
//! Beyond the thesis, each off by default: more functions, symbolic indices, guarded programs (its own wish in section
//! 7.1: large programs with many expressions that could fail and few that do), a bound on inputs, and loops that end.

mod exprs;
mod stmts;

use pathfold_base::{Rng, SourceFile};

/// What to generate. The same configuration gives the same text, always.
#[derive(Clone, PartialEq, Debug)]
pub struct GenConfig {
    /// Chooses the program.
    pub seed: u64,
    /// Probability that a statement is an iterating loop: a variable counts up to another one (`forLoopGenProb`).
    pub for_prob: f64,
    /// Probability that a statement is a loop with a random condition (`loopGenProb`).
    pub while_prob: f64,
    /// How deep blocks nest (`maxBlockDepth`).
    pub max_block_depth: usize,
    /// The most statements chosen at random directly in a function (`maxTopLvlStmtsCount`), besides two assignments that
    /// come first.
    pub max_top_statements: usize,
    /// The most statements chosen at random in a nested block (`maxStmtsWithinABlock`), besides the step of a loop.
    pub max_block_statements: usize,
    /// Whether a statement that fails when run is put at a random place of a function, in no block (`errorGuaranteed`).
    pub error_guaranteed: bool,
    /// Whether there are divisions (`generateDivisions`).
    pub divisions: bool,
    /// How many functions besides `main`, which call each other and themselves to a bounded depth; 0 as in the thesis.
    pub functions: usize,
    /// Whether arrays are also indexed by variables; the thesis does not, because most such programs fail.
    pub symbolic_index: bool,
    /// Whether what could fail is mostly guarded by a condition or cannot fail by construction.
    pub guarded: bool,
    /// The most inputs a run reads, 0 for any number. With a bound, no `input` is in a loop or in another function.
    pub max_inputs: usize,
    /// Whether every loop also counts up to a small number, so that every run ends.
    pub terminating: bool,
}

impl Default for GenConfig {
    fn default() -> Self {
        Self {
            seed: 0,
            for_prob: 0.1,
            while_prob: 0.05,
            max_block_depth: 3,
            max_top_statements: 10,
            max_block_statements: 5,
            error_guaranteed: false,
            divisions: true,
            functions: 0,
            symbolic_index: false,
            guarded: false,
            max_inputs: 0,
            terminating: false,
        }
    }
}

impl GenConfig {
    /// What is wrong with it, if anything.
    pub fn validate(&self) -> Result<(), String> {
        for (name, p) in [("for", self.for_prob), ("while", self.while_prob)] {
            if !(0.0..=1.0).contains(&p) {
                return Err(format!("the probability of `{name}` loops must be between 0 and 1, not {p}"));
            }
        }
        if self.for_prob + self.while_prob > 1.0 {
            let (counting, others) = (self.for_prob, self.while_prob);
            return Err(format!(
                "the probabilities of loops must not add up to more than 1, as {counting} and {others} do"
            ));
        }
        if self.max_top_statements == 0 || self.max_block_statements == 0 {
            return Err("blocks must have room for a statement".to_owned());
        }
        if self.max_block_depth > 50 {
            return Err("blocks must not nest more than 50 levels deep".to_owned());
        }
        Ok(())
    }
}

/// Longer programs are refused: names are looked for in all that there are, and blocks in blocks have no end.
const MOST_STATEMENTS: usize = 100_000;

/// The text of a random program, or what is wrong with the configuration.
pub fn generate(config: &GenConfig) -> Result<String, String> {
    config.validate()?;
    let mut generator = Generator {
        config,
        rng: Rng::new(config.seed),
        functions: Vec::new(),
        scope: Scope::default(),
        inputs: 0,
        names: 0,
        statements: 0,
    };
    let text = generator.program();
    if generator.is_too_long() {
        return Err(
            "programs must not have more than 100000 statements: allow fewer, or blocks that nest less".to_owned()
        );
    }
    // Printed by our own printer, so that formatting a generated program changes nothing.
    let file = SourceFile::new("generated.mc", text);
    match crate::parse(&file) {
        (Some(program), _) => Ok(crate::fmt::print(&program)),
        // Whatever was asked for: the mistake is here.
        (None, diagnostics) => unreachable!("generated programs are valid: {diagnostics:?}"),
    }
}

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Number,
    /// Of numbers, with this many at first.
    Array(usize),
    /// With number fields `f0`, `f1`, …
    Record(usize),
    /// To a number.
    Pointer,
}

#[derive(Clone, Debug)]
struct Var {
    name: String,
    kind: Kind,
    /// Counts the iterations of a loop: must not be assigned or pointed to.
    counter: bool,
}

/// The function being generated.
#[derive(Default)]
struct Scope {
    /// Variables that have a value here.
    vars: Vec<Var>,
    /// Everything to declare.
    declared: Vec<String>,
    depth: usize,
    loops: usize,
    /// The function's index; `None` in `main`.
    function: Option<usize>,
    recursed: bool,
    /// Pointers known not to be null here.
    not_null: Vec<String>,
}

struct Callee {
    name: String,
    params: Vec<Kind>,
}

/// A statement as text, with its blocks.
enum Piece {
    Line(String),
    Block { head: String, body: Vec<Piece>, otherwise: Option<Vec<Piece>> },
}

struct Generator<'a> {
    config: &'a GenConfig,
    rng: Rng,
    functions: Vec<Callee>,
    scope: Scope,
    inputs: usize,
    names: usize,
    statements: usize,
}

impl Generator<'_> {
    /// Whether there are so many statements that no more are made.
    fn is_too_long(&self) -> bool {
        self.statements > MOST_STATEMENTS
    }

    fn program(&mut self) -> String {
        let mut text = String::new();
        let erroneous = self.config.error_guaranteed.then(|| self.rng.below(self.config.functions + 1));
        for index in 0..=self.config.functions {
            let is_main = index == self.config.functions;
            self.scope = Scope { function: (!is_main).then_some(index), ..Scope::default() };
            let mut params = Vec::new();
            if !is_main {
                // The first parameter bounds the recursion.
                params.push(Var { name: "depth".to_owned(), kind: Kind::Number, counter: true });
                for _ in 0..self.rng.below(3) + 1 {
                    let kind = match self.rng.below(5) {
                        0 => Kind::Pointer,
                        1 => Kind::Array(3),
                        _ => Kind::Number,
                    };
                    params.push(Var { name: self.fresh_name(kind), kind, counter: false });
                }
            }
            let names: Vec<String> = params.iter().map(|p| p.name.clone()).collect();
            let kinds = params.iter().map(|p| p.kind).collect();
            self.scope.vars = params;
            let (body, result) = self.body(erroneous == Some(index));
            let name = if is_main { "main".to_owned() } else { format!("f{index}") };
            text.push_str(&format!("{name}({}) {{\n", names.join(", ")));
            if !self.scope.declared.is_empty() {
                text.push_str(&format!("var {};\n", self.scope.declared.join(", ")));
            }
            write_pieces(&mut text, &body);
            text.push_str(&format!("return {result};\n}}\n"));
            self.functions.push(Callee { name, params: kinds });
        }
        text
    }

    fn fresh_name(&mut self, kind: Kind) -> String {
        let prefix = match kind {
            Kind::Number => "n",
            Kind::Array(_) => "a",
            Kind::Record(_) => "r",
            Kind::Pointer => "p",
        };
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// A new variable; it has a value from here on, which the caller assigns.
    fn declare(&mut self, kind: Kind, counter: bool) -> String {
        let name = self.fresh_name(kind);
        self.scope.declared.push(name.clone());
        self.scope.vars.push(Var { name: name.clone(), kind, counter });
        name
    }

    fn numbers(&self) -> Vec<String> {
        self.names_of(|k| k == Kind::Number)
    }

    fn names_of(&self, want: impl Fn(Kind) -> bool) -> Vec<String> {
        self.scope.vars.iter().filter(|v| want(v.kind)).map(|v| v.name.clone()).collect()
    }
}

fn write_pieces(out: &mut String, pieces: &[Piece]) {
    for piece in pieces {
        match piece {
            Piece::Line(line) => {
                out.push_str(line);
                out.push('\n');
            }
            Piece::Block { head, body, otherwise } => {
                out.push_str(head);
                out.push_str(" {\n");
                write_pieces(out, body);
                out.push('}');
                if let Some(otherwise) = otherwise {
                    out.push_str(" else {\n");
                    write_pieces(out, otherwise);
                    out.push('}');
                }
                out.push('\n');
            }
        }
    }
}
