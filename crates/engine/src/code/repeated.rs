//! Loads that read again what was read: the same place, the same type, and nothing in between that may write. Arithmetic
//! on integers that was done already. They need not run, and cannot fail where the first did not. Front ends that keep
//! variables in memory, and pointers to records, make many of them; `n - n / 10 * 10` and then `n / 10` is how programs
//! take digits off a number; `if (a[i] > a[j])` is followed by a use of both.
//!
//! What a block knows, a block that is only reached from it knows too. Where ways meet nothing is known, so no register is
//! alive there that was not alive before.

use std::borrow::Cow;

use pathfold_base::{FxMap, FxSet, IdVec};
use pathfold_ir::{BinaryOp, Block, BlockId, Cfg, Function, Op, Operand, Reg, Type};

/// A function in which nothing reads the result of what is repeated, and the registers that nobody reads for it.
pub struct Reduced<'a> {
    pub function: Cow<'a, Function>,
    /// Results of instructions that need not run: what is repeated, and offsets that only served loads among them.
    pub idle: FxSet<Reg>,
}

impl<'a> Reduced<'a> {
    /// The function as it is.
    pub fn none(function: &'a Function) -> Self {
        Self { function: Cow::Borrowed(function), idle: FxSet::default() }
    }

    /// Finds what is repeated; `uses` says how often each register is read.
    pub fn new(function: &'a Function, cfg: &Cfg, uses: &IdVec<Reg, u32>, reach: Reach) -> Self {
        let mut finder =
            Finder { function, uses, offsets: FxMap::default(), same: FxMap::default(), idle: FxSet::default() };
        let mut ends: FxMap<BlockId, Known> = FxMap::default();
        // Whatever leads to a block alone comes before it in this order.
        for id in cfg.reverse_postorder() {
            let mut known = match cfg.preds(*id) {
                [before] if reach == Reach::Ways => ends.get(before).cloned().unwrap_or_default(),
                _ => Known::default(),
            };
            finder.block(&function.blocks[*id], &mut known);
            ends.insert(*id, known);
        }
        let Finder { same, idle, .. } = finder;
        if same.is_empty() {
            return Self::none(function);
        }
        let mut function = function.clone();
        let mut rename = |operand: &mut Operand| {
            if let Operand::Reg(reg) = operand
                && let Some(first) = same.get(reg)
            {
                *reg = *first;
            }
        };
        for block in function.blocks.iter_mut() {
            for inst in &mut block.insts {
                inst.op.for_each_operand_mut(&mut rename);
            }
            block.terminator.for_each_operand_mut(&mut rename);
        }
        Self { function: Cow::Owned(function), idle }
    }
}

/// How far what is known is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Along ways on which nothing joins.
    Ways,
    /// Within a block: fewer registers are alive at once.
    Block,
}

/// Where a load reads: through a pointer, or so far behind one.
type Place = (Operand, Option<Operand>, Type);

/// What has been done on the way to an instruction, and where its result is.
#[derive(Clone, Default)]
struct Known {
    read: FxMap<Place, Reg>,
    computed: FxMap<(BinaryOp, Operand, Operand), Reg>,
}

struct Finder<'a> {
    function: &'a Function,
    uses: &'a IdVec<Reg, u32>,
    /// Registers that are so far behind another.
    offsets: FxMap<Reg, (Operand, Operand)>,
    /// For the result of what is repeated, that of the first.
    same: FxMap<Reg, Reg>,
    idle: FxSet<Reg>,
}

