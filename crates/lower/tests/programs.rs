//! C programs that do the same lowered and interpreted as they do natively, one for each family of what clang emits.

mod support;

use support::same_as_native;

#[test]
fn loops_switches_and_gotos() {
    same_as_native(
        r#"
        int printf(const char *, ...);
        static int classify(int n) {
            switch (n) { case -1: return 7; case 0: return 1; case 5: case 6: return 2; case 100000: return 3; default: return 9; }
        }
        static int computed(int n) {
            static const void *const table[] = { &&add, &&twice, &&end };
            int code[] = { 0, 1, 0, 1, 1, 2 }, i = 0;
            goto *table[code[i++]];
        add: n += 3; goto *table[code[i++]];
        twice: n *= 2; goto *table[code[i++]];
        end: return n;
        }
        static int relative(int n) {
            static const int distance[] = { &&b - &&a, &&a - &&a };
            goto *(&&a + distance[n]);
        a: return 10;
        b: return 20;
        }
        int main(void) {
            unsigned sum = 0;
            for (int i = 0; i < 10; i++) { if (i == 7) continue; sum += i * i; int j = i; do { sum ^= j; } while (j-- > 0); }
            int n = -2; while (n < 8) { printf("%d ", classify(n)); n++; }
            _Bool odd = sum & 1; switch (odd) { case 0: printf("even"); break; case 1: printf("odd"); }
            unsigned long long wide = 1ull << 40; switch (wide) { case 1ull << 40: printf(" wide"); }
            printf(" %u %d %d %d\n", sum, computed(5), relative(0), relative(1));
            return sum & 127;
        }"#,
        &[],
    );
}

#[test]
fn structures_by_value() {
    same_as_native(
        r#"
        int printf(const char *, ...);
        struct Small { int a; char b; };
        struct Floats { float x, y; };
        struct Mixed { double d; int i; };
        struct Three { float x, y, z; };
        struct Big { long a[5]; char c; };
        struct Empty {};
        union Either { long l; double d; };
        typedef double complex_t __attribute__((vector_size(16)));
        static struct Small small(struct Small s) { s.a += s.b; return s; }
        static struct Floats floats(struct Floats f, struct Mixed m) { f.x += m.d; f.y -= m.i; return f; }
        static struct Mixed mixed(struct Mixed m) { m.i++; m.d *= 2; return m; }
        static struct Three three(struct Three t) { t.z = t.x + t.y; return t; }
        static struct Big big(struct Big b, int k) { b.a[k] = k; b.c++; return b; }
        static union Either either(union Either e) { e.l ^= 1; return e; }
        static struct Empty empty(struct Empty e, int *p) { ++*p; return e; }
        static _Complex double product(_Complex double a, _Complex double b) { return a * b; }
        static int pick(struct Small s[2], struct Big b) { return s[1].a + b.a[2]; }
        int main(void) {
            struct Small s = { 3, 4 }; struct Floats f = { 1.5f, 2.5f }; struct Mixed m = { 2.25, 7 };
            struct Three t = { 1, 2, 3 }; struct Big b = { { 1, 2, 3, 4, 5 }, 'x' }; union Either e = { .l = 41 };
            struct Empty none; int calls = 0; struct Small pair[2] = { { 1, 2 }, { 3, 4 } };
            s = small(s); f = floats(f, m); m = mixed(m); t = three(t); b = big(b, 3); b = b; e = either(e);
            none = empty(none, &calls); struct Big (*through)(struct Big, int) = big; struct Big c = through(b, 4);
            printf("%d %d %f %f %f %d %f %ld %c %ld %d %ld %d\n", s.a, s.b, f.x, f.y, m.d, m.i, t.z, b.a[3], b.c, e.l, calls, c.a[4], pick(pair, b));
            _Complex double z = product(1.0 + 2.0i, 3.0 - 1.0i);
            printf("%f %f\n", __real__ z, __imag__ z);
            return small((struct Small){ 1, 2 }).a;
        }"#,
        &["-w"],
    );
}

