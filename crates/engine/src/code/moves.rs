//! Parallel moves into slots as a sequence: the arguments of a jump are all read before any parameter is set.

use super::Slot;

/// Orders `moves` (each `dst <- src`, destinations distinct) so that running them one by one has the effect of running
/// them at once. Cycles go through `scratch`.
pub fn sequence(moves: &[(Slot, Slot)], scratch: Slot) -> Vec<(Slot, Slot)> {
    let mut pending: Vec<(Slot, Slot)> = moves.iter().copied().filter(|(dst, src)| src != dst).collect();
    let mut ordered = Vec::with_capacity(pending.len());
    while !pending.is_empty() {
        let free = pending.iter().position(|(dst, _)| !pending.iter().any(|(_, src)| src == dst));
        if let Some(index) = free {
            ordered.push(pending.swap_remove(index));
        } else {
            // Every destination is still to be read: a cycle. Save one of them and read the copy instead.
            let saved = pending[0].0;
            ordered.push((scratch, saved));
            for (_, src) in &mut pending {
                if *src == saved {
                    *src = scratch;
                }
            }
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_base::Rng;

    fn run(moves: &[(Slot, Slot)], slots: &mut [u32]) {
        for (dst, src) in moves {
            slots[*dst as usize] = slots[*src as usize];
        }
    }

    #[test]
    fn every_order_of_moves_acts_at_once() {
        let mut rng = Rng::new(5);
        for _ in 0..2000 {
            let count = rng.below(6);
            let mut targets: Vec<Slot> = (0..6).collect();
            let moves: Vec<(Slot, Slot)> =
                (0..count).map(|_| (targets.swap_remove(rng.below(targets.len())), rng.below(6) as u32)).collect();
            let before: Vec<u32> = (0..7).map(|i| 100 + i).collect();
            let mut expected = before.clone();
            for (dst, src) in &moves {
                expected[*dst as usize] = before[*src as usize];
            }
            let mut actual = before.clone();
            run(&sequence(&moves, 6), &mut actual);
            assert_eq!(actual[..6], expected[..6], "{moves:?}");
        }
    }
}
