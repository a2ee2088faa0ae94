//! Random terms: simplification never changes a value, is idempotent, and printing reads back.

use pathfold_base::{Bits, FxMap, Integer, Rng};
use pathfold_term::smtlib::parse::Mode;
use pathfold_term::smtlib::{parse_script, parse_term, print_script, print_term};
use pathfold_term::subst::rebuild;
use pathfold_term::{Evaluator, Format, Op, Pool, Scalar, Sort, SymbolId, SymbolKind, Term, Value};

const ARRAY: Sort = Sort::Array(Scalar::Bv(4), Scalar::Bv(8));
const INT_ARRAY: Sort = Sort::Array(Scalar::Int, Scalar::Int);
const SORTS: [Sort; 9] = [
    Sort::Bool,
    Sort::Int,
    Sort::Bv(1),
    Sort::Bv(4),
    Sort::Bv(8),
    Sort::Fp(Format::F32),
    Sort::Fp(Format::F64),
    ARRAY,
    INT_ARRAY,
];

fn value(rng: &mut Rng, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(rng.chance(0.5)),
        Sort::Int => Value::Int(Integer::from(rng.between(-6, 6))),
        Sort::Bv(w) => {
            let edges = [0, 1, u128::MAX, 1 << (w - 1), u128::from(rng.next_u64()), 2];
            Value::Bits(Bits::new(w.into(), *rng.pick(&edges)))
        }
        Sort::Fp(f) => {
            let x = *rng.pick(&[0.0, -0.0, 1.0, -1.5, 3.0, 1e10, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.3]);
            match f {
                Format::F32 => Value::f32(x as f32),
                Format::F64 => Value::f64(x),
            }
        }
        Sort::Array(index, element) => {
            let mut array = pathfold_term::ArrayValue::constant(index, value(rng, element.into()));
            for _ in 0..rng.below(4) {
                array.set(value(rng, index.into()), value(rng, element.into()));
            }
            Value::Array(array.into())
        }
    }
}

struct Gen<'a> {
    pool: &'a mut Pool,
    rng: &'a mut Rng,
    bound: Vec<Term>,
}

impl Gen<'_> {
    fn leaf(&mut self, sort: Sort) -> Term {
        let bound: Vec<Term> = self.bound.iter().copied().filter(|&b| self.pool.sort(b) == sort).collect();
        if !bound.is_empty() && self.rng.chance(0.5) {
            return *self.rng.pick(&bound);
        }
        if self.rng.chance(0.4) {
            let v = value(self.rng, sort);
            return self.pool.constant(v);
        }
        let name = format!("v{}_{sort:?}", self.rng.below(3));
        self.pool.symbol(&name, SymbolKind::Input, sort)
    }

    fn term(&mut self, sort: Sort, depth: u32) -> Term {
        if depth == 0 || self.rng.chance(0.15) {
            return self.leaf(sort);
        }
        let bv = [Sort::Bv(1), Sort::Bv(4), Sort::Bv(8)][self.rng.below(3)];
        let fp = Sort::Fp([Format::F32, Format::F64][self.rng.below(2)]);
        let any = *self.rng.pick(&SORTS);
        let mut options: Vec<(Op, Vec<Sort>)> = vec![(Op::Ite, vec![Sort::Bool, sort, sort])];
        match sort {
            Sort::Bool => {
                options.extend([
                    (Op::Not, vec![Sort::Bool]),
                    (Op::And, vec![Sort::Bool; 2 + self.rng.below(2)]),
                    (Op::Or, vec![Sort::Bool; 2 + self.rng.below(2)]),
                    (Op::Eq, vec![any, any]),
                    (Op::Eq, vec![bv, bv]),
                    (Op::Eq, vec![Sort::Int; 2]),
                    (Op::IntLe, vec![Sort::Int; 2]),
                    (Op::IntLe, vec![Sort::Int; 2]),
                ]);
                for op in [Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle] {
                    options.push((op, vec![bv, bv]));
                }
                for op in [Op::FpEq, Op::FpLt, Op::FpLe] {
                    options.push((op, vec![fp, fp]));
                }
                options.extend([(Op::FpIsNan, vec![fp]), (Op::FpIsInf, vec![fp])]);
                if self.rng.chance(0.1) {
                    return self.quantifier(depth);
                }
            }
            Sort::Int => options.extend([
                (Op::IntAdd, vec![Sort::Int; 2 + self.rng.below(2)]),
                (Op::IntAdd, vec![Sort::Int; 2]),
                (Op::IntMul, vec![Sort::Int; 2]),
                (Op::IntDiv, vec![Sort::Int; 2]),
                (Op::IntRem, vec![Sort::Int; 2]),
                (Op::BvToInt, vec![bv]),
                (Op::BvToIntSigned, vec![bv]),
                (Op::Select, vec![INT_ARRAY, Sort::Int]),
            ]),
            Sort::Bv(w) => {
                for op in [Op::BvNot, Op::BvNeg] {
                    options.push((op, vec![sort]));
                }
                for op in [Op::BvAdd, Op::BvSub, Op::BvMul, Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem] {
                    options.push((op, vec![sort, sort]));
                }
                for op in [Op::BvAnd, Op::BvOr, Op::BvXor, Op::BvShl, Op::BvLshr, Op::BvAshr] {
                    options.push((op, vec![sort, sort]));
                }
                options.push((Op::IntToBv(w), vec![Sort::Int]));
                options.extend([(Op::FpToSbv(w), vec![fp]), (Op::FpToUbv(w), vec![fp])]);
                if w == 8 {
                    options.extend([(Op::Concat, vec![Sort::Bv(4); 2]), (Op::Select, vec![ARRAY, Sort::Bv(4)])]);
                    options.extend([(Op::ZeroExt(8), vec![bv]), (Op::SignExt(8), vec![bv])]);
                }
                if w < 8 {
                    let low = self.rng.below(9 - usize::from(w)) as u8;
                    options.extend(vec![(Op::Extract(low + w - 1, low), vec![Sort::Bv(8)]); 3]);
                }
                if w == 4 {
                    options.extend([(Op::ZeroExt(4), vec![Sort::Bv(1)]), (Op::SignExt(4), vec![Sort::Bv(1)])]);
                }
            }
            Sort::Fp(f) => {
                for op in [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv, Op::FpRem] {
                    options.push((op, vec![sort, sort]));
                }
                for op in [Op::FpSqrt, Op::FpNeg, Op::FpAbs] {
                    options.push((op, vec![sort]));
                }
                options.extend([(Op::FpToFp(f), vec![fp]), (Op::SbvToFp(f), vec![bv]), (Op::UbvToFp(f), vec![bv])]);
            }
            Sort::Array(i, e) => {
                options.push((Op::Store, vec![sort, i.into(), e.into()]));
                options.push((Op::Store, vec![sort, i.into(), e.into()]));
                options.push((Op::ConstArray(i), vec![e.into()]));
            }
        }
        let (op, sorts) = self.rng.pick(&options).clone();
        let args: Vec<Term> = sorts.iter().map(|&s| self.term(s, depth - 1)).collect();
        self.pool.raw(op, &args)
    }

    fn quantifier(&mut self, depth: u32) -> Term {
        let sort = [Sort::Int, Sort::Bv(4)][self.rng.below(2)];
        let count = self.term(sort, 1);
        let name = format!("q{}_{}", self.bound.len(), sort.width().unwrap_or(0));
        let bound = self.pool.symbol(&name, SymbolKind::Bound, sort);
        self.bound.push(bound);
        let body = self.term(Sort::Bool, depth - 1);
        self.bound.pop();
        let symbol = self.pool.as_symbol(bound).unwrap();
        self.pool.raw(Op::Forall(symbol), &[count, body])
    }
}

