//! Memory: cells and bytes, near and far, good and bad.

use pathfold_engine::Config;

use super::{agree, agree_in_slices, agree_with, finds, is_safe, limited};

/// Fills and sums an array of so many cells, again and again, then reads at an index.
fn array(size: i64, kind: &str, index: i64) -> String {
    format!(
        "func @fill(%p: ptr, %n: int, %x: int) {{\nb0:\n  jump b1(0)\nb1(%i: int):\n  %c: bool = slt %i, %n\n  br %c, b2, b3\nb2:\n  \
         %q: ptr = offset %p, %i\n  %y: int = mul %i, %x\n  store %y, %q\n  %j: int = add %i, 1\n  jump b1(%j)\nb3:\n  ret\n}}\n\
         func @sum(%p: ptr, %n: int) -> int {{\nb0:\n  jump b1(0, 0)\nb1(%i: int, %s: int):\n  %c: bool = slt %i, %n\n  br %c, b2, b3\nb2:\n  \
         %q: ptr = offset %p, %i\n  %v: int = load %q\n  %t: int = add %s, %v\n  %j: int = add %i, 1\n  jump b1(%j, %t)\nb3:\n  ret %s\n}}\n\
         func @main() -> int {{\nb0:\n  %p: ptr = alloc cells {kind} {size}\n  jump b1(0)\nb1(%k: int):\n  %c: bool = slt %k, 3\n  br %c, b2, b3\nb2:\n  \
         call @fill(%p, {size}, %k)\n  %s: int = call @sum(%p, {size})\n  output %s\n  %l: int = add %k, 1\n  jump b1(%l)\nb3:\n  \
         %m: int = add %k, {size}\n  %n: int = sub %m, 3\n  %z: int = call @sum(%p, %n)\n  %i: int = add %k, {index}\n  %h: int = sub %i, 3\n  \
         %q: ptr = offset %p, %h\n  %v: int = load %q\n  ret %v\n}}\nentry @main\n"
    )
}

#[test]
fn arrays_of_all_sizes() {
    for kind in ["heap", "stack"] {
        for size in [1, 2, 63, 64, 65, 1023, 1024, 1025, 3000] {
            is_safe(&agree(&array(size, kind, size - 1)));
            finds(&agree(&array(size, kind, size)), "out-of-bounds");
            finds(&agree(&array(size, kind, -1)), "out-of-bounds");
            finds(&agree(&array(size, kind, i64::MAX)), "out-of-bounds");
            finds(&agree(&array(size, kind, i64::MIN)), "out-of-bounds");
        }
    }
    agree_in_slices(&array(20, "heap", 3));
    agree_in_slices(&array(20, "stack", 20));
}

/// A loop that does something at one index after the other, from 3 down to or up to where it goes wrong.
fn walk(object: &str, body: &str) -> String {
    format!(
        "global @g: cells 4 = [1, 2, 3, 4]\nconstant @k: cells 4 = [1, 2, 3, 4]\nglobal @z: cells 4 = zero\nglobal @u: cells 4 = undef\n\
         func @main() -> int {{\nb0:\n  %p: ptr = {object}\n  jump b1(0, 2)\nb1(%i: int, %at: int):\n  %c: bool = slt %i, 9\n  br %c, b2, b3\nb2:\n\
         {body}  output %i\n  %j: int = add %i, 1\n  jump b1(%j, %next)\nb3:\n  ret 0\n}}\nentry @main\n"
    )
}