#[test]
fn variadic_functions() {
    same_as_native(
        r#"
        #include <stdarg.h>
        int printf(const char *, ...);
        struct Pair { long a, b; }; struct Big { long a[4]; }; struct Floats { float x, y; }; struct Mixed { double d; int i; };
        static long list(va_list ap, int n) { long s = 0; while (n--) s = s * 3 + va_arg(ap, int); return s; }
        static double all(int n, ...) {
            va_list ap, copy; va_start(ap, n); va_copy(copy, ap);
            double s = list(copy, n); va_end(copy);
            for (int i = 0; i < n; i++) s += va_arg(ap, int);
            s += va_arg(ap, double); s += va_arg(ap, long); char *text = va_arg(ap, char *);
            struct Pair p = va_arg(ap, struct Pair); struct Big b = va_arg(ap, struct Big);
            struct Floats f = va_arg(ap, struct Floats); struct Mixed m = va_arg(ap, struct Mixed);
            __int128 wide = va_arg(ap, __int128); char last = va_arg(ap, int);
            va_end(ap);
            return s + text[1] + p.a * p.b + b.a[3] + f.x * f.y + m.d * m.i + (long)(wide >> 70) + last;
        }
        static int none(const char *f, ...) { return f[0]; }
        int main(void) {
            struct Pair p = { 3, 4 }; struct Big b = { { 1, 2, 3, 4 } }; struct Floats f = { 1.5f, 2 }; struct Mixed m = { 2.5, 2 };
            double (*call)(int, ...) = all;
            for (int i = 0; i < 3; i++)
                printf("%f\n", call(3, i, -2, 3, 1.25, 1000000000000l, "abc", p, b, f, m, (__int128)9 << 70, 'x'));
            return none("A") + none("B", 1, 2.0);
        }"#,
        &[],
    );
}

#[test]
fn bit_fields_and_odd_widths() {
    same_as_native(
        r#"
        int printf(const char *, ...);
        struct Bits { unsigned a : 3; int b : 5; unsigned long c : 40; _Bool d : 1; unsigned char e : 7; } __attribute__((packed));
        struct Loose { int x : 9; unsigned y : 23; short z : 4; };
        int main(void) {
            struct Bits s = { 5, -7, 0x123456789a, 1, 100 }; struct Loose l = { -200, 12345, -3 };
            s.a++; s.b -= 3; s.c ^= 0xffff; s.d = !s.d; s.e += 20; l.x *= 2; l.y <<= 3; l.z--;
            unsigned _BitInt(17) w = 100000; w *= 3; _BitInt(5) v = -9; v += 3; _BitInt(100) u = 1; u <<= 90; u -= 1;
            printf("%d %d %lx %d %d %d %d %d\n", s.a, s.b, (unsigned long)s.c, s.d, s.e, l.x, l.y, l.z);
            printf("%u %d %lx %lx %lu\n", (unsigned)w, (int)v, (unsigned long)u, (unsigned long)(u >> 64), sizeof s);
            return 0;
        }"#,
        &["-std=c23"],
    );
}

#[test]
fn integers_of_several_words() {
    same_as_native(
        r#"
        int printf(const char *, ...);
        typedef unsigned _BitInt(200) W; typedef _BitInt(333) S;
        static void show(W x) { for (int i = 0; i < 4; i++) { printf("%lx ", (unsigned long)(x & 0xffffffffffffffffwb)); x >>= 64; } printf("\n"); }
        static W mixed(W a, W b, int n) { return n ? (a ^ (b << 70)) + (a >> 3) : a - b; }
        static W table[2] = { 0x123456789abcdef0123456789abcdef0123456789abcdefwb, 7 };
        struct Long { unsigned long a : 60, b : 60, c : 60; unsigned d : 13; } __attribute__((packed));
        int main(void) {
            W a = table[0], b = a - 12345; S s = -(S)5; s >>= 1; struct Long l = { 1, 2, 3, 4 }; struct Long *p = &l;
            show(a); show(mixed(a, b, 1)); show(mixed(b, a, 0)); show(~a & (W)s); show((W)(s << 100)); show(mixed(table[1], a, 1));
            printf("%d%d%d%d%d%d %d%d%d\n", a == b, a != b, a < b, a <= b, a > b, a >= b, s < 0, s < (S)3, s > (S)-4);
            p->b += 1ul << 55; p->c ^= p->a << 50; p->d = p->d * 3; p->a = p->c >> 2;
            printf("%lx %lx %lx %d %lu %d\n", (unsigned long)l.a, (unsigned long)l.b, (unsigned long)l.c, l.d, sizeof l, (int)(signed char)s);
            return (int)(a >> 190) + (int)(short)b % 50;
        }"#,
        &["-std=c23"],
    );
}

