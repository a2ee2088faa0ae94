/*
 * vfprintf for the formats that programs use most: text, %s, %c, %d, %i, %u, %x, %% without flags, width or precision, and
 * l, ll and z before numbers. They go out piece by piece, where musl reads a format twice and one character at a time.
 * All other formats are musl's, whose vfprintf has another name here (runtime/build).
 */
#define _GNU_SOURCE
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "stdio_impl.h"

int __pathfold_vfprintf(FILE *restrict f, const char *restrict format, va_list ap);

/* Whether all of a format is of the simple kind. */
static int simple(const char *s)
{
	for (; *s; s++) {
		if (*s != '%') continue;
		s++;
		if (*s == '%' || *s == 's' || *s == 'c') continue;
		if (*s == 'z') s++;
		else if (*s == 'l' && *++s == 'l') s++;
		if (*s != 'd' && *s != 'i' && *s != 'u' && *s != 'x') return 0;
	}
	return 1;
}

/* Writes the digits before the end and gives where they start. */
static char *digits(char *end, unsigned long n, unsigned base)
{
	do *--end = "0123456789abcdef"[n % base];
	while (n /= base);
	return end;
}

/* A conversion from after its % on; gives its end. */
static const char *convert(FILE *f, const char *s, va_list *ap, size_t *count)
{
	char room[24];
	const char *text = room;
	char *end = room + sizeof room;
	size_t size = 1;
	int wide = *s == 'l' || *s == 'z';
	while (*s == 'l' || *s == 'z') s++;
	switch (*s) {
	case 's':
		text = va_arg(*ap, const char *);
		if (!text) text = "(null)";
		size = strlen(text);
		break;
	case 'c': room[0] = va_arg(*ap, int); break;
	case 'd': case 'i': {
		long n = wide ? va_arg(*ap, long) : va_arg(*ap, int);
		char *start = digits(end, n < 0 ? -(unsigned long)n : n, 10);
		if (n < 0) *--start = '-';
		text = start;
		size = end - start;
		break;
	}
	case 'u': case 'x': {
		unsigned long n = wide ? va_arg(*ap, unsigned long) : va_arg(*ap, unsigned);
		text = digits(end, n, *s == 'x' ? 16 : 10);
		size = end - text;
		break;
	}
	default: room[0] = '%';
	}
	__fwritex((void *)text, size, f);
	*count += size;
	return s + 1;
}

int vfprintf(FILE *restrict f, const char *restrict format, va_list list)
{
	unsigned char buffer[80], *saved = 0;
	const char *end = strchrnul(format, '%'); /* of the text that comes next */
	if (!simple(end)) return __pathfold_vfprintf(f, format, list);
	va_list ap;
	size_t count = 0;
	va_copy(ap, list);
	FLOCK(f);
	int before = f->flags & F_ERR;
	f->flags &= ~F_ERR;
	if (!f->buf_size && f->write == __stdio_write) {
		/* Standard error has no buffer, and still gets all in one piece. */
		saved = f->buf;
		f->buf = buffer;
		f->buf_size = sizeof buffer;
		f->wpos = f->wbase = f->wend = 0;
	}
	if (!f->wend) __towrite(f);
	for (;;) {
		if (end > format) __fwritex((void *)format, end - format, f);
		count += end - format;
		if (!*end) break;
		format = convert(f, end + 1, &ap, &count);
		end = strchrnul(format, '%');
	}
	if (saved) {
		f->write(f, 0, 0);
		f->buf = saved;
		f->buf_size = 0;
		f->wpos = f->wbase = f->wend = 0;
	}
	int result = f->flags & F_ERR || count > INT_MAX ? -1 : (int)count;
	f->flags |= before;
	FUNLOCK(f);
	va_end(ap);
	return result;
}
