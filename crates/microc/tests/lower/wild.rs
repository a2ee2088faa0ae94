//! Random well-typed programs that go wrong in every way: unlike those of `gen`, variables are read before they are
//! set, pointers are null, indices are anything, and expressions nest freely.

use std::fmt::Write;

use pathfold_base::Rng;

/// `n` numbers, `p` pointers to numbers, `q` pointers to those, `a` arrays of numbers, `r` records {f, g: number, h: p},
/// `l` lists (pointers to records with a pointer to the next), `m` such records.
pub struct Wild {
    rng: Rng,
    out: String,
    depth: usize,
    /// Whether lists may be pointers to variables and to records that were made before, and records be assigned through
    /// them. Where not, they can be the records themselves.
    shared: bool,
}

const KINDS: [&str; 7] = ["n", "p", "q", "a", "r", "l", "m"];

pub fn program(seed: u64) -> String {
    let mut wild = Wild { rng: Rng::new(seed), out: String::new(), depth: 0, shared: seed.is_multiple_of(2) };
    wild.function("f(n0, p0)");
    wild.function("g(n0, a0)");
    wild.function("main(n0)");
    wild.out
}

impl Wild {
    fn function(&mut self, head: &str) {
        let main = head.starts_with("main");
        let vars = KINDS.iter().flat_map(|kind| (0..4).map(move |i| format!("{kind}{i}")));
        let vars: Vec<String> = vars.filter(|name| !head.contains(name.as_str())).collect();
        let _ = writeln!(self.out, "{head} {{\n  var {};", vars.join(", "));
        // Not all of them, or nothing else would ever happen.
        for name in &vars {
            if self.rng.chance(if name.ends_with('3') { 0.7 } else { 0.99 }) {
                let value = self.first(&name[..1]);
                let _ = writeln!(self.out, "  {name} = {value};");
            }
        }
        let count = 2 + self.rng.below(if main { 12 } else { 5 });
        for _ in 0..count {
            self.stmt(2);
        }
        let result = self.number(2);
        let _ = writeln!(self.out, "  return {result};\n}}");
    }

    /// A value that reads no variable.
    fn first(&mut self, kind: &str) -> String {
        match kind {
            "n" if self.rng.chance(0.2) => "input".to_owned(),
            "n" => self.rng.between(-1, 4).to_string(),
            "p" => (*self.rng.pick(&["&n1", "&n1", "alloc 2", "alloc 0", "null"])).to_owned(),
            "q" => (*self.rng.pick(&["&p1", "alloc alloc 1"])).to_owned(),
            "a" => (*self.rng.pick(&["[1, 0, 2]", "[0, 3, 1, 2, 5]", "[4, 1]"])).to_owned(),
            "r" => "{f: 1, g: 2, h: alloc 3}".to_owned(),
            "m" => "{v: 5, next: null}".to_owned(),
            _ => (*self.rng.pick(&["alloc {v: 1, next: alloc {v: 2, next: null}}", "null"])).to_owned(),
        }
    }

    fn stmt(&mut self, depth: usize) {
        let pad = "  ".repeat(4 - depth.min(3));
        match self.rng.below(if depth == 0 { 7 } else { 11 }) {
            0 => {
                let value = self.number(2);
                let _ = writeln!(self.out, "{pad}output {value};");
            }
            1..=3 => {
                let (name, value) = (self.var("n"), self.number(2));
                let _ = writeln!(self.out, "{pad}{name} = {value};");
            }
            4 => {
                let kind = *self.rng.pick(&KINDS);
                let (name, value) = (self.var(kind), self.of_kind(kind, 2));
                let _ = writeln!(self.out, "{pad}{name} = {value};");
            }
            5 | 6 => {
                if self.shared && self.rng.chance(0.15) {
                    let (list, value) = (self.of_kind("l", 1), self.of_kind("m", 1));
                    let _ = writeln!(self.out, "{pad}*{list} = {value};");
                    return;
                }
                let target = match self.rng.below(5) {
                    0 => format!("*{}", self.of_kind("p", 1)),
                    1 => format!("{}[{}]", self.of_kind("a", 1), self.number(1)),
                    2 => format!("{}.g", self.of_kind("r", 0)),
                    3 => format!("{}.v", self.of_kind("m", 0)),
                    _ => format!("(*{}).v", self.of_kind("l", 1)),
                };
                let value = self.number(1);
                let _ = writeln!(self.out, "{pad}{target} = {value};");
            }
            7 | 8 => {
                let cond = self.number(2);
                let _ = writeln!(self.out, "{pad}if ({cond}) {{");
                self.block(depth - 1);
                if self.rng.chance(0.6) {
                    let _ = writeln!(self.out, "{pad}}} else {{");
                    self.block(depth - 1);
                }
                let _ = writeln!(self.out, "{pad}}}");
            }
            9 => {
                let (name, bound) = (self.var("n"), self.rng.below(5));
                let and = if self.rng.chance(0.4) { format!(" && {}", self.number(1)) } else { String::new() };
                let _ = writeln!(self.out, "{pad}while ({name} < {bound}{and}) {{");
                self.block(depth - 1);
                let _ = writeln!(self.out, "{pad}  {name} = {name} + 1;\n{pad}}}");
            }
            _ => {
                let cond = self.number(1);
                let _ = writeln!(self.out, "{pad}while ({cond}) {{");
                self.block(depth - 1);
                let _ = writeln!(self.out, "{pad}}}");
            }
        }
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..self.rng.below(4) {
            self.stmt(depth);
        }
    }