#[test]
fn wide_integers_and_conversions() {
    same_as_native(
        r#"
        int printf(const char *, ...);
        typedef __int128 I; typedef unsigned __int128 U;
        static void show(U x) { printf("%lx:%lx ", (unsigned long)(x >> 64), (unsigned long)x); }
        int main(void) {
            U a = ((U)0x0123456789abcdef << 64) | 0xfedcba9876543210; I b = -(I)a; volatile int n = 13;
            show(a * a); show(a / 12345); show(a % 1000003); show(b / 77); show(b % 77); show(a << n); show(b >> n); show(a >> n);
            show((U)(double)a); show((U)(I)-1.5e20); show((U)(float)n); show(b < 0 ? a : 0);
            signed char c = -100; unsigned char u = c; short s = c; unsigned short t = c; long l = c; unsigned long m = (unsigned)c;
            printf("%d %d %d %ld %lu\n", u, s, t, l, m);
            float f = 3.75f; double d = -2.5e9; _Bool z = f, y = 0.0;
            printf("%d %d %ld %lu %d %d %f %f\n", (int)f, (signed char)-f, (long)d, (unsigned long)f, z, y, (double)(unsigned long)-1l, (float)-1l);
            return (int)(l + n);
        }"#,
        &[],
    );
}

#[test]
fn vectors() {
    same_as_native(
        r#"
        int printf(const char *, ...);
        typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16)));
        typedef unsigned char b16 __attribute__((vector_size(16))); typedef long l2 __attribute__((vector_size(16)));
        typedef short s8 __attribute__((vector_size(16))); typedef double d4 __attribute__((vector_size(32)));
        typedef _Bool m4 __attribute__((ext_vector_type(4)));
        static v4 mix(v4 a, v4 b, int i) { a[i & 3] = b[(i + 1) & 3]; return __builtin_shufflevector(a, b, 0, 5, 2, 7); }
        static d4 wide(d4 a) { return a * a - 1.0; }
        int main(void) {
            v4 a = { 1, -2, 3, -4 }, b = { 10, 20, 30, 40 }; volatile int k = 2;
            v4 c = a * b + (a < b) - (b >> 1); v4 d = mix(c, b, k); f4 f = __builtin_convertvector(d, f4) / 3.0f;
            b16 bytes = (b16)d; l2 longs = (l2)bytes; s8 shorts = (s8)f; shorts ^= 0x1234; d4 w = { 1, 2, 3, 4 }; w = wide(w);
            m4 truth = { 1, 0, 1, 1 }; m4 other = __builtin_convertvector(a > 0, m4); truth &= other; v4 which = a > 0, chosen = (which & a) | (~which & b);
            int sum = 0; for (int i = 0; i < 16; i++) sum = sum * 31 + bytes[i] + shorts[i / 2];
            printf("%d %d %d %d %f %lx %d %f %d %d\n", d[0], d[1], d[2], d[3], f[k], longs[1], sum, w[3], truth[0], truth[2]);
            printf("%d %d %d %d\n", __builtin_reduce_add(a), __builtin_reduce_max(b), __builtin_reduce_xor(c), chosen[1]);
            m4 *stored = &truth; (*stored)[1] = 1; v4 abs = __builtin_elementwise_abs(a);
            printf("%d%d%d%d %d\n", truth[0], truth[1], truth[2], truth[3], abs[3]);
            return 0;
        }"#,
        &["-w", "-fwrapv", "-mavx2"],
    );
}

#[test]
fn atomics() {
    same_as_native(
        r#"
        #include <stdatomic.h>
        int printf(const char *, ...);
        int main(void) {
            _Atomic int a = 5; atomic_uchar c = 250; _Atomic(char *) p = 0; _Atomic double d = 1.5; atomic_flag f = ATOMIC_FLAG_INIT;
            int old = atomic_fetch_add(&a, 3); old += atomic_fetch_sub(&a, 1); old += atomic_fetch_and(&a, 6); old += atomic_fetch_or(&a, 9);
            old += atomic_fetch_xor(&a, 5); old += atomic_exchange(&a, 77); c += 10; a++; --a; a *= 3;
            int expected = 1; _Bool no = atomic_compare_exchange_strong(&a, &expected, 4);
            int found = expected; _Bool yes = atomic_compare_exchange_weak(&a, &found, 4);
            char text[] = "xyz"; atomic_store(&p, text); char *before = atomic_exchange(&p, text + 1); d += 2;
            _Bool first = atomic_flag_test_and_set(&f), second = atomic_flag_test_and_set(&f); atomic_thread_fence(memory_order_seq_cst);
            int most = __atomic_fetch_max(&(int){ 7 }, 9, __ATOMIC_RELAXED), nand = __atomic_nand_fetch(&(int){ 12 }, 10, __ATOMIC_RELAXED);
            printf("%d %d %d %d %d %d %d %d %f %d %d %d %d\n", old, a, c, no, expected, yes, before == 0, *p, d, first, second, most, nand);
            return 0;
        }"#,
        &[],
    );
}

