//! Damaged bitcode: whatever is in a `.bc` file, `pathfold check` ends with an exit code from 0 to 3, because only the
//! loader process reads it. `PATHFOLD_DAMAGED` says how many files are tried (40 by default).

mod support;

use std::process::Command;
use std::time::Duration;

use support::{Scratch, need_lower, pathfold, root, run};

const TIME: Duration = Duration::from_secs(60);

/// What is damaged: programs with different parts of the format.
const PROGRAMS: [&str; 3] = ["algorithms/crc32.c", "structs/by_value.c", "floats/newton.c"];

/// splitmix64: the same on every machine.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Flips some bits, sets some bytes, cuts the end off or doubles a part.
fn damage(bytes: &mut Vec<u8>, state: &mut u64) {
    let mut below = |n: usize| (next(state) % n.max(1) as u64) as usize;
    for _ in 0..=below(4) {
        let at = below(bytes.len());
        match below(8) {
            0 => bytes.truncate(at),
            1 => {
                let end = (at + below(64)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            2 => {
                let byte = below(256) as u8;
                bytes.iter_mut().skip(at).take(4).for_each(|target| *target = byte);
            }
            _ => {
                if let Some(target) = bytes.get_mut(at) {
                    *target ^= 1 << below(8);
                }
            }
        }
    }
}

#[test]
fn damaged_bitcode_is_an_input_error_at_worst() {
    need_lower().expect("the loader");
    let scratch = Scratch::new();
    let count: usize = std::env::var("PATHFOLD_DAMAGED").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let mut modules = Vec::new();
    for (i, program) in PROGRAMS.iter().enumerate() {
        let module = scratch.path().join(format!("{i}.bc"));
        let mut command = Command::new("clang-19");
        command.args(["-O0", "-w", "-g", "-emit-llvm", "-c", "-o"]).arg(&module);
        command.arg(root().join("tests/c/behaviour").join(program));
        let ran = run(command, TIME);
        assert_eq!(ran.code, Some(0), "{ran}");
        modules.push(std::fs::read(&module).expect("bitcode"));
    }
    let mut state = 7;
    let mut rejected = 0;
    for case in 0..count {
        let mut bytes = modules[case % modules.len()].clone();
        damage(&mut bytes, &mut state);
        let file = scratch.file("damaged.bc", &bytes).display().to_string();
        let out = scratch.path().join("out").display().to_string();
        let args = ["check", &file, "--quiet", "--replay=none", "--timeout=5s", "--max-instructions=1000000"];
        let ran = pathfold(args.into_iter().chain(["--output", &out]), TIME);
        assert!(!ran.late && matches!(ran.code, Some(0..=3)), "case {case}: {ran}");
        assert!(ran.code != Some(3) || ran.stderr.contains("error: "), "case {case}: nothing is said: {ran}");
        rejected += usize::from(ran.code == Some(3));
    }
    eprintln!("{rejected} of {count} files are rejected");
    assert!(rejected > 0 || count < 10, "the damage does no harm");
}