fn random_terms(seed: u64, rounds: usize, mut check: impl FnMut(&mut Pool, &mut Rng, Term)) {
    let mut rng = Rng::new(seed);
    let mut pool = Pool::new();
    for round in 0..rounds {
        if round % 2000 == 0 {
            pool = Pool::new();
        }
        let sort = SORTS[round % SORTS.len()];
        let depth = 1 + rng.below(5) as u32;
        let t = Gen { pool: &mut pool, rng: &mut rng, bound: vec![] }.term(sort, depth);
        check(&mut pool, &mut rng, t);
    }
}

#[test]
fn simplification_keeps_values_and_is_idempotent() {
    let (mut before_eval, mut after_eval) = (Evaluator::new(), Evaluator::new());
    random_terms(1, 40_000, |pool, rng, t| {
        let simple = rebuild(pool, t);
        assert_eq!(pool.sort(t), pool.sort(simple));
        for _ in 0..8 {
            let mut values: FxMap<SymbolId, Value> = FxMap::default();
            for &s in pool.free_symbols(t).iter().chain(pool.free_symbols(simple).iter()) {
                values.entry(s).or_insert_with(|| value(rng, pool.symbol_info(s).sort));
            }
            let before = before_eval.eval(pool, t, &values, 1_000_000);
            let after = after_eval.eval(pool, simple, &values, 1_000_000);
            assert_eq!(before, after, "{}\nbecame\n{}", print_term(pool, t), print_term(pool, simple));
        }
        let again = rebuild(pool, simple);
        assert_eq!(
            simple,
            again,
            "not idempotent: {}\n{}\n{}",
            print_term(pool, t),
            print_term(pool, simple),
            print_term(pool, again)
        );
    });
}

#[test]
fn printed_terms_read_back() {
    random_terms(2, 20_000, |pool, _, t| {
        let simple = rebuild(pool, t);
        let text = print_term(pool, simple);
        let read = parse_term(pool, &text, Mode::Raw).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(simple, read, "{text}\n{}", print_term(pool, read));
    });
}

#[test]
fn printed_scripts_read_back() {
    random_terms(3, 2_000, |pool, _, t| {
        if pool.sort(t) != Sort::Bool {
            return;
        }
        let simple = rebuild(pool, t);
        let script = print_script(pool, &[simple, simple]);
        let mut other = Pool::new();
        let read = parse_script(&mut other, &script, Mode::Raw).unwrap_or_else(|e| panic!("{e}\n{script}"));
        assert_eq!(read.len(), 2);
        assert_eq!(print_term(&other, read[0]), print_term(pool, simple));
    });
}
