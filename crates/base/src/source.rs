//! Source texts and places in them.

/// A half-open range of bytes in one source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start.min(u32::MAX as usize) as u32, end: end.min(u32::MAX as usize) as u32 }
    }

    /// The smallest span around both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As a range of byte positions.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A place as people count: from 1. Columns count characters, not bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct LineCol {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl std::fmt::Display for LineCol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One source text with its name and line starts.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Indexes `text`, which came from `name`.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        Self { name: name.into(), text, line_starts }
    }

    /// The name it was opened under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many lines there are.
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }

    /// Line and column of a byte position; positions past the end count as the end.
    pub fn line_col(&self, position: u32) -> LineCol {
        let position = (position as usize).min(self.text.len());
        let line = self.line_of(position as u32);
        let start = self.line_starts[line as usize - 1] as usize;
        let column = self.text.get(start..position).map_or(position - start, |s| s.chars().count());
        LineCol { line, column: column as u32 + 1 }
    }

    /// The line of a byte position, without the cost of counting its column.
    pub fn line_of(&self, position: u32) -> u32 {
        let position = (position as usize).min(self.text.len());
        self.line_starts.partition_point(|&start| start as usize <= position) as u32
    }

    /// The text of a line (from 1) without its line end; empty when there is no such line.
    pub fn line(&self, line: u32) -> &str {
        let Some(&start) = (line as usize).checked_sub(1).and_then(|i| self.line_starts.get(i)) else {
            return "";
        };
        self.text[start as usize..].lines().next().unwrap_or("")
    }

    /// The text a span covers.
    pub fn snippet(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let file = SourceFile::new("a.mc", "ab\nčd\n");
        assert_eq!(file.line_col(0).to_string(), "1:1");
        assert_eq!(file.line_col(3).to_string(), "2:1");
        assert_eq!(file.line_col(5).to_string(), "2:2");
        assert_eq!(file.line_col(999).to_string(), "3:1");
        assert_eq!([0, 2, 3, 999].map(|at| file.line_of(at)), [1, 1, 2, 3]);
        assert_eq!(file.line(2), "čd");
        assert_eq!(file.line(9), "");
    }
}
