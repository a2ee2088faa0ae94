/*
 * The functions of SV-COMP and Test-Comp. __VERIFIER_nondet_T makes an input named nondet_T.
 */
#include <stddef.h>
#include <sys/types.h>
#include "pathfold.h"

#define NONDET(suffix, type) \
	type __VERIFIER_nondet_##suffix(void) \
	{ \
		type value; \
		__pathfold_make_symbolic(&value, sizeof value, "nondet_" #suffix); \
		return value; \
	}

NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(unsigned_char, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(unsigned_int, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
NONDET(size_t, size_t)
NONDET(loff_t, long long)
NONDET(time_t, time_t)
NONDET(u8, unsigned char)
NONDET(u16, unsigned short)
NONDET(u32, unsigned)
NONDET(u64, unsigned long long)
NONDET(s8, signed char)
NONDET(s16, short)
NONDET(s32, int)
NONDET(s64, long long)
NONDET(U8, unsigned char)
NONDET(U16, unsigned short)
NONDET(U32, unsigned)
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(pchar, char *)
NONDET(charp, char *)
NONDET(const_char_pointer, const char *)
NONDET(sector_t, unsigned long)
NONDET(pthread_t, unsigned long)

_Bool __VERIFIER_nondet_bool(void)
{
	unsigned char value;
	__pathfold_make_symbolic(&value, sizeof value, "nondet_bool");
	__pathfold_assume(value <= 1);
	return value;
}

void __VERIFIER_nondet_memory(void *start, size_t size) { __pathfold_make_symbolic(start, size, "nondet_memory"); }

void __VERIFIER_assume(int condition) { __pathfold_assume(condition != 0); }

__attribute__((__weak__)) void __VERIFIER_assert(int condition)
{
	if (!condition) __pathfold_report("assertion", "__VERIFIER_assert of a false condition");
}

void __VERIFIER_atomic_begin(void) {}

void __VERIFIER_atomic_end(void) {}
