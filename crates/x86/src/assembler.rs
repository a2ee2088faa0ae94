//! Encodes instructions (Intel's manual, volume 2) and connects jumps with their targets.
//!
//! Names say what is read and written: `_rr` two registers, `_rm` a register and memory, `_mr` memory and a register, `_ri`
//! and `_mi` with a number. The operand that is written comes first.

use crate::operand::{Alu, Cond, Mem, Reg, Shift, Width};

/// A place in the code that jumps can go to, before or after it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(u32);

/// Code that is being written.
#[derive(Default, Debug)]
pub struct Assembler {
    bytes: Vec<u8>,
    /// Where labels are.
    labels: Vec<Option<u32>>,
    /// Four bytes that are to hold the way from behind them to a label.
    jumps: Vec<(usize, Label)>,
}

/// The second operand of an encoding.
#[derive(Clone, Copy)]
enum Rm {
    Reg(Reg),
    Mem(Mem),
}

impl Assembler {
    /// No code yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many bytes there are so far.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there is nothing yet.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A label without a place.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// The label is here.
    ///
    /// # Panics
    /// If it has a place already.
    pub fn bind(&mut self, label: Label) {
        let place = self.labels[label.0 as usize].replace(self.bytes.len() as u32);
        assert!(place.is_none(), "a label is in two places");
    }

    /// A label that is here.
    pub fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// Where a label is, as a number of bytes from the start.
    pub fn place(&self, label: Label) -> Option<usize> {
        self.labels[label.0 as usize].map(|place| place as usize)
    }

    /// The bytes of the code.
    ///
    /// # Panics
    /// If a jump goes to a label without a place.
    pub fn finish(mut self) -> Vec<u8> {
        for (at, label) in std::mem::take(&mut self.jumps) {
            let target = self.labels[label.0 as usize].expect("every label that is used is bound");
            let distance = i64::from(target) - (at as i64 + 4);
            let distance = i32::try_from(distance).expect("code is shorter than 2 GiB");
            self.bytes[at..at + 4].copy_from_slice(&distance.to_le_bytes());
        }
        self.bytes
    }

    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    fn number(&mut self, number: i32) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    /// An instruction with its operands: prefixes, opcode, and where the operands are. `byte_regs` says which registers are
    /// used by their low byte, of which some need a prefix.
    fn instr(&mut self, width: Width, opcode: &[u8], reg: u8, rm: Rm, byte_regs: &[Reg]) {
        if width == Width::B2 {
            self.byte(0x66);
        }
        let (x, b) = match rm {
            Rm::Reg(rm) => (false, rm.high()),
            Rm::Mem(mem) => (mem.index.is_some_and(|(index, _)| index.high()), mem.base.high()),
        };
        let rex = u8::from(width == Width::B8) << 3 | (reg >> 3) << 2 | u8::from(x) << 1 | u8::from(b);
        // Without a prefix these would be the second bytes of other registers.
        let low_bytes = byte_regs.iter().any(|reg| (4..8).contains(&(*reg as u8)));
        if rex != 0 || low_bytes {
            self.byte(0x40 | rex);
        }
        self.bytes.extend_from_slice(opcode);
        self.operands(reg & 7, rm);
    }

    fn operands(&mut self, reg: u8, rm: Rm) {
        let Mem { base, index, offset } = match rm {
            Rm::Reg(rm) => return self.byte(0xc0 | reg << 3 | rm.low()),
            Rm::Mem(mem) => mem,
        };
        // Base 5 without an offset means something else, base 4 says that there is an index.
        let (kind, short) = match offset {
            0 if base.low() != 5 => (0x00, true),
            -128..=127 => (0x40, true),
            _ => (0x80, false),
        };
        match index {
            Some((index, scale)) => {
                self.byte(kind | reg << 3 | 4);
                self.byte(scale << 6 | index.low() << 3 | base.low());
            }
            None if base.low() == 4 => {
                self.byte(kind | reg << 3 | 4);
                self.byte(0x24);
            }
            None => self.byte(kind | reg << 3 | base.low()),
        }
        match (kind, short) {
            (0x00, _) => {}
            (_, true) => self.byte(offset as i8 as u8),
            (_, false) => self.number(offset),
        }
    }

    /// `dst = src`
    pub fn mov_rr(&mut self, width: Width, dst: Reg, src: Reg) {
        self.instr(width, &[0x8b], dst as u8, Rm::Reg(src), &[]);
    }

