//! Analyses of graphs against naive definitions, on random graphs; and on graphs too deep for recursion.

use std::collections::{BTreeMap, BTreeSet};

use pathfold_base::Rng;
use pathfold_ir::text::parse;
use pathfold_ir::*;

type Edges = Vec<(BlockId, BlockId)>;
type Set = BTreeSet<BlockId>;

fn random_graph(rng: &mut Rng) -> (usize, Edges) {
    let len = 1 + rng.below(9);
    let count = rng.below(3 * len + 2);
    let edges = (0..count).map(|_| (BlockId(rng.below(len) as u32), BlockId(rng.below(len) as u32))).collect();
    (len, edges)
}

/// What can be reached from `start` through blocks of `allowed`.
fn reach(start: BlockId, allowed: &Set, edges: &Edges) -> Set {
    let mut found = Set::new();
    let mut work = if allowed.contains(&start) { vec![start] } else { Vec::new() };
    while let Some(at) = work.pop() {
        if found.insert(at) {
            work.extend(edges.iter().filter(|(from, to)| *from == at && allowed.contains(to)).map(|(_, to)| *to));
        }
    }
    found
}

fn without(set: &Set, block: BlockId) -> Set {
    set.iter().copied().filter(|&b| b != block).collect()
}

#[test]
fn dominators_are_what_cannot_be_avoided() {
    let mut rng = Rng::new(1);
    for _ in 0..3000 {
        let (len, edges) = random_graph(&mut rng);
        let cfg = Cfg::from_edges(len, &edges);
        let tree = DomTree::dominators(&cfg);
        let all: Set = cfg.blocks().collect();
        let reachable = reach(Function::ENTRY, &all, &edges);
        let dominates = |a: BlockId, b: BlockId| {
            a == b || reachable.contains(&b) && !reach(Function::ENTRY, &without(&all, a), &edges).contains(&b)
        };
        for &b in &all {
            assert_eq!(cfg.is_reachable(b), reachable.contains(&b));
            assert_eq!(tree.contains(b), reachable.contains(&b));
            for &a in &all {
                assert_eq!(tree.dominates(a, b), dominates(a, b), "{a} {b} {edges:?}");
            }
            if let Some(idom) = tree.idom(b) {
                assert!(idom != b && dominates(idom, b));
                assert!(all.iter().all(|&c| c == b || !dominates(c, b) || dominates(c, idom)));
            } else {
                assert!(b == Function::ENTRY || !reachable.contains(&b));
            }
        }
        for (a, frontier) in all.iter().zip(tree.frontiers(&cfg)) {
            let expected: Set = all
                .iter()
                .copied()
                .filter(|&b| {
                    let strictly = *a != b && dominates(*a, b);
                    let below = |pred: &BlockId| reachable.contains(pred) && dominates(*a, *pred);
                    reachable.contains(&b) && !strictly && cfg.preds(b).iter().any(below)
                })
                .collect();
            assert_eq!(frontier.len(), expected.len());
            assert_eq!(frontier.into_iter().collect::<Set>(), expected, "frontier of {a} {edges:?}");
        }
    }
}

#[test]
fn post_dominators_are_what_cannot_be_avoided_on_the_way_out() {
    let mut rng = Rng::new(2);
    for _ in 0..3000 {
        let (len, edges) = random_graph(&mut rng);
        let cfg = Cfg::from_edges(len, &edges);
        let tree = DomTree::post_dominators(&cfg);
        let all: Set = cfg.blocks().collect();
        let gets_out =
            |from: BlockId, allowed: &Set| reach(from, allowed, &edges).into_iter().any(|b| cfg.succs(b).is_empty());
        for &b in &all {
            assert_eq!(tree.contains(b), gets_out(b, &all));
            for &a in &all {
                let expected = a == b || gets_out(b, &all) && !gets_out(b, &without(&all, a));
                assert_eq!(tree.dominates(a, b), expected, "{a} {b} {edges:?}");
            }
            if let Some(up) = tree.idom(b) {
                assert!(up != b && tree.dominates(up, b));
            }
        }
    }
}

