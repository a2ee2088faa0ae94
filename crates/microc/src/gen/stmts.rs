//! Random statements.

use super::{Generator, Kind, Piece};

/// How many general loops have any condition. The others are rarely entered: with this about as many programs of the sets of Table
/// 6.16 do not end as the thesis reports in Table 6.17, which has fewer of these where there are more such loops. Loops that
/// end by themselves need no such care.
const OPEN_LOOPS: f64 = 0.1;

impl Generator<'_> {
    /// The statements of a function and the expression it returns.
    pub(super) fn body(&mut self, erroneous: bool) -> (Vec<Piece>, String) {
        let mut body = Vec::new();
        // Loops and conditions need something to work on.
        for _ in 0..2 {
            self.new_variable(Kind::Number, &mut body);
        }
        let count = self.rng.below(self.config.max_top_statements) + 1;
        self.stmts(count, &mut body);
        let result = self.number(2);
        if erroneous {
            let error = self.error();
            // Not within a block: in Table 6.17 each such program ends in an error or not at all, so the thesis' were reached.
            let at = self.rng.below(body.len() + 1);
            body.insert(at, error);
        }
        (body, result)
    }

    fn new_variable(&mut self, kind: Kind, out: &mut Vec<Piece>) {
        let value = self.value(kind, true);
        let name = self.declare(kind, false);
        out.push(Piece::Line(format!("{name} = {value};")));
    }

    fn nested(&mut self, in_loop: bool, last: Option<String>) -> Vec<Piece> {
        let mut body = Vec::new();
        let known = self.scope.vars.len();
        let not_null = self.scope.not_null.len();
        self.scope.depth += 1;
        self.scope.loops += usize::from(in_loop);
        let count = self.rng.below(self.config.max_block_statements) + 1;
        self.stmts(count, &mut body);
        body.extend(last.map(Piece::Line));
        self.scope.loops -= usize::from(in_loop);
        self.scope.depth -= 1;
        // What got its value here may have none when the block was not run.
        self.scope.vars.truncate(known);
        self.scope.not_null.truncate(not_null);
        body
    }

    fn stmts(&mut self, count: usize, out: &mut Vec<Piece>) {
        for _ in 0..count {
            self.statements += 1;
            if self.is_too_long() {
                return;
            }
            self.stmt(out);
        }
    }

    fn stmt(&mut self, out: &mut Vec<Piece>) {
        let deeper = self.scope.depth < self.config.max_block_depth;
        let roll = self.rng.unit();
        if deeper && roll < self.config.for_prob {
            return self.for_loop(out);
        }
        if deeper && roll < self.config.for_prob + self.config.while_prob {
            return self.while_loop(out);
        }
        match self.rng.below(if deeper { 8 } else { 6 }) {
            0 => {
                let kind = self.kind();
                self.new_variable(kind, out);
            }
            1 | 2 => self.assign_variable(out),
            3 => self.assign_part(out),
            4 => {
                let value = self.number(2);
                out.push(Piece::Line(format!("output {value};")));
            }
            5 => self.call(out),
            6 if self.config.guarded => self.guarded(out),
            _ => {
                let head = format!("if ({})", self.condition(1));
                let body = self.nested(false, None);
                let otherwise = self.rng.chance(0.5).then(|| self.nested(false, None));
                out.push(Piece::Block { head, body, otherwise });
            }
        }
    }

    fn kind(&mut self) -> Kind {
        match self.rng.below(4) {
            0 => Kind::Number,
            1 => Kind::Array(self.rng.below(5) + 1),
            2 => Kind::Record(self.rng.below(3) + 1),
            _ => Kind::Pointer,
        }
    }

    fn assign_variable(&mut self, out: &mut Vec<Piece>) {
        let targets: Vec<_> = self.scope.vars.iter().filter(|v| !v.counter).cloned().collect();
        if targets.is_empty() {
            return self.new_variable(Kind::Number, out);
        }
        let target = self.rng.pick(&targets).clone();
        let value = self.value(target.kind, false);
        self.scope.not_null.retain(|p| *p != target.name);
        out.push(Piece::Line(format!("{} = {value};", target.name)));
    }

    fn assign_part(&mut self, out: &mut Vec<Piece>) {
        let value = self.number(2);
        let target = match self.rng.below(3) {
            0 => self.element(),
            1 => self.field(),
            _ => self.pointee(),
        };
        match target {
            Some(target) => out.push(Piece::Line(format!("{target} = {value};"))),
            None => self.new_variable(Kind::Number, out),
        }
    }

    /// A call of an earlier function, or of the function itself to a bounded depth. Functions call only outside loops,
    /// so that the work stays bounded.
    fn call(&mut self, out: &mut Vec<Piece>) {
        let Some(current) = self.scope.function else {
            if self.functions.is_empty() {
                return self.assign_variable(out);
            }
            let index = self.rng.below(self.functions.len());
            let depth = self.rng.below(4).to_string();
            return self.call_to(index, depth, out);
        };
        if self.scope.loops > 0 || self.scope.recursed {
            return self.assign_variable(out);
        }
        self.scope.recursed = true;
        if current > 0 && self.rng.chance(0.5) {
            let index = self.rng.below(current);
            return self.call_to(index, "depth".to_owned(), out);
        }
        let params: Vec<Kind> =
            self.scope.vars.iter().take_while(|v| !self.scope.declared.contains(&v.name)).map(|v| v.kind).collect();
        let args: Vec<String> = params[1..].iter().map(|k| self.argument(*k)).collect();
        let targets: Vec<_> =
            self.scope.vars.iter().filter(|v| v.kind == Kind::Number && !v.counter).cloned().collect();
        if targets.is_empty() {
            return;
        }
        let target = self.rng.pick(&targets).name.clone();
        let line = format!("{target} = f{current}(depth - 1, {});", args.join(", "));
        out.push(Piece::Block { head: "if (depth > 0)".to_owned(), body: vec![Piece::Line(line)], otherwise: None });
    }

    fn call_to(&mut self, index: usize, depth: String, out: &mut Vec<Piece>) {
        let params: Vec<Kind> = self.functions[index].params[1..].to_vec();
        let args: Vec<String> = params.into_iter().map(|k| self.argument(k)).collect();
        let callee = self.functions[index].name.clone();
        let name = self.declare(Kind::Number, false);
        out.push(Piece::Line(format!("{name} = {callee}({depth}, {});", args.join(", "))));
    }

    fn argument(&mut self, kind: Kind) -> String {
        self.value(kind, true)
    }

    /// Something that could fail under a condition that lets it fail no more.
    fn guarded(&mut self, out: &mut Vec<Piece>) {
        let numbers = self.numbers();
        let arrays = self.array();
        let pointers = self.names_of(|k| k == Kind::Pointer);
        let value = self.number(1);
        match self.rng.below(3) {
            0 if self.config.divisions && !numbers.is_empty() => {
                let divisor = self.rng.pick(&numbers).clone();
                let target = self.declare(Kind::Number, false);
                let divide = Piece::Line(format!("{target} = {value} / {divisor};"));
                let other = Piece::Line(format!("{target} = {divisor};"));
                out.push(Piece::Block {
                    head: format!("if ({divisor} != 0)"),
                    body: vec![divide],
                    otherwise: Some(vec![other]),
                });
            }
            1 if let Some((array, size)) = arrays
                && !numbers.is_empty() =>
            {
                let index = self.rng.pick(&numbers).clone();
                let line = format!("{array}[{index}] = {value};");
                let head = format!("if ({index} >= 0 && {index} < {size})");
                out.push(Piece::Block { head, body: vec![Piece::Line(line)], otherwise: None });
            }
            2 if !pointers.is_empty() => {
                let pointer = self.rng.pick(&pointers).clone();
                self.scope.not_null.push(pointer.clone());
                let first = Piece::Line(format!("*{pointer} = {value};"));
                let mut body = vec![first];
                // The rest of the block knows that the pointer is not null, until it is assigned.
                body.extend(self.nested(false, None));
                self.scope.not_null.retain(|p| *p != pointer);
                out.push(Piece::Block { head: format!("if ({pointer} != null)"), body, otherwise: None });
            }
            _ => self.assign_variable(out),
        }
    }

    /// A counter that bounds a loop, where loops must end: the condition to add and the line that counts.
    fn bound(&mut self, out: &mut Vec<Piece>) -> Option<(String, String)> {
        self.config.terminating.then(|| {
            let limit = self.rng.below(4) + 1;
            let counter = self.declare(Kind::Number, true);
            out.push(Piece::Line(format!("{counter} = 0;")));
            (format!("{counter} < {limit}"), format!("{counter} = {counter} + 1;"))
        })
    }

    fn for_loop(&mut self, out: &mut Vec<Piece>) {
        let targets: Vec<_> =
            self.scope.vars.iter().filter(|v| v.kind == Kind::Number && !v.counter).map(|v| v.name.clone()).collect();
        if targets.is_empty() {
            return self.new_variable(Kind::Number, out);
        }
        let index = self.rng.pick(&targets).clone();
        let mut others = self.numbers();
        others.retain(|name| *name != index);
        if others.is_empty() {
            return self.new_variable(Kind::Number, out);
        }
        let end = self.rng.pick(&others).clone();
        let step = format!("{index} = {index} + 1;");
        let (head, last) = match self.bound(out) {
            Some((within, count)) => (format!("while ({index} < {end} && {within})"), format!("{step}\n{count}")),
            None => (format!("while ({index} < {end})"), step),
        };
        let body = self.nested(true, Some(last));
        out.push(Piece::Block { head, body, otherwise: None });
    }

    fn while_loop(&mut self, out: &mut Vec<Piece>) {
        let bound = self.bound(out);
        // Its inputs are read again and again.
        self.scope.loops += 1;
        let rare = !self.config.terminating && !self.rng.chance(OPEN_LOOPS);
        let condition = if rare { self.rare_condition() } else { self.condition(1) };
        self.scope.loops -= 1;
        let (head, last) = match bound {
            Some((within, count)) => (format!("while ({within} && ({condition}))"), Some(count)),
            None => (format!("while ({condition})"), None),
        };
        let body = self.nested(true, last);
        out.push(Piece::Block { head, body, otherwise: None });
    }

    /// A statement that fails whenever it is run.
    fn error(&mut self) -> Piece {
        let name = self.declare(Kind::Number, false);
        let value = match self.rng.below(if self.config.divisions { 4 } else { 3 }) {
            0 => "*null".to_owned(),
            1 => "[1, 2][2]".to_owned(),
            // Reads itself before it has a value.
            2 => format!("{name} + 1"),
            _ => "1 / 0".to_owned(),
        };
        Piece::Line(format!("{name} = {value};"))
    }
}
