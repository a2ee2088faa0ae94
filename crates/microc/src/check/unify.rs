//! Types under inference: a union-find of shapes. Types may be cyclic (`{v: 1, next: null}` linked to itself), so
//! unification links before it descends and keeps a trail to undo a failure: a failed unification leaves no trace and
//! both types can still be shown.

use std::collections::BTreeMap;

use pathfold_base::Span;

/// A type under inference.
pub(super) type Node = usize;

#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Not known yet.
    Unknown,
    Number,
    Pointer(Node),
    Array(Node),
    Record {
        fields: BTreeMap<String, Node>,
        /// Whether there are no other fields: true once a record literal was seen.
        exact: bool,
    },
}

#[derive(Clone, Debug)]
enum Slot {
    Link(Node),
    Root { shape: Shape, origin: Span },
}

/// Two types differ.
#[derive(Debug)]
pub(super) struct Mismatch;

/// Why a field could not be found.
#[derive(Debug)]
pub(super) enum NoField {
    /// The type is no record.
    NotARecord,
    /// The record has other fields.
    Missing,
}

#[derive(Default)]
pub(super) struct Types {
    slots: Vec<Slot>,
    trail: Vec<(Node, Slot)>,
}

impl Types {
    /// A new type; `origin` is the place that made it what it is.
    pub fn fresh(&mut self, shape: Shape, origin: Span) -> Node {
        self.slots.push(Slot::Root { shape, origin });
        self.slots.len() - 1
    }

    pub fn find(&self, mut node: Node) -> Node {
        while let Slot::Link(next) = self.slots[node] {
            node = next;
        }
        node
    }

    /// Like `find`, and shortens the way for the next time. Not during unification: the trail would not undo it.
    fn compress(&mut self, node: Node) -> Node {
        let root = self.find(node);
        let mut at = node;
        while let Slot::Link(next) = self.slots[at] {
            self.slots[at] = Slot::Link(root);
            at = next;
        }
        root
    }

    pub fn shape(&self, node: Node) -> &Shape {
        match &self.slots[self.find(node)] {
            Slot::Root { shape, .. } => shape,
            // `find` stops at roots only.
            Slot::Link(_) => &Shape::Unknown,
        }
    }

    pub fn origin(&self, node: Node) -> Span {
        match &self.slots[self.find(node)] {
            Slot::Root { origin, .. } => *origin,
            Slot::Link(_) => Span::default(),
        }
    }

    fn set(&mut self, node: Node, slot: Slot) {
        let old = std::mem::replace(&mut self.slots[node], slot);
        self.trail.push((node, old));
    }

