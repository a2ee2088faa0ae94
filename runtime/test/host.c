/*
 * Lets the C library of analysed programs run natively, without the engine: the intrinsics on bare Linux. For tests of the
 * library and of the model only. The arguments of the process become the command (see ../src/start.c); inputs come from
 * the environment variable of their name, or are zero.
 */
#include <stddef.h>

extern char __pathfold_command[];
void __pathfold_start(void);
int main();

static long call(long n, long a, long b, long c)
{
	long result;
	__asm__ volatile("syscall" : "=a"(result) : "a"(n), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
	return result;
}

static size_t length(const char *s)
{
	size_t n = 0;
	while (s[n]) n++;
	return n;
}

static void say(const char *s) { call(1, 2, (long)s, length(s)); }

static char **environment;

static char heap[256 << 20] __attribute__((aligned(4096)));
static size_t used;

void *__pathfold_allocate(size_t size, size_t alignment)
{
	if (alignment < 16) alignment = 16;
	used = (used + 16 + alignment - 1) & -alignment;
	char *p = heap + used;
	if (size > sizeof heap || used + size > sizeof heap) {
		say("host: out of memory\n");
		call(231, 99, 0, 0);
	}
	((size_t *)p)[-1] = size;
	for (size_t i = 0; i < size; i++) p[i] = 0xa5;
	used += size;
	return p;
}
void __pathfold_free(void *p)
{
	if (!p) return;
	if (((size_t *)p)[-1] == (size_t)-1) say("host: freed twice\n");
	((size_t *)p)[-1] = -1;
}
size_t __pathfold_heap_size(void *p) { return ((size_t *)p)[-1]; }
size_t __pathfold_remaining(const void *p) { return 1 << 20; }
void __pathfold_move(void *to, const void *from, size_t n)
{
	volatile char *d = to;
	const char *s = from;
	if (d < s) for (size_t i = 0; i < n; i++) d[i] = s[i];
	else for (size_t i = n; i-- > 0;) d[i] = s[i];
}
void __pathfold_copy(void *to, const void *from, size_t n)
{
	const char *d = to, *s = from;
	if (n && d < s + n && s < d + n) say("host: overlap\n");
	__pathfold_move(to, from, n);
}
void __pathfold_fill(void *to, unsigned char c, size_t n)
{
	volatile char *d = to;
	for (size_t i = 0; i < n; i++) d[i] = c;
}
void __pathfold_make_symbolic(void *start, size_t size, const char *name)
{
	size_t n = length(name), i;
	char *to = start;
	__pathfold_fill(start, 0, size);
	for (char **e = environment; *e; e++) {
		for (i = 0; i < n && (*e)[i] == name[i]; i++) {}
		if (i < n || (*e)[i] != '=') continue;
		const char *value = *e + n + 1;
		if (size == 4) {
			int number = 0;
			while (*value) number = number * 10 + *value++ - '0';
			*(int *)start = number;
		} else {
			for (i = 0; i < size && value[i]; i++) to[i] = value[i];
		}
	}
}
int __pathfold_is_symbolic(size_t n) { return 0; }
size_t __pathfold_defined(size_t n) { return n; }
size_t __pathfold_example(size_t n) { return n; }
void __pathfold_exit(int status) { for (;;) call(231, status, 0, 0); }
void __pathfold_assume(size_t n) { if (!n) { say("host: assumption fails\n"); __pathfold_exit(90); } }
void __pathfold_report(const char *slug, const char *message)
{
	say("host: report ");
	say(slug);
	say(": ");
	say(message);
	say("\n");
	__pathfold_exit(91);
}
void __pathfold_discard(void) { __pathfold_exit(92); }

void __pathfold_open_merge(void) {}
void __pathfold_prefer(size_t condition) {}

void __pathfold_close_merge(void) {}
void __pathfold_incomplete(const char *reason)
{
	say("host: incomplete: ");
	say(reason);
	say("\n");
	__pathfold_exit(93);
}
void __pathfold_write(int stream, const void *bytes, size_t n)
{
	while (n) {
		long done = call(1, stream, (long)bytes, n);
		if (done <= 0) break;
		bytes = (const char *)bytes + done;
		n -= done;
	}
}
void __pathfold_write_if(int stream, unsigned char byte, int condition)
{
	if (condition) __pathfold_write(stream, &byte, 1);
}
void __pathfold_show(const char *name, size_t value) { say(name), say("\n"); }
void __pathfold_constructors(void) {}
void __pathfold_destructors(void) {}
int __pathfold_main(int argc, char **argv, char **envp) { return main(argc, argv, envp); }
__attribute__((returns_twice)) int setjmp(void *b) { return __builtin_setjmp(b); }
void longjmp(void *b, int v) { __builtin_longjmp(b, 1); }

__asm__(".globl _start\n_start: mov %rsp, %rdi\nand $-16, %rsp\ncall host_start\nhlt\n");

__attribute__((used)) static void host_start(long *stack)
{
	long argc = *stack;
	char **argv = (char **)(stack + 1);
	size_t at = 0;
	/* Long doubles are rounded as doubles are, as in the engine. */
	unsigned short control = 0x027f;
	__asm__ volatile("fldcw %0" : : "m"(control));
	environment = argv + argc + 1;
	for (long i = 1; i < argc; i++)
		for (char *s = argv[i];; s++) {
			__pathfold_command[at++] = *s;
			if (!*s) break;
		}
	__pathfold_start();
}
