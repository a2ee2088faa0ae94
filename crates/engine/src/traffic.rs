//! What goes into and out of the program on a path. Where states were joined, each thing says under which condition it
//! happened: the inputs of a test case tell which did.

use std::rc::Rc;

use pathfold_base::{CowVec, List};
use pathfold_term::{Pool, TRUE, Term};

use crate::value::Value;

/// Something that happened on the paths on which the guard holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guarded<T> {
    /// What.
    pub item: T,
    /// When.
    pub guard: Term,
}

impl<T> Guarded<T> {
    /// Something that happened on all paths of the state.
    pub fn always(item: T) -> Self {
        Self { item, guard: TRUE }
    }
}

/// Bytes of the program that are an input.
#[derive(Clone, PartialEq, Eq)]
pub struct InputObject {
    /// What the program calls it; not unique.
    pub name: Rc<str>,
    /// The symbols, from the first byte on.
    pub parts: Rc<[Term]>,
}

/// Bytes that the program wrote to a stream.
#[derive(Clone, PartialEq, Eq)]
pub struct Printed {
    /// 1 for standard output, 2 for standard error.
    pub stream: u32,
    /// The bytes.
    pub bytes: Rc<[Value]>,
}

/// Inputs that are read again and again by a folded loop.
#[derive(Clone, PartialEq, Eq)]
pub struct Repeat {
    /// How many inputs were read before.
    pub inputs_before: usize,
    /// How many input objects were made before.
    pub objects_before: usize,
    /// How often.
    pub count: Term,
    /// The inputs of one iteration.
    pub inputs: Rc<[Term]>,
    /// The input objects of one iteration.
    pub objects: Rc<[InputObject]>,
}

/// What went into and out of the program on this path.
#[derive(Clone, Default)]
pub struct Traffic {
    /// The symbols of the inputs, in order; the entry function's parameters first.
    pub inputs: CowVec<Guarded<Term>>,
    /// How many of them are parameters.
    pub parameters: u32,
    /// The outputs, in order.
    pub outputs: List<Guarded<Value>>,
    /// Objects that are inputs, in order (C).
    pub objects: CowVec<Guarded<InputObject>>,
    /// What was written to streams, in order (C).
    pub printed: List<Guarded<Printed>>,
    /// What folded loops read, in order.
    pub repeats: CowVec<Guarded<Repeat>>,
    /// What the program would like its test cases to satisfy, in order (C).
    pub wishes: List<Term>,
}

impl Traffic {
    /// What happened on the paths of either state: of this one where the condition holds, of the other one elsewhere. In
    /// order for each of them; costs what they do not have in common.
    pub fn join(&self, other: &Traffic, holds: Term, pool: &mut Pool) -> Traffic {
        let (inputs, objects) = (common(&self.inputs, &other.inputs), common(&self.objects, &other.objects));
        // What the other state read comes behind what this one read.
        let behind =
            |before: usize, common: usize, len: usize| if before < common { before } else { before + len - common };
        let theirs: Vec<Guarded<Repeat>> = other.repeats.iter().cloned().collect();
        let moved = theirs.into_iter().map(|Guarded { item, guard }| {
            let inputs_before = behind(item.inputs_before, inputs, self.inputs.len());
            let objects_before = behind(item.objects_before, objects, self.objects.len());
            Guarded { item: Repeat { inputs_before, objects_before, ..item }, guard }
        });
        let same_repeats = common(&self.repeats, &other.repeats);
        let repeats = join_vectors(&self.repeats, &moved.collect(), same_repeats, holds, pool);
        Traffic {
            inputs: join_vectors(&self.inputs, &other.inputs, inputs, holds, pool),
            parameters: self.parameters,
            outputs: join_lists(&self.outputs, &other.outputs, holds, pool),
            objects: join_vectors(&self.objects, &other.objects, objects, holds, pool),
            printed: join_lists(&self.printed, &other.printed, holds, pool),
            repeats,
            // Wishes need not be granted, so those of one side are enough.
            wishes: self.wishes.clone(),
        }
    }
}

/// How many things both have done first, if not always under the same condition.
fn common<T: Clone + PartialEq>(a: &CowVec<Guarded<T>>, b: &CowVec<Guarded<T>>) -> usize {
    let item = |of: &CowVec<Guarded<T>>, index: usize| of.get(index).map(|thing| thing.item.clone());
    let differs = a.unshared(b).into_iter().find(|index| item(a, *index) != item(b, *index));
    differs.unwrap_or_else(|| a.len().min(b.len()))
}

