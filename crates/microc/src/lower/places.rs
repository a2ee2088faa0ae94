//! Spans to source places. Lines may be very long (generated programs), so columns are not counted from the start of
//! the line each time.

use pathfold_base::{FxMap, LineCol, SourceFile, Span};
use pathfold_ir::{FileId, LocId, ProgramBuilder};

/// Every so many bytes the number of characters before is remembered.
const STRIDE: usize = 256;

pub(super) struct Places {
    text: Vec<u8>,
    file: FileId,
    line_starts: Vec<usize>,
    /// Characters before each multiple of `STRIDE`.
    characters: Vec<usize>,
    known: FxMap<Span, LocId>,
}

impl Places {
    pub fn new(source: &SourceFile, file: FileId) -> Self {
        let text = source.text().as_bytes().to_vec();
        let mut line_starts = vec![0];
        line_starts.extend(text.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1));
        let mut characters = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut count = 0;
        for chunk in text.chunks(STRIDE) {
            characters.push(count);
            count += starts(chunk);
        }
        characters.push(count);
        Self { text, file, line_starts, characters, known: FxMap::default() }
    }

    /// The place of a span.
    pub fn loc(&mut self, program: &mut ProgramBuilder, span: Span) -> LocId {
        if let Some(&loc) = self.known.get(&span) {
            return loc;
        }
        let loc = program.loc(self.file, self.line_col(span.start), self.line_col(span.end));
        self.known.insert(span, loc);
        loc
    }

    fn line_col(&self, position: u32) -> LineCol {
        let position = (position as usize).min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start <= position);
        let start = self.line_starts.get(line.wrapping_sub(1)).copied().unwrap_or(0);
        LineCol { line: line as u32, column: (self.before(position) - self.before(start)) as u32 + 1 }
    }

    /// How many characters start before a position.
    fn before(&self, position: usize) -> usize {
        let chunk = position / STRIDE;
        let rest = self.text.get(chunk * STRIDE..position).unwrap_or(&[]);
        self.characters.get(chunk).copied().unwrap_or(0) + starts(rest)
    }
}

/// How many characters start in these bytes.
fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|b| **b & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_those_of_the_source() {
        let text: String = (0..900).map(|i| ["a", "č", "\n", "😀", "xyz"][i * i % 7 % 5]).collect();
        let source = SourceFile::new("t.mc", text.clone());
        let places = Places::new(&source, FileId(0));
        for (position, _) in text.char_indices().chain([(text.len(), ' '), (text.len() + 9, ' ')]) {
            assert_eq!(places.line_col(position as u32), source.line_col(position as u32));
        }
    }
}