/// Headers and bodies of loops by the definition: strongly connected parts; without their headers; and so on.
fn naive_loops(
    region: Set,
    edges: &Edges,
    order: &BTreeMap<BlockId, usize>,
    depth: u32,
    out: &mut BTreeMap<BlockId, (Set, u32)>,
) {
    let mut rest = region.clone();
    while let Some(&start) = rest.iter().next() {
        let mut part: Set = reach(start, &region, edges);
        part.retain(|&b| reach(b, &region, edges).contains(&start));
        rest.retain(|b| !part.contains(b));
        let cyclic = part.len() > 1 || edges.contains(&(start, start));
        let header = part.iter().copied().min_by_key(|b| order[b]);
        if let (true, Some(header)) = (cyclic, header) {
            naive_loops(without(&part, header), edges, order, depth + 1, out);
            out.insert(header, (part, depth));
        }
    }
}

/// The order in which a depth-first walk finds blocks.
fn walk(at: BlockId, cfg: &Cfg, order: &mut BTreeMap<BlockId, usize>) {
    let next = order.len();
    order.insert(at, next);
    for &to in cfg.succs(at) {
        if !order.contains_key(&to) {
            walk(to, cfg, order);
        }
    }
}

#[test]
fn loops_are_strongly_connected_parts() {
    let mut rng = Rng::new(3);
    let mut irreducible = 0;
    for _ in 0..6000 {
        let (len, edges) = random_graph(&mut rng);
        let cfg = Cfg::from_edges(len, &edges);
        let forest = LoopForest::new(&cfg);
        let mut order = BTreeMap::new();
        walk(Function::ENTRY, &cfg, &mut order);
        let reachable: Set = order.keys().copied().collect();
        let mut expected = BTreeMap::new();
        naive_loops(reachable.clone(), &edges, &order, 1, &mut expected);
        assert_eq!(forest.loops.len(), expected.len(), "{edges:?}");
        for (id, l) in forest.loops.entries() {
            let (body, depth) = &expected[&l.header];
            assert_eq!(&forest.blocks(id).iter().copied().collect::<Set>(), body, "{edges:?}");
            assert_eq!((forest.blocks(id).len(), forest.blocks(id)[0]), (body.len(), l.header));
            assert_eq!(l.depth, *depth);
            assert!(cfg.blocks().all(|b| forest.contains(id, b) == body.contains(&b)));
            let inside = |b: &BlockId| body.contains(b);
            let mut entries: Set =
                cfg.edges().filter(|(a, b)| reachable.contains(a) && !inside(a) && inside(b)).map(|e| e.1).collect();
            entries.extend(Some(Function::ENTRY).filter(inside));
            assert_eq!(l.entries[0], l.header);
            assert_eq!(l.entries.len(), entries.len(), "{edges:?} {l:?}");
            assert_eq!(l.entries.iter().copied().collect::<Set>(), entries);
            let exits: Edges = cfg.edges().filter(|(a, b)| inside(a) && !inside(b)).collect();
            assert_eq!(l.exits, exits);
            let latches: Vec<_> = cfg.edges().filter(|(a, b)| inside(a) && *b == l.header).map(|e| e.0).collect();
            assert_eq!(l.latches, latches);
            assert!(l.parent.is_none_or(|p| p < id && forest.loops[p].children.contains(&id)));
            assert!(l.parent.is_some() == (l.depth > 1));
            irreducible += usize::from(l.is_irreducible());
        }
        for b in cfg.blocks() {
            let around = expected.iter().filter(|(_, (body, _))| body.contains(&b));
            let innermost = around.max_by_key(|(_, (_, depth))| *depth).map(|(header, _)| *header);
            assert_eq!(forest.innermost(b).map(|id| forest.loops[id].header), innermost);
        }
    }
    assert!(irreducible > 200, "{irreducible}");
}

/// Random functions whose registers are all set in the entry or are block parameters, so that every use is legal.
fn random_function(rng: &mut Rng) -> Function {
    let mut builder = FunctionBuilder::new("f", None, Program::NOWHERE);
    let len = 2 + rng.below(6);
    let blocks: Vec<BlockId> = (0..len).map(|_| builder.block()).collect();
    builder.switch_to(blocks[0]);
    let mut regs: Vec<Reg> = (0..4).map(|_| builder.value(Type::Int, None, Op::Input, Program::NOWHERE)).collect();
    regs.push(builder.param(Type::Int, None));
    let params: Vec<Vec<Reg>> = blocks
        .iter()
        .map(|&b| {
            (0..if b.0 == 0 { 0 } else { rng.below(3) }).map(|_| builder.block_param(b, Type::Int, None)).collect()
        })
        .collect();
    for &block in &blocks {
        builder.switch_to(block);
        let mut usable = regs.clone();
        usable.extend(&params[block.0 as usize]);
        if rng.chance(0.4) {
            let (a, b) = (*rng.pick(&usable), *rng.pick(&usable));
            let sum = builder.value(Type::Int, None, Op::Binary(BinaryOp::Add, a.into(), b.into()), Program::NOWHERE);
            usable.push(sum);
        }
        if rng.chance(0.3) {
            builder.effect(Op::Output((*rng.pick(&usable)).into()), Program::NOWHERE);
        }
        let mut target = || {
            let block = blocks[1 + rng.below(len - 1)];
            Target { block, args: params[block.0 as usize].iter().map(|_| (*rng.pick(&usable)).into()).collect() }
        };
        let (a, b) = (target(), target());
        match rng.below(3) {
            0 => builder.terminate(Terminator::Jump(a), Program::NOWHERE),
            1 => builder.terminate(
                Terminator::Branch { cond: Const::Bool(true).into(), then: a, otherwise: b },
                Program::NOWHERE,
            ),
            _ => builder.terminate(Terminator::Return(None), Program::NOWHERE),
        }
    }
    builder.finish()
}

