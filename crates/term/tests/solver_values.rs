//! What solvers print is read; what cannot be read is an error, not a panic. Deep terms do not overflow the stack.

mod z3;

use pathfold_base::{Bits, FxMap, Integer};
use pathfold_term::smtlib::parse::Mode;
use pathfold_term::smtlib::{model, parse_term, print_script, print_term, values};
use pathfold_term::{Format, Op, Pool, Scalar, Sort, SymbolKind, Value, eval, substitute};

fn int(n: i64) -> Value {
    Value::Int(Integer::from(n))
}

#[test]
fn values_of_every_spelling() {
    let array = Sort::Array(Scalar::Bv(4), Scalar::Int);
    let sorts = [Sort::Int, Sort::Bv(8), Sort::Bv(3), Sort::Bv(8), Sort::Bool, Sort::Fp(Format::F32)];
    let text = "((x (- 5)) (y #xff) (|a b| #b101) (z (_ bv7 8)) (p true) (f (fp #b1 #x7f #b10000000000000000000000)))";
    let read = values(text, &sorts).unwrap();
    let bits = |w, n| Value::Bits(Bits::new(w, n));
    assert_eq!(read, [int(-5), bits(8, 255), bits(3, 5), bits(8, 7), Value::Bool(true), Value::f32(-1.5)]);
    let specials = "((a (_ NaN 8 24)) (b (_ +oo 11 53)) (c (_ -oo 8 24)) (d (_ -zero 11 53)))";
    let (f32s, f64s) = (Sort::Fp(Format::F32), Sort::Fp(Format::F64));
    let read = values(specials, &[f32s, f64s, f32s, f64s]).unwrap();
    let expected = [f32::NAN.into_value(), Value::f64(f64::INFINITY), Value::f32(f32::NEG_INFINITY), Value::f64(-0.0)];
    assert_eq!(read, expected);
    let arrays = "((a (let ((q ((as const (Array (_ BitVec 4) Int)) 7))) (store (store q #x1 (- 2)) #x2 7))))";
    let read = values(arrays, &[array]).unwrap();
    let read = read[0].as_array().unwrap();
    assert_eq!((read.get(&bits(4, 1)), read.get(&bits(4, 2)), read.entries().len()), (&int(-2), &int(7), 1));
}

trait IntoValue {
    fn into_value(self) -> Value;
}

impl IntoValue for f32 {
    fn into_value(self) -> Value {
        Value::f32(self)
    }
}

#[test]
fn bad_text_is_an_error() {
    let array = Sort::Array(Scalar::Int, Scalar::Int);
    for (text, sort) in [
        ("((a (lambda ((x Int)) x)))", array),
        ("((a (_ as-array k!0)))", array),
        ("((a #x))", Sort::Bv(4)),
        ("((a #xg))", Sort::Bv(4)),
        ("((a #x+1))", Sort::Bv(8)),
        ("((a 1.5))", Sort::Int),
        ("((a (/ 1 2)))", Sort::Int),
        ("((a (- #x1)))", Sort::Int),
        ("((a y))", Sort::Int),
        ("((a 1)", Sort::Int),
        ("(error \"line 1\")", Sort::Int),
        ("((a 1) (b 2))", Sort::Int),
        ("((a true))", Sort::Int),
        ("((a (_ bv1 0)))", Sort::Bv(1)),
        ("((a (_ bv1 999)))", Sort::Bv(1)),
        ("((a ((_ extract 9 0) #x1)))", Sort::Bv(10)),
        ("((a ()))", Sort::Int),
        ("((a (let ((x)) x)))", Sort::Int),
        ("((a (fp.add RTP (_ +zero 8 24) (_ +zero 8 24))))", Sort::Fp(Format::F32)),
        ("", Sort::Int),
        (")", Sort::Int),
        ("((a |x))", Sort::Int),
    ] {
        assert!(values(text, &[sort]).is_err(), "{text}");
    }
}

