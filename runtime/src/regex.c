/*
 * GNU's interface to regular expressions (re_compile_pattern, re_search, re_match), which glibc has and musl has not, on
 * musl's regcomp and regexec. The layouts are glibc's; regcomp's and regfree's own of both libraries agree with them.
 * Texts have a length, and NUL is a character like others in them: musl's matcher is compiled once more here, with another
 * way to read characters. Where GNU's ^ and $ mean the ends of lines, so they do here.
 */
#define _GNU_SOURCE
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "pathfold.h"

/* What a NUL is to the matcher: control characters both, of no other class, and no pattern has this one. */
enum { STAND_IN = 0xfff9 };

static const char *end_of_text;
static const char *nul_refused, *line_refused; /* why one must not be read, or null */

static int next_character(wchar_t *to, const char *s, size_t limit)
{
	if (s == end_of_text) return *to = 0;
	if (line_refused && *s == '\n') __pathfold_incomplete(line_refused);
	if (*s) return mbtowc(to, s, limit);
	if (nul_refused) __pathfold_incomplete(nul_refused);
	*to = STAND_IN;
	return 1;
}

static int differ(const char *left, const char *right, size_t size)
{
	return (size_t)(end_of_text - right) < size || memcmp(left, right, size);
}

#define regexec match_text
#define mbtowc next_character
#define strncmp differ
static int match_text(const regex_t *restrict, const char *restrict, size_t, regmatch_t[restrict], int);
#include "../regex/regexec.c"
#undef regexec
#undef mbtowc
#undef strncmp

struct pattern {
	void *buffer;
	void *compiled; /* what musl's regex_t keeps at this place */
	unsigned long has, syntax; /* what is in it, of the following */
	char *fastmap;
	unsigned char *translate;
	size_t re_nsub;
	unsigned can_be_null : 2, regs_allocated : 2, fastmap_accurate : 1, no_sub : 1, not_bol : 1, not_eol : 1, newline_anchor : 1;
};

struct re_registers {
	unsigned num_regs;
	int *start, *end;
};

/* In a pattern: a dot; a list of what does not match; something that depends on the character before. */
enum { DOT = 1, HAT = 2, BOUNDARY = 4 };

/* Bits of a syntax: a dot matches the end of a line; it does not match NUL; [^a] does not match the end of a line; plain parentheses group; upper and lower case are the same. */
#define DOT_NEWLINE (1UL << 6)
#define DOT_NOT_NULL (1UL << 7)
#define HAT_NOT_NEWLINE (1UL << 8)
#define NO_BACKSLASH_GROUPS (1UL << 13)
#define IGNORE_CASE (1UL << 22)

enum { UNALLOCATED, REALLOCATE, FIXED, REGISTERS = 30 };

unsigned long re_syntax_options;

unsigned long re_set_syntax(unsigned long syntax)
{
	unsigned long old = re_syntax_options;
	re_syntax_options = syntax;
	return old;
}

static char *text_of(const char *from, size_t size)
{
	char *text = malloc(size + 1);
	if (!text) return 0;
	memcpy(text, from, size);
	text[size] = 0;
	return text;
}

/* Where the list that starts here ends. */
static const char *end_of_list(const char *s)
{
	s += s[1] == '^' ? 2 : 1;
	if (*s == ']') s++;
	for (; *s && *s != ']'; s++) {
		char kind = s[1];
		if (*s != '[' || (kind != ':' && kind != '.' && kind != '=')) continue;
		for (s += 2; *s && (*s != kind || s[1] != ']');) s++;
		if (!*s++) return s - 1;
	}
	return s;
}

/* Copies a pattern, where dots that do not match the end of a line become [^\n], and says what is in it. */
static int rewrite(char *to, const char *s, unsigned long syntax)
{
	int has = 0;
	while (*s) {
		if (*s == '\\' && s[1]) {
			if (s[1] == 'W' || s[1] == 'S') has |= HAT;
			int boundary = s[1] == '<' || s[1] == '>';
			if (boundary) has |= BOUNDARY;
			/* musl's mean something else, and so does a repeated end of a word. */
			if (strchr("bB`'", s[1]) || (boundary && s[2] && strchr("*+?{", s[2] == '\\' ? s[3] : s[2])))
				__pathfold_incomplete("regular expressions: \\b, \\B, \\`, \\' and repeated ends of words are not supported");
			*to++ = *s++;
			*to++ = *s++;
		} else if (*s == '[') {
			if (s[1] == '^') has |= HAT;
			for (const char *end = end_of_list(s); s < end;) *to++ = *s++;
			if (*s) *to++ = *s++;
		} else if (*s == '.' && !(syntax & DOT_NEWLINE)) {
			has |= DOT;
			to = stpcpy(to, "[^\n]");
			s++;
		} else {
			if (*s == '.') has |= DOT;
			*to++ = *s++;
		}
	}
	*to = 0;
	return has;
}