    /// Makes both types equal, or leaves everything as it was.
    pub fn unify(&mut self, a: Node, b: Node) -> Result<(), Mismatch> {
        self.compress(a);
        self.compress(b);
        self.trail.clear();
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            if self.step(a, b, &mut work).is_err() {
                while let Some((node, slot)) = self.trail.pop() {
                    self.slots[node] = slot;
                }
                return Err(Mismatch);
            }
        }
        Ok(())
    }

    fn step(&mut self, a: Node, b: Node, work: &mut Vec<(Node, Node)>) -> Result<(), Mismatch> {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return Ok(());
        }
        match (self.shape(a), self.shape(b)) {
            (Shape::Unknown, _) => self.set(a, Slot::Link(b)),
            (_, Shape::Unknown) | (Shape::Number, Shape::Number) => self.set(b, Slot::Link(a)),
            (Shape::Pointer(x), Shape::Pointer(y)) | (Shape::Array(x), Shape::Array(y)) => {
                work.push((*x, *y));
                self.set(b, Slot::Link(a));
            }
            (Shape::Record { fields: fa, exact: ea }, Shape::Record { fields: fb, exact: eb }) => {
                let missing = |of: &BTreeMap<String, Node>, in_: &BTreeMap<String, Node>| {
                    of.keys().any(|name| !in_.contains_key(name))
                };
                if (*ea && missing(fb, fa)) || (*eb && missing(fa, fb)) {
                    return Err(Mismatch);
                }
                work.extend(fa.iter().filter_map(|(name, x)| fb.get(name).map(|y| (*x, *y))));
                let mut fields = fa.clone();
                fields.extend(fb.iter().filter(|(n, _)| !fa.contains_key(*n)).map(|(n, t)| (n.clone(), *t)));
                let exact = *ea || *eb;
                // The place that fixed the fields explains the type best.
                let origin = self.origin(if *eb && !*ea { b } else { a });
                self.set(b, Slot::Link(a));
                self.set(a, Slot::Root { shape: Shape::Record { fields, exact }, origin });
            }
            (Shape::Number | Shape::Pointer(_) | Shape::Array(_) | Shape::Record { .. }, _) => return Err(Mismatch),
        }
        Ok(())
    }

    /// The type of a field; an unknown type becomes a record that has it.
    pub fn field(&mut self, record: Node, name: &str, origin: Span) -> Result<Node, NoField> {
        let root = self.compress(record);
        let known = match self.shape(root) {
            Shape::Unknown => None,
            Shape::Record { fields, exact } => match fields.get(name) {
                Some(field) => return Ok(*field),
                None if *exact => return Err(NoField::Missing),
                None => Some(fields.clone()),
            },
            Shape::Number | Shape::Pointer(_) | Shape::Array(_) => return Err(NoField::NotARecord),
        };
        let origin = if known.is_some() { self.origin(root) } else { origin };
        let mut fields = known.unwrap_or_default();
        let field = self.fresh(Shape::Unknown, origin);
        fields.insert(name.to_owned(), field);
        self.slots[root] = Slot::Root { shape: Shape::Record { fields, exact: false }, origin };
        Ok(field)
    }

    /// The type in words, down to a few levels (it may be cyclic).
    pub fn show(&self, node: Node) -> String {
        self.show_at(node, 3)
    }

    fn show_at(&self, node: Node, depth: u32) -> String {
        if depth == 0 {
            return "…".to_owned();
        }
        match self.shape(node) {
            Shape::Unknown => "…".to_owned(),
            Shape::Number => "number".to_owned(),
            Shape::Pointer(to) if matches!(self.shape(*to), Shape::Unknown) => "pointer".to_owned(),
            Shape::Array(of) if matches!(self.shape(*of), Shape::Unknown) => "array".to_owned(),
            Shape::Pointer(to) => format!("pointer to {}", self.show_at(*to, depth - 1)),
            Shape::Array(of) => format!("array of {}", self.show_at(*of, depth - 1)),
            Shape::Record { fields, exact } => {
                let mut parts: Vec<String> = fields
                    .iter()
                    .take(8)
                    .map(|(name, field)| format!("{name}: {}", self.show_at(*field, depth - 1)))
                    .collect();
                if !exact || fields.len() > parts.len() {
                    parts.push("…".to_owned());
                }
                format!("record {{{}}}", parts.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_unification_leaves_no_trace() {
        let mut types = Types::default();
        let at = Span::default();
        let number = types.fresh(Shape::Number, at);
        let unknown = types.fresh(Shape::Unknown, at);
        let pointer = types.fresh(Shape::Pointer(unknown), at);
        let a = types.fresh(Shape::Array(pointer), at);
        let b = types.fresh(Shape::Array(number), at);
        assert!(types.unify(a, b).is_err());
        assert_eq!((types.show(a), types.show(b)), ("array of pointer".into(), "array of number".into()));
        assert!(types.unify(unknown, number).is_ok());
        assert_eq!(types.show(a), "array of pointer to number");
    }

    #[test]
    fn cyclic_types_unify() {
        let mut types = Types::default();
        let at = Span::default();
        let a = types.fresh(Shape::Unknown, at);
        let pa = types.fresh(Shape::Pointer(a), at);
        types.unify(a, pa).unwrap();
        let b = types.fresh(Shape::Unknown, at);
        let pb = types.fresh(Shape::Pointer(b), at);
        types.unify(b, pb).unwrap();
        types.unify(a, b).unwrap();
        assert_eq!(types.find(a), types.find(b));
        assert_eq!(types.show(a), "pointer to pointer to pointer to …");
    }
}
