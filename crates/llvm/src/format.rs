//! The file that carries a program from the loader process to its caller: a magic word, a version, a hash of
//! the rest, and the program in `postcard` form.

use pathfold_ir::{Program, verify};

use crate::hash::content_hash;

const MAGIC: &[u8; 8] = b"PATHFOLD";

/// The version of the form; changes whenever the data types of programs do.
pub const FORMAT_VERSION: u32 = 4;

/// The program as bytes.
pub fn write_program(program: &Program) -> Vec<u8> {
    // Serializing plain data into memory has nothing that could fail.
    let body = postcard::to_stdvec(program).expect("programs can be serialized");
    let mut bytes = Vec::with_capacity(MAGIC.len() + 20 + body.len());
    bytes.extend(MAGIC);
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend(content_hash(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The program that bytes stand for; they may come from anywhere.
pub fn read_program(bytes: &[u8]) -> Result<Program, String> {
    let program = read_trusted_program(bytes)?;
    match verify(&program).first() {
        Some(error) => Err(format!("the program file is damaged: {error}")),
        None => Ok(program),
    }
}

/// The program that bytes stand for, which the loader or a build of ours wrote: its rules are not checked again.
pub fn read_trusted_program(bytes: &[u8]) -> Result<Program, String> {
    let body = bytes.strip_prefix(MAGIC).ok_or("not a program file")?;
    let (version, body) = body.split_at_checked(4).ok_or("the program file is cut off")?;
    if version != FORMAT_VERSION.to_le_bytes() {
        return Err("the program file is of another version".to_owned());
    }
    let (hash, body) = body.split_at_checked(16).ok_or("the program file is cut off")?;
    if hash != content_hash(body).to_le_bytes() {
        return Err("the program file is damaged".to_owned());
    }
    let (program, rest) =
        postcard::take_from_bytes::<Program>(body).map_err(|error| format!("the program file is damaged: {error}"))?;
    if !rest.is_empty() {
        return Err("the program file is damaged: it goes on after its end".to_owned());
    }
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Program {
        let text = "global @g: bytes 4 = x\"00010203\"\nfunc @main() -> bv32 {\nb0:\n  ret 3:bv32\n}\nentry @main\n";
        pathfold_ir::text::parse(text).expect("a program")
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(read_program(&write_program(&sample())), Ok(sample()));
    }

    #[test]
    fn damage_is_an_error() {
        let bytes = write_program(&sample());
        for length in 0..bytes.len() {
            assert!(read_program(&bytes[..length]).is_err());
        }
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(read_program(&damaged).is_err());
        }
        assert!(read_program(&[bytes, vec![0]].concat()).is_err());
    }
}
