//! Characters to tokens. Comments are collected beside the tokens, for the formatter. Never fails: what is no token
//! becomes a diagnostic and is skipped.

use pathfold_base::{Diagnostic, Span};

use crate::ast::Comment;

/// More digits than this in one literal are refused: reading them takes time quadratic in their number, and no run
/// with default limits could hold the value.
pub(crate) const MAX_DIGITS: usize = 400_000;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// Decimal digits.
    Number,
    /// A name that is no keyword.
    Ident,
    /// `var`
    Var,
    /// `return`
    Return,
    /// `if`
    If,
    /// `else`
    Else,
    /// `while`
    While,
    /// `output`
    Output,
    /// `input`
    Input,
    /// `alloc`
    Alloc,
    /// `null`
    Null,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `:`
    Colon,
    /// `.`
    Dot,
    /// `=`
    Assign,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `!`
    Bang,
    /// `&`
    Amp,
    /// `&&`
    AndAnd,
    /// `||`
    OrOr,
    /// The end of the text.
    End,
}

impl TokenKind {
    /// How messages name it.
    pub fn describe(self) -> &'static str {
        match self {
            TokenKind::Number => "a number",
            TokenKind::Ident => "a name",
            TokenKind::Var => "`var`",
            TokenKind::Return => "`return`",
            TokenKind::If => "`if`",
            TokenKind::Else => "`else`",
            TokenKind::While => "`while`",
            TokenKind::Output => "`output`",
            TokenKind::Input => "`input`",
            TokenKind::Alloc => "`alloc`",
            TokenKind::Null => "`null`",
            TokenKind::OpenParen => "`(`",
            TokenKind::CloseParen => "`)`",
            TokenKind::OpenBrace => "`{`",
            TokenKind::CloseBrace => "`}`",
            TokenKind::OpenBracket => "`[`",
            TokenKind::CloseBracket => "`]`",
            TokenKind::Comma => "`,`",
            TokenKind::Semicolon => "`;`",
            TokenKind::Colon => "`:`",
            TokenKind::Dot => "`.`",
            TokenKind::Assign => "`=`",
            TokenKind::Eq => "`==`",
            TokenKind::Ne => "`!=`",
            TokenKind::Lt => "`<`",
            TokenKind::Le => "`<=`",
            TokenKind::Gt => "`>`",
            TokenKind::Ge => "`>=`",
            TokenKind::Plus => "`+`",
            TokenKind::Minus => "`-`",
            TokenKind::Star => "`*`",
            TokenKind::Slash => "`/`",
            TokenKind::Bang => "`!`",
            TokenKind::Amp => "`&`",
            TokenKind::AndAnd => "`&&`",
            TokenKind::OrOr => "`||`",
            TokenKind::End => "the end of the file",
        }
    }
}

/// A token and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// Everything the lexer found; `tokens` always ends with [`TokenKind::End`].
#[derive(Debug)]
pub struct Lexed {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// The comments.
    pub comments: Vec<Comment>,
    /// What was no token.
    pub diagnostics: Vec<Diagnostic>,
}

/// Splits a text into tokens.
pub fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer {
        text,
        at: 0,
        out: Lexed { tokens: Vec::with_capacity(text.len() / 3), comments: Vec::new(), diagnostics: Vec::new() },
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
                }
            },
            (b'0'..=b'9', _) => self.number(),
            (b'a'..=b'z' | b'A'..=b'Z' | b'_', _) => self.word(),
            (a, b) => match symbol(a, b) {
                Some((kind, len)) => self.push(kind, len),
                None => self.unknown(),
            },
        }
    }

    fn push(&mut self, kind: TokenKind, len: usize) {
        self.out.tokens.push(Token { kind, span: Span::new(self.at, self.at + len) });
        self.at += len;
    }

    fn comment(&mut self, len: usize, line: bool) {
        let text = self.text[self.at..self.at + len].trim_end();
        let span = Span::new(self.at, self.at + text.len());
        self.out.comments.push(Comment { span, text: text.replace('\r', ""), line });
        self.at += len;
    }

    fn run(&self, accept: impl Fn(u8) -> bool) -> usize {
        self.text.as_bytes()[self.at..].iter().take_while(|b| accept(**b)).count()
    }

    fn number(&mut self) {
        let len = self.run(|b| b.is_ascii_alphanumeric() || b == b'_');
        let digits = self.run(|b| b.is_ascii_digit());
        let span = Span::new(self.at, self.at + len);
        if digits < len {
            self.out.diagnostics.push(Diagnostic::error("bad-number", span, "a number has decimal digits only").help(
                "names start with a letter or `_`; other bases, separators and fractions are not in the language",
            ));
        } else if digits > MAX_DIGITS {
            self.out.diagnostics.push(Diagnostic::error("bad-number", span, "this number has too many digits"));
        }
        // The token is there even if it is wrong: the parser need not complain again.
        self.push(TokenKind::Number, len);
    }

    fn word(&mut self) {
        let len = self.run(|b| b.is_ascii_alphanumeric() || b == b'_');
        let kind = match &self.text[self.at..self.at + len] {
            "var" => TokenKind::Var,
            "return" => TokenKind::Return,
            "if" => TokenKind::If,
            "else" => TokenKind::Else,
            "while" => TokenKind::While,
            "output" => TokenKind::Output,
            "input" => TokenKind::Input,
            "alloc" => TokenKind::Alloc,
            "null" => TokenKind::Null,
            _ => TokenKind::Ident,
        };
        self.push(kind, len);
    }

    /// One diagnostic for a whole run of characters that start no token.
    fn unknown(&mut self) {
        let start = self.at;
        let known = |c: char| c.is_ascii_alphanumeric() || " \t\r\n_(){}[],;:.=!<>+-*/&".contains(c);
        let rest = &self.text[start..];
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let len = rest[first..].find(known).map_or(rest.len(), |n| n + first);
        self.at += len;
        let shown: String = rest[..len].chars().take(20).flat_map(char::escape_debug).collect();
        let mut d = Diagnostic::error("unknown-character", Span::new(start, start + len), format!("unknown `{shown}`"));
        if shown.starts_with('%') {
            d = d.help("there is no remainder operator: write `a - a / b * b`");
        } else if shown.starts_with('|') {
            d = d.help("logical or is `||`");
        }
        self.out.diagnostics.push(d);
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
    fn what_is_no_token_is_one_diagnostic_per_run() {
        for (text, code) in [
            ("§§č%", "unknown-character"),
            ("1x", "bad-number"),
            ("/* a", "unterminated-comment"),
            ("a | b", "unknown-character"),
        ] {
            let found: Vec<_> = lex(text).diagnostics.iter().map(|d| d.code).collect();
            assert_eq!(found, [code], "{text}");
        }
    }
}
