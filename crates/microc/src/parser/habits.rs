//! Statements of other languages, and misspelt keywords. Each is one error, and reading goes on behind it.

use pathfold_base::Diagnostic;

use super::recover::respelled;
use super::{Parsed, Parser};
use crate::ast::StmtKind;
use crate::foreign::{self, Foreign, Statement};
use crate::lexer::{TokenKind, shown};

impl Parser<'_> {
    /// Whether the name at hand can only be the start of an error: an assignment to a variable, an element or a field goes
    /// on differently, and a call alone is no statement.
    fn cannot_be_a_target(&self) -> bool {
        !matches!(
            self.ahead(1),
            TokenKind::Assign
                | TokenKind::OpenBracket
                | TokenKind::Dot
                | TokenKind::Foreign(Foreign::Update | Foreign::Arrow)
        )
    }

    /// Whether the statement at hand is `elif` in some spelling.
    pub(super) fn elif_ahead(&self) -> bool {
        self.cannot_be_a_target() && matches!(foreign::statement(self.word()), Some((Statement::Elif, _)))
    }

    /// Whether the statement at hand is one of another language. A function of the same name can be called.
    pub(super) fn habit_ahead(&self) -> bool {
        let console = matches!(self.word(), "console" | "System" | "cout");
        if foreign::statement(self.word()).is_some() && (self.cannot_be_a_target() || console) {
            return match self.after_parentheses() {
                // A target, such as `print(x)[0]`, or a call alone, if there is such a function.
                Some(TokenKind::OpenBracket | TokenKind::Dot) => false,
                Some(TokenKind::Semicolon) => !self.declares(self.word()),
                Some(_) => true,
                None => self.ahead(1) != TokenKind::OpenParen,
            };
        }
        self.declared() > 0
    }

    /// How many tokens are before the name in a declaration such as `int *x;`; 0 if it is none.
    fn declared(&self) -> usize {
        let mut n = 1;
        while matches!(self.ahead(n), TokenKind::Star | TokenKind::Ident) {
            n += 1;
        }
        let ends = matches!(
            self.ahead(n),
            TokenKind::Semicolon | TokenKind::Assign | TokenKind::Comma | TokenKind::OpenBracket
        );
        let names = self.ahead(1) == TokenKind::Ident || foreign::is_type(self.word());
        // `a\nb = 1;` is a statement without its end.
        let same_line = !self.text_of(self.token().span.to(self.token_ahead(n - 1).span)).contains('\n');
        if n >= 2 && names && ends && same_line && self.ahead(n - 1) == TokenKind::Ident { n - 1 } else { 0 }
    }

    /// A keyword that is spelt wrong: complains, and makes it the keyword.
    pub(super) fn respell(&mut self) {
        if self.kind() != TokenKind::Ident || !self.cannot_be_a_target() {
            return;
        }
        let Some((right, kind)) = respelled(self.word()) else { return };
        let next = self.ahead(1);
        let fits = match kind {
            TokenKind::Var => next == TokenKind::Ident,
            TokenKind::Return | TokenKind::Output => {
                next.starts_value()
                    && !(next == TokenKind::OpenParen && self.declares(self.word()))
                    && !matches!(next, TokenKind::Star | TokenKind::Minus | TokenKind::Amp | TokenKind::OpenBrace)
            }
            TokenKind::If | TokenKind::While => self.after_parentheses() == Some(TokenKind::OpenBrace),
            TokenKind::Else => matches!(next, TokenKind::OpenBrace | TokenKind::If),
            _ => false,
        };
        if !fits {
            return;
        }
        let message = format!("unknown statement `{}`", shown(self.word()));
        let diagnostic = Diagnostic::error("syntax", self.token().span, message)
            .labelled(format!("did you mean `{right}`?"))
            .help(if self.word().eq_ignore_ascii_case(right) {
                format!("write `{right}`: keywords are in lower case")
            } else {
                format!("write `{right}`")
            });
        self.report(diagnostic);
        let at = self.at;
        self.tokens[at].kind = kind;
    }

    /// What follows the parentheses after the current token, if there are any and they close.
    fn after_parentheses(&self) -> Option<TokenKind> {
        let mut open = 0usize;
        for n in 1..1000 {
            match self.ahead(n) {
                TokenKind::OpenParen => open += 1,
                TokenKind::CloseParen if open <= 1 => return Some(self.ahead(n + 1)),
                TokenKind::CloseParen => open -= 1,
                TokenKind::End => return None,
                _ if open == 0 => return None,
                _ => {}
            }
        }
        None
    }

    /// The statement at hand, after [`Self::habit_ahead`].
    pub(super) fn habit(&mut self) -> Parsed<StmtKind> {
        let from = self.at;
        let token = self.token();
        let word = shown(self.word());
        let declares = foreign::is_type(self.word()) && self.declared() > 0;
        let Some((statement, help)) = foreign::statement(self.word()).filter(|_| !declares) else {
            return self.declaration();
        };
        let message = format!("there is no `{word}`");
        self.report(Diagnostic::error("syntax", token.span, message).labelled("not a statement of micro-c").help(help));
        let kind = match statement {
            Statement::For | Statement::Switch => {
                self.bump();
                self.skip_head();
                if statement == Statement::Switch {
                    self.skip_block();
                    Ok(StmtKind::Block(Vec::new()))
                } else {
                    self.lost.push(from..self.at);
                    return self.stmt_kind_after();
                }
            }
            Statement::Do => {
                self.bump();
                let body = self.stmt_kind_after();
                if self.kind() == TokenKind::While {
                    self.bump();
                    self.skip_head();
                    self.eat(TokenKind::Semicolon);
                }
                return body;
            }
            Statement::Elif => return self.if_(),
            Statement::Word => {
                self.bump();
                return self.stmt_kind_after();
            }
            Statement::Line => {
                self.skip_line();
                Ok(StmtKind::Block(Vec::new()))
            }
        };
        self.lost.push(from..self.at);
        kind
    }

    /// `int x = 1;` and the like.
    fn declaration(&mut self) -> Parsed<StmtKind> {
        let from = self.at;
        let token = self.token();
        let name = self.text_of(self.token_ahead(self.declared()).span);
        let word = self.word();
        let diagnostic = if foreign::is_type(word) {
            Diagnostic::error("syntax", token.span, format!("`{word}` does not declare a variable"))
                .labelled("types are not declared")
                .help(format!("declare it with `var {name};` at the start of the function"))
        } else {
            Diagnostic::error("syntax", token.span, format!("unknown statement `{}`", shown(word)))
                .labelled("neither a keyword nor an assignment")
                .help(format!("`var {name};` declares a variable, `output {name};` prints it"))
        };
        self.report(diagnostic);
        self.skip_line();
        self.lost.push(from..self.at);
        Ok(StmtKind::Block(Vec::new()))
    }

    /// Skips parentheses with whatever is in them, or what stands in their place up to `{`, `:` or the end of the line.
    fn skip_head(&mut self) {
        let mut open = 0usize;
        loop {
            match self.kind() {
                TokenKind::End | TokenKind::OpenBrace => return,
                TokenKind::CloseBrace => return,
                TokenKind::OpenParen => open += 1,
                TokenKind::CloseParen if open <= 1 => {
                    self.bump();
                    break;
                }
                TokenKind::CloseParen => open -= 1,
                TokenKind::Colon if open == 0 => break,
                _ if open == 0 && self.on_new_line() => return,
                _ => {}
            }
            self.bump();
        }
        self.eat(TokenKind::Colon);
    }

    /// Skips a block with everything in it.
    fn skip_block(&mut self) {
        let mut open = 0usize;
        if self.kind() != TokenKind::OpenBrace {
            return;
        }
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::Ident if self.at_function() => return,
                TokenKind::OpenBrace => open += 1,
                TokenKind::CloseBrace if open == 1 => {
                    self.bump();
                    return;
                }
                TokenKind::CloseBrace => open -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips to behind the next `;`, to a brace, or to the next line.
    pub(super) fn skip_line(&mut self) {
        self.bump();
        while !self.on_new_line() || matches!(self.kind(), TokenKind::Comma | TokenKind::CloseParen) {
            match self.kind() {
                TokenKind::End | TokenKind::CloseBrace => return,
                TokenKind::OpenBrace => return self.skip_block(),
                TokenKind::Semicolon => {
                    self.bump();
                    return;
                }
                _ => self.bump(),
            };
        }
    }
}
