//! Constant expressions that have no value, such as `1 / 0`: clang warns and folds them, and nothing is left to be seen. A
//! source with such warnings is compiled again with the sanitizers, which trap where one is evaluated, and tells the
//! loader their lines, for those of which even that leaves nothing.

use std::path::Path;

/// The warnings; of the last kind if overflows are looked for.
const WARNINGS: [&str; 4] = ["division-by-zero", "shift-count-overflow", "shift-count-negative", "integer-overflow"];
/// How a global begins that lists the lines, for the loader.
pub const FOLDED_LINES: &str = "__pathfold_folded_lines";

fn warnings(overflow: bool) -> &'static [&'static str] {
    if overflow { &WARNINGS } else { &WARNINGS[..WARNINGS.len() - 1] }
}

/// The user's arguments for clang, so that there are these warnings whatever they say.
pub fn with_warnings(arguments: &[String], overflow: bool) -> Vec<String> {
    let own = arguments.iter().map(|argument| if argument == "-w" { "-Wno-everything" } else { argument }.to_owned());
    let asked = warnings(overflow).iter().flat_map(|name| [format!("-W{name}"), format!("-Wno-error={name}")]);
    own.chain(asked).chain(["-fdiagnostics-show-option".to_owned()]).collect()
}

/// The lines that clang has warned of, as `LINE:FILE`.
pub fn lines(said: &str, overflow: bool) -> Vec<String> {
    let place = |line: &str| {
        let (place, what) = line.split_once(": warning: ")?;
        let ours = warnings(overflow).iter().any(|name| what.ends_with(&format!("[-W{name}]")));
        // The path may have colons in it.
        let (file, line) = place.rsplit_once(':')?.0.rsplit_once(':')?;
        ours.then(|| format!("{line}:{file}"))
    };
    said.lines().filter_map(place).collect()
}

/// More arguments for a source with these lines; `header` is written and included.
pub fn keep(lines: &[String], overflow: bool, header: &Path) -> Result<Vec<String>, String> {
    let text: String = lines.iter().map(|line| format!("{}\\n", escaped(line))).collect();
    let global = format!("static const char {FOLDED_LINES}[] __attribute__((used, nodebug)) = \"{text}\";\n");
    std::fs::write(header, global).map_err(|error| format!("cannot write {}: {error}", header.display()))?;
    let also = if overflow { ",signed-integer-overflow" } else { "" };
    let checks = format!("-fsanitize=integer-divide-by-zero,shift-exponent{also}");
    Ok(vec![checks, "-fsanitize-trap=all".to_owned(), "-include".to_owned(), header.display().to_string()])
}

/// A text as it is in a string literal of C.
fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("\\{byte:03o}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_warnings_that_count() {
        let said = "a:b.c:7:3: warning: division by zero is undefined [-Wdivision-by-zero]\n    7 |   1 / 0;\n\
                    c.c:9:1: warning: unused [-Wunused]\nc.c:8:2: warning: overflow [-Winteger-overflow]\n";
        assert_eq!(lines(said, false), ["7:a:b.c"]);
        assert_eq!(lines(said, true), ["7:a:b.c", "8:c.c"]);
    }
}
