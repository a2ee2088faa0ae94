//! The printer: canonical layout, two spaces per level, one statement per line. Parentheses are put where the grammar
//! needs them, and around `&&` inside `||` and the reverse, which the parser would warn about.
//!
//! Comments keep their text. A comment on the line of a statement, or inside it, goes to the end of that line; all
//! others get lines of their own before what follows them. Single blank lines are kept. Printing what was printed
//! changes nothing.

mod exprs;

use pathfold_base::{SourceFile, Span};

use crate::ast::{Comment, Expr, Function, Program, Stmt, StmtKind};

/// The canonical text of a parsed file, with its comments.
pub fn format(file: &SourceFile, program: &Program) -> String {
    Printer::new(Some(file), &program.comments).program(program)
}

/// The canonical text of a tree that may come from nowhere; without comments.
pub fn print(program: &Program) -> String {
    Printer::new(None, &[]).program(program)
}

/// One expression.
pub fn print_expr(expr: &Expr) -> String {
    let mut out = String::new();
    exprs::expr(&mut out, expr);
    out
}

/// What statement graphs show of a statement: itself if it is simple, its condition otherwise.
pub fn print_head(stmt: &Stmt) -> String {
    match &stmt.kind {
        StmtKind::Assign { target, value } => format!("{} = {};", print_expr(target), print_expr(value)),
        StmtKind::Output(value) => format!("output {};", print_expr(value)),
        StmtKind::If { cond, .. } => format!("if ({})", print_expr(cond)),
        StmtKind::While { cond, .. } => format!("while ({})", print_expr(cond)),
        StmtKind::Block(_) => "{ … }".to_owned(),
    }
}

struct Printer<'a> {
    /// `None` for trees without places.
    file: Option<&'a SourceFile>,
    comments: &'a [Comment],
    out: String,
    indent: usize,
    /// Source line where the last printed thing ended; 0 where no blank line may follow.
    last_line: u32,
}

impl<'a> Printer<'a> {
    fn new(file: Option<&'a SourceFile>, comments: &'a [Comment]) -> Self {
        Self { file, comments, out: String::new(), indent: 0, last_line: 0 }
    }

    fn program(mut self, program: &Program) -> String {
        for (index, function) in program.functions.iter().enumerate() {
            if index > 0 {
                self.out.push('\n');
                self.last_line = 0;
            }
            let next = program.functions.get(index + 1).map_or(u32::MAX, |f| f.span.start);
            self.function(function, next);
        }
        self.leading(u32::MAX);
        self.out
    }

    fn function(&mut self, function: &Function, next: u32) {
        self.leading(function.span.start);
        self.blank(function.span.start);
        let params: Vec<&str> = function.params.iter().map(|p| p.name.as_str()).collect();
        self.out.push_str(&format!("{}({}) {{", function.name.name, params.join(", ")));
        let mut starts: Vec<u32> = function.vars.iter().map(|v| v.span.start).collect();
        starts.extend(function.body.iter().map(|s| s.span.start));
        starts.push(function.return_span.start);
        let close = function.block_span.end.saturating_sub(1);
        starts.push(close);
        let mut starts = starts.into_iter();
        self.open(function.block_span.start, starts.next().unwrap_or(u32::MAX));
        for var in &function.vars {
            let names: Vec<&str> = var.names.iter().map(|n| n.name.as_str()).collect();
            let limit = starts.next().unwrap_or(u32::MAX);
            self.simple(var.span, &format!("var {};", names.join(", ")), limit);
        }
        for stmt in &function.body {
            let limit = starts.next().unwrap_or(u32::MAX);
            self.stmt(stmt, limit);
        }
        let text = format!("return {};", print_expr(&function.result));
        self.simple(function.return_span, &text, close);
        self.close(close);
        self.trailing(function.span.end, next);
        self.newline();
    }

    fn stmt(&mut self, stmt: &Stmt, limit: u32) {
        match &stmt.kind {
            StmtKind::Assign { .. } | StmtKind::Output(_) => self.simple(stmt.span, &print_head(stmt), limit),
            StmtKind::If { .. } | StmtKind::While { .. } => {
                self.start(stmt.span.start);
                self.compound(stmt, limit);
                self.trailing(stmt.span.end, limit);
                self.newline();
            }
            StmtKind::Block(body) => {
                self.start(stmt.span.start);
                self.block(stmt.span, body);
                self.trailing(stmt.span.end, limit);
                self.newline();
            }
        }
    }

    /// `if` or `while` without the end of its last line.
    fn compound(&mut self, stmt: &Stmt, limit: u32) {
        for stmt in stmt.chain() {
            match &stmt.kind {
                StmtKind::If { cond, then, otherwise } => {
                    self.out.push_str(&print_head(stmt));
                    let end_of_then = otherwise.as_ref().map_or(limit, |o| o.span.start);
                    let braces = otherwise.is_some() && ends_open(then);
                    let closed = self.branch(cond.span.end, then, end_of_then, braces);
                    let Some(otherwise) = otherwise else { return };
                    self.else_(closed);
                    if !matches!(otherwise.kind, StmtKind::If { .. }) {
                        self.branch(then.span.end, otherwise, limit, false);
                        return;
                    }
                    self.out.push(' ');
                }
                StmtKind::While { cond, body } => {
                    self.out.push_str(&print_head(stmt));
                    self.branch(cond.span.end, body, limit, false);
                }
                StmtKind::Assign { .. } | StmtKind::Output(_) | StmtKind::Block(_) => {}
            }
        }
    }