impl Finder<'_> {
    fn block(&mut self, block: &Block, Known { read, computed }: &mut Known) {
        for inst in &block.insts {
            match (&inst.op, inst.dst) {
                // Only integers: other arithmetic is defined on what was never set, and may give something else each time.
                (Op::Binary(op, a, b), Some(dst)) if self.function.regs[dst].ty == Type::Int => {
                    let first = *computed.entry((*op, self.first(a), self.first(b))).or_insert(dst);
                    if first != dst {
                        self.same.insert(dst, first);
                        self.idle.insert(dst);
                    }
                }
                (Op::Offset(pointer, by), Some(dst)) => {
                    let place = (self.first(pointer), self.first(by));
                    self.offsets.insert(dst, place);
                }
                (Op::Load(pointer), Some(dst)) => {
                    let offset = match pointer {
                        Operand::Reg(reg) => self.offsets.get(reg).cloned(),
                        Operand::Const(_) => None,
                    };
                    let ty = self.function.regs[dst].ty;
                    let place = match &offset {
                        Some((base, by)) => (base.clone(), Some(by.clone()), ty),
                        None => (self.first(pointer), None, ty),
                    };
                    match read.get(&place) {
                        Some(first) => {
                            self.same.insert(dst, *first);
                            self.idle.insert(dst);
                            if let (Some(_), Operand::Reg(reg)) = (offset, pointer)
                                && self.uses[*reg] == 1
                            {
                                self.idle.insert(*reg);
                            }
                        }
                        None => {
                            read.insert(place, dst);
                        }
                    }
                }
                // SOUND: whatever may write forgets everything; it may write there.
                (Op::Store { .. } | Op::Call(..) | Op::Intrinsic(..) | Op::Unsupported(_), _) => read.clear(),
                (
                    Op::Binary(..)
                    | Op::Unary(..)
                    | Op::Compare(..)
                    | Op::Cast(..)
                    | Op::Select(..)
                    | Op::Alloc { .. }
                    | Op::Input
                    | Op::Output(_)
                    | Op::Check(..)
                    | Op::Assume(_)
                    | Op::Defined(_)
                    | Op::Offset(..)
                    | Op::Load(_),
                    _,
                ) => {}
            }
        }
    }

    fn first(&self, operand: &Operand) -> Operand {
        match operand {
            Operand::Reg(reg) => Operand::Reg(self.same.get(reg).copied().unwrap_or(*reg)),
            Operand::Const(_) => operand.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loads_with_nothing_between_that_writes_are_repeated() {
        let text = "func @main(%n: int) -> int {
b0:
  %p: ptr = alloc cells heap 2
  store %n, %p
  %a: int = load %p
  %q: ptr = offset %p, 0
  %b: int = load %q
  %r: ptr = offset %p, 0
  %c: int = load %r
  %d: int = load %p
  store %d, %r
  %e: int = load %p
  %f: int = load %p
  %g: int = add %c, %f
  ret %g
}
entry @main
";
        let program = pathfold_ir::text::parse(text).expect("a program");
        let function = &program.functions[program.entry];
        let mut uses = IdVec::filled(1, function.regs.len());
        let named = |name: &str| {
            let mut found = function.regs.ids().filter(|reg| function.regs[*reg].name.as_deref() == Some(name));
            found.next().expect("a register of this name")
        };
        // Read by a load and by a store: it has to run.
        uses[named("r")] = 2;
        let cfg = Cfg::new(function);
        let reduced = Reduced::new(function, &cfg, &uses, Reach::Block);
        assert_eq!(reduced.idle, ["c", "d", "f"].into_iter().map(named).collect());
        uses[named("r")] = 1;
        assert!(Reduced::new(function, &cfg, &uses, Reach::Block).idle.contains(&named("r")));
        let Op::Binary(_, x, y) = &reduced.function.blocks[Function::ENTRY].insts[11].op else { panic!("the sum") };
        assert_eq!((x, y), (&Operand::Reg(named("b")), &Operand::Reg(named("e"))));
    }

    #[test]
    fn what_is_known_is_known_where_nothing_joins() {
        let text = "func @main(%n: int, %p: ptr) -> int {
b0:
  %a: int = load %p
  %i: int = add %n, 1
  %c: bool = slt %a, %i
  br %c, b1, b2
b1:
  %b: int = load %p
  %j: int = add %n, 1
  %s: int = add %b, %j
  store %s, %p
  jump b3
b2:
  %d: int = load %p
  jump b3
b3:
  %e: int = load %p
  %k: int = add %n, 1
  %t: int = add %e, %k
  ret %t
}
entry @main
";
        let program = pathfold_ir::text::parse(text).expect("a program");
        let function = &program.functions[program.entry];
        let named = |name: &str| {
            let mut found = function.regs.ids().filter(|reg| function.regs[*reg].name.as_deref() == Some(name));
            found.next().expect("a register of this name")
        };
        let (cfg, uses) = (Cfg::new(function), IdVec::filled(1, function.regs.len()));
        let reduced = Reduced::new(function, &cfg, &uses, Reach::Ways);
        assert_eq!(reduced.idle, ["b", "j", "d"].into_iter().map(named).collect());
        assert!(Reduced::new(function, &cfg, &uses, Reach::Block).idle.is_empty());
    }
}
