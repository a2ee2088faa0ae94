//! The automata of loops as graphs, in the language of graphviz.

use pathfold_engine::loops::report::LoopReport;

use super::{Shown, interleaving, lines, prose, result};

/// All of them in one graph, each in a box of its own.
pub fn text(shown: &Shown<'_>) -> String {
    let mut out =
        "digraph loops {\n  node [shape=box, fontname=\"monospace\"];\n  fontname=\"sans-serif\";\n".to_owned();
    for (number, report) in shown.loops() {
        cluster(&mut out, number, report);
    }
    out.push_str("}\n");
    out
}

fn cluster(out: &mut String, number: usize, report: &LoopReport) {
    let place = report.file.as_deref().map_or_else(String::new, |file| format!("{file}:{}, ", lines(report)));
    let mut label = format!("loop {number}: {place}{}\n{}", report.function, result(report));
    let analysis = report.analysis.as_ref();
    if let Some((class, order)) = analysis.and_then(|analysis| Some((analysis.class()?, interleaving(analysis)?))) {
        label.push_str(&format!("\ntype {class}, {order}"));
    }
    out.push_str(&format!("  subgraph cluster_{number} {{\n    label={};\n", quoted(&label)));
    let node = |name: &str| format!("l{number}_{name}");
    match analysis.and_then(|analysis| Some((analysis, analysis.turns.as_ref()?))) {
        None => out.push_str(&format!("    {} [shape=plaintext, label=\"no automaton\"];\n", node("none"))),
        Some((analysis, turns)) => {
            for end in ["enter", "leave"] {
                out.push_str(&format!("    {} [shape=oval, label=\"{end}\"];\n", node(end)));
            }
            for (index, path) in analysis.paths.iter().enumerate() {
                let mut label = format!("p{}: {}", index + 1, path.condition);
                for (name, value) in &path.changes {
                    label.push_str(&format!("\n{name} = {value}"));
                }
                if turns.periods[index] > 0 {
                    label.push_str(&format!("\nperiod {}", turns.periods[index]));
                }
                out.push_str(&format!("    {} [label={}];\n", node(&format!("p{}", index + 1)), quoted(&label)));
            }
            for (from, to) in prose::edges(turns) {
                for to in to {
                    out.push_str(&format!("    {} -> {};\n", node(&from), node(&to)));
                }
            }
        }
    }
    out.push_str("  }\n");
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn labels_are_quoted() {
        assert_eq!(super::quoted("a \"b\"\nc\\d"), "\"a \\\"b\\\"\\nc\\\\d\"");
    }
}
