//! Text to programs: files, places and globals. Functions are in `parse_function`, instructions in `parse_inst`.
//!
//! Every error is a diagnostic with a place; after one, parsing goes on at the next item. Nothing here recurses.

use pathfold_base::{Diagnostic, FxMap, LineCol, Span};

use super::lex::{Token, lex};
use super::names::type_named;
use super::places::Places;
use crate::{Alias, FileId, FuncId, Global, GlobalId, Init, Layout, Loc, LocId, Pointer, Program, Reg, Type};

pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// The program a text stands for, or what is wrong with the text. The result is not verified.
pub fn parse(text: &str) -> Result<Program, Vec<Diagnostic>> {
    parse_with_places(text).map(|(program, _)| program)
}

/// The same, with where its parts stand.
pub fn parse_with_places(text: &str) -> Result<(Program, Places), Vec<Diagnostic>> {
    let tokens = lex(text).map_err(|error| vec![*error])?;
    let mut parser = Parser::new(tokens);
    let mut errors = Vec::new();
    if let Err(error) = parser.scan_names() {
        errors.push(*error);
    }
    while *parser.peek() != Token::End {
        let before = parser.at;
        if let Err(error) = parser.item() {
            errors.push(*error);
            parser.skip_to_item(before);
        }
    }
    match parser.entry {
        Some(entry) if errors.is_empty() => {
            parser.program.entry = entry;
            Ok((parser.program, parser.places))
        }
        Some(_) => Err(errors),
        // What is wrong with the entry has been said.
        None if parser.has_entry => Err(errors),
        None => {
            let error = Diagnostic::error("ir-entry", parser.span(), "the program has no entry");
            errors.push(error.help("add `entry @main` at the end"));
            Err(errors)
        }
    }
}

/// What tells two things of one kind apart: a name, a number, or both.
pub(super) type Key = (Option<String>, Option<u32>);

pub(super) struct Parser<'a> {
    tokens: Vec<(Token<'a>, Span)>,
    /// Index of the next token; never past the last one, which is the end.
    pub(super) at: usize,
    pub(super) program: Program,
    entry: Option<FuncId>,
    /// Whether there is an `entry`, be it a wrong one.
    has_entry: bool,
    locs: FxMap<Loc, LocId>,
    loc_table: bool,
    functions: FxMap<Key, (FuncId, Span)>,
    globals: FxMap<Key, (GlobalId, Span)>,
    /// Registers of the function at hand.
    pub(super) regs: FxMap<Key, (Reg, Span)>,
    /// Jumps of the function at hand: the block number and where it stands.
    pub(super) jumps: Vec<(u32, Span)>,
    pub(super) places: Places,
}

/// What to do about a function that is used and not there.
pub(super) const DECLARE_IT: &str = "declare it: `declare @name(int) -> int`";

const ITEMS: [&str; 8] = ["file", "locs", "global", "constant", "alias", "func", "declare", "entry"];

impl<'a> Parser<'a> {
    fn new(tokens: Vec<(Token<'a>, Span)>) -> Self {
        Self {
            tokens,
            at: 0,
            program: Program::new(),
            entry: None,
            has_entry: false,
            locs: FxMap::default(),
            loc_table: false,
            functions: FxMap::default(),
            globals: FxMap::default(),
            regs: FxMap::default(),
            jumps: Vec::new(),
            // "Nowhere" is named by no text.
            places: Places { locs: [Span::default()].into_iter().collect(), ..Places::default() },
        }
    }

    pub(super) fn peek(&self) -> &Token<'a> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> &Token<'a> {
        self.tokens.get(self.at + ahead).map_or(&Token::End, |(token, _)| token)
    }

    /// The place of the next token.
    pub(super) fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(Span::default(), |(_, span)| *span)
    }

    /// From a token to the last one that was read.
    pub(super) fn span_from(&self, first: usize) -> Span {
        let start = self.tokens.get(first).map_or(Span::default(), |(_, span)| *span);
        self.tokens.get(self.at.saturating_sub(1).max(first)).map_or(start, |(_, span)| start.to(*span))
    }

