//! Floating-point arithmetic, and the functions of the C library that LLVM has intrinsics for.

use pathfold_ir::{BinaryOp, Callee, CastOp, CompareOp, Op, Operand, Type, UnaryOp};

use super::emit::bits;
use super::functions::FunctionLowering;
use crate::llvm::{Opcode, Value};

/// LLVM's intrinsics that are a function of the C library: how often a float is an argument, and whether an `int`
/// follows.
const LIBRARY: [(&str, &str, usize, bool); 32] = [
    ("sqrt", "sqrt", 1, false),
    ("floor", "floor", 1, false),
    ("ceil", "ceil", 1, false),
    ("trunc", "trunc", 1, false),
    ("rint", "rint", 1, false),
    ("nearbyint", "nearbyint", 1, false),
    ("round", "round", 1, false),
    ("roundeven", "roundeven", 1, false),
    ("sin", "sin", 1, false),
    ("cos", "cos", 1, false),
    ("tan", "tan", 1, false),
    ("asin", "asin", 1, false),
    ("acos", "acos", 1, false),
    ("atan", "atan", 1, false),
    ("sinh", "sinh", 1, false),
    ("cosh", "cosh", 1, false),
    ("tanh", "tanh", 1, false),
    ("exp", "exp", 1, false),
    ("exp2", "exp2", 1, false),
    ("exp10", "exp10", 1, false),
    ("log", "log", 1, false),
    ("log2", "log2", 1, false),
    ("log10", "log10", 1, false),
    ("pow", "pow", 2, false),
    ("fma", "fma", 3, false),
    ("minnum", "fmin", 2, false),
    ("maxnum", "fmax", 2, false),
    ("ldexp", "ldexp", 1, true),
    ("lround", "lround", 1, false),
    ("llround", "llround", 1, false),
    ("lrint", "lrint", 1, false),
    ("llrint", "llrint", 1, false),
];

/// Intrinsics whose results need no more bits than their arguments have.
const EXACT: [&str; 14] = [
    "fabs",
    "copysign",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "minnum",
    "maxnum",
    "lround",
    "llround",
    "lrint",
    "llrint",
];

