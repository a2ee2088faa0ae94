//! S-expressions, flat in an arena: no depth of nesting can overflow the stack.

use super::parse::ParseError;

/// An expression of one [`Sexprs`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SexprId(u32);

/// One expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sexpr<'a> {
    /// A symbol, numeral, keyword or literal, as written.
    Atom(&'a str),
    /// A symbol in bars, without them.
    Quoted(&'a str),
    /// A string literal, without its outer quotes.
    Str(&'a str),
    /// A list.
    List(Vec<SexprId>),
}

/// All expressions of a text.
#[derive(Clone, Debug, Default)]
pub struct Sexprs<'a> {
    nodes: Vec<Sexpr<'a>>,
    roots: Vec<SexprId>,
}

impl<'a> Sexprs<'a> {
    /// Reads a text.
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        let mut all = Sexprs::default();
        let mut open: Vec<Vec<SexprId>> = Vec::new();
        let bytes = text.as_bytes();
        let mut at = 0;
        let until = |from: usize, end: u8| -> Result<usize, ParseError> {
            let found = bytes[from..].iter().position(|&b| b == end);
            found.map(|n| from + n).ok_or_else(|| ParseError::new("unexpected end of text"))
        };
        while let Some(&byte) = bytes.get(at) {
            let node = match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {
                    at += 1;
                    continue;
                }
                b';' => {
                    at = until(at, b'\n').unwrap_or(bytes.len());
                    continue;
                }
                b'(' => {
                    open.push(Vec::new());
                    at += 1;
                    continue;
                }
                b')' => {
                    at += 1;
                    Sexpr::List(open.pop().ok_or_else(|| ParseError::new("unbalanced `)`"))?)
                }
                b'|' => {
                    let end = until(at + 1, b'|')?;
                    let name = &text[at + 1..end];
                    at = end + 1;
                    Sexpr::Quoted(name)
                }
                b'"' => {
                    let mut end = until(at + 1, b'"')?;
                    while bytes.get(end + 1) == Some(&b'"') {
                        end = until(end + 2, b'"')?;
                    }
                    let content = &text[at + 1..end];
                    at = end + 1;
                    Sexpr::Str(content)
                }
                _ => {
                    let stops = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b';' | b'"' | b'|');
                    let end = bytes[at..].iter().position(stops).map_or(bytes.len(), |n| at + n);
                    let atom = &text[at..end];
                    at = end;
                    Sexpr::Atom(atom)
                }
            };
            let id = SexprId(all.nodes.len() as u32);
            all.nodes.push(node);
            open.last_mut().unwrap_or(&mut all.roots).push(id);
        }
        if open.is_empty() { Ok(all) } else { Err(ParseError::new("unexpected end of text: `(` is not closed")) }
    }

    /// The outermost expressions.
    pub fn roots(&self) -> &[SexprId] {
        &self.roots
    }

    /// An expression.
    pub fn get(&self, id: SexprId) -> &Sexpr<'a> {
        &self.nodes[id.0 as usize]
    }

    /// The text of an unquoted atom.
    pub fn atom(&self, id: SexprId) -> Option<&'a str> {
        if let Sexpr::Atom(text) = self.get(id) { Some(text) } else { None }
    }

    /// The name of a symbol, quoted or not.
    pub fn name(&self, id: SexprId) -> Option<&'a str> {
        match self.get(id) {
            Sexpr::Atom(text) | Sexpr::Quoted(text) => Some(text),
            Sexpr::Str(_) | Sexpr::List(_) => None,
        }
    }

    /// The members of a list.
    pub fn list(&self, id: SexprId) -> Option<&[SexprId]> {
        if let Sexpr::List(items) = self.get(id) { Some(items) } else { None }
    }

    /// The expression's text, shortened, for messages.
    pub fn excerpt(&self, id: SexprId) -> String {
        let mut out = String::new();
        let mut stack = vec![Some(id)];
        while let Some(next) = stack.pop() {
            if out.len() > 60 {
                out.push('…');
                break;
            }
            match next.map(|id| self.get(id)) {
                None => out.push(')'),
                Some(Sexpr::Atom(text)) => out.push_str(&format!("{text} ")),
                Some(Sexpr::Quoted(text)) => out.push_str(&format!("|{text}| ")),
                Some(Sexpr::Str(text)) => out.push_str(&format!("{text:?} ")),
                Some(Sexpr::List(items)) => {
                    out.push('(');
                    stack.push(None);
                    stack.extend(items.iter().rev().map(|&i| Some(i)));
                }
            }
        }
        out.trim_end().replace(" )", ")")
    }
}
