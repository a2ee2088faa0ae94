//! Instructions and intrinsics that clang does not emit for C by itself, or only at times: textual IR, whose `main`
//! gives the number of the first check that fails.

mod support;

use pathfold_llvm::lower;
use support::{Folder, check, interpreter, options, unsupported};

/// Runs the body of a `main` that returns an `i32`.
fn result(declarations: &str, body: &str) -> i32 {
    let folder = Folder::new();
    let file = folder.write("test.ll", format!("{declarations}\ndefine i32 @main() {{\n{body}\n}}\n"));
    let program = lower(&[file], &options(&folder)).unwrap_or_else(|error| panic!("{error}"));
    check(&program);
    assert_eq!(unsupported(&program), Vec::<String>::new());
    interpreter::run(&program).unwrap_or_else(|error| panic!("{error}")).1
}

/// Wants calls of intrinsics to give these values: the call, its type, the value.
fn gives(declarations: &str, calls: &[(&str, &str, &str)]) {
    let mut body = String::from("  br label %c0\n");
    for (i, (call, ty, wanted)) in calls.iter().enumerate() {
        let compare = if ty.starts_with(['f', 'd']) { "fcmp oeq" } else { "icmp eq" };
        body.push_str(&format!(
            "c{i}:\n  %v{i} = {call}\n  %t{i} = {compare} {ty} %v{i}, {wanted}\n  br i1 %t{i}, label %c{}, label %f{i}\nf{i}:\n  ret i32 {}\n",
            i + 1,
            i + 1
        ));
    }
    body.push_str(&format!("c{}:\n  ret i32 0", calls.len()));
    let failed = result(declarations, &body);
    assert_eq!(failed, 0, "{:?}", calls.get((failed as usize).wrapping_sub(1)));
}

#[test]
fn saturating_conversions_and_comparisons() {
    let declarations = "declare i8 @llvm.fptosi.sat.i8.f64(double)\ndeclare i8 @llvm.fptoui.sat.i8.f32(float)\ndeclare i8 @llvm.scmp.i8.i32(i32, i32)\ndeclare i2 @llvm.ucmp.i2.i32(i32, i32)\ndeclare double @llvm.minimum.f64(double, double)\ndeclare double @llvm.maximum.f64(double, double)\ndeclare i1 @llvm.is.fpclass.f64(double, i32)\ndeclare i128 @llvm.fptosi.sat.i128.f32(float)";
    gives(
        declarations,
        &[
            ("call i8 @llvm.fptosi.sat.i8.f64(double 1.0e9)", "i8", "127"),
            ("call i8 @llvm.fptosi.sat.i8.f64(double -1.0e9)", "i8", "-128"),
            ("call i8 @llvm.fptosi.sat.i8.f64(double -3.9)", "i8", "-3"),
            ("call i8 @llvm.fptosi.sat.i8.f64(double 127.9)", "i8", "127"),
            ("call i8 @llvm.fptosi.sat.i8.f64(double 0x7FF8000000000000)", "i8", "0"),
            ("call i8 @llvm.fptoui.sat.i8.f32(float -5.0)", "i8", "0"),
            ("call i8 @llvm.fptoui.sat.i8.f32(float 256.0)", "i8", "-1"),
            ("call i8 @llvm.fptoui.sat.i8.f32(float 200.5)", "i8", "200"),
            (
                "call i128 @llvm.fptosi.sat.i128.f32(float 0x7FF0000000000000)",
                "i128",
                "170141183460469231731687303715884105727",
            ),
            ("call i8 @llvm.scmp.i8.i32(i32 -1, i32 1)", "i8", "-1"),
            ("call i8 @llvm.scmp.i8.i32(i32 7, i32 7)", "i8", "0"),
            ("call i2 @llvm.ucmp.i2.i32(i32 -1, i32 1)", "i2", "1"),
            ("call double @llvm.minimum.f64(double 1.0, double -2.0)", "double", "-2.0"),
            ("call double @llvm.maximum.f64(double 1.0, double -2.0)", "double", "1.0"),
            ("call i1 @llvm.is.fpclass.f64(double -0.0, i32 32)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0.0, i32 32)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000001, i32 1)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000001, i32 2)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 4.9e-324, i32 128)", "i1", "true"),
        ],
    );
}

