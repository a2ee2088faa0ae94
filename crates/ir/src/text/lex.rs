//! Tokens of the textual form. Line ends mean nothing; comments run from `//` to the end of the line.

use pathfold_base::{Diagnostic, Span};

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// A keyword, a mnemonic, a plain name; may have `-` inside.
    Ident(&'a str),
    /// Decimal digits.
    Digits(&'a str),
    /// The digits of `0x...`.
    Hex(&'a str),
    /// A quoted string.
    Str(String),
    /// `x"0001"`.
    Bytes(Vec<u8>),
    /// One punctuation character.
    Punct(char),
    /// `->`.
    Arrow,
    /// `=>`.
    FatArrow,
    /// The end of the text.
    End,
}

/// All tokens with their places; the last one is [`Token::End`].
pub(super) fn lex(text: &str) -> Result<Vec<(Token<'_>, Span)>, Box<Diagnostic>> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blank();
        let start = lexer.at;
        let token = lexer.token()?;
        let end = token == Token::End;
        tokens.push((token, Span::new(start, lexer.at)));
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    /// Always at a character boundary.
    at: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn take_while(&mut self, keep: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let len = rest.bytes().position(|b| !keep(b)).unwrap_or(rest.len());
        self.at += len;
        rest.get(..len).unwrap_or("")
    }

    fn skip_blank(&mut self) {
        loop {
            self.take_while(|b| b.is_ascii_whitespace());
            if !self.rest().starts_with("//") {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn error<T>(&self, start: usize, message: impl Into<String>, help: &str) -> Result<T, Box<Diagnostic>> {
        Err(Box::new(Diagnostic::error("ir-syntax", Span::new(start, self.at), message).help(help)))
    }

    fn token(&mut self) -> Result<Token<'a>, Box<Diagnostic>> {
        let start = self.at;
        let Some(c) = self.peek() else {
            return Ok(Token::End);
        };
        if c.is_ascii_alphabetic() || c == '_' {
            return self.word();
        }
        if c.is_ascii_digit() {
            if self.rest().starts_with("0x") {
                self.at += 2;
                return Ok(Token::Hex(self.take_while(|b| b.is_ascii_hexdigit())));
            }
            return Ok(Token::Digits(self.take_while(|b| b.is_ascii_digit())));
        }
        if c == '"' {
            return self.string().map(Token::Str);
        }
        for (text, token) in [("->", Token::Arrow), ("=>", Token::FatArrow)] {
            if self.rest().starts_with(text) {
                self.at += text.len();
                return Ok(token);
            }
        }
        self.bump();
        if c.is_ascii_punctuation() {
            return Ok(Token::Punct(c));
        }
        self.error(
            start,
            format!("unexpected character `{}`", c.escape_debug()),
            "names with such characters are quoted",
        )
    }

    fn word(&mut self) -> Result<Token<'a>, Box<Diagnostic>> {
        let start = self.at;
        let part = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'.';
        self.take_while(part);
        while self.rest().starts_with('-') && self.rest().as_bytes().get(1).is_some_and(u8::is_ascii_alphanumeric) {
            self.at += 1;
            self.take_while(part);
        }
        let word = self.text.get(start..self.at).unwrap_or("");
        if word != "x" || self.peek() != Some('"') {
            return Ok(Token::Ident(word));
        }
        self.bump();
        let digits = self.take_while(|b| b.is_ascii_hexdigit());
        if self.bump() != Some('"') || !digits.len().is_multiple_of(2) {
            return self.error(start, "malformed bytes", "bytes are pairs of hexadecimal digits: `x\"00ff\"`");
        }
        let digit = |b: u8| char::from(b).to_digit(16).unwrap_or(0) as u8;
        Ok(Token::Bytes(digits.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()))
    }

    fn string(&mut self) -> Result<String, Box<Diagnostic>> {
        let start = self.at;
        self.bump();
        let mut out = String::new();
        while let Some(c) = self.bump() {
            match c {
                '"' => return Ok(out),
                '\\' => match self.escape() {
                    Some(c) => out.push(c),
                    None => return self.error(start, "unknown escape", "escapes are \\\\, \\\", \\n and \\u{hex}"),
                },
                c => out.push(c),
            }
        }
        self.error(start, "the string does not end", "add a closing `\"`")
    }

    fn escape(&mut self) -> Option<char> {
        match self.bump()? {
            'n' => Some('\n'),
            c @ ('\\' | '"') => Some(c),
            'u' => {
                if self.bump() != Some('{') {
                    return None;
                }
                let digits = self.take_while(|b| b.is_ascii_hexdigit());
                if self.bump() != Some('}') {
                    return None;
                }
                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
            }
            _ => None,
        }
    }
}
