//! Characters to tokens. Comments are collected beside the tokens, for the formatter. Never fails: what belongs to other
//! languages is a token, too, about which the parser complains; what cannot be one becomes a diagnostic and is skipped.

mod token;

use pathfold_base::{Diagnostic, Span};

pub(crate) use token::{RESERVED, reserved};
pub use token::{Token, TokenKind};

use crate::ast::Comment;
use crate::foreign::{self, Foreign};

/// More digits than this in one literal are refused: reading them takes time quadratic in their number, and no run
/// with default limits could hold the value.
pub(crate) const MAX_DIGITS: usize = 400_000;

/// Everything the lexer found; `tokens` always ends with [`TokenKind::End`].
#[derive(Debug)]
pub struct Lexed {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// The comments.
    pub comments: Vec<Comment>,
    /// What was no token.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a comment without an end took the rest of the text.
    pub cut: bool,
}

/// Splits a text into tokens.
pub fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer {
        text,
        at: 0,
        nested: None,
        out: Lexed {
            tokens: Vec::with_capacity(text.len() / 3),
            comments: Vec::new(),
            diagnostics: Vec::new(),
            cut: false,
        },
    };
    while lexer.at < text.len() {
        lexer.step();
    }
    let end = Span::new(text.len(), text.len());
    lexer.out.tokens.push(Token { kind: TokenKind::End, span: end });
    lexer.out
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Where the last comment ends, if another seems to start in it: what follows may be meant as a part of it.
    nested: Option<usize>,
    out: Lexed,
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Reads one token, comment, run of white space or run of unknown characters; always moves on.
    fn step(&mut self) {
        match (self.byte(0), self.byte(1)) {
            (b' ' | b'\t' | b'\r' | b'\n', _) => self.at += 1,
            (b'/', b'/') => {
                let rest = &self.text[self.at..];
                let len = rest.find('\n').unwrap_or(rest.len());
                self.comment(len, true);
            }
            (b'/', b'*') => match self.text[self.at + 2..].find("*/") {
                Some(len) => self.comment(len + 4, false),
                None => {
                    let span = Span::new(self.at, self.at + 2);
                    self.out.diagnostics.push(
                        Diagnostic::error("unterminated-comment", span, "this comment has no end")
                            .labelled("starts here")
                            .help("close it with `*/`"),
                    );
                    self.at = self.text.len();
                    self.out.cut = true;
                }
            },
            // `*//` and `*/*` are a product with a comment in it.
            (b'*', b'/') if !matches!(self.byte(2), b'/' | b'*') => {
                let help = "remove `*/`: comments do not nest, the first `*/` ends one";
                self.error("unopened-comment", 2, "no comment is open here", help);
                if let Some(end) = self.nested.take() {
                    let inside = self.out.tokens.partition_point(|t| (t.span.start as usize) < end);
                    self.out.tokens.truncate(inside);
                }
                self.at += 2;
            }
            (b'0'..=b'9', _) => self.number(),
            (b'a'..=b'z' | b'A'..=b'Z' | b'_', _) => self.word(),
            (b'#', _) => self.directive(),
            (b'"' | b'\'', _) => self.quoted(),
            (a, b) => {
                let rest = &self.text[self.at..];
                match (symbol(a, b), foreign::symbol(rest)) {
                    (Some((kind, len)), other) if other.is_none_or(|(longer, _)| longer <= len) => self.push(kind, len),
                    (_, Some((len, class))) => self.push(TokenKind::Foreign(class), len),
                    (_, None) => self.unknown(),
                }
            }
        }
    }

    fn push(&mut self, kind: TokenKind, len: usize) {
        self.out.tokens.push(Token { kind, span: Span::new(self.at, self.at + len) });
        self.at += len;
    }

    fn comment(&mut self, len: usize, line: bool) {
        let text = self.text[self.at..self.at + len].trim_end();
        let span = Span::new(self.at, self.at + text.len());
        self.nested = (!line && text[2..].contains("/*")).then_some(self.at + len);
        self.out.comments.push(Comment { span, text: text.replace('\r', ""), line });
        self.at += len;
    }

    fn run(&self, accept: impl Fn(u8) -> bool) -> usize {
        self.text.as_bytes()[self.at..].iter().take_while(|b| accept(**b)).count()
    }

    fn error(&mut self, code: &'static str, len: usize, message: impl Into<String>, help: impl Into<String>) {
        let span = Span::new(self.at, self.at + len);
        self.out.diagnostics.push(Diagnostic::error(code, span, message).help(help));
    }

    fn number(&mut self) {
        let len = self.run(|b| b.is_ascii_alphanumeric() || b == b'_');
        let digits = self.run(|b| b.is_ascii_digit());
        if digits < len {
            let text = &self.text[self.at..self.at + len];
            let help = instead_of_number(text);
            self.error("bad-number", len, "a number has decimal digits only", help);
        } else if digits > MAX_DIGITS {
            let help = format!("compute it: a literal has at most {MAX_DIGITS} digits");
            self.error("bad-number", len, "this number has too many digits", help);
        }
        // The token is there even if it is wrong: the parser need not complain again.
        self.push(TokenKind::Number, len);
    }

    fn word(&mut self) {
        let rest = &self.text[self.at..];
        let len = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let word = &rest[..len];
        if !word.is_ascii() {
            let message = format!("the name `{}` has letters outside of ASCII", shown(word));
            self.error("unknown-character", len, message, "names are made of `a` to `z`, `A` to `Z`, digits and `_`");
        }
        self.push(reserved(word).unwrap_or(TokenKind::Ident), len);
    }

    /// `#` up to the end of its line: a comment of Python, or something for C's preprocessor.
    fn directive(&mut self) {
        let rest = &self.text[self.at..];
        let line = rest[..rest.find('\n').unwrap_or(rest.len())].trim_end();
        let word = line[1..].trim_start();
        let is = |names: &[&str]| names.iter().any(|name| word.starts_with(name));
        let (message, help) = if is(&["include"]) {
            ("there is nothing to include", "remove this line: everything is part of the language")
        } else if is(&["define", "undef", "if", "else", "endif", "pragma", "error"]) {
            ("there is no preprocessor", "remove this line; a constant can be a function: `size() { return 10; }`")
        } else {
            ("unknown `#`", "a comment starts with `//`")
        };
        let len = line.len();
        self.error("unknown-character", len, message, help);
        self.at += len;
    }

    /// A text or character in quotes, which ends with its line at the latest.
    fn quoted(&mut self) {
        let rest = &self.text[self.at..];
        let line = rest[..rest.find('\n').unwrap_or(rest.len())].trim_end();
        let double = !rest.starts_with(['\'', '‘', '’']);
        let mut escaped = false;
        let end = line.char_indices().skip(1).find_map(|(at, c)| {
            let ends = if double { matches!(c, '"' | '“' | '”') } else { matches!(c, '\'' | '‘' | '’') } && !escaped;
            escaped = c == '\\' && !escaped;
            ends.then_some(at + c.len_utf8())
        });
        self.push(TokenKind::Foreign(Foreign::Text), end.unwrap_or(line.len()));
    }

    /// A letter of another alphabet, what cannot be seen, or one token for a whole run of characters without meaning.
    fn unknown(&mut self) {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return };
        if first.is_alphabetic() {
            return self.word();
        }
        if matches!(first, '“' | '”' | '‘' | '’') {
            return self.quoted();
        }
        if let Some((kind, len)) = full_width_symbol(rest) {
            let message = format!("unknown `{}`", &rest[..len]);
            let help = format!("write {} in ASCII", kind.describe());
            self.error("unknown-character", len, message, help);
            // The token is there as it was meant.
            return self.push(kind, len);
        }
        if invisible(first) {
            let len = rest.find(|c| !invisible(c)).unwrap_or(rest.len());
            let message = format!("a character that cannot be seen, U+{:04X}", u32::from(first));
            self.error("unknown-character", len, message, "delete it, or put a space or a new line in its place");
            self.at += len;
            return;
        }
        let known = |(at, c): (usize, char)| {
            let own = c.is_alphanumeric() || invisible(c) || " \t\r\n_(){}[],;:.=!<>+-*/&#\"'".contains(c);
            let other = foreign::symbol(&rest[at..]).is_some() || foreign::full_width(c).is_some();
            (at > 0 && (own || other)).then_some(at)
        };
        let len = rest.char_indices().find_map(known).unwrap_or(rest.len());
        self.push(TokenKind::Foreign(Foreign::Unknown), len);
    }
}

