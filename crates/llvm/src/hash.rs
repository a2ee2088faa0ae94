//! A hash of contents: names cached files, and tells damaged ones apart from whole ones. Not against attackers.

/// Sums up bytes in 128 bits: two lanes of multiply and rotate with different constants.
#[derive(Clone, Debug)]
pub struct ContentHash {
    lanes: [u64; 2],
    length: u64,
}

impl ContentHash {
    /// The hash of nothing.
    pub fn new() -> Self {
        Self { lanes: [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344], length: 0 }
    }

    fn word(&mut self, word: u64) {
        let [a, b] = self.lanes;
        let a = (a ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let b = (b.rotate_left(23) ^ word).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        self.lanes = [a, b ^ a.rotate_right(17)];
    }

    /// Adds a run of bytes; where one run ends and the next begins matters.
    pub fn add(&mut self, bytes: &[u8]) {
        let chunks = bytes.chunks_exact(8);
        let rest = chunks.remainder();
        for chunk in chunks {
            // Chunks of eight are eight bytes.
            self.word(u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.word(u64::from_le_bytes(last));
        self.length += bytes.len() as u64;
        self.word(bytes.len() as u64);
    }

    /// The hash of everything so far.
    pub fn finish(&self) -> u128 {
        let mut end = self.clone();
        end.word(self.length);
        end.word(!self.length);
        (u128::from(end.lanes[0]) << 64) | u128::from(end.lanes[1])
    }
}

impl Default for ContentHash {
    fn default() -> Self {
        Self::new()
    }
}

/// The hash of one run of bytes.
pub fn content_hash(bytes: &[u8]) -> u128 {
    let mut hash = ContentHash::new();
    hash.add(bytes);
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_and_the_length_count() {
        let mut seen = std::collections::HashSet::new();
        for length in 0..40 {
            let mut bytes = vec![0; length];
            assert!(seen.insert(content_hash(&bytes)));
            for bit in 0..length * 8 {
                bytes[bit / 8] ^= 1 << (bit % 8);
                assert!(seen.insert(content_hash(&bytes)));
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
        }
    }

    #[test]
    fn the_ends_of_runs_count() {
        let hash = |runs: &[&[u8]]| {
            let mut hash = ContentHash::new();
            runs.iter().for_each(|run| hash.add(run));
            hash.finish()
        };
        assert_ne!(hash(&[b"ab", b"c"]), hash(&[b"a", b"bc"]));
        assert_ne!(hash(&[b"", b"x"]), hash(&[b"x", b""]));
    }
}
