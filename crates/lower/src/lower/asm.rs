//! Inline assembly: that without instructions, which programs use to stop compilers from knowing too much, and the few
//! instructions for x86-64 that C has no other word for: sums with a carry, wide products and quotients, bit scans,
//! byte swaps, fences, and `cpuid`, which says that the processor can do nothing special. In AT&T's notation, on
//! registers only; anything else ends the path where it is reached.

use pathfold_base::FxMap;
use pathfold_ir::{BinaryOp, CheckKind, CompareOp, Op, Operand, Type, UnaryOp};

use super::emit::{bits, truth};
use super::functions::FunctionLowering;
use crate::llvm::Value;

impl FunctionLowering<'_> {
    pub(super) fn inline_asm(&mut self, call: Value, code: &str, constraints: &str) -> Vec<Operand> {
        let types = self.module.leaf_types(call.ty());
        let outputs = if is_empty(code) { self.empty(call, constraints) } else { self.run(call, code, constraints) };
        if let Some(outputs) = outputs {
            let fits = outputs.len() == types.len() && outputs.iter().zip(&types).all(|(a, &ty)| self.ty(a) == ty);
            if fits {
                return outputs;
            }
        }
        let shown: String = code.chars().take(60).collect();
        self.unsupported(&format!("inline assembly `{}`", shown.trim()), &types)
    }

    /// Without instructions, outputs are the inputs they are tied to.
    fn empty(&mut self, call: Value, constraints: &str) -> Option<Vec<Operand>> {
        let arguments = call.arguments();
        let mut result = Vec::new();
        for argument in tied(constraints)? {
            result.extend(self.operand(*arguments.get(argument)?));
        }
        Some(result)
    }

    /// The outputs after all instructions. Nothing is emitted unless all are known, since a refusal ends the path.
    fn run(&mut self, call: Value, code: &str, constraints: &str) -> Option<Vec<Operand>> {
        let steps: Vec<(&str, Vec<Place>)> =
            code.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()).map(step).collect::<Option<_>>()?;
        let mut machine = Machine::default();
        let mut arguments = call.arguments().into_iter();
        let mut outputs = Vec::new();
        let mut types = self.module.leaf_types(call.ty()).into_iter();
        for constraint in constraints.split(',').map(str::trim).filter(|text| !text.starts_with('~')) {
            let constraint = constraint.trim_start_matches(['%', '&']);
            if constraint.contains('*') {
                return None; // memory
            }
            let number = machine.operands.len();
            if let Some(output) = constraint.strip_prefix('=') {
                let Type::Bv(width) = types.next()? else {
                    return None;
                };
                let place = fixed(output).unwrap_or(Place::Operand(number));
                machine.operands.push(place.clone());
                machine.widths.insert(place.clone(), width);
                outputs.push((place, width));
            } else {
                let value = self.operand(arguments.next()?).into_iter().next()?;
                let Type::Bv(width) = self.ty(&value) else {
                    return None;
                };
                let place = match constraint.parse::<usize>() {
                    Ok(other) => machine.operands.get(other)?.clone(),
                    Err(_) => fixed(constraint).unwrap_or(Place::Operand(number)),
                };
                machine.operands.push(place.clone());
                machine.widths.insert(place.clone(), width);
                machine.values.insert(place, value);
            }
        }
        for (name, places) in steps {
            let places: Vec<Place> = places.into_iter().map(|place| machine.meant(place)).collect::<Option<_>>()?;
            self.assembly(&mut machine, name, &places)?;
        }
        let mut results = Vec::new();
        for (place, width) in outputs {
            let value = self.read(&machine, &place);
            results.push(self.resize(&value, width));
        }
        Some(results)
    }

    /// What a register holds; zero if nothing was put there.
    fn read(&self, machine: &Machine, place: &Place) -> Operand {
        match (machine.values.get(place), place) {
            (Some(value), _) => value.clone(),
            (None, Place::Number(number)) => bits(64, u128::from(*number)),
            (None, _) => bits(machine.widths.get(place).copied().unwrap_or(64), 0),
        }
    }

    /// One instruction; nothing if it is not known.
    fn assembly(&mut self, machine: &mut Machine, name: &str, places: &[Place]) -> Option<()> {
        let values: Vec<Operand> = places.iter().map(|place| self.read(machine, place)).collect();
        let width = match values.last().map(|value| self.ty(value)) {
            Some(Type::Bv(width)) => width,
            Some(_) => return None,
            None => 64,
        };
        match (plain(name)?, &values[..], places) {
            // `rep; nop` is an old way to write `pause`; before any other instruction it is not known.
            ("nop" | "rep" | "pause" | "mfence" | "lfence" | "sfence", [], []) => {}
            ("mov", [from, _], [_, to]) => {
                let from = self.resize(from, width);
                machine.values.insert(to.clone(), from);
            }
            ("xchg", [_, _], [first, second]) => {
                let (a, b) = (machine.values.remove(first), machine.values.remove(second));
                machine.values.extend(b.map(|b| (first.clone(), b)));
                machine.values.extend(a.map(|a| (second.clone(), a)));
            }
            (name @ ("add" | "adc" | "sub" | "sbb"), [from, to], [_, place]) => {
                let from = self.resize(from, width);
                let carry = if matches!(name, "adc" | "sbb") { machine.carry.clone()? } else { truth(false) };
                let (sum, carry) = self.sum(matches!(name, "add" | "adc"), to, &from, &carry, width);
                machine.carry = Some(carry);
                machine.values.insert(place.clone(), sum);
            }
            ("mul", [by], [_]) if width <= 64 => {
                let ax = self.read(machine, &Place::Register("ax"));
                let (ax, by) = (self.resize(&ax, width), self.resize(by, width));
                let (ax, by) = (self.resize(&ax, 2 * width), self.resize(&by, 2 * width));
                let product = self.binary(BinaryOp::Mul, &ax, &by);
                let (low, high) = (self.slice(&product, 0, width), self.slice(&product, u32::from(width), width));
                machine.values.insert(Place::Register("ax"), low);
                machine.values.insert(Place::Register("dx"), high);
                machine.carry = None;
            }
            ("div", [by], [_]) if width <= 64 => {
                let (low, high) =
                    (self.read(machine, &Place::Register("ax")), self.read(machine, &Place::Register("dx")));
                let (low, high) = (self.resize(&low, width), self.resize(&high, width));
                // A quotient that does not fit is an error of the processor, as is a divisor of zero.
                let fits = self.compare(CompareOp::Ult, &high, by);
                self.effect(Op::Check(CheckKind::DivisionByZero, fits));
                let whole = self.gather(&[low, high], 0, 2 * width);
                let by = self.resize(by, 2 * width);
                let quotient = self.binary(BinaryOp::UDiv, &whole, &by);
                let rest = self.binary(BinaryOp::URem, &whole, &by);
                machine.values.insert(Place::Register("ax"), self.resize(&quotient, width));
                machine.values.insert(Place::Register("dx"), self.resize(&rest, width));
                machine.carry = None;
            }
            ("bsf", [from, _], [_, to]) => {
                let place = self.unary(UnaryOp::TrailingZeros, from);
                machine.values.insert(to.clone(), self.resize(&place, width));
                machine.carry = None;
            }
            ("bsr", [from, _], [_, to]) => {
                let Type::Bv(wide) = self.ty(from) else {
                    return None;
                };
                let above = self.unary(UnaryOp::LeadingZeros, from);
                let place = self.binary(BinaryOp::Sub, &bits(wide, u128::from(wide) - 1), &above);
                machine.values.insert(to.clone(), self.resize(&place, width));
                machine.carry = None;
            }
            ("bswap", [from], [to]) if width % 16 == 0 => {
                let swapped = self.unary(UnaryOp::ByteSwap, from);
                machine.values.insert(to.clone(), swapped);
            }
            ("cpuid", [], []) => {
                for register in ["ax", "bx", "cx", "dx"] {
                    machine.values.insert(Place::Register(register), bits(32, 0));
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// A sum or difference with what is carried over from the word below, and what is carried on.
    fn sum(&mut self, plus: bool, a: &Operand, b: &Operand, carry: &Operand, width: u8) -> (Operand, Operand) {
        let op = if plus { BinaryOp::Add } else { BinaryOp::Sub };
        let first = self.binary(op, a, b);
        let over = if plus { self.compare(CompareOp::Ult, &first, a) } else { self.compare(CompareOp::Ult, a, b) };
        if *carry == truth(false) {
            return (first, over);
        }
        let one = self.select(carry, &bits(width, 1), &bits(width, 0));
        let second = self.binary(op, &first, &one);
        let again = if plus {
            self.compare(CompareOp::Ult, &second, &first)
        } else {
            self.compare(CompareOp::Ult, &first, &one)
        };
        let over = self.binary(BinaryOp::Or, &over, &again);
        (second, over)
    }
}

/// Where an instruction finds or leaves a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Place {
    /// A register of the compiler's choice, by the number of the operand.
    Operand(usize),
    /// A register by its name without a size: `ax`.
    Register(&'static str),
    /// A number in the code.
    Number(u64),
}

#[derive(Default)]
struct Machine {
    /// Where each operand is.
    operands: Vec<Place>,
    widths: FxMap<Place, u8>,
    values: FxMap<Place, Operand>,
    /// The carry flag, as far as it is known.
    carry: Option<Operand>,
}

impl Machine {
    /// An operand's number is one of the call; it may be in a register with a name.
    fn meant(&self, place: Place) -> Option<Place> {
        match place {
            Place::Operand(number) => self.operands.get(number).cloned(),
            Place::Register(_) | Place::Number(_) => Some(place),
        }
    }
}

/// The register that a constraint names.
fn fixed(constraint: &str) -> Option<Place> {
    let name = constraint.trim_start_matches('&').strip_prefix('{')?.strip_suffix('}')?;
    register(name)
}

fn register(name: &str) -> Option<Place> {
    let plain = name.trim_start_matches(['r', 'e']);
    ["ax", "bx", "cx", "dx", "si", "di"].into_iter().find(|known| *known == plain).map(Place::Register)
}

/// An instruction's name without the letter for the size of its operands; nothing if it is not one we know.
fn plain(name: &str) -> Option<&'static str> {
    const KNOWN: [&str; 16] = [
        "nop", "rep", "pause", "mfence", "lfence", "sfence", "mov", "xchg", "add", "adc", "sub", "sbb", "mul", "div",
        "bsf", "bsr",
    ];
    let sized =
        |known: &&&str| name.strip_prefix(**known).is_some_and(|rest| matches!(rest, "" | "b" | "w" | "l" | "q"));
    KNOWN.iter().chain(&["bswap", "cpuid"]).find(sized).copied()
}

/// The name of an instruction and its operands: `addq $5, ${1:q}`.
fn step(line: &str) -> Option<(&str, Vec<Place>)> {
    if line.split_whitespace().eq(["rep", "nop"]) {
        return Some(("pause", Vec::new()));
    }
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let operands = rest.split(',').map(str::trim).filter(|operand| !operand.is_empty());
    let places: Option<Vec<Place>> = operands
        .map(|operand| {
            if let Some(number) = operand.strip_prefix("$$") {
                return number.parse().ok().map(Place::Number);
            }
            if let Some(name) = operand.strip_prefix('%') {
                return register(name);
            }
            let number = operand.strip_prefix('$')?;
            let number = number.strip_prefix('{').and_then(|n| n.strip_suffix('}')).unwrap_or(number);
            let number = number.split_once(':').map_or(number, |(number, _)| number);
            number.parse().ok().map(Place::Operand)
        })
        .collect();
    Some((name, places?))
}

/// Whether assembly has no instructions: nothing but spaces and comments.
fn is_empty(code: &str) -> bool {
    code.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
}

/// For each output in a register the argument it is tied to; nothing if some output has none.
fn tied(constraints: &str) -> Option<Vec<usize>> {
    let mut direct = 0usize;
    let mut ties: Vec<Option<usize>> = Vec::new();
    // The place of every output among the direct ones; memory outputs are arguments too.
    let mut outputs: Vec<Option<usize>> = Vec::new();
    let mut argument = 0usize;
    for constraint in constraints.split(',').map(str::trim) {
        if let Some(output) = constraint.strip_prefix('=') {
            if output.contains('*') {
                outputs.push(None);
                argument += 1;
            } else {
                outputs.push(Some(direct));
                ties.push(None);
                direct += 1;
            }
        } else if !constraint.starts_with('~') && !constraint.is_empty() {
            if let Ok(number) = constraint.parse::<usize>()
                && let Some(Some(place)) = outputs.get(number)
                && let Some(tie) = ties.get_mut(*place)
            {
                *tie = Some(argument);
            }
            argument += 1;
        }
    }
    ties.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_tied_to_inputs() {
        assert_eq!(tied("~{memory},~{dirflag}"), Some(vec![]));
        assert_eq!(tied("=r,0,~{dirflag}"), Some(vec![0]));
        assert_eq!(tied("=r,=r,1,0"), Some(vec![1, 0]));
        assert_eq!(tied("=*m,*m,~{memory}"), Some(vec![]));
        assert_eq!(tied("=*m,=r,r,1"), Some(vec![2]));
        assert_eq!(tied("=r,r"), None);
    }

    #[test]
    fn comments_are_no_instructions() {
        assert!(is_empty("") && is_empty("  # barrier\n"));
        assert!(!is_empty("nop"));
    }

    #[test]
    fn instructions_have_operands() {
        use Place::*;
        assert_eq!(step("addq $5,${1:q}"), Some(("addq", vec![Operand(5), Operand(1)])));
        assert_eq!(step("xchgq  %rbx,${1:q}"), Some(("xchgq", vec![Register("bx"), Operand(1)])));
        assert_eq!(step("movl $$7, %eax"), Some(("movl", vec![Number(7), Register("ax")])));
        assert_eq!(step("rep  nop"), Some(("pause", vec![])));
        assert_eq!(step("movl (%rax), $0"), None);
    }
}
