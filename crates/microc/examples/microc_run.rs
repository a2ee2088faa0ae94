//! Runs a micro-c program and says how long it took: `microc_run file.mc [inputs…]`.

use std::time::Instant;

use pathfold_base::{Integer, SourceFile};
use pathfold_microc::interp::{Interp, Limits};

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else {
        eprintln!("usage: microc_run file.mc [inputs…]");
        return;
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return;
        }
    };
    let (checked, diagnostics) = pathfold_microc::load(&SourceFile::new(path, text));
    for d in diagnostics {
        eprintln!("{}: {} {:?}", d.code, d.message, d.primary);
    }
    let Some(checked) = checked else { return };
    let mut inputs: Vec<Integer> = args.filter_map(|a| a.parse().ok()).rev().collect();
    let mut interp = Interp::new(&checked);
    let start = Instant::now();
    let outcome = interp.run(&[], || inputs.pop(), |n| println!("{n}"), Limits::default());
    println!("{outcome:?}");
    eprintln!("{:?}", start.elapsed());
}
