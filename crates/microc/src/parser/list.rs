//! Lists of values between brackets.

use pathfold_base::{Diagnostic, Span};

use super::advice::{Wanted, Within};
use super::{Parsed, Parser};
use crate::foreign;
use crate::lexer::TokenKind;

/// Something with a tree in it.
pub(super) trait HasHeight {
    fn height(&self) -> u32;
}

impl Parser<'_> {
    /// Items separated by commas up to and with the closing bracket, and the height of a tree above them. The opening
    /// bracket was read. After an error in an item reading goes on behind the list, if its end can be found.
    pub(super) fn list<T: HasHeight>(
        &mut self,
        within: Within,
        open: Span,
        item: impl Fn(&mut Self) -> Parsed<T>,
    ) -> Parsed<(Vec<T>, u32)> {
        let mut items = Vec::new();
        let mut height = 1;
        if self.eat(within.close()) {
            return Ok((items, height));
        }
        loop {
            let Ok(next) = item(self) else {
                self.skip_behind(within.close())?;
                break;
            };
            height = height.max(next.height() + 1);
            items.push(next);
            if self.kind() == TokenKind::Comma {
                if self.ahead(1) != within.close() {
                    self.bump();
                    continue;
                }
                let diagnostic = Diagnostic::error("syntax", self.token().span, "nothing follows this comma")
                    .labelled("the last one")
                    .help("remove the comma");
                self.report(diagnostic);
                self.bump();
            } else if self.forgotten_comma(within) {
                let diagnostic = self.unexpected(Wanted::Comma(within));
                self.report(diagnostic);
                continue;
            }
            self.close(within, open);
            break;
        }
        Ok((items, height))
    }

    /// Whether the next item follows without a comma.
    fn forgotten_comma(&self, within: Within) -> bool {
        let kind = self.kind();
        if within == Within::Fields {
            return kind == TokenKind::Ident && self.ahead(1) == TokenKind::Colon;
        }
        if kind == TokenKind::Ident && foreign::statement(self.word()).is_some() {
            return false;
        }
        let value = matches!(kind, TokenKind::Number | TokenKind::Ident | TokenKind::Input | TokenKind::Null);
        value && !(self.on_new_line() && self.ahead(1) == TokenKind::Assign)
    }
}
