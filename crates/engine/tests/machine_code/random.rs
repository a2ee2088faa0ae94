//! Random programs: functions with loops over values of mixed types, that call each other, read and write cells and bytes, and
//! sometimes read an input.

use std::fmt::Write as _;

use pathfold_base::Rng;
use pathfold_engine::{Config, Limits, Loops, Merge, Search};

use super::agree_with;

const TYPES: [&str; 12] = ["int", "int", "bv1", "bv7", "bv8", "bv16", "bv31", "bv32", "bv32", "bv33", "bv64", "bv64"];

/// Writes one function.
struct Writer<'a> {
    rng: &'a mut Rng,
    text: String,
    block: usize,
    next: usize,
    /// Registers that are set here, with their types.
    known: Vec<(String, &'static str)>,
    /// The functions that can be called: their number.
    callees: usize,
    inputs: bool,
}

fn width(ty: &str) -> Option<u32> {
    ty.strip_prefix("bv").and_then(|digits| digits.parse().ok())
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    fn set(&mut self, ty: &'static str, op: &str) -> String {
        self.next += 1;
        let reg = format!("%r{}", self.next);
        self.line(&format!("{reg}: {ty} = {op}"));
        self.known.push((reg.clone(), ty));
        reg
    }

    fn constant(&mut self, ty: &str) -> String {
        match width(ty) {
            None if ty == "bool" => (*self.rng.pick(&["true", "false"])).to_owned(),
            None => match self.rng.below(8) {
                0 => (self.rng.next_u64() as i64).to_string(),
                1 => (*self.rng.pick(&["9223372036854775807", "-9223372036854775808", "4294967296", "2147483648"]))
                    .to_owned(),
                _ => self.rng.between(-40, 40).to_string(),
            },
            Some(width) => {
                let all = u64::MAX >> (64 - width);
                let n = match self.rng.below(6) {
                    0 => self.rng.next_u64(),
                    1 => u64::MAX,
                    2 => 1 << (width - 1),
                    3 => (1 << (width - 1)) - 1,
                    _ => self.rng.below(20) as u64,
                };
                format!("{}:{ty}", n & all)
            }
        }
    }

    fn value(&mut self, ty: &'static str) -> String {
        let fitting: Vec<String> = self.known.iter().filter(|(_, of)| *of == ty).map(|(reg, _)| reg.clone()).collect();
        if fitting.is_empty() || self.rng.chance(0.2) { self.constant(ty) } else { self.rng.pick(&fitting).clone() }
    }

    fn condition(&mut self) -> String {
        let ty = *self.rng.pick(&TYPES);
        let ops: &[&str] =
            if ty == "int" { &["eq", "ne", "slt", "sle"] } else { &["eq", "ne", "slt", "sle", "ult", "ule"] };
        let (op, a, b) = (*self.rng.pick(ops), self.value(ty), self.value(ty));
        self.set("bool", &format!("{op} {a}, {b}"))
    }

    fn number(&mut self) {
        let ty = *self.rng.pick(&TYPES);
        let (a, mut b) = (self.value(ty), self.value(ty));
        let Some(width) = width(ty) else {
            let op = *self.rng.pick(&["add", "sub", "mul", "add", "sub", "sdiv", "srem"]);
            if op.ends_with('v') || op.ends_with("em") {
                b = format!("{}", self.rng.pick(&[1, 2, 3, -1, -7, 8, 1024, 65537, 4_294_967_297i64]));
            }
            let result = self.set(ty, &format!("{op} {a}, {b}"));
            // Numbers may leave the word, but not for ever.
            if op == "mul" {
                self.set(ty, &format!("srem {result}, 1000000007"));
            }
            return;
        };
        let op = *self.rng.pick(&[
            "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "sdiv", "udiv", "srem", "urem", "sadd",
            "ssub", "smul",
        ]);
        match op {
            "shl" | "lshr" | "ashr" => {
                b = if self.rng.chance(0.5) {
                    format!("{}:{ty}", self.rng.below(width as usize))
                } else {
                    // The width itself may have no room in the type.
                    let most = if width == 1 { 1 } else { width / 2 + 1 };
                    self.set(ty, &format!("urem {b}, {most}:{ty}"))
                };
            }
            "udiv" | "urem" => b = self.set(ty, &format!("or {b}, 1:{ty}")),
            // Neither zero nor -1.
            "sdiv" | "srem" if width > 2 => {
                let low = self.set(ty, &format!("and {b}, {}:{ty}", (1u64 << (width - 2)) - 1));
                b = self.set(ty, &format!("or {low}, 1:{ty}"));
            }
            "sdiv" | "srem" => return,
            _ => {}
        }
        self.set(ty, &format!("{op} {a}, {b}"));
    }

    fn conversion(&mut self) {
        let (from, to) = (*self.rng.pick(&TYPES), *self.rng.pick(&TYPES));
        let a = self.value(from);
        let signed = *self.rng.pick(&["zext", "sext"]);
        match (width(from), width(to)) {
            (Some(x), Some(y)) if x < y => drop(self.set(to, &format!("{signed} {a}"))),
            (Some(x), Some(y)) if x > y => drop(self.set(to, &format!("trunc {a}"))),
            (Some(_), None) => drop(self.set(to, &format!("{signed} {a}"))),
            (None, Some(_)) => drop(self.set(to, &format!("trunc {a}"))),
            _ => {
                let cond = self.condition();
                self.set(to, &format!("zext {cond}"));
            }
        }
    }

    fn access(&mut self) {
        // `%cells` has 8 cells of integers, `%bytes` 32 bytes, all set.
        if self.rng.chance(0.5) {
            let i = self.value("int");
            let (low, high) = (self.set("int", &format!("srem {i}, 4")), self.rng.below(2) * 3);
            let at = self.set("int", &format!("add {low}, {}", high + 3 - if high == 3 { 2 } else { 0 }));
            let place = self.set("ptr", &format!("offset %cells, {at}"));
            if self.rng.chance(0.5) {
                self.set("int", &format!("load {place}"));
            } else {
                let value = self.value("int");
                self.line(&format!("store {value}, {place}"));
            }
        } else {
            let i = self.value("bv64");
            let most = *self.rng.pick(&[1, 7, 15, 23]);
            let at = self.set("bv64", &format!("and {i}, {most}:bv64"));
            let place = self.set("ptr", &format!("offset %bytes, {at}"));
            let ty = *self.rng.pick(&["bv8", "bv16", "bv32", "bv64"]);
            if self.rng.chance(0.5) {
                self.set(ty, &format!("load {place}"));
            } else {
                let value = self.value(ty);
                self.line(&format!("store {value}, {place}"));
            }
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.rng.below(20) {
            0..8 => self.number(),
            8..10 => self.conversion(),
            10..13 => self.access(),
            13 => {
                let (ty, cond) = (*self.rng.pick(&TYPES), self.condition());
                let (a, b) = (self.value(ty), self.value(ty));
                self.set(ty, &format!("select {cond}, {a}, {b}"));
            }
            14 if self.callees > 0 => {
                let (callee, a, b) = (self.rng.below(self.callees), self.value("int"), self.value("bv32"));
                self.set("bv32", &format!("call @f{callee}(%cells, %bytes, {a}, {b})"));
            }
            15 if self.rng.chance(0.5) => {
                let ty = *self.rng.pick(&TYPES);
                let value = self.value(ty);
                self.line(&format!("output {value}"));
            }
            16 if self.inputs && self.rng.chance(0.3) => drop(self.set("bv8", "input")),
            17 | 18 if depth > 0 => self.diamond(depth - 1),
            19 if depth > 0 => self.repeat(depth - 1),
            _ => self.number(),
        }
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..2 + self.rng.below(6) {
            self.statement(depth);
        }
    }

    /// Blocks are written in order, so targets are patched in when they are known.
    fn hole(&mut self, text: &str) -> usize {
        let _ = write!(self.text, "  {text}");
        self.text.len()
    }

    fn start(&mut self, params: &str) -> usize {
        self.block += 1;
        let _ = writeln!(self.text, "b{}{params}:", self.block);
        self.block
    }

    fn diamond(&mut self, depth: usize) {
        let (cond, ty) = (self.condition(), *self.rng.pick(&TYPES));
        let before = self.known.len();
        let branch = self.hole(&format!("br {cond}, b{}, OTHER\n", self.block + 1));
        self.start("");
        self.statements(depth);
        let a = self.value(ty);
        self.known.truncate(before);
        let jump = self.hole(&format!("jump JOIN({a})\n"));
        let other = self.start("");
        self.statements(depth);
        let b = self.value(ty);
        self.known.truncate(before);
        self.next += 1;
        let (join, reg) = (self.block + 1, format!("%r{}", self.next));
        self.line(&format!("jump b{join}({b})"));
        self.start(&format!("({reg}: {ty})"));
        self.known.push((reg, ty));
        // The later one first: places before it stay where they are.
        self.patch(jump, "JOIN", join);
        self.patch(branch, "OTHER", other);
    }

    /// Replaces the last hole of this name before a place.
    fn patch(&mut self, end: usize, name: &str, block: usize) {
        let at = self.text[..end].rfind(name).expect("a hole");
        self.text.replace_range(at..at + name.len(), &format!("b{block}"));
    }

    fn repeat(&mut self, depth: usize) {
        let types: Vec<&'static str> = (0..1 + self.rng.below(3)).map(|_| *self.rng.pick(&TYPES)).collect();
        let starts: Vec<String> = types.iter().map(|ty| self.value(ty)).collect();
        let counter = *self.rng.pick(&["int", "bv8", "bv32", "bv64"]);
        let number = |n: usize| if counter == "int" { n.to_string() } else { format!("{n}:{counter}") };
        let (rounds, before) = (2 + self.rng.below(12), self.known.len());
        self.next += 1;
        let (id, header) = (self.next, self.block + 1);
        let args: String = starts.iter().map(|value| format!(", {value}")).collect();
        self.line(&format!("jump b{header}({}{args})", number(0)));
        let params: String = types.iter().enumerate().map(|(at, ty)| format!(", %p{id}x{at}: {ty}")).collect();
        self.start(&format!("(%i{id}: {counter}{params})"));
        self.known.push((format!("%i{id}"), counter));
        self.known.extend(types.iter().enumerate().map(|(at, ty)| (format!("%p{id}x{at}"), *ty)));
        let inside = self.known.len();
        self.line(&format!(
            "%c{id}: bool = {} %i{id}, {}",
            if counter == "int" { "slt" } else { "ne" },
            number(rounds)
        ));
        let branch = self.hole(&format!("br %c{id}, b{}, EXIT\n", header + 1));
        self.start("");
        self.statements(depth);
        let ends: String = types.iter().map(|ty| format!(", {}", self.value(ty))).collect();
        self.line(&format!("%n{id}: {counter} = add %i{id}, {}", number(1)));
        self.line(&format!("jump b{header}(%n{id}{ends})"));
        self.known.truncate(inside);
        let exit = self.start("");
        self.patch(branch, "EXIT", exit);
        assert!(before < inside);
    }

    fn function(mut self, name: &str, main: bool) -> String {
        let params = if main { "" } else { "%cells: ptr, %bytes: ptr, %a: int, %b: bv32" };
        self.text = format!("func @{name}({params}) -> bv32 {{\nb0:\n");
        if main {
            self.line("%cells: ptr = alloc cells heap 8");
            self.line("%bytes: ptr = alloc bytes heap 32:bv64");
            for at in 0..8 {
                self.line(&format!("%s{at}: ptr = offset %cells, {at}"));
                self.line(&format!("store {}, %s{at}", at * at));
            }
            for at in 0..4 {
                self.line(&format!("%t{at}: ptr = offset %bytes, {}:bv64", at * 8));
                self.line(&format!("store {}:bv64, %t{at}", 0x0123_4567_89ab_cdefu64.wrapping_mul(at * 3 + 1)));
            }
        } else {
            self.known = vec![("%a".to_owned(), "int"), ("%b".to_owned(), "bv32")];
        }
        let depth = if main { 3 } else { 2 };
        for _ in 0..3 + self.rng.below(4) {
            self.statement(depth);
        }
        self.repeat(depth - 1);
        let result = self.value("bv32");
        let _ = write!(self.text, "  ret {result}\n}}\n");
        self.text
    }
}

fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let (functions, inputs) = (rng.below(4), rng.chance(0.3));
    let mut text = String::new();
    for at in 0..=functions {
        let main = at == functions;
        let name = if main { "main".to_owned() } else { format!("f{at}") };
        let writer =
            Writer { rng: &mut rng, text: String::new(), block: 0, next: 0, known: Vec::new(), callees: at, inputs };
        text += &writer.function(&name, main);
    }
    text + "entry @main\n"
}

