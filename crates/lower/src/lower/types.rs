//! Types: structures, arrays and vectors become the list of their scalar leaves.

use std::rc::Rc;

use pathfold_ir::Type;

use super::Lowering;
use crate::llvm::{DataLayout, Ty, TypeView};

/// More leaves than this are not kept in registers.
const MOST_LEAVES: usize = 4096;

/// Integers wider than this are not kept in registers.
const WIDEST: u32 = 4096;

/// A scalar of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    /// What holds it.
    pub ty: Type,
    /// Where it is in memory.
    pub offset: u64,
    /// Whether it is a `long double`: held as a `double`, and in memory of 80 bits.
    pub long: bool,
}

/// A type as its leaves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Shape {
    /// The leaves in order.
    pub leaves: Vec<Leaf>,
    /// Why values of this type cannot be computed with or moved at all; its leaves are placeholders then.
    pub bad: Option<String>,
    /// Whether some leaf is of a floating-point format that can be moved but not computed with.
    pub odd_float: bool,
    /// Whether it is a vector of elements that are packed tighter than bytes.
    pub packed: bool,
    /// Whether there are integers in it that need several leaves.
    pub wide: bool,
}

impl Shape {
    /// Whether some leaf is a `long double`.
    pub fn has_long_doubles(&self) -> bool {
        self.leaves.iter().any(|leaf| leaf.long)
    }
}

impl Lowering {
    /// The leaves of a type.
    pub(super) fn shape(&mut self, ty: Ty) -> Rc<Shape> {
        if let Some(shape) = self.shapes.get(&ty) {
            return shape.clone();
        }
        let mut shape = Shape::default();
        collect(self.layout, ty, 0, &mut shape);
        let shape = Rc::new(shape);
        self.shapes.insert(ty, shape.clone());
        shape
    }

    /// The one type of a scalar type; a placeholder for others.
    pub(super) fn scalar(&mut self, ty: Ty) -> Type {
        self.shape(ty).leaves.first().map_or(Type::Bool, |leaf| leaf.ty)
    }
}

/// Whether values of the type are more than one scalar by nature.
pub(super) fn is_aggregate(ty: Ty) -> bool {
    matches!(ty.view(), TypeView::Struct(_) | TypeView::Array(..) | TypeView::Vector(..) | TypeView::Int(129..))
}

/// The widths of the pieces of an integer of more than 128 bits.
pub(super) fn limbs(width: u32) -> Vec<u8> {
    let full = (0..width / 64).map(|_| 64u8);
    full.chain(Some((width % 64) as u8).filter(|&rest| rest > 0)).collect()
}

fn collect(layout: DataLayout, ty: Ty, offset: u64, shape: &mut Shape) {
    if shape.bad.is_some() {
        return;
    }
    if shape.leaves.len() >= MOST_LEAVES {
        shape.bad = Some("a value of very many parts".to_owned());
        return;
    }
    let mut leaf = |ty| shape.leaves.push(Leaf { ty, offset, long: false });
    match ty.view() {
        TypeView::Void => {}
        TypeView::Int(1) => leaf(Type::Bool),
        TypeView::Int(width @ 2..=128) => leaf(Type::Bv(width as u8)),
        TypeView::Int(width) => {
            shape.wide = true;
            for (i, wide) in limbs(width).into_iter().enumerate() {
                shape.leaves.push(Leaf { ty: Type::Bv(wide), offset: offset + 8 * i as u64, long: false });
            }
            if width > WIDEST {
                shape.bad = Some(format!("an integer of {width} bits"));
            }
        }
        TypeView::Float => leaf(Type::F32),
        TypeView::Double => leaf(Type::F64),
        TypeView::LongDouble => {
            shape.leaves.push(Leaf { ty: Type::F64, offset, long: true });
        }
        TypeView::OtherFloat(width) => {
            leaf(Type::Bv(width as u8));
            shape.odd_float = true;
        }
        TypeView::Pointer => leaf(Type::Ptr),
        TypeView::Struct(fields) => {
            for (i, field) in fields.into_iter().enumerate() {
                collect(layout, field, offset.wrapping_add(layout.field_offset(ty, i as u32)), shape);
            }
        }
        TypeView::Array(element, count) => {
            let size = layout.size(element);
            for i in 0..count {
                collect(layout, element, offset.wrapping_add(i.wrapping_mul(size)), shape);
                if shape.bad.is_some() {
                    break;
                }
            }
        }
        TypeView::Vector(element, count) => {
            let bits = layout.bits(element);
            shape.packed |= !bits.is_multiple_of(8);
            for i in 0..count {
                collect(layout, element, offset.wrapping_add(i * (bits / 8)), shape);
                if shape.bad.is_some() {
                    break;
                }
            }
        }
        TypeView::Function | TypeView::Other => {
            leaf(Type::Bv(128));
            shape.bad = Some(format!("a value of type `{}`", ty.print()));
        }
    }
}
