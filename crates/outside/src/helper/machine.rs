//! Calls by the System V ABI for x86-64 (3.2.3): six general and eight vector registers, the rest on the stack.

use std::mem::offset_of;

/// What a call is made with, and what it leaves.
#[repr(C)]
pub struct Registers {
    function: u64,
    general: [u64; 6],
    vector: [u64; 8],
    generals: u64,
    vectors: u64,
    stack: *const u64,
    words: u64,
    /// What it returns in the first general register.
    pub rax: u64,
    /// The low half of what it returns in the first vector register.
    pub xmm0: u64,
    on_stack: Vec<u64>,
}

impl Registers {
    /// A call of the function at this address.
    pub fn new(function: u64) -> Self {
        Self {
            function,
            general: [0; 6],
            vector: [0; 8],
            generals: 0,
            vectors: 0,
            stack: std::ptr::null(),
            words: 0,
            rax: 0,
            xmm0: 0,
            on_stack: Vec::new(),
        }
    }

    /// The next argument is a number or an address.
    pub fn word(&mut self, word: u64) {
        match self.general.get_mut(self.generals as usize) {
            Some(register) => {
                *register = word;
                self.generals += 1;
            }
            None => self.on_stack.push(word),
        }
    }

    /// The next argument is a `float` or a `double`.
    pub fn float(&mut self, bits: u64) {
        match self.vector.get_mut(self.vectors as usize) {
            Some(register) => {
                *register = bits;
                self.vectors += 1;
            }
            None => self.on_stack.push(bits),
        }
    }

    /// The next argument is in memory.
    pub fn stack(&mut self, bytes: &[u8], align: u64) {
        if align >= 16 && self.on_stack.len() % 2 == 1 {
            self.on_stack.push(0);
        }
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.on_stack.push(u64::from_le_bytes(word));
        }
    }
}

/// Calls the function.
pub fn call(registers: &mut Registers) {
    (registers.stack, registers.words) = (registers.on_stack.as_ptr(), registers.on_stack.len() as u64);
    // Whatever the function does to this process, nobody but the call depends on it.
    unsafe { enter(registers) }
}

/// Loads the registers, copies the words to the stack, and calls. `al` bounds the number of vector registers, which variadic
/// functions want to know.
#[unsafe(naked)]
unsafe extern "C" fn enter(registers: *mut Registers) {
    std::arch::naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "push rbx",
        "push r12",
        "mov rbx, rdi",
        "mov rcx, [rbx + {words}]",
        "lea rax, [rcx * 8 + 15]",
        "and rax, -16",
        "sub rsp, rax",
        "mov rsi, [rbx + {stack}]",
        "mov rdi, rsp",
        "cld",
        "rep movsq",
        "movsd xmm0, qword ptr [rbx + {vector}]",
        "movsd xmm1, qword ptr [rbx + {vector} + 8]",
        "movsd xmm2, qword ptr [rbx + {vector} + 16]",
        "movsd xmm3, qword ptr [rbx + {vector} + 24]",
        "movsd xmm4, qword ptr [rbx + {vector} + 32]",
        "movsd xmm5, qword ptr [rbx + {vector} + 40]",
        "movsd xmm6, qword ptr [rbx + {vector} + 48]",
        "movsd xmm7, qword ptr [rbx + {vector} + 56]",
        "mov rdi, [rbx + {general}]",
        "mov rsi, [rbx + {general} + 8]",
        "mov rdx, [rbx + {general} + 16]",
        "mov rcx, [rbx + {general} + 24]",
        "mov r8, [rbx + {general} + 32]",
        "mov r9, [rbx + {general} + 40]",
        "mov rax, [rbx + {vectors}]",
        "call [rbx + {function}]",
        "mov [rbx + {rax}], rax",
        "movsd qword ptr [rbx + {xmm0}], xmm0",
        "lea rsp, [rbp - 16]",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
        function = const offset_of!(Registers, function),
        general = const offset_of!(Registers, general),
        vector = const offset_of!(Registers, vector),
        vectors = const offset_of!(Registers, vectors),
        stack = const offset_of!(Registers, stack),
        words = const offset_of!(Registers, words),
        rax = const offset_of!(Registers, rax),
        xmm0 = const offset_of!(Registers, xmm0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    extern "C" fn many(a: u64, b: f64, c: u64, d: u64, e: u64, f: u64, g: u64, h: u64, i: u64) -> u64 {
        a + 10 * b as u64
            + 100 * c
            + 1000 * d
            + 10_000 * e
            + 100_000 * f
            + 1_000_000 * g
            + 10_000_000 * h
            + 100_000_000 * i
    }

    extern "C" fn half(x: f32, y: f64) -> f64 {
        f64::from(x) / 2.0 + y
    }

    #[test]
    fn arguments_are_where_functions_look_for_them() {
        let mut registers = Registers::new(many as *const () as u64);
        registers.float(2f64.to_bits());
        for word in [1, 3, 4, 5, 6, 7, 8, 9] {
            registers.word(word);
        }
        call(&mut registers);
        assert_eq!(registers.rax, 987_654_321);
        let mut registers = Registers::new(half as *const () as u64);
        registers.float(u64::from(3f32.to_bits()));
        registers.float(0.25f64.to_bits());
        call(&mut registers);
        assert_eq!(f64::from_bits(registers.xmm0), 1.75);
    }
}
