//! The estimates by line of source text and name of variable, for people (seed 0, listing 4.8).

use std::collections::BTreeMap;

use pathfold_base::ids::Id as _;

use super::{Context, Costs, Qce, Variable};
use crate::{FileId, LocId, LoopForest, Program};

/// What may follow a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineEstimate {
    /// The file.
    pub file: FileId,
    /// The line.
    pub line: u32,
    /// Named variables and how many queries about them may come from here on; those without queries are left out.
    pub costs: Vec<(String, u32)>,
}

impl Qce {
    /// The estimates before each line of the program itself, by file and line.
    pub fn lines(&self, program: &Program) -> Vec<LineEstimate> {
        let mut found: BTreeMap<(u32, u32), (FileId, BTreeMap<String, u32>)> = BTreeMap::new();
        for (id, function) in program.functions.entries() {
            if function.is_declaration() || function.library {
                continue;
            }
            let context = Context::new(function, &self.calls, self.analysis, self.most);
            let loops = LoopForest::new(&context.cfg);
            let again = &self.entries[id].again;
            for (number, block) in function.blocks.entries() {
                let mut costs = context.exit(block, |after| {
                    let back = loops.headed_by(after).is_some_and(|around| loops.contains(around, number));
                    again.get(&after).filter(|_| back).or_else(|| self.at(id, after))
                });
                let mut note = |loc: LocId, costs: &Costs| {
                    let place = &program.locs[loc];
                    if loc == Program::NOWHERE {
                        return;
                    }
                    // Going backward, what is noted last is what comes first on the line.
                    let (_, line) = found
                        .entry((place.file.index() as u32, place.start.line))
                        .or_insert_with(|| (place.file, BTreeMap::new()));
                    let mut here: BTreeMap<String, u32> = BTreeMap::new();
                    for (variable, cost) in costs {
                        let name = match variable {
                            Variable::Reg(reg) => function.regs[*reg].name.clone(),
                            Variable::Global(global) => Some(program.globals[*global].name.clone()),
                        };
                        if let Some(name) = name {
                            let known = here.entry(name).or_default();
                            *known = (*known).max(*cost);
                        }
                    }
                    for (name, cost) in here {
                        let known = line.entry(name).or_default();
                        *known = (*known).max(cost);
                    }
                };
                note(block.terminator_loc, &costs);
                for inst in block.insts.iter().rev() {
                    context.before(inst, &mut costs);
                    note(inst.loc, &costs);
                }
            }
        }
        found
            .into_iter()
            .map(|((_, line), (file, costs))| LineEstimate { file, line, costs: costs.into_iter().collect() })
            .collect()
    }
}
