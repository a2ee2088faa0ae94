//! Every instruction, over all registers and shapes of operands, read back by a disassembler that is not ours (objdump, which
//! comes with gcc).

use std::fmt::Write as _;
use std::process::Command;

use pathfold_x86::{Alu, Assembler, Cond, Mem, Reg, Shift, Width, mem};

const REGS: [Reg; 16] = [
    Reg::Rax,
    Reg::Rcx,
    Reg::Rdx,
    Reg::Rbx,
    Reg::Rsp,
    Reg::Rbp,
    Reg::Rsi,
    Reg::Rdi,
    Reg::R8,
    Reg::R9,
    Reg::R10,
    Reg::R11,
    Reg::R12,
    Reg::R13,
    Reg::R14,
    Reg::R15,
];
const WIDTHS: [Width; 4] = [Width::B1, Width::B2, Width::B4, Width::B8];
const WIDE: [Width; 2] = [Width::B4, Width::B8];
const ALU: [(Alu, &str); 8] = [
    (Alu::Add, "add"),
    (Alu::Or, "or"),
    (Alu::Adc, "adc"),
    (Alu::Sbb, "sbb"),
    (Alu::And, "and"),
    (Alu::Sub, "sub"),
    (Alu::Xor, "xor"),
    (Alu::Cmp, "cmp"),
];
const SHIFTS: [(Shift, &str); 5] =
    [(Shift::Rol, "rol"), (Shift::Ror, "ror"), (Shift::Shl, "shl"), (Shift::Shr, "shr"), (Shift::Sar, "sar")];
const CONDS: [(Cond, &str); 14] = [
    (Cond::Overflow, "o"),
    (Cond::NoOverflow, "no"),
    (Cond::Below, "b"),
    (Cond::AboveEqual, "ae"),
    (Cond::Equal, "e"),
    (Cond::NotEqual, "ne"),
    (Cond::BelowEqual, "be"),
    (Cond::Above, "a"),
    (Cond::Sign, "s"),
    (Cond::NoSign, "ns"),
    (Cond::Less, "l"),
    (Cond::GreaterEqual, "ge"),
    (Cond::LessEqual, "le"),
    (Cond::Greater, "g"),
];

fn name(reg: Reg, width: Width) -> String {
    const LONG: [&str; 8] = ["ax", "cx", "dx", "bx", "sp", "bp", "si", "di"];
    const LOW: [&str; 8] = ["al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"];
    let number = reg as usize;
    match (number, width) {
        (8.., Width::B1) => format!("r{number}b"),
        (8.., Width::B2) => format!("r{number}w"),
        (8.., Width::B4) => format!("r{number}d"),
        (8.., Width::B8) => format!("r{number}"),
        (_, Width::B1) => LOW[number].to_owned(),
        (_, Width::B2) => LONG[number].to_owned(),
        (_, Width::B4) => format!("e{}", LONG[number]),
        (_, Width::B8) => format!("r{}", LONG[number]),
    }
}

fn kind(width: Width) -> &'static str {
    match width {
        Width::B1 => "BYTE PTR ",
        Width::B2 => "WORD PTR ",
        Width::B4 => "DWORD PTR ",
        Width::B8 => "QWORD PTR ",
    }
}

/// As a disassembler writes numbers.
fn hex(number: i32, width: Width) -> String {
    match width {
        Width::B1 => format!("{:#x}", number as u8),
        Width::B2 => format!("{:#x}", number as u16),
        Width::B4 => format!("{number:#x}"),
        Width::B8 => format!("{:#x}", i64::from(number)),
    }
}

/// Places in memory of every shape, with their names.
fn places() -> Vec<(Mem, String)> {
    let mut places = Vec::new();
    for base in REGS {
        for offset in [0, 8, -8, 127, 128, -129, 0x12345] {
            let mut end = String::new();
            match offset {
                0 => {}
                1.. => write!(end, "+{offset:#x}").expect("a string"),
                _ => write!(end, "-{:#x}", -offset).expect("a string"),
            }
            let start = name(base, Width::B8);
            // Without an offset these two cannot be said.
            let shown = if offset == 0 && matches!(base, Reg::Rbp | Reg::R13) { "+0x0" } else { &end };
            places.push((mem(base, offset), format!("[{start}{shown}]")));
            for (index, log) in [(Reg::Rax, 0), (Reg::Rbp, 1), (Reg::R9, 2), (Reg::R12, 3)] {
                let times = 1 << log;
                places.push((
                    mem(base, offset).index(index, log),
                    format!("[{start}+{}*{times}{shown}]", name(index, Width::B8)),
                ));
            }
        }
    }
    places
}

