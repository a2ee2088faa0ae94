//! Functions: signatures, blocks, and which file lowers which instruction.
//!
//! Two passes over a body. The first lowers instructions in an order in which definitions come before uses; the second
//! ends the blocks, when the values that phis take along back edges exist too.

use pathfold_base::FxMap;
use pathfold_ir::{BlockId, CheckKind, FuncId, Function, FunctionBuilder, LocId, Op, Operand, Program, Reg, Type};

use super::Lowering;
use super::emit::truth;
use super::types::is_aggregate;
use crate::llvm::{Block, Opcode, Ty, Value};

/// A function type as we pass things.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Signature {
    /// Whether there is a first parameter that says where the result goes.
    pub hidden: bool,
    /// The types of each of LLVM's parameters.
    pub params: Vec<Vec<Type>>,
    /// What is returned in a register.
    pub ret: Option<Type>,
    /// Whether there is a last parameter for the other arguments.
    pub variadic: bool,
}

impl Signature {
    /// The types of all parameters.
    pub(super) fn types(&self) -> Vec<Type> {
        let first = self.hidden.then_some(Type::Ptr);
        let last = self.variadic.then_some(Type::Ptr);
        first.into_iter().chain(self.params.iter().flatten().copied()).chain(last).collect()
    }
}

/// A function being lowered.
pub(super) struct FunctionLowering<'a> {
    pub module: &'a mut Lowering,
    pub builder: FunctionBuilder,
    /// What each value of LLVM's is held in, leaf by leaf.
    pub values: FxMap<Value, Vec<Operand>>,
    pub blocks: FxMap<Block, BlockId>,
    /// Constant expressions that became instructions of a block.
    pub memo: FxMap<(BlockId, Value), Vec<Operand>>,
    /// Where the instruction is that makes the object of an alloca; debug information tells its place later.
    pub objects: FxMap<Value, (BlockId, usize)>,
    /// Where the instruction at hand comes from.
    pub loc: LocId,
    /// Where the result goes if it is an aggregate.
    pub result: Option<Reg>,
    /// The other arguments.
    pub others: Option<Reg>,
    pub function: Value,
}

impl Lowering {
    /// How a function type passes its parameters and result.
    pub(super) fn signature(&mut self, ty: Ty) -> Signature {
        let Some((ret, params, variadic)) = ty.signature() else {
            return Signature { hidden: false, params: Vec::new(), ret: None, variadic: false };
        };
        let hidden = is_aggregate(ret);
        let params = params.into_iter().map(|param| self.leaf_types(param)).collect();
        let ret = if hidden { None } else { self.leaf_types(ret).first().copied() };
        Signature { hidden, params, ret, variadic }
    }

    /// The types of a type's leaves.
    pub(super) fn leaf_types(&mut self, ty: Ty) -> Vec<Type> {
        self.shape(ty).leaves.iter().map(|leaf| leaf.ty).collect()
    }

    /// Gives every definition its id, in order.
    pub(super) fn declare_functions(&mut self) {
        for function in self.module.functions() {
            if has_body(function) {
                self.function_id(function);
            }
        }
    }

    /// The id of a function, which is declared if it was not.
    pub(super) fn function_id(&mut self, function: Value) -> FuncId {
        if let Some(&id) = self.functions.get(&function) {
            return id;
        }
        let name = function.name();
        let id = match self.by_name.get(&name) {
            Some(&id) if !name.is_empty() => id,
            Some(_) | None => {
                // Names are how others find a function; what has none gets one that nobody looks for.
                let name = if name.is_empty() { format!("unnamed.{}", self.functions.len()) } else { name };
                let declaration = self.declaration(function, name).finish();
                self.add_function(declaration)
            }
        };
        self.functions.insert(function, id);
        id
    }

    /// A function with its parameters and without a body.
    fn declaration(&mut self, function: Value, name: String) -> FunctionBuilder {
        let signature = match function.value_type() {
            Some(ty) => self.signature(ty),
            None => Signature { hidden: false, params: Vec::new(), ret: None, variadic: false },
        };
        let loc = self.place(function.function_place());
        let mut builder = FunctionBuilder::new(name, signature.ret, loc);
        for ty in signature.types() {
            builder.param(ty, None);
        }
        let header = builder.function_mut();
        header.variadic = signature.variadic;
        header.local = function.is_local();
        header.weak = function.is_weak();
        header.library = self.options.library;
        if has_body(function) && !self.options.library {
            builder.function_mut().takes = self.takes(function);
        }
        builder
    }