#[test]
fn odd_widths_of_bit_operations() {
    let declarations = "declare i24 @llvm.fshl.i24(i24, i24, i24)\ndeclare i24 @llvm.fshr.i24(i24, i24, i24)\ndeclare i32 @llvm.fshl.i32(i32, i32, i32)\ndeclare i7 @llvm.ctlz.i7(i7, i1)\ndeclare i7 @llvm.bitreverse.i7(i7)\ndeclare i32 @llvm.abs.i32(i32, i1)\ndeclare i8 @llvm.sadd.sat.i8(i8, i8)\ndeclare i8 @llvm.ssub.sat.i8(i8, i8)\n@amount = global i24 51";
    gives(
        declarations,
        &[
            ("call i24 @llvm.fshl.i24(i24 1, i24 8388608, i24 25)", "i24", "3"),
            ("call i24 @llvm.fshl.i24(i24 1, i24 8388608, i24 24)", "i24", "1"),
            ("call i24 @llvm.fshr.i24(i24 1, i24 2, i24 24)", "i24", "2"),
            ("call i24 @llvm.fshr.i24(i24 1, i24 2, i24 1)", "i24", "8388609"),
            ("load i24, ptr @amount", "i24", "51"),
            ("call i24 @llvm.fshl.i24(i24 1, i24 0, i24 %v4)", "i24", "8"),
            ("call i32 @llvm.fshl.i32(i32 1, i32 -1, i32 4)", "i32", "31"),
            ("call i7 @llvm.ctlz.i7(i7 5, i1 false)", "i7", "4"),
            ("call i7 @llvm.ctlz.i7(i7 0, i1 false)", "i7", "7"),
            ("call i7 @llvm.bitreverse.i7(i7 3)", "i7", "96"),
            ("call i32 @llvm.abs.i32(i32 -2147483648, i1 false)", "i32", "-2147483648"),
            ("call i8 @llvm.sadd.sat.i8(i8 -100, i8 -100)", "i8", "-128"),
            ("call i8 @llvm.ssub.sat.i8(i8 100, i8 -100)", "i8", "127"),
        ],
    );
}

#[test]
fn truth_values_compute_like_numbers_of_one_bit() {
    gives(
        "@t = global i1 true\n@f = global i1 false",
        &[
            ("load i1, ptr @t", "i1", "true"),
            ("load i1, ptr @f", "i1", "false"),
            ("add i1 %v0, %v0", "i1", "false"),
            ("sub i1 %v1, %v0", "i1", "true"),
            ("mul i1 %v0, %v0", "i1", "true"),
            ("udiv i1 %v0, %v0", "i1", "true"),
            ("shl i1 %v0, %v1", "i1", "true"),
            ("icmp slt i1 %v0, %v1", "i1", "true"),
            ("icmp ult i1 %v0, %v1", "i1", "false"),
            ("sext i1 %v0 to i32", "i32", "-1"),
            ("zext i1 %v0 to i32", "i32", "1"),
            ("sitofp i1 %v0 to double", "double", "-1.0"),
            ("uitofp i1 %v0 to float", "float", "1.0"),
            ("fptoui double 1.0 to i1", "i1", "true"),
        ],
    );
}

#[test]
fn parts_of_aggregates_and_vectors() {
    let declarations = "declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)\ndeclare i8 @llvm.vector.reduce.umax.v4i8(<4 x i8>)\n@index = global i32 2\n@rows = global [2 x { i8, [2 x i16] }] [{ i8, [2 x i16] } { i8 1, [2 x i16] [i16 2, i16 3] }, { i8, [2 x i16] } { i8 4, [2 x i16] [i16 5, i16 6] }]";
    let body = r#"
        %i = load i32, ptr @index
        %e = extractelement <4 x i8> <i8 1, i8 2, i8 30, i8 4>, i32 %i
        %n = insertelement <4 x i8> <i8 1, i8 2, i8 3, i8 4>, i8 %e, i32 %i
        %m = call i8 @llvm.vector.reduce.umax.v4i8(<4 x i8> %n)
        %w = bitcast <4 x i8> %n to i32
        %h = lshr i32 %w, 16
        %b = and i32 %h, 255
        %rows = load [2 x { i8, [2 x i16] }], ptr @rows
        %row = extractvalue [2 x { i8, [2 x i16] }] %rows, 1
        %new = insertvalue { i8, [2 x i16] } %row, i16 50, 1, 0
        %c = icmp sgt i32 %i, 1
        %chosen = select i1 %c, { i8, [2 x i16] } %new, { i8, [2 x i16] } %row
        %v = extractvalue { i8, [2 x i16] } %chosen, 1, 0
        store { i8, [2 x i16] } %chosen, ptr @rows
        %field = getelementptr { i8, [2 x i16] }, ptr @rows, i32 0, i32 1, i32 0
        %stored = load i16, ptr %field
        %same = icmp eq i16 %stored, %v
        %f = call float @llvm.vector.reduce.fadd.v2f32(float 1.0, <2 x float> <float 2.0, float 4.0>)
        %fi = fptosi float %f to i32
        %s = zext i1 %same to i32
        %mm = zext i8 %m to i32
        %x1 = add i32 %mm, %b
        %x2 = add i32 %x1, %fi
        %x3 = add i32 %x2, %s
        %frozen = freeze i32 %x3
        ret i32 %frozen"#;
    assert_eq!(result(declarations, body), 30 + 30 + 7 + 1);
}