#[test]
fn accesses_that_are_findings() {
    let up = "  %next: int = add %at, 1\n";
    let down = "  %next: int = sub %at, 1\n";
    let load = "  %q: ptr = offset %p, %at\n  %v: int = load %q\n  output %v\n";
    let store = "  %q: ptr = offset %p, %at\n  store %i, %q\n";
    let far =
        "  %r: ptr = offset %p, %at\n  %q: ptr = offset %r, 9223372036854775807\n  %v: int = load %q\n  output %v\n";
    let twice = "  %r: ptr = offset %p, %at\n  %q: ptr = offset %r, 9223372036854775807\n  %e: bool = eq %q, %p\n  output %e\n  \
                 %v: int = load %q\n  output %v\n";
    for (object, body, slug) in [
        ("alloc cells heap 4", twice, "out-of-bounds"),
        ("offset @g, 0", twice, "out-of-bounds"),
        ("offset @g, 0", load, "out-of-bounds"),
        ("offset @g, 0", store, "out-of-bounds"),
        ("offset @k, 0", load, "out-of-bounds"),
        ("offset @k, 0", store, "read-only"),
        ("offset @z, 0", store, "out-of-bounds"),
        ("alloc cells heap 4", store, "out-of-bounds"),
        ("alloc cells heap 4", load, "uninitialized"),
        ("alloc cells stack 4", load, "uninitialized"),
        ("alloc cells stack 4", store, "out-of-bounds"),
        ("alloc cells heap 2000", far, "out-of-bounds"),
        ("alloc cells heap 4", far, "out-of-bounds"),
        ("offset null, 0", load, "null-dereference"),
        ("offset null, 0", store, "null-dereference"),
    ] {
        for way in [up, down] {
            let outcome = agree(&walk(object, &format!("{way}{body}")));
            assert!(!outcome.summary.findings.is_empty(), "{object} {body}");
            let found = outcome.summary.findings[0].kind.slug();
            assert!(
                found == slug || object.contains("null") || body == far || body == twice,
                "{object} {body}: {found}"
            );
        }
    }
}

/// A list with records, walked and reversed, and a matrix of rows.
#[test]
fn pointers_through_pointers() {
    let source = "func @make(%n: int) -> ptr {\nb0:\n  jump b1(0, null)\nb1(%i: int, %p: ptr):\n  %c: bool = slt %i, %n\n  br %c, b2, b3\nb2:\n  \
         %r: ptr = alloc cells heap 3\n  store %i, %r\n  %f: ptr = offset %r, 1\n  store %p, %f\n  %j: int = add %i, 1\n  jump b1(%j, %r)\nb3:\n  ret %p\n}\n\
         func @reverse(%p: ptr) -> ptr {\nb0:\n  jump b1(%p, null)\nb1(%q: ptr, %last: ptr):\n  %z: bool = eq %q, null\n  br %z, b3, b2\nb2:\n  \
         %f: ptr = offset %q, 1\n  %next: ptr = load %f\n  %g: ptr = offset %q, 1\n  store %last, %g\n  jump b1(%next, %q)\nb3:\n  ret %last\n}\n\
         func @sum(%p: ptr) -> int {\nb0:\n  jump b1(%p, 0)\nb1(%q: ptr, %s: int):\n  %z: bool = ne %q, null\n  br %z, b2, b3\nb2:\n  \
         %v: int = load %q\n  %w: int = mul %s, 3\n  %t: int = add %w, %v\n  %u: int = srem %t, 1000003\n  %f: ptr = offset %q, 1\n  \
         %next: ptr = load %f\n  jump b1(%next, %u)\nb3:\n  ret %s\n}\n\
         func @rows(%n: int) -> int {\nb0:\n  %m: ptr = alloc cells heap %n\n  jump b1(0)\nb1(%i: int):\n  %c: bool = slt %i, %n\n  br %c, b2, b6\nb2:\n  \
         %r: ptr = alloc cells heap %n\n  %a: ptr = offset %m, %i\n  store %r, %a\n  jump b3(0)\nb3(%j: int):\n  %d: bool = slt %j, %n\n  br %d, b4, b5\nb4:\n  \
         %x: int = mul %i, %j\n  %b: ptr = offset %m, %i\n  %row: ptr = load %b\n  %e: ptr = offset %row, %j\n  store %x, %e\n  %l: int = add %j, 1\n  jump b3(%l)\nb5:\n  \
         %k: int = add %i, 1\n  jump b1(%k)\nb6:\n  jump b7(0, 0)\nb7(%o: int, %s: int):\n  %f: bool = slt %o, %n\n  br %f, b8, b9\nb8:\n  \
         %g: ptr = offset %m, %o\n  %h: ptr = load %g\n  %p: ptr = offset %h, %o\n  %v: int = load %p\n  %t: int = add %s, %v\n  %q: int = add %o, 1\n  jump b7(%q, %t)\nb9:\n  ret %s\n}\n\
         func @main() -> int {\nb0:\n  %a: ptr = call @make(COUNT)\n  %x: int = call @sum(%a)\n  output %x\n  %b: ptr = call @reverse(%a)\n  \
         %y: int = call @sum(%b)\n  output %y\n  %c: ptr = call @make(50)\n  %z: int = call @sum(%c)\n  output %z\n  %w: int = call @rows(ROWS)\n  output %w\n  \
         %d: ptr = call @reverse(%b)\n  %v: int = call @sum(%d)\n  output %v\n  ret 0\n}\nentry @main\n";
    let with = |count: &str, rows: &str| source.replace("COUNT", count).replace("ROWS", rows);
    is_safe(&agree_in_slices(&with("30", "8")));
    // More than 65,536 slots: chunks, and rows that lie across two of them.
    is_safe(&agree(&with("40000", "300")));
    agree_with(&with("18000", "120"), &Config { slice_alone: 1_000_000_000, ..Config::default() });
    for most in (0..900).step_by(11) {
        agree_with(&with("6", "4"), &limited(most));
    }
}

