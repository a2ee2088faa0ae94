//! A name for a source text, so that a test case knows whether its program has changed.

/// FNV-1a over 128 bits, in hexadecimal. Not for security: it tells apart versions of a file.
pub fn source_hash(text: &str) -> String {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let hash = text.bytes().fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    format!("fnv1a-128:{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(source_hash(""), "fnv1a-128:6c62272e07bb014262b821756295c58d");
        assert_eq!(source_hash("a"), "fnv1a-128:d228cb696f1a8caf78912b704e4a8964");
    }
}
