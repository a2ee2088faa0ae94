//! What an external function is given: its arguments, and all memory that can be reached from them.

use pathfold_base::{FxMap, FxSet};
use pathfold_ir::convention::{Other, Passing};
use pathfold_ir::{Layout, Type};
use pathfold_outside::message::{Argument, Call, Place, Region, Word};
use pathfold_term::{Features, SymbolKind, Term, Value as Constant, subst};

use crate::code::ExternalCall;
use crate::explore::Explorer;
use crate::memory::{Byte, ObjectRef};
use crate::state::State;
use crate::value::{ObjectId, Value};

/// More memory than this is not passed.
const MOST_BYTES: usize = 64 << 20;

/// What was passed, and what that means for the state.
#[derive(Default)]
pub struct Passed {
    /// The objects, by region.
    pub objects: Vec<ObjectId>,
    /// Where bytes were undefined, by region: what is there instead is a pattern.
    pub undefined: Vec<Vec<usize>>,
    /// What traps stand for.
    pub traps: Vec<Value>,
    /// What is assumed: that symbolic values are those that were passed.
    pub conditions: Vec<Term>,
    regions: FxMap<ObjectId, u32>,
    assumed: FxSet<Term>,
}

impl Explorer<'_> {
    /// The call with everything that it needs. The error says about the function why it cannot be made.
    pub(super) fn pass(
        &mut self,
        state: &State,
        call: &ExternalCall,
        values: &[Value],
        passed: &mut Passed,
    ) -> Result<Call, String> {
        let mut arguments = Vec::new();
        let fixed = values.len() - usize::from(call.variadic);
        for (index, (value, ty)) in values.iter().zip(&call.types).take(fixed).enumerate() {
            arguments.push(match (call.convention.fixed(index), *ty) {
                (Passing::Unknown, _) | (_, Type::Int | Type::Bv(65..)) => return Err(unsupported()),
                (Passing::Copied, _) => Argument::Stack(self.copied(state, *value, passed)?),
                (Passing::Plain | Passing::Signed, Type::F32 | Type::F64) => {
                    Argument::Float(self.number(state, *value, passed)?)
                }
                (Passing::Signed, Type::Bv(width)) => {
                    let bits = self.number(state, *value, passed)?;
                    let shift = 64 - u32::from(width);
                    Argument::Word(Word::Number(((bits << shift) as i64 >> shift) as u64))
                }
                (Passing::Plain | Passing::Signed, _) => Argument::Word(self.word(state, *value, passed)?),
            });
        }
        let others = call.convention.others().ok_or_else(unsupported)?;
        if let (true, Some(list)) = (call.variadic, values.last()) {
            arguments.extend(self.others(state, *list, &others, passed)?);
        }
        // Objects that are found in objects come behind them.
        let (mut regions, mut bytes) = (Vec::new(), 0);
        while let Some(object) = passed.objects.get(regions.len()) {
            let (region, undefined) = self.region(state, *object, passed)?;
            bytes += region.bytes.len();
            if bytes > MOST_BYTES {
                return Err("can reach too much memory".to_owned());
            }
            regions.push(region);
            passed.undefined.push(undefined);
        }
        Ok(Call { function: call.function.clone(), arguments, regions, traps: passed.traps.len() as u32 })
    }

    /// The arguments behind the declared ones, which lie in one object.
    fn others(
        &mut self,
        state: &State,
        list: Value,
        others: &[Other],
        passed: &mut Passed,
    ) -> Result<Vec<Argument>, String> {
        let mut arguments = Vec::new();
        let Value::Ptr { object, offset } = list else { return Err(unsupported()) };
        for (index, other) in others.iter().enumerate() {
            let at = usize::try_from(offset).map_err(|_| unsupported())? + 8 * index;
            let (ty, target) = match other {
                Other::General => (Type::Ptr, state.memory.live(object)),
                Other::Vector => (Type::F64, state.memory.live(object)),
                Other::Unknown => return Err(unsupported()),
            };
            let target = target.ok().filter(|target| at + 8 <= target.len()).ok_or_else(unsupported)?;
            let value = target.read(at, ty, &mut self.pool).map_err(|_| unreadable())?;
            arguments.push(match ty {
                Type::F64 => Argument::Float(self.number(state, value, passed)?),
                _ => Argument::Word(self.word(state, value, passed)?),
            });
        }
        Ok(arguments)
    }

    /// The object behind a pointer as an argument.
    fn copied(&mut self, state: &State, pointer: Value, passed: &mut Passed) -> Result<Region, String> {
        match pointer {
            Value::Ptr { object, offset: 0 } if state.memory.live(object).is_ok() => {
                Ok(self.region(state, object, passed)?.0)
            }
            _ => Err(unsupported()),
        }
    }

    /// The bytes of an object, and which of them are undefined.
    fn region(&mut self, state: &State, object: ObjectId, passed: &mut Passed) -> Result<(Region, Vec<usize>), String> {
        let object = state.memory.object(object);
        let Some(contents) = object.bytes() else { return Err("is given an object without bytes".to_owned()) };
        let mut region = Region { bytes: Vec::with_capacity(contents.len()), align: object.align, places: Vec::new() };
        let mut undefined = Vec::new();
        while region.bytes.len() < contents.len() {
            let at = region.bytes.len();
            let plain = contents.plain_run(at, contents.len() - at);
            if !plain.is_empty() {
                region.bytes.extend_from_slice(plain);
                continue;
            }
            match contents.byte(at) {
                Byte::Plain(byte) => region.bytes.push(byte),
                Byte::Undefined => {
                    undefined.push(at);
                    region.bytes.push(pattern(at));
                }
                Byte::Of(..) => {
                    let (start, width, value) = contents.part_around(at).ok_or_else(unreadable)?;
                    match self.word(state, value, passed)? {
                        Word::Number(bits) if start == at && width <= 8 => {
                            region.bytes.extend_from_slice(&bits.to_le_bytes()[..width]);
                        }
                        Word::Place(place) if start == at && width == 8 => {
                            region.places.push((at as u64, place));
                            region.bytes.extend_from_slice(&[0; 8]);
                        }
                        Word::Number(_) | Word::Place(_) | Word::Foreign => return Err(unreadable()),
                    }
                }
            }
        }
        self.addresses(state, &mut region, passed);
        Ok((region, undefined))
    }

    /// Numbers that are addresses of objects are addresses: programs compute with them.
    fn addresses(&mut self, state: &State, region: &mut Region, passed: &mut Passed) {
        for at in (0..region.bytes.len() / 8).map(|word| 8 * word) {
            let number = region.bytes[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            if state.memory.at_address(number).is_some()
                && region.places.iter().all(|(other, _)| at.abs_diff(*other as usize) >= 8)
                && let Some(place) = address(state, number, passed)
            {
                region.places.push((at as u64, place));
            }
        }
    }

    /// A number or an address, whatever the value is.
    fn word(&mut self, state: &State, value: Value, passed: &mut Passed) -> Result<Word, String> {
        Ok(match value {
            Value::Undef => Word::Number(0),
            Value::Bool(bit) => Word::Number(u64::from(bit)),
            Value::Bits { bits, .. } => Word::Number(bits),
            Value::F32(bits) => Word::Number(u64::from(bits)),
            Value::F64(bits) => Word::Number(bits),
            Value::Ptr { object: ObjectId::NULL, offset } => {
                let number = offset as u64;
                address(state, number, passed).map_or(Word::Number(number), Word::Place)
            }
            Value::Ptr { object, offset } => Word::Place(place(state, object, offset, passed)),
            Value::Function(_) => Word::Place(trap(value, passed)),
            Value::PtrTerm { object: ObjectId::NULL, offset } => {
                let number = self.fixed(state, offset, passed)?;
                address(state, number, passed).map_or(Word::Number(number), Word::Place)
            }
            Value::PtrTerm { object, offset } => {
                let offset = self.fixed(state, offset, passed)?;
                Word::Place(place(state, object, offset as i64, passed))
            }
            Value::Term(term) => {
                let number = self.fixed(state, term, passed)?;
                // Where an address is put together, it is one of these.
                let based = self.pool.features(term).contains(Features::BASE);
                match address(state, number, passed).filter(|_| based) {
                    Some(place) => Word::Place(place),
                    None if based && number != 0 => return Err(unreadable()),
                    None => Word::Number(number),
                }
            }
            Value::Int(_) | Value::Wide { .. } => return Err(unreadable()),
        })
    }

    /// A value that is no address.
    fn number(&mut self, state: &State, value: Value, passed: &mut Passed) -> Result<u64, String> {
        match self.word(state, value, passed)? {
            Word::Number(number) => Ok(number),
            Word::Place(_) | Word::Foreign => Err(unreadable()),
        }
    }

    /// The value that a term has for the inputs at hand; from here on it has no other one.
    // APPROX: what was never set is zero. The path must not depend on it, so it is so in the condition too.
    fn fixed(&mut self, state: &State, term: Term, passed: &mut Passed) -> Result<u64, String> {
        let mut zeros = FxMap::default();
        for symbol in self.pool.free_symbols(term).iter() {
            let info = self.pool.symbol_info(*symbol);
            if info.kind == SymbolKind::Undefined {
                let (own, sort) = (self.pool.symbol_term(*symbol), info.sort);
                zeros.insert(own, self.pool.constant(Constant::default_of(sort)));
            }
        }
        let term = subst::substitute(&mut self.pool, term, &zeros);
        let term = state.memory.ground(&mut self.pool, term);
        let value = self.evaluate(term, &state.witness).ok_or_else(unreadable)?;
        let number = match &value {
            Constant::Bits(bits) if bits.width() <= 64 => bits.unsigned() as u64,
            Constant::Fp(_, bits) => *bits,
            Constant::Bool(bit) => u64::from(*bit),
            Constant::Bits(_) | Constant::Int(_) | Constant::Array(_) => return Err(unreadable()),
        };
        if passed.assumed.insert(term) {
            let value = self.pool.constant(value);
            passed.conditions.push(self.pool.eq(term, value));
        }
        Ok(number)
    }
}

