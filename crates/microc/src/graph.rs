//! Statement-level control flow graphs as in seed 0, section 5.2: one graph per function, one statement per node, the
//! branches of a condition labelled `yes` and `no`. For people to look at; the engine runs on the IR.

use std::fmt::Write as _;

use pathfold_base::{IdVec, Span, typed_id};

use crate::ast::{Function, Program, Stmt, StmtKind};
use crate::fmt::{print_expr, print_head};

typed_id!(
    /// A node of one graph.
    pub struct NodeId,
    "n"
);

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// Where the function starts.
    Entry,
    /// An assignment or output.
    Statement,
    /// A condition of `if` or `while`: its first successor is `yes`, its second `no`.
    Condition,
    /// The `return`.
    Return,
    /// Where the function ends.
    Exit,
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// What to show.
    pub text: String,
    /// The statement it stands for.
    pub span: Span,
    /// What comes next; two for a condition, none for the exit.
    pub successors: Vec<NodeId>,
}

/// The graph of a function.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The function's name.
    pub name: String,
    /// Its nodes; the entry comes first.
    pub nodes: IdVec<NodeId, Node>,
}

/// The graphs of all functions, in source order.
pub fn graphs(program: &Program) -> Vec<Graph> {
    program.functions.iter().map(graph).collect()
}

/// The graph of one function.
pub fn graph(function: &Function) -> Graph {
    let mut builder = Builder { nodes: IdVec::new(), open: Vec::new() };
    let params: Vec<&str> = function.params.iter().map(|p| p.name.as_str()).collect();
    builder.add(NodeKind::Entry, format!("{}({})", function.name.name, params.join(", ")), function.name.span);
    function.body.iter().for_each(|s| builder.stmt(s));
    builder.add(NodeKind::Return, format!("return {};", print_expr(&function.result)), function.return_span);
    builder.add(NodeKind::Exit, "exit".to_owned(), function.span);
    builder.open.clear();
    Graph { name: function.name.name.clone(), nodes: builder.nodes }
}

struct Builder {
    nodes: IdVec<NodeId, Node>,
    /// Nodes whose next successor is whatever is added next.
    open: Vec<NodeId>,
}

/// What is still to be done.
enum Work<'a> {
    /// To add a statement.
    Stmt(&'a Stmt),
    /// To go on behind the first branch of a condition.
    Else { cond: NodeId, otherwise: Option<&'a Stmt> },
    /// To let both branches of a condition meet; `first` is the first node of the second, if it has one.
    Meet { cond: NodeId, after_then: Vec<NodeId>, first: NodeId },
    /// To go back to the condition of a loop.
    Again { cond: NodeId },
}

impl Builder {
    fn add(&mut self, kind: NodeKind, text: String, span: Span) -> NodeId {
        let id = self.nodes.push(Node { kind, text, span, successors: Vec::new() });
        for from in self.open.drain(..) {
            self.nodes[from].successors.push(id);
        }
        self.open.push(id);
        id
    }

    /// Adds a statement with all inside. The normal form of a chain of `else if` is too deep for recursion.
    fn stmt(&mut self, stmt: &Stmt) {
        let mut work = vec![Work::Stmt(stmt)];
        while let Some(next) = work.pop() {
            match next {
                Work::Stmt(stmt) => self.start(stmt, &mut work),
                Work::Else { cond, otherwise } => self.else_(cond, otherwise, &mut work),
                Work::Meet { cond, after_then, first } => self.meet(cond, after_then, first),
                Work::Again { cond } => self.again(cond),
            }
        }
    }

    fn start<'a>(&mut self, stmt: &'a Stmt, work: &mut Vec<Work<'a>>) {
        match &stmt.kind {
            StmtKind::Assign { .. } | StmtKind::Output(_) => {
                self.add(NodeKind::Statement, print_head(stmt), stmt.span);
            }
            StmtKind::If { then, otherwise, .. } => {
                let cond = self.add(NodeKind::Condition, print_head(stmt), stmt.span);
                work.push(Work::Else { cond, otherwise: otherwise.as_deref() });
                work.push(Work::Stmt(then));
            }
            StmtKind::While { body, .. } => {
                let cond = self.add(NodeKind::Condition, print_head(stmt), stmt.span);
                work.push(Work::Again { cond });
                work.push(Work::Stmt(body));
            }
            StmtKind::Block(body) => work.extend(body.iter().rev().map(Work::Stmt)),
        }
    }

    fn else_<'a>(&mut self, cond: NodeId, otherwise: Option<&'a Stmt>, work: &mut Vec<Work<'a>>) {
        // An empty branch leaves the condition itself open: its `yes` goes where the branches meet.
        let after_then = std::mem::replace(&mut self.open, vec![cond]);
        work.push(Work::Meet { cond, after_then, first: self.nodes.next_id() });
        work.extend(otherwise.map(Work::Stmt));
    }

    fn meet(&mut self, cond: NodeId, after_then: Vec<NodeId>, first: NodeId) {
        if after_then.contains(&cond) && self.nodes.next_id() != first {
            // `no` was connected first; keep the place of `yes` for the meeting point.
            return self.meet_after_empty(cond, after_then);
        }
        let no = std::mem::replace(&mut self.open, after_then);
        self.open.extend(no);
    }

    fn again(&mut self, cond: NodeId) {
        for from in std::mem::take(&mut self.open) {
            self.nodes[from].successors.push(cond);
        }
        self.open.push(cond);
    }

    /// The `then` branch was empty but the `else` branch was not: successors must still be in the order yes, no.
    fn meet_after_empty(&mut self, cond: NodeId, after_then: Vec<NodeId>) {
        let join = self.add_join(after_then);
        self.nodes[cond].successors.rotate_right(1);
        self.open = vec![join];
    }

    fn add_join(&mut self, more: Vec<NodeId>) -> NodeId {
        self.open.extend(more);
        self.add(NodeKind::Statement, "{}".to_owned(), Span::default())
    }
}