const char *re_compile_pattern(const char *pattern, size_t size, struct pattern *to)
{
	static const char *const messages[] = {
		"Success", "No match", "Invalid regular expression", "Invalid collation character", "Invalid character class name",
		"Trailing backslash", "Invalid back reference", "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(",
		"Unmatched \\{", "Invalid content of \\{\\}", "Invalid range end", "Memory exhausted",
		"Invalid preceding regular expression",
	};
	regex_t made;
	if (memchr(pattern, 0, size)) __pathfold_incomplete("regular expressions: NUL in a pattern is not supported");
	char *original = text_of(pattern, size), *text = malloc(4 * size + 1);
	if (!original || !text) {
		free(original);
		free(text);
		return "Memory exhausted";
	}
	to->has = rewrite(text, original, re_syntax_options);
	free(original);
	int flags = (re_syntax_options & NO_BACKSLASH_GROUPS ? REG_EXTENDED : 0) | (re_syntax_options & IGNORE_CASE ? REG_ICASE : 0);
	int error = regcomp(&made, text, flags);
	free(text);
	if (error) return error < sizeof messages / sizeof *messages ? messages[error] : messages[REG_BADPAT];
	to->compiled = made.__opaque;
	to->syntax = re_syntax_options;
	to->re_nsub = made.re_nsub;
	to->newline_anchor = 1;
	to->fastmap_accurate = 1;
	return 0;
}

int re_compile_fastmap(struct pattern *pattern) { return 0; }

void re_set_registers(struct pattern *pattern, struct re_registers *to, unsigned count, int *start, int *end)
{
	pattern->regs_allocated = count ? REALLOCATE : UNALLOCATED;
	*to = (struct re_registers){count, start, end};
}

/* Tells the program about a match; -2 if there is no memory for it. */
static int fill(struct pattern *pattern, struct re_registers *to, const regmatch_t *found, unsigned count, int at)
{
	if (!to || pattern->no_sub) return 0;
	if (pattern->regs_allocated == UNALLOCATED || (pattern->regs_allocated == REALLOCATE && to->num_regs < count + 1)) {
		int fresh = pattern->regs_allocated == UNALLOCATED;
		unsigned wanted = count + 1 > REGISTERS ? count + 1 : REGISTERS;
		int *start = realloc(fresh ? 0 : to->start, wanted * sizeof *start);
		if (start) to->start = start;
		int *end = realloc(fresh ? 0 : to->end, wanted * sizeof *end);
		if (end) to->end = end;
		if (!start || !end) return -2;
		to->num_regs = wanted;
		pattern->regs_allocated = REALLOCATE;
	}
	for (unsigned i = 0; i < to->num_regs; i++) {
		int used = i < count && found[i].rm_so >= 0;
		to->start[i] = used ? at + found[i].rm_so : -1;
		to->end[i] = used ? at + found[i].rm_eo : -1;
	}
	return 0;
}

/*
 * Looks for a match that starts from start on and at most range later, or if range is negative before, nearest first.
 * Gives where, or -1 if there is none, or -2; in *length how long it is.
 */
static int search(struct pattern *pattern, const char *string, int size, int start, int range,
	struct re_registers *registers, int *length)
{
	if (start < 0 || start > size) return -1;
	if (range > size - start) range = size - start;
	if (range < -start) range = -start;
	tre_tnfa_t automaton = *(tre_tnfa_t *)pattern->compiled;
	if (pattern->newline_anchor) automaton.cflags |= REG_NEWLINE;
	regex_t compiled = {.re_nsub = pattern->re_nsub, .__opaque = &automaton};
	unsigned count = pattern->re_nsub + 1;
	regmatch_t *found = malloc(count * sizeof *found);
	char *text = text_of(string, size);
	int at = start, result = -1;
	if (!found || !text) {
		free(found);
		free(text);
		return -2;
	}
	end_of_text = text + size;
	nul_refused = pattern->has & DOT && pattern->syntax & DOT_NOT_NULL
		? "regular expressions: a dot that does not match NUL, in a text with NUL, is not supported" : 0;
	line_refused = pattern->has & HAT && pattern->syntax & HAT_NOT_NEWLINE
		? "regular expressions: [^a] that does not match ends of lines, in a text with some, is not supported" : 0;
	for (;;) {
		if (at > 0 && pattern->has & BOUNDARY)
			__pathfold_incomplete("regular expressions: ends of words are not supported where a search starts inside of a text");
		int starts = at > 0 ? pattern->newline_anchor && text[at - 1] == '\n' : !pattern->not_bol;
		int flags = (starts ? 0 : REG_NOTBOL) | (pattern->not_eol ? REG_NOTEOL : 0);
		int error = match_text(&compiled, text + at, count, found, flags);
		if (error == REG_ESPACE) result = -2;
		else if (!error && found[0].rm_so <= (range > 0 ? range : 0)) result = at + found[0].rm_so;
		if (result != -1 || range >= 0) break;
		at--;
		range++;
	}
	if (result >= 0) {
		*length = found[0].rm_eo - found[0].rm_so;
		if (fill(pattern, registers, found, count, at)) result = -2;
	}
	free(found);
	free(text);
	return result;
}

int re_search(struct pattern *pattern, const char *string, int size, int start, int range, struct re_registers *registers)
{
	int length;
	return search(pattern, string, size, start, range, registers, &length);
}

int re_match(struct pattern *pattern, const char *string, int size, int start, struct re_registers *registers)
{
	int length;
	int result = search(pattern, string, size, start, 0, registers, &length);
	return result < 0 ? result : length;
}
