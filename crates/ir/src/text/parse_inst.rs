//! Instructions, terminators and operands of the textual form.

use pathfold_base::{Bits, Integer};

use super::lex::Token;
use super::parse::{DECLARE_IT, Parsed, Parser};
use crate::{
    AllocKind, BinaryOp, BlockId, Callee, CastOp, CheckKind, CompareOp, Const, Function, Inst, Intrinsic, Op, Operand,
    Target, Terminator, Type, UnaryOp,
};

impl Parser<'_> {
    pub(super) fn inst(&mut self, function: &Function) -> Parsed<Inst> {
        let mut dst = None;
        if *self.peek() == Token::Punct('%') {
            let (key, span, ty) = self.register_with_type()?;
            dst = Some(self.known_register(function, &key, span, Some(ty))?);
            self.expect('=')?;
        }
        let op = self.op(function)?;
        Ok(Inst { dst, op, loc: self.loc()? })
    }

    fn op(&mut self, function: &Function) -> Parsed<Op> {
        let span = self.span();
        let name = self.word("an instruction")?;
        if let Some(op) = BinaryOp::from_mnemonic(name) {
            let (a, b) = self.pair(function)?;
            return Ok(Op::Binary(op, a, b));
        }
        if let Some(op) = CompareOp::from_mnemonic(name) {
            let (a, b) = self.pair(function)?;
            return Ok(Op::Compare(op, a, b));
        }
        if let Some(op) = UnaryOp::from_mnemonic(name) {
            return Ok(Op::Unary(op, self.operand(function)?));
        }
        if let Some(op) = CastOp::from_mnemonic(name) {
            return Ok(Op::Cast(op, self.operand(function)?));
        }
        match name {
            "select" => {
                let cond = self.operand(function)?;
                self.expect(',')?;
                let (a, b) = self.pair(function)?;
                Ok(Op::Select(cond, a, b))
            }
            "alloc" => {
                let layout = self.layout()?;
                let span = self.span();
                let Some(kind) = AllocKind::from_mnemonic(self.word("`heap` or `stack`")?) else {
                    return self.fail(span, "unknown kind of object", "objects live on the `heap` or on the `stack`");
                };
                let size = self.operand(function)?;
                Ok(Op::Alloc { layout, kind, size, align: self.align()? })
            }
            "offset" => {
                let (pointer, offset) = self.pair(function)?;
                Ok(Op::Offset(pointer, offset))
            }
            "load" => Ok(Op::Load(self.operand(function)?)),
            "store" => {
                let (value, pointer) = self.pair(function)?;
                Ok(Op::Store { value, pointer })
            }
            "call" => {
                let callee = if self.eat('*') {
                    Callee::Indirect(self.operand(function)?)
                } else {
                    Callee::Direct(self.function_name()?)
                };
                self.expect('(')?;
                Ok(Op::Call(callee, self.list(')', |p| p.operand(function))?))
            }
            "input" => Ok(Op::Input),
            "output" => Ok(Op::Output(self.operand(function)?)),
            "check" => {
                let span = self.span();
                let slug = self.word("a kind of check")?;
                let Some(kind) = CheckKind::from_slug(slug) else {
                    let known: Vec<_> = CheckKind::ALL.iter().map(|kind| kind.slug()).collect();
                    let help = format!("checks are {}", known.join(", "));
                    return self.fail(span, format!("unknown check `{slug}`"), &help);
                };
                Ok(Op::Check(kind, self.operand(function)?))
            }
            "assume" => Ok(Op::Assume(self.operand(function)?)),
            "defined" => Ok(Op::Defined(self.operand(function)?)),
            "intrinsic" => {
                let span = self.span();
                let name = self.word("an intrinsic")?;
                let Some(intrinsic) = Intrinsic::from_name(name) else {
                    return self.fail(span, format!("unknown intrinsic `{name}`"), "`docs/ir.md` lists them");
                };
                self.expect('(')?;
                Ok(Op::Intrinsic(intrinsic, self.list(')', |p| p.operand(function))?))
            }
            "unsupported" => {
                let Token::Str(what) = self.peek() else {
                    return self.unexpected("what is not supported, in quotes");
                };
                let what = what.clone();
                self.bump();
                Ok(Op::Unsupported(what))
            }
            _ => self.fail(
                span,
                format!("unknown instruction `{name}`"),
                "an instruction is `%x: type = name operands`; a block must end with a terminator",
            ),
        }
    }

    fn pair(&mut self, function: &Function) -> Parsed<(Operand, Operand)> {
        let a = self.operand(function)?;
        self.expect(',')?;
        Ok((a, self.operand(function)?))
    }

    /// The terminator that comes next, if it is one; the place after it is not read.
    pub(super) fn terminator(&mut self, function: &Function) -> Parsed<Option<Terminator>> {
        if self.eat_word("jump") {
            return Ok(Some(Terminator::Jump(self.target(function)?)));
        }
        if self.eat_word("br") {
            let cond = self.operand(function)?;
            self.expect(',')?;
            let then = self.target(function)?;
            self.expect(',')?;
            return Ok(Some(Terminator::Branch { cond, then, otherwise: self.target(function)? }));
        }
        if self.eat_word("switch") {
            let value = self.operand(function)?;
            self.expect('[')?;
            let cases = self.list(']', |p| {
                let case = p.constant()?;
                if *p.peek() != Token::FatArrow {
                    return p.unexpected("`=>`");
                }
                p.bump();
                Ok((case, p.target(function)?))
            })?;
            self.expect(',')?;
            return Ok(Some(Terminator::Switch { value, cases, default: self.target(function)? }));
        }
        if self.eat_word("ret") {
            let value = match self.peek() {
                Token::Punct('%' | '-' | '@' | '&') | Token::Digits(_) => true,
                Token::Ident(word) => matches!(*word, "true" | "false" | "null" | "address" | "undef" | "f32" | "f64"),
                _ => false,
            };
            let value = if value { Some(self.operand(function)?) } else { None };
            return Ok(Some(Terminator::Return(value)));
        }
        Ok(self.eat_word("unreachable").then_some(Terminator::Unreachable))
    }

    fn target(&mut self, function: &Function) -> Parsed<Target> {
        let span = self.span();
        let label = self.word("a block")?;
        let digits = label.strip_prefix('b').filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        let Some(number) = digits.and_then(|digits| digits.parse::<u32>().ok()) else {
            return self.fail(span, format!("`{label}` is not a block"), "blocks are `b0`, `b1`, ...");
        };
        self.jumps.push((number, span));
        let args = if self.eat('(') { self.list(')', |p| p.operand(function))? } else { Vec::new() };
        Ok(Target { block: BlockId(number), args })
    }

    fn operand(&mut self, function: &Function) -> Parsed<Operand> {
        let span = self.span();
        if self.eat('%') {
            let key = self.key()?;
            return Ok(Operand::Reg(self.known_register(function, &key, span, None)?));
        }
        self.constant().map(Operand::Const)
    }

    pub(super) fn constant(&mut self) -> Parsed<Const> {
        let span = self.span();
        match *self.peek() {
            Token::Punct('@') => {
                self.bump();
                Ok(Const::Global(self.global_key()?))
            }
            Token::Punct('&') => {
                self.bump();
                Ok(Const::Function(self.function_key(DECLARE_IT)?))
            }
            Token::Punct('-') => {
                self.bump();
                let Token::Digits(_) = self.peek() else {
                    return self.unexpected("a number");
                };
                Ok(Const::Int(self.number::<Integer>()?.neg()))
            }
            Token::Digits(_) => self.integer(),
            Token::Ident(word) => {
                self.bump();
                match word {
                    "true" => Ok(Const::Bool(true)),
                    "false" => Ok(Const::Bool(false)),
                    "null" => Ok(Const::Null),
                    "address" => Ok(Const::Address(self.hex(16)?)),
                    "undef" => {
                        self.expect(':')?;
                        Ok(Const::Undef(self.ty()?))
                    }
                    "f32" => Ok(Const::F32(self.hex(8)? as u32)),
                    "f64" => Ok(Const::F64(self.hex(16)?)),
                    _ => self.fail(
                        span,
                        format!("`{word}` is not an operand"),
                        "operands are registers `%x`, numbers, `true`, `false`, `null`, `undef:type`, `@global`, `&function`",
                    ),
                }
            }
            _ => self.unexpected("an operand"),
        }
    }

    /// `7` or `7:bv32`.
    fn integer(&mut self) -> Parsed<Const> {
        let span = self.span();
        let value = self.number::<Integer>()?;
        if !self.eat(':') {
            return Ok(Const::Int(value));
        }
        let Type::Bv(width @ 1..=128) = self.ty()? else {
            return self.fail(span, "a number with a type is a bit vector", "write `7` or `7:bv32`");
        };
        let width = u32::from(width);
        match value.to_u128() {
            Some(bits) if Bits::new(width, bits).unsigned() == bits => Ok(Const::Bits(Bits::new(width, bits))),
            Some(_) | None => self.fail(span, format!("`{value}` does not fit in {width} bits"), "use a wider type"),
        }
    }

    /// `:0x` and exactly this many digits.
    fn hex(&mut self, digits: usize) -> Parsed<u64> {
        self.expect(':')?;
        let value = match *self.peek() {
            Token::Hex(text) if text.len() == digits => u64::from_str_radix(text, 16).ok(),
            _ => None,
        };
        let Some(value) = value else {
            return self.unexpected(&format!("`0x` and {digits} hexadecimal digits"));
        };
        self.bump();
        Ok(value)
    }
}