#[test]
fn globals_with_pointers() {
    same_as_native(
        r#"
        int printf(const char *, ...);
        struct Node { const char *name; struct Node *next; int (*f)(int); long address; short values[3]; };
        static int twice(int x) { return 2 * x; } static int half(int x) { return x / 2; }
        static int table[4][3] = { { 1, 2, 3 }, { 4, 5, 6 }, { [2] = 9 } };
        static int *inside = &table[1][2], *end = table[4]; static long distance = (char *)&table[2] - (char *)&table[0];
        static struct Node list[] = { { "one", &list[1], twice, (long)&table[3], { 1, 2, 3 } }, { "two" + 1, 0, half } };
        static char text[8] = "hi", *names[] = { "alpha", text, 0 }; static const double numbers[] = { 1.5, -0.0, 1e300 };
        static union { int i; float f; char c[8]; } u = { .f = 1.0f }; static void *nowhere = (void *)0x1234; static long double ld = 2.5L;
        int common; static _Thread_local int local = 6; static char big[100000]; struct { int n; char rest[]; } flexible = { 3, "abc" };
        extern int other __attribute__((alias("aliased"))); int aliased = 11; int also(int) __attribute__((alias("half_too"))); int half_too(int x) { return x / 2 + 1; }
        int main(void) {
            common += 4; local++; big[99999] = 1;
            printf("%d %ld %ld %s %s %d %d %d %d\n", *inside, (long)(end - inside), distance, list[0].name, list[0].next->name, list[0].f(21), list[1].f(21), list[0].values[2], *(int *)list[0].address);
            printf("%s %s %d %f %d %x %d %d %d %s\n", names[0], names[1], names[2] == 0, numbers[2] / 1e300, numbers[1] == 0, u.i, common, local, big[99999], flexible.rest);
            printf("%lx %d %d %lu\n", (long)nowhere, other, also(8), sizeof ld);
            return twice == list[0].f;
        }"#,
        &["-w"],
    );
}

#[test]
fn constructors_run_by_priority() {
    same_as_native(
        r#"
        int printf(const char *, ...);
        static int state = 1;
        __attribute__((constructor(300))) static void third(void) { state = state * 10 + 3; }
        __attribute__((constructor)) static void last(void) { state = state * 10 + 4; }
        __attribute__((constructor(101))) static void first(void) { state = state * 10 + 2; }
        __attribute__((destructor)) static void after(void) { printf("after %d\n", state); }
        __attribute__((destructor(200))) static void very_last(void) { printf("last\n"); }
        int main(void) { printf("%d\n", state); state = 9; return 0; }"#,
        &[],
    );
}