    pub(super) fn bump(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn fail<T>(&self, span: Span, message: impl Into<String>, help: &str) -> Parsed<T> {
        Err(Box::new(Diagnostic::error("ir-syntax", span, message).help(help)))
    }

    pub(super) fn unexpected<T>(&self, wanted: &str) -> Parsed<T> {
        let found = match self.peek() {
            Token::Ident(text) | Token::Digits(text) => format!("`{text}`"),
            Token::Hex(digits) => format!("`0x{digits}`"),
            Token::Str(_) => "a string".to_owned(),
            Token::Bytes(_) => "bytes".to_owned(),
            Token::Punct(c) => format!("`{c}`"),
            Token::Arrow => "`->`".to_owned(),
            Token::FatArrow => "`=>`".to_owned(),
            Token::End => "the end of the text".to_owned(),
        };
        self.fail(self.span(), format!("expected {wanted}, found {found}"), "`docs/ir.md` describes the form")
    }

    pub(super) fn eat(&mut self, c: char) -> bool {
        let found = *self.peek() == Token::Punct(c);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn expect(&mut self, c: char) -> Parsed<()> {
        if self.eat(c) { Ok(()) } else { self.unexpected(&format!("`{c}`")) }
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = *self.peek() == Token::Ident(word);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn word(&mut self, wanted: &str) -> Parsed<&'a str> {
        match *self.peek() {
            Token::Ident(word) => {
                self.bump();
                Ok(word)
            }
            _ => self.unexpected(wanted),
        }
    }

    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        let Token::Digits(digits) = *self.peek() else {
            return self.unexpected("a number");
        };
        let Ok(number) = digits.parse() else {
            return self.fail(self.span(), format!("`{digits}` is out of range"), "use a smaller number");
        };
        self.bump();
        Ok(number)
    }

    /// Reads items up to and including `close`, separated by commas.
    pub(super) fn list<T>(&mut self, close: char, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(',') {
                return self.unexpected(&format!("`,` or `{close}`"));
            }
        }
    }

    /// A name, a number, or a name with `#` and a number; the sigil has been read.
    pub(super) fn key(&mut self) -> Parsed<Key> {
        let name = match self.peek() {
            Token::Ident(name) => (*name).to_owned(),
            Token::Str(name) => name.clone(),
            Token::Digits(_) => return Ok((None, Some(self.number()?))),
            _ => return self.unexpected("a name"),
        };
        self.bump();
        let number = if self.eat('#') { Some(self.number()?) } else { None };
        Ok((Some(name), number))
    }

    pub(super) fn ty(&mut self) -> Parsed<Type> {
        let span = self.span();
        let name = self.word("a type")?;
        match type_named(name) {
            Some(ty) => Ok(ty),
            None => self.fail(
                span,
                format!("unknown type `{name}`"),
                "types are `bool`, `int`, `ptr`, `f32`, `f64` and `bv1` to `bv128`",
            ),
        }
    }

    /// Gives every function and global its id, so that they may be used before they are defined.
    fn scan_names(&mut self) -> Parsed<()> {
        let (mut functions, mut globals) = (0, 0);
        while *self.peek() != Token::End {
            let keyword = match *self.peek() {
                Token::Ident(word) => word,
                _ => "",
            };
            let previous = self.at.checked_sub(1).map(|i| &self.tokens[i].0);
            let is_name = matches!(previous, Some(Token::Punct('%' | '@' | '&')));
            self.bump();
            if is_name || *self.peek() != Token::Punct('@') {
                continue;
            }
            let function = matches!(keyword, "func" | "declare");
            if !function && !matches!(keyword, "global" | "constant") {
                continue;
            }
            self.bump();
            let span = self.span();
            let Ok(key) = self.key() else {
                continue;
            };
            let other = if function {
                functions += 1;
                self.functions.insert(key, (FuncId(functions - 1), span)).map(|(_, span)| span)
            } else {
                globals += 1;
                self.globals.insert(key, (GlobalId(globals - 1), span)).map(|(_, span)| span)
            };
            if let Some(other) = other {
                let error = Diagnostic::error("ir-duplicate", span, "this name is already taken");
                self.at = 0;
                return Err(Box::new(error.also(other, "first used here").help("add `#` and a number: `@f#2`")));
            }
        }
        self.at = 0;
        Ok(())
    }