#[test]
fn z3_models_satisfy_what_was_asked() {
    let mut pool = Pool::new();
    let x = pool.symbol("x y", SymbolKind::Input, Sort::Int);
    let b = pool.symbol("and", SymbolKind::Input, Sort::Bv(8));
    let a = pool.symbol("a|b", SymbolKind::Input, Sort::Array(Scalar::Bv(8), Scalar::Int));
    let f = pool.symbol("f", SymbolKind::Input, Sort::Fp(Format::F64));
    let seven = pool.int(-7);
    let three = pool.int(3);
    let quotient = pool.int_div(x, three);
    let signed = pool.bv_to_int_signed(b);
    let element = pool.select(a, b);
    let vector = pool.mk(Op::FpToSbv(8), &[f]);
    let parts = [
        pool.eq(quotient, seven),
        pool.int_lt(signed, seven),
        pool.eq(element, x),
        pool.eq(vector, b),
        pool.forall(three, |p, t| {
            let k = p.mk(Op::IntToBv(8), &[t]);
            let at = p.select(a, k);
            p.int_le(t, at)
        }),
    ];
    let query = pool.and(&parts);
    let answer = z3::run(&format!("{}(check-sat)(get-model)", print_script(&pool, &[query])));
    assert_eq!(answer[0], "sat");
    let values: FxMap<_, _> = model(&pool, &answer[1..].join("\n")).unwrap().into_iter().collect();
    assert_eq!(eval(&pool, query, &values, 10_000), Ok(Value::Bool(true)), "{answer:?}");
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut pool = Pool::new();
    let x = pool.symbol("x", SymbolKind::Input, Sort::Bv(8));
    let y = pool.symbol("y", SymbolKind::Input, Sort::Bv(8));
    let mut t = x;
    for _ in 0..200_000 {
        t = pool.raw(Op::BvUdiv, &[t, y]);
    }
    let text = print_term(&pool, t);
    assert_eq!(parse_term(&mut pool, &text, Mode::Raw), Ok(t));
    assert_eq!(pool.free_symbols(t).len(), 2);
    let one = |_| Some(Value::Bits(Bits::new(8, 1)));
    assert_eq!(eval(&pool, t, &one, 1_000_000), Ok(Value::Bits(Bits::new(8, 1))));
    let (k, l) = (pool.bv(8, 9), pool.bv(8, 1));
    assert_eq!(substitute(&mut pool, t, &FxMap::from_iter([(x, k), (y, l)])), k);
}

#[test]
fn quantifiers_are_equal_up_to_their_bound_symbol_and_never_capture() {
    let mut pool = Pool::new();
    let [n, m, x] = ["n", "m", "x"].map(|s| pool.symbol(s, SymbolKind::Input, Sort::Int));
    // A square, so that no rule eliminates it.
    let inner = |p: &mut Pool, limit| {
        p.forall(n, |p, t| {
            let square = p.mul(t, t);
            p.int_le(square, limit)
        })
    };
    let alone = inner(&mut pool, x);
    let mut inside = alone;
    let nested = pool.forall(m, |p, s| {
        inside = inner(p, x);
        let mixed = inner(p, s);
        let le = p.int_le(s, x);
        p.and(&[inside, mixed, le])
    });
    assert_eq!(alone, inside);
    // Substituting the bound symbol's own name from outside must not capture it.
    let Op::Forall(bound) = pool.op(alone) else { panic!("{}", print_term(&pool, alone)) };
    let bound = pool.symbol_term(bound);
    let moved = substitute(&mut pool, alone, &FxMap::from_iter([(x, bound)]));
    let bound_id = pool.as_symbol(bound).unwrap();
    assert!(pool.occurs_free(bound_id, moved), "{}", print_term(&pool, moved));
    for (s, expected) in [(16i64, true), (2, false)] {
        let values = |id| Some(int(if id == bound_id { s } else { 5 }));
        assert_eq!(eval(&pool, moved, &values, 1000), Ok(Value::Bool(expected)));
    }
    let values = |_| Some(int(3));
    assert_eq!(eval(&pool, nested, &values, 1000), Ok(Value::Bool(false)));
}