#[test]
fn builtins_on_bits_and_overflow() {
    same_as_native(
        r#"
        int printf(const char *, ...);
        int main(void) {
            int values[] = { 0, 1, -1, 2147483647, -2147483647 - 1, 46341, 12345678, -98765 };
            long h = 0;
            for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) {
                int a = values[i], b = values[j], r; unsigned u; long l; unsigned char c; __int128 w; unsigned __int128 v;
                h = h * 7 + __builtin_add_overflow(a, b, &r); h ^= r; h = h * 7 + __builtin_sub_overflow(a, b, &r); h ^= r;
                h = h * 7 + __builtin_mul_overflow(a, b, &r); h ^= r; h = h * 7 + __builtin_mul_overflow((unsigned)a, (unsigned)b, &u); h ^= u;
                h = h * 7 + __builtin_add_overflow((unsigned)a, (unsigned)b, &u); h ^= u; h = h * 7 + __builtin_sub_overflow((unsigned)a, (unsigned)b, &u); h ^= u;
                h = h * 7 + __builtin_mul_overflow((long)a * b, (long)a, &l); h ^= l; h = h * 7 + __builtin_add_overflow(a, b, &c); h ^= c;
                h = h * 7 + __builtin_mul_overflow((__int128)a << 64, (__int128)b, &w); h ^= (long)(w >> 60);
                h = h * 7 + __builtin_mul_overflow((unsigned __int128)(unsigned)a << 40, (unsigned __int128)(unsigned)b << 40, &v); h ^= (long)(v >> 50);
                h = h * 7 + __builtin_popcount(a) + (a ? __builtin_clz(a) + __builtin_ctz(a) : 0) + __builtin_ffs(b) + __builtin_parity(b);
                h ^= __builtin_bswap32(a) + __builtin_bitreverse32(b) + __builtin_bswap16(a); h += __builtin_bswap64((long)a * b) >> 9;
                h += __builtin_rotateleft32(a, b) ^ __builtin_rotateright32(a, b) ^ __builtin_rotateleft8(a, b) ^ (long)__builtin_rotateright64(h, b);
                h += __builtin_elementwise_add_sat(a, b) ^ __builtin_elementwise_sub_sat(a, b); h ^= __builtin_elementwise_add_sat((unsigned)a, (unsigned)b);
                h -= __builtin_elementwise_sub_sat((unsigned)a, (unsigned)b); h += __builtin_elementwise_max(a, b) - __builtin_elementwise_min((unsigned)a, (unsigned)b);
                h += __builtin_expect(a < b, 1) + __builtin_constant_p(a); h = (h << 1) ^ (long)((unsigned long)h >> 63);
            }
            printf("%lx %d\n", h, __builtin_abs(-5));
            return 0;
        }"#,
        &["-fwrapv"],
    );
}

#[test]
fn floating_point() {
    same_as_native(
        r#"
        #include <math.h>
        int printf(const char *, ...);
        int main(void) {
            volatile double zero = 0, values[] = { 0.0, -0.0, 1.5, -2.75, 1e300, -1e-310, 1.0 / zero, -1.0 / zero, zero / zero };
            long h = 0; double s = 0;
            for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) {
                double a = values[i], b = values[j]; float f = a, g = b;
                h = h * 2 + (a == b); h = h * 2 + (a != b); h = h * 2 + (a < b); h = h * 2 + (a <= b); h = h * 2 + (f > g); h = h * 2 + !(a >= b);
                h = h * 3 + isnan(a) + 2 * isinf(b) + 4 * isfinite(f) + 8 * isnormal(a) + 16 * signbit(b) + 32 * __builtin_isunordered(a, b) + 64 * islessgreater(a, b);
                h ^= __builtin_isfpclass(a, 0x1f7) << i; h += (a && b) + (f || g);
                double c = copysign(a, b), d = fabs(b); if (!isnan(c) && !isnan(d)) { h = h * 5 + (c < d); s += c > 1e3 || c < -1e3 ? 1 : c; s -= d > 1e3 ? 2 : d; }
                s = -s; h = (long)((unsigned long)h >> 7) ^ (h << 3);
            }
            printf("%lx %f %f %f %f %f\n", h, s, fmod(7.5, 2), sqrt(2.25), floor(-1.5), __builtin_fma(2, 3, 4) > 9.5 ? 1.0 : 0.0);
            return (int)(s < 0);
        }"#,
        &["-w", "-fwrapv", "-fno-math-errno", "-ffp-contract=off"],
    );
}

#[test]
fn old_style_functions() {
    same_as_native(
        r#"
        int printf(const char *, ...);
        int later(); double known();
        static int add(a, b, c) int a; long b; char c; { return a + b + c; }
        int main(void) { printf("%d %d %f\n", later(1, 2l, 'c'), add(5, 6l, 'd'), known(1.5f, 2)); return later(0, 1l, 2); }
        int later(a, b, c) int a; long b; char c; { return a * 100 + b * 10 + c; }
        double known(f, n) float f; short n; { return f * n; }"#,
        &["-w", "-std=c89"],
    );
}