/// The symbol of ours that one or two full-width characters at the start of a text stand for, and their length.
fn full_width_symbol(text: &str) -> Option<(TokenKind, usize)> {
    let mut chars = text.chars();
    let first = foreign::full_width(chars.next()?)?;
    let second = chars.next().and_then(foreign::full_width).unwrap_or(0);
    let (kind, count) = symbol(first, second)?;
    Some((kind, text.chars().take(count).map(char::len_utf8).sum()))
}

/// White space that is not ours, marks of byte order, control characters.
fn invisible(c: char) -> bool {
    let ours = matches!(c, ' ' | '\t' | '\r' | '\n');
    !ours && (c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'))
}

/// The beginning of a piece of the text, for a message.
pub(crate) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    // Quotes need no escape here.
    short = short.replace("\\\"", "\"").replace("\\'", "'");
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

/// What to write instead of a number of another language.
fn instead_of_number(text: &str) -> String {
    let plain: String = text.chars().filter(|c| *c != '_').collect();
    let (base, digits) = match plain.get(..2) {
        Some("0x" | "0X") => (16, &plain[2..]),
        Some("0b" | "0B") => (2, &plain[2..]),
        Some("0o" | "0O") => (8, &plain[2..]),
        _ => (10, plain.trim_end_matches(['u', 'U', 'l', 'L'])),
    };
    match u64::from_str_radix(digits, base) {
        Ok(value) => format!("write `{value}`"),
        Err(_) => "names start with a letter or `_`; numbers are integers in decimal digits".to_owned(),
    }
}

fn symbol(a: u8, b: u8) -> Option<(TokenKind, usize)> {
    use TokenKind as T;
    Some(match (a, b) {
        (b'=', b'=') => (T::Eq, 2),
        (b'!', b'=') => (T::Ne, 2),
        (b'<', b'=') => (T::Le, 2),
        (b'>', b'=') => (T::Ge, 2),
        (b'&', b'&') => (T::AndAnd, 2),
        (b'|', b'|') => (T::OrOr, 2),
        (b'(', _) => (T::OpenParen, 1),
        (b')', _) => (T::CloseParen, 1),
        (b'{', _) => (T::OpenBrace, 1),
        (b'}', _) => (T::CloseBrace, 1),
        (b'[', _) => (T::OpenBracket, 1),
        (b']', _) => (T::CloseBracket, 1),
        (b',', _) => (T::Comma, 1),
        (b';', _) => (T::Semicolon, 1),
        (b':', _) => (T::Colon, 1),
        (b'.', _) => (T::Dot, 1),
        (b'=', _) => (T::Assign, 1),
        (b'<', _) => (T::Lt, 1),
        (b'>', _) => (T::Gt, 1),
        (b'+', _) => (T::Plus, 1),
        (b'-', _) => (T::Minus, 1),
        (b'*', _) => (T::Star, 1),
        (b'/', _) => (T::Slash, 1),
        (b'!', _) => (T::Bang, 1),
        (b'&', _) => (T::Amp, 1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_comments_have_exact_places() {
        let lexed = lex("a<=12 // x \n/* y */&&&b");
        let kinds: Vec<_> = lexed.tokens.iter().map(|t| (t.kind, t.span.start, t.span.end)).collect();
        use TokenKind as T;
        assert_eq!(
            kinds,
            [
                (T::Ident, 0, 1),
                (T::Le, 1, 3),
                (T::Number, 3, 5),
                (T::AndAnd, 19, 21),
                (T::Amp, 21, 22),
                (T::Ident, 22, 23),
                (T::End, 23, 23)
            ]
        );
        assert_eq!(lexed.comments.iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["// x", "/* y */"]);
        assert!(lexed.diagnostics.is_empty());
    }

    #[test]
    fn what_cannot_be_a_token_is_one_diagnostic_per_run() {
        for (text, code) in [
            ("1x", "bad-number"),
            ("/* a", "unterminated-comment"),
            ("#include <stdio.h>\nx", "unknown-character"),
            ("\u{feff}\u{a0}x", "unknown-character"),
            ("caf\u{e9}", "unknown-character"),
        ] {
            let found: Vec<_> = lex(text).diagnostics.iter().map(|d| d.code).collect();
            assert_eq!(found, [code], "{text}");
        }
    }

    #[test]
    fn what_belongs_to_other_languages_is_one_token() {
        for (text, class) in [
            ("+=", Foreign::Update),
            ("->", Foreign::Arrow),
            ("%", Foreign::Operator),
            ("\"a \\\" b\"", Foreign::Text),
            ("'a'", Foreign::Text),
            ("\"no end", Foreign::Text),
            ("§§€", Foreign::Unknown),
        ] {
            let lexed = lex(text);
            let kinds: Vec<_> = lexed.tokens.iter().map(|t| (t.kind, t.span.end as usize)).collect();
            assert_eq!(kinds, [(TokenKind::Foreign(class), text.len()), (TokenKind::End, text.len())], "{text}");
            assert!(lexed.diagnostics.is_empty());
        }
        let own = lex("a=-1<-2&&&b||!!c**p--3");
        assert!(own.tokens.iter().all(|t| !matches!(t.kind, TokenKind::Foreign(_))), "{own:?}");
    }

    #[test]
    fn the_end_of_a_comment_is_no_product_before_a_comment() {
        use TokenKind as T;
        for (text, errors, kinds) in [
            ("2 *// two\n3", 0, vec![T::Number, T::Star, T::Number, T::End]),
            ("2 */* two */3", 0, vec![T::Number, T::Star, T::Number, T::End]),
            ("2; */", 1, vec![T::Number, T::Semicolon, T::End]),
            ("1 /* a /* b */ c */ 2", 1, vec![T::Number, T::Number, T::End]),
            ("1 /* a */ c */ 2", 1, vec![T::Number, T::Ident, T::Number, T::End]),
        ] {
            let lexed = lex(text);
            assert_eq!(lexed.diagnostics.len(), errors, "{text}");
            assert_eq!(lexed.tokens.iter().map(|t| t.kind).collect::<Vec<_>>(), kinds, "{text}");
        }
    }

    #[test]
    fn full_width_characters_are_the_tokens_they_stand_for() {
        use TokenKind as T;
        let lexed = lex("（＝＝，！＝§；％");
        let kinds: Vec<_> = lexed.tokens.iter().map(|t| t.kind).collect();
        let unknown = T::Foreign(Foreign::Unknown);
        assert_eq!(kinds, [T::OpenParen, T::Eq, T::Comma, T::Ne, unknown, T::Semicolon, unknown, T::End]);
        let helps: Vec<_> = lexed.diagnostics.iter().filter_map(|d| d.help.as_deref()).collect();
        assert_eq!(helps.len(), 5);
        assert_eq!(helps[1], "write `==` in ASCII");
    }

    #[test]
    fn numbers_of_other_languages_are_converted() {
        assert_eq!(instead_of_number("0x1F"), "write `31`");
        assert_eq!(instead_of_number("1_000"), "write `1000`");
        assert_eq!(instead_of_number("10UL"), "write `10`");
        assert!(instead_of_number("12ab").starts_with("names"));
    }
}
