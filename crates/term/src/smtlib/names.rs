//! Names of symbols in SMT-LIB text: quoted when needed, escaped when quoting is not enough.

use std::fmt::Write;

/// Names that mean something to solvers, so that quoting would not make them ours.
const RESERVED: &[&str] = &[
    "true",
    "false",
    "not",
    "and",
    "or",
    "xor",
    "=>",
    "=",
    "distinct",
    "ite",
    "let",
    "forall",
    "exists",
    "par",
    "as",
    "_",
    "!",
    "match",
    "lambda",
    "+",
    "-",
    "*",
    "/",
    "div",
    "mod",
    "abs",
    "<",
    "<=",
    ">",
    ">=",
    "divisible",
    "to_real",
    "to_int",
    "is_int",
    "select",
    "store",
    "const",
    "concat",
    "extract",
    "repeat",
    "zero_extend",
    "sign_extend",
    "rotate_left",
    "rotate_right",
    "bv2nat",
    "nat2bv",
    "int2bv",
    "bv2int",
    "ubv_to_int",
    "sbv_to_int",
    "int_to_bv",
    "fp",
    "to_fp",
    "to_fp_unsigned",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
    "roundNearestTiesToEven",
    "roundNearestTiesToAway",
    "roundTowardPositive",
    "roundTowardNegative",
    "roundTowardZero",
    "NaN",
    "Int",
    "Bool",
    "Real",
    "Array",
    "BitVec",
    "Float16",
    "Float32",
    "Float64",
    "Float128",
    "RoundingMode",
    "String",
    "tdiv",
    "trem",
    "assert",
    "check-sat",
    "push",
    "pop",
    "exit",
    "if",
    "implies",
    "iff",
    "map",
    "default",
    "union",
    "subset",
    "set",
];

fn simple(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

fn clashes(name: &str) -> bool {
    RESERVED.contains(&name)
        || ["?", "esc!", "bv", "fp.", "pf.", "str.", "re.", "seq.", "int."].iter().any(|p| name.starts_with(p))
        || name.is_empty()
        || !name.bytes().all(|b| (32..127).contains(&b) && b != b'|' && b != b'\\')
}

/// A symbol's name as it is printed.
pub fn print_name(name: &str) -> String {
    if clashes(name) {
        let mut out = String::from("esc!");
        for byte in name.bytes() {
            if byte.is_ascii_alphanumeric() || byte == b'_' {
                out.push(byte as char);
            } else {
                // Writing to a string cannot fail.
                let _ = write!(out, "!{byte:02x}");
            }
        }
        return out;
    }
    let plain = name.bytes().all(simple) && !name.as_bytes()[0].is_ascii_digit();
    if plain { name.to_owned() } else { format!("|{name}|") }
}

/// The name a printed one (quotes already removed) stands for.
pub fn read_name(text: &str) -> String {
    let Some(escaped) = text.strip_prefix("esc!") else { return text.to_owned() };
    let mut bytes = Vec::new();
    let mut rest = escaped.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = tail.get(..2).and_then(|h| std::str::from_utf8(h).ok()).and_then(|h| u8::from_str_radix(h, 16).ok());
        match hex {
            Some(byte) if first == b'!' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for name in ["x", "a b", "and", "tdiv", "", "1x", "esc!a", "a|b", "č", "?l0", "n!0", "bvadd", "\\"] {
            let printed = print_name(name);
            assert_eq!(read_name(printed.trim_matches('|')), name, "{printed}");
        }
    }
}
