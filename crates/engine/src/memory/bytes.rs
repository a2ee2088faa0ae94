//! The contents of a byte object: pages that states share until one writes. Values lie in little endian.

use std::rc::Rc;

use pathfold_base::{Bits, own};
use pathfold_ir::Type;
use pathfold_term::{Format, Op, Pool, Sort, Term, Value as Constant};

use super::Refusal;
use super::page::{Byte, NoBytes, PAGE, Page};
use crate::value::{Value, byte_of, undefined};

/// How many bytes a value of this type takes in a byte object.
#[inline]
pub fn width_of(ty: Type) -> u64 {
    match ty {
        Type::Bool => 1,
        Type::Bv(width) => u64::from(width).div_ceil(8),
        Type::F32 => 4,
        Type::F64 | Type::Ptr => 8,
        // Unbounded integers have no byte form; the step refuses them before it gets here.
        Type::Int => 1,
    }
}

/// The bytes of an object.
#[derive(Clone, Debug)]
pub struct ByteContents {
    len: usize,
    /// Pages of [`PAGE`] bytes, the last one shorter. Equal pages may be one and the same.
    pages: Vec<Rc<Page>>,
}

impl From<NoBytes> for Refusal {
    fn from(_: NoBytes) -> Self {
        Refusal::NoByteForm
    }
}

impl ByteContents {
    fn of_pages(len: usize, make: impl Fn(usize) -> Page) -> Self {
        let mut pages = Vec::with_capacity(len.div_ceil(PAGE));
        if len >= PAGE {
            let full = Rc::new(make(PAGE));
            pages.resize(len / PAGE, full);
        }
        if !len.is_multiple_of(PAGE) {
            pages.push(Rc::new(make(len % PAGE)));
        }
        Self { len, pages }
    }

    /// All zero.
    pub fn zero(len: usize) -> Self {
        Self::of_pages(len, Page::zero)
    }

    /// All undefined.
    pub fn undefined(len: usize) -> Self {
        Self::of_pages(len, Page::undefined)
    }

