//! Tidying keeps what a function does and leaves nothing to tidy.

use std::collections::BTreeMap;

use pathfold_base::Rng;
use pathfold_ir::text::{parse, print};
use pathfold_ir::*;

/// Random functions of numbers with branches on comparisons; every block can use what the entry sets.
fn random_function(rng: &mut Rng) -> Function {
    let nowhere = Program::NOWHERE;
    let mut builder = FunctionBuilder::new("f", None, nowhere);
    let len = 2 + rng.below(8);
    let blocks: Vec<BlockId> = (0..len).map(|_| builder.block()).collect();
    builder.switch_to(blocks[0]);
    let mut regs: Vec<Operand> = (0..3).map(|_| builder.value(Type::Int, None, Op::Input, nowhere).into()).collect();
    regs.push(Const::Int(1i64.into()).into());
    let params: Vec<Vec<Reg>> = blocks
        .iter()
        .map(|&b| {
            (0..if b.0 == 0 { 0 } else { rng.below(3) }).map(|_| builder.block_param(b, Type::Int, None)).collect()
        })
        .collect();
    for &block in &blocks {
        builder.switch_to(block);
        let mut usable = regs.clone();
        usable.extend(params[block.0 as usize].iter().map(|&reg| Operand::Reg(reg)));
        if rng.chance(0.3) {
            let op = Op::Binary(BinaryOp::Add, rng.pick(&usable).clone(), rng.pick(&usable).clone());
            usable.push(builder.value(Type::Int, None, op, nowhere).into());
        }
        if rng.chance(0.3) {
            builder.effect(Op::Output(rng.pick(&usable).clone()), nowhere);
        }
        let choice = rng.below(5);
        let cond = (choice < 2).then(|| {
            let op = Op::Compare(CompareOp::Slt, rng.pick(&usable).clone(), rng.pick(&usable).clone());
            Operand::Reg(builder.value(Type::Bool, None, op, nowhere))
        });
        let mut target = || {
            let block = blocks[1 + rng.below(len - 1)];
            Target { block, args: params[block.0 as usize].iter().map(|_| rng.pick(&usable).clone()).collect() }
        };
        let (then, otherwise) = (target(), target());
        let terminator = match cond {
            Some(cond) => Terminator::Branch { cond, then, otherwise },
            None if choice < 4 => Terminator::Jump(then),
            None => Terminator::Return(None),
        };
        builder.terminate(terminator, nowhere);
    }
    builder.finish()
}

/// The first outputs, and whether it returned.
fn run(function: &Function, seed: u64) -> (Vec<i64>, bool) {
    let mut rng = Rng::new(seed);
    let mut regs: BTreeMap<Reg, i64> = BTreeMap::new();
    let get = |regs: &BTreeMap<Reg, i64>, operand: &Operand| match operand {
        Operand::Reg(reg) => regs[reg],
        Operand::Const(Const::Int(n)) => n.to_i64().expect("small"),
        Operand::Const(other) => panic!("{other:?}"),
    };
    let (mut outputs, mut at) = (Vec::new(), Function::ENTRY);
    for _ in 0..400 {
        let block = &function.blocks[at];
        for inst in &block.insts {
            let value = match &inst.op {
                Op::Input => rng.between(-2, 4),
                Op::Binary(BinaryOp::Add, a, b) => get(&regs, a).wrapping_add(get(&regs, b)),
                Op::Compare(CompareOp::Slt, a, b) => i64::from(get(&regs, a) < get(&regs, b)),
                Op::Output(a) => {
                    outputs.push(get(&regs, a));
                    continue;
                }
                other => panic!("{other:?}"),
            };
            regs.extend(inst.dst.map(|dst| (dst, value)));
        }
        let target = match &block.terminator {
            Terminator::Jump(target) => target,
            Terminator::Branch { cond, then, otherwise } => {
                if get(&regs, cond) == 1 {
                    then
                } else {
                    otherwise
                }
            }
            Terminator::Return(_) => return (outputs, true),
            other => panic!("{other:?}"),
        };
        let args: Vec<i64> = target.args.iter().map(|arg| get(&regs, arg)).collect();
        at = target.block;
        regs.extend(function.blocks[at].params.iter().copied().zip(args));
    }
    (outputs, false)
}

#[test]
fn tidied_functions_do_the_same() {
    let mut rng = Rng::new(1);
    let (mut before_blocks, mut after_blocks) = (0, 0);
    for _ in 0..5000 {
        let before = random_function(&mut rng);
        let mut after = before.clone();
        tidy(&mut after);
        let mut program = Program::new();
        program.functions.push(after.clone());
        assert_eq!(verify(&program), [], "{}", print(&program));
        for seed in 0..4 {
            let ((a, ended), (b, ended_after)) = (run(&before, seed), run(&after, seed));
            if ended || ended_after {
                assert_eq!((a, ended), (b, ended_after), "{}", print(&program));
            } else {
                let common = a.len().min(b.len());
                assert_eq!(a[..common], b[..common]);
            }
        }
        assert!(!print(&program).contains("regs("), "registers are in order");
        before_blocks += before.blocks.len();
        after_blocks += after.blocks.len();
    }
    assert!(after_blocks * 2 < before_blocks, "{before_blocks} {after_blocks}");
}

#[test]
fn each_kind_of_waste_is_removed() {
    let tidied = |text: &str| {
        let mut program = parse(text).expect(text);
        assert_eq!(verify(&program), []);
        tidy(&mut program.functions[FuncId(0)]);
        assert_eq!(verify(&program), []);
        print(&program)
    };
    let same_value = "func @f(%a: int, %c: bool) -> int {\nb0:\n  jump b1(%a, 0)\nb1(%x: int, %dead: int):
        \n  br %c, b1(%x, 7), b2\nb2:\n  ret %x\n}\nentry @f";
    let expected =
        "func @f(%a: int, %c: bool) -> int {\nb0:\n  jump b1\nb1:\n  br %c, b1, b2\nb2:\n  ret %a\n}\nentry @f\n";
    assert_eq!(tidied(same_value), expected);
    let forwarding = "func @f(%c: bool) -> int {\nb0:\n  br %c, b1(1), b2(2)\nb1(%x: int):\n  jump b2(%x)
        \nb2(%y: int):\n  jump b3(%y)\nb3(%z: int):\n  ret %z\nb4:\n  jump b3(9)\n}\nentry @f";
    let expected = "func @f(%c: bool) -> int {\nb0:\n  br %c, b1(1), b1(2)\nb1(%z: int):\n  ret %z\n}\nentry @f\n";
    assert_eq!(tidied(forwarding).replace("%y", "%z"), expected);
    let nothing_to_choose =
        "func @f(%c: bool) {\nb0:\n  br %c, b1, b2\nb1:\n  jump b3\nb2:\n  jump b3\nb3:\n  ret\n}\nentry @f";
    assert_eq!(tidied(nothing_to_choose), "func @f(%c: bool) {\nb0:\n  ret\n}\nentry @f\n");
    let latch = "file \"a\"\nfunc @f(%c: bool) {\nb0:\n  jump b1\nb1:\n  br %c, b2, b3\nb2:\n  jump b1 !1:1-2:2\nb3:\n  ret\n}\nentry @f\n";
    assert_eq!(tidied(latch), latch);
}
