//! Rules about the whole program, its places and its globals.

use pathfold_base::FxMap;

use super::error::{Errors, Part};
use crate::{Const, Global, Init, Layout, LocId, Program, Type};

pub(super) fn check_program(program: &Program, errors: &mut Errors) {
    errors.part = Part::Entry;
    let body = "the program starts in a function with a body: `func @main() -> int { ... }` and `entry @main`";
    match program.functions.get(program.entry) {
        None => errors.add("the entry function does not exist", body),
        Some(entry) if entry.is_declaration() => {
            errors.add(format!("the entry function `{}` has no body", entry.name), body);
        }
        Some(_) => {}
    }
    check_places(program, errors);
    check_unique("functions", program.functions.entries().map(|(id, f)| (Part::Function(id), &*f.name)), errors);
    check_unique("globals", program.globals.entries().map(|(id, g)| (Part::Global(id), &*g.name)), errors);
    for (number, alias) in program.aliases.iter().enumerate() {
        errors.part = Part::Alias(number);
        if program.globals.get(alias.target).is_none() {
            let message = format!("the alias `{}` is of a global that does not exist", alias.name);
            errors.add(message, "name one that does");
        }
    }
    for (id, global) in program.globals.entries() {
        errors.part = Part::Global(id);
        check_global(program, global, errors);
    }
}

fn check_places(program: &Program, errors: &mut Errors) {
    if program.locs.is_empty() {
        errors.part = Part::Locs;
        errors.add("the table of places is empty", "its first entry is \"nowhere\": `locs [0@0:0-0:0]`");
    }
    for (id, loc) in program.locs.entries().skip(1) {
        errors.part = Part::Loc(id);
        if program.files.get(loc.file).is_none() {
            let message = format!("the place {}-{} is in a file that does not exist", loc.start, loc.end);
            errors.add(message, format!("there are {} files, counted from 0", program.files.len()));
        }
        if loc.end < loc.start {
            let message = format!("the place {}-{} ends before it starts", loc.start, loc.end);
            errors.add(message, "write the start first, as in `!3:5-3:9`; the end is the column after the last one");
        }
    }
}

pub(super) fn check_loc(program: &Program, loc: LocId, errors: &mut Errors) {
    if program.locs.get(loc).is_none() {
        errors.add(format!("the place {loc} does not exist"), "add it to the table of places");
    }
}

fn check_unique<'a>(what: &str, names: impl Iterator<Item = (Part, &'a str)>, errors: &mut Errors) {
    let mut first = FxMap::default();
    for (part, name) in names {
        errors.part = part;
        if let Some(other) = first.insert(name, part) {
            errors.add_with((other, "and this one"), format!("two {what} are called `{name}`"), "rename one of them");
        }
    }
}

fn check_global(program: &Program, global: &Global, errors: &mut Errors) {
    let name = &global.name;
    if !global.align.is_power_of_two() {
        errors.add(format!("the alignment of the global `{name}` is no power of two"), POWERS);
    }
    check_loc(program, global.loc, errors);
    let too_many = |errors: &mut Errors, bytes: &[u8]| {
        if bytes.len() as u64 > global.size {
            let message = format!("the global `{name}` has more bytes than room for them");
            errors.add(message, format!("give it room for {}, or fewer bytes", bytes.len()));
        }
    };
    match (&global.init, global.layout) {
        (Init::Undef | Init::Zero | Init::External, Layout::Bytes | Layout::Cells) => {}
        (Init::Bytes(bytes), Layout::Bytes) => too_many(errors, bytes),
        (Init::Cells(cells), Layout::Cells) => {
            if cells.len() as u64 != global.size {
                let message = format!("the global `{name}` needs one constant per cell");
                errors.add(message, format!("it has {} cells and {} constants", global.size, cells.len()));
            }
            for cell in cells {
                check_const(program, cell, errors);
            }
        }
        (Init::Image { bytes, pointers }, Layout::Bytes) => {
            too_many(errors, bytes);
            let mut free = 0;
            for pointer in pointers {
                match pointer.offset.checked_add(8) {
                    Some(end) if pointer.offset >= free && end <= global.size => free = end,
                    _ => errors.add(
                        format!("the global `{name}` has no room for its pointer at {}", pointer.offset),
                        "a pointer has eight bytes; they come in order and do not overlap",
                    ),
                }
                if pointer.target.ty() != Type::Ptr {
                    errors.add(
                        format!("the global `{name}` has a pointer that is none"),
                        "a pointer is `null`, `@global` or `&function`",
                    );
                }
                check_const(program, &pointer.target, errors);
            }
        }
        (Init::Bytes(_) | Init::Image { .. }, Layout::Cells) => errors.add(
            format!("the global `{name}` has cells but is given bytes"),
            "cells hold constants: `cells 2 = [1, null]`",
        ),
        (Init::Cells(_), Layout::Bytes) => {
            errors.add(format!("the global `{name}` has bytes but is given cells"), "bytes are `bytes 2 = x\"0aff\"`");
        }
    }
}

/// What an alignment is.
pub(super) const POWERS: &str = "alignments are 1, 2, 4, 8, 16 and so on";

pub(super) fn check_const(program: &Program, constant: &Const, errors: &mut Errors) {
    let count = |what: &str, count: usize| format!("the program has {count} {what}");
    match constant {
        Const::Global(id) if program.globals.get(*id).is_none() => {
            errors.add(format!("the global {id} does not exist"), count("globals", program.globals.len()));
        }
        Const::Function(id) if program.functions.get(*id).is_none() => {
            errors.add(format!("the function {id} does not exist"), count("functions", program.functions.len()));
        }
        Const::Undef(ty) => check_width(*ty, errors),
        Const::Bool(_)
        | Const::Int(_)
        | Const::Bits(_)
        | Const::F32(_)
        | Const::F64(_)
        | Const::Null
        | Const::Address(_)
        | Const::Global(_)
        | Const::Function(_) => {}
    }
}

pub(super) fn check_width(ty: Type, errors: &mut Errors) {
    if let Type::Bv(width) = ty
        && !(1..=128).contains(&width)
    {
        errors.add(format!("there is no type `{ty}`"), "bit-vectors are `bv1` to `bv128`");
    }
}
