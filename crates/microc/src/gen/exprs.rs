//! Random expressions, as text with parentheses everywhere.

use super::{Generator, Kind};

/// How often something is generated that makes the program fail: a divisor that may be zero, a smaller array, a null
/// pointer. With this hardly any program of the sets of Table 6.16 fails without divisions, and few with them: 3 % where Table 6.17 has
/// 11 %. Of larger programs more fail than in Table 6.12.
const RISKY: f64 = 0.02;

impl Generator<'_> {
    fn literal(&mut self) -> String {
        self.rng.between(-10, 20).to_string()
    }

    fn may_input(&self) -> bool {
        self.config.max_inputs == 0
            || (self.inputs < self.config.max_inputs && self.scope.loops == 0 && self.scope.function.is_none())
    }

    /// A number expression of at most `depth` levels.
    pub(super) fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf();
        }
        match self.rng.below(8) {
            0 | 1 => self.leaf(),
            2 | 3 => {
                let ops: &[&str] = if self.config.divisions { &["+", "-", "*", "/"] } else { &["+", "-", "*"] };
                let op = *self.rng.pick(ops);
                let left = self.number(depth - 1);
                let right = if op == "/" { self.divisor(depth - 1) } else { self.number(depth - 1) };
                format!("({left} {op} {right})")
            }
            4 => self.comparison(depth - 1),
            5 => self.element().unwrap_or_else(|| self.leaf()),
            6 => self.field().unwrap_or_else(|| self.leaf()),
            _ => self.pointee().unwrap_or_else(|| self.leaf()),
        }
    }

    /// Something to divide by: rarely something that may be zero, in guarded programs hardly ever.
    fn divisor(&mut self, depth: usize) -> String {
        if if self.config.guarded { self.is_careless() } else { self.rng.chance(RISKY) } {
            return self.number(depth);
        }
        if !self.config.guarded || self.rng.chance(0.5) {
            return self.rng.between(1, 9).to_string();
        }
        let square = self.leaf_variable();
        format!("({square} * {square} + {})", self.rng.between(1, 5))
    }

    /// In guarded programs, the rare place where the guard is forgotten.
    pub(super) fn is_careless(&mut self) -> bool {
        self.rng.chance(0.01)
    }

    fn leaf_variable(&mut self) -> String {
        let numbers = self.numbers();
        if numbers.is_empty() { self.rng.between(1, 9).to_string() } else { self.rng.pick(&numbers).clone() }
    }

    fn leaf(&mut self) -> String {
        match self.rng.below(4) {
            0 => self.literal(),
            1 if self.may_input() => {
                self.inputs += 1;
                "input".to_owned()
            }
            _ => self.leaf_variable(),
        }
    }

    pub(super) fn comparison(&mut self, depth: usize) -> String {
        let op = *self.rng.pick(&["==", "!=", "<", "<=", ">", ">="]);
        let (left, right) = (self.number(depth), self.number(depth));
        format!("({left} {op} {right})")
    }

    /// A condition, mostly a comparison.
    pub(super) fn condition(&mut self, depth: usize) -> String {
        match self.rng.below(6) {
            0 if depth > 0 => format!("({} && {})", self.condition(depth - 1), self.condition(depth - 1)),
            1 if depth > 0 => format!("({} || {})", self.condition(depth - 1), self.condition(depth - 1)),
            2 if depth > 0 => format!("!{}", self.condition(depth - 1)),
            3 => {
                let pointers = self.names_of(|k| k == Kind::Pointer);
                if pointers.is_empty() {
                    return self.comparison(depth);
                }
                let op = *self.rng.pick(&["==", "!="]);
                let left = self.rng.pick(&pointers).clone();
                let right = if self.rng.chance(0.5) { "null".to_owned() } else { self.rng.pick(&pointers).clone() };
                format!("({left} {op} {right})")
            }
            _ => self.comparison(depth),
        }
    }

    /// A condition that few values fulfil.
    pub(super) fn rare_condition(&mut self) -> String {
        let mut equality = || format!("{} == {}", self.leaf_variable(), self.literal());
        format!("({} && {})", equality(), equality())
    }

    /// An element of an array in scope: `(array, size)` is chosen, the index is below the initial size.
    pub(super) fn element(&mut self) -> Option<String> {
        let (name, size) = self.array()?;
        let numbers = self.numbers();
        let symbolic = self.config.symbolic_index && !numbers.is_empty() && self.rng.chance(0.5);
        if symbolic && (!self.config.guarded || self.is_careless()) {
            return Some(format!("{name}[{}]", self.rng.pick(&numbers)));
        }
        Some(format!("{name}[{}]", self.rng.below(size)))
    }

    pub(super) fn array(&mut self) -> Option<(String, usize)> {
        let arrays: Vec<(String, usize)> = self
            .scope
            .vars
            .iter()
            .filter_map(|v| match v.kind {
                Kind::Array(size) => Some((v.name.clone(), size)),
                Kind::Number | Kind::Record(_) | Kind::Pointer => None,
            })
            .collect();
        (!arrays.is_empty()).then(|| self.rng.pick(&arrays).clone())
    }

    pub(super) fn field(&mut self) -> Option<String> {
        let records: Vec<(String, usize)> = self
            .scope
            .vars
            .iter()
            .filter_map(|v| match v.kind {
                Kind::Record(fields) => Some((v.name.clone(), fields)),
                Kind::Number | Kind::Array(_) | Kind::Pointer => None,
            })
            .collect();
        if records.is_empty() {
            return None;
        }
        let (name, fields) = self.rng.pick(&records).clone();
        Some(format!("{name}.f{}", self.rng.below(fields)))
    }

    pub(super) fn pointee(&mut self) -> Option<String> {
        let mut pointers = self.names_of(|k| k == Kind::Pointer);
        if self.config.guarded && !self.is_careless() {
            pointers.retain(|p| self.scope.not_null.contains(p));
        }
        (!pointers.is_empty()).then(|| format!("*{}", self.rng.pick(&pointers)))
    }

    /// A value for a variable of this kind.
    pub(super) fn value(&mut self, kind: Kind, is_initial: bool) -> String {
        match kind {
            Kind::Number => self.number(2),
            Kind::Array(size) => {
                // A smaller array later is the thesis' way to go out of bounds (listing 6.1).
                let shrinks = !is_initial && !self.config.guarded && self.rng.chance(RISKY);
                let size = if shrinks { self.rng.below(size).max(1) } else { size };
                let items: Vec<String> = (0..size).map(|_| self.number(1)).collect();
                format!("[{}]", items.join(", "))
            }
            Kind::Record(fields) => {
                let fields: Vec<String> = (0..fields).map(|i| format!("f{i}: {}", self.number(1))).collect();
                format!("{{{}}}", fields.join(", "))
            }
            Kind::Pointer => self.pointer(),
        }
    }

    fn pointer(&mut self) -> String {
        let targets: Vec<String> =
            self.scope.vars.iter().filter(|v| v.kind == Kind::Number && !v.counter).map(|v| v.name.clone()).collect();
        let pointers = self.names_of(|k| k == Kind::Pointer);
        match self.rng.below(3) {
            _ if self.rng.chance(RISKY) => "null".to_owned(),
            1 if !targets.is_empty() => format!("&{}", self.rng.pick(&targets)),
            2 if !pointers.is_empty() => self.rng.pick(&pointers).clone(),
            _ => format!("alloc {}", self.number(1)),
        }
    }
}
