//! Where a native run goes wrong, as sanitizers and `assert` say it, and whether that is where the finding is.

use std::path::Path;

/// A file and a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// As the report has it.
    pub file: String,
    /// From 1.
    pub line: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", name(&self.file), self.line)
    }
}

impl Place {
    /// The place at the end of a frame of a stack: `#0 0x1 in main /tmp/a.c:5`, with a column or without.
    pub fn of_frame(line: &str) -> Option<Place> {
        let frame = line.trim_start().strip_prefix('#')?;
        Self::parse(frame.rsplit_once(' ')?.1)
    }

    /// The place before a message: `a.c:5:3`, `a.c:5`.
    pub fn parse(text: &str) -> Option<Place> {
        let (rest, last) = text.rsplit_once(':')?;
        let last: u32 = last.parse().ok()?;
        match rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?))) {
            Some((file, line)) => Some(Place { file: file.to_owned(), line }),
            None => Some(Place { file: rest.to_owned(), line: last }),
        }
    }

    /// Whether it is in one of these files, by their names alone: compilers write paths in their own ways.
    pub fn is_in<'a>(&self, mut files: impl Iterator<Item = &'a str>) -> bool {
        files.any(|file| name(file) == name(&self.file))
    }

    /// Whether both are in one statement, which compilers may give other lines to. `text` is the text of the file, if it
    /// is there.
    // APPROX: a semicolon or a brace outside of parentheses ends a statement, also in texts and comments.
    pub fn is_near(&self, file: &str, line: u32, text: Option<&str>) -> bool {
        if name(file) != name(&self.file) {
            return false;
        }
        let (first, last) = (self.line.min(line), self.line.max(line));
        let Some(text) = text else { return first == last };
        let between = text.lines().skip(first.saturating_sub(1) as usize).take((last - first) as usize);
        let mut depth = 0i32;
        for byte in between.flat_map(str::bytes) {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b';' | b'{' | b'}' if depth <= 0 => return false,
                _ => {}
            }
        }
        true
    }
}

fn name(file: &str) -> &str {
    Path::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_off_frames_and_messages() {
        let place = |file: &str, line| Some(Place { file: file.to_owned(), line });
        assert_eq!(Place::of_frame("    #1 0x56 in main /tmp/a b.c:9"), place("b.c", 9));
        assert_eq!(Place::of_frame("    #1 0x56 in main /tmp/a.c:9:12"), place("/tmp/a.c", 9));
        assert_eq!(Place::of_frame("    #4 0x56 in _start (/tmp/place+0x2190)"), None);
        assert_eq!(Place::of_frame("allocated by thread T0 here:"), None);
        assert_eq!(Place::parse("a.c:20:26"), place("a.c", 20));
        assert_eq!(Place::parse("a.c"), None);
    }

    #[test]
    fn lines_of_one_statement_are_near() {
        let text = "int a;\nreturn f(x,\n  for_all(y;),\n  z);\nb = 3 /\n  y;\nc();\n";
        let at = |line| Place { file: "/tmp/a.c".to_owned(), line };
        assert!(at(2).is_near("src/a.c", 4, Some(text)) && at(4).is_near("a.c", 2, Some(text)));
        assert!(at(6).is_near("a.c", 5, Some(text)) && at(7).is_near("a.c", 7, None));
        assert!(!at(4).is_near("a.c", 5, Some(text)) && !at(7).is_near("a.c", 6, Some(text)));
        assert!(!at(2).is_near("b.c", 2, Some(text)) && !at(5).is_near("a.c", 6, None));
    }
}