    /// Makes every byte undefined, in place if nobody shares it.
    pub fn forget(&mut self) {
        if let [only] = self.pages.as_mut_slice()
            && let Some(page) = Rc::get_mut(only)
        {
            page.forget();
        } else {
            *self = Self::undefined(self.len);
        }
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Plain bytes that lie in one page, by reference.
    #[inline]
    pub fn plain(&self, at: usize, width: usize) -> Option<&[u8]> {
        self.pages.get(at / PAGE)?.plain(at % PAGE, width)
    }

    /// The same for writing, all of them: what was never set may be among them.
    #[inline]
    pub fn plain_mut(&mut self, at: usize, width: usize) -> Option<&mut [u8]> {
        own(self.pages.get_mut(at / PAGE)?).plain_mut(at % PAGE, width)
    }

    /// A known pointer that is kept whole here, or null.
    #[inline]
    pub fn pointer(&self, at: usize) -> Option<Value> {
        let page = self.pages.get(at / PAGE)?;
        match page.whole(at % PAGE, 8) {
            Some(value @ (Value::Ptr { .. } | Value::Function(_))) => Some(value),
            Some(_) => None,
            None => (page.plain(at % PAGE, 8)? == [0; 8]).then_some(Value::NULL),
        }
    }

    /// Writes a pointer into an object, if nothing has to be cut for it.
    #[inline]
    pub fn set_pointer(&mut self, at: usize, value: Value) -> Option<()> {
        own(self.pages.get_mut(at / PAGE)?).put_part(at % PAGE, 8, value)
    }

    fn page(&self, at: usize) -> &Page {
        &self.pages[at / PAGE]
    }

    fn page_mut(&mut self, at: usize) -> &mut Page {
        Rc::make_mut(&mut self.pages[at / PAGE])
    }

    /// Plain bytes from `at` on, at least one of up to `width`, or none if the first is not plain.
    pub fn plain_run(&self, at: usize, width: usize) -> &[u8] {
        self.page(at).plain_run(at % PAGE, width)
    }

    /// One byte.
    pub fn byte(&self, at: usize) -> Byte {
        self.page(at).byte(at % PAGE)
    }

    /// One byte as a value, undefined ones included.
    pub fn byte_value(&self, at: usize, pool: &mut Pool) -> Result<Value, Refusal> {
        match self.byte(at) {
            Byte::Plain(byte) => Ok(Value::byte(byte)),
            Byte::Of(value, index) => byte_of(pool, value, index).ok_or(Refusal::NoByteForm),
            Byte::Undefined => Ok(Value::Undef),
        }
    }

    /// Reads a value of type `ty` at `at`, which is in bounds.
    pub fn read(&self, at: usize, ty: Type, pool: &mut Pool) -> Result<Value, Refusal> {
        let width = width_of(ty) as usize;
        if let Some(bytes) = self.plain(at, width) {
            return Ok(from_plain(bytes, ty, pool));
        }
        if at % PAGE + width <= PAGE {
            let page = self.page(at);
            if let Some(value) = page.whole(at % PAGE, width) {
                return convert(value, ty, pool);
            }
            if page.all_undefined(at % PAGE, width) {
                return Ok(Value::Undef);
            }
        }
        self.assemble(at, ty, width, pool)
    }

    /// Puts a value together from bytes of different kinds.
    fn assemble(&self, at: usize, ty: Type, width: usize, pool: &mut Pool) -> Result<Value, Refusal> {
        let mut whole: Option<Term> = None;
        let mut defined = false;
        for index in 0..width {
            let byte = match self.byte_value(at + index, pool)? {
                Value::Undef => undefined(pool, Sort::Bv(8)),
                value => {
                    defined = true;
                    value.as_term(pool).ok_or(Refusal::NoByteForm)?
                }
            };
            whole = Some(match whole {
                None => byte,
                Some(low) => pool.mk(Op::Concat, &[byte, low]),
            });
        }
        match whole {
            Some(whole) if defined => convert(Value::from_term(pool, whole), ty, pool),
            _ => Ok(Value::Undef),
        }
    }

    /// Writes a value of type `ty` at `at`, which is in bounds.
    pub fn write(&mut self, at: usize, ty: Type, value: Value, pool: &mut Pool) -> Result<(), Refusal> {
        let width = width_of(ty) as usize;
        match stored(value, ty, pool)? {
            Stored::Plain(bits) => self.write_plain(at, &bits.to_le_bytes()[..width], pool),
            Stored::Undefined => self.write_undefined(at, width, pool),
            Stored::Part(value) if at % PAGE + width <= PAGE => {
                Ok(self.page_mut(at).set_part(at % PAGE, width, value, pool)?)
            }
            Stored::Part(value) => {
                for index in 0..width {
                    let byte = byte_of(pool, value, index as u8).ok_or(Refusal::NoByteForm)?;
                    self.write_byte(at + index, byte, pool)?;
                }
                Ok(())
            }
        }
    }

    /// Writes one byte.
    pub fn write_byte(&mut self, at: usize, byte: Value, pool: &mut Pool) -> Result<(), Refusal> {
        let page = self.page_mut(at);
        match byte {
            Value::Undef => page.set_undefined(at % PAGE, 1, pool)?,
            Value::Bits { bits, .. } => page.set_plain(at % PAGE, &[bits as u8], pool)?,
            _ => page.set_part(at % PAGE, 1, byte, pool)?,
        }
        Ok(())
    }

    /// Writes plain bytes.
    pub fn write_plain(&mut self, mut at: usize, mut bytes: &[u8], pool: &mut Pool) -> Result<(), Refusal> {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(PAGE - at % PAGE));
            self.page_mut(at).set_plain(at % PAGE, now, pool)?;
            (at, bytes) = (at + now.len(), later);
        }
        Ok(())
    }

    /// Sets every one of these bytes to the same plain byte.
    pub fn fill(&mut self, mut at: usize, mut width: usize, byte: u8, pool: &mut Pool) -> Result<(), Refusal> {
        while width > 0 {
            let now = width.min(PAGE - at % PAGE);
            self.page_mut(at).fill_plain(at % PAGE, now, byte, pool)?;
            (at, width) = (at + now, width - now);
        }
        Ok(())
    }

    /// Forgets what these bytes are.
    pub fn write_undefined(&mut self, mut at: usize, mut width: usize, pool: &mut Pool) -> Result<(), Refusal> {
        while width > 0 {
            let now = width.min(PAGE - at % PAGE);
            self.page_mut(at).set_undefined(at % PAGE, now, pool)?;
            (at, width) = (at + now, width - now);
        }
        Ok(())
    }

    /// A value that is kept whole at this place, with its width: for copying without taking it apart.
    pub fn whole_at(&self, at: usize, most: usize) -> Option<(Value, usize)> {
        let most = most.min(PAGE - at % PAGE);
        [8, 4, 2, 16, 1]
            .into_iter()
            .filter(|width| *width <= most)
            .find_map(|width| self.page(at).whole(at % PAGE, width).map(|value| (value, width)))
    }

    /// Writes a value that another object keeps whole.
    pub fn write_whole(&mut self, at: usize, width: usize, value: Value, pool: &mut Pool) -> Result<(), Refusal> {
        if at % PAGE + width <= PAGE {
            return Ok(self.page_mut(at).set_part(at % PAGE, width, value, pool)?);
        }
        for index in 0..width {
            let byte = byte_of(pool, value, index as u8).ok_or(Refusal::NoByteForm)?;
            self.write_byte(at + index, byte, pool)?;
        }
        Ok(())
    }

    /// The value that is kept whole around a byte: where it starts, and how many bytes it has.
    pub fn part_around(&self, at: usize) -> Option<(usize, usize, Value)> {
        let (start, width, value) = self.page(at).part_around(at % PAGE)?;
        Some((at / PAGE * PAGE + start, width, value))
    }

    /// Whether these bytes, which are in one page, are all plain, all undefined, or one value that is kept whole.
    pub fn is_alike(&self, at: usize, width: usize) -> bool {
        let (page, at) = (self.page(at), at % PAGE);
        page.plain(at, width).is_some() || page.all_undefined(at, width) || page.whole(at, width).is_some()
    }

    /// The positions in pages that are not shared with `other`.
    pub fn changed_since(&self, other: &ByteContents) -> impl Iterator<Item = usize> {
        let pages = self.pages.iter().zip(&other.pages).enumerate();
        let changed: Vec<usize> = pages.filter(|(_, (a, b))| !Rc::ptr_eq(a, b)).map(|(index, _)| index).collect();
        let len = self.len;
        changed.into_iter().flat_map(move |page| page * PAGE..((page + 1) * PAGE).min(len))
    }

    /// Every pointer and term in it, with where it starts and how many bytes it has.
    pub fn parts(&self) -> impl Iterator<Item = (usize, usize, Value)> + '_ {
        let pages = self.pages.iter().enumerate();
        pages.flat_map(|(index, page)| page.parts().map(move |(at, width, value)| (index * PAGE + at, width, value)))
    }
}

