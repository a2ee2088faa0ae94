//! `.ktest` files, KLEE's format for test cases: the arguments of the program and the objects that are its inputs.
//!
//! Version 3: `KTEST`, then numbers of four bytes, the highest byte first: the version; how many arguments, and each with
//! its length; how many arguments are symbolic and how long they may be; how many objects, and each as name and bytes,
//! both with their length. Older versions lack the two numbers about symbolic arguments and are read as well.

/// What every file starts with.
const MAGIC: &[u8; 5] = b"KTEST";
/// What files of the first version start with.
const OLD_MAGIC: &[u8; 5] = b"BOUT\n";
/// The version that is written, and the newest that is read.
const VERSION: u32 = 3;

/// A test case as KLEE's tools know it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KTest {
    /// The program and its arguments.
    pub args: Vec<Vec<u8>>,
    /// How many arguments are symbolic; zero where inputs have names, as in all newer files.
    pub sym_argvs: u32,
    /// How long they may be.
    pub sym_argv_len: u32,
    /// The inputs in the order of their use; names are not unique.
    pub objects: Vec<(String, Vec<u8>)>,
}

impl KTest {
    /// As the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let number = |out: &mut Vec<u8>, n: usize| {
            // Nothing of 4 GiB is an input: the solver would never answer.
            out.extend_from_slice(&u32::try_from(n).unwrap_or(u32::MAX).to_be_bytes());
        };
        let bytes = |out: &mut Vec<u8>, bytes: &[u8]| {
            number(out, bytes.len());
            out.extend_from_slice(bytes);
        };
        number(&mut out, VERSION as usize);
        number(&mut out, self.args.len());
        for arg in &self.args {
            bytes(&mut out, arg);
        }
        number(&mut out, self.sym_argvs as usize);
        number(&mut out, self.sym_argv_len as usize);
        number(&mut out, self.objects.len());
        for (name, contents) in &self.objects {
            bytes(&mut out, name.as_bytes());
            bytes(&mut out, contents);
        }
        out
    }

    /// Reads the bytes of a file. The error is a sentence for people.
    pub fn from_bytes(file: &[u8]) -> Result<Self, String> {
        let mut rest = file;
        let magic = take(&mut rest, 5).unwrap_or_default();
        if magic != MAGIC && magic != OLD_MAGIC {
            return Err("this is not a .ktest file".to_owned());
        }
        let version = number(&mut rest)?;
        if version > VERSION {
            return Err(format!("its version is {version}, this program reads versions up to {VERSION}"));
        }
        let mut test = KTest::default();
        for _ in 0..number(&mut rest)? {
            test.args.push(bytes(&mut rest)?.to_vec());
        }
        if version >= 2 {
            test.sym_argvs = number(&mut rest)?;
            test.sym_argv_len = number(&mut rest)?;
        }
        for _ in 0..number(&mut rest)? {
            let name = String::from_utf8_lossy(bytes(&mut rest)?).into_owned();
            test.objects.push((name, bytes(&mut rest)?.to_vec()));
        }
        Ok(test)
    }
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], String> {
    let (taken, left) = rest.split_at_checked(count).ok_or("it ends too early")?;
    *rest = left;
    Ok(taken)
}

fn number(rest: &mut &[u8]) -> Result<u32, String> {
    let bytes = take(rest, 4)?;
    Ok(bytes.iter().fold(0, |n, byte| n << 8 | u32::from(*byte)))
}

fn bytes<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], String> {
    let length = number(rest)?;
    take(rest, length as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> KTest {
        KTest {
            args: vec![b"prog".to_vec(), b"-x".to_vec()],
            sym_argvs: 0,
            sym_argv_len: 0,
            objects: vec![("n".to_owned(), vec![3, 0, 0, 0]), ("s".to_owned(), Vec::new())],
        }
    }

    #[test]
    fn the_bytes_are_those_of_klee() {
        let expected = b"KTEST\0\0\0\x03\
            \0\0\0\x02\0\0\0\x04prog\0\0\0\x02-x\
            \0\0\0\0\0\0\0\0\
            \0\0\0\x02\0\0\0\x01n\0\0\0\x04\x03\0\0\0\0\0\0\x01s\0\0\0\0";
        assert_eq!(sample().to_bytes(), expected);
    }

    #[test]
    fn what_is_written_is_read() {
        for test in [sample(), KTest::default()] {
            assert_eq!(KTest::from_bytes(&test.to_bytes()), Ok(test));
        }
    }

    #[test]
    fn the_first_version_is_read() {
        let file = b"BOUT\n\0\0\0\x01\0\0\0\x01\0\0\0\x01p\0\0\0\x01\0\0\0\x01n\0\0\0\x01\x07";
        let test = KTest::from_bytes(file).expect("an old file");
        assert_eq!((test.args, test.objects), (vec![b"p".to_vec()], vec![("n".to_owned(), vec![7])]));
    }

    #[test]
    fn wrong_files_get_a_sentence() {
        let whole = sample().to_bytes();
        for end in 0..whole.len() {
            assert!(KTest::from_bytes(&whole[..end]).is_err(), "{end} bytes");
        }
        let mut newer = whole.clone();
        newer[8] = 4;
        assert!(KTest::from_bytes(&newer).is_err_and(|why| why.contains("version is 4")));
        let mut huge = whole;
        huge[9..13].fill(255);
        assert!(KTest::from_bytes(&huge).is_err());
    }
}
