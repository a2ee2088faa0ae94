//! What goes over the pipes: one call there, one reply back, each as its length and its `postcard` form.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A longer message is nonsense.
pub const LONGEST: usize = 256 << 20;

/// A call to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Call {
    /// The symbol of the function.
    pub function: String,
    /// What it is given, in order.
    pub arguments: Vec<Argument>,
    /// The memory that it can reach.
    pub regions: Vec<Region>,
    /// How many addresses are needed at which nothing may be accessed and nothing called.
    pub traps: u32,
}

/// An argument, by how the machine passes it (System V ABI for x86-64, 3.2.3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Argument {
    /// In a general register.
    Word(Word),
    /// In a vector register: its low bits.
    Float(u64),
    /// On the stack, as a whole.
    Stack(Region),
}

/// Eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Word {
    /// A number.
    Number(u64),
    /// An address in what was passed.
    Place(Place),
    /// An address in other memory of the process. Only in replies.
    Foreign,
}

/// An address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Place {
    /// So many bytes behind the start of a region; may be outside of it.
    Region(u32, i64),
    /// The address of a trap.
    Trap(u32),
}

/// Bytes at one place.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Region {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// What its address is a multiple of.
    pub align: u64,
    /// Where in it there are addresses, and which. They do not overlap.
    pub places: Vec<(u64, Place)>,
}

/// What became of a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// A trap was accessed or called: its number in little endian. The process is gone.
    // The signal handler writes this one by hand: first, and of plain bytes.
    Trapped([u8; 4]),
    /// It returned.
    Returned(Returned),
    /// It was not made: why.
    Refused(String),
}

/// What a function that returned left behind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Returned {
    /// What the first general register holds.
    pub word: Word,
    /// The same as a number.
    pub number: u64,
    /// The low bits of the first vector register.
    pub float: u64,
    /// What it wrote to regions.
    pub changes: Vec<Change>,
    /// Whether bytes beside the regions were written.
    pub spilled: bool,
}

/// Something that was written: which region, at which byte, what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// The region.
    pub region: u32,
    /// From which byte on.
    pub at: u64,
    /// What.
    pub what: Written,
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Written {
    /// These bytes.
    Bytes(Vec<u8>),
    /// An address in what was passed.
    Place(Place),
    /// An address in other memory of the process.
    Foreign,
}

/// A message with its length before it.
pub fn frame(message: &impl Serialize) -> Vec<u8> {
    // Serializing plain data into memory has nothing that could fail.
    let body = postcard::to_stdvec(message).expect("messages can be serialized");
    let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
    bytes.extend(body);
    bytes
}

/// The first message in these bytes and how many it takes; none if it is not there as a whole.
pub fn unframe<T: DeserializeOwned>(bytes: &[u8]) -> Result<Option<(T, usize)>, String> {
    let Some((length, rest)) = bytes.split_first_chunk() else { return Ok(None) };
    let length = u32::from_le_bytes(*length) as usize;
    if length > LONGEST {
        return Err("a message that is too long".to_owned());
    }
    let Some(body) = rest.get(..length) else { return Ok(None) };
    let message = postcard::from_bytes(body).map_err(|error| format!("a message that is none: {error}"))?;
    Ok(Some((message, 4 + length)))
}

/// Reads one message; none at the end of the stream.
pub fn read<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<Option<T>> {
    let mut bytes = vec![0; 4];
    match from.read_exact(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize;
    if length > LONGEST {
        return Err(io::Error::other("a message that is too long"));
    }
    bytes.resize(4 + length, 0);
    from.read_exact(&mut bytes[4..])?;
    Ok(unframe(&bytes).map_err(io::Error::other)?.map(|(message, _)| message))
}

/// Writes one message.
pub fn write(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    to.write_all(&frame(message))?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let call = Call {
            function: "f".to_owned(),
            arguments: vec![Argument::Word(Word::Place(Place::Region(0, -1))), Argument::Float(7)],
            regions: vec![Region { bytes: vec![0; 8], align: 16, places: vec![(0, Place::Trap(1))] }],
            traps: 2,
        };
        let bytes = frame(&call);
        assert_eq!(read::<Call>(&mut &bytes[..]).expect("a message"), Some(call.clone()));
        assert_eq!(unframe::<Call>(&bytes), Ok(Some((call, bytes.len()))));
        for length in 0..bytes.len() {
            assert_eq!(unframe::<Call>(&bytes[..length]), Ok(None));
        }
        assert!(unframe::<Call>(&[255; 8]).is_err());
    }

    #[test]
    fn a_trap_is_plain_bytes() {
        assert_eq!(frame(&Reply::Trapped([1, 2, 3, 4])), [5, 0, 0, 0, 0, 1, 2, 3, 4]);
    }
}