    /// Skips to what looks like the next item after an error.
    fn skip_to_item(&mut self, before: usize) {
        self.at = self.at.max(before + 1).min(self.tokens.len() - 1);
        while *self.peek() != Token::End {
            let previous = self.at.checked_sub(1).map(|i| &self.tokens[i].0);
            let is_name = matches!(previous, Some(Token::Punct('%' | '@' | '&')));
            if !is_name && matches!(self.peek(), Token::Ident(word) if ITEMS.contains(word)) {
                return;
            }
            self.bump();
        }
    }

    fn item(&mut self) -> Parsed<()> {
        let span = self.span();
        match self.word("an item")? {
            "file" => {
                let Token::Str(name) = self.peek() else {
                    return self.unexpected("a file name in quotes");
                };
                let name = name.clone();
                self.bump();
                self.program.files.push(name);
                Ok(())
            }
            "locs" => self.locs(),
            "global" => self.global(false),
            "constant" => self.global(true),
            "alias" => self.alias(),
            "func" => self.function(true),
            "declare" => self.function(false),
            "entry" => {
                self.has_entry = true;
                let first = self.at;
                self.entry = Some(self.entry()?);
                self.places.entry = self.span_from(first);
                Ok(())
            }
            word => self.fail(
                span,
                format!("unknown item `{word}`"),
                "items are `file`, `locs`, `global`, `constant`, `alias`, `func`, `declare` and `entry`",
            ),
        }
    }

    /// `@name`, or `#7` for a function by its number, which may be wrong in a program that is not well formed.
    fn entry(&mut self) -> Parsed<FuncId> {
        if self.eat('#') {
            return Ok(FuncId(self.number()?));
        }
        self.expect('@')?;
        self.function_key("name a function with a body: `func @main() -> int { ... }` and `entry @main`")
    }

    /// `@name` of a function that is called.
    pub(super) fn function_name(&mut self) -> Parsed<FuncId> {
        self.expect('@')?;
        self.function_key(DECLARE_IT)
    }

    pub(super) fn function_key(&mut self, help: &str) -> Parsed<FuncId> {
        let span = self.span();
        let key = self.key()?;
        match self.functions.get(&key) {
            Some((id, _)) => Ok(*id),
            None => self.fail(span, "no function has this name", help),
        }
    }

    pub(super) fn global_key(&mut self) -> Parsed<GlobalId> {
        let span = self.span();
        let key = self.key()?;
        match self.globals.get(&key) {
            Some((id, _)) => Ok(*id),
            None => self.fail(span, "no global has this name", "functions are written `&name` as operands"),
        }
    }

    fn line_col(&mut self) -> Parsed<LineCol> {
        let line = self.number()?;
        self.expect(':')?;
        Ok(LineCol { line, column: self.number()? })
    }

    fn range(&mut self, file: FileId) -> Parsed<Loc> {
        let start = self.line_col()?;
        self.expect('-')?;
        Ok(Loc { file, start, end: self.line_col()? })
    }

    fn locs(&mut self) -> Parsed<()> {
        let first = self.at;
        self.expect('[')?;
        let locs = self.list(']', |p| {
            let first = p.at;
            let file = FileId(p.number()?);
            p.expect('@')?;
            Ok((p.range(file)?, p.span_from(first)))
        })?;
        self.places.locs = locs.iter().map(|(_, span)| *span).collect();
        self.program.locs = locs.into_iter().map(|(loc, _)| loc).collect();
        self.places.loc_table = self.span_from(first);
        self.loc_table = true;
        Ok(())
    }

