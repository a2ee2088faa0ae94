//! A name for a source text, so that a test case knows whether its program has changed.

/// FNV-1a over 128 bits. Not for security: it tells apart versions of a file.
#[derive(Clone, Debug)]
pub struct Hash(u128);

impl Hash {
    /// Of nothing.
    pub fn new() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// Of these bytes after those before.
    pub fn add(&mut self, bytes: &[u8]) {
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME));
    }

    /// The number.
    pub fn finish(&self) -> u128 {
        self.0
    }
}

impl Default for Hash {
    fn default() -> Self {
        Self::new()
    }
}

/// The name of a text, in hexadecimal.
pub fn source_hash(text: &str) -> String {
    let mut hash = Hash::new();
    hash.add(text.as_bytes());
    format!("fnv1a-128:{:032x}", hash.finish())
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
