/*
 * vfprintf for the formats that programs use most: text, %s, %c and %% without flags, and integers with any of them. They
 * go out piece by piece, where musl reads a format twice and one character at a time. All other formats are musl's, whose
 * vfprintf has another name here (runtime/build).
 *
 * A number that depends on inputs has no known length. Standard output and standard error are read by nobody, so there
 * each of its characters is written, or kept in the buffer, under the condition that it is there, and no path forks.
 * Elsewhere paths fork.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "stdio_impl.h"
#include "world.h"

int __pathfold_vfprintf(FILE *restrict f, const char *restrict format, va_list ap);

enum { LEFT = 1, ZERO = 2, PLUS = 4, SPACE = 8, WIDEST = 64, DIGITS = 22 };

/* What is between % and the end of a conversion of an integer. */
struct conversion {
	int flags, width, precision; /* no precision is -1 */
	int size;                    /* of the number in bytes */
	char kind;
};

/* A stream, and what went to it. */
struct sink {
	FILE *file;
	enum output how; /* characters can go to it under a condition */
	int stream;      /* of the engine, that they go to */
	size_t count;  /* of characters, and the most there can be */
	size_t most;
};

static const char *number(const char *s, int *to)
{
	for (*to = 0; *s >= '0' && *s <= '9' && *to < 1000; s++) *to = 10 * *to + (*s - '0');
	return s;
}

/* Reads a conversion of an integer from after its %; gives its end, or null for all others. */
static const char *integer(const char *s, struct conversion *to)
{
	*to = (struct conversion){.precision = -1, .size = sizeof(int)};
	for (;; s++) {
		if (*s == '-') to->flags |= LEFT;
		else if (*s == '0') to->flags |= ZERO;
		else if (*s == '+') to->flags |= PLUS;
		else if (*s == ' ') to->flags |= SPACE;
		else break;
	}
	s = number(s, &to->width);
	if (*s == '.') s = number(s + 1, &to->precision);
	if (to->width > WIDEST || to->precision > DIGITS) return 0;
	if (*s == 'z' || *s == 'j' || *s == 't') s++, to->size = sizeof(long);
	else if (*s == 'l') s += s[1] == 'l' ? 2 : 1, to->size = sizeof(long);
	else if (*s == 'h' && s[1] == 'h') s += 2, to->size = sizeof(char);
	else if (*s == 'h') s++, to->size = sizeof(short);
	to->kind = *s == 'i' ? 'd' : *s;
	return to->kind && strchr("duxXo", to->kind) ? s + 1 : 0;
}