#[test]
fn pointers_are_compared() {
    is_safe(&agree_in_slices(
        "global @g: cells 4 = [1, 2, 3, 4]\n\
         func @same(%p: ptr, %q: ptr) -> int {\nb0:\n  %e: bool = eq %p, %q\n  %n: bool = ne %p, %q\n  %a: int = zext %e\n  %b: int = zext %n\n  \
         %c: int = mul %a, 2\n  %d: int = add %b, %c\n  br %e, b1, b2\nb1:\n  ret %d\nb2:\n  %f: int = add %d, 10\n  ret %f\n}\n\
         func @order(%p: ptr, %q: ptr) -> int {\nb0:\n  %e: bool = ult %p, %q\n  %n: bool = ule %p, %q\n  %a: int = zext %e\n  %b: int = zext %n\n  \
         %c: int = mul %a, 2\n  %d: int = add %b, %c\n  ret %d\n}\n\
         func @gap(%p: ptr, %q: ptr) -> bv64 {\nb0:\n  %x: bv64 = ptrtobv %p\n  %y: bv64 = ptrtobv %q\n  %d: bv64 = sub %x, %y\n  ret %d\n}\n\
         func @main() -> int {\nb0:\n  %o: ptr = alloc cells heap 4\n  %u: ptr = alloc cells heap 4\n  %s: ptr = alloc cells stack 4\n  \
         jump b1(-3)\nb1(%i: int):\n  %c: bool = slt %i, 8\n  br %c, b2, b3\nb2:\n  \
         %a: ptr = offset %o, %i\n  %b: ptr = offset %o, 2\n  %d: ptr = offset %u, %i\n  %e: ptr = offset %s, %i\n  %f: ptr = offset @g, %i\n  \
         %r0: int = call @same(%a, %b)\n  output %r0\n  %r1: int = call @same(%a, %u)\n  output %r1\n  %r2: int = call @same(%d, %o)\n  output %r2\n  \
         %r3: int = call @same(%e, %s)\n  output %r3\n  %r4: int = call @same(%f, @g)\n  output %r4\n  %r5: int = call @same(%a, null)\n  output %r5\n  \
         %r6: int = call @same(null, %e)\n  output %r6\n  %r7: int = call @order(%a, %b)\n  output %r7\n  %r8: int = call @order(%e, %s)\n  output %r8\n  \
         %r9: bv64 = call @gap(%a, %b)\n  output %r9\n  %ra: bv64 = call @gap(%f, @g)\n  output %ra\n  %rb: int = call @same(%a, %a)\n  output %rb\n  \
         %rc: bv64 = call @gap(%d, %d)\n  output %rc\n  %j: int = add %i, 1\n  jump b1(%j)\nb3:\n  %z: int = call @same(null, null)\n  ret %z\n}\nentry @main\n",
    ));
}

