//! The path dependency automaton of a loop (seed 0, 4.4.2.1, after Proteus): its states are the paths of an iteration, an
//! edge says that one path can come right after another.

/// A path dependency automaton.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// By path: which others can follow it. A path always may follow itself.
    pub next: Vec<Vec<usize>>,
    /// By path: whether it can be the first, if that was asked.
    pub init: Vec<bool>,
    /// By path: whether the loop can be left after it, if that was asked.
    pub accept: Vec<bool>,
}

/// How the paths of a loop take turns (seed 0, 4.4.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interleaving {
    /// One after the other, none twice.
    Sequential,
    /// In cycles of fixed lengths.
    Periodic,
    /// In no fixed order.
    Irregular,
}

impl Automaton {
    /// So many paths, nothing known of them.
    pub fn new(paths: usize) -> Self {
        Self { next: vec![Vec::new(); paths], init: vec![false; paths], accept: vec![false; paths] }
    }

    /// By path, which other one follows it in the only cycle it is on; none if it is on no cycle. Nothing at all if cycles
    /// are connected: then there is no fixed order.
    pub fn cycles(&self) -> Option<Vec<Option<usize>>> {
        let reach = self.reachable();
        let mut after = vec![None; self.next.len()];
        for (path, next) in self.next.iter().enumerate() {
            let mut back = next.iter().filter(|other| reach[**other][path]);
            after[path] = back.next().copied();
            if back.next().is_some() {
                return None;
            }
        }
        Some(after)
    }

    /// The kind of interleaving, not considering periods.
    pub fn interleaving(&self) -> Interleaving {
        match self.cycles() {
            None => Interleaving::Irregular,
            Some(after) if after.iter().any(Option::is_some) => Interleaving::Periodic,
            Some(_) => Interleaving::Sequential,
        }
    }

    fn reachable(&self) -> Vec<Vec<bool>> {
        let count = self.next.len();
        let mut reach = vec![vec![false; count]; count];
        for (start, row) in reach.iter_mut().enumerate() {
            let mut open = self.next[start].clone();
            while let Some(path) = open.pop() {
                if !std::mem::replace(&mut row[path], true) {
                    open.extend(&self.next[path]);
                }
            }
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn automaton(next: &[&[usize]]) -> Automaton {
        Automaton { next: next.iter().map(|next| next.to_vec()).collect(), ..Automaton::new(next.len()) }
    }

    #[test]
    fn cycles_are_told_apart() {
        assert_eq!(automaton(&[&[1], &[2], &[]]).interleaving(), Interleaving::Sequential);
        let periodic = automaton(&[&[1], &[2], &[1]]);
        assert_eq!(periodic.interleaving(), Interleaving::Periodic);
        assert_eq!(periodic.cycles(), Some(vec![None, Some(2), Some(1)]));
        assert_eq!(automaton(&[&[1, 2], &[0], &[0]]).interleaving(), Interleaving::Irregular);
    }
}
