//! The bits of symbolic floats. SMT-LIB has no operator for them, because NaN has many bit patterns; so they are a symbol of
//! their own of which the path knows what float it is. Nothing has to be asked: the witness says what its value is.

use pathfold_base::Bits;
use pathfold_term::{Op, Sort, SymbolKind, Term, Value as Constant};

use super::Explorer;
use crate::code::Slot;
use crate::state::State;
use crate::value::Value;

impl Explorer<'_> {
    /// Names the bits of the float in a register and puts the float of these bits in its place. None if the float cannot
    /// be evaluated.
    // SOUND: the bits are any that make this float, so every NaN is among them; the condition excludes no input.
    pub(super) fn name_bits(&mut self, state: &mut State, slot: Slot, float: Term) -> Option<()> {
        let Sort::Fp(format) = self.pool.sort(float) else { return None };
        let float = state.memory.ground(&mut self.pool, float);
        let Constant::Fp(_, value) = self.evaluate(float, &state.witness)? else { return None };
        let sort = Sort::Bv(format.width());
        // The same float has the same bits wherever it is met: states share the name.
        let bits = self.pool.symbol(&format!("bits{}", float.0), SymbolKind::Fresh, sort);
        let symbol = self.pool.as_symbol(bits)?;
        let same = self.pool.mk(Op::FpFromBits(format), &[bits]);
        // SOUND: named before on this path, the bits may be constrained since: the witness keeps them.
        if state.witness.get(symbol).is_none() {
            let condition = self.pool.eq(same, float);
            state.path.add(&mut self.pool, condition);
            let value = Bits::new(u32::from(format.width()), u128::from(value));
            state.witness.set(symbol, Constant::Bits(value));
        }
        *state.frame.slots.get_mut(slot as usize)? = Value::Term(same);
        Some(())
    }
}