#[test]
fn bytes_of_all_widths() {
    let widths = [1, 7, 8, 13, 16, 24, 31, 32, 33, 40, 63, 64];
    for (kind, object) in
        [("heap", "alloc bytes heap 64:bv64"), ("stack", "alloc bytes stack 64:bv64"), ("global", "offset @g, 0:bv64")]
    {
        for width in widths {
            // At every offset, aligned or not, what was written before is partly written over; the last ones are outside.
            for last in [40, 80] {
                let source = format!(
                    "global @g: bytes 64 = zero\n\
                     func @put(%p: ptr, %at: bv64, %x: bv{width}) {{\nb0:\n  %q: ptr = offset %p, %at\n  store %x, %q\n  ret\n}}\n\
                     func @get(%p: ptr, %at: bv64) -> bv{width} {{\nb0:\n  %q: ptr = offset %p, %at\n  %x: bv{width} = load %q\n  ret %x\n}}\n\
                     func @main() -> int {{\nb0:\n  %p: ptr = {object}\n  jump b1(0:bv64)\nb1(%k: bv64):\n  %more: bool = ult %k, 64:bv64\n  br %more, b2, b3\nb2:\n  \
                     %f: ptr = offset %p, %k\n  store 12302652060662169617:bv64, %f\n  %l: bv64 = add %k, 8:bv64\n  jump b1(%l)\nb3:\n  jump b4(0:bv64, 88172645463325252:bv64)\n\
                     b4(%i: bv64, %x: bv64):\n  %c: bool = ult %i, {last}:bv64\n  br %c, b5, b6\nb5:\n  \
                     %s: bv64 = shl %x, 13:bv64\n  %y: bv64 = xor %x, %s\n  %t: bv64 = lshr %y, 7:bv64\n  %z: bv64 = xor %y, %t\n  %n: bv{width} = {cast}\n  \
                     call @put(%p, %i, %n)\n  %h: bv64 = lshr %i, 1:bv64\n  %m: bv{width} = call @get(%p, %h)\n  output %m\n  %j: bv64 = add %i, 1:bv64\n  jump b4(%j, %z)\n\
                     b6:\n  ret 0\n}}\nentry @main\n",
                    cast = if width == 64 { "add %z, 0:bv64".to_owned() } else { "trunc %z".to_owned() },
                );
                let outcome = agree(&source);
                if last == 40 {
                    assert!(kind.len() > 1 && (outcome.summary.findings.is_empty() || width % 8 != 0), "{source}");
                } else {
                    assert!(!outcome.summary.findings.is_empty());
                }
            }
        }
    }
}

#[test]
fn pointers_in_bytes() {
    let source = "global @table: bytes 32 = zero\n\
         func @put(%p: ptr, %at: bv64, %v: ptr) {\nb0:\n  %q: ptr = offset %p, %at\n  store %v, %q\n  ret\n}\n\
         func @get(%p: ptr, %at: bv64) -> ptr {\nb0:\n  %q: ptr = offset %p, %at\n  %v: ptr = load %q\n  ret %v\n}\n\
         func @main() -> bv32 {\nb0:\n  %p: ptr = alloc bytes heap 64:bv64\n  %o: ptr = alloc bytes stack 16:bv64\n  jump b1(0:bv64)\n\
         b1(%i: bv64):\n  %c: bool = ult %i, 8:bv64\n  br %c, b2, b3\nb2:\n  %at: bv64 = mul %i, STRIDE:bv64\n  %m: bv64 = and %i, 3:bv64\n  \
         %t: bv64 = mul %m, 4:bv64\n  %q: ptr = offset %o, %t\n  %n: bv32 = trunc %i\n  store %n, %q\n  call @put(%p, %at, %q)\n  call @put(@table, %t, %q)\n  \
         %r: ptr = call @get(%p, %at)\n  %v: bv32 = load %r\n  output %v\n  %z: bool = eq %r, null\n  output %z\n  %w: ptr = call @get(@table, %t)\n  %u: bv32 = load %w\n  \
         output %u\n  %x: bv64 = ptrtobv %w\n  %y: ptr = bvtoptr %x\n  %a: bv32 = load %y\n  output %a\n  %j: bv64 = add %i, 1:bv64\n  jump b1(%j)\n\
         b3:\n  call @put(%p, 0:bv64, null)\n  %none: ptr = call @get(%p, 0:bv64)\n  %is: bool = eq %none, null\n  output %is\n  \
         %part: ptr = offset %p, LAST:bv64\n  store 7:bv8, %part\n  %e: ptr = call @get(%p, 16:bv64)\n  %f: bv32 = load %e\n  ret %f\n}\nentry @main\n";
    for stride in ["8", "4", "1", "7"] {
        for last in ["18", "60"] {
            agree_in_slices(&source.replace("STRIDE", stride).replace("LAST", last));
        }
    }
}

