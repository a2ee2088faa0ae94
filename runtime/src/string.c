/*
 * Memory and strings byte by byte, where musl reads whole words (beyond the end of an object, and through arithmetic on
 * addresses) or builds tables. Sizes that depend on no input go to the engine in one piece.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include "pathfold.h"

#define ALIAS(function) __attribute__((__weak__, __alias__(#function)))

typedef unsigned char byte;

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	if (!__pathfold_is_symbolic(n)) {
		if (n) __pathfold_copy(to, from, n);
		return to;
	}
	byte *d = to;
	const byte *s = from;
	for (size_t i = 0; i < n; i++) d[i] = s[i];
	/* As the engine has it: now that all bytes were there, and the same place is fine. */
	uintptr_t distance = (uintptr_t)d - (uintptr_t)s;
	if (!__pathfold_is_symbolic(distance) && distance && (distance < n || -distance < n))
		__pathfold_report("overlap", "memcpy between overlapping bytes");
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	if (!__pathfold_is_symbolic(n)) {
		if (n) __pathfold_move(to, from, n);
		return to;
	}
	byte *d = to;
	const byte *s = from;
	if (d == s) return to;
	if ((uintptr_t)d - (uintptr_t)s >= n) {
		for (size_t i = 0; i < n; i++) d[i] = s[i];
	} else {
		for (size_t i = n; i-- > 0;) d[i] = s[i];
	}
	return to;
}

void *memset(void *to, int c, size_t n)
{
	if (!__pathfold_is_symbolic(n)) {
		if (n) __pathfold_fill(to, c, n);
		return to;
	}
	byte *d = to;
	for (size_t i = 0; i < n; i++) d[i] = c;
	return to;
}

void *mempcpy(void *to, const void *from, size_t n) { return (char *)memcpy(to, from, n) + n; }

void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }

static void touch(const byte *place) { (void)*(const volatile byte *)place; }

/* SOUND: all n bytes of both must be there (C11 7.24.4.1), also behind the first that differs. */
int memcmp(const void *left, const void *right, size_t n)
{
	const byte *l = left, *r = right;
	for (size_t i = 0; i < n; i++)
		if (l[i] != r[i]) {
			touch(l + n - 1);
			touch(r + n - 1);
			return l[i] - r[i];
		}
	return 0;
}

int wmemcmp(const wchar_t *l, const wchar_t *r, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (l[i] != r[i]) {
			touch((const byte *)(l + n) - 1);
			touch((const byte *)(r + n) - 1);
			return l[i] < r[i] ? -1 : 1;
		}
	return 0;
}

void *memchr(const void *in, int c, size_t n)
{
	const byte *s = in;
	for (size_t i = 0; i < n; i++)
		if (s[i] == (byte)c) return (void *)(s + i);
	return 0;
}

void *memrchr(const void *in, int c, size_t n)
{
	const byte *s = in;
	while (n-- > 0)
		if (s[n] == (byte)c) return (void *)(s + n);
	return 0;
}
void *__memrchr(const void *, int, size_t) ALIAS(memrchr);

/* glibc's; musl's headers do not have it, so programs may bring their own. */
__attribute__((__weak__)) void *rawmemchr(const void *in, int c)
{
	const byte *s = in;
	while (*s != (byte)c) s++;
	return (void *)s;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n)
{
	byte *d = to;
	const byte *s = from;
	for (size_t i = 0; i < n; i++)
		if ((d[i] = s[i]) == (byte)c) return d + i + 1;
	return 0;
}

void *memmem(const void *in, size_t n, const void *what, size_t m)
{
	const byte *s = in;
	if (!m) return (void *)s;
	if (n) touch(s + n - 1);
	for (; n >= m; s++, n--)
		if (!memcmp(s, what, m)) return (void *)s;
	return 0;
}

size_t strlen(const char *s)
{
	size_t n = 0;
	while (s[n]) n++;
	return n;
}

size_t strnlen(const char *s, size_t limit)
{
	size_t n = 0;
	while (n < limit && s[n]) n++;
	return n;
}

/*
 * How many bytes can be copied before the copy meets itself; the same place is fine, as for memcpy. A distance that
 * depends on inputs is not looked at.
 */
static size_t apart(const char *to, const char *from)
{
	uintptr_t distance = (uintptr_t)to - (uintptr_t)from;
	if (__pathfold_is_symbolic(distance) || !distance) return SIZE_MAX;
	return distance < -distance ? distance : -distance;
}

static _Noreturn void __overlap(void) { __pathfold_report("overlap", "copy between overlapping bytes"); }

char *stpcpy(char *restrict to, const char *restrict from)
{
	size_t limit = apart(to, from);
	for (size_t i = 0; i < limit; i++)
		if (!(to[i] = from[i])) return to + i;
	__overlap();
}
char *__stpcpy(char *restrict, const char *restrict) ALIAS(stpcpy);

char *stpncpy(char *restrict to, const char *restrict from, size_t n)
{
	size_t limit = apart(to, from), i = 0;
	for (; i < n; i++) {
		if (i == limit) __overlap();
		if (!(to[i] = from[i])) break;
	}
	memset(to + i, 0, n - i);
	return to + i;
}
char *__stpncpy(char *restrict, const char *restrict, size_t) ALIAS(stpncpy);

char *strcpy(char *restrict to, const char *restrict from)
{
	stpcpy(to, from);
	return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
	stpncpy(to, from, n);
	return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
	char *end = to + strlen(to);
	size_t limit = apart(end, from), i = 0;
	for (; i < n && from[i]; i++) {
		if (i == limit) __overlap();
		end[i] = from[i];
	}
	end[i] = 0;
	return to;
}

size_t strlcpy(char *to, const char *from, size_t n)
{
	size_t i = 0;
	if (n) {
		for (; i + 1 < n && from[i]; i++) to[i] = from[i];
		to[i] = 0;
	}
	return i + strlen(from + i);
}

char *strchrnul(const char *s, int c)
{
	while (*s && *s != (char)c) s++;
	return (char *)s;
}
char *__strchrnul(const char *, int) ALIAS(strchrnul);

char *strchr(const char *s, int c)
{
	for (;; s++) {
		if (*s == (char)c) return (char *)s;
		if (!*s) return 0;
	}
}

char *strrchr(const char *s, int c)
{
	const char *last = 0;
	for (;; s++) {
		if (*s == (char)c) last = s;
		if (!*s) return (char *)last;
	}
}

char *index(const char *s, int c) { return strchr(s, c); }

char *rindex(const char *s, int c) { return strrchr(s, c); }

/* SOUND: what is looked for must be a string (C11 7.1.1), also where the result is known before its end. */
static void touch_string(const char *s)
{
	while (*(const volatile char *)s) s++;
}

static int among(char c, const char *set)
{
	for (; *set; set++)
		if (*set == c) return 1;
	return 0;
}

size_t strspn(const char *s, const char *set)
{
	size_t n = 0;
	while (s[n] && among(s[n], set)) n++;
	touch_string(set);
	return n;
}

size_t strcspn(const char *s, const char *set)
{
	size_t n = 0;
	while (s[n] && !among(s[n], set)) n++;
	touch_string(set);
	return n;
}

char *strstr(const char *s, const char *what)
{
	for (;; s++) {
		size_t i = 0;
		while (what[i] && s[i] == what[i]) i++;
		if (!what[i]) return (char *)s;
		if (!*s) {
			touch_string(what);
			return 0;
		}
	}
}
