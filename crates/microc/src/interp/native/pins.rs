//! Which registers of a function live in machine registers while it runs. Around calls they are in memory, so what is
//! used less often than there are calls stays there.

use std::collections::BTreeMap;

use pathfold_x86::Reg;

use super::super::code::Reg as Register;
use super::super::effects::{Access, Next, accesses, next};
use super::super::instr::Instr;

/// Machine registers that nothing else uses; most used registers first.
const FREE: [Reg; 7] = [Reg::R8, Reg::R9, Reg::R10, Reg::R11, Reg::Rsi, Reg::Rdi, Reg::R13];
/// How many of these are also free where numbers may be of any size.
const ALWAYS_FREE: usize = 4;
/// How many times as often the body of a loop is run as what is around it.
const TIMES: u64 = 8;
/// How many uses a call must be worth.
const COST: u64 = 4;

/// A register that lives in a machine register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pin {
    pub register: Register,
    pub lives_in: Reg,
    /// Whether the function changes it, so that memory must learn of that.
    pub written: bool,
}

/// Those of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Pins(pub Vec<Pin>);

impl Pins {
    /// Chooses them. `depths` says how many loops each instruction is in.
    pub fn new(instrs: &[Instr], depths: &[u8]) -> Self {
        #[derive(Default)]
        struct Use {
            times: u64,
            written: bool,
        }
        let mut uses = BTreeMap::<Register, Use>::new();
        // A call is a store and a load, and so is the call of this function. But not every use is on the way to every call.
        let mut calls = COST;
        for (instr, depth) in instrs.iter().zip(depths) {
            let times = TIMES.pow(u32::from(*depth));
            if let Next::Calls(..) = next(instr) {
                calls += COST * times;
            }
            accesses(instr, |access| {
                let (register, written) = match access {
                    Access::Number(register) | Access::Word(register) => (register, false),
                    Access::Small(register) | Access::Any(register) => (register, true),
                };
                let used = uses.entry(register).or_default();
                used.times += times;
                used.written |= written;
            });
        }
        let mut uses: Vec<_> = uses.into_iter().filter(|(_, used)| used.times > calls).collect();
        uses.sort_by_key(|(register, used)| (std::cmp::Reverse(used.times), *register));
        let pins = uses.into_iter().zip(FREE);
        Pins(pins.map(|((register, used), lives_in)| Pin { register, lives_in, written: used.written }).collect())
    }

    /// Those of the same function where numbers may be of any size, and the others.
    pub fn split(mut self) -> (Pins, Pins) {
        let others = self.0.split_off(ALWAYS_FREE.min(self.0.len()));
        (self, Pins(others))
    }

    /// Where a register lives.
    pub fn get(&self, register: Register) -> Option<Reg> {
        self.0.iter().find(|pin| pin.register == register).map(|pin| pin.lives_in)
    }
}