#[test]
fn liveness_is_the_least_solution_of_its_equations() {
    let mut rng = Rng::new(4);
    for _ in 0..2000 {
        let function = random_function(&mut rng);
        let mut program = Program::new();
        program.functions.push(function.clone());
        assert_eq!(verify(&program), []);
        let cfg = Cfg::new(&function);
        let live = Liveness::new(&function, &cfg);
        let mut live_in: Vec<BTreeSet<Reg>> = vec![BTreeSet::new(); cfg.len()];
        let out = |live_in: &[BTreeSet<Reg>], b: BlockId| -> BTreeSet<Reg> {
            cfg.succs(b).iter().flat_map(|s| live_in[s.0 as usize].iter().copied()).collect()
        };
        loop {
            let before = live_in.clone();
            for (id, block) in function.blocks.entries() {
                let mut set = out(&live_in, id);
                let mut note = |operand: &Operand| {
                    if let Operand::Reg(reg) = operand {
                        set.insert(*reg);
                    }
                };
                block.terminator.for_each_operand(&mut note);
                for inst in block.insts.iter().rev() {
                    if let Some(dst) = inst.dst {
                        set.remove(&dst);
                    }
                    inst.op.for_each_operand(|operand| {
                        if let Operand::Reg(reg) = operand {
                            set.insert(*reg);
                        }
                    });
                }
                set.retain(|reg| !block.params.contains(reg));
                if id == Function::ENTRY {
                    set.retain(|reg| !function.params.contains(reg));
                }
                live_in[id.0 as usize] = set;
            }
            if live_in == before {
                break;
            }
        }
        for b in cfg.blocks() {
            assert!(live.live_in(b).iter().eq(&live_in[b.0 as usize]), "{b}\n{program:?}");
            assert!(live.live_out(b).iter().eq(&out(&live_in, b)));
            assert!(function.regs.ids().all(|r| live.is_live_in(b, r) == live_in[b.0 as usize].contains(&r)));
        }
    }
}

#[test]
fn call_graphs_know_recursion_and_taken_addresses() {
    let program = parse(
        "constant @table: cells 1 = [&leaf]
         func @main() {\nb0:\n  call @even()\n  call @leaf()\n  call @leaf()\n  call *&self()\n  ret\n}
         func @even() {\nb0:\n  call @odd()\n  ret\n}
         func @odd() {\nb0:\n  call @even()\n  ret\n}
         func @self() {\nb0:\n  call @self()\n  ret\n}
         declare @leaf()
         entry @main",
    )
    .expect("well formed");
    assert_eq!(verify(&program), []);
    let graph = CallGraph::new(&program);
    let id = |name: &str| program.function(name).expect(name);
    let all = |f: &dyn Fn(FuncId) -> bool| -> Vec<&str> {
        program.functions.entries().filter(|(id, _)| f(*id)).map(|(_, f)| f.name.as_str()).collect()
    };
    assert_eq!(all(&|f| graph.is_recursive(f)), ["even", "odd", "self"]);
    assert_eq!(all(&|f| graph.is_address_taken(f)), ["self", "leaf"]);
    assert_eq!(all(&|f| graph.calls_pointers(f)), ["main"]);
    assert_eq!(graph.callees(id("main")), [id("even"), id("leaf")]);
    assert_eq!(graph.callers(id("even")), [id("main"), id("odd")]);
    assert_eq!(graph.component(id("even")), graph.component(id("odd")));
    assert!(graph.component(id("even")) < graph.component(id("main")));
    assert_eq!(graph.components().len(), 4);
}

