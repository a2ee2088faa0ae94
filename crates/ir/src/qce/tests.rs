//! The estimates of a small loop, by both analyses.

use super::*;
use crate::text::parse;

/// `while (i < n) i++; if (r) ...` over three registers that are handed on.
const LOOP: &str = r#"
func @main() -> int {
b0:
  %n: int = input
  %r: int = input
  jump b1(0)
b1(%i: int):
  %c: bool = slt %i, %n
  br %c, b2, b3
b2:
  %j: int = add %i, 1
  jump b1(%j)
b3:
  %d: bool = eq %r, 0
  br %d, b4, b4
b4:
  ret 0
}
entry @main
"#;

fn at_header(analysis: Analysis, most: u32) -> (u32, u32, u32) {
    let program = parse(LOOP).expect("a program");
    let id = program.function("main").expect("main");
    let qce = Qce::new(&program, analysis, most);
    let costs = qce.at(id, BlockId(1)).expect("a block");
    let of = |name: &str| {
        let named = |reg: &Reg| program.functions[id].regs[*reg].name.as_deref() == Some(name);
        let reg = program.functions[id].regs.ids().find(named).expect("a register");
        costs.get(&Variable::Reg(reg)).copied().unwrap_or(0)
    };
    (of("i"), of("n"), of("r"))
}

#[test]
fn iterations_are_counted_up_to_kappa() {
    assert_eq!(at_header(Analysis::Recursive { kappa: 0 }, 100), (1, 1, 1));
    // The test once more, and what follows the loop once for each way to leave it.
    assert_eq!(at_header(Analysis::Recursive { kappa: 1 }, 100), (2, 2, 2));
    assert_eq!(at_header(Analysis::Recursive { kappa: 5 }, 100), (6, 6, 6));
}

#[test]
fn a_fixpoint_is_reached_at_the_largest_count() {
    // What follows the loop follows it once, on each path.
    assert_eq!(at_header(Analysis::Lattice, 10), (10, 10, 1));
    assert_eq!(at_header(Analysis::Recursive { kappa: 50 }, 10), (10, 10, 10));
}