    fn var(&mut self, kind: &str) -> String {
        // The last one of each kind rarely has a value; the one before has its address taken.
        let index = *self.rng.pick(&[0, 0, 0, 1, 1, 1, 2, 2, 3]);
        format!("{kind}{index}")
    }

    fn of_kind(&mut self, kind: &str, depth: usize) -> String {
        if kind == "n" {
            return self.number(depth);
        }
        if depth == 0 || self.rng.chance(0.5) {
            return self.var(kind);
        }
        match (kind, self.rng.below(4)) {
            ("p", 0) => "&n1".to_owned(),
            ("p", 1) => format!("(alloc {})", self.number(depth - 1)),
            ("p", 2) => format!("*{}", self.of_kind("q", depth - 1)),
            ("p", _) if self.rng.chance(0.3) => "null".to_owned(),
            ("p", _) => format!("{}.h", self.of_kind("r", depth - 1)),
            ("q", 0 | 1) => "&p1".to_owned(),
            ("q", _) => format!("(alloc {})", self.of_kind("p", depth - 1)),
            ("a", _) => {
                let items: Vec<String> = (0..self.rng.below(5)).map(|_| self.number(depth - 1)).collect();
                format!("[{}]", items.join(", "))
            }
            ("r", _) => {
                let (f, g, h) = (self.number(depth - 1), self.number(depth - 1), self.of_kind("p", depth - 1));
                format!("{{h: {h}, f: {f}, g: {g}}}")
            }
            ("m", 0 | 1) => format!("(*{})", self.of_kind("l", depth - 1)),
            ("m", _) => {
                let (v, next) = (self.number(depth - 1), self.of_kind("l", depth - 1));
                format!("{{next: {next}, v: {v}}}")
            }
            ("l", 0) => "null".to_owned(),
            ("l", 2) if self.shared && self.rng.chance(0.5) => "&m1".to_owned(),
            ("l", 2) if self.shared => format!("(alloc {})", self.of_kind("m", depth - 1)),
            ("l", 1) => format!("(*{}).next", self.of_kind("l", depth - 1)),
            _ => {
                let (v, next) = (self.number(depth - 1), self.of_kind("l", depth - 1));
                format!("(alloc {{v: {v}, next: {next}}})")
            }
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.depth > 6 {
            return match self.rng.below(6) {
                0 | 1 => self.rng.between(-2, 4).to_string(),
                2 if self.rng.chance(0.3) => "input".to_owned(),
                _ => self.var("n"),
            };
        }
        self.depth += 1;
        let text = match self.rng.below(20) {
            0..=5 => {
                let op = *self.rng.pick(&["+", "-", "*", "+", "-", "/"]);
                format!("({} {op} {})", self.number(depth - 1), self.number(depth - 1))
            }
            6..=8 => {
                let op = *self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.number(depth - 1), self.number(depth - 1))
            }
            9 | 10 => {
                let op = *self.rng.pick(&["&&", "||"]);
                format!("({} {op} {})", self.number(depth), self.number(depth - 1))
            }
            11 => format!("!{}", self.number(depth - 1)),
            12 => format!("!({})", self.number(depth)),
            13 => format!("{}[{}]", self.of_kind("a", depth - 1), self.number(depth - 1)),
            14 => format!("*{}", self.of_kind("p", depth - 1)),
            15 if self.rng.chance(0.5) => format!("{}.f", self.of_kind("r", depth - 1)),
            15 => format!("{}.v", self.of_kind("m", depth - 1)),
            16 => {
                let op = *self.rng.pick(&["==", "!="]);
                let kind = *self.rng.pick(&["p", "q", "l"]);
                let right = if self.rng.chance(0.5) { "null".to_owned() } else { self.of_kind(kind, depth - 1) };
                format!("({} {op} {right})", self.of_kind(kind, depth - 1))
            }
            17 => match self.rng.below(2) {
                0 => format!("f({}, {})", self.number(depth - 1), self.of_kind("p", depth - 1)),
                _ => format!("g({}, {})", self.number(depth - 1), self.of_kind("a", depth - 1)),
            },
            18 => format!("(*{}).v", self.of_kind("l", depth - 1)),
            _ => self.number(depth - 1),
        };
        self.depth -= 1;
        text
    }
}
