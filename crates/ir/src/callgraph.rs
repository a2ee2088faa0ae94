//! Who calls whom, which functions are recursive, and whose address is taken.

use pathfold_base::IdVec;
use pathfold_base::ids::Id;

use crate::{Callee, Const, FuncId, Init, Op, Operand, Program};

/// The call graph of a program. Edges are direct calls; calls through pointers are only marked.
#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: IdVec<FuncId, Vec<FuncId>>,
    callers: IdVec<FuncId, Vec<FuncId>>,
    component: IdVec<FuncId, u32>,
    components: Vec<Vec<FuncId>>,
    recursive: IdVec<FuncId, bool>,
    address_taken: IdVec<FuncId, bool>,
    calls_pointers: IdVec<FuncId, bool>,
}

impl CallGraph {
    /// The call graph of a program.
    pub fn new(program: &Program) -> Self {
        let count = program.functions.len();
        let mut callees: IdVec<FuncId, Vec<FuncId>> = IdVec::filled(Vec::new(), count);
        let mut address_taken = IdVec::filled(false, count);
        let mut calls_pointers = IdVec::filled(false, count);
        let mut take = |constant: &Const| {
            if let Const::Function(id) = constant
                && id.index() < count
            {
                address_taken[*id] = true;
            }
        };
        for global in program.globals.iter() {
            if let Init::Cells(cells) = &global.init {
                cells.iter().for_each(&mut take);
            }
        }
        for (caller, function) in program.functions.entries() {
            let mut note = |operand: &Operand| {
                if let Operand::Const(constant) = operand {
                    take(constant);
                }
            };
            for block in function.blocks.iter() {
                for inst in &block.insts {
                    inst.op.for_each_operand(&mut note);
                    if let Op::Call(callee, _) = &inst.op {
                        match callee {
                            Callee::Direct(id) if id.index() < count => callees[caller].push(*id),
                            Callee::Direct(_) => {}
                            Callee::Indirect(_) => calls_pointers[caller] = true,
                        }
                    }
                }
                block.terminator.for_each_operand(&mut note);
            }
        }
        callees.iter_mut().for_each(|list| {
            list.sort_unstable();
            list.dedup();
        });
        let mut callers: IdVec<FuncId, Vec<FuncId>> = IdVec::filled(Vec::new(), count);
        for (caller, list) in callees.entries() {
            list.iter().for_each(|&callee| callers[callee].push(caller));
        }
        let components = strong_components(&callees);
        let mut component = IdVec::filled(0, count);
        let mut recursive = IdVec::filled(false, count);
        for (i, members) in components.iter().enumerate() {
            for &id in members {
                component[id] = i as u32;
                recursive[id] = members.len() > 1 || callees[id].binary_search(&id).is_ok();
            }
        }
        Self { callees, callers, component, components, recursive, address_taken, calls_pointers }
    }

    /// The functions called directly, each once, in order.
    pub fn callees(&self, id: FuncId) -> &[FuncId] {
        &self.callees[id]
    }

    /// The functions with a direct call to this one, in order.
    pub fn callers(&self, id: FuncId) -> &[FuncId] {
        &self.callers[id]
    }

    /// The strongly connected components, callees before callers.
    pub fn components(&self) -> &[Vec<FuncId>] {
        &self.components
    }

    /// The number of the component a function is in.
    pub fn component(&self, id: FuncId) -> u32 {
        self.component[id]
    }

    /// Whether the function may call itself, directly or through others, by direct calls.
    pub fn is_recursive(&self, id: FuncId) -> bool {
        self.recursive[id]
    }

    /// Whether the function is used as a value, so that calls through pointers may reach it.
    pub fn is_address_taken(&self, id: FuncId) -> bool {
        self.address_taken[id]
    }

    /// Whether the function calls through pointers.
    pub fn calls_pointers(&self, id: FuncId) -> bool {
        self.calls_pointers[id]
    }
}

/// Tarjan 1972 with an explicit stack: components in reverse topological order, their members sorted.
pub(crate) fn strong_components<I: Id + Ord>(edges: &IdVec<I, Vec<I>>) -> Vec<Vec<I>> {
    const NEW: u32 = u32::MAX;
    let mut number: IdVec<I, u32> = IdVec::filled(NEW, edges.len());
    let mut low: IdVec<I, u32> = IdVec::filled(0, edges.len());
    let mut open: IdVec<I, bool> = IdVec::filled(false, edges.len());
    let (mut pending, mut components) = (Vec::new(), Vec::new());
    let mut next_number = 0;
    for root in edges.ids() {
        let mut stack = if number[root] == NEW { vec![(root, 0)] } else { Vec::new() };
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            if *next == 0 && number[node] == NEW {
                (number[node], low[node], open[node]) = (next_number, next_number, true);
                next_number += 1;
                pending.push(node);
            }
            if let Some(&child) = edges[node].get(*next) {
                *next += 1;
                if number[child] == NEW {
                    stack.push((child, 0));
                } else if open[child] {
                    low[node] = low[node].min(number[child]);
                }
                continue;
            }
            stack.pop();
            if let Some((parent, _)) = stack.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == number[node] {
                let start = pending.iter().rposition(|&member| member == node).unwrap_or(0);
                let mut members = pending.split_off(start);
                members.iter().for_each(|&member| open[member] = false);
                members.sort_unstable();
                components.push(members);
            }
        }
    }
    components
}
