/* Instead of musl's arch/x86_64/atomic_arch.h: analysed programs have one thread, so plain reads and writes are atomic. */
#define ATOMIC_MODEL static inline __attribute__((__always_inline__, __unused__))

#define a_cas a_cas
ATOMIC_MODEL int a_cas(volatile int *p, int t, int s)
{
	int old = *p;
	if (old == t) *p = s;
	return old;
}

#define a_cas_p a_cas_p
ATOMIC_MODEL void *a_cas_p(volatile void *p, void *t, void *s)
{
	void *volatile *place = (void *volatile *)p;
	void *old = *place;
	if (old == t) *place = s;
	return old;
}

#define a_swap a_swap
ATOMIC_MODEL int a_swap(volatile int *p, int v)
{
	int old = *p;
	*p = v;
	return old;
}

#define a_fetch_add a_fetch_add
ATOMIC_MODEL int a_fetch_add(volatile int *p, int v)
{
	int old = *p;
	*p = (unsigned)old + v;
	return old;
}

#define a_fetch_and a_fetch_and
ATOMIC_MODEL int a_fetch_and(volatile int *p, int v)
{
	int old = *p;
	*p = old & v;
	return old;
}

#define a_fetch_or a_fetch_or
ATOMIC_MODEL int a_fetch_or(volatile int *p, int v)
{
	int old = *p;
	*p = old | v;
	return old;
}

#define a_and_64 a_and_64
ATOMIC_MODEL void a_and_64(volatile uint64_t *p, uint64_t v) { *p &= v; }

#define a_or_64 a_or_64
ATOMIC_MODEL void a_or_64(volatile uint64_t *p, uint64_t v) { *p |= v; }

#define a_store a_store
ATOMIC_MODEL void a_store(volatile int *p, int v) { *p = v; }

#define a_barrier a_barrier
ATOMIC_MODEL void a_barrier(void) {}

#define a_spin a_spin
ATOMIC_MODEL void a_spin(void) {}

_Noreturn void __pathfold_report(const char *slug, const char *message);
#define a_crash a_crash
ATOMIC_MODEL void a_crash(void) { __pathfold_report("abort", "the C library found its own data corrupted"); }

#define a_ctz_32 a_ctz_32
ATOMIC_MODEL int a_ctz_32(uint32_t x) { return __builtin_ctz(x); }

#define a_clz_32 a_clz_32
ATOMIC_MODEL int a_clz_32(uint32_t x) { return __builtin_clz(x); }

#define a_ctz_64 a_ctz_64
ATOMIC_MODEL int a_ctz_64(uint64_t x) { return __builtin_ctzll(x); }

#define a_clz_64 a_clz_64
ATOMIC_MODEL int a_clz_64(uint64_t x) { return __builtin_clzll(x); }
