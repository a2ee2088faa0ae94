/*
 * Native replay: linked with the user's program in place of the engine. Inputs come from the test case in the file that
 * the environment variable PATHFOLD_TEST names (.ktest, version 3 or older), in order for each name: the n-th
 * klee_make_symbolic(..., "x") takes the n-th object named x. If sizes differ the smaller counts; the rest is zero.
 *
 *   cc -g -fsanitize=address,undefined -I runtime/include program.c runtime/replay/replay.c -o program
 *   PATHFOLD_TEST=test000001.ktest ./program
 *
 * Messages go to standard error and start with "pathfold:". Statuses of ours:
 *   94   klee_silent_exit
 *   95   klee_report_error
 *   96   an assumption does not hold
 *   97   the test case has no (further) object of this name, or cannot be read
 *   98   reach_error or __VERIFIER_error, if the program does not define them itself
 *   99   something that a native run cannot do
 * abort, klee_abort and failed assertions end with SIGABRT; sanitizers with their own status.
 *
 * Linked with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc, allocations of the program fail where the test case has an
 * object malloc_fails that is not zero.
 *
 * The clock is that of the exploration (src/process.c), and so is the time zone; nobody sleeps.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
#define NORETURN __attribute__((noreturn))

enum { SILENT = 94, REPORTED = 95, ASSUMPTION = 96, NO_INPUT = 97, REACHED = 98, IMPOSSIBLE = 99 };

/* Ends at once: handlers of atexit are not part of the path that was found. */
static NORETURN void stop(int status, const char *format, ...)
{
	va_list arguments;
	fflush(stdout);
	fputs("pathfold: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	fflush(stderr);
	_exit(status);
}

/* The test case */

struct object {
	const char *name;
	const unsigned char *bytes;
	size_t size;
	int taken;
};

static struct object *objects;
static size_t object_count;
static int loaded;

struct reader {
	const unsigned char *at, *end;
};

static uint32_t number(struct reader *r)
{
	if (r->end - r->at < 4) stop(NO_INPUT, "the test case ends too early");
	const unsigned char *p = r->at;
	r->at += 4;
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static const unsigned char *bytes(struct reader *r, size_t size)
{
	const unsigned char *p = r->at;
	if ((size_t)(r->end - p) < size) stop(NO_INPUT, "the test case ends too early");
	r->at += size;
	return p;
}

/* Storage of our own, so that a leak checker sees only the program's. */
static void *keep(size_t size)
{
	static unsigned char store[1 << 24] __attribute__((aligned(16)));
	static size_t used;
	size = (size + 15) & ~(size_t)15;
	if (size > sizeof store - used) stop(NO_INPUT, "the test case is too large");
	used += size;
	return store + used - size;
}

static void load(void)
{
	loaded = 1;
	const char *path = getenv("PATHFOLD_TEST");
	if (!path) stop(NO_INPUT, "no test case: set PATHFOLD_TEST to a .ktest file");
	FILE *file = fopen(path, "rb");
	if (!file) stop(NO_INPUT, "cannot open the test case %s: %s", path, strerror(errno));
	fseek(file, 0, SEEK_END);
	long size = ftell(file);
	rewind(file);
	unsigned char *data = keep(size > 0 ? size : 0);
	if (size < 0 || fread(data, 1, size, file) != (size_t)size) stop(NO_INPUT, "cannot read the test case %s", path);
	fclose(file);
	struct reader r = {data, data + size};
	const unsigned char *magic = bytes(&r, 5);
	if (memcmp(magic, "KTEST", 5) && memcmp(magic, "BOUT\n", 5)) stop(NO_INPUT, "%s is not a .ktest file", path);
	uint32_t version = number(&r);
	if (version > 3) stop(NO_INPUT, "%s has version %u, newer than 3", path, version);
	for (uint32_t i = number(&r); i > 0; i--) bytes(&r, number(&r));
	if (version >= 2) {
		number(&r);
		number(&r);
	}
	object_count = number(&r);
	if (object_count > (size_t)size) stop(NO_INPUT, "%s is damaged", path);
	objects = keep(object_count * sizeof *objects);
	for (size_t i = 0; i < object_count; i++) {
		uint32_t length = number(&r);
		const unsigned char *text = bytes(&r, length);
		char *name = keep(length + 1);
		memcpy(name, text, length);
		objects[i].name = name;
		objects[i].size = number(&r);
		objects[i].bytes = bytes(&r, objects[i].size);
	}
}

static struct object *next(const char *name)
{
	if (!loaded) load();
	for (size_t i = 0; i < object_count; i++) {
		if (objects[i].taken || strcmp(objects[i].name, name)) continue;
		objects[i].taken = 1;
		return &objects[i];
	}
	return NULL;
}

static void input(void *start, size_t size, const char *name)
{
	if (!name) name = "unnamed";
	struct object *object = next(name);
	if (!object) {
		memset(start, 0, size); /* the finding may be that there is no room for it */
		stop(NO_INPUT, "the test case has no further input named %s", name);
	}
	size_t common = object->size < size ? object->size : size;
	memcpy(start, object->bytes, common);
	memset((unsigned char *)start + common, 0, size - common);
}

static void assume(int holds)
{
	if (!holds) stop(ASSUMPTION, "an assumption does not hold");
}

/* KLEE's functions */

void klee_make_symbolic(void *address, size_t size, const char *name) { input(address, size, name); }

int klee_int(const char *name)
{
	int value;
	input(&value, sizeof value, name);
	return value;
}

int klee_range(int begin, int end, const char *name)
{
	if (begin >= end) stop(REPORTED, "assertion: klee_range of an empty range");
	if (begin + 1 == end) return begin;
	int value = klee_int(name);
	assume(begin <= value && value < end);
	return value;
}

uintptr_t klee_choose(uintptr_t n)
{
	uintptr_t value;
	input(&value, sizeof value, "klee_choose");
	assume(value < n);
	return value;
}

void klee_assume(uintptr_t condition) { assume(condition != 0); }
void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }

NORETURN void klee_silent_exit(int status)
{
	(void)status;
	stop(SILENT, "klee_silent_exit");
}

NORETURN void klee_abort(void)
{
	fputs("pathfold: abort: klee_abort is called\n", stderr);
	abort();
}

NORETURN void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
	(void)suffix;
	stop(REPORTED, "assertion: %s:%d: %s", file ? file : "?", line, message ? message : "klee_report_error is called");
}