    /// `!3:5-3:9`, `!"a.c":3:5-3:9`, `!#7` or nothing.
    pub(super) fn loc(&mut self) -> Parsed<LocId> {
        let (first, start) = (self.at, self.span());
        if !self.eat('!') {
            return Ok(Program::NOWHERE);
        }
        if self.eat('#') {
            let id = LocId(self.number()?);
            if self.program.locs.get(id).is_none() {
                return self.fail(start, format!("there is no place of number {}", id.0), "add it to `locs [...]`");
            }
            return Ok(id);
        }
        let mut file = FileId(0);
        if let Token::Str(name) = self.peek() {
            let Some((id, _)) = self.program.files.entries().find(|(_, file)| *file == name) else {
                return self.fail(self.span(), "unknown file", "list it at the top: `file \"name\"`");
            };
            file = id;
            self.bump();
            self.expect(':')?;
        }
        let loc = self.range(file)?;
        if self.program.files.get(file).is_none() || self.loc_table {
            return self.fail(start, "this place is in no file", "add `file \"name\"`, or use `!#n` with a table");
        }
        let span = self.span_from(first);
        let (locs, places) = (&mut self.program.locs, &mut self.places.locs);
        Ok(*self.locs.entry(loc).or_insert_with(|| {
            places.push(span);
            locs.push(loc)
        }))
    }

    fn global(&mut self, constant: bool) -> Parsed<()> {
        let first = self.at;
        self.expect('@')?;
        let name = self.key()?.0.unwrap_or_default();
        self.places.globals.push(self.span_from(first));
        self.expect(':')?;
        let layout = self.layout()?;
        let size = self.number()?;
        let align = self.align()?;
        let local = self.eat_word("local");
        let weak = self.eat_word("weak");
        let loc = self.loc()?;
        let make = |init| Global { name, layout, size, init, constant, align, local, weak, loc };
        self.expect('=')?;
        let init = match self.peek() {
            Token::Ident("undef") => Init::Undef,
            Token::Ident("zero") => Init::Zero,
            Token::Ident("external") => Init::External,
            Token::Bytes(bytes) => {
                let bytes = bytes.clone();
                self.bump();
                let init = if self.eat_word("with") {
                    self.expect('[')?;
                    Init::Image { bytes, pointers: self.list(']', Self::pointer)? }
                } else {
                    Init::Bytes(bytes)
                };
                self.program.globals.push(make(init));
                return Ok(());
            }
            Token::Punct('[') => {
                self.bump();
                let cells = self.list(']', Self::constant)?;
                self.program.globals.push(make(Init::Cells(cells)));
                return Ok(());
            }
            _ => return self.unexpected("`undef`, `zero`, `external`, `x\"...\"` or `[...]`"),
        };
        self.bump();
        self.program.globals.push(make(init));
        Ok(())
    }

    /// `8: @global + 4`.
    fn pointer(&mut self) -> Parsed<Pointer> {
        let offset = self.number()?;
        self.expect(':')?;
        Ok(Pointer { offset, target: self.constant()?, addend: self.addend()? })
    }

    /// `+ 4`, `- 4` or nothing.
    fn addend(&mut self) -> Parsed<i64> {
        if self.eat('+') {
            self.number::<i64>()
        } else if self.eat('-') {
            Ok(self.number::<u64>()?.wrapping_neg().cast_signed())
        } else {
            Ok(0)
        }
    }

    /// `alias @name = @global + 4`.
    fn alias(&mut self) -> Parsed<()> {
        let first = self.at;
        self.expect('@')?;
        let name = self.key()?.0.unwrap_or_default();
        self.places.aliases.push(self.span_from(first));
        self.expect('=')?;
        self.expect('@')?;
        let (target, addend) = (self.global_key()?, self.addend()?);
        self.program.aliases.push(Alias { name, target, addend });
        Ok(())
    }

    /// `align 16`, or nothing for none.
    pub(super) fn align(&mut self) -> Parsed<u32> {
        if self.eat_word("align") { self.number() } else { Ok(1) }
    }

    pub(super) fn layout(&mut self) -> Parsed<Layout> {
        let span = self.span();
        match Layout::from_mnemonic(self.word("`cells` or `bytes`")?) {
            Some(layout) => Ok(layout),
            None => self.fail(span, "unknown layout", "objects are made of `cells` or of `bytes`"),
        }
    }
}
