/*
 * Numbers in strings. musl reads them through a made-up FILE whose end is the address -1: strtol and its family read the
 * string itself here, strtod and its family still go through musl's scanner, but the FILE ends where the object ends.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "stdio_impl.h"
#include "floatscan.h"
#include "shgetc.h"
#include "pathfold.h"

#define ALIAS(function) __attribute__((__weak__, __alias__(#function)))

static int digit(char c)
{
	if (c >= '0' && c <= '9') return c - '0';
	if (c >= 'a' && c <= 'z') return c - 'a' + 10;
	if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
	return 99;
}

/* The number at s; lowest is the magnitude of the least value (0 for unsigned types), highest the greatest. */
static unsigned long long parse(const char *s, char **end, int base, unsigned long long lowest, unsigned long long highest)
{
	const char *start = s;
	if (base < 0 || base == 1 || base > 36) {
		errno = EINVAL;
		if (end) *end = (char *)start;
		return 0;
	}
	while (isspace((unsigned char)*s)) s++;
	int negative = *s == '-';
	if (negative || *s == '+') s++;
	if ((base == 0 || base == 16) && s[0] == '0' && (s[1] | 32) == 'x' && digit(s[2]) < 16) {
		s += 2;
		base = 16;
	} else if (base == 0) {
		base = *s == '0' ? 8 : 10;
	}
	if (digit(*s) >= base) {
		/* musl and POSIX: no conversion is EINVAL or nothing; glibc leaves errno alone. */
		if (end) *end = (char *)start;
		return 0;
	}
	unsigned long long value = 0;
	int overflow = 0;
	for (int d; (d = digit(*s)) < base; s++) {
		unsigned long long scaled;
		if (__builtin_mul_overflow(value, (unsigned long long)base, &scaled) ||
		    __builtin_add_overflow(scaled, (unsigned long long)d, &value))
			overflow = 1;
	}
	if (end) *end = (char *)s;
	unsigned long long limit = negative && lowest ? lowest : highest;
	if (overflow || value > limit) {
		errno = ERANGE;
		return negative && lowest ? -lowest : highest;
	}
	return negative ? -value : value;
}

long strtol(const char *restrict s, char **restrict end, int base)
{
	return parse(s, end, base, -(unsigned long)LONG_MIN, LONG_MAX);
}

unsigned long strtoul(const char *restrict s, char **restrict end, int base) { return parse(s, end, base, 0, ULONG_MAX); }

long long strtoll(const char *restrict s, char **restrict end, int base)
{
	return parse(s, end, base, -(unsigned long long)LLONG_MIN, LLONG_MAX);
}

unsigned long long strtoull(const char *restrict s, char **restrict end, int base)
{
	return parse(s, end, base, 0, ULLONG_MAX);
}

intmax_t strtoimax(const char *restrict s, char **restrict end, int base) { return strtoll(s, end, base); }

uintmax_t strtoumax(const char *restrict s, char **restrict end, int base) { return strtoull(s, end, base); }

long __strtol_internal(const char *restrict, char **restrict, int) ALIAS(strtol);
unsigned long __strtoul_internal(const char *restrict, char **restrict, int) ALIAS(strtoul);
long long __strtoll_internal(const char *restrict, char **restrict, int) ALIAS(strtoll);
unsigned long long __strtoull_internal(const char *restrict, char **restrict, int) ALIAS(strtoull);
intmax_t __strtoimax_internal(const char *restrict, char **restrict, int) ALIAS(strtoimax);
uintmax_t __strtoumax_internal(const char *restrict, char **restrict, int) ALIAS(strtoumax);

/* What glibc 2.38 and later call them. */
long __isoc23_strtol(const char *restrict, char **restrict, int) ALIAS(strtol);
unsigned long __isoc23_strtoul(const char *restrict, char **restrict, int) ALIAS(strtoul);
long long __isoc23_strtoll(const char *restrict, char **restrict, int) ALIAS(strtoll);
unsigned long long __isoc23_strtoull(const char *restrict, char **restrict, int) ALIAS(strtoull);
intmax_t __isoc23_strtoimax(const char *restrict, char **restrict, int) ALIAS(strtoimax);
uintmax_t __isoc23_strtoumax(const char *restrict, char **restrict, int) ALIAS(strtoumax);

/* A string without end: reads on, which the engine reports. */
static size_t beyond(FILE *f, unsigned char *to, size_t size)
{
	*to = *(volatile unsigned char *)f->cookie;
	return 1;
}

static long double scan(const char *s, char **end, int precision)
{
	FILE f;
	memset(&f, 0, sizeof f);
	f.buf = f.rpos = (unsigned char *)s;
	f.rend = f.buf + __pathfold_remaining(s);
	f.cookie = f.rend;
	f.read = beyond;
	f.lock = -1;
	shlim(&f, 0);
	long double value = __floatscan(&f, precision, 1);
	if (end) *end = (char *)s + shcnt(&f);
	return value;
}

float strtof(const char *restrict s, char **restrict end) { return scan(s, end, 0); }

double strtod(const char *restrict s, char **restrict end) { return scan(s, end, 1); }

long double strtold(const char *restrict s, char **restrict end) { return scan(s, end, 2); }
