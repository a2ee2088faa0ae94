//! Choices by the bits of a number, read as what they are: an element of a table at that position.

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::value::Value;

/// Larger tables are not read.
const MOST_ENTRIES: usize = 4096;

/// An element of a table.
pub(super) struct Lookup {
    /// The position, in units of `size`.
    pub(super) index: Term,
    /// A power of two.
    pub(super) size: u64,
    /// What is there, from position 0 on; behind the end of what was meant it is anything.
    pub(super) entries: Vec<Term>,
}

/// Reads a choice as an element of a table.
pub(super) fn lookup(pool: &Pool, term: Term) -> Option<Lookup> {
    let (high, index, set) = decides(pool, term)?;
    if !set {
        return None;
    }
    let low = lowest(pool, term, high)?;
    let count = 1_usize.checked_shl(u32::from(high - low) + 1).filter(|count| *count <= MOST_ENTRIES)?;
    let entries = (0..count).map(|entry| follow(pool, term, index, (entry as u128) << low)).collect();
    Some(Lookup { index, size: 1 << low, entries })
}

/// The bit that a choice depends on, of what, and whether the first way is for bits that are set.
fn decides(pool: &Pool, term: Term) -> Option<(u8, Term, bool)> {
    let (Op::Ite, &[condition, _, _]) = (pool.op(term), pool.args(term)) else { return None };
    let (Op::Eq, &[a, b]) = (pool.op(condition), pool.args(condition)) else { return None };
    let (bit, value) = if pool.value(a).is_some() { (b, a) } else { (a, b) };
    match (pool.op(bit), pool.value(value)) {
        (Op::Extract(high, low), Some(Value::Bits(value))) if high == low => {
            Some((high, pool.args(bit)[0], value.unsigned() == 1))
        }
        _ => None,
    }
}

/// The lowest bit that is looked at, if bits are looked at from high to low.
fn lowest(pool: &Pool, term: Term, high: u8) -> Option<u8> {
    let (mut open, mut low, mut seen) = (vec![(term, high)], high, 0);
    while let Some((term, most)) = open.pop() {
        seen += 1;
        let Some((bit, _, _)) = decides(pool, term) else { continue };
        if bit > most || seen > 2 * MOST_ENTRIES {
            return None;
        }
        low = low.min(bit);
        if bit > 0 {
            open.extend(pool.args(term)[1..].iter().map(|way| (*way, bit - 1)));
        }
    }
    Some(low)
}

/// The entry at a position. That a low bit of `i + 1` is set may be written as that of `i` is not: only a test of the
/// position itself for zero has its ways the other way round.
fn follow(pool: &Pool, mut term: Term, index: Term, position: u128) -> Term {
    while let Some((bit, of, set)) = decides(pool, term) {
        let args = pool.args(term);
        let first = (position >> bit & 1 == 1) == (set || of != index);
        term = if first { args[1] } else { args[2] };
    }
    term
}

/// The name of a table of which these are the entries, and its first position; for symbols called `name[0]`, `name[1]`, ...
pub(super) fn table_name(pool: &Pool, entries: &[Term]) -> Option<(String, u64)> {
    let element = |term: &Term| -> Option<(&str, u64)> {
        let Op::Symbol(symbol) = pool.op(*term) else { return None };
        let (name, rest) = pool.symbol_info(symbol).name.rsplit_once('[')?;
        Some((name, rest.strip_suffix(']')?.parse().ok()?))
    };
    let (name, first) = element(entries.first()?)?;
    let fits = |(at, term): &(usize, &Term)| element(term) == Some((name, first + *at as u64));
    // Behind the end there is something else.
    let fitting = entries.iter().enumerate().take_while(fits).count();
    (fitting > entries.len() / 2).then(|| (name.to_owned(), first))
}

/// A table of constants, as a string if it is one.
pub(super) fn constants(pool: &Pool, entries: &[Term]) -> Option<String> {
    let values: Option<Vec<_>> = entries
        .iter()
        .map(|term| match pool.value(*term) {
            Some(Value::Bits(bits)) => Some(*bits),
            _ => None,
        })
        .collect();
    let values = values?;
    let text: Vec<u8> = values.iter().map(|bits| bits.unsigned() as u8).take_while(|byte| *byte != 0).collect();
    let is_text = values.iter().all(|bits| bits.width() == 8) && text.len() < values.len();
    if is_text && text.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        return Some(format!("{:?}", String::from_utf8_lossy(&text)));
    }
    let mut shown: Vec<String> = values.iter().take(8).map(|bits| bits.signed().to_string()).collect();
    if values.len() > shown.len() {
        shown.push(super::LEFT_OUT.to_owned());
    }
    Some(format!("{{{}}}", shown.join(", ")))
}
