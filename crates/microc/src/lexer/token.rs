//! The tokens of micro-c.

use pathfold_base::Span;

use crate::foreign::Foreign;

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
    /// A symbol or a text of another language: always an error, which the parser reports where it knows what was meant.
    Foreign(Foreign),
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
            TokenKind::Foreign(Foreign::Text) => "a text",
            TokenKind::Foreign(_) => "an unknown symbol",
            TokenKind::End => "the end of the file",
        }
    }

    /// Whether a value can start with it.
    pub(crate) fn starts_value(self) -> bool {
        use TokenKind as T;
        matches!(
            self,
            T::Number
                | T::Ident
                | T::Input
                | T::Alloc
                | T::Null
                | T::OpenParen
                | T::OpenBracket
                | T::OpenBrace
                | T::Minus
                | T::Star
                | T::Amp
                | T::Bang
                | T::Foreign(Foreign::Text)
        )
    }

    /// Whether it can only be the start of a statement.
    pub(crate) fn is_statement_word(self) -> bool {
        use TokenKind as T;
        matches!(self, T::Var | T::Return | T::If | T::Else | T::While | T::Output)
    }
}

/// The kind of a reserved word.
pub(crate) fn reserved(word: &str) -> Option<TokenKind> {
    RESERVED.iter().find(|(text, _)| *text == word).map(|(_, kind)| *kind)
}

/// The reserved words.
pub(crate) const RESERVED: [(&str, TokenKind); 9] = [
    ("var", TokenKind::Var),
    ("return", TokenKind::Return),
    ("if", TokenKind::If),
    ("else", TokenKind::Else),
    ("while", TokenKind::While),
    ("output", TokenKind::Output),
    ("input", TokenKind::Input),
    ("alloc", TokenKind::Alloc),
    ("null", TokenKind::Null),
];

/// A token and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}