    /// Lowers the body, if there is one.
    pub(super) fn lower_function(&mut self, function: Value) {
        if !has_body(function) {
            return;
        }
        let id = self.function_id(function);
        let name = self.builder.program().functions[id].name.clone();
        let builder = self.declaration(function, name);
        let mut params = builder.function().params.clone().into_iter();
        let signature = function.value_type().map(|ty| self.signature(ty));
        let hidden = signature.as_ref().is_some_and(|signature| signature.hidden);
        let result = if hidden { params.next() } else { None };
        let mut values = FxMap::default();
        for param in function.params() {
            let count = self.shape(param.ty()).leaves.len();
            values.insert(param, params.by_ref().take(count).map(Operand::from).collect());
        }
        let mut lowering = FunctionLowering {
            module: self,
            builder,
            values,
            blocks: FxMap::default(),
            memo: FxMap::default(),
            objects: FxMap::default(),
            loc: Program::NOWHERE,
            result,
            others: params.next(),
            function,
        };
        lowering.body();
        let finished: Function = lowering.builder.finish();
        self.builder.define(id, finished);
    }
}

/// Functions whose call is a finding.
const ERROR_LOCATIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// Whether a function is defined in this module. Bodies that are only there to be inlined count: nothing else may bring
/// one.
fn has_body(function: Value) -> bool {
    !function.is_declaration()
}

