//! A `main` in C that calls one function as the exploration does (`crates/llvm/src/entry.rs`): the same inputs in the same
//! order, passed as the machine passes them. The function's own types are not known, so others stand for them that are
//! passed in the same way (System V ABI for x86-64, 3.2.3).

use std::fmt::Write as _;

use crate::testcase::EntryCall;

/// Larger objects are passed in memory whatever is in them.
const MOST_IN_REGISTERS: u64 = 16;

/// Declarations, statements, and the types and names of the arguments.
#[derive(Default)]
struct Text {
    declarations: String,
    body: String,
    types: Vec<String>,
    args: Vec<String>,
}

/// The source of `main`, unless the call cannot be made.
pub fn harness_text(entry: &EntryCall) -> Result<String, String> {
    let mut text = Text::default();
    for (index, (name, sort)) in entry.params.iter().enumerate() {
        text.param(entry, index, &name.escape_default().to_string(), sort).ok_or_else(|| {
            format!(
                "`{}` cannot be called natively: its parameter `{name}` is passed in an unusual way",
                entry.function
            )
        })?;
    }
    let types = if text.types.is_empty() { "void".to_owned() } else { text.types.join(", ") };
    let (function, declarations, body, args) = (&entry.function, text.declarations, text.body, text.args.join(", "));
    Ok(format!(
        "#include <stdint.h>\n#include <stdlib.h>\nvoid __pathfold_make_symbolic(void *, size_t, const char *);\n\
         {declarations}void called({types}) __asm__(\"{function}\");\n\
         int main(void) {{\n{body}  called({args});\n  return 0;\n}}\n"
    ))
}

/// What goes before the sources of the program, so that the harness finds a function that is `static` there.
pub fn export_text(entry: &EntryCall) -> String {
    if entry.local { format!("__asm__(\".globl {}\");\n", entry.function) } else { String::new() }
}

/// The type of C for a number.
fn number(sort: &str) -> Option<String> {
    Some(match sort {
        "bool" => "_Bool".to_owned(),
        "f32" => "float".to_owned(),
        "f64" => "double".to_owned(),
        "bv128" => "unsigned __int128".to_owned(),
        other => {
            let width: u32 = other.strip_prefix("bv")?.parse().ok().filter(|width| *width <= 64)?;
            format!("uint{}_t", width.next_power_of_two().max(8))
        }
    })
}

impl Text {
    // Writing to a string cannot fail.
    fn say(&mut self, line: &str) {
        let _ = writeln!(self.body, "  {line}");
    }

    fn input(&mut self, place: &str, size: &str, name: &str) {
        self.say(&format!("__pathfold_make_symbolic({place}, {size}, \"{name}\");"));
    }

    /// Nothing if the parameter cannot be passed.
    fn param(&mut self, entry: &EntryCall, i: usize, name: &str, sort: &str) -> Option<()> {
        let words: Vec<&str> = sort.split(' ').collect();
        let ty = match words[..] {
            ["ptr"] => self.pointer(entry, i, name),
            ["bool"] => {
                self.say(&format!("unsigned char b{i};"));
                self.input(&format!("&b{i}"), "1", name);
                self.say(&format!("_Bool a{i} = b{i} & 1;"));
                "_Bool".to_owned()
            }
            ["f80"] => {
                self.say(&format!("double d{i};\n  unsigned char n{i};"));
                self.input(&format!("&d{i}"), "8", name);
                self.input(&format!("&n{i}"), "1", &format!("{name}_is_no_double"));
                self.say(&format!("long double a{i} = d{i};"));
                "long double".to_owned()
            }
            [count, "x", element] => {
                self.vector(i, count.parse().ok()?, element)?;
                self.object(i, name)
            }
            ["copy", size, align] => {
                self.copied(i, size.parse().ok()?, align.parse().ok()?)?;
                self.object(i, name)
            }
            ["result", size, _] => {
                self.say(&format!("void *a{i} = malloc({size});"));
                "void *".to_owned()
            }
            [sort] => {
                let ty = number(sort)?;
                self.say(&format!("{ty} a{i};"));
                self.input(&format!("&a{i}"), &format!("sizeof a{i}"), name);
                ty
            }
            _ => return None,
        };
        self.types.push(ty);
        self.args.push(format!("a{i}"));
        Some(())
    }

    /// Null or an object of the heap.
    fn pointer(&mut self, entry: &EntryCall, i: usize, name: &str) -> String {
        let bytes = entry.pointed;
        self.say(&format!("void *a{i} = malloc({bytes});"));
        if bytes > 0 {
            self.input(&format!("a{i}"), &bytes.to_string(), name);
        }
        if entry.null {
            self.say(&format!("unsigned char n{i};"));
            self.input(&format!("&n{i}"), "1", &format!("{name}_is_null"));
            self.say(&format!("if (n{i}) a{i} = 0;"));
        }
        "void *".to_owned()
    }

    /// An argument of the declared type `t`.
    fn object(&mut self, i: usize, name: &str) -> String {
        self.say(&format!("t{i} a{i};"));
        self.input(&format!("&a{i}"), &format!("sizeof a{i}"), name);
        format!("t{i}")
    }

    /// A vector that fits a register.
    fn vector(&mut self, i: usize, count: u64, element: &str) -> Option<()> {
        let ty = number(element).filter(|_| matches!(element, "f32" | "f64" | "bv8" | "bv16" | "bv32" | "bv64"))?;
        let width: u64 = element.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
        let bytes = count.checked_mul(width / 8).filter(|bytes| matches!(bytes, 8 | 16))?;
        let _ = writeln!(self.declarations, "typedef {ty} t{i} __attribute__((vector_size({bytes})));");
        Some(())
    }

    /// A structure that is passed in memory: a large one, or one with a part that is not aligned.
    fn copied(&mut self, i: usize, size: u64, align: u64) -> Option<()> {
        let parts = match size {
            0..3 => return None,
            3..=MOST_IN_REGISTERS => format!("char first; short second; char rest[{}];", size - 3),
            _ => format!("char bytes[{size}];"),
        };
        let attributes = format!("__attribute__((packed, aligned({align})))");
        let _ = writeln!(self.declarations, "typedef struct {attributes} {{ {parts} }} t{i};");
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(params: &[(&str, &str)]) -> Result<String, String> {
        let params = params.iter().map(|(name, sort)| ((*name).to_owned(), (*sort).to_owned())).collect();
        harness_text(&EntryCall { function: "f".to_owned(), pointed: 4, null: true, local: false, params })
    }

    #[test]
    fn arguments_are_passed_as_the_machine_does() {
        let found = text(&[("v", "2 x f32"), ("s", "copy 16 16"), ("l", "f80"), ("r", "result 8 8"), ("n", "bv24")]);
        let found = found.expect("a harness");
        for line in [
            "typedef float t0 __attribute__((vector_size(8)));",
            "typedef struct __attribute__((packed, aligned(16))) { char first; short second; char rest[13]; } t1;",
            "void called(t0, t1, long double, void *, uint32_t) __asm__(\"f\");",
            "called(a0, a1, a2, a3, a4);",
        ] {
            assert!(found.contains(line), "{line}\n{found}");
        }
        assert!(text(&[]).expect("a harness").contains("void called(void)"));
    }

    #[test]
    fn what_cannot_be_passed_is_said() {
        for sort in ["unknown", "8 x f32", "2 x bool", "copy 1 1", "int", "bv200"] {
            let why = text(&[("p", sort)]).expect_err(sort);
            assert_eq!(why, "`f` cannot be called natively: its parameter `p` is passed in an unusual way");
        }
    }
}
