//! A page: some bytes of an object. Concrete bytes lie in one array; what is symbolic, a pointer or undefined is marked
//! and kept beside it, whole values as long as they are not cut.

use pathfold_term::Pool;

use crate::value::{Value, byte_of};

/// How many bytes a page has at most.
pub const PAGE: usize = 1024;

/// A value that is not plain bytes: a term, a pointer, part of one.
#[derive(Clone, Copy, Debug)]
struct Part {
    at: u16,
    width: u8,
    value: Value,
}

impl Part {
    fn end(&self) -> usize {
        usize::from(self.at) + usize::from(self.width)
    }
}

/// Some bytes.
///
/// Invariant: a byte is plain (its mark is clear), or in exactly one part (marked), or undefined (marked, in no part).
#[derive(Clone, Debug)]
pub struct Page {
    data: Box<[u8]>,
    /// One bit per byte; no words at all while every byte is plain.
    marks: Box<[u64]>,
    /// By position.
    parts: Vec<Part>,
}

/// What one byte is.
pub enum Byte {
    /// A number.
    Plain(u8),
    /// This byte of a value.
    Of(Value, u8),
    /// Never set.
    Undefined,
}

/// A value that cannot be cut into bytes.
#[derive(Clone, Copy, Debug)]
pub struct NoBytes;

impl Page {
    /// All zero.
    pub fn zero(len: usize) -> Self {
        Self { data: vec![0; len].into(), marks: Box::default(), parts: Vec::new() }
    }

    /// All undefined.
    pub fn undefined(len: usize) -> Self {
        Self { data: vec![0; len].into(), marks: vec![u64::MAX; len.div_ceil(64)].into(), parts: Vec::new() }
    }

    /// Makes every byte undefined, in place.
    pub fn forget(&mut self) {
        if self.marks.is_empty() {
            self.marks = vec![u64::MAX; self.data.len().div_ceil(64)].into();
        } else {
            self.marks.fill(u64::MAX);
        }
        self.parts.clear();
    }

    /// The marks of `width <= 16` bytes from `at` on, the first one lowest.
    #[inline]
    fn marked(&self, at: usize, width: usize) -> u64 {
        if self.marks.is_empty() {
            return 0;
        }
        let (word, bit) = (at / 64, at % 64);
        let mut bits = self.marks[word] >> bit;
        if bit + width > 64 {
            bits |= self.marks[word + 1] << (64 - bit);
        }
        bits & (u64::MAX >> (64 - width))
    }

    /// `width` bytes from `at` on as one slice, if they are in the page and all plain.
    #[inline]
    pub fn plain(&self, at: usize, width: usize) -> Option<&[u8]> {
        let bytes = self.data.get(at..at + width)?;
        (self.marked(at, width) == 0).then_some(bytes)
    }

    /// The same for writing: the caller sets every one of them. What was never set is plain from here on.
    #[inline]
    pub fn plain_mut(&mut self, at: usize, width: usize) -> Option<&mut [u8]> {
        if at + width > self.data.len() {
            return None;
        }
        if self.marked(at, width) != 0 {
            // Whole values may have to be cut; undefined bytes have nothing to lose.
            if !self.parts.is_empty() {
                return None;
            }
            self.mark(at, width, false);
        }
        self.data.get_mut(at..at + width)
    }

    /// The longest run of plain bytes from `at` on, up to `width`.
    pub fn plain_run(&self, at: usize, width: usize) -> &[u8] {
        let end = (at + width).min(self.data.len());
        let mut stop = at;
        while stop < end {
            if self.marks.is_empty() {
                stop = end;
            } else if self.marks[stop / 64] >> (stop % 64) == 0 {
                stop = (stop / 64 + 1) * 64;
            } else if self.marks[stop / 64] >> (stop % 64) & 1 == 0 {
                stop += 1;
            } else {
                break;
            }
        }
        &self.data[at..stop.min(end)]
    }

    /// The value that is exactly these bytes, if it is kept as one.
    #[inline]
    pub fn whole(&self, at: usize, width: usize) -> Option<Value> {
        let index = self.parts.binary_search_by_key(&at, |part| usize::from(part.at)).ok()?;
        let part = &self.parts[index];
        (usize::from(part.width) == width).then_some(part.value)
    }

    /// Whether every one of these bytes is undefined.
    pub fn all_undefined(&self, at: usize, width: usize) -> bool {
        (at..at + width).all(|at| matches!(self.byte(at), Byte::Undefined))
    }

    /// One byte.
    pub fn byte(&self, at: usize) -> Byte {
        if self.marked(at, 1) == 0 {
            return Byte::Plain(self.data[at]);
        }
        let next = self.parts.partition_point(|part| usize::from(part.at) <= at);
        match next.checked_sub(1).map(|index| &self.parts[index]) {
            Some(part) if at < part.end() => Byte::Of(part.value, (at - usize::from(part.at)) as u8),
            _ => Byte::Undefined,
        }
    }

