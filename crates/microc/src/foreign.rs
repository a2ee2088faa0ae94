//! What people write who know C or Python, and what micro-c has instead. Only asked where a text is wrong anyway: all
//! these words are ordinary names here.

/// What a symbol means where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foreign {
    /// It stands between two values: `%`, `<<`, `?`.
    Operator,
    /// It changes a variable: `++`, `+=`, `:=`.
    Update,
    /// `->`
    Arrow,
    /// A text or a character in quotes.
    Text,
    /// Nothing that we know.
    Unknown,
}

const BITS: &str = "there are no operators on bits: micro-c computes with `+`, `-`, `*` and `/`";
const NOT_EQUAL: &str = "write `!=`";
const GROW: &str = "arrays do not change their length: make a larger one, or a linked list of records";
const UPDATE: &str = "write the operation out: `x = x + 1;`";

/// Symbols that no program contains, the longest first, and what to write instead.
const SYMBOLS: [(&str, Foreign, &str); 43] = [
    ("<<=", Foreign::Update, BITS),
    (">>=", Foreign::Update, BITS),
    ("**=", Foreign::Update, "write a loop that multiplies"),
    ("&&=", Foreign::Update, "write the operation out: `x = x && y;`"),
    ("||=", Foreign::Update, "write the operation out: `x = x || y;`"),
    ("===", Foreign::Operator, "write `==`"),
    ("!==", Foreign::Operator, NOT_EQUAL),
    ("->", Foreign::Arrow, "follow the pointer with `*`: `(*p).f`"),
    ("++", Foreign::Update, "write `x = x + 1;` as a statement of its own"),
    ("+=", Foreign::Update, UPDATE),
    ("-=", Foreign::Update, UPDATE),
    ("*=", Foreign::Update, UPDATE),
    ("/=", Foreign::Update, UPDATE),
    ("%=", Foreign::Update, "there is no remainder operator: write `x = x - x / y * y;`"),
    ("&=", Foreign::Update, BITS),
    ("|=", Foreign::Update, BITS),
    ("^=", Foreign::Update, BITS),
    (":=", Foreign::Update, "write `=` to assign"),
    ("<<", Foreign::Operator, "multiply by 2 instead, once for each position"),
    (">>", Foreign::Operator, "divide by 2 instead, once for each position"),
    ("<>", Foreign::Operator, NOT_EQUAL),
    ("=<", Foreign::Operator, "write `<=`"),
    ("=>", Foreign::Operator, "write `>=`"),
    ("%", Foreign::Operator, "there is no remainder operator: write `a - a / b * b`"),
    ("|", Foreign::Operator, "logical or is `||`; there are no operators on bits"),
    ("^", Foreign::Operator, "there are no operators on bits and no powers: multiply instead"),
    ("~", Foreign::Operator, "there are no operators on bits; `!` is logical not"),
    ("?", Foreign::Operator, "write `if (c) { x = a; } else { x = b; }`"),
    ("≤", Foreign::Operator, "write `<=`"),
    ("≥", Foreign::Operator, "write `>=`"),
    ("≠", Foreign::Operator, NOT_EQUAL),
    ("×", Foreign::Operator, "write `*`"),
    ("·", Foreign::Operator, "write `*`"),
    ("÷", Foreign::Operator, "write `/`"),
    ("−", Foreign::Operator, "write `-`, the character of the keyboard"),
    ("–", Foreign::Operator, "write `-`, the character of the keyboard"),
    ("∧", Foreign::Operator, "write `&&`"),
    ("∨", Foreign::Operator, "write `||`"),
    ("¬", Foreign::Operator, "write `!`"),
    ("@", Foreign::Unknown, "remove it: this character means nothing in micro-c"),
    ("$", Foreign::Unknown, "remove it: names have no `$`"),
    ("\\", Foreign::Unknown, "remove it: a statement goes on to its `;`, over any number of lines"),
    ("…", Foreign::Unknown, "write out what the dots stand for"),
];