/* Of klee_assert. */
NORETURN void __pathfold_assert_fail(const char *expression, const char *file, int line, const char *function)
{
	fprintf(stderr, "pathfold: assertion: %s:%d: %s: assertion `%s` failed\n", file, line, function, expression);
	abort();
}

unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
unsigned klee_is_replay(void) { return 1; }
size_t klee_get_obj_size(void *pointer) { return (void)pointer, 0; }
int klee_get_errno(void) { return errno; }

/* A sanitizer sees an access that goes wrong. */
void klee_check_memory_access(const void *address, size_t size)
{
	for (size_t i = 0; i < size; i++) (void)((const volatile unsigned char *)address)[i];
}

float klee_get_valuef(float value) { return value; }
double klee_get_valued(double value) { return value; }
long klee_get_valuel(long value) { return value; }
long long klee_get_valuell(long long value) { return value; }
int32_t klee_get_value_i32(int32_t value) { return value; }
int64_t klee_get_value_i64(int64_t value) { return value; }
void klee_warning(const char *message) { fprintf(stderr, "pathfold: warning: %s\n", message); }
void klee_warning_once(const char *message) { klee_warning(message); }
void klee_print_expr(const char *message, ...) { (void)message; }
void klee_print_range(const char *name, int value) { (void)name, (void)value; }
void klee_stack_trace(void) {}
void klee_mark_global(void *object) { (void)object; }
void klee_set_forking(unsigned enable) { (void)enable; }
void klee_open_merge(void) {}
void klee_close_merge(void) {}

