//! Which element an access outside of an array was for. It is worked out again where a run has ended: the registers are as
//! they were before the instruction.

use pathfold_base::Integer;

use super::code::{Code, Reg};
use super::heap::{address, length};
use super::hot::Position;
use super::instr::Instr;
use super::machine::Machine;

/// An element that an array does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutOfBounds {
    /// The index.
    pub index: Integer,
    /// How many elements there are.
    pub length: u64,
}

impl Machine {
    /// The array that the first of two accesses gave, where these are one instruction.
    fn row(&self, code: &Code, at: &Position) -> Option<i64> {
        let Instr::LoadElem2 { array, row, row_off, .. } = *code.instrs.get(at.pc.checked_sub(2)?)? else {
            return None;
        };
        // A jump may have come to the second access, past the first: then these registers hold anything.
        let (array, index) = (self.reg(at, array), self.reg(at, row).wrapping_add(row_off.into()) >> 1);
        let index = u64::try_from(index).ok().filter(|index| *index < length(array))?;
        self.word(address(array) + index as usize)
    }

    /// What the access before `at.pc` was for, if it is one.
    pub(super) fn missing_element(&self, code: &Code, at: &Position) -> Option<OutOfBounds> {
        let (array, index, off): (Reg, Reg, i32) = match *code.instrs.get(at.pc.checked_sub(1)?)? {
            Instr::LoadElem { array, index, off, .. }
            | Instr::AddElem { array, index, off, .. }
            | Instr::StoreElem { array, index, off, .. }
            | Instr::StoreElemWord { array, index, off, .. } => (array, index, off),
            Instr::LoadElem2 { array, row, row_off, .. } => (array, row, row_off.into()),
            Instr::JumpElem { array, index, off, .. } | Instr::JumpElemWord { array, index, off, .. } => {
                (array, index, off.into())
            }
            _ => return None,
        };
        let index = self.numbers.number(self.reg(at, index)).add(&Integer::from(i64::from(off) >> 1));
        let array = self.row(code, at).unwrap_or_else(|| self.reg(at, array));
        Some(OutOfBounds { index, length: length(array) })
    }
}

#[cfg(test)]
mod tests {
    use pathfold_base::SourceFile;

    use super::super::{Interp, Limits, MachineCode};

    /// What is wrong with the access in a loop, with and without machine code.
    fn missing(statement: &str) -> Vec<String> {
        let text = format!(
            "main() {{ var a, b, i, n, x; a = [1, 2, 3, 4]; b = [a, a, a]; n = 99; x = 0; i = 0; \
             while (i < 10) {{ {statement} i = i + 1; }} return x; }}"
        );
        let (checked, diagnostics) = crate::load(&SourceFile::new("t.mc", text));
        let mut interp = Interp::new(&checked.unwrap_or_else(|| panic!("{diagnostics:?}")));
        let mut run = |machine_code| {
            interp.run(&[], || None, |_| {}, Limits { machine_code, ..Limits::default() });
            interp.out_of_bounds().map_or("nothing".to_owned(), |out| format!("{} of {}", out.index, out.length))
        };
        vec![run(MachineCode::Off), run(MachineCode::Always)]
    }

    #[test]
    fn the_missing_element_is_known_of_every_access() {
        for (statement, expected) in [
            ("x = a[i];", "4 of 4"),
            ("x = a[i + 2];", "4 of 4"),
            ("x = a[2 - i];", "-1 of 4"),
            ("x = x + a[i + 1];", "4 of 4"),
            ("a[i] = 3;", "4 of 4"),
            ("a[i - 1] = x;", "-1 of 4"),
            ("if (a[i] < n) { x = 1; }", "4 of 4"),
            ("if (a[i + 1] != 3) { x = 1; }", "4 of 4"),
            ("x = b[i][0];", "3 of 3"),
            ("x = b[0][i];", "4 of 4"),
            ("x = b[i][i + 2];", "4 of 4"),
            ("x = a[i * 4611686018427387904];", "4611686018427387904 of 4"),
            ("x = [][0];", "0 of 0"),
            ("x = 1 / i;", "nothing"),
            ("x = i;", "nothing"),
        ] {
            assert_eq!(missing(statement), [expected, expected], "{statement}");
        }
    }
}
