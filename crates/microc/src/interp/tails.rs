//! After a function is compiled: shorter ways to the ends of loops and functions.
//!
//! Tail duplication: a jump to a few instructions that end in a conditional jump or a return is replaced by a copy of
//! them. Where the branches of an `if` meet before the end of a loop, this saves one jump in every iteration.

use super::compile::Body;
use super::instr::Instr;

/// The most instructions to copy for one jump.
const MAX_COPY: usize = 4;

/// Copies tails and shortens returns.
pub(super) fn shorten(body: &mut Body) {
    let old = std::mem::take(&mut body.instrs);
    // Where each old instruction is now; one more for the end.
    let mut moved: Vec<u32> = Vec::with_capacity(old.len() + 1);
    for (mut instr, span) in old.iter().copied() {
        moved.push(body.instrs.len() as u32);
        let start = match instr {
            Instr::Jump { to } => body.labels.get(to as usize).map(|at| *at as usize + body.prologue),
            _ => None,
        };
        let Some((start, len)) = start.and_then(|start| Some((start, tail_len(&old[start..])?))) else {
            body.instrs.push((instr, span));
            continue;
        };
        body.instrs.extend_from_slice(&old[start..start + len]);
        if !matches!(old[start + len - 1].0, Instr::Return { .. }) {
            // Where the copied conditional jump is not taken.
            body.labels.push((start + len - body.prologue) as u32);
            instr = Instr::Jump { to: body.labels.len() as u32 - 1 };
            body.instrs.push((instr, span));
        }
    }
    moved.push(body.instrs.len() as u32);
    let prologue = body.prologue as u32;
    for label in &mut body.labels {
        *label = moved[(*label + prologue) as usize] - prologue;
    }
    return_directly(body);
}

/// A result that is computed only to be returned is returned at once: registers end with their function.
fn return_directly(body: &mut Body) {
    for at in 1..body.instrs.len() {
        let Instr::Return { src } = body.instrs[at].0 else { continue };
        let last = &mut body.instrs[at - 1].0;
        match *last {
            Instr::Move { dst, src: from } if dst == src => *last = Instr::Return { src: from },
            Instr::Add { dst, a, b } if dst == src => *last = Instr::ReturnAdd { a, b },
            Instr::Mul { dst, a, b } if dst == src => *last = Instr::ReturnMul { a, b },
            _ => {}
        }
    }
}

/// How many instructions to copy, if it is worth it.
fn tail_len(code: &[(Instr, pathfold_base::Span)]) -> Option<usize> {
    let end = code.iter().take(MAX_COPY).position(|(instr, _)| {
        let mut instr = *instr;
        instr.target_mut().is_some() || matches!(instr, Instr::Return { .. })
    })?;
    match code[end].0 {
        Instr::Jump { .. } => None,
        _ => Some(end + 1),
    }
}
