//! Inputs of C programs as people read them. They are bytes with a name; the type is known only where the name tells it.

use std::fmt::Write as _;

/// Longer texts are cut: the test case has all of them.
const MOST_BYTES: usize = 40;

/// Numbers from here on are shown in hexadecimal as well.
const LARGE: u64 = 1 << 16;

/// One input: `3`, `-2147483648 (0x80000000)`, `"abc\0\n"`.
pub fn readable(name: &str, bytes: &[u8]) -> String {
    let kind = name.strip_prefix("nondet_").unwrap_or_default();
    match (kind, bytes.len()) {
        ("float", 4) => f32::from_bits(unsigned(bytes) as u32).to_string(),
        ("double", 8) => f64::from_bits(unsigned(bytes)).to_string(),
        (_, 1 | 2 | 4 | 8) if !is_text(name) => number(bytes, is_unsigned(kind)),
        _ if is_argument(name) => text(bytes.split(|byte| *byte == 0).next().unwrap_or_default()),
        _ => text(bytes),
    }
}

/// Names that the runtime gives to bytes, whatever their number.
fn is_text(name: &str) -> bool {
    is_argument(name) || name == "stdin" || name == "nondet_memory" || name.ends_with("-data")
}

fn is_argument(name: &str) -> bool {
    name.strip_prefix("arg").is_some_and(|rest| rest.len() == 2 && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a `__VERIFIER_nondet_KIND` gives numbers that are never negative.
fn is_unsigned(kind: &str) -> bool {
    kind.starts_with(['u', 'U']) || matches!(kind, "bool" | "size_t" | "sector_t" | "pthread_t" | "pointer")
}

fn unsigned(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |n, byte| n << 8 | u64::from(*byte))
}

fn number(bytes: &[u8], is_unsigned: bool) -> String {
    let plain = unsigned(bytes);
    let unused = 64 - 8 * bytes.len() as u32;
    let signed = ((plain << unused) as i64) >> unused;
    let mut out = if is_unsigned { plain.to_string() } else { signed.to_string() };
    // It may well be a small array of characters.
    let letters = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let is_word = letters > 0
        && (letters > 1 || bytes.len() == 1)
        && bytes[..letters].iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ')
        && bytes[letters..].iter().all(|byte| *byte == 0);
    // Writing to a string cannot fail.
    let _ = match bytes {
        [byte] if is_word => write!(out, " ('{}')", char::from(*byte).escape_default()),
        _ if is_word => write!(out, " ({})", quoted(&bytes[..letters])),
        _ if signed.unsigned_abs() >= LARGE => write!(out, " ({plain:#x})"),
        _ => Ok(()),
    };
    out
}

fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let zeros = bytes.len() - end;
    match (end, zeros) {
        (0, 3..) => return format!("{} zero bytes", bytes.len()),
        _ if end > MOST_BYTES => {
            return format!("{}… ({} bytes)", quoted(&bytes[..MOST_BYTES]), bytes.len());
        }
        // One or two zeros are as short as words about them.
        (_, 3..) => return format!("{} and {zeros} zero bytes", quoted(&bytes[..end])),
        _ => {}
    }
    quoted(bytes)
}

/// As a string of C. An escape before a digit or letter is unambiguous: octal ones always have three digits unless
/// nothing could be taken for one more.
fn quoted(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for (i, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            b' '..=b'~' => out.push(char::from(*byte)),
            0 if !bytes.get(i + 1).is_some_and(u8::is_ascii_digit) => out.push_str("\\0"),
            // Writing to a string cannot fail.
            byte => drop(write!(out, "\\{byte:03o}")),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_inputs_are_numbers() {
        for (name, bytes, expected) in [
            ("n", &[3, 0, 0, 0][..], "3"),
            ("n", &[255, 255, 255, 255], "-1"),
            ("n", &[0, 0, 0, 128], "-2147483648 (0x80000000)"),
            ("n", &[255; 8], "-1"),
            ("nondet_uint", &[255; 4], "4294967295"),
            ("nondet_double", &1.5_f64.to_le_bytes(), "1.5"),
            ("c", b"A", "65 ('A')"),
            ("c", b"\n", "10"),
            ("s", b"abc\0", "6513249 (\"abc\")"),
            ("s", b"a\0\0\0", "97"),
        ] {
            assert_eq!(readable(name, bytes), expected);
        }
    }

    #[test]
    fn other_inputs_are_texts() {
        for (name, bytes, expected) in [
            ("s", &b"a\"b\\\n\0z\x01!"[..], r#""a\"b\\\n\0z\001!""#),
            ("s", b"\x001\xff", r#""\0001\377""#),
            ("s", &[0; 16], "16 zero bytes"),
            ("stdin", &[0], r#""\0""#),
            ("s", b"ab\0\0\0\0", "\"ab\" and 4 zero bytes"),
            ("s", b"abc", "\"abc\""),
            ("arg00", b"-n\0\x05", "\"-n\""),
            ("arg00", &[0; 4], "\"\""),
            ("stdin", b"1234", "\"1234\""),
            ("A-data", b"1", "\"1\""),
            ("s", b"", "\"\""),
        ] {
            assert_eq!(readable(name, bytes), expected);
        }
        let long = readable("s", &[b'x'; 1000]);
        assert!(long.len() < 60 && long.ends_with("… (1000 bytes)"), "{long}");
    }
}
