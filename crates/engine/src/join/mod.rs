//! The join of two states that stand at one place: one state for the paths of both. It exists once, for all policies;
//! who is joined with whom, and when, is theirs (`explore/merge`).
//!
//! What both have in common stays as it is and costs nothing: frames, objects and pages that they share are not looked
//! at. What differs becomes a choice on one condition (seed 0, 5.4.3; seed 3, algorithms 5 and 6).

mod condition;
mod value;

use pathfold_solver::PathCondition;
use pathfold_term::{Pool, Term};

use crate::code::Slot;
use crate::state::{Frame, FrameSlots, State};

pub use condition::{Parting, part};
pub use value::Choice;

/// Why two states stay apart.
pub type Refused = &'static str;

/// One state for the paths of `a`, where `holds`, and of `b`, elsewhere. `live` are the slots that still matter in the
/// running frame. The path is left to the caller, who knows what both have in common.
// SOUND: the caller sees to it that `holds` is true on every path of `a` and false on every path of `b`.
pub fn join(a: &mut State, b: &mut State, holds: Term, live: &[Slot], pool: &mut Pool) -> Result<State, Refused> {
    same_control(a, b)?;
    let mut choice = Choice { pool, holds, memories: (&a.memory, &b.memory) };
    let memory = choice.memory()?;
    let frame = running(&a.frame, &b.frame, live, &mut choice)?;
    let callers = a.callers.join(&mut b.callers, |x, y| suspended(x, y, &mut choice))?;
    let traffic = a.traffic.join(&b.traffic, holds, pool);
    let mut decisions = a.decisions.clone();
    decisions.push(JOINED);
    Ok(State {
        frame,
        callers,
        memory,
        traffic,
        path: PathCondition::default(),
        // Of the two, it is the one whose paths the condition names.
        witness: a.witness.clone(),
        decisions,
        passed: 0,
        jumps: a.jumps.clone(),
        // What was marked is what one of them was.
        marks: Vec::new(),
        watches: a.watches.clone(),
        peeled: a.peeled.max(b.peeled),
        meeting: a.meeting,
        recent: a.recent.clone(),
        paths: a.paths.saturating_add(b.paths),
        instructions: a.instructions.max(b.instructions),
    })
}

/// In the list of decisions: here states were joined.
pub const JOINED: u32 = u32::MAX - 1;

fn same_control(a: &State, b: &State) -> Result<(), Refused> {
    if !same_frame(&a.frame, &b.frame) || a.callers.len() != b.callers.len() {
        return Err("they are not at one place");
    }
    if a.passed != 0 || b.passed != 0 {
        return Err("one is in the middle of an instruction");
    }
    if a.watches != b.watches {
        return Err("one of them waits for the header of a loop");
    }
    let no_jumps = a.jumps.is_empty() && b.jumps.is_empty();
    if !no_jumps && !a.jumps.same(&b.jumps) {
        return Err("they may jump back to different places");
    }
    Ok(())
}

fn same_frame(a: &Frame, b: &Frame) -> bool {
    a.function == b.function && a.pc == b.pc && a.dst == b.dst && a.stack == b.stack
}

fn running(a: &Frame, b: &Frame, live: &[Slot], choice: &mut Choice<'_>) -> Result<Frame, Refused> {
    let mut frame = a.clone();
    for slot in live {
        join_slot(&mut frame.slots, &b.slots, *slot as usize, choice)?;
    }
    Ok(frame)
}

/// A frame in the middle of a call: every slot may still matter.
fn suspended(a: &Frame, b: &Frame, choice: &mut Choice<'_>) -> Result<Frame, Refused> {
    if !same_frame(a, b) {
        return Err("they were called from different places");
    }
    let mut frame = a.clone();
    for slot in 0..a.slots.iter().count() {
        join_slot(&mut frame.slots, &b.slots, slot, choice)?;
    }
    Ok(frame)
}

fn join_slot(slots: &mut FrameSlots, other: &FrameSlots, slot: usize, choice: &mut Choice<'_>) -> Result<(), Refused> {
    let (Some(&mine), Some(&theirs)) = (slots.get(slot), other.get(slot)) else {
        return Err("frames of different sizes");
    };
    if mine != theirs
        && let joined = choice.value(mine, theirs)?
        && let Some(slot) = slots.get_mut(slot)
    {
        *slot = joined;
    }
    Ok(())
}