/// The value that plain bytes are.
#[inline]
pub fn from_plain(bytes: &[u8], ty: Type, pool: &mut Pool) -> Value {
    if bytes.len() <= 8 {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(word);
        return match ty {
            Type::Bool => Value::Bool(bits & 1 == 1),
            Type::Bv(width) => Value::Bits { width, bits: bits & (u64::MAX >> (64 - u32::from(width))) },
            Type::Ptr => Value::address(bits),
            Type::F32 => Value::F32(bits as u32),
            Type::F64 => Value::F64(bits),
            Type::Int => Value::Undef,
        };
    }
    let mut wide = [0; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    match ty {
        Type::Bv(width) => Value::from_bits(pool, Bits::new(u32::from(width), u128::from_le_bytes(wide))),
        Type::Bool | Type::Ptr | Type::F32 | Type::F64 | Type::Int => Value::Undef,
    }
}

/// A value of as many bytes read as type `ty`.
fn convert(value: Value, ty: Type, pool: &mut Pool) -> Result<Value, Refusal> {
    let bits = match (value, ty) {
        (Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_), Type::Ptr | Type::Bv(64)) => return Ok(value),
        (Value::Bits { bits, .. }, Type::Ptr) => return Ok(Value::address(bits)),
        (Value::Term(term), _) => {
            let sort = pool.sort(term);
            match (sort, ty) {
                (Sort::Fp(Format::F32), Type::F32) | (Sort::Fp(Format::F64), Type::F64) => return Ok(value),
                (Sort::Bv(64), Type::Ptr) => return Ok(value),
                (Sort::Bv(_), _) => term,
                (Sort::Bool | Sort::Int | Sort::Fp(_) | Sort::Array(..), _) => return Err(Refusal::NoByteForm),
            }
        }
        _ => value.as_term(pool).ok_or(Refusal::NoByteForm)?,
    };
    let term = match ty {
        Type::Bool => {
            let bit = pool.mk(Op::Extract(0, 0), &[bits]);
            let one = pool.bits(Bits::new(1, 1));
            pool.eq(bit, one)
        }
        Type::Bv(width) if pool.sort(bits) == Sort::Bv(width) => bits,
        Type::Bv(width) => pool.mk(Op::Extract(width - 1, 0), &[bits]),
        Type::F32 => pool.mk(Op::FpFromBits(Format::F32), &[bits]),
        Type::F64 => pool.mk(Op::FpFromBits(Format::F64), &[bits]),
        Type::Ptr => bits,
        Type::Int => return Err(Refusal::NoByteForm),
    };
    Ok(match (Value::from_term(pool, term), ty) {
        (Value::Bits { bits, .. }, Type::Ptr) => Value::address(bits),
        (value, _) => value,
    })
}