    /// The part around a byte: where it starts, how many bytes it has, and what it is.
    pub fn part_around(&self, at: usize) -> Option<(usize, usize, Value)> {
        let next = self.parts.partition_point(|part| usize::from(part.at) <= at);
        let part = self.parts[..next].last().filter(|part| at < part.end())?;
        Some((usize::from(part.at), usize::from(part.width), part.value))
    }

    /// Takes these bytes out of every part; what is left of a part is kept byte by byte.
    fn cut(&mut self, at: usize, width: usize, pool: &mut Pool) -> Result<(), NoBytes> {
        if self.parts.is_empty() {
            return Ok(());
        }
        let end = at + width;
        let first = self.parts.partition_point(|part| part.end() <= at);
        let last = first + self.parts[first..].partition_point(|part| usize::from(part.at) < end);
        if first == last {
            return Ok(());
        }
        let mut rest = Vec::new();
        for part in &self.parts[first..last] {
            for index in 0..part.width {
                let place = usize::from(part.at) + usize::from(index);
                if place < at || place >= end {
                    let value = byte_of(pool, part.value, index).ok_or(NoBytes)?;
                    rest.push((place, value));
                }
            }
        }
        let mut kept = Vec::with_capacity(rest.len());
        for (place, value) in rest {
            match value {
                Value::Bits { bits, .. } => {
                    self.data[place] = bits as u8;
                    self.mark(place, 1, false);
                }
                _ => kept.push(Part { at: place as u16, width: 1, value }),
            }
        }
        self.parts.splice(first..last, kept);
        Ok(())
    }

    fn mark(&mut self, at: usize, width: usize, set: bool) {
        if self.marks.is_empty() {
            if !set {
                return;
            }
            self.marks = vec![0; self.data.len().div_ceil(64)].into();
        }
        let (mut at, end) = (at, at + width);
        while at < end {
            let (word, bit) = (at / 64, at % 64);
            let count = (64 - bit).min(end - at);
            let mask = (u64::MAX >> (64 - count)) << bit;
            if set {
                self.marks[word] |= mask;
            } else {
                self.marks[word] &= !mask;
            }
            at += count;
        }
    }

    /// Writes plain bytes.
    pub fn set_plain(&mut self, at: usize, bytes: &[u8], pool: &mut Pool) -> Result<(), NoBytes> {
        if !self.marks.is_empty() {
            self.cut(at, bytes.len(), pool)?;
            self.mark(at, bytes.len(), false);
        }
        self.data[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    /// Writes the same plain byte everywhere.
    pub fn fill_plain(&mut self, at: usize, width: usize, byte: u8, pool: &mut Pool) -> Result<(), NoBytes> {
        if !self.marks.is_empty() {
            self.cut(at, width, pool)?;
            self.mark(at, width, false);
        }
        self.data[at..at + width].fill(byte);
        Ok(())
    }

    /// Writes a value as one part, if it is in the page and cuts no other part.
    #[inline]
    pub fn put_part(&mut self, at: usize, width: usize, value: Value) -> Option<()> {
        if at + width > self.data.len() {
            return None;
        }
        let index = self.parts.partition_point(|part| part.end() <= at);
        match self.parts.get_mut(index) {
            Some(part) if usize::from(part.at) == at && usize::from(part.width) == width => part.value = value,
            Some(part) if usize::from(part.at) < at + width => return None,
            Some(_) | None => {
                self.mark(at, width, true);
                self.parts.insert(index, Part { at: at as u16, width: width as u8, value });
            }
        }
        Some(())
    }

    /// Writes a value as one part.
    pub fn set_part(&mut self, at: usize, width: usize, value: Value, pool: &mut Pool) -> Result<(), NoBytes> {
        if self.put_part(at, width, value).is_some() {
            return Ok(());
        }
        self.cut(at, width, pool)?;
        self.mark(at, width, true);
        let index = self.parts.partition_point(|part| usize::from(part.at) < at);
        self.parts.insert(index, Part { at: at as u16, width: width as u8, value });
        Ok(())
    }

    /// Forgets what the bytes are.
    pub fn set_undefined(&mut self, at: usize, width: usize, pool: &mut Pool) -> Result<(), NoBytes> {
        self.cut(at, width, pool)?;
        self.mark(at, width, true);
        Ok(())
    }

    /// Every pointer and term kept here, with where it starts and how many bytes it has.
    pub fn parts(&self) -> impl Iterator<Item = (usize, usize, Value)> + '_ {
        self.parts.iter().map(|part| (usize::from(part.at), usize::from(part.width), part.value))
    }
}