    /// `else`, behind the `}` of a branch or on a line of its own.
    fn else_(&mut self, closed: bool) {
        if closed {
            self.out.push_str(" else");
            return;
        }
        self.newline();
        self.pad();
        self.out.push_str("else");
    }

    /// The statement under a header that ended at `header_end`. Says whether its last line ends with `}`; otherwise that
    /// line is still open too.
    fn branch(&mut self, header_end: u32, stmt: &Stmt, limit: u32, braces: bool) -> bool {
        match &stmt.kind {
            StmtKind::Block(body) => {
                self.out.push(' ');
                self.block(stmt.span, body);
                true
            }
            StmtKind::Assign { .. } | StmtKind::Output(_) | StmtKind::If { .. } | StmtKind::While { .. } => {
                if braces {
                    self.out.push_str(" {");
                }
                self.trailing(header_end, stmt.span.start);
                self.newline();
                self.indent += 1;
                self.last_line = 0;
                self.stmt(stmt, limit);
                self.indent -= 1;
                // The line was ended by `stmt`; the caller ends it.
                self.out.pop();
                if braces {
                    self.out.push('\n');
                    self.pad();
                    self.out.push('}');
                }
                braces
            }
        }
    }

    fn block(&mut self, span: Span, body: &[Stmt]) {
        let close = span.end.saturating_sub(1);
        if body.is_empty() && self.comments.first().is_none_or(|c| c.span.start >= close) {
            self.out.push_str("{}");
            return;
        }
        self.out.push('{');
        self.open(span.start, body.first().map_or(close, |s| s.span.start));
        for (index, stmt) in body.iter().enumerate() {
            self.stmt(stmt, body.get(index + 1).map_or(close, |s| s.span.start));
        }
        self.close(close);
    }

    /// After a printed `{` that stands at `at`.
    fn open(&mut self, at: u32, limit: u32) {
        self.trailing(at + 1, limit);
        self.newline();
        self.indent += 1;
        self.last_line = 0;
    }

    /// Prints the `}` that stands at `at`.
    fn close(&mut self, at: u32) {
        self.leading(at);
        self.indent -= 1;
        self.pad();
        self.out.push('}');
        self.last_line = self.line(at);
    }

    fn simple(&mut self, span: Span, text: &str, limit: u32) {
        self.start(span.start);
        self.out.push_str(text);
        self.trailing(span.end, limit);
        self.newline();
    }

    /// Begins the line of a statement at `at`.
    fn start(&mut self, at: u32) {
        self.leading(at);
        self.blank(at);
        self.pad();
    }

    fn newline(&mut self) {
        self.out.push('\n');
    }

    fn pad(&mut self) {
        self.out.push_str(&"  ".repeat(self.indent));
    }

    fn line(&self, at: u32) -> u32 {
        self.file.map_or(0, |f| f.line_of(at))
    }

    /// Keeps a blank line that stood before `at`.
    fn blank(&mut self, at: u32) {
        if self.last_line != 0 && self.line(at) > self.last_line + 1 {
            self.out.push('\n');
        }
    }

    /// Prints the comments before `at` on lines of their own.
    fn leading(&mut self, at: u32) {
        while let Some((comment, rest)) = self.comments.split_first()
            && comment.span.start < at
        {
            self.comments = rest;
            self.blank(comment.span.start);
            self.pad();
            self.out.push_str(&comment.text);
            self.newline();
            self.last_line = self.line(comment.span.end);
        }
    }

    /// Appends to the current line, whose source ended at `end`, the comments inside it and on the same source line,
    /// as long as they come before `limit`.
    fn trailing(&mut self, end: u32, limit: u32) {
        let line = self.line(end.saturating_sub(1));
        self.last_line = line;
        while let Some((comment, rest)) = self.comments.split_first()
            && comment.span.start < limit
            && (comment.span.start < end || self.line(comment.span.start) == line)
        {
            self.comments = rest;
            self.out.push(' ');
            self.out.push_str(&comment.text);
            self.last_line = self.line(comment.span.end);
            // Nothing can follow on the line of a `//`, and a comment of several lines ends the line it was on.
            if comment.line || comment.text.contains('\n') {
                break;
            }
        }
    }
}

/// Whether an `else` after this statement would belong to an `if` inside it.
fn ends_open(stmt: &Stmt) -> bool {
    match stmt.chain().last().map(|last| &last.kind) {
        // The last of a chain has no `else`.
        Some(StmtKind::If { .. }) => true,
        Some(StmtKind::While { body, .. }) => ends_open(body),
        Some(StmtKind::Assign { .. } | StmtKind::Output(_) | StmtKind::Block(_)) | None => false,
    }
}

#[cfg(test)]
mod tests;
