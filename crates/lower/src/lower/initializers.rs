//! What constants are before the program runs: addresses with an addend, integers, and the bytes of initializers.

use pathfold_base::extended;
use pathfold_ir::{Const, Pointer};

use super::Lowering;
use super::constants::elements;
use crate::llvm::{Opcode, Ty, TypeView, Value, ValueKind};

/// A constant of type `ptr` and bytes to add to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub target: Const,
    pub addend: i64,
}

/// How deep constant expressions nest at most.
const MOST_DEPTH: u32 = 64;

/// The initial bytes of a global.
#[derive(Default, Debug)]
pub(super) struct Image {
    pub bytes: Vec<u8>,
    pub pointers: Vec<Pointer>,
}

impl Lowering {
    /// The address that a constant of type `ptr` is, if it is one global, function, block or number, and an addend.
    pub(super) fn address(&mut self, value: Value) -> Option<Address> {
        self.address_at(value, 0)
    }

    fn address_at(&mut self, value: Value, depth: u32) -> Option<Address> {
        if depth > MOST_DEPTH {
            return None;
        }
        let plain = |target| Some(Address { target, addend: 0 });
        match value.kind() {
            ValueKind::LLVMConstantPointerNullValueKind => plain(Const::Null),
            ValueKind::LLVMFunctionValueKind => plain(Const::Function(self.function_id(value))),
            ValueKind::LLVMGlobalVariableValueKind => plain(Const::Global(self.global_id(value)?)),
            ValueKind::LLVMGlobalAliasValueKind => match self.functions.get(&value) {
                Some(&id) => plain(Const::Function(id)),
                None => {
                    let aliasee = value.aliasee()?;
                    self.address_at(aliasee, depth + 1)
                }
            },
            ValueKind::LLVMBlockAddressValueKind => {
                let (_, block) = value.block_address()?;
                plain(Const::Address(self.block_address(block)?))
            }
            ValueKind::LLVMConstantExprValueKind => match value.opcode()? {
                Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => self.address_at(value.operand(0)?, depth + 1),
                Opcode::LLVMIntToPtr => {
                    let operand = value.operand(0)?;
                    match self.integer_at(operand, depth + 1) {
                        Some(0) => plain(Const::Null),
                        Some(number) => plain(Const::Address(number as u64)),
                        None => self.number_address(operand, depth + 1),
                    }
                }
                Opcode::LLVMGetElementPtr => {
                    let base = self.address_at(value.operand(0)?, depth + 1)?;
                    let offset = self.constant_offset(value, depth + 1)?;
                    Some(moved(base, offset))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The address that a constant integer of 64 bits is: the address of something, as a number.
    fn number_address(&mut self, value: Value, depth: u32) -> Option<Address> {
        if depth > MOST_DEPTH || value.ty().view() != TypeView::Int(64) {
            return None;
        }
        match value.opcode()? {
            Opcode::LLVMPtrToInt => self.address_at(value.operand(0)?, depth + 1),
            opcode @ (Opcode::LLVMAdd | Opcode::LLVMSub) => {
                let (a, b) = (value.operand(0)?, value.operand(1)?);
                if let Some(number) = self.integer_at(b, depth + 1) {
                    let number = number as u64 as i64;
                    let base = self.number_address(a, depth + 1)?;
                    return Some(moved(base, if opcode == Opcode::LLVMAdd { number } else { number.wrapping_neg() }));
                }
                if opcode == Opcode::LLVMAdd {
                    let number = self.integer_at(a, depth + 1)? as u64 as i64;
                    let base = self.number_address(b, depth + 1)?;
                    return Some(moved(base, number));
                }
                None
            }
            _ => None,
        }
    }

    /// The bits of a constant integer, computed if it is an expression; nothing if it depends on where objects are.
    pub(super) fn integer(&mut self, value: Value) -> Option<u128> {
        self.integer_at(value, 0)
    }

    fn integer_at(&mut self, value: Value, depth: u32) -> Option<u128> {
        let TypeView::Int(width @ 1..=128) = value.ty().view() else {
            return None;
        };
        if depth > MOST_DEPTH {
            return None;
        }
        let mask = u128::MAX >> (128 - width);
        if let Some(bits) = value.bits() {
            return Some(bits & mask);
        }
        let result = match value.opcode()? {
            Opcode::LLVMAdd => self.pair(value, depth).map(|(a, b)| a.wrapping_add(b)),
            Opcode::LLVMMul => self.pair(value, depth).map(|(a, b)| a.wrapping_mul(b)),
            Opcode::LLVMXor => self.pair(value, depth).map(|(a, b)| a ^ b),
            Opcode::LLVMTrunc => self.integer_at(value.operand(0)?, depth + 1),
            Opcode::LLVMSub => match self.pair(value, depth) {
                Some((a, b)) => Some(a.wrapping_sub(b)),
                // The distance of two addresses in one object.
                None => {
                    let a = self.number_address(value.operand(0)?, depth + 1)?;
                    let b = self.number_address(value.operand(1)?, depth + 1)?;
                    (a.target == b.target).then(|| a.addend.wrapping_sub(b.addend) as u128)
                }
            },
            Opcode::LLVMPtrToInt => match self.address_at(value.operand(0)?, depth + 1)? {
                Address { target: Const::Null, addend } => Some(addend as u128),
                Address { target: Const::Address(number), addend } => {
                    Some(u128::from(number.wrapping_add(addend as u64)))
                }
                Address { .. } => None,
            },
            _ => None,
        };
        result.map(|bits| bits & mask)
    }

    fn pair(&mut self, value: Value, depth: u32) -> Option<(u128, u128)> {
        Some((self.integer_at(value.operand(0)?, depth + 1)?, self.integer_at(value.operand(1)?, depth + 1)?))
    }

    /// How far a `getelementptr` of constant indices goes.
    fn constant_offset(&mut self, value: Value, depth: u32) -> Option<i64> {
        let mut ty = value.gep_element()?;
        let mut offset = 0i64;
        for (i, index) in value.operands().into_iter().skip(1).enumerate() {
            let bits = self.integer_at(index, depth)?;
            let TypeView::Int(width @ 1..=64) = index.ty().view() else {
                return None;
            };
            let number = ((bits << (128 - width)) as i128 >> (128 - width)) as i64;
            if i > 0 {
                match ty.view() {
                    TypeView::Struct(fields) => {
                        let field = u32::try_from(number).ok()?;
                        offset = offset.wrapping_add(self.layout.field_offset(ty, field) as i64);
                        ty = *fields.get(field as usize)?;
                        continue;
                    }
                    TypeView::Array(element, _) | TypeView::Vector(element, _) => ty = element,
                    _ => return None,
                }
            }
            offset = offset.wrapping_add(number.wrapping_mul(self.layout.size(ty) as i64));
        }
        Some(offset)
    }

    /// Writes a constant into the bytes of an initializer. Nothing if some part cannot be said before the program runs.
    pub(super) fn write(&mut self, value: Value, at: u64, image: &mut Image) -> Option<()> {
        match value.kind() {
            // Zero is what is there.
            ValueKind::LLVMConstantAggregateZeroValueKind
            | ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind
            | ValueKind::LLVMConstantPointerNullValueKind => Some(()),
            ValueKind::LLVMConstantFPValueKind => {
                let bits = match value.extended_bits() {
                    // The library's are meant to be `double`s: its `<float.h>` says so.
                    Some(bits) if self.options.library => extended::of_double(extended::nearest_double(bits)),
                    Some(bits) => bits,
                    None => value.bits()?,
                };
                put(image, at, bits, self.layout.bits(value.ty()));
                Some(())
            }
            ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind => self.write_parts(value, at, image),
            _ => match value.ty().view() {
                TypeView::Pointer => {
                    let Address { target, addend } = self.address(value)?;
                    image.pointers.push(Pointer { offset: at, target, addend });
                    Some(())
                }
                TypeView::Int(width) => match self.integer(value) {
                    Some(bits) => {
                        put(image, at, bits, u64::from(width));
                        Some(())
                    }
                    None if width > 128 => {
                        let bytes = self.wide_bytes(value)?;
                        image.bytes.get_mut(at as usize..at as usize + bytes.len())?.copy_from_slice(&bytes);
                        Some(())
                    }
                    None => {
                        let Address { target, addend } = self.number_address(value, 0)?;
                        image.pointers.push(Pointer { offset: at, target, addend });
                        Some(())
                    }
                },
                _ => None,
            },
        }
    }

    fn write_parts(&mut self, value: Value, at: u64, image: &mut Image) -> Option<()> {
        if let Some(string) = value.string() {
            image.bytes.get_mut(at as usize..at as usize + string.len())?.copy_from_slice(&string);
            return Some(());
        }
        let ty = value.ty();
        for i in 0..elements(ty) {
            let offset = self.element_offset(ty, i)?;
            self.write(value.element(i)?, at + offset, image)?;
        }
        Some(())
    }

    fn element_offset(&self, ty: Ty, index: u64) -> Option<u64> {
        match ty.view() {
            TypeView::Struct(_) => Some(self.layout.field_offset(ty, index as u32)),
            TypeView::Array(element, _) => Some(index * self.layout.size(element)),
            TypeView::Vector(element, _) => {
                let bits = self.layout.bits(element);
                bits.is_multiple_of(8).then_some(index * (bits / 8))
            }
            _ => None,
        }
    }

    /// The bytes of a constant integer of any width, the lowest first: LLVM prints its decimal digits.
    pub(super) fn wide_bytes(&mut self, value: Value) -> Option<Vec<u8>> {
        if value.kind() != ValueKind::LLVMConstantIntValueKind {
            return None;
        }
        let printed = value.print();
        let digits = printed.rsplit(' ').next()?;
        let (negative, digits) = digits.strip_prefix('-').map_or((false, digits), |digits| (true, digits));
        let mut bytes = vec![0u8; self.layout.bits(value.ty()).div_ceil(8) as usize];
        for digit in digits.bytes() {
            let mut carry = u32::from(digit.checked_sub(b'0')?);
            for byte in bytes.iter_mut() {
                let sum = u32::from(*byte) * 10 + carry;
                (*byte, carry) = (sum as u8, sum >> 8);
            }
        }
        if negative {
            let mut carry = true;
            for byte in bytes.iter_mut() {
                (*byte, carry) = (!*byte).overflowing_add(u8::from(carry));
            }
        }
        Some(bytes)
    }
}

fn moved(base: Address, by: i64) -> Address {
    match base.target {
        Const::Address(number) => {
            Address { target: Const::Address(number.wrapping_add(by as u64)), addend: base.addend }
        }
        target => Address { target, addend: base.addend.wrapping_add(by) },
    }
}

/// Writes the low bits of a number, the lowest byte first.
fn put(image: &mut Image, at: u64, bits: u128, width: u64) {
    let count = width.div_ceil(8) as usize;
    if let Some(room) = image.bytes.get_mut(at as usize..at as usize + count) {
        room.copy_from_slice(&bits.to_le_bytes()[..count]);
    }
}
