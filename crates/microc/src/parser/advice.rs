//! What to do about an error, from what was expected and what was found. There is an answer to everything.

use pathfold_base::{Diagnostic, Span};

use super::Parser;
use crate::ast::{Expr, ExprKind};
use crate::foreign::{self, Foreign};
use crate::lexer::{TokenKind, reserved, shown};

/// What a `;` should have ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    Declaration,
    Output,
    Return,
    Assignment,
}

/// What brackets are around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Within {
    Condition,
    Expression,
    Index,
    Arguments,
    Parameters,
    Elements,
    Fields,
}

/// What the parser looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    Semicolon(After),
    /// The closing bracket.
    Close(Within),
    /// `,` or the closing bracket.
    Comma(Within),
    /// `(` after the name of a function.
    Parameters,
    /// `(` after `if` or `while`.
    Condition(&'static str),
    /// `{` before the body of a function.
    Body,
    /// `:` after the name of a field.
    Colon,
    /// `=` after the target of an assignment.
    Assign,
    /// The name of something.
    Name(&'static str),
    Expression,
    Statement,
    Function,
}

impl Within {
    pub fn close(self) -> TokenKind {
        match self {
            Within::Condition | Within::Expression | Within::Arguments | Within::Parameters => TokenKind::CloseParen,
            Within::Index | Within::Elements => TokenKind::CloseBracket,
            Within::Fields => TokenKind::CloseBrace,
        }
    }

    fn describe(self) -> &'static str {
        match self {
            Within::Condition => "after the condition",
            Within::Expression => "after the expression",
            Within::Index => "after the index",
            Within::Arguments => "after the argument",
            Within::Parameters => "after the parameter",
            Within::Elements => "after the element",
            Within::Fields => "after the field",
        }
    }
}

impl Wanted {
    /// What is missing.
    pub fn describe(self) -> String {
        match self {
            Wanted::Semicolon(_) => "`;`".to_owned(),
            Wanted::Close(within) => within.close().describe().to_owned(),
            Wanted::Comma(within) => format!("`,` or {}", within.close().describe()),
            Wanted::Parameters | Wanted::Condition(_) => "`(`".to_owned(),
            Wanted::Body => "`{`".to_owned(),
            Wanted::Colon => "`:`".to_owned(),
            Wanted::Assign => "`=`".to_owned(),
            Wanted::Name(what) => what.to_owned(),
            Wanted::Expression => "a value".to_owned(),
            Wanted::Statement => "a statement".to_owned(),
            Wanted::Function => "a function".to_owned(),
        }
    }

    /// Where it is missing.
    pub fn place(self) -> &'static str {
        match self {
            Wanted::Semicolon(After::Declaration) => "after the declaration",
            Wanted::Semicolon(After::Output) => "after the output",
            Wanted::Semicolon(After::Return) => "after the returned value",
            Wanted::Semicolon(After::Assignment) => "after the assignment",
            Wanted::Close(within) | Wanted::Comma(within) => within.describe(),
            Wanted::Parameters => "after the function's name",
            Wanted::Condition(after) => after,
            Wanted::Body => "before the function's body",
            Wanted::Colon => "after the name of the field",
            Wanted::Assign => "after the target of the assignment",
            Wanted::Name(_) | Wanted::Expression | Wanted::Statement | Wanted::Function => "",
        }
    }
}