#[test]
fn arguments_one_by_one() {
    let declarations = r#"
        %list = type { i32, i32, ptr, ptr }
        declare void @llvm.va_start.p0(ptr)
        define i32 @sum(i32 %n, ...) {
          %ap = alloca %list, align 16
          call void @llvm.va_start.p0(ptr %ap)
          %a = va_arg ptr %ap, i32
          %b = va_arg ptr %ap, i128
          %c = va_arg ptr %ap, double
          %bb = trunc i128 %b to i32
          %cc = fptosi double %c to i32
          %s = add i32 %a, %bb
          %t = mul i32 %s, %cc
          ret i32 %t
        }"#;
    assert_eq!(
        result(declarations, "  %r = call i32 (i32, ...) @sum(i32 1, i32 5, i128 6, double 3.5)\n  ret i32 %r"),
        33
    );
}

#[test]
fn constants_that_must_be_computed() {
    let declarations = "@a = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n@b = global i64 ptrtoint (ptr getelementptr ([4 x i32], ptr @a, i64 0, i64 2) to i64)\n@c = global i32 trunc (i64 sub (i64 ptrtoint (ptr getelementptr ([4 x i32], ptr @a, i64 0, i64 3) to i64), i64 ptrtoint (ptr @a to i64)) to i32)";
    let body = r#"
        %z = icmp eq i64 ptrtoint (ptr @a to i64), 0
        br i1 %z, label %left, label %right
      left:
        br label %join
      right:
        br label %join
      join:
        %p = phi ptr [ null, %left ], [ getelementptr ([4 x i32], ptr @a, i64 0, i64 1), %right ]
        %k = phi i64 [ 0, %left ], [ sub (i64 ptrtoint (ptr getelementptr ([4 x i32], ptr @a, i64 0, i64 3) to i64), i64 ptrtoint (ptr @a to i64)), %right ]
        %x = load i32, ptr %p
        %b = load i64, ptr @b
        %q = inttoptr i64 %b to ptr
        %y = load i32, ptr %q
        %c = load i32, ptr @c
        %kk = trunc i64 %k to i32
        %s = add i32 %x, %y
        %t = add i32 %s, %c
        %u = add i32 %t, %kk
        ret i32 %u"#;
    assert_eq!(result(declarations, body), 2 + 3 + 12 + 12);
}

#[test]
fn atomic_updates_of_every_kind() {
    let mut calls = vec![("load i8, ptr @x", "i8", "200")];
    calls.extend([
        ("atomicrmw uinc_wrap ptr @x, i8 100 seq_cst", "i8", "200"),
        ("atomicrmw udec_wrap ptr @x, i8 9 seq_cst", "i8", "0"),
        ("atomicrmw max ptr @x, i8 -1 seq_cst", "i8", "9"),
        ("atomicrmw umax ptr @x, i8 -1 seq_cst", "i8", "9"),
        ("atomicrmw min ptr @x, i8 5 seq_cst", "i8", "-1"),
        ("atomicrmw umin ptr @x, i8 5 seq_cst", "i8", "-1"),
        ("atomicrmw nand ptr @x, i8 4 seq_cst", "i8", "5"),
        ("atomicrmw xchg ptr @x, i8 1 seq_cst", "i8", "-5"),
        ("atomicrmw fadd ptr @d, double 2.0 seq_cst", "double", "1.5"),
        ("atomicrmw fmax ptr @d, double 2.0 seq_cst", "double", "3.5"),
        ("load double, ptr @d", "double", "3.5"),
    ]);
    gives("@x = global i8 200\n@d = global double 1.5", &calls);
}

#[test]
fn classes_of_floats_by_comparison() {
    gives(
        "declare i1 @llvm.is.fpclass.f64(double, i32)",
        &[
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 3)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 516)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 504)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 96)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 264)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 612)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 1020)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000000, i32 515)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 3)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 516)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 504)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 96)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 264)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 612)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 1020)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000000, i32 515)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x3FF8000000000000, i32 3)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x3FF8000000000000, i32 516)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x3FF8000000000000, i32 504)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x3FF8000000000000, i32 96)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x3FF8000000000000, i32 264)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x3FF8000000000000, i32 612)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x3FF8000000000000, i32 1020)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x3FF8000000000000, i32 515)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 3)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 516)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 504)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 96)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 264)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 612)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 1020)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0xBFF8000000000000, i32 515)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 3)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 516)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 504)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 96)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 264)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 612)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 1020)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x0000000000000001, i32 515)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 3)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 516)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 504)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 96)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 264)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 612)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 1020)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x8000000000000001, i32 515)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 3)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 516)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 504)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 96)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 264)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 612)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 1020)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF0000000000000, i32 515)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 3)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 516)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 504)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 96)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 264)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 612)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 1020)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0xFFF0000000000000, i32 515)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 3)", "i1", "true"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 516)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 504)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 96)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 264)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 612)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 1020)", "i1", "false"),
            ("call i1 @llvm.is.fpclass.f64(double 0x7FF8000000000000, i32 515)", "i1", "true"),
        ],
    );
}