#[test]
fn cells_hold_values_of_all_types() {
    agree_in_slices(
        "func @get(%p: ptr, %i: int) -> bv13 {\nb0:\n  %q: ptr = offset %p, %i\n  %v: bv13 = load %q\n  ret %v\n}\n\
         func @put(%p: ptr, %i: int, %v: bv13) {\nb0:\n  %q: ptr = offset %p, %i\n  store %v, %q\n  ret\n}\n\
         func @truth(%p: ptr, %i: int, %v: bool) -> bool {\nb0:\n  %q: ptr = offset %p, %i\n  store %v, %q\n  %r: ptr = offset %p, %i\n  %w: bool = load %r\n  ret %w\n}\n\
         func @main() -> int {\nb0:\n  %p: ptr = alloc cells heap 10\n  %f: ptr = alloc cells stack 10\n  jump b1(0, 5:bv13)\nb1(%i: int, %x: bv13):\n  \
         %c: bool = slt %i, 10\n  br %c, b2, b3\nb2:\n  call @put(%p, %i, %x)\n  %v: bv13 = call @get(%p, %i)\n  output %v\n  call @put(%f, %i, %v)\n  \
         %w: bv13 = call @get(%f, %i)\n  output %w\n  %y: bv13 = mul %x, 77:bv13\n  %b: bool = ult %x, %y\n  %t: bool = call @truth(%p, %i, %b)\n  output %t\n  \
         %g: ptr = offset %p, %i\n  store 20000000000000000000, %g\n  %h: int = load %g\n  %k: int = sdiv %h, 3\n  output %k\n  store %k, %g\n  %l: int = load %g\n  output %l\n  \
         %j: int = add %i, 1\n  jump b1(%j, %y)\nb3:\n  %u: bv13 = call @get(%p, 3)\n  ret 0\n}\nentry @main\n",
    );
}

#[test]
fn null_is_where_no_object_is() {
    // What is moved below its object may be at null: the step knows the addresses.
    is_safe(&agree_in_slices(
        "global @g: bytes 16 = zero\nglobal @h: bytes 16 = zero\n\
         func @is(%p: ptr) -> int {\nb0:\n  %z: bool = eq %p, null\n  br %z, b1, b2\nb1:\n  ret 1\nb2:\n  ret 0\n}\n\
         func @isnt(%p: ptr) -> int {\nb0:\n  %z: bool = ne %p, null\n  br %z, b1, b2\nb1:\n  ret 1\nb2:\n  ret 0\n}\n\
         func @main() -> int {\nb0:\n  %o: ptr = alloc bytes heap 16:bv64\n  jump b1(0:bv64)\nb1(%i: bv64):\n  %c: bool = ult %i, 8:bv64\n  br %c, b2, b3\nb2:\n  \
         %s: bv64 = mul %i, 16:bv64\n  %a: bv64 = add %s, 93458488360960:bv64\n  %m: bv64 = sub 0:bv64, %a\n  \
         %p: ptr = offset @g, %m\n  %q: ptr = offset @h, %m\n  %r: ptr = offset %o, %m\n  %t: ptr = offset null, %m\n  %u: ptr = offset null, %i\n  \
         %r0: int = call @is(%p)\n  output %r0\n  %r1: int = call @isnt(%p)\n  output %r1\n  %r2: int = call @is(%q)\n  output %r2\n  \
         %r3: int = call @isnt(%q)\n  output %r3\n  %r4: int = call @is(%r)\n  output %r4\n  %r5: int = call @isnt(%r)\n  output %r5\n  \
         %r6: int = call @is(%t)\n  output %r6\n  %r7: int = call @isnt(%t)\n  output %r7\n  %r8: int = call @is(%u)\n  output %r8\n  \
         %r9: int = call @isnt(%u)\n  output %r9\n  %j: bv64 = add %i, 1:bv64\n  jump b1(%j)\nb3:\n  ret 0\n}\nentry @main\n",
    ));
}

#[test]
fn pointers_that_were_never_set() {
    // The last one is not a pointer: never set, or a number in one of two kinds of objects.
    for (object, last) in [
        ("heap 6", ""),
        ("stack 6", ""),
        ("heap 2000", ""),
        ("heap 6", "  store 5, %l\n"),
        ("stack 6", "  store 5, %l\n"),
    ] {
        let source = format!(
            "func @get(%p: ptr, %i: int) -> ptr {{\nb0:\n  %q: ptr = offset %p, %i\n  %v: ptr = load %q\n  ret %v\n}}\n\
             func @main() -> int {{\nb0:\n  %p: ptr = alloc cells {object}\n  %l: ptr = offset %p, 5\n{last}  jump b1(0)\nb1(%i: int):\n  %c: bool = slt %i, 5\n  br %c, b2, b3\nb2:\n  \
             %q: ptr = offset %p, %i\n  store %p, %q\n  %v: ptr = call @get(%p, %i)\n  %e: bool = eq %v, %p\n  output %e\n  %j: int = add %i, 1\n  jump b1(%j)\nb3:\n  \
             %u: ptr = call @get(%p, 5)\n  output 1\n  %z: bool = eq %u, null\n  output %z\n  ret 0\n}}\nentry @main\n"
        );
        agree_in_slices(&source);
    }
}