#[test]
fn a_hundred_thousand_blocks_are_no_problem() {
    let len = 100_000;
    let id = |i: usize| BlockId(i as u32);
    let chain = |i: usize| (id(i), id(i + 1));
    // A chain whose blocks all have one error exit; loops in loops; a ladder that can be entered at two places.
    let error_exit: Edges = (0..len - 2).flat_map(|i| [chain(i), (id(i), id(len - 1))]).collect();
    let nest: Edges = (0..len - 1).map(chain).chain((0..len / 2).map(|i| (id(len - 1 - i), id(i + 1)))).collect();
    let ladder: Edges = (1..len - 1).flat_map(|i| [chain(i), (id(i + 1), id(i)), (id(0), id(1 + i % 2))]).collect();
    for edges in [error_exit, nest, ladder] {
        let cfg = Cfg::from_edges(len, &edges);
        assert_eq!(cfg.reverse_postorder().len(), len);
        let tree = DomTree::dominators(&cfg);
        assert!(cfg.blocks().all(|b| tree.dominates(Function::ENTRY, b)));
        DomTree::post_dominators(&cfg);
        LoopForest::new(&cfg);
    }
}

#[test]
fn long_functions_and_call_chains_are_no_problem() {
    let len = 100_000;
    let mut builder = ProgramBuilder::new();
    let main = builder.declare("main", &[], None, Program::NOWHERE);
    let mut ids = vec![main];
    for i in 1..len {
        ids.push(builder.declare(format!("f{i}"), &[], None, Program::NOWHERE));
    }
    for pair in ids.windows(2) {
        let mut f = FunctionBuilder::new(builder.program().functions[pair[0]].name.clone(), None, Program::NOWHERE);
        f.block();
        f.effect(Op::Call(Callee::Direct(pair[1]), Vec::new()), Program::NOWHERE);
        f.terminate(Terminator::Return(None), Program::NOWHERE);
        builder.define(pair[0], f.finish());
    }
    let mut f = FunctionBuilder::new("main", None, Program::NOWHERE);
    let first = f.block();
    let x = f.value(Type::Int, Some("x"), Op::Input, Program::NOWHERE);
    assert_eq!(f.current(), first);
    for _ in 0..len {
        let next = f.block();
        f.jump(next, Vec::new(), Program::NOWHERE);
        assert!(f.is_terminated());
        f.switch_to(next);
    }
    f.effect(Op::Output(x.into()), Program::NOWHERE);
    f.effect(Op::Call(Callee::Direct(ids[1]), Vec::new()), Program::NOWHERE);
    f.terminate(Terminator::Return(None), Program::NOWHERE);
    builder.define(main, f.finish());
    let program = builder.finish(main);
    assert_eq!(verify(&program), []);
    assert_eq!(CallGraph::new(&program).components().len(), len);
    let function = &program.functions[main];
    let live = Liveness::new(function, &Cfg::new(function));
    assert!(live.is_live_in(BlockId(len as u32 / 2), x));
    let text = text::print(&program);
    assert_eq!(text::parse(&text).as_ref(), Ok(&program));
}

#[test]
fn loops_know_their_lines_and_dot_shows_them() {
    let program = parse(
        "file \"a\"\nfile \"b\"
         func @f(%a: bool) {\nb0:\n  jump b1 !\"a\":1:1-1:2\nb1:\n  br %a, b2, b3 !\"a\":4:1-4:5
         b2:\n  output 1 !\"b\":99:1-99:2\n  jump b1 !\"a\":3:1-6:2\nb3:\n  ret !\"a\":9:1-9:2\n}\nentry @f",
    )
    .expect("well formed");
    let function = &program.functions[FuncId(0)];
    let forest = LoopForest::new(&Cfg::new(function));
    let id = forest.headed_by(BlockId(1)).expect("a loop");
    assert_eq!(forest.lines(id, function, &program), Some(LoopLines { file: FileId(0), first: 3, last: 6 }));
    assert_eq!((forest.depth(BlockId(2)), forest.depth(BlockId(3))), (1, 0));
    let graph = dot(&program, FuncId(0));
    assert!(graph.contains("b1 [label=\"b1:\\l  br %a, b2, b3 !\\\"a\\\":4:1-4:5\\l\", peripheries=2];"), "{graph}");
    assert!(graph.contains("b1 -> b3 [label=\"false\"];"));
}
