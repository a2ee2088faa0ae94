//! The memory of one call: regions at addresses of ours, and what the function changed in them.

use pathfold_outside::message::{Change, Place, Region, Word, Written};

use super::arena::{Arena, MOST_TRAPS, TRAP};

/// Between regions there is at least as much, filled with a pattern: who writes beside a region is noticed.
const GAP: usize = 64;
const PATTERN: u8 = 0xa5;
/// Lower numbers are no addresses of anything.
const LOWEST: u64 = 1 << 16;
/// Addresses of a process are below.
const HIGHEST: u64 = 1 << 47;

/// What a call is given.
pub struct Image<'a> {
    regions: &'a [Region],
    /// Where each region starts.
    starts: Vec<usize>,
    traps: u64,
    opened: (usize, usize),
    /// What was there before the call.
    before: Vec<u8>,
    /// The memory of the process, once somebody wanted to know.
    mapped: Option<Vec<(u64, u64)>>,
}

impl<'a> Image<'a> {
    /// Copies regions to addresses of their own.
    pub fn new(regions: &'a [Region], arena: &mut Arena) -> Result<Self, String> {
        let mut end = GAP;
        let mut offsets = Vec::with_capacity(regions.len());
        for region in regions {
            let align = usize::try_from(region.align).unwrap_or(16).clamp(16, 4096).next_power_of_two();
            end = end.next_multiple_of(align);
            offsets.push(end);
            end += region.bytes.len() + GAP;
        }
        let opened = arena.open(end)?;
        let starts: Vec<usize> = offsets.iter().map(|offset| opened.0 + offset).collect();
        let mut image = Self { regions, starts, traps: arena.traps(), opened, before: Vec::new(), mapped: None };
        let mut before = vec![PATTERN; opened.1];
        for (region, offset) in regions.iter().zip(offsets) {
            before[offset..offset + region.bytes.len()].copy_from_slice(&image.relocated(region));
        }
        // The pages were opened for this.
        unsafe { std::ptr::copy_nonoverlapping(before.as_ptr(), opened.0 as *mut u8, opened.1) };
        image.before = before;
        Ok(image)
    }

    /// The bytes of a region with the addresses that are in it.
    pub fn relocated(&self, region: &Region) -> Vec<u8> {
        let mut bytes = region.bytes.clone();
        for (at, place) in &region.places {
            let at = *at as usize;
            if let Some(word) = bytes.get_mut(at..at + 8) {
                word.copy_from_slice(&self.address(Word::Place(*place)).to_le_bytes());
            }
        }
        bytes
    }

    /// The number that a word is.
    pub fn address(&self, word: Word) -> u64 {
        match word {
            Word::Number(number) => number,
            Word::Place(Place::Region(region, offset)) => {
                let start = self.starts.get(region as usize).copied().unwrap_or(0);
                (start as u64).wrapping_add_signed(offset)
            }
            Word::Place(Place::Trap(trap)) => self.traps + u64::from(trap) * TRAP,
            Word::Foreign => 0,
        }
    }

    /// What a number means, if it is an address: one past the end of a region is one of it too.
    pub fn word(&mut self, number: u64) -> Word {
        let after = self.starts.partition_point(|start| *start as u64 <= number);
        if let Some(index) = after.checked_sub(1) {
            let offset = number - self.starts[index] as u64;
            if offset <= self.regions[index].bytes.len() as u64 {
                return Word::Place(Place::Region(index as u32, offset as i64));
            }
        }
        let trap = number.wrapping_sub(self.traps);
        if trap < u64::from(MOST_TRAPS) * TRAP && trap.is_multiple_of(TRAP) {
            return Word::Place(Place::Trap((trap / TRAP) as u32));
        }
        if (LOWEST..HIGHEST).contains(&number) && self.is_mapped(number) { Word::Foreign } else { Word::Number(number) }
    }

    fn is_mapped(&mut self, address: u64) -> bool {
        let ranges = self.mapped.get_or_insert_with(mapped);
        ranges.iter().any(|(start, end)| (*start..*end).contains(&address))
    }

    /// What the function wrote, and whether it wrote beside what it was given.
    pub fn changes(&mut self) -> (Vec<Change>, bool) {
        let before = std::mem::take(&mut self.before);
        // What is there now: the pages are open, and nobody else runs that we know of.
        let after = unsafe { std::slice::from_raw_parts(self.opened.0 as *const u8, self.opened.1) }.to_vec();
        let (mut changes, mut spilled, mut end) = (Vec::new(), false, 0);
        for index in 0..self.regions.len() {
            let start = self.starts[index] - self.opened.0;
            spilled |= before[end..start] != after[end..start];
            end = start + self.regions[index].bytes.len();
            if before[start..end] != after[start..end] {
                self.region_changes(index, &before[start..end], &after[start..end], &mut changes);
            }
        }
        spilled |= before[end..] != after[end..];
        (changes, spilled)
    }

    fn region_changes(&mut self, index: usize, before: &[u8], after: &[u8], changes: &mut Vec<Change>) {
        let region = index as u32;
        let mut changed: Vec<bool> = before.iter().zip(after).map(|(old, new)| old != new).collect();
        // Addresses that were there first: what is left of one means nothing to whoever gave it, so it changes as a whole.
        let given = self.regions[index].places.iter().map(|(at, _)| *at as usize);
        let aligned = (0..before.len() / 8).map(|word| 8 * word);
        for (at, was_address) in given.map(|at| (at, true)).chain(aligned.map(|at| (at, false))) {
            let Some(bytes) = changed.get_mut(at..at + 8).filter(|bytes| bytes.contains(&true)) else { continue };
            let number = after[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            let what = match self.word(number) {
                Word::Place(place) => Written::Place(place),
                Word::Foreign => Written::Foreign,
                Word::Number(_) if was_address => Written::Bytes(after[at..at + 8].to_vec()),
                Word::Number(_) => continue,
            };
            bytes.fill(false);
            changes.push(Change { region, at: at as u64, what });
        }
        let mut at = 0;
        while let Some(start) = (at..changed.len()).find(|byte| changed[*byte]) {
            at = (start..changed.len()).find(|byte| !changed[*byte]).unwrap_or(changed.len());
            changes.push(Change { region, at: start as u64, what: Written::Bytes(after[start..at].to_vec()) });
        }
    }

    /// Takes the memory away.
    pub fn close(self, arena: &mut Arena) -> Result<(), String> {
        arena.close(self.opened)
    }
}

/// The ranges of addresses that this process uses.
fn mapped() -> Vec<(u64, u64)> {
    let text = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let range = |line: &str| {
        let (start, end) = line.split_whitespace().next()?.split_once('-')?;
        Some((u64::from_str_radix(start, 16).ok()?, u64::from_str_radix(end, 16).ok()?))
    };
    text.lines().filter_map(range).collect()
}
