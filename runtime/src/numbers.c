/*
 * Numbers in strings. musl reads them through a made-up FILE whose end is the address -1: strtol and its family read the
 * string itself here, and so does strtod where a number has few digits and a small exponent; otherwise strtod and its family
 * go through musl's scanner, but the FILE ends where the object ends.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
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

/* Of scanf and wide texts: musl's, but without a number errno stays as it is in glibc. */
static unsigned long long scan_integer(FILE *f, unsigned base, int back, unsigned long long limit);
#define __intscan scan_integer
#include "intscan.c"
#undef __intscan

hidden unsigned long long __intscan(FILE *f, unsigned base, int back, unsigned long long limit)
{
	int before = errno;
	unsigned long long value = scan_integer(f, base, back, limit);
	if (errno == EINVAL && base <= 36 && base != 1) errno = before;
	return value;
}

/* A string without end: reads on, which the engine reports. */
static size_t beyond(FILE *f, unsigned char *to, size_t size)
{
	*to = *(volatile unsigned char *)f->cookie;
	return 1;
}

static double scan(const char *s, char **end, int precision)
{
	FILE f;
	memset(&f, 0, sizeof f);
	f.buf = f.rpos = (unsigned char *)s;
	f.rend = f.buf + __pathfold_remaining(s);
	f.cookie = f.rend;
	f.read = beyond;
	f.lock = -1;
	shlim(&f, 0);
	/* Of a long double only the nearest double is made: whoever asks for one looks whether it is the same. */
	double value = __floatscan(&f, precision == 0 ? 0 : 1, 1);
	if (end) *end = (char *)s + shcnt(&f);
	return value;
}

float strtof(const char *restrict s, char **restrict end) { return scan(s, end, 0); }

/* Multiplies by a power of ten that is a double; one path for each exponent. */
static int scale(double *number, int exponent)
{
	switch (exponent) {
	case 0: return 1;
#define POWER(n) case n: *number *= 1e##n; return 1; case -n: *number /= 1e##n; return 1;
	POWER(1) POWER(2) POWER(3) POWER(4) POWER(5) POWER(6) POWER(7) POWER(8) POWER(9) POWER(10) POWER(11)
	POWER(12) POWER(13) POWER(14) POWER(15) POWER(16) POWER(17) POWER(18) POWER(19) POWER(20) POWER(21) POWER(22)
#undef POWER
	}
	return 0;
}

/*
 * A decimal number of few digits: they and the power of ten are doubles, so their product or quotient is the nearest one
 * (Clinger's fast path). One conversion and one operation are what solvers can do with digits that depend on inputs.
 */
static int plain(const char *s, char **end, double *value)
{
	unsigned long digits = 0;
	int count = 0, behind = 0, places = 0;
	while (isspace((unsigned char)*s)) s++;
	int negative = *s == '-';
	if (negative || *s == '+') s++;
	if (s[0] == '0' && (s[1] | 32) == 'x') return 0;
	for (;; s++) {
		if (*s >= '0' && *s <= '9') {
			if (++count > 15) return 0;
			digits = 10 * digits + (*s - '0');
			places += behind;
		} else if (*s == '.' && !behind) behind = 1;
		else break;
	}
	if (!count) return 0;
	int exponent = 0;
	if ((*s | 32) == 'e') {
		const char *t = s + 1;
		int minus = *t == '-';
		if (minus || *t == '+') t++;
		/* Without a digit it is what follows the number. */
		for (; *t >= '0' && *t <= '9'; s = ++t) {
			if (exponent > 99) return 0;
			exponent = 10 * exponent + (*t - '0');
		}
		if (minus) exponent = -exponent;
	}
	double number = count <= 9 ? (int)digits : (double)digits;
	if (!scale(&number, exponent - places)) return 0;
	*value = negative ? -number : number;
	if (end) *end = (char *)s;
	return 1;
}

double strtod(const char *restrict s, char **restrict end)
{
	double value;
	return plain(s, end, &value) ? value : scan(s, end, 1);
}

/* Whether a decimal number is a double: few digits, and as many factors of five as it has places behind the point. */
static int is_double(const char *s)
{
	unsigned long digits = 0, most = 1UL << 53;
	long places = 0, exponent = 0;
	int behind = 0;
	for (; (*s >= '0' && *s <= '9') || (*s == '.' && !behind); s++) {
		if (*s == '.') behind = 1;
		else if (digits >= most / 10) return 0;
		else digits = 10 * digits + (*s - '0'), places += behind;
	}
	if (!digits) return 1;
	if (*s == 'e' || *s == 'E') {
		int minus = s[1] == '-';
		s += s[1] == '-' || s[1] == '+' ? 2 : 1;
		for (; *s >= '0' && *s <= '9' && exponent < 1000; s++) exponent = 10 * exponent + (*s - '0');
		if (minus) exponent = -exponent;
	}
	for (places -= exponent; places > 0; places--, digits /= 5) if (digits % 5) return 0;
	for (; places < 0; places++, digits *= 5) if (digits >= most / 5) return 0;
	return 1;
}

long double strtold(const char *restrict s, char **restrict end)
{
	char *stop;
	double value = scan(s, &stop, 2);
	if (end) *end = stop;
	if (stop == s || isnan(value)) return value;
	while (isspace((unsigned char)*s)) s++;
	if (*s == '+' || *s == '-') s++;
	int letters = *s == 'i' || *s == 'I';
	if (!letters && ((s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) || !is_double(s)))
		__pathfold_incomplete("long double: `strtold` is not supported where its result is no `double`");
	return value;
}
