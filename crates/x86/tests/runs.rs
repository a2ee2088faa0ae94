//! Code that was assembled does what it says when it runs.
#![cfg(all(target_arch = "x86_64", unix))]
#![allow(unsafe_code)]

use pathfold_x86::{Alu, Assembler, Cond, Executable, Reg, Width};

#[test]
fn a_loop_counts() {
    // The sum of the numbers below the argument.
    let mut code = Assembler::new();
    code.mov_ri(Reg::Rax, 0);
    code.mov_ri(Reg::Rcx, 0);
    let end = code.label();
    let again = code.here();
    code.alu_rr(Alu::Cmp, Width::B8, Reg::Rcx, Reg::Rdi);
    code.jcc(Cond::GreaterEqual, end);
    code.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rcx);
    code.alu_ri(Alu::Add, Width::B8, Reg::Rcx, 1);
    code.jmp(again);
    code.bind(end);
    code.ret();
    let code = Executable::new(&code.finish()).expect("memory that can be run");
    // SAFETY: the code is a function of one number that returns one, and changes no register that calls keep.
    let sum = unsafe { std::mem::transmute::<*const u8, extern "C" fn(i64) -> i64>(code.at(0)) };
    assert_eq!(sum(0), 0);
    assert_eq!(sum(1001), 500_500);
}

#[test]
fn no_code_is_no_memory() {
    assert!(Executable::new(&[]).is_none());
}