void klee_define_fixed_object(void *address, size_t size)
{
	(void)address, (void)size;
	stop(IMPOSSIBLE, "klee_define_fixed_object is not supported");
}

void klee_alias_function(const char *from, const char *to)
{
	(void)from, (void)to;
	stop(IMPOSSIBLE, "klee_alias_function is not supported");
}

/* SV-COMP's functions */

#define NONDET(suffix, type) \
	type __VERIFIER_nondet_##suffix(void) \
	{ \
		type value; \
		input(&value, sizeof value, "nondet_" #suffix); \
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
NONDET(time_t, long)
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
	input(&value, sizeof value, "nondet_bool");
	return value != 0;
}

void __VERIFIER_nondet_memory(void *start, size_t size) { input(start, size, "nondet_memory"); }
void __VERIFIER_assume(int condition) { assume(condition != 0); }
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
static void reached(void) { stop(REACHED, "reach-error"); }
WEAK void reach_error(void) __attribute__((alias("reached")));
WEAK void __VERIFIER_error(void) __attribute__((alias("reached")));

/* A function of the program need not end the run. */
__attribute__((constructor)) static void look(void)
{
	void (*volatile ours)(void) = reached, (*volatile first)(void) = reach_error, (*volatile second)(void) = __VERIFIER_error;
	if (first != ours || second != ours) fputs("pathfold: own reach_error\n", stderr);
}

WEAK void __VERIFIER_assert(int condition)
{
	if (condition) return;
	fputs("pathfold: assertion: __VERIFIER_assert of a false condition\n", stderr);
	abort();
}

/* The engine's functions, for harnesses that use pathfold.h */

void __pathfold_make_symbolic(void *start, size_t size, const char *name) { input(start, size, name); }
int __pathfold_is_symbolic(size_t value) { return (void)value, 0; }
size_t __pathfold_example(size_t value) { return value; }
void __pathfold_assume(size_t condition) { assume(condition != 0); }
NORETURN void __pathfold_report(const char *slug, const char *message) { stop(REPORTED, "%s: %s", slug, message); }
NORETURN void __pathfold_exit(int status) { exit(status); }
NORETURN void __pathfold_discard(void) { stop(SILENT, "the path is discarded"); }

void __pathfold_open_merge(void) {}

void __pathfold_close_merge(void) {}
NORETURN void __pathfold_incomplete(const char *reason) { stop(IMPOSSIBLE, "%s", reason); }
void __pathfold_show(const char *name, size_t value) { fprintf(stderr, "pathfold: %s = %zu\n", name, value); }
void *__pathfold_allocate(size_t size, size_t alignment)
{
	void *p = NULL;
	return posix_memalign(&p, alignment < sizeof p ? sizeof p : alignment, size) ? NULL : p;
}
void __pathfold_free(void *p) { free(p); }
void __pathfold_copy(void *to, const void *from, size_t size) { memcpy(to, from, size); }
void __pathfold_move(void *to, const void *from, size_t size) { memmove(to, from, size); }
void __pathfold_fill(void *start, unsigned char byte, size_t size) { memset(start, byte, size); }
void __pathfold_write(int stream, const void *data, size_t size)
{
	fwrite(data, 1, size, stream == 2 ? stderr : stdout);
}

/* Allocations that fail */

WEAK void *__real_malloc(size_t size);
WEAK void *__real_calloc(size_t count, size_t size);
WEAK void *__real_realloc(void *p, size_t size);

static int fails(void)
{
	static int inside;
	if (inside || (!loaded && !getenv("PATHFOLD_TEST"))) return 0;
	inside = 1;
	struct object *object = next("malloc_fails");
	inside = 0;
	if (!object) return 0;
	for (size_t i = 0; i < object->size; i++) {
		if (!object->bytes[i]) continue;
		errno = ENOMEM;
		return 1;
	}
	return 0;
}

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *p, size_t size) { return (size || !p) && fails() ? NULL : __real_realloc(p, size); }

