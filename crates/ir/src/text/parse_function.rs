//! Functions of the textual form: signatures, registers and blocks.

use pathfold_base::{Diagnostic, IdVec, Span};

use super::lex::Token;
use super::parse::{Key, Parsed, Parser};
use super::places::{BlockPlaces, FunctionPlaces};
use crate::{Block, BlockId, Function, LocId, Program, Reg, RegInfo, Taken, Terminator, Type};

impl Parser<'_> {
    pub(super) fn function(&mut self, body: bool) -> Parsed<()> {
        let first = self.at;
        self.expect('@')?;
        let name = self.key()?.0.unwrap_or_default();
        let mut places = FunctionPlaces { name: self.span_from(first), ..FunctionPlaces::default() };
        self.expect('(')?;
        let params = self.list(')', |p| {
            if !body && matches!(p.peek(), Token::Ident(_)) {
                return Ok((None, p.span(), p.ty()?));
            }
            p.register_with_type().map(|(key, span, ty)| (Some(key), span, ty))
        })?;
        let mut ret = None;
        if *self.peek() == Token::Arrow {
            self.bump();
            ret = Some(self.ty()?);
        }
        let mut function = Function {
            name,
            params: Vec::new(),
            ret,
            regs: Default::default(),
            blocks: Default::default(),
            loc: Program::NOWHERE,
            variadic: self.eat_word("variadic"),
            local: self.eat_word("local"),
            weak: self.eat_word("weak"),
            library: self.eat_word("library"),
            takes: self.takes()?,
        };
        self.regs.clear();
        self.jumps.clear();
        let table = self.eat_word("regs");
        if table {
            self.expect('(')?;
            for (key, span, ty) in self.list(')', Self::register_with_type)? {
                self.add_register(&mut function, key, span, ty)?;
            }
        }
        for (key, span, ty) in params {
            let reg = match key {
                Some(key) if table => self.known_register(&function, &key, span, Some(ty))?,
                Some(key) => self.add_register(&mut function, key, span, ty)?,
                None => function.regs.push(RegInfo { ty, name: None }),
            };
            function.params.push(reg);
        }
        function.loc = self.loc()?;
        if body {
            if *self.peek() != Token::Punct('{') {
                return self.unexpected("`{`");
            }
            if !table {
                self.scan_registers(&mut function)?;
            }
            self.bump();
            places.blocks = self.blocks(&mut function)?;
        }
        self.program.functions.push(function);
        self.places.functions.push(places);
        Ok(())
    }

    /// `takes(plain, vector 2)`, or nothing.
    fn takes(&mut self) -> Parsed<Vec<Taken>> {
        if !self.eat_word("takes") {
            return Ok(Vec::new());
        }
        self.expect('(')?;
        self.list(')', |p| {
            let span = p.span();
            let word = p.word("how a parameter is passed")?;
            match Taken::from_words(word, || p.number().ok()) {
                Some(taken) => Ok(taken),
                None => {
                    p.fail(span, "unknown way to pass a parameter", "write `plain`, `long`, `vector 2` or `copy 8 8`")
                }
            }
        })
    }

    /// `%x: int`.
    pub(super) fn register_with_type(&mut self) -> Parsed<(Key, Span, Type)> {
        let span = self.span();
        self.expect('%')?;
        let key = self.key()?;
        self.expect(':')?;
        Ok((key, span, self.ty()?))
    }

    fn add_register(&mut self, function: &mut Function, key: Key, span: Span, ty: Type) -> Parsed<Reg> {
        let reg = function.regs.push(RegInfo { ty, name: key.0.clone() });
        match self.regs.insert(key, (reg, span)) {
            None => Ok(reg),
            Some((_, first)) => {
                let error = Diagnostic::error("ir-duplicate", span, "this register is already set");
                Err(Box::new(error.also(first, "first set here").help("add `#` and a number: `%x#2`")))
            }
        }
    }

    pub(super) fn known_register(&self, function: &Function, key: &Key, span: Span, ty: Option<Type>) -> Parsed<Reg> {
        let Some((reg, first)) = self.regs.get(key) else {
            return self.fail(span, "no instruction and no parameter sets this register", "set it: `%x: int = input`");
        };
        match function.regs.get(*reg) {
            Some(info) if ty.is_some_and(|ty| ty != info.ty) => {
                let error = Diagnostic::error("ir-type", span, format!("this register is of type `{}`", info.ty));
                Err(Box::new(error.also(*first, "as said here").help("give the same type everywhere")))
            }
            Some(_) | None => Ok(*reg),
        }
    }

    /// Gives every register its id in the order of the text, so that blocks may come in any order.
    fn scan_registers(&mut self, function: &mut Function) -> Parsed<()> {
        let start = self.at;
        while !matches!(self.peek(), Token::End | Token::Punct('}')) {
            if *self.peek() == Token::Punct('%') {
                let number = if *self.peek_at(2) == Token::Punct('#') { 2 } else { 0 };
                if *self.peek_at(2 + number) == Token::Punct(':') {
                    let (key, span, ty) = self.register_with_type()?;
                    self.add_register(function, key, span, ty)?;
                    continue;
                }
            }
            self.bump();
        }
        self.at = start;
        Ok(())
    }

    fn blocks(&mut self, function: &mut Function) -> Parsed<IdVec<BlockId, BlockPlaces>> {
        let mut places = IdVec::new();
        while !self.eat('}') {
            let label = self.span();
            self.block_label(function)?;
            let mut params = Vec::new();
            if self.eat('(') {
                params = self.list(')', |p| {
                    let (key, span, ty) = p.register_with_type()?;
                    p.known_register(function, &key, span, Some(ty))
                })?;
            }
            self.expect(':')?;
            let mut insts = Vec::new();
            let mut spans = Vec::new();
            let (terminator, terminator_loc): (Terminator, LocId) = loop {
                let first = self.at;
                let terminator = self.terminator(function)?;
                if terminator.is_none() {
                    insts.push(self.inst(function)?);
                }
                spans.push(self.span_from(first));
                if let Some(terminator) = terminator {
                    break (terminator, self.loc()?);
                }
            };
            places.push(BlockPlaces { label, insts: spans });
            function.blocks.push(Block { params, insts, terminator, terminator_loc });
        }
        let count = function.blocks.len();
        match self.jumps.iter().find(|(number, _)| *number as usize >= count) {
            Some((number, span)) => {
                self.fail(*span, format!("there is no block `b{number}`"), &format!("the function has {count} blocks"))
            }
            None if count == 0 => self.unexpected("a block before the `}`"),
            None => Ok(places),
        }
    }

    fn block_label(&mut self, function: &Function) -> Parsed<()> {
        let span = self.span();
        let wanted = function.blocks.next_id().to_string();
        match *self.peek() {
            Token::Ident(label) if label == wanted => {
                self.bump();
                Ok(())
            }
            Token::Ident(_) => self.fail(
                span,
                format!("expected the block `{wanted}`"),
                "a block ends with its first `jump`, `br`, `switch`, `ret` or `unreachable`; blocks come in order",
            ),
            _ => self.unexpected(&format!("the block `{wanted}`")),
        }
    }
}