fn narrowed<T: Clone>(thing: &Guarded<T>, guard: Term, pool: &mut Pool) -> Guarded<T> {
    Guarded { item: thing.item.clone(), guard: pool.and(&[thing.guard, guard]) }
}

fn join_vectors<T: Clone + PartialEq>(
    a: &CowVec<Guarded<T>>,
    b: &CowVec<Guarded<T>>,
    common: usize,
    holds: Term,
    pool: &mut Pool,
) -> CowVec<Guarded<T>> {
    let fails = pool.not(holds);
    let mut joined = a.clone();
    for index in a.unshared(b).into_iter().take_while(|index| *index < common) {
        let guards = a.get(index).zip(b.get(index)).map(|(x, y)| (x.guard, y.guard));
        if let Some((mine, theirs)) = guards
            && mine != theirs
            && let Some(thing) = joined.get_mut(index)
        {
            thing.guard = pool.ite(holds, mine, theirs);
        }
    }
    for index in common..a.len() {
        if let Some(thing) = joined.get_mut(index) {
            *thing = narrowed(thing, holds, pool);
        }
    }
    for index in common..b.len() {
        if let Some(thing) = b.get(index) {
            joined.push(narrowed(thing, fails, pool));
        }
    }
    joined
}

fn join_lists<T: Clone + PartialEq>(
    a: &List<Guarded<T>>,
    b: &List<Guarded<T>>,
    holds: Term,
    pool: &mut Pool,
) -> List<Guarded<T>> {
    let (mine, theirs) = a.parted(b);
    if mine == theirs {
        return a.clone();
    }
    let fails = pool.not(holds);
    let mut joined = a.clone();
    for _ in &mine {
        joined.pop();
    }
    let same = mine.iter().zip(&theirs).take_while(|(x, y)| x == y).count();
    for thing in &mine[..same] {
        joined.push((*thing).clone());
    }
    for thing in &mine[same..] {
        joined.push(narrowed(thing, holds, pool));
    }
    for thing in &theirs[same..] {
        joined.push(narrowed(thing, fails, pool));
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_term::{Sort, SymbolKind};

    #[test]
    fn what_only_one_of_them_did_is_guarded() {
        let mut pool = Pool::new();
        let [first, second, third] = ["a", "b", "c"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Int));
        let holds = pool.symbol("h", SymbolKind::Input, Sort::Bool);
        let fails = pool.not(holds);
        let mut a = Traffic::default();
        a.inputs.push(Guarded::always(first));
        a.outputs.push(Guarded::always(Value::Int(1)));
        let mut b = a.clone();
        a.inputs.push(Guarded::always(second));
        a.outputs.push(Guarded::always(Value::Int(2)));
        b.inputs.push(Guarded::always(second));
        b.inputs.push(Guarded::always(third));
        let joined = a.join(&b, holds, &mut pool);
        let inputs: Vec<(Term, Term)> = joined.inputs.iter().map(|read| (read.item, read.guard)).collect();
        assert_eq!(inputs, [(first, TRUE), (second, TRUE), (third, fails)]);
        let outputs: Vec<Term> = joined.outputs.to_vec().iter().map(|out| out.guard).collect();
        assert_eq!(outputs, [TRUE, holds]);
    }

    #[test]
    fn repeats_of_the_other_state_move_with_its_inputs() {
        let mut pool = Pool::new();
        let [first, second] = ["a", "b"].map(|name| pool.symbol(name, SymbolKind::Input, Sort::Int));
        let holds = pool.symbol("h", SymbolKind::Input, Sort::Bool);
        let (mut a, mut b) = (Traffic::default(), Traffic::default());
        a.inputs.push(Guarded::always(first));
        let repeat =
            Repeat { inputs_before: 0, objects_before: 0, count: first, inputs: [second].into(), objects: [].into() };
        b.repeats.push(Guarded::always(repeat));
        b.inputs.push(Guarded::always(second));
        let joined = a.join(&b, holds, &mut pool);
        assert_eq!(joined.repeats.get(0).map(|repeat| repeat.item.inputs_before), Some(1));
        assert_eq!(joined.inputs.len(), 2);
    }
}
