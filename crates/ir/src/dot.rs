//! The control flow graph of a function in the language of Graphviz.

use std::fmt::Write;

use crate::cfg::Cfg;
use crate::loops::LoopForest;
use crate::text::print_blocks;
use crate::{FuncId, Program, Terminator};

/// The graph of a function; loop headers have double borders. Empty for an id out of range.
pub fn dot(program: &Program, id: FuncId) -> String {
    let mut out = String::new();
    let Some(function) = program.functions.get(id) else {
        return out;
    };
    let cfg = Cfg::new(function);
    let loops = LoopForest::new(&cfg);
    // Writing to a string cannot fail.
    let _ = writeln!(out, "digraph \"{}\" {{\n  node [shape=box, fontname=monospace];", escape(&function.name));
    for ((id, block), text) in function.blocks.entries().zip(print_blocks(program, id)) {
        let border = if loops.headed_by(id).is_some() { ", peripheries=2" } else { "" };
        let style = if cfg.is_reachable(id) { "" } else { ", style=dashed" };
        let label: String = text.lines().map(|line| escape(line) + "\\l").collect();
        let _ = writeln!(out, "  {id} [label=\"{label}\"{border}{style}];");
        for (i, target) in block.terminator.targets().into_iter().enumerate() {
            let label = match (&block.terminator, i) {
                (Terminator::Branch { .. }, 0) => " [label=\"true\"]",
                (Terminator::Branch { .. }, _) => " [label=\"false\"]",
                (
                    Terminator::Jump(_) | Terminator::Switch { .. } | Terminator::Return(_) | Terminator::Unreachable,
                    _,
                ) => "",
            };
            let _ = writeln!(out, "  {id} -> {}{label};", target.block);
        }
    }
    out.push_str("}\n");
    out
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