/* The address sanitizer refuses sizes that are no multiple of the alignment; glibc does not, and the exploration neither. */
void *aligned_alloc(size_t alignment, size_t size)
{
	if (__real_malloc && fails()) return NULL;
	void *p = NULL;
	int error = posix_memalign(&p, alignment && alignment < sizeof p ? sizeof p : alignment, size);
	if (!error) return p;
	errno = error;
	return NULL;
}

/* The clock: it starts on 2024-01-01 00:00:00 UTC, and a millisecond goes by each time it is asked, whichever one it is. */

static long milliseconds;

int clock_gettime(clockid_t which, struct timespec *to)
{
	(void)which;
	to->tv_sec = 1704067200 + milliseconds / 1000;
	to->tv_nsec = milliseconds++ % 1000 * 1000000;
	return 0;
}

static struct timespec now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return now;
}

time_t time(time_t *to)
{
	time_t seconds = now().tv_sec;
	if (to) *to = seconds;
	return seconds;
}

/* Its second parameter has different types in different libraries. */
int replayed_gettimeofday(struct timeval *to, void *zone) __asm__("gettimeofday");
int replayed_gettimeofday(struct timeval *to, void *zone)
{
	(void)zone;
	if (!to) return 0;
	struct timespec at = now();
	*to = (struct timeval){at.tv_sec, at.tv_nsec / 1000};
	return 0;
}

int timespec_get(struct timespec *to, int base)
{
	if (base != TIME_UTC) return 0;
	*to = now();
	return base;
}

clock_t clock(void)
{
	struct timespec at = now();
	return at.tv_sec * 1000000 + at.tv_nsec / 1000;
}

int clock_getres(clockid_t which, struct timespec *to)
{
	(void)which;
	if (to) *to = (struct timespec){0, 1000000};
	return 0;
}

clock_t times(struct tms *to)
{
	if (to) memset(to, 0, sizeof *to);
	return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) { return (void)wanted, (void)left, 0; }
int clock_nanosleep(clockid_t which, int flags, const struct timespec *wanted, struct timespec *left)
{
	return (void)which, (void)flags, (void)wanted, (void)left, 0;
}
unsigned sleep(unsigned seconds) { return (void)seconds, 0; }
int usleep(useconds_t microseconds) { return (void)microseconds, 0; }

/*
 * The time zone is UTC unless the program's environment has another: the library's functions look for the machine's own
 * otherwise. They see an environment that says so, and the program does not.
 */
static char *utc[] = {"TZ=UTC0", NULL};
WEAK void *dlsym(void *restrict, const char *restrict);

#define IN_ZONE(type, name, parameters, ...) \
	type name parameters \
	{ \
		static __typeof__(name) *real; \
		char **program = environ; \
		if (!real && dlsym) *(void **)&real = dlsym(RTLD_NEXT, #name); \
		if (!real) stop(IMPOSSIBLE, #name " is not there"); \
		if (!getenv("TZ")) environ = utc; \
		type result = real(__VA_ARGS__); \
		environ = program; \
		return result; \
	}

IN_ZONE(struct tm *, localtime, (const time_t *at), at)
IN_ZONE(struct tm *, localtime_r, (const time_t *restrict at, struct tm *restrict to), at, to)
IN_ZONE(time_t, mktime, (struct tm *at), at)
IN_ZONE(char *, ctime, (const time_t *at), at)
IN_ZONE(char *, ctime_r, (const time_t *at, char *to), at, to)
IN_ZONE(size_t, strftime, (char *restrict to, size_t size, const char *restrict format, const struct tm *restrict at), to, size, format, at)

void tzset(void)
{
	/* It does nothing else that anyone sees. */
	time_t any = 0;
	struct tm unused;
	localtime_r(&any, &unused);
	mktime(&unused);
}