#[test]
fn random_programs() {
    let variable = |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (first, count) = (variable("PATHFOLD_SEED", 0), variable("PATHFOLD_PROGRAMS", 300));
    let (mut returned, mut instructions) = (0, 0);
    for seed in first..first + count {
        let mut rng = Rng::new(seed);
        let source = program(seed);
        let limits = Limits { max_paths: Some(6), max_instructions: Some(20_000), ..Limits::default() };
        let config = Config {
            slice: *rng.pick(&[1, 3, 50, 2_000, 100_000]),
            slice_alone: *rng.pick(&[1, 3, 50, 2_000, 100_000]),
            search: *rng.pick(&[Search::Bfs, Search::Dfs]),
            loops: *rng.pick(&[Loops::Unroll, Loops::Unroll, Loops::Fold]),
            merge: *rng.pick(&[Merge::Never, Merge::Never, Merge::Always]),
            check_overflow: rng.chance(0.1),
            branch_coverage: rng.chance(0.3),
            limits,
            ..Config::default()
        };
        let outcome = agree_with(&source, &config);
        returned += outcome.summary.statistics.paths_returned;
        instructions += outcome.summary.statistics.instructions;
    }
    eprintln!("{count} programs, {returned} paths returned, {instructions} instructions");
    assert!(count < 100 || returned > count / 4);
}