impl Graph {
    /// How an edge is labelled: the branches of a condition are `yes` and `no`.
    pub fn label(&self, from: NodeId, index: usize) -> &'static str {
        match (self.nodes[from].kind, index) {
            (NodeKind::Condition, 0) => "yes",
            (NodeKind::Condition, _) => "no",
            (NodeKind::Entry | NodeKind::Statement | NodeKind::Return | NodeKind::Exit, _) => "",
        }
    }

    /// One line per node: id, statement, successors.
    pub fn to_text(&self) -> String {
        let mut out = format!("function {}\n", self.name);
        for (id, node) in self.nodes.entries() {
            let successors: Vec<String> = node
                .successors
                .iter()
                .enumerate()
                .map(|(index, to)| match self.label(id, index) {
                    "" => to.to_string(),
                    label => format!("{label} {to}"),
                })
                .collect();
            let arrow = if successors.is_empty() { "" } else { " -> " };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "  {id}: {}{arrow}{}", node.text, successors.join(", "));
        }
        out
    }
}

/// All graphs as one Graphviz document.
pub fn to_dot(graphs: &[Graph]) -> String {
    let mut out = String::from("digraph program {\n  node [shape=box, fontname=monospace];\n");
    for (index, graph) in graphs.iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_{index} {{\n    label={:?};", graph.name);
        for (id, node) in graph.nodes.entries() {
            let shape = match node.kind {
                NodeKind::Condition => ", shape=diamond",
                NodeKind::Entry | NodeKind::Exit => ", shape=ellipse",
                NodeKind::Statement | NodeKind::Return => "",
            };
            let _ = writeln!(out, "    f{index}_{id} [label={:?}{shape}];", format!("{id}: {}", node.text));
        }
        for (id, node) in graph.nodes.entries() {
            for (edge, to) in node.successors.iter().enumerate() {
                let label = match graph.label(id, edge) {
                    "" => String::new(),
                    label => format!(" [label={label}]"),
                };
                let _ = writeln!(out, "    f{index}_{id} -> f{index}_{to}{label};");
            }
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_base::SourceFile;

    fn text(source: &str) -> String {
        let (program, _) = crate::parse(&SourceFile::new("t.mc", source));
        let graphs = graphs(&program.unwrap());
        assert!(to_dot(&graphs).starts_with("digraph"));
        for graph in &graphs {
            for (_, node) in graph.nodes.entries() {
                let expected = match node.kind {
                    NodeKind::Condition => 2,
                    NodeKind::Exit => 0,
                    NodeKind::Entry | NodeKind::Statement | NodeKind::Return => 1,
                };
                assert_eq!(node.successors.len(), expected, "{}", graph.to_text());
            }
        }
        graphs.iter().map(Graph::to_text).collect()
    }

    #[test]
    fn branches_and_loops_are_labelled() {
        assert_eq!(
            text("main() { var i; i = 0; while (i < 3) { if (i) { output i; } else {} i = i + 1; } return i; }"),
            "function main
  n0: main() -> n1
  n1: i = 0; -> n2
  n2: while (i < 3) -> yes n3, no n6
  n3: if (i) -> yes n4, no n5
  n4: output i; -> n5
  n5: i = i + 1; -> n2
  n6: return i; -> n7
  n7: exit
"
        );
    }

    #[test]
    fn empty_branches_keep_their_label() {
        assert!(text("main() { if (1) {} else { output 2; } return 0; }").contains("n1: if (1) -> yes n3, no n2\n"));
        text("main() { if (1) {} return 0; }");
        text(
            "main() { while (1) {} while (2) { while (3) {} } if (4) {} else if (5) {} else { output 1; } return 0; }",
        );
        text("main() { if (1) { if (2) {} else { output 2; } } else { if (3) {} } return 0; }");
    }
}