#[test]
fn memory_and_pointers() {
    same_as_native(
        r#"
        #include <string.h>
        #include <stdint.h>
        int printf(const char *, ...);
        static int sum(int n, int rows[n][n]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += rows[i][j] * (i + 1); return s; }
        static int vla(int n) { int s = 0; for (int k = 1; k <= n; k++) { int a[k][k]; memset(a, 0, sizeof a); for (int i = 0; i < k; i++) a[i][k - 1] = i + k; s += sum(k, a); } return s; }
        struct Node { struct Node *next; int v; }; typedef int (*op)(int, int); static int add(int a, int b) { return a + b; } static int mul(int a, int b) { return a * b; }
        static char *at(char *p, long i) { return &p[-i]; }
        int main(void) {
            char a[16] = "hello, world", b[16]; volatile int n = 5; memcpy(b, a, sizeof a); memmove(b + 2, b, n); memset(b + 9, '!', n - 2);
            struct Node nodes[4]; struct Node *head = 0; for (int i = 0; i < 4; i++) { nodes[i].v = i * i; nodes[i].next = head; head = &nodes[i]; }
            int total = 0; for (struct Node *p = head; p; p = p->next) total = total * 10 + p->v; op ops[] = { add, mul, add };
            for (int i = 0; i < 3; i++) total = ops[i](total, i + 2); uintptr_t u = (uintptr_t)a; char *q = (char *)(u + 7); asm volatile("" : "+r"(q)); asm volatile("" ::: "memory");
            struct { int x; struct { short y[3]; } z[2]; } s = { 1, { { { 2, 3, 4 } }, { { 5, 6, 7 } } } }, t; t = s; t.z[n & 1].y[n - 3] += 10; int *nil = 0;
            printf("%s %d %d %c %c %d %d %d\n", b, total, vla(n), *q, *at(a + 4, 3), t.z[1].y[2], a < q, !nil && &a[3] - a == 3);
            char *grown = __builtin_alloca(n * 3); strcpy(grown, "ok"); return grown[0] + (int)strlen(a);
        }
        char *strcpy(char *to, const char *from) { char *p = to; while ((*p++ = *from++)); return to; }"#,
        &["-w", "-fno-builtin-strcpy"],
    );
}

#[test]
fn assembly_that_c_has_no_other_word_for() {
    same_as_native(
        r#"
        int printf(const char *, ...);
        int main(void) {
            unsigned lo, hi = 7, a = 0x01020304;
            __asm__("addl %5,%1; adcl %3,%0" : "=r"(hi), "=&r"(lo) : "0"(hi), "r"(1u), "1"(0xffffffffu), "r"(5u));
            printf("%u %u ", hi, lo);
            __asm__("subl %5,%1\n\tsbbl %3,%0" : "=r"(hi), "=&r"(lo) : "0"(hi), "r"(3u), "1"(lo), "r"(9u));
            printf("%u %u ", hi, lo);
            unsigned long l, h;
            __asm__("mulq %3" : "=a"(l), "=d"(h) : "0"(0x8000000000000001ul), "rm"(6ul));
            printf("%lu %lu ", l, h);
            __asm__("divq %4" : "=a"(l), "=d"(h) : "0"(l), "1"(h), "rm"(7ul));
            printf("%lu %lu ", l, h);
            __asm__("bsf %1,%0" : "=r"(l) : "rm"(40ul));
            __asm__("bsr %1,%0" : "=r"(h) : "rm"(40ul));
            __asm__("bswap %0" : "+r"(a));
            __asm__ volatile("pause; rep; nop" ::: "memory");
            __asm__ volatile("mfence" ::: "memory");
            printf("%lu %lu %x\n", l, h, a);
            return 0;
        }"#,
        &[],
    );
}

#[test]
fn long_doubles_have_their_size_and_the_values_of_doubles() {
    same_as_native(
        r#"
        #include <stdarg.h>
        int printf(const char *, ...);
        struct pair { char tag; long double parts[2]; };
        static struct pair pair = { 'p', { 1.25L, -3.0L } };
        static long double last(int count, ...) {
            va_list list;
            long double last = 0;
            va_start(list, count);
            while (count-- > 0) last = va_arg(list, long double);
            va_end(list);
            return last;
        }
        static long double other(long double x) { return -x; }
        int main(void) {
            struct pair copy = pair;
            long double x = 0.5L;
            unsigned char bytes[sizeof x];
            __builtin_memcpy(bytes, &x, sizeof x);
            copy.parts[0] = other(copy.parts[1]);
            printf("%d %d %d\n", (int)sizeof pair, (int)copy.parts[0], (int)last(3, 1.0L, x, pair.parts[1]));
            return __builtin_isnan(x) || x > 1 || __builtin_fabsl(-x) != x;
        }"#,
        &[],
    );
}