impl FunctionLowering<'_> {
    pub(super) fn float_arithmetic(&mut self, opcode: Opcode, value: Value) -> Vec<Operand> {
        let shape = self.module.shape(value.ty());
        if shape.odd_float {
            let types: Vec<Type> = shape.leaves.iter().map(|leaf| leaf.ty).collect();
            return self.unsupported(&format!("arithmetic on `{}`", value.ty().print()), &types);
        }
        if opcode == Opcode::LLVMFNeg {
            let leaves = self.operands_of(value, 0);
            return leaves.iter().map(|a| self.unary(UnaryOp::FNeg, a)).collect();
        }
        // SOUND: a `long double` is held as a `double`, and its results are rounded to more bits. In the library that is
        // what it is.
        if shape.has_long_doubles() && !self.module.options.library {
            let types: Vec<Type> = shape.leaves.iter().map(|leaf| leaf.ty).collect();
            return self.unsupported("arithmetic on `long double`", &types);
        }
        let op = match opcode {
            Opcode::LLVMFAdd => Some(BinaryOp::FAdd),
            Opcode::LLVMFSub => Some(BinaryOp::FSub),
            Opcode::LLVMFMul => Some(BinaryOp::FMul),
            Opcode::LLVMFDiv => Some(BinaryOp::FDiv),
            _ => None,
        };
        let pairs = self.pairs(value);
        pairs
            .into_iter()
            .map(|(a, b)| match op {
                Some(op) => self.binary(op, &a, &b),
                None => {
                    let ty = self.ty(&a);
                    self.library_call("fmod", &[a, b], ty)
                }
            })
            .collect()
    }

    /// A call of the C library's function on floats: `name` for `double`, with an `f` for `float`.
    pub(super) fn library_call(&mut self, name: &str, args: &[Operand], ret: Type) -> Operand {
        let single = args.first().is_some_and(|arg| self.ty(arg) == Type::F32);
        let name = if single { format!("{name}f") } else { name.to_owned() };
        self.c_call(&name, args, ret)
    }

    /// A call of a function of the C library.
    pub(super) fn c_call(&mut self, name: &str, args: &[Operand], ret: Type) -> Operand {
        let types: Vec<Type> = args.iter().map(|arg| self.ty(arg)).collect();
        match self.module.c_function(name, &types, Some(ret)) {
            Some(id) => self.value(ret, Op::Call(Callee::Direct(id), args.to_vec())),
            None => self.value(ret, super::unsupported(format!("`{name}`, which is not the C library's"))),
        }
    }

    /// An intrinsic of LLVM's that is a function on floats; `name` is what comes after `llvm.`.
    pub(super) fn float_intrinsic(&mut self, name: &str, call: Value) -> Option<Vec<Operand>> {
        let args = call.arguments();
        let first = *args.first()?;
        let float = |ty: Type| matches!(ty, Type::F32 | Type::F64);
        let ret = self.module.shape(call.ty());
        let shape = self.module.shape(first.ty());
        if shape.odd_float || !shape.leaves.iter().all(|leaf| float(leaf.ty)) {
            return None;
        }
        // SOUND: a `long double` is held as a `double`; what gives a `double` for every `double` is exact.
        if shape.has_long_doubles() && !self.module.options.library && !EXACT.contains(&name) {
            return None;
        }
        let columns: Vec<Vec<Operand>> = args.iter().map(|&arg| self.operand(arg)).collect();
        let mut result = Vec::new();
        for (i, leaf) in ret.leaves.iter().enumerate() {
            // A scalar beside vectors (the exponent of `powi`) is for all elements.
            let row: Option<Vec<Operand>> = columns.iter().map(|c| c.get(i).or(c.first()).cloned()).collect();
            result.push(self.one_float(name, &row?, leaf.ty)?);
        }
        Some(result)
    }

    fn one_float(&mut self, name: &str, args: &[Operand], ret: Type) -> Option<Operand> {
        match (name, args) {
            ("fabs", [a]) => Some(self.with_sign(a, None)),
            ("copysign", [a, b]) => Some(self.with_sign(a, Some(b))),
            ("canonicalize" | "arithmetic.fence", [a]) => Some(a.clone()),
            ("fmuladd", [a, b, c]) => {
                let product = self.binary(BinaryOp::FMul, a, b);
                Some(self.binary(BinaryOp::FAdd, &product, c))
            }
            ("minimum" | "maximum", [a, b]) => Some(self.extreme(name == "minimum", a, b)),
            ("powi", [a, exponent]) if matches!(self.ty(exponent), Type::Bv(32)) => {
                // The power is to be taken of the number as it is: every `int` is a `double`.
                let base = if ret == Type::F32 { self.cast(CastOp::FpToFp, a, Type::F64) } else { a.clone() };
                let exponent = self.cast(CastOp::SToFp, exponent, Type::F64);
                let power = self.c_call("pow", &[base, exponent], Type::F64);
                Some(if ret == Type::F32 { self.cast(CastOp::FpToFp, &power, Type::F32) } else { power })
            }
            _ => {
                let &(_, function, floats, int) = LIBRARY.iter().find(|entry| entry.0 == name)?;
                let wanted = floats + usize::from(int);
                let last_is_int = args.last().is_some_and(|arg| self.ty(arg) == Type::Bv(32));
                (args.len() == wanted && last_is_int == int).then(|| self.library_call(function, args, ret))
            }
        }
    }

    /// A float without its sign, or with that of another.
    fn with_sign(&mut self, a: &Operand, sign: Option<&Operand>) -> Operand {
        let ty = self.ty(a);
        let width = if ty == Type::F32 { 32 } else { 64 };
        let top = 1u128 << (width - 1);
        let whole = self.bits_of(a);
        let mut magnitude = self.binary(BinaryOp::And, &whole, &bits(width, !top));
        if let Some(sign) = sign {
            let sign = self.bits_of(sign);
            let sign = self.binary(BinaryOp::And, &sign, &bits(width, top));
            magnitude = self.binary(BinaryOp::Or, &magnitude, &sign);
        }
        self.with_bits(&magnitude, ty)
    }

    /// IEEE 754 minimum and maximum: NaN wins, and -0 is below +0.
    fn extreme(&mut self, least: bool, a: &Operand, b: &Operand) -> Operand {
        let (first, second) = if least { (a, b) } else { (b, a) };
        let below = self.compare(CompareOp::FLt, first, second);
        let above = self.compare(CompareOp::FLt, second, first);
        let equal = self.compare(CompareOp::FEq, a, b);
        // Equal numbers differ at most in the sign of zero; unordered ones add to NaN.
        let (x, y) = (self.bits_of(a), self.bits_of(b));
        let same = self.binary(if least { BinaryOp::Or } else { BinaryOp::And }, &x, &y);
        let ty = self.ty(a);
        let same = self.with_bits(&same, ty);
        let nan = self.binary(BinaryOp::FAdd, a, b);
        let rest = self.select(&equal, &same, &nan);
        let rest = self.select(&above, b, &rest);
        self.select(&below, a, &rest)
    }
}