/// The symbol at the start of a text: its length and what it is. The longer of this and our own token counts.
pub(crate) fn symbol(text: &str) -> Option<(usize, Foreign)> {
    SYMBOLS.iter().find(|(symbol, _, _)| text.starts_with(symbol)).map(|(symbol, class, _)| (symbol.len(), *class))
}

/// What to write instead of a symbol.
pub(crate) fn instead_of_symbol(symbol: &str) -> Option<&'static str> {
    match symbol {
        // Made of tokens of ours.
        "&" => return Some("logical and is `&&`; there are no operators on bits"),
        "--" => return Some("write `x = x - 1;` as a statement of its own"),
        _ => {}
    }
    SYMBOLS.iter().find(|(text, _, _)| *text == symbol).map(|(_, _, help)| *help)
}

/// What to write instead of a word between two values.
pub(crate) fn instead_of_operator(word: &str) -> Option<&'static str> {
    Some(match word {
        "and" | "AND" => "write `&&`",
        "or" | "OR" => "write `||`",
        "mod" | "rem" => "there is no remainder operator: write `a - a / b * b`",
        "div" => "write `/`",
        "is" => "write `==`",
        "xor" => "there are no operators on bits; `!=` tells two numbers apart",
        "in" => "compare with the elements one by one, in a `while` loop",
        _ => return None,
    })
}

/// What to write instead of a name that is no variable.
pub(crate) fn instead_of_value(word: &str) -> Option<&'static str> {
    Some(match word {
        "true" | "True" | "TRUE" => "there are no truth values: write `1`",
        "false" | "False" | "FALSE" => "there are no truth values: write `0`",
        "NULL" | "Null" | "None" | "nil" | "nullptr" | "none" => "write `null`",
        "not" => "write `!`",
        "new" => "`alloc value` makes a new cell that holds the value",
        "self" | "this" => "there are no objects: pass the record as a parameter",
        _ => return None,
    })
}

/// What to write instead of a call of a function that nobody declared.
pub(crate) fn instead_of_call(word: &str) -> Option<&'static str> {
    Some(match word {
        "printf" | "print" | "println" | "puts" | "putchar" | "fprintf" | "echo" | "write" | "writeln" => {
            "`output x;` prints a number on a line of its own"
        }
        "scanf" | "gets" | "getchar" | "fgets" | "read" | "readline" | "getline" => "`x = input;` reads a number",
        "malloc" | "calloc" | "realloc" | "new" => "`alloc value` makes a new cell that holds the value",
        "free" | "delete" => "remove it: cells live as long as the program",
        "sizeof" => "values have no size in bytes; keep the length of an array in a variable",
        "len" | "length" | "size" | "strlen" => "keep the length in a variable: arrays do not know theirs",
        "range" => "count in a `while` loop: `i = 0; while (i < n) { i = i + 1; }`",
        "assert" => "write `if (!c) { x = 1 / 0; }`: the division fails where `c` does not hold",
        "exit" | "abort" | "quit" => "only the `return` of `main` ends a program",
        "append" | "push" | "push_back" => GROW,
        "int" | "float" | "str" | "bool" | "chr" | "ord" => {
            "remove it: there is nothing to convert, all numbers are integers"
        }
        "not" => "write `!`",
        _ => return None,
    })
}

/// What to write instead of a call of a method.
pub(crate) fn instead_of_method(word: &str) -> Option<&'static str> {
    match word {
        "pop" | "insert" | "add" | "remove" | "extend" => Some(GROW),
        word => instead_of_call(word),
    }
}

/// Whether what stands in the parentheses of a call goes away with it: types and sizes, in `malloc(sizeof(int))`.
pub(crate) fn is_about_sizes(word: &str) -> bool {
    matches!(word, "sizeof" | "malloc" | "calloc" | "realloc")
}

/// The character of ASCII that a full-width one stands for, such as `;` for `；`.
pub(crate) fn full_width(c: char) -> Option<u8> {
    match c {
        '\u{ff01}'..='\u{ff5e}' => u8::try_from(u32::from(c) - 0xfee0).ok(),
        _ => None,
    }
}