/* Whether all of a format is of the simple kind. */
static int simple(const char *s)
{
	struct conversion unused;
	for (s = strchrnul(s, '%'); *s; s = strchrnul(s, '%')) {
		s++;
		if (*s == '%' || *s == 's' || *s == 'c') s++;
		else if (!(s = integer(s, &unused))) return 0;
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

static void put(struct sink *to, const char *text, size_t size)
{
	__fwritex((void *)text, size, to->file);
	to->count += size;
	to->most += size;
}

/* Writes a character if the condition holds; forks if it may and the stream can be read. */
static void put_if(struct sink *to, char c, int condition)
{
	if (to->how == CLOSED || (to->how == KEPT && !__pathfold_is_symbolic(condition))) {
		if (condition) put(to, &c, 1);
		return;
	}
	if (to->how == KEPT) __pathfold_keep_if(to->file, c, condition);
	else __pathfold_write_if(to->stream, c, condition);
	to->count += condition;
	to->most++;
}

/*
 * A number with its sign and what fills it up. Which characters there are is said by comparisons and sums, so that a
 * stream that nobody reads needs no fork, and by comparisons with powers, which solvers like better than quotients.
 */
static void put_number(struct sink *to, unsigned long n, int negative, const struct conversion *how)
{
	unsigned base = how->kind == 'x' || how->kind == 'X' ? 16 : how->kind == 'o' ? 8 : 10;
	unsigned letters = (how->kind == 'X' ? 'A' : 'a') - '0' - 10;
	unsigned long largest = ULONG_MAX >> (64 - 8 * how->size), powers[DIGITS] = {1};
	int least = how->precision < 0 ? 1 : how->precision, room = 1;
	for (; room < DIGITS && powers[room - 1] <= largest / base; room++) powers[room] = powers[room - 1] * base;
	if (room < least) room = least;
	int length = least;
	for (int i = least; i < room; i++) length += n >= powers[i];
	int signs = how->kind != 'd' ? 0 : how->flags & (PLUS | SPACE) ? 1 : negative;
	char sign = '-' - (negative ^ 1) * ('-' - (how->flags & PLUS ? '+' : ' '));
	int fill = how->width - length - signs; /* may be less than nothing */
	int zeros = how->flags & ZERO && !(how->flags & LEFT) && how->precision < 0;
	if (!(how->flags & LEFT) && !zeros) for (int i = 0; i < how->width; i++) put_if(to, ' ', i < fill);
	put_if(to, sign, signs);
	if (zeros) for (int i = 0; i < how->width; i++) put_if(to, '0', i < fill);
	for (int i = room; i-- > 0;) {
		unsigned long digit = i < DIGITS && powers[i] ? n / powers[i] % base : 0;
		put_if(to, '0' + digit + (digit > 9) * letters, i < least || n >= powers[i]);
	}
	if (how->flags & LEFT) for (int i = 0; i < how->width; i++) put_if(to, ' ', i < fill);
}

static void convert_integer(struct sink *to, const struct conversion *how, va_list *ap)
{
	int unused = 64 - 8 * how->size;
	unsigned long n = how->size == sizeof(long) ? va_arg(*ap, unsigned long) : va_arg(*ap, unsigned);
	n <<= unused;
	int negative = how->kind == 'd' && (long)n < 0;
	n = how->kind == 'd' ? (unsigned long)((long)n >> unused) : n >> unused;
	n = (n ^ -(unsigned long)negative) + negative;
	/* Conditions of characters do not say what was never set. */
	n = __pathfold_defined(n);
	int known = !__pathfold_is_symbolic(n);
	if (known && !how->flags && !how->width && how->precision < 0 && how->kind != 'X') {
		char room[24], *end = room + sizeof room;
		char *start = digits(end, n, how->kind == 'x' ? 16 : how->kind == 'o' ? 8 : 10);
		if (negative) *--start = '-';
		put(to, start, end - start);
		return;
	}
	if (!known) to->how = __pathfold_output(to->file, &to->stream);
	put_number(to, n, negative, how);
	to->how = CLOSED;
}

/* A conversion from after its % on; gives its end. */
static const char *convert(struct sink *to, const char *s, va_list *ap)
{
	struct conversion how;
	if (*s == 's') {
		const char *text = va_arg(*ap, const char *);
		if (!text) text = "(null)";
		put(to, text, strlen(text));
	} else if (*s == 'c') {
		char c = va_arg(*ap, int);
		put(to, &c, 1);
	} else if (*s == '%') put(to, s, 1);
	else {
		s = integer(s, &how);
		convert_integer(to, &how, ap);
		return s;
	}
	return s + 1;
}

int vfprintf(FILE *restrict f, const char *restrict format, va_list list)
{
	unsigned char buffer[80], *saved = 0;
	const char *end = strchrnul(format, '%'); /* of the text that comes next */
	if (!simple(end)) return __pathfold_vfprintf(f, format, list);
	va_list ap;
	struct sink to = {.file = f};
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
		if (end > format) put(&to, format, end - format);
		if (!*end) break;
		format = convert(&to, end + 1, &ap);
		end = strchrnul(format, '%');
	}
	if (saved) {
		f->write(f, 0, 0);
		f->buf = saved;
		f->buf_size = 0;
		f->wpos = f->wbase = f->wend = 0;
	}
	int result = f->flags & F_ERR || to.most > INT_MAX ? -1 : (int)to.count;
	f->flags |= before;
	FUNLOCK(f);
	va_end(ap);
	return result;
}