/// How a value lies in memory.
enum Stored {
    Plain(u128),
    Undefined,
    Part(Value),
}

fn stored(value: Value, ty: Type, pool: &mut Pool) -> Result<Stored, Refusal> {
    Ok(match value {
        Value::Undef => Stored::Undefined,
        Value::Bool(b) => Stored::Plain(u128::from(b)),
        Value::Bits { bits, .. } => Stored::Plain(u128::from(bits)),
        Value::F32(bits) => Stored::Plain(u128::from(bits)),
        Value::F64(bits) => Stored::Plain(u128::from(bits)),
        Value::Ptr { object: crate::value::ObjectId::NULL, offset } => Stored::Plain(u128::from(offset as u64)),
        Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_) => Stored::Part(value),
        Value::Int(_) | Value::Wide { .. } => return Err(Refusal::NoByteForm),
        Value::Term(term) => match pool.value(term) {
            Some(Constant::Bits(bits)) => Stored::Plain(bits.unsigned()),
            Some(Constant::Fp(_, bits)) => Stored::Plain(u128::from(*bits)),
            Some(Constant::Bool(_) | Constant::Int(_) | Constant::Array(_)) => return Err(Refusal::NoByteForm),
            None => Stored::Part(Value::Term(whole_bytes(term, ty, pool)?)),
        },
    })
}

/// A symbolic scalar of as many bits as its bytes have.
fn whole_bytes(term: Term, ty: Type, pool: &mut Pool) -> Result<Term, Refusal> {
    let bits = 8 * width_of(ty) as u8;
    Ok(match pool.sort(term) {
        Sort::Bool => {
            let (one, zero) = (pool.bits(Bits::new(8, 1)), pool.bits(Bits::zero(8)));
            pool.ite(term, one, zero)
        }
        Sort::Bv(width) if width == bits => term,
        Sort::Bv(_) => pool.mk(Op::ZeroExt(bits), &[term]),
        Sort::Fp(_) => match (pool.op(term), pool.args(term).first()) {
            (Op::FpFromBits(_), Some(bits)) => *bits,
            _ => term,
        },
        Sort::Int | Sort::Array(..) => return Err(Refusal::NoByteForm),
    })
}
