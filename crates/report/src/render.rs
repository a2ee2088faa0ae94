//! Diagnostics as text, in the form Rust's compiler made familiar: message, place, source line, carets, help.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Level, Origin, Renderer, Snippet, normalize_untrusted_str};
use pathfold_base::{Diagnostic, Severity, SourceFile, Span};

/// Lines longer than this are cut around the place that matters: nobody reads a line of a megabyte.
const LONGEST_LINE: usize = 400;

/// Where a [`Message`] points to.
pub enum Place<'a> {
    /// A span of a text we have.
    Source {
        /// The text.
        file: &'a SourceFile,
        /// The span that is wrong.
        primary: (Span, String),
        /// Other spans that matter.
        secondary: Vec<(Span, String)>,
    },
    /// A line and column of a file whose text we do not have.
    Named {
        /// The file.
        file: &'a str,
        /// Line and column, from 1.
        at: Option<(u32, u32)>,
    },
}

/// A message in all its parts; [`diagnostic`] and `finding` both end here.
pub struct Message<'a> {
    /// Error or warning.
    pub severity: Severity,
    /// The stable slug; empty for none.
    pub code: &'a str,
    /// One sentence.
    pub text: &'a str,
    /// Where.
    pub place: Place<'a>,
    /// Lines `= name: text` below the source.
    pub notes: Vec<(&'static str, String)>,
}

/// A diagnostic about `file` as text, with a line end.
pub fn diagnostic(diagnostic: &Diagnostic, file: &SourceFile, colour: bool) -> String {
    let secondary = diagnostic.secondary.iter().map(|label| (label.span, label.message.clone())).collect();
    message(
        &Message {
            severity: diagnostic.severity,
            code: diagnostic.code,
            text: &diagnostic.message,
            place: Place::Source {
                file,
                primary: (diagnostic.primary.span, diagnostic.primary.message.clone()),
                secondary,
            },
            notes: diagnostic.help.iter().map(|help| ("help", help.clone())).collect(),
        },
        colour,
    )
}

/// A message as text, with a line end.
pub fn message(message: &Message<'_>, colour: bool) -> String {
    let level = match message.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut title = level.primary_title(message.text);
    if !message.code.is_empty() {
        title = title.id(message.code);
    }
    let mut group = match &message.place {
        Place::Source { file, primary, secondary } => {
            let (snippet, is_cut) = snippet(file, primary, secondary);
            if is_cut {
                // Columns count from where the first line was cut: the place is said before.
                let at = file.line_col(primary.0.start);
                let origin = Origin::path(file.name()).line(at.line as usize).char_column(at.column as usize);
                title.element(origin).element(snippet)
            } else {
                title.element(snippet.path(file.name()))
            }
        }
        Place::Named { file, at } => {
            let mut origin = Origin::path(*file);
            if let Some((line, column)) = at {
                origin = origin.line(*line as usize).char_column(*column as usize);
            }
            title.element(origin)
        }
    };
    for (name, text) in &message.notes {
        let level = if *name == "help" { Level::HELP } else { Level::NOTE.with_name(*name) };
        group = group.element(level.message(normalize_untrusted_str(text)));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.decor_style(DecorStyle::Ascii).render(&[group]);
    text.push('\n');
    text
}

/// The lines around the spans, and the spans in them; whether the start of the first line is missing. Passing only those
/// keeps rendering fast on large files.
fn snippet<'a>(
    file: &'a SourceFile,
    primary: &(Span, String),
    secondary: &[(Span, String)],
) -> (Snippet<'a, Annotation<'a>>, bool) {
    let text = file.text();
    let spans = || std::iter::once(primary).chain(secondary).map(|(span, _)| clamp(text, *span));
    let low = spans().map(|span| span.start).min().unwrap_or(0);
    let high = spans().map(|span| span.end).max().unwrap_or(0);
    let mut start = text[..low].rfind('\n').map_or(0, |at| at + 1);
    let mut end = text[high..].find('\n').map_or(text.len(), |at| high + at);
    // Half of a line end of Windows.
    if text[start..end].ends_with('\r') {
        end -= 1;
    }
    // A very long first or last line: only what is near to the spans.
    let is_cut = low - start > LONGEST_LINE;
    if is_cut {
        start = boundary(text, low - LONGEST_LINE);
    }
    if end.saturating_sub(high) > LONGEST_LINE {
        end = boundary(text, high + LONGEST_LINE);
    }
    let window = &text[start..end];
    let line = file.line_of(u32::try_from(start).unwrap_or(u32::MAX)) as usize;
    let mark = |kind: AnnotationKind, (span, label): &(Span, String)| {
        let span = clamp(text, *span);
        let within = |at: usize| (at - start).min(window.len());
        let mark = kind.span(within(span.start)..within(span.end));
        if label.is_empty() { mark } else { mark.label(label.clone()) }
    };
    let snippet = Snippet::source(window)
        .line_start(line)
        .annotation(mark(AnnotationKind::Primary, primary))
        .annotations(secondary.iter().map(|label| mark(AnnotationKind::Context, label)));
    (snippet, is_cut)
}