/// An address in an object: the object is passed too. What is dead must not be accessed.
fn place(state: &State, object: ObjectId, offset: i64, passed: &mut Passed) -> Place {
    let bytes = |object: &ObjectRef<'_>| object.layout == Layout::Bytes;
    if state.memory.live(object).ok().filter(bytes).is_none() {
        return trap(Value::Ptr { object, offset }, passed);
    }
    let next = passed.objects.len() as u32;
    let region = *passed.regions.entry(object).or_insert(next);
    if region == next {
        passed.objects.push(object);
    }
    Place::Region(region, offset)
}

/// The address in the program's memory that a number is, if it is one.
fn address(state: &State, number: u64, passed: &mut Passed) -> Option<Place> {
    let found = state.memory.at_address(number).filter(|object| object.id != ObjectId::NULL)?;
    let object = state.memory.live(found.id).ok()?;
    Some(place(state, object.id, (number - object.address) as i64, passed))
}

fn trap(value: Value, passed: &mut Passed) -> Place {
    let known = passed.traps.iter().position(|trap| *trap == value);
    let index = known.unwrap_or_else(|| {
        passed.traps.push(value);
        passed.traps.len() - 1
    });
    Place::Trap(index as u32)
}

/// What is passed for an undefined byte: nothing that a function is likely to write there.
pub fn pattern(at: usize) -> u8 {
    ((at as u32).wrapping_mul(0x9e37_79b1) >> 24) as u8 | 0x80
}

fn unsupported() -> String {
    "has arguments or a result that are passed in a way that is not supported (structures in registers, `long double`, \
     vectors, wide integers)"
        .to_owned()
}

fn unreadable() -> String {
    "is given a value that cannot be made concrete".to_owned()
}
