//! Objects of the stack, loads, stores and addresses of elements.

use pathfold_ir::{AllocKind, BinaryOp, CastOp, Const, Layout, Op, Operand, Type, UnaryOp};

use super::emit::{bits, size};
use super::functions::FunctionLowering;
use super::types::Leaf;
use crate::llvm::{Ty, TypeView, Value};

impl FunctionLowering<'_> {
    /// A new object of the stack.
    pub(super) fn stack_object(&mut self, size: Operand, align: u64) -> Operand {
        let align = u32::try_from(align).ok().filter(|align| align.is_power_of_two()).unwrap_or(1);
        self.value(Type::Ptr, Op::Alloc { layout: Layout::Bytes, kind: AllocKind::Stack, size, align })
    }

    pub(super) fn alloca(&mut self, value: Value) -> Vec<Operand> {
        let (Some(ty), Some(count)) = (value.allocated_type(), value.operand(0)) else {
            return self.unsupported("an object without a type", &[Type::Ptr]);
        };
        let element = self.module.layout.size(ty);
        let total = match count.bits() {
            Some(count) => size(element.wrapping_mul(count as u64)),
            None => {
                let count = self.scalar(count);
                let count = self.resize(&count, 64);
                if element == 1 { count } else { self.binary(BinaryOp::Mul, &count, &size(element)) }
            }
        };
        let align = asked_alignment(u64::from(value.alignment()), self.module.layout.align(ty));
        let object = self.stack_object(total, align);
        let block = self.builder.current();
        self.objects.insert(value, (block, self.builder.function().blocks[block].insts.len() - 1));
        vec![object]
    }

    pub(super) fn load_value(&mut self, value: Value) -> Vec<Operand> {
        let Some(pointer) = value.operand(0) else {
            return Vec::new();
        };
        let pointer = self.scalar(pointer);
        self.load_leaves(&pointer, value.ty())
    }

    pub(super) fn store_value(&mut self, value: Value) -> Vec<Operand> {
        if let (Some(stored), Some(pointer)) = (value.operand(0), value.operand(1)) {
            let leaves = self.operand(stored);
            let pointer = self.scalar(pointer);
            self.store_leaves(&leaves, &pointer, stored.ty());
        }
        Vec::new()
    }

    /// Loads a value of any type leaf by leaf.
    pub(super) fn load_leaves(&mut self, pointer: &Operand, ty: Ty) -> Vec<Operand> {
        let shape = self.module.shape(ty);
        if shape.packed {
            return self.load_packed(pointer, ty);
        }
        let mut leaves = Vec::with_capacity(shape.leaves.len());
        for leaf in &shape.leaves {
            let place = self.offset(pointer, leaf.offset);
            leaves.push(self.load_leaf(*leaf, &place));
        }
        leaves
    }

    /// Stores a value of any type leaf by leaf.
    pub(super) fn store_leaves(&mut self, leaves: &[Operand], pointer: &Operand, ty: Ty) {
        let shape = self.module.shape(ty);
        if shape.packed {
            return self.store_packed(leaves, pointer, ty);
        }
        for (value, leaf) in leaves.iter().zip(&shape.leaves) {
            let place = self.offset(pointer, leaf.offset);
            self.store_leaf(value, *leaf, &place);
        }
    }

    /// Truth values are whole bytes in memory, 0 or 1; a `long double` has 80 bits there.
    fn load_leaf(&mut self, leaf: Leaf, place: &Operand) -> Operand {
        match leaf.ty {
            Type::Bool => {
                let byte = self.load(Type::Bv(8), place);
                self.cast(CastOp::Trunc, &byte, Type::Bool)
            }
            _ if leaf.long => {
                let long = self.load(Type::Bv(80), place);
                self.cast(CastOp::LongToFp, &long, Type::F64)
            }
            ty => self.load(ty, place),
        }
    }

    fn store_leaf(&mut self, value: &Operand, leaf: Leaf, place: &Operand) {
        let stored = match leaf.ty {
            Type::Bool => self.resize(value, 8),
            _ if leaf.long => self.cast(CastOp::FpToLong, value, Type::Bv(80)),
            _ => value.clone(),
        };
        self.store(&stored, place);
    }

    /// Vectors of truth values and the like have their elements bit by bit in memory.
    fn load_packed(&mut self, pointer: &Operand, ty: Ty) -> Vec<Operand> {
        let types = self.module.leaf_types(ty);
        match packed_width(self.module.layout.bits(ty), ty) {
            Some(wide) => {
                let whole = self.load(Type::Bv(wide), pointer);
                self.reinterpret(&[whole], &types)
            }
            None => self.unsupported(&format!("a load of `{}`", ty.print()), &types),
        }
    }

    fn store_packed(&mut self, leaves: &[Operand], pointer: &Operand, ty: Ty) {
        match packed_width(self.module.layout.bits(ty), ty) {
            Some(wide) => {
                let whole = self.reinterpret(leaves, &[Type::Bv(wide)]);
                if let [whole] = &whole[..] {
                    self.store(whole, pointer);
                }
            }
            None => {
                self.unsupported(&format!("a store of `{}`", ty.print()), &[]);
            }
        }
    }

    /// `getelementptr`: one pointer, or a vector of them where some operand is one.
    pub(super) fn element_pointer(&mut self, value: Value) -> Vec<Operand> {
        let operands = value.operands();
        let [base, indices @ ..] = &operands[..] else {
            return Vec::new();
        };
        let Some(element) = value.gep_element() else {
            return self.unsupported("an address of an unknown element", &[Type::Ptr]);
        };
        let lanes = self.module.shape(value.ty()).leaves.len();
        let bases = self.operand(*base);
        let columns: Vec<Vec<Operand>> = indices.iter().map(|&index| self.operand(index)).collect();
        let mut result = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            let pick = |leaves: &[Operand]| leaves.get(lane).or(leaves.first()).cloned();
            let Some(base) = pick(&bases) else {
                break;
            };
            let row: Vec<Operand> = columns.iter().filter_map(|column| pick(column)).collect();
            match self.element_offset(element, &row) {
                Some((fixed, None)) => result.push(self.offset(&base, fixed)),
                Some((fixed, Some(by))) => {
                    let by = if fixed == 0 { by } else { self.binary(BinaryOp::Add, &by, &size(fixed)) };
                    result.push(self.value(Type::Ptr, Op::Offset(base, by)));
                }
                None => result.extend(self.unsupported("an address with an odd index", &[Type::Ptr])),
            }
        }
        result
    }

    /// How far indices lead: a constant part, and one that is computed.
    fn element_offset(&mut self, element: Ty, indices: &[Operand]) -> Option<(u64, Option<Operand>)> {
        let mut ty = element;
        let mut fixed = 0u64;
        let mut computed: Option<Operand> = None;
        for (i, index) in indices.iter().enumerate() {
            let number = constant_index(index);
            if i > 0 {
                match ty.view() {
                    TypeView::Struct(fields) => {
                        let field = u32::try_from(number?).ok()?;
                        fixed = fixed.wrapping_add(self.module.layout.field_offset(ty, field));
                        ty = *fields.get(field as usize)?;
                        continue;
                    }
                    TypeView::Array(element, _) | TypeView::Vector(element, _) => ty = element,
                    _ => return None,
                }
            }
            let step = self.module.layout.size(ty);
            match number {
                Some(number) => fixed = fixed.wrapping_add((number as u64).wrapping_mul(step)),
                None => {
                    let wide = self.resize_signed(index, 64);
                    let part = if step == 1 { wide } else { self.binary(BinaryOp::Mul, &wide, &size(step)) };
                    computed = Some(match computed {
                        None => part,
                        Some(sum) => self.binary(BinaryOp::Add, &sum, &part),
                    });
                }
            }
        }
        Some((fixed, computed))
    }

    /// The low bits of a pointer set to zero where the mask is, which keeps what it points into.
    pub(super) fn masked_pointer(&mut self, pointer: &Operand, mask: &Operand) -> Operand {
        let address = self.bits_of(pointer);
        let cleared = match self.resize(mask, 64) {
            Operand::Const(Const::Bits(mask)) => Const::Bits(mask.not()).into(),
            mask => self.unary(UnaryOp::Not, &mask),
        };
        let cleared = self.binary(BinaryOp::And, &address, &cleared);
        let back = self.binary(BinaryOp::Sub, &bits(64, 0), &cleared);
        self.value(Type::Ptr, Op::Offset(pointer.clone(), back))
    }
}

fn constant_index(index: &Operand) -> Option<i64> {
    match index {
        Operand::Const(Const::Bits(bits)) => i64::try_from(bits.signed()).ok(),
        Operand::Const(Const::Bool(value)) => Some(-i64::from(*value)),
        Operand::Const(_) | Operand::Reg(_) => None,
    }
}

/// How many bits a packed vector has, if it is one by itself and small enough.
fn packed_width(bits: u64, ty: Ty) -> Option<u8> {
    match ty.view() {
        TypeView::Vector(..) if (1..=128).contains(&bits) => u8::try_from(bits).ok(),
        _ => None,
    }
}

/// What an object's address is a multiple of: the type's own alignment, or more if the program asks for it. Compilers align
/// large arrays to 16 for speed; every object of the engine is, and the type's own alignment tells numbers from bytes.
pub(super) fn asked_alignment(stated: u64, own: u64) -> u64 {
    if stated > 16 { stated } else { own.max(1) }
}