/// Whether the word names a type, or begins a declaration, in some language.
pub(crate) fn is_type(word: &str) -> bool {
    matches!(
        word,
        "int"
            | "long"
            | "short"
            | "char"
            | "float"
            | "double"
            | "bool"
            | "void"
            | "unsigned"
            | "signed"
            | "const"
            | "static"
            | "auto"
            | "let"
            | "size_t"
            | "string"
            | "String"
            | "boolean"
            | "integer"
            | "number"
            | "struct"
            | "extern"
            | "register"
            | "volatile"
            | "mut"
    )
}

/// A statement of another language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Statement {
    /// `for (…) body`
    For,
    /// `do body while (…);`
    Do,
    /// `switch (…) { … }`
    Switch,
    /// `elif (…) body`
    Elif,
    /// A word before another statement.
    Word,
    /// It ends with `;` or its line.
    Line,
}

/// The statement that starts with a word, and what to write instead.
pub(crate) fn statement(word: &str) -> Option<(Statement, &'static str)> {
    Some(match word {
        "for" | "foreach" => (Statement::For, "write `i = 0; while (i < n) { …; i = i + 1; }`"),
        "loop" | "repeat" | "forever" => (Statement::Do, "write `while (1) { … }`"),
        "until" => (Statement::For, "write `while (!(c)) { … }`"),
        "unless" => (Statement::For, "write `if (!(c)) { … }`"),
        "do" => (Statement::Do, "write the body once before the loop: `…; while (c) { … }`"),
        "switch" | "match" => (Statement::Switch, "write `if (x == 1) { … } else if (x == 2) { … } else { … }`"),
        "case" | "default" => (Statement::Line, "write `if (x == 1) { … } else if (x == 2) { … } else { … }`"),
        "elif" | "elsif" | "elseif" => (Statement::Elif, "write `else if (c) { … }`"),
        "then" | "begin" => (Statement::Word, "write `{` and `}` around the statements"),
        "end" | "fi" | "done" | "endif" | "endwhile" => (Statement::Line, "close the block with `}`"),
        "break" => (
            Statement::Line,
            "end the loop by its condition: `while (more && c) { … }`, with `more = 0;` where it should end",
        ),
        "continue" => (Statement::Line, "put the rest of the loop's body into an `if (c) { … }`"),
        "goto" => (Statement::Line, "write a `while` loop"),
        "pass" => (Statement::Line, "write `{}` where nothing is to be done"),
        "try" | "throw" | "raise" | "except" | "catch" | "finally" => {
            (Statement::Line, "there are no exceptions: return a number that says what went wrong")
        }
        "import" | "from" | "using" | "include" | "require" | "package" | "module" => {
            (Statement::Line, "remove it: a program is one file, and nothing has to be imported")
        }
        "typedef" | "class" | "enum" | "struct" | "union" | "interface" | "type" => {
            (Statement::Line, "types are not declared: `x = {a: 1, b: 2};` makes a record")
        }
        "print" | "echo" | "cout" | "puts" | "printf" | "println" | "console" | "write" | "System" | "fprintf"
        | "putchar" | "writeln" => (Statement::Line, "`output x;` prints a number on a line of its own"),
        "cin" | "scanf" | "read" => (Statement::Line, "`x = input;` reads a number"),
        "free" | "delete" | "del" => (Statement::Line, "remove it: cells live as long as the program"),
        "assert" => (Statement::Line, "write `if (!c) { x = 1 / 0; }`: the division fails where `c` does not hold"),
        "exit" | "abort" => (Statement::Line, "only the `return` of `main` ends a program"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_symbols_come_first() {
        for (index, (later, _, _)) in SYMBOLS.iter().enumerate() {
            for (earlier, _, _) in &SYMBOLS[..index] {
                assert!(!later.starts_with(earlier), "`{earlier}` hides `{later}`");
            }
        }
        assert_eq!(symbol("->x"), Some((2, Foreign::Arrow)));
        assert_eq!(symbol("- >x"), None);
    }

    #[test]
    fn symbols_of_the_language_are_not_foreign() {
        for own in ["=", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "!", "&", "&&", "=-1", "<-1", "**p"] {
            assert_eq!(symbol(own), None, "{own}");
        }
    }
}