/// The span within the text and at character boundaries; a span over many lines ends with the code of its first line,
/// because the first line says where.
fn clamp(text: &str, span: Span) -> std::ops::Range<usize> {
    let start = boundary(text, (span.start as usize).min(text.len()));
    let end = boundary(text, (span.end as usize).clamp(start, text.len()));
    let line = text[start..end].find('\n').map_or(end, |at| start + code_end(&text[start..start + at]));
    let long = boundary(text, line.min(start + LONGEST_LINE));
    start..long
}

/// Where the code of a line ends: before a comment and the white space before it. All of the line if there is no code.
fn code_end(line: &str) -> usize {
    let comment = ["//", "/*"].iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
    match line[..comment].trim_end().len() {
        0 => line.len(),
        end => end,
    }
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_looks_like_one_of_rust() {
        let file = SourceFile::new("a.mc", "main() {\n  x = 1;\n}\n");
        let d = Diagnostic::error("unknown-name", Span::new(11, 12), "no variable `x`")
            .labelled("not declared")
            .help("declare it: `var x;`");
        let text = diagnostic(&d, &file, false);
        let expected = "\
error[unknown-name]: no variable `x`
 --> a.mc:2:3
  |
2 |   x = 1;
  |   ^ not declared
  |
  = help: declare it: `var x;`
";
        assert_eq!(text, expected);
        assert!(diagnostic(&d, &file, true).contains("\x1b["));
    }

    #[test]
    fn line_ends_of_windows_are_not_shown() {
        let lines = "main() {\r\n  x = 1;\r\n\r\n}\r\n";
        let file = SourceFile::new("a.mc", lines);
        let first = Diagnostic::error("unknown-name", Span::new(0, 1), "x");
        for end in 1..=lines.len() {
            for start in 0..end {
                let also = first.clone().also(Span::new(start, end), "here");
                for shown in [Diagnostic::error("syntax", Span::new(start, end), "x"), also] {
                    let text = diagnostic(&shown, &file, false);
                    assert!(!text.contains('\u{240d}') && !text.contains('\r'), "{text}");
                }
            }
        }
        let text = diagnostic(&Diagnostic::error("unknown-name", Span::new(12, 13), "x"), &file, false);
        assert!(text.contains("\n2 |   x = 1;\n  |   ^\n"), "{text}");
    }

    #[test]
    fn a_place_far_to_the_right_is_said_as_it_is() {
        let file = SourceFile::new("a.mc", format!("main() {{ {} x = 1; }}\n", "y = 2; ".repeat(100)));
        let at = file.text().find('x').unwrap_or(0);
        let text = diagnostic(&Diagnostic::error("unknown-name", Span::new(at, at + 1), "no `x`"), &file, false);
        assert!(text.starts_with(&format!("error[unknown-name]: no `x`\n --> a.mc:1:{}\n", at + 1)), "{text}");
        assert!(text.contains("x = 1;") && text.contains('^'), "{text}");
    }

    #[test]
    fn a_span_over_lines_ends_with_the_code_of_the_first() {
        for (text, expected) in [
            ("ab cd  // x\n;", 0..5),
            ("ab /* x */\n;", 0..2),
            ("ab cd  \n;", 0..5),
            ("// x\n;", 0..4),
            ("\n;", 0..0),
            ("ab // x", 0..7),
        ] {
            assert_eq!(clamp(text, Span::new(0, text.len())), expected, "{text}");
        }
    }

    #[test]
    fn spans_outside_of_the_text_and_in_characters_do_no_harm() {
        let file = SourceFile::new("a.mc", "č\u{1b}[31m");
        for (start, end) in [(0, 0), (1, 1), (1, 2), (5, 900), (700, 800), (900, 3)] {
            let d = Diagnostic::error("syntax", Span { start, end }, "x").also(Span::new(1, 1), "here");
            assert!(!diagnostic(&d, &file, false).contains('\x1b'));
        }
        let empty = SourceFile::new("e.mc", "");
        assert!(diagnostic(&Diagnostic::error("syntax", Span::new(0, 0), "x"), &empty, false).contains("e.mc:1:1"));
    }

    #[test]
    fn long_lines_are_cut() {
        let file = SourceFile::new("a.mc", format!("{}!{}", " x".repeat(500_000), "y".repeat(500_000)));
        let d = Diagnostic::error("syntax", Span::new(1_000_000, 1_000_001), "x");
        assert!(diagnostic(&d, &file, false).len() < 2_000);
    }
}