impl Parser<'_> {
    /// What to do where something else than `wanted` stands.
    pub(super) fn advice(&self, wanted: Wanted) -> String {
        let found = self.kind();
        if let TokenKind::Foreign(class) = found
            && !matches!(wanted, Wanted::Name(_) | Wanted::Function | Wanted::Body)
        {
            return self.instead_of(self.token().span, class);
        }
        match wanted {
            Wanted::Semicolon(after) => self.semicolon(after),
            Wanted::Close(within) | Wanted::Comma(within) => self.close_or_comma(within).to_owned(),
            Wanted::Parameters => self.parameters(),
            Wanted::Condition(after) if after.contains("while") => {
                "put the condition in parentheses: `while (x > 0) { … }`".to_owned()
            }
            Wanted::Condition(_) => "put the condition in parentheses: `if (x > 0) { … }`".to_owned(),
            Wanted::Body => match found {
                TokenKind::Semicolon => "remove it: functions need not be declared before they are used",
                TokenKind::Colon => "put the body in braces: `f(x) { return x; }`",
                _ => "put the body in braces, without anything before: `f(x) { return x; }`",
            }
            .to_owned(),
            Wanted::Colon => match found {
                TokenKind::Assign => "write `:` between a field and its value: `{a: 1}`",
                TokenKind::Comma | TokenKind::CloseBrace => "a field needs a value, `{a: 1}`; an array is `[a, b]`",
                _ => "a record is `{a: 1, b: 2}`",
            }
            .to_owned(),
            Wanted::Assign if found == TokenKind::Colon => "types are not declared: write `x = 1;`".to_owned(),
            Wanted::Assign => "a statement is `x = 1;`, `output x;`, `if`, `while` or a block".to_owned(),
            Wanted::Name(what) => self.name(what).to_owned(),
            Wanted::Expression => self.expression(),
            Wanted::Statement => match found {
                TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::Comma => {
                    "remove it, or complete what it belongs to"
                }
                TokenKind::Colon => "remove it: blocks are in braces, `{ … }`",
                _ => "a statement is `x = 1;`, `output x;`, `if`, `while` or a block",
            }
            .to_owned(),
            Wanted::Function => self.function_advice().to_owned(),
        }
    }

    fn semicolon(&self, after: After) -> String {
        let before = self.previous();
        let word = self.text_of(before.span);
        let text = match (self.kind(), after) {
            (_, After::Assignment | After::Output | After::Return) if self.divided_by_comment() => {
                "`//` starts a comment, and the `;` is in it; division is `/`, which rounds toward zero"
            }
            (TokenKind::Comma, After::Output) => "`output` prints one number: write an `output` for each",
            (TokenKind::Comma, After::Return) => "a function returns one value: put them into an array, `[a, b]`",
            (TokenKind::Comma, _) => "end the assignment with `;`: each has a statement of its own",
            (TokenKind::Assign, After::Declaration) => {
                "declare with `var x;` and assign with `x = …;` after all declarations"
            }
            (TokenKind::Assign, _) => "a statement has one `=`; `==` compares",
            (TokenKind::Colon, After::Declaration) => "types are not declared: write `var x;`",
            (TokenKind::OpenBracket, After::Declaration) => "declare `var a;`; `a = [0, 0, 0];` makes it an array",
            (TokenKind::CloseParen | TokenKind::CloseBracket, _) => "remove it, or open the bracket before",
            (TokenKind::End | TokenKind::CloseBrace, _) => "end the statement with `;`",
            _ if self.on_new_line() || self.kind().is_statement_word() => "end the statement with `;`",
            (TokenKind::Ident, After::Declaration) if foreign::is_type(word) => {
                "types are not declared: write `var x;`"
            }
            (TokenKind::Ident, After::Declaration) => "put a comma between the names: `var a, b;`",
            _ if foreign::instead_of_value(word).is_some() => foreign::instead_of_value(word).unwrap_or_default(),
            _ => "write an operator or `;` between the two",
        };
        text.to_owned()
    }

    /// Whether a comment such as `// 2;` follows the token before: its author knows `//` as a division.
    fn divided_by_comment(&self) -> bool {
        let between = Span { start: self.previous().span.end, end: self.start() };
        let line = self.text_of(between).lines().next().unwrap_or("").trim();
        let Some(divisor) = line.strip_prefix("//").and_then(|rest| rest.strip_suffix(';')) else { return false };
        // Names and numbers with operators between them: two words in a row are prose.
        let word = |part: &str| part.trim().chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        !divisor.trim().is_empty() && divisor.split(['+', '-', '*', '/', '(', ')', '[', ']', '.', ',']).all(word)
    }

    fn close_or_comma(&self, within: Within) -> &'static str {
        match (self.kind(), within) {
            (TokenKind::Assign, Within::Fields) => "write `:` between a field and its value: `{a: 1}`",
            (TokenKind::Assign, _) => "`=` assigns and only stands in a statement; `==` compares",
            (TokenKind::Comma, Within::Index) => "write one index in each pair of brackets: `a[i][j]`",
            (TokenKind::Colon, Within::Index) => "there are no slices: copy the elements in a `while` loop",
            (TokenKind::Ident | TokenKind::Star | TokenKind::Colon, Within::Parameters) => {
                "write only names, with commas between them: `f(a, b)`"
            }
            (TokenKind::Ident, _) if foreign::statement(self.word()).is_some() => {
                foreign::statement(self.word()).map_or("", |(_, help)| help)
            }
            (kind, Within::Arguments | Within::Elements | Within::Fields) if kind.starts_value() => {
                "put a comma between two of them"
            }
            (_, Within::Index | Within::Elements) => "close the bracket with `]`",
            (_, Within::Fields) => "close the record with `}`",
            (_, _) => "close the parenthesis with `)`",
        }
    }

    fn parameters(&self) -> String {
        let word = self.text_of(self.previous().span);
        if let Some((_, help)) = foreign::statement(word) {
            return help.to_owned();
        }
        match self.kind() {
            TokenKind::OpenBrace => format!("write the parentheses also without parameters: `{word}() {{`"),
            TokenKind::Assign | TokenKind::Semicolon | TokenKind::Comma | TokenKind::OpenBracket => {
                "statements and variables stand in functions: `main() { … }`".to_owned()
            }
            _ => "a function is `name(parameters) { … }`".to_owned(),
        }
    }

    fn name(&self, what: &str) -> &'static str {
        let token = self.token();
        let is_word = self.text_of(token.span).starts_with(|c: char| c.is_ascii_alphabetic());
        match token.kind {
            TokenKind::Number if self.previous().kind == TokenKind::Dot => {
                "numbers are integers: there are no fractions"
            }
            TokenKind::Foreign(Foreign::Text) => "write the name without quotes",
            _ if is_word => "this word is reserved, choose another name",
            TokenKind::Comma => "remove one of the commas",
            TokenKind::Semicolon | TokenKind::CloseParen if self.previous().kind == TokenKind::Comma => {
                "remove the last comma"
            }
            _ if what.contains("field") => "a record is `{a: 1, b: 2}`, an array `[1, 2]`, a field `r.a`",
            TokenKind::Star | TokenKind::Amp => "types are not declared: write only the name",
            _ => "write a name: letters, digits and `_`",
        }
    }

    fn expression(&self) -> String {
        let found = self.kind();
        let text = match (self.previous().kind, found) {
            (TokenKind::Return, TokenKind::Semicolon) => "every function returns a value: `return 0;`",
            (TokenKind::Comma, TokenKind::Comma) => "remove one of the commas",
            (TokenKind::Assign, TokenKind::Assign) => "`=` assigns, `==` compares",
            (_, TokenKind::If) => "`if` has no value: write `if (c) { x = a; } else { x = b; }`",
            (_, TokenKind::Var | TokenKind::Else) => "this word is reserved: a value is missing before it",
            (_, TokenKind::While | TokenKind::Output | TokenKind::Return) => {
                "end the statement before with a value and `;`: what follows is a statement of its own"
            }
            (_, TokenKind::Dot) => "numbers are integers: there are no fractions",
            (_, TokenKind::End) => "complete the statement, and close all blocks with `}`",
            (before, TokenKind::Semicolon | TokenKind::CloseBrace) if self.at > 0 => {
                return format!("write a value after {}", self.named(before, self.previous().span));
            }
            _ => return format!("write a value before {}", self.found()),
        };
        text.to_owned()
    }

    fn function_advice(&self) -> &'static str {
        match self.kind() {
            TokenKind::CloseBrace => "remove it: all blocks before it are closed",
            TokenKind::Semicolon => "remove it: no `;` follows a function",
            TokenKind::Var => "there are no global variables: declare it in a function and pass it on",
            kind if kind.is_statement_word() => "statements stand in functions: `main() { … }`",
            _ => "a program is a list of functions: `main() { return 0; }`",
        }
    }

    fn named(&self, kind: TokenKind, span: Span) -> String {
        match kind {
            TokenKind::Ident | TokenKind::Number | TokenKind::Foreign(_) => format!("`{}`", shown(self.text_of(span))),
            kind => kind.describe().to_owned(),
        }
    }

    /// What to write instead of a symbol of another language.
    pub(super) fn instead_of(&self, span: Span, class: Foreign) -> String {
        let text = self.text_of(span);
        if class == Foreign::Text {
            let mut inside = text.trim_matches('\'').chars();
            return match (text.starts_with('\''), inside.next(), inside.next()) {
                (true, Some(c), None) => format!("write the number of the character: `{}`", u32::from(c)),
                _ => "micro-c has only numbers: `output 72;`, and `pathfold run --ascii` prints characters".to_owned(),
            };
        }
        let known = foreign::instead_of_symbol(text);
        known.unwrap_or("remove it: it means nothing in micro-c").to_owned()
    }

    /// The error that the token at `span` belongs to another language.
    pub(super) fn foreign(&self, span: Span, class: Foreign) -> Diagnostic {
        let text = shown(self.text_of(span));
        let (code, message) = match class {
            Foreign::Text => ("no-text", "there are no texts and no characters".to_owned()),
            Foreign::Unknown => ("unknown-character", format!("unknown `{text}`")),
            Foreign::Operator | Foreign::Update | Foreign::Arrow => {
                ("unknown-operator", format!("there is no operator `{text}`"))
            }
        };
        Diagnostic::error(code, span, message).help(self.instead_of(span, class))
    }

    /// The same for an operator that changes a variable by a value, with both in the help.
    pub(super) fn update_by(&self, span: Span, target: Span, value: Span) -> Diagnostic {
        let diagnostic = self.update(span, target);
        let (target, value) = (self.text_of(target), self.text_of(value));
        if target.len() + value.len() > 40 || target.contains('\n') || value.contains('\n') || value.is_empty() {
            return diagnostic;
        }
        let simple = value.chars().all(|c| c.is_alphanumeric() || c == '_');
        let operand = if simple { value.to_owned() } else { format!("({value})") };
        match self.text_of(span) {
            ":=" => diagnostic.help(format!("`=` assigns: `{target} = {value};`")),
            // Each `input` reads another one, so that it must not be written twice.
            text if target.contains("input") || (text == "%=" && value.contains("input")) => {
                diagnostic.help("keep the input in a variable, and use that twice")
            }
            "%=" => diagnostic.help(format!(
                "there is no remainder operator: write `{target} = {target} - {target} / {operand} * {operand};`"
            )),
            text @ ("+=" | "-=" | "*=" | "/=") => {
                diagnostic.help(format!("write `{target} = {target} {} {operand};`", &text[..1]))
            }
            _ => diagnostic,
        }
    }

    /// The same with the variable in the help.
    pub(super) fn update(&self, span: Span, target: Span) -> Diagnostic {
        let diagnostic = self.foreign(span, Foreign::Update);
        let target = self.text_of(target);
        if target.len() > 40 || target.contains('\n') || target.is_empty() {
            return diagnostic;
        }
        match self.text_of(span) {
            "++" => diagnostic.help(format!("write `{target} = {target} + 1;` as a statement of its own")),
            "--" => diagnostic.help(format!("write `{target} = {target} - 1;` as a statement of its own")),
            ":=" => diagnostic.help(format!("`=` assigns: `{target} = …;`")),
            text @ ("+=" | "-=" | "*=" | "/=") => {
                diagnostic.help(format!("write `{target} = {target} {} …;`", &text[..1]))
            }
            _ => diagnostic,
        }
    }

    /// Says in the help about `*p++` that pointers do not move.
    pub(super) fn explain_step(&mut self, deref: &Expr) {
        let ExprKind::Deref(pointer) = &deref.kind else { return };
        let Some(step) = self.diagnostics.last().filter(|d| d.code == "unknown-operator").map(|d| d.primary.span)
        else {
            return;
        };
        let sign = match self.text_of(step) {
            "++" => '+',
            "--" => '-',
            _ => return,
        };
        // In the pointer itself, as in `*a[i++]`, it changes something else.
        if step.start < deref.span.start || (pointer.span.start <= step.start && step.end <= pointer.span.end) {
            return;
        }
        let text = self.text_of(pointer.span);
        let simple = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && text.len() < 20;
        let p = if simple { text } else { "p" };
        let before = self.tokens.partition_point(|t| t.span.start < deref.span.start).checked_sub(1);
        let alone = self.kind() == TokenKind::Semicolon
            && before.is_some_and(|at| {
                use TokenKind as T;
                matches!(self.tokens[at].kind, T::Semicolon | T::OpenBrace | T::CloseBrace | T::CloseParen | T::Else)
            });
        let help = if alone {
            format!("there is no pointer arithmetic: `*{p} = *{p} {sign} 1;` changes what the pointer points to")
        } else {
            let step = format!("to step through an array, write `a[i]` and `i = i {sign} 1;`");
            format!("there is no pointer arithmetic: write `*{p}`; {step}")
        };
        self.explain(step, help);
    }

    /// Says in the help about the text in `r["f"]` how to use a field.
    pub(super) fn explain_key(&mut self, record: Span, key: Span) {
        let (record, text) = (self.text_of(record), self.text_of(key));
        let field = text.trim_matches(['"', '\'', '“', '”', '‘', '’']);
        let name = field.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && field.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && reserved(field).is_none();
        if !name || record.len() + field.len() > 40 || record.contains('\n') {
            return;
        }
        let help = if text.starts_with('\'') && field.len() == 1 {
            // An element may have the number of a character.
            format!("a field is `{record}.{field}`; for an element, {}", self.instead_of(key, Foreign::Text))
        } else {
            format!("a field is used with its name: `{record}.{field}`")
        };
        self.explain(key, help);
    }

    /// Changes the help of the last error, if that is at this place.
    pub(super) fn explain(&mut self, place: Span, help: String) {
        if let Some(reported) = self.diagnostics.last_mut().filter(|d| d.primary.span == place) {
            reported.help = Some(help);
        }
    }
}
