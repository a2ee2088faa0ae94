//! The callers of the running function.

use pathfold_base::List;
use pathfold_ir::FuncId;

use crate::state::Frame;

/// The callers of the running function, innermost last. Frames pushed since the last fork are plain; a fork freezes them
/// into a shared list once.
#[derive(Default)]
pub struct Callers {
    /// The suspended frames, then frames that have returned: their registers, and of which function they are. A call where
    /// one was made before finds what it needs in place.
    frames: Vec<Frame>,
    /// How many of them are suspended.
    depth: usize,
    shared: List<Frame>,
}

impl Callers {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Suspends a frame.
    pub fn push(&mut self, frame: Frame) {
        self.frames.truncate(self.depth);
        self.frames.push(frame);
        self.depth += 1;
    }

    /// The innermost suspended frame, which is taken away.
    pub fn pop(&mut self) -> Option<Frame> {
        self.innermost()?;
        self.frames.truncate(self.depth);
        self.depth -= 1;
        self.frames.pop()
    }

    /// The innermost suspended frame.
    #[inline(always)]
    pub fn innermost(&mut self) -> Option<&mut Frame> {
        // A shared frame comes to the own ones first: one way out lets the compiler take the frame apart in registers.
        if self.depth == 0 {
            self.fetch();
        }
        self.frames.get_mut(self.depth.wrapping_sub(1))
    }

    #[cold]
    #[inline(never)]
    fn fetch(&mut self) {
        if let Some(frame) = self.shared.pop() {
            self.frames.clear();
            self.push(frame);
        }
    }

    /// The innermost frame is suspended no more; its place is for the next call.
    #[inline(always)]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The frame at the next place is suspended.
    #[inline(always)]
    pub fn suspend(&mut self) {
        self.depth += 1;
    }

    /// The registers of a function at the next place, if it was called from here the last time.
    #[inline(always)]
    pub fn next(&mut self, function: FuncId) -> Option<&mut Frame> {
        self.frames.get_mut(self.depth).filter(|frame| frame.function == function)
    }

    /// Puts a frame at the next place, and gives what was there; if there is nothing behind it, that is kept there, where
    /// compiled code finds it if two functions are called in turn.
    pub fn prepare(&mut self, frame: Frame) -> Option<Frame> {
        match self.frames.get_mut(self.depth) {
            Some(next) => {
                let other = std::mem::replace(next, frame);
                if self.frames.len() > self.depth + 1 {
                    return Some(other);
                }
                self.frames.push(other);
                None
            }
            None => {
                self.frames.push(frame);
                None
            }
        }
    }

    /// Frees frames that have returned, but for a few.
    pub fn trim(&mut self) {
        const FEW: usize = 32;
        self.frames.truncate(self.depth + FEW);
    }

    /// How many frames are suspended.
    pub fn len(&self) -> usize {
        self.depth + self.shared.len()
    }

    /// For compiled code: the place of the next frame, and the end of those that are there.
    pub fn next_and_end(&mut self) -> (*mut Frame, *mut Frame) {
        let frames = self.frames.as_mut_ptr_range();
        // Within the list or at its end.
        (frames.start.wrapping_add(self.depth), frames.end)
    }

    /// The frames before a place are suspended, which compiled code has come to from the one of
    /// [`next_and_end`](Self::next_and_end).
    ///
    /// # Panics
    /// If there is no such place.
    #[inline]
    pub fn suspend_up_to(&mut self, next: *const Frame) {
        self.depth = next.addr().wrapping_sub(self.frames.as_ptr().addr()) / size_of::<Frame>();
        assert!(self.depth <= self.frames.len(), "a place for a frame");
    }

    /// The frames, innermost first.
    pub fn innermost_first(&self) -> impl Iterator<Item = &Frame> {
        self.frames[..self.depth].iter().rev().chain(self.shared.newest_first())
    }

    /// Whether the entry function runs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same callers for another state.
    pub fn fork(&mut self) -> Self {
        // States that wait keep nothing that they need not.
        self.frames.truncate(self.depth);
        for frame in self.frames.drain(..) {
            self.shared.push(frame);
        }
        self.depth = 0;
        Self { frames: Vec::new(), depth: 0, shared: self.shared.clone() }
    }

    /// The same for a state that is kept as it is.
    pub fn copy(&self) -> Self {
        Self { frames: self.frames[..self.depth].to_vec(), depth: self.depth, shared: self.shared.clone() }
    }

    /// One list for two states, frame by frame where they do not share them.
    pub fn join<E>(
        &mut self,
        other: &mut Self,
        mut join: impl FnMut(&Frame, &Frame) -> Result<Frame, E>,
    ) -> Result<Self, E> {
        let (mut joined, theirs) = (self.fork(), other.fork());
        let (own, their) = joined.shared.parted(&theirs.shared);
        let frames = own.into_iter().zip(their).map(|(a, b)| join(a, b)).collect::<Result<Vec<Frame>, E>>()?;
        for _ in &frames {
            joined.shared.pop();
        }
        for frame in frames {
            joined.shared.push(frame);
        }
        Ok(joined)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::FrameSlots;

    fn frame(function: u32) -> Frame {
        Frame { function: FuncId(function), pc: 0, slots: FrameSlots::new(&[]), dst: 0, stack: 0 }
    }

    fn functions(callers: &Callers) -> Vec<u32> {
        callers.innermost_first().map(|frame| frame.function.0).collect()
    }

    #[test]
    fn what_returned_is_no_caller() {
        let mut callers = Callers::new();
        callers.push(frame(1));
        callers.push(frame(2));
        callers.leave();
        assert_eq!((functions(&callers), callers.len()), (vec![1], 1));
        assert!(callers.next(FuncId(2)).is_some() && callers.next(FuncId(1)).is_none());
        let mut other = callers.fork();
        assert_eq!((functions(&callers), functions(&other)), (vec![1], vec![1]));
        // What is shared comes before what has returned.
        assert_eq!(callers.innermost().map(|frame| frame.function), Some(FuncId(1)));
        callers.leave();
        assert!(callers.is_empty() && callers.innermost().is_none() && callers.pop().is_none());
        assert_eq!(other.pop().map(|frame| frame.function), Some(FuncId(1)));
    }
}