/// Blocks that can be reached, each after its dominators.
fn reverse_postorder(function: Value) -> Vec<Block> {
    let Some(&entry) = function.blocks().first() else {
        return Vec::new();
    };
    let successors = |block: Block| block.terminator().map(|t| t.successors()).unwrap_or_default();
    let mut seen = FxMap::default();
    seen.insert(entry, ());
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(entry), 0)];
    while let Some((block, next, at)) = stack.last_mut() {
        match next.get(*at).copied() {
            Some(successor) => {
                *at += 1;
                if seen.insert(successor, ()).is_none() {
                    stack.push((successor, successors(successor), 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

impl FunctionLowering<'_> {
    fn body(&mut self) {
        let order = reverse_postorder(self.function);
        let reached: FxMap<Block, ()> = order.iter().map(|&block| (block, ())).collect();
        for block in self.function.blocks() {
            if reached.contains_key(&block) {
                let id = self.builder.block();
                self.blocks.insert(block, id);
            }
        }
        let bodies: Vec<(Block, Vec<Value>)> = order.into_iter().map(|block| (block, block.instructions())).collect();
        for (block, instructions) in &bodies {
            let id = self.blocks[block];
            for &phi in instructions.iter().take_while(|i| i.opcode() == Some(Opcode::LLVMPHI)) {
                let types = self.module.leaf_types(phi.ty());
                let regs = types.into_iter().map(|ty| self.builder.block_param(id, ty, None).into()).collect();
                self.values.insert(phi, regs);
            }
        }
        self.error_location(&bodies);
        for (block, instructions) in &bodies {
            self.builder.switch_to(self.blocks[block]);
            self.loc = self.builder.function().loc;
            for &instruction in instructions {
                self.instruction(instruction);
            }
        }
        for (block, instructions) in &bodies {
            self.builder.switch_to(self.blocks[block]);
            if let Some(&terminator) = instructions.last() {
                // A plain jump without a place stays without one: it can be joined with what comes after it.
                self.loc = match (terminator.place(), terminator.opcode()) {
                    (None, Some(Opcode::LLVMBr)) => Program::NOWHERE,
                    (None, _) => self.builder.function().loc,
                    (place, _) => self.module.place(place),
                };
                self.terminator(*block, terminator);
            }
        }
    }

    /// That the error location of competitions is reached is the finding, whatever a program's own function does then.
    fn error_location(&mut self, bodies: &[(Block, Vec<Value>)]) {
        let is_one = ERROR_LOCATIONS.contains(&self.builder.function().name.as_str()) && !self.module.options.library;
        if let Some((entry, _)) = bodies.first().filter(|_| is_one) {
            self.builder.switch_to(self.blocks[entry]);
            self.loc = self.builder.function().loc;
            self.effect(Op::Check(CheckKind::ReachError, truth(false)));
        }
    }

    fn instruction(&mut self, instruction: Value) {
        let Some(opcode) = instruction.opcode() else {
            return;
        };
        if matches!(opcode, Opcode::LLVMPHI) || is_terminator(opcode) {
            return;
        }
        // Places are kept from what the optimizer moved together: an instruction without one is at the one before.
        if let Some(place) = instruction.place() {
            self.loc = self.module.place(Some(place));
        }
        if opcode == Opcode::LLVMCall {
            let result = self.call(instruction);
            self.values.insert(instruction, result);
            return;
        }
        let result = self.computed(opcode, instruction);
        self.values.insert(instruction, result);
    }

    /// Lowers an instruction or constant expression unless its types are in the way.
    pub(super) fn computed(&mut self, opcode: Opcode, value: Value) -> Vec<Operand> {
        if let Some(what) = self.obstacle(value) {
            let types = self.module.leaf_types(value.ty());
            return self.unsupported(&what, &types);
        }
        let mut types = value.operands().into_iter().map(Value::ty).chain([value.ty()]);
        match types.find(|&ty| self.module.shape(ty).wide) {
            None => self.compute(opcode, value),
            Some(ty) => self.wide(opcode, value).unwrap_or_else(|| {
                let types = self.module.leaf_types(value.ty());
                self.unsupported(&format!("`{}` of `{}`", mnemonic(opcode), ty.print()), &types)
            }),
        }
    }

    /// Why an instruction cannot be lowered whatever it does: a type nobody can hold.
    pub(super) fn obstacle(&mut self, instruction: Value) -> Option<String> {
        let types = instruction.operands().into_iter().map(Value::ty).chain([instruction.ty()]);
        let mut bad = types.filter_map(|ty| self.module.shape(ty).bad.clone());
        bad.next()
    }

    /// Lowers an instruction or constant expression that is no call, phi or terminator.
    pub(super) fn compute(&mut self, opcode: Opcode, value: Value) -> Vec<Operand> {
        match opcode {
            Opcode::LLVMAdd
            | Opcode::LLVMSub
            | Opcode::LLVMMul
            | Opcode::LLVMUDiv
            | Opcode::LLVMSDiv
            | Opcode::LLVMURem
            | Opcode::LLVMSRem
            | Opcode::LLVMShl
            | Opcode::LLVMLShr
            | Opcode::LLVMAShr
            | Opcode::LLVMAnd
            | Opcode::LLVMOr
            | Opcode::LLVMXor => self.arithmetic(opcode, value),
            Opcode::LLVMFAdd
            | Opcode::LLVMFSub
            | Opcode::LLVMFMul
            | Opcode::LLVMFDiv
            | Opcode::LLVMFRem
            | Opcode::LLVMFNeg => self.float_arithmetic(opcode, value),
            Opcode::LLVMICmp => self.int_compare(value),
            Opcode::LLVMFCmp => self.float_compare(value),
            Opcode::LLVMTrunc
            | Opcode::LLVMZExt
            | Opcode::LLVMSExt
            | Opcode::LLVMFPToUI
            | Opcode::LLVMFPToSI
            | Opcode::LLVMUIToFP
            | Opcode::LLVMSIToFP
            | Opcode::LLVMFPTrunc
            | Opcode::LLVMFPExt
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMBitCast
            | Opcode::LLVMAddrSpaceCast => self.conversion(opcode, value),
            Opcode::LLVMAlloca => self.alloca(value),
            Opcode::LLVMLoad => self.load_value(value),
            Opcode::LLVMStore => self.store_value(value),
            Opcode::LLVMGetElementPtr => self.element_pointer(value),
            Opcode::LLVMFence => Vec::new(),
            Opcode::LLVMAtomicRMW => self.atomic_update(value),
            Opcode::LLVMAtomicCmpXchg => self.atomic_exchange(value),
            Opcode::LLVMSelect => self.choice(value),
            Opcode::LLVMFreeze => self.operands_of(value, 0),
            Opcode::LLVMVAArg => self.next_argument(value),
            Opcode::LLVMExtractElement => self.extract_element(value),
            Opcode::LLVMInsertElement => self.insert_element(value),
            Opcode::LLVMShuffleVector => self.shuffle(value),
            Opcode::LLVMExtractValue => self.extract_value(value),
            Opcode::LLVMInsertValue => self.insert_value(value),
            Opcode::LLVMCall
            | Opcode::LLVMPHI
            | Opcode::LLVMRet
            | Opcode::LLVMBr
            | Opcode::LLVMSwitch
            | Opcode::LLVMIndirectBr
            | Opcode::LLVMInvoke
            | Opcode::LLVMUnreachable
            | Opcode::LLVMCallBr
            | Opcode::LLVMUserOp1
            | Opcode::LLVMUserOp2
            | Opcode::LLVMResume
            | Opcode::LLVMLandingPad
            | Opcode::LLVMCleanupRet
            | Opcode::LLVMCatchRet
            | Opcode::LLVMCatchPad
            | Opcode::LLVMCleanupPad
            | Opcode::LLVMCatchSwitch => {
                let types = self.module.leaf_types(value.ty());
                self.unsupported(&format!("the instruction `{}`", mnemonic(opcode)), &types)
            }
        }
    }

    /// The leaves of one operand of an instruction.
    pub(super) fn operands_of(&mut self, value: Value, index: u32) -> Vec<Operand> {
        match value.operand(index) {
            Some(operand) => self.operand(operand),
            None => Vec::new(),
        }
    }
}

fn is_terminator(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::LLVMRet
            | Opcode::LLVMBr
            | Opcode::LLVMSwitch
            | Opcode::LLVMIndirectBr
            | Opcode::LLVMInvoke
            | Opcode::LLVMUnreachable
            | Opcode::LLVMCallBr
            | Opcode::LLVMResume
            | Opcode::LLVMCleanupRet
            | Opcode::LLVMCatchRet
            | Opcode::LLVMCatchSwitch
    )
}

/// The name of an opcode for people: what LLVM calls it.
pub(super) fn mnemonic(opcode: Opcode) -> String {
    format!("{opcode:?}").trim_start_matches("LLVM").to_ascii_lowercase()
}