#[test]
fn places_that_come_around_are_outside() {
    // Twice the lowest number is zero in a word, but it is no place in the object.
    for object in ["alloc cells heap 4", "alloc cells stack 4", "offset @g, 0"] {
        for access in [
            "%v: int = load %q\n  output %v\n",
            "store 5, %q\n",
            "%e: bool = eq %q, %p\n  output %e\n  %v: int = load %q\n  output %v\n",
        ] {
            let source = format!(
                "global @g: cells 4 = [1, 2, 3, 4]\n\
                 func @at(%p: ptr, %a: int, %b: int) {{\nb0:\n  %r: ptr = offset %p, %a\n  %q: ptr = offset %r, %b\n  {access}  ret\n}}\n\
                 func @main() -> int {{\nb0:\n  %p: ptr = {object}\n  store 7, %p\n  %n: ptr = offset %p, 1\n  store 8, %n\n  call @at(%p, 0, 1)\n  call @at(%p, 2, -2)\n  \
                 call @at(%p, 1, 0)\n  call @at(%p, 9, -8)\n  call @at(%p, -9223372036854775808, -9223372036854775808)\n  ret 0\n}}\nentry @main\n"
            );
            finds(&agree(&source), "out-of-bounds");
        }
    }
}

#[test]
fn pointers_are_numbers() {
    is_safe(&agree_in_slices(
        "global @g: bytes 8 = zero\n\
         func @number(%p: ptr) -> bv64 {\nb0:\n  %x: bv64 = ptrtobv %p\n  %y: bv64 = add %x, 5:bv64\n  %z: bv64 = sub %y, 3:bv64\n  ret %z\n}\n\
         func @zero(%p: ptr) -> int {\nb0:\n  %x: bv64 = ptrtobv %p\n  %z: bool = eq %x, 0:bv64\n  br %z, b1, b2\nb1:\n  ret 1\nb2:\n  ret 2\n}\n\
         func @back(%x: bv64) -> ptr {\nb0:\n  %p: ptr = bvtoptr %x\n  ret %p\n}\n\
         func @main() -> int {\nb0:\n  jump b1(0:bv64)\nb1(%i: bv64):\n  %c: bool = ult %i, 5:bv64\n  br %c, b2, b3\nb2:\n  %n: ptr = offset null, %i\n  %a: bv64 = call @number(%n)\n  output %a\n  \
         %b: int = call @zero(%n)\n  output %b\n  %q: ptr = offset @g, %i\n  %d: bv64 = call @number(%q)\n  %o: bv64 = call @number(@g)\n  %e: bv64 = sub %d, %o\n  output %e\n  %f: int = call @zero(%q)\n  \
         output %f\n  %x: bv64 = ptrtobv %q\n  %r: ptr = call @back(%x)\n  %v: bv8 = load %r\n  output %v\n  %s: ptr = call @back(%i)\n  %h: bool = eq %s, %n\n  output %h\n  %j: bv64 = add %i, 1:bv64\n  jump b1(%j)\n\
         b3:\n  ret 0\n}\nentry @main\n",
    ));
}

#[test]
fn sizes_of_all_kinds() {
    for (start, step) in [(0, 7), (1020, 1), (3, -1), (60, 1)] {
        let source = format!(
            "func @make(%n: int) -> ptr {{\nb0:\n  %p: ptr = alloc cells heap %n\n  ret %p\n}}\n\
             func @main() -> int {{\nb0:\n  jump b1(0, {start})\nb1(%i: int, %n: int):\n  %c: bool = slt %i, 9\n  br %c, b2, b3\nb2:\n  %p: ptr = call @make(%n)\n  %l: int = sub %n, 1\n  \
             %q: ptr = offset %p, %l\n  store %n, %q\n  %v: int = load %q\n  output %v\n  %m: int = add %n, {step}\n  %j: int = add %i, 1\n  jump b1(%j, %m)\nb3:\n  ret 0\n}}\nentry @main\n"
        );
        for max_object in [1 << 26, 1023, 63, 20, 2, 0] {
            agree_with(&source, &Config { max_object, ..Config::default() });
        }
    }
}
