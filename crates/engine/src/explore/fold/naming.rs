//! What the source calls the things in a loop: its variables, what it only reads, and a counter that nothing else is
//! called like.

use pathfold_base::{FxMap, FxSet, Integer};
use pathfold_ir::{Const, Layout, Operand};
use pathfold_term::{Names, Sort, Term};

use super::super::Explorer;
use super::iteration::Iteration;
use crate::code::named_slots;
use crate::loops::{Place, Variable};
use crate::memory::{Origin, width_of};
use crate::state::State;
use crate::value::{ObjectId, Value};

/// Names for the counter and for an index below it.
const COUNTERS: [&str; 6] = ["k", "t", "m", "s", "kk", "tt"];
/// The rank of what the loop does not change.
const FIXED: u8 = 4;

/// The names of a loop.
pub(super) struct Naming {
    /// Of its variables.
    pub(super) names: Vec<String>,
    /// Of terms before the loop.
    pub(super) before: Names,
    /// Of terms in an iteration.
    pub(super) during: Names,
    /// What counts iterations.
    pub(super) counter: String,
    /// An iteration before that.
    pub(super) index: String,
}

impl Explorer<'_> {
    /// The names of a loop that `start` is about to enter.
    pub(super) fn naming(&mut self, number: u32, start: &State, iteration: &Iteration) -> Naming {
        let around = &self.code.loops[number as usize];
        let (_, header) = self.code.places[around.place as usize];
        let (slots, pointers): (Vec<_>, Vec<_>) = named_slots(self.program, around.function, header)
            .into_iter()
            .map(|(slot, name)| (start.frame.slots.get(slot as usize).copied().unwrap_or(Value::Undef), name))
            .partition(|(value, _)| !matches!(value, Value::Ptr { .. } | Value::PtrTerm { .. }));
        let objects: FxMap<ObjectId, String> = pointers
            .into_iter()
            .filter_map(|(value, name)| match value {
                Value::Ptr { object, offset: 0 } => Some((object, name)),
                _ => None,
            })
            .collect();
        let mut before = self.symbols_of_loops_around(iteration);
        for (value, name) in slots {
            if let Value::Term(term) = value
                && self.pool.value(term).is_none()
                && !matches!(self.pool.sort(term), Sort::Bool)
            {
                before.set(term, name, FIXED);
            }
        }
        for constant in self.constants_of(number) {
            before.mention(constant);
        }
        let mut taken: FxSet<String> = FxSet::default();
        let mut names = Vec::new();
        for (index, variable) in iteration.variables.iter().enumerate() {
            let plain = self.plain_name(start, &objects, variable).unwrap_or_else(|| format!("v{}", index + 1));
            let mut name = plain.clone();
            while !taken.insert(name.clone()) {
                name.push('\'');
            }
            names.push(name);
        }
        let mut during = before.clone();
        for (name, variable) in names.iter().zip(&iteration.variables) {
            during.set(variable.symbol, name, 0);
        }
        let mut free = COUNTERS.iter().filter(|name| !taken.contains(**name)).map(|name| (*name).to_owned());
        let (counter, index) = (free.next().unwrap_or_default(), free.next().unwrap_or_default());
        Naming { names, before, during, counter, index }
    }

    /// The variables of loops around this one are symbols called `name@number`.
    fn symbols_of_loops_around(&mut self, iteration: &Iteration) -> Names {
        let mut names = Names::new();
        let leaves = iteration.leaves.iter().flat_map(|leaf| leaf.condition.iter().chain(&leaf.next));
        let entries = iteration.variables.iter().map(|variable| &variable.entry);
        let terms: Vec<Term> = leaves.chain(entries).copied().collect();
        for term in terms {
            for symbol in self.pool.free_symbols(term).iter() {
                let info = self.pool.symbol_info(*symbol);
                if let Some((name, _)) = info.name.split_once('@') {
                    let name = name.to_owned();
                    names.set(self.pool.symbol_term(*symbol), name, FIXED);
                }
            }
        }
        names
    }

    /// The integers that the function of a loop mentions.
    fn constants_of(&self, number: u32) -> Vec<Integer> {
        let function = &self.program.functions[self.code.loops[number as usize].function];
        let mut found = Vec::new();
        let mut note = |operand: &Operand| {
            if let Operand::Const(Const::Int(n)) = operand {
                found.push(n.clone());
            }
        };
        for block in function.blocks.iter() {
            block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut note));
            block.terminator.for_each_operand(&mut note);
        }
        found
    }

    fn plain_name(&self, start: &State, objects: &FxMap<ObjectId, String>, variable: &Variable) -> Option<String> {
        if let Some(name) = &variable.name {
            return Some(name.clone());
        }
        let Place::Cell { object: id, offset, ty } = variable.place else { return None };
        let object = start.memory.live(id).ok()?;
        let name = match (objects.get(&id), object.origin) {
            (Some(name), _) => name.clone(),
            (None, Origin::Global(number)) => {
                let global = self.program.globals.iter().nth(number as usize)?;
                global.name.rsplit('.').next().unwrap_or(&global.name).to_owned()
            }
            (None, Origin::Made(_)) => return None,
        };
        let width = if object.layout == Layout::Cells { 1 } else { width_of(ty) };
        if object.size == width {
            return Some(name);
        }
        if (offset as u64).is_multiple_of(width) {
            return Some(format!("{name}[{}]", offset as u64 / width));
        }
        Some(format!("{name}+{offset}"))
    }
}
