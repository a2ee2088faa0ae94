//! Where to go on after an error.

use super::advice::{After, Wanted, Within};
use super::{Failed, Parsed, Parser};
use crate::foreign;
use crate::lexer::{RESERVED, TokenKind};
use crate::names::nearest;

/// So many tokens are looked at for the end of a bracket.
const FARTHEST: usize = 1000;

impl Parser<'_> {
    /// Whether a function starts at the current token: `name ( names ) {`.
    pub(super) fn at_function(&self) -> bool {
        self.kind() == TokenKind::Ident && self.function_at(self.at)
    }

    pub(super) fn function_at(&self, index: usize) -> bool {
        // `for (x) {` and `Whiel (x) {` are no functions.
        let word = self.text_of(self.tokens[index].span);
        let branches = || matches!(respelled(word), Some((_, TokenKind::If | TokenKind::While)));
        self.head_at(index) && foreign::statement(word).is_none() && !branches()
    }

    /// Whether something that is meant as a function starts at the current token, at the start of a line: `main {`,
    /// `int f(`.
    pub(super) fn at_broken_function(&self) -> bool {
        let first = self.text.get(..self.start() as usize).is_some_and(|before| before.ends_with('\n'));
        let open = matches!(self.ahead(1), TokenKind::OpenBrace | TokenKind::OpenParen);
        let typed = self.ahead(1) == TokenKind::Ident && self.ahead(2) == TokenKind::OpenParen;
        first && self.kind() == TokenKind::Ident && (open || typed) && foreign::statement(self.word()).is_none()
    }

    /// Whether what stands there has the form of a function's start.
    fn head_at(&self, index: usize) -> bool {
        let kind = |n: usize| self.tokens.get(index + n).map_or(TokenKind::End, |t| t.kind);
        if kind(0) != TokenKind::Ident || kind(1) != TokenKind::OpenParen {
            return false;
        }
        let mut n = 2;
        while matches!(kind(n), TokenKind::Ident | TokenKind::Comma) {
            n += 1;
        }
        kind(n) == TokenKind::CloseParen && kind(n + 1) == TokenKind::OpenBrace
    }

    /// Whether a function of this name starts anywhere.
    pub(super) fn declares(&self, name: &str) -> bool {
        (0..self.tokens.len()).any(|at| {
            self.tokens[at].kind == TokenKind::Ident && self.text_of(self.tokens[at].span) == name && self.head_at(at)
        })
    }

    /// Runs `parse`; after an error skips to where the next statement may start. Always moves on.
    pub(super) fn recover(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<()>) {
        let before = self.at;
        if parse(self).is_err() {
            self.synchronize(before);
            if self.at == before && !self.at_function() && self.kind() != TokenKind::CloseBrace {
                self.bump();
            }
            self.lost.push(before..self.at);
        }
    }

    /// Runs `parse` on something that is in the tree only without errors in it; `None` with errors.
    pub(super) fn intact<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<Option<T>> {
        let (before, troubles) = (self.at, self.troubles);
        let result = parse(self)?;
        if self.troubles == troubles {
            return Ok(Some(result));
        }
        self.lost.push(before..self.at.max(before));
        Ok(None)
    }

    /// After an error in the statement that starts at `from`: past the next `;` or block, or to the next `}` that is not
    /// part of the statement, keyword of a statement, assignment on a line of its own, or function.
    fn synchronize(&mut self, from: usize) {
        if self.kind() == TokenKind::End {
            return;
        }
        // Records that are open.
        let mut records = 0usize;
        for token in &self.tokens[from.max(self.at.saturating_sub(FARTHEST))..self.at] {
            match token.kind {
                TokenKind::OpenBrace => records += 1,
                TokenKind::CloseBrace => records = records.saturating_sub(1),
                _ => {}
            }
        }
        let mut blocks = 0usize;
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::Semicolon if blocks == 0 => {
                    self.bump();
                    return;
                }
                TokenKind::OpenBrace if blocks == 0 && self.is_record(self.at) => records += 1,
                TokenKind::OpenBrace => blocks += 1,
                TokenKind::CloseBrace if blocks > 0 => {
                    blocks -= 1;
                    if blocks == 0 && self.ahead(1) != TokenKind::Else {
                        self.bump();
                        return;
                    }
                }
                TokenKind::CloseBrace if records > 0 => records -= 1,
                TokenKind::CloseBrace => return,
                _ if blocks == 0 && self.at > from && self.next_statement(self.at) => return,
                TokenKind::Ident if self.at_function() => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// Whether a line starts there with what can only be a statement.
    fn next_statement(&self, at: usize) -> bool {
        let kind = self.tokens[at].kind;
        let next = self.tokens.get(at + 1).map(|t| t.kind);
        let statement = kind.is_statement_word() && kind != TokenKind::Else;
        (statement || (kind == TokenKind::Ident && next == Some(TokenKind::Assign))) && self.starts_line(at)
    }

    /// Whether the `{` there is the start of a record: it stands where a value is expected.
    fn is_record(&self, at: usize) -> bool {
        use TokenKind as T;
        let before = at.checked_sub(1).map(|before| self.tokens[before].kind);
        matches!(
            before,
            Some(T::Assign | T::OpenParen | T::OpenBracket | T::Comma | T::Colon | T::Alloc | T::Return | T::Output)
        )
    }

    /// Goes to behind the closing bracket, or fails if that is not in the same statement.
    pub(super) fn skip_behind(&mut self, close: TokenKind) -> Parsed<()> {
        let found = self.find(close);
        if self.tokens[found].kind != close {
            return Err(Failed);
        }
        self.at = found + 1;
        Ok(())
    }

    /// Goes to behind the closing bracket, or to where it must have ended.
    pub(super) fn skip_to(&mut self, close: TokenKind) {
        self.at = self.find(close);
        if !self.eat(close) {
            // What is wrong here is a consequence.
            self.last_error = Some(self.start());
        }
    }

    /// Where the bracket closes; if it does not in the same statement, what ends that.
    fn find(&self, close: TokenKind) -> usize {
        let mut open: Vec<TokenKind> = Vec::new();
        for at in self.at..self.tokens.len().min(self.at + FARTHEST) {
            let kind = self.tokens[at].kind;
            match kind {
                _ if open.is_empty() && kind == close => return at,
                TokenKind::OpenParen => open.push(TokenKind::CloseParen),
                TokenKind::OpenBracket => open.push(TokenKind::CloseBracket),
                TokenKind::OpenBrace if self.is_record(at) => open.push(TokenKind::CloseBrace),
                _ if open.last() == Some(&kind) => drop(open.pop()),
                TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::Semicolon | TokenKind::End => return at,
                _ if self.next_statement(at) => return at,
                _ => {}
            }
        }
        self.at
    }

    /// The closing bracket. If it is missing, that is reported and reading goes on where it should be.
    pub(super) fn close(&mut self, within: Within, open: pathfold_base::Span) {
        let close = within.close();
        if self.eat(close) {
            return;
        }
        let wanted = if matches!(within, Within::Arguments | Within::Elements | Within::Fields | Within::Parameters) {
            Wanted::Comma(within)
        } else {
            Wanted::Close(within)
        };
        let diagnostic = self.unexpected(wanted).also(open, "to close this");
        self.report(diagnostic);
        match self.kind() {
            TokenKind::CloseParen | TokenKind::CloseBracket => drop(self.bump()),
            kind if self.ends_value(kind) => {}
            _ => self.skip_to(close),
        }
    }

    /// Whether a bracket that is still open was probably forgotten before this token.
    fn ends_value(&self, kind: TokenKind) -> bool {
        self.next_statement(self.at)
            || matches!(kind, TokenKind::Semicolon | TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::End)
    }

    /// The `;` of a statement. If it was only forgotten, that is reported and reading goes on.
    pub(super) fn semicolon_after(&mut self, after: After) -> Parsed<()> {
        use TokenKind as T;
        if self.eat(T::Semicolon) {
            return Ok(());
        }
        let kind = self.kind();
        let next = self.on_new_line() && matches!(kind, T::Ident | T::Star | T::OpenParen | T::OpenBrace);
        let forgotten = next || kind.is_statement_word() || matches!(kind, T::CloseBrace | T::End);
        // Something was reported at this very place, or a text without an end took the `;` with it.
        let reported = self.last_error == Some(self.start());
        if reported || (forgotten && matches!(self.previous().kind, T::Foreign(_))) {
            self.troubles += 1;
            return if forgotten { Ok(()) } else { Err(Failed) };
        }
        let diagnostic = self.unexpected(Wanted::Semicolon(after));
        if forgotten {
            let (troubles, lines) = (self.troubles, self.lines.len());
            self.report(diagnostic);
            // Nothing is lost at the end of a line: the statement itself is whole.
            if self.on_new_line() {
                self.troubles = troubles;
                self.lines.truncate(lines);
            }
            return Ok(());
        }
        self.fail(diagnostic)
    }
}

/// The reserved word that was meant by a word.
pub(super) fn respelled(word: &str) -> Option<(&'static str, TokenKind)> {
    let lower = word.to_ascii_lowercase();
    let same = RESERVED.iter().find(|(text, _)| *text == lower);
    // Short words are near to many others.
    let near = || {
        let longer = RESERVED.iter().filter(|(text, _)| text.len() > 2 && word.len() > 2);
        let near = nearest(&lower, longer.map(|(text, _)| *text))?;
        RESERVED.iter().find(|(text, _)| *text == near)
    };
    same.or_else(near).copied()
}