    /// `dst = number`
    pub fn mov_ri(&mut self, dst: Reg, number: i64) {
        if number == 0 {
            self.alu_rr(Alu::Xor, Width::B4, dst, dst);
        } else if let Ok(number) = u32::try_from(number) {
            if dst.high() {
                self.byte(0x41);
            }
            self.byte(0xb8 | dst.low());
            self.number(number as i32);
        } else if let Ok(number) = i32::try_from(number) {
            self.instr(Width::B8, &[0xc7], 0, Rm::Reg(dst), &[]);
            self.number(number);
        } else {
            self.byte(0x48 | u8::from(dst.high()));
            self.byte(0xb8 | dst.low());
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
    }

    /// `dst = memory`, of four or eight bytes.
    pub fn mov_rm(&mut self, width: Width, dst: Reg, src: Mem) {
        assert!(matches!(width, Width::B4 | Width::B8), "see movzx_rm");
        self.instr(width, &[0x8b], dst as u8, Rm::Mem(src), &[]);
    }

    /// `memory = src`
    pub fn mov_mr(&mut self, width: Width, dst: Mem, src: Reg) {
        match width {
            Width::B1 => self.instr(width, &[0x88], src as u8, Rm::Mem(dst), &[src]),
            Width::B2 | Width::B4 | Width::B8 => self.instr(width, &[0x89], src as u8, Rm::Mem(dst), &[]),
        }
    }

    /// `memory = number`, whose sign is extended to eight bytes.
    pub fn mov_mi(&mut self, width: Width, dst: Mem, number: i32) {
        let opcode = if width == Width::B1 { 0xc6 } else { 0xc7 };
        self.instr(width, &[opcode], 0, Rm::Mem(dst), &[]);
        match width {
            Width::B1 => self.byte(number as u8),
            Width::B2 => self.bytes.extend_from_slice(&(number as i16).to_le_bytes()),
            Width::B4 | Width::B8 => self.number(number),
        }
    }

    /// `dst = memory`, of one or two bytes, zeros above.
    pub fn movzx_rm(&mut self, width: Width, dst: Reg, src: Mem) {
        self.movzx(width, dst, Rm::Mem(src), &[]);
    }

    /// `dst = src`, of which one or two bytes count, zeros above.
    pub fn movzx_rr(&mut self, width: Width, dst: Reg, src: Reg) {
        self.movzx(width, dst, Rm::Reg(src), &[src]);
    }

    fn movzx(&mut self, width: Width, dst: Reg, src: Rm, byte_regs: &[Reg]) {
        match width {
            Width::B1 => self.instr(Width::B4, &[0x0f, 0xb6], dst as u8, src, byte_regs),
            Width::B2 => self.instr(Width::B4, &[0x0f, 0xb7], dst as u8, src, &[]),
            Width::B4 | Width::B8 => unreachable!("see mov"),
        }
    }

    /// `dst = src`, of which `width` bytes count, copies of the sign above; all eight bytes are written.
    pub fn movsx_rr(&mut self, width: Width, dst: Reg, src: Reg) {
        match width {
            // The prefix for eight bytes is the one that low bytes need.
            Width::B1 => self.instr(Width::B8, &[0x0f, 0xbe], dst as u8, Rm::Reg(src), &[]),
            Width::B2 => self.instr(Width::B8, &[0x0f, 0xbf], dst as u8, Rm::Reg(src), &[]),
            Width::B4 => self.instr(Width::B8, &[0x63], dst as u8, Rm::Reg(src), &[]),
            Width::B8 => self.mov_rr(Width::B8, dst, src),
        }
    }

    /// `dst =` the address itself.
    pub fn lea(&mut self, dst: Reg, src: Mem) {
        self.instr(Width::B8, &[0x8d], dst as u8, Rm::Mem(src), &[]);
    }

    /// `dst =` the address of a label.
    pub fn lea_label(&mut self, dst: Reg, label: Label) {
        self.byte(0x48 | u8::from(dst.high()) << 2);
        self.byte(0x8d);
        self.byte(dst.low() << 3 | 5);
        self.way(label);
    }

    /// `dst = dst op src`
    pub fn alu_rr(&mut self, op: Alu, width: Width, dst: Reg, src: Reg) {
        assert!(matches!(width, Width::B4 | Width::B8), "not needed");
        self.instr(width, &[(op as u8) << 3 | 3], dst as u8, Rm::Reg(src), &[]);
    }

    /// `dst = dst op memory`
    pub fn alu_rm(&mut self, op: Alu, width: Width, dst: Reg, src: Mem) {
        assert!(matches!(width, Width::B4 | Width::B8), "not needed");
        self.instr(width, &[(op as u8) << 3 | 3], dst as u8, Rm::Mem(src), &[]);
    }

    /// `memory = memory op src`
    pub fn alu_mr(&mut self, op: Alu, width: Width, dst: Mem, src: Reg) {
        match width {
            Width::B1 => self.instr(width, &[(op as u8) << 3], src as u8, Rm::Mem(dst), &[src]),
            Width::B2 | Width::B4 | Width::B8 => {
                self.instr(width, &[(op as u8) << 3 | 1], src as u8, Rm::Mem(dst), &[]);
            }
        }
    }

    /// `dst = dst op number`
    pub fn alu_ri(&mut self, op: Alu, width: Width, dst: Reg, number: i32) {
        assert!(matches!(width, Width::B4 | Width::B8), "not needed");
        self.alu_i(op, width, Rm::Reg(dst), number);
    }

    /// `memory = memory op number`
    pub fn alu_mi(&mut self, op: Alu, width: Width, dst: Mem, number: i32) {
        self.alu_i(op, width, Rm::Mem(dst), number);
    }

    fn alu_i(&mut self, op: Alu, width: Width, dst: Rm, number: i32) {
        if width == Width::B1 {
            self.instr(width, &[0x80], op as u8, dst, &[]);
            self.byte(number as u8);
        } else if let Ok(short) = i8::try_from(number) {
            self.instr(width, &[0x83], op as u8, dst, &[]);
            self.byte(short as u8);
        } else {
            self.instr(width, &[0x81], op as u8, dst, &[]);
            match width {
                Width::B1 | Width::B2 => self.bytes.extend_from_slice(&(number as i16).to_le_bytes()),
                Width::B4 | Width::B8 => self.number(number),
            }
        }
    }

    /// The flags of `a & b`.
    pub fn test_rr(&mut self, width: Width, a: Reg, b: Reg) {
        match width {
            Width::B1 => self.instr(width, &[0x84], b as u8, Rm::Reg(a), &[a, b]),
            Width::B2 | Width::B4 | Width::B8 => self.instr(width, &[0x85], b as u8, Rm::Reg(a), &[]),
        }
    }

    /// The flags of `a & number` of the lowest byte.
    pub fn test_low(&mut self, a: Reg, number: u8) {
        self.instr(Width::B1, &[0xf6], 0, Rm::Reg(a), &[a]);
        self.byte(number);
    }

    /// The flags of `memory & number` of one byte.
    pub fn test_mi(&mut self, a: Mem, number: u8) {
        self.instr(Width::B1, &[0xf6], 0, Rm::Mem(a), &[]);
        self.byte(number);
    }

    /// `dst = dst * src`, with signs; flags say whether it overflowed.
    pub fn imul_rr(&mut self, width: Width, dst: Reg, src: Reg) {
        self.instr(width, &[0x0f, 0xaf], dst as u8, Rm::Reg(src), &[]);
    }

    /// `dst = dst * memory`.
    pub fn imul_rm(&mut self, width: Width, dst: Reg, src: Mem) {
        self.instr(width, &[0x0f, 0xaf], dst as u8, Rm::Mem(src), &[]);
    }

    /// `dst = src * number`
    pub fn imul_rri(&mut self, width: Width, dst: Reg, src: Reg, number: i32) {
        if let Ok(short) = i8::try_from(number) {
            self.instr(width, &[0x6b], dst as u8, Rm::Reg(src), &[]);
            self.byte(short as u8);
        } else {
            self.instr(width, &[0x69], dst as u8, Rm::Reg(src), &[]);
            self.number(number);
        }
    }

    /// `rdx:rax = rax * src`, with signs.
    pub fn imul(&mut self, width: Width, src: Reg) {
        self.instr(width, &[0xf7], 5, Rm::Reg(src), &[]);
    }

    /// `rdx:rax = rax * src`, without signs.
    pub fn mul(&mut self, width: Width, src: Reg) {
        self.instr(width, &[0xf7], 4, Rm::Reg(src), &[]);
    }

    /// `rax = rdx:rax / src` and `rdx` the remainder, without signs.
    pub fn div(&mut self, width: Width, src: Reg) {
        self.instr(width, &[0xf7], 6, Rm::Reg(src), &[]);
    }

    /// `rax = rdx:rax / src` and `rdx` the remainder, with signs.
    pub fn idiv(&mut self, width: Width, src: Reg) {
        self.instr(width, &[0xf7], 7, Rm::Reg(src), &[]);
    }

    /// `rdx =` copies of the sign of `rax`.
    pub fn sign_to_rdx(&mut self, width: Width) {
        if width == Width::B8 {
            self.byte(0x48);
        }
        self.byte(0x99);
    }

    /// `dst = dst - 1`; the carry stays as it is.
    pub fn dec(&mut self, width: Width, dst: Reg) {
        self.instr(width, &[0xff], 1, Rm::Reg(dst), &[]);
    }

    /// Something to carry.
    pub fn stc(&mut self) {
        self.byte(0xf9);
    }

    /// `dst = -dst`
    pub fn neg(&mut self, width: Width, dst: Reg) {
        self.instr(width, &[0xf7], 3, Rm::Reg(dst), &[]);
    }

    /// `dst = !dst`
    pub fn not(&mut self, width: Width, dst: Reg) {
        self.instr(width, &[0xf7], 2, Rm::Reg(dst), &[]);
    }

    /// `dst = dst shifted by a number`
    pub fn shift_ri(&mut self, op: Shift, width: Width, dst: Reg, by: u8) {
        self.instr(width, &[0xc1], op as u8, Rm::Reg(dst), &[]);
        self.byte(by);
    }

    /// `dst = dst shifted by cl`
    pub fn shift_cl(&mut self, op: Shift, width: Width, dst: Reg) {
        self.instr(width, &[0xd3], op as u8, Rm::Reg(dst), &[]);
    }

    /// The low byte of `dst` is whether the condition holds.
    pub fn set(&mut self, cond: Cond, dst: Reg) {
        self.instr(Width::B1, &[0x0f, 0x90 | cond as u8], 0, Rm::Reg(dst), &[dst]);
    }

    /// The byte is whether the condition holds.
    pub fn set_m(&mut self, cond: Cond, dst: Mem) {
        self.instr(Width::B1, &[0x0f, 0x90 | cond as u8], 0, Rm::Mem(dst), &[]);
    }

    /// `dst = src` if the condition holds.
    pub fn cmov(&mut self, cond: Cond, width: Width, dst: Reg, src: Reg) {
        self.instr(width, &[0x0f, 0x40 | cond as u8], dst as u8, Rm::Reg(src), &[]);
    }

    fn way(&mut self, label: Label) {
        self.jumps.push((self.bytes.len(), label));
        self.number(0);
    }

    /// Goes to a label.
    pub fn jmp(&mut self, label: Label) {
        self.byte(0xe9);
        self.way(label);
    }

    /// Goes to a label if the condition holds.
    pub fn jcc(&mut self, cond: Cond, label: Label) {
        self.byte(0x0f);
        self.byte(0x80 | cond as u8);
        self.way(label);
    }

    /// Goes to the address in a register.
    pub fn jmp_r(&mut self, to: Reg) {
        self.instr(Width::B4, &[0xff], 4, Rm::Reg(to), &[]);
    }

    /// Goes to the address in memory.
    pub fn jmp_m(&mut self, to: Mem) {
        self.instr(Width::B4, &[0xff], 4, Rm::Mem(to), &[]);
    }

    /// Calls the function at the address in a register.
    pub fn call_r(&mut self, to: Reg) {
        self.instr(Width::B4, &[0xff], 2, Rm::Reg(to), &[]);
    }

    /// Calls the function at the address in memory.
    pub fn call_m(&mut self, to: Mem) {
        self.instr(Width::B4, &[0xff], 2, Rm::Mem(to), &[]);
    }

    /// Calls code at a label.
    pub fn call(&mut self, label: Label) {
        self.byte(0xe8);
        self.way(label);
    }

    /// Goes back.
    pub fn ret(&mut self) {
        self.byte(0xc3);
    }

    /// Onto the stack.
    pub fn push(&mut self, reg: Reg) {
        self.instr(Width::B4, &[0xff], 6, Rm::Reg(reg), &[]);
    }

    /// From the stack.
    pub fn pop(&mut self, reg: Reg) {
        self.instr(Width::B4, &[0x8f], 0, Rm::Reg(reg), &[]);
    }

    /// Fills up to a multiple of `1 << log` bytes with instructions that do nothing.
    pub fn align(&mut self, log: u8) {
        // The longest that is one instruction: nine bytes.
        const NOPS: [&[u8]; 9] = [
            &[0x90],
            &[0x66, 0x90],
            &[0x0f, 0x1f, 0x00],
            &[0x0f, 0x1f, 0x40, 0x00],
            &[0x0f, 0x1f, 0x44, 0x00, 0x00],
            &[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00],
            &[0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00],
            &[0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
            &[0x66, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
        ];
        let mut missing = self.bytes.len().wrapping_neg() & ((1 << log) - 1);
        while missing > 0 {
            let nop = NOPS[missing.min(NOPS.len()) - 1];
            self.bytes.extend_from_slice(nop);
            missing -= nop.len();
        }
    }
}