/// Writes code together with what it should be.
#[derive(Default)]
struct Listing {
    code: Assembler,
    expected: Vec<String>,
}

impl Listing {
    fn add(&mut self, expected: String, emit: impl FnOnce(&mut Assembler)) {
        emit(&mut self.code);
        self.expected.push(expected);
    }

    fn check(self) {
        static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let file = std::env::temp_dir().join(format!("pathfold-x86-{}-{number}", std::process::id()));
        std::fs::write(&file, self.code.finish()).expect("a file for the code");
        let output = Command::new("objdump")
            .args(["-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel", "--no-show-raw-insn", "-w"])
            .arg(&file)
            .output()
            .expect("objdump, which comes with gcc");
        std::fs::remove_file(&file).expect("the file is there");
        let text = String::from_utf8(output.stdout).expect("text");
        let lines = text.lines().skip_while(|line| !line.contains("<.data>:")).skip(1);
        let found: Vec<String> = lines
            .filter_map(|line| line.split_once(":\t"))
            .map(|(_, instr)| instr.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        for (index, (found, expected)) in found.iter().zip(&self.expected).enumerate() {
            assert_eq!(found, expected, "instruction {index}");
        }
        assert_eq!(found.len(), self.expected.len());
    }
}

#[test]
fn moves() {
    let mut list = Listing::default();
    for dst in REGS {
        for src in REGS {
            for width in WIDE {
                list.add(format!("mov {},{}", name(dst, width), name(src, width)), |code| code.mov_rr(width, dst, src));
            }
            let (d4, d8) = (name(dst, Width::B4), name(dst, Width::B8));
            for width in [Width::B1, Width::B2] {
                list.add(format!("movzx {d4},{}", name(src, width)), |code| code.movzx_rr(width, dst, src));
                list.add(format!("movsx {d8},{}", name(src, width)), |code| code.movsx_rr(width, dst, src));
            }
            list.add(format!("movsxd {d8},{}", name(src, Width::B4)), |code| code.movsx_rr(Width::B4, dst, src));
        }
        let (d4, d8) = (name(dst, Width::B4), name(dst, Width::B8));
        list.add(format!("xor {d4},{d4}"), |code| code.mov_ri(dst, 0));
        list.add(format!("mov {d4},0xffffffff"), |code| code.mov_ri(dst, 0xffff_ffff));
        list.add(format!("mov {d8},0xffffffffffffffff"), |code| code.mov_ri(dst, -1));
        list.add(format!("movabs {d8},0x123456789abcdef"), |code| code.mov_ri(dst, 0x0123_4567_89ab_cdef));
    }
    list.check();
}

#[test]
fn memory() {
    let mut list = Listing::default();
    for (place, text) in places() {
        for reg in REGS {
            for width in WIDTHS {
                list.add(format!("mov {}{text},{}", kind(width), name(reg, width)), |code| {
                    code.mov_mr(width, place, reg);
                });
            }
            for width in WIDE {
                list.add(format!("mov {},{}{text}", name(reg, width), kind(width)), |code| {
                    code.mov_rm(width, reg, place);
                });
                list.add(format!("imul {},{}{text}", name(reg, width), kind(width)), |code| {
                    code.imul_rm(width, reg, place);
                });
            }
            for width in [Width::B1, Width::B2] {
                list.add(format!("movzx {},{}{text}", name(reg, Width::B4), kind(width)), |code| {
                    code.movzx_rm(width, reg, place);
                });
            }
            list.add(format!("lea {},{text}", name(reg, Width::B8)), |code| code.lea(reg, place));
        }
        for width in WIDTHS {
            for number in [0, 5, -3, 300] {
                let shown = hex(number, width);
                list.add(format!("mov {}{text},{shown}", kind(width)), |code| code.mov_mi(width, place, number));
            }
        }
        list.add(format!("test {}{text},0x7", kind(Width::B1)), |code| code.test_mi(place, 7));
        list.add(format!("jmp {}{text}", kind(Width::B8)), |code| code.jmp_m(place));
        list.add(format!("call {}{text}", kind(Width::B8)), |code| code.call_m(place));
        for (cond, text_of) in CONDS {
            list.add(format!("set{text_of} {}{text}", kind(Width::B1)), |code| code.set_m(cond, place));
        }
    }
    list.check();
}

#[test]
fn operations() {
    let mut list = Listing::default();
    for (op, text) in ALU {
        for a in REGS {
            for width in WIDE {
                for b in REGS {
                    list.add(format!("{text} {},{}", name(a, width), name(b, width)), |code| {
                        code.alu_rr(op, width, a, b);
                    });
                }
                for number in [1, -1, 127, 128, -129, 0x12_3456] {
                    // The accumulator has an encoding of its own, which means the same.
                    list.add(format!("{text} {},{}", name(a, width), hex(number, width)), |code| {
                        code.alu_ri(op, width, a, number);
                    });
                }
            }
        }
        for (place, at) in places() {
            for width in WIDE {
                list.add(format!("{text} {},{}{at}", name(Reg::R10, width), kind(width)), |code| {
                    code.alu_rm(op, width, Reg::R10, place);
                });
            }
            for width in WIDTHS {
                list.add(format!("{text} {}{at},{}", kind(width), name(Reg::Rsi, width)), |code| {
                    code.alu_mr(op, width, place, Reg::Rsi);
                });
                for number in [0, -2, 0x1234] {
                    list.add(format!("{text} {}{at},{}", kind(width), hex(number, width)), |code| {
                        code.alu_mi(op, width, place, number);
                    });
                }
            }
        }
    }
    list.check();
}

#[test]
fn the_rest() {
    let mut list = Listing::default();
    for a in REGS {
        for b in REGS {
            for width in WIDTHS {
                list.add(format!("test {},{}", name(a, width), name(b, width)), |code| code.test_rr(width, a, b));
            }
            for width in WIDE {
                let (x, y) = (name(a, width), name(b, width));
                list.add(format!("imul {x},{y}"), |code| code.imul_rr(width, a, b));
                list.add(format!("imul {x},{y},{}", hex(-7, width)), |code| code.imul_rri(width, a, b, -7));
                list.add(format!("imul {x},{y},0x3e8"), |code| code.imul_rri(width, a, b, 1000));
                for (cond, text) in CONDS {
                    list.add(format!("cmov{text} {x},{y}"), |code| code.cmov(cond, width, a, b));
                }
            }
        }
        for width in WIDE {
            let x = name(a, width);
            list.add(format!("mul {x}"), |code| code.mul(width, a));
            list.add(format!("imul {x}"), |code| code.imul(width, a));
            list.add(format!("dec {x}"), |code| code.dec(width, a));
            list.add(format!("div {x}"), |code| code.div(width, a));
            list.add(format!("idiv {x}"), |code| code.idiv(width, a));
            list.add(format!("neg {x}"), |code| code.neg(width, a));
            list.add(format!("not {x}"), |code| code.not(width, a));
            for (op, text) in SHIFTS {
                list.add(format!("{text} {x},0x5"), |code| code.shift_ri(op, width, a, 5));
                list.add(format!("{text} {x},cl"), |code| code.shift_cl(op, width, a));
            }
        }
        let (low, whole) = (name(a, Width::B1), name(a, Width::B8));
        list.add(format!("test {low},0x1"), |code| code.test_low(a, 1));
        list.add(format!("push {whole}"), |code| code.push(a));
        list.add(format!("pop {whole}"), |code| code.pop(a));
        list.add(format!("jmp {whole}"), |code| code.jmp_r(a));
        list.add(format!("call {whole}"), |code| code.call_r(a));
        for (cond, text) in CONDS {
            list.add(format!("set{text} {low}"), |code| code.set(cond, a));
        }
    }
    list.add("cqo".to_owned(), |code| code.sign_to_rdx(Width::B8));
    list.add("cdq".to_owned(), |code| code.sign_to_rdx(Width::B4));
    list.add("ret".to_owned(), Assembler::ret);
    list.add("stc".to_owned(), Assembler::stc);
    list.check();
}

#[test]
fn ways_to_labels() {
    let mut list = Listing::default();
    let (back, ahead) = (list.code.here(), list.code.label());
    list.add("jmp 0x0".to_owned(), |code| code.jmp(back));
    for (number, (cond, text)) in CONDS.into_iter().enumerate() {
        let to = if number % 2 == 0 { "0x0" } else { "0x79" };
        list.add(format!("j{text} {to}"), |code| code.jcc(cond, if number % 2 == 0 { back } else { ahead }));
    }
    list.add("call 0x79".to_owned(), |code| code.call(ahead));
    list.add("lea r9,[rip+0x0] # 0x65".to_owned(), |code| {
        let next = code.label();
        code.lea_label(Reg::R9, next);
        code.bind(next);
    });
    while list.code.len() < 0x79 {
        list.add("ret".to_owned(), Assembler::ret);
    }
    list.code.bind(ahead);
    list.add("ret".to_owned(), Assembler::ret);
    list.check();
}

#[test]
fn code_is_aligned_by_instructions_that_do_nothing() {
    for length in 0..64_usize {
        let mut code = Assembler::new();
        (0..length).for_each(|_| code.ret());
        code.align(5);
        assert_eq!(code.len(), 32 * usize::div_ceil(length, 32));
    }
}
