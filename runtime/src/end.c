/*
 * How a program ends: by exit, by abort, by a failed assertion, at an error location.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "libc.h"
#include "stdio_impl.h"
#include "world.h"

/* Synthesized by the loader. */
void __pathfold_destructors(void);

_Noreturn void exit(int status)
{
	__funcs_on_exit();
	__pathfold_destructors();
	__stdio_exit();
	_Exit(status);
}

_Noreturn void _Exit(int status) { __pathfold_end(status); }

_Noreturn void __pathfold_end(int status)
{
	__pathfold_end_files();
	__pathfold_exit(status & 255);
}

/* A handler of SIGABRT runs first; if it returns the program still aborts. */
_Noreturn void abort(void)
{
	__pathfold_signal(SIGABRT);
	__pathfold_report("abort", "the program calls abort");
}

volatile int __abort_lock[1];

static size_t append(char *to, size_t at, size_t limit, const char *text)
{
	while (at + 1 < limit && *text) to[at++] = *text++;
	to[at] = 0;
	return at;
}

_Noreturn void __assert_fail(const char *expression, const char *file, int line, const char *function)
{
	char message[256];
	size_t at = append(message, 0, sizeof message - 10, "assertion `");
	at = append(message, at, sizeof message - 10, expression ? expression : "?");
	append(message, at, sizeof message, "` failed");
	__pathfold_report("assertion", message);
}

/* Of klee_assert. */
_Noreturn void __pathfold_assert_fail(const char *expression, const char *file, int line, const char *function)
{
	__assert_fail(expression, file, line, function);
}

/* SV-COMP's error location. A program's own definition is preferred to this one. */
__attribute__((__weak__)) void reach_error(void) { __pathfold_report("reach-error", "reach_error is called"); }

__attribute__((__weak__)) void __VERIFIER_error(void) { __pathfold_report("reach-error", "__VERIFIER_error is called"); }

size_t __stack_chk_guard = 0x595e9fbd94fda700;

void __stack_chk_fail(void) { __pathfold_report("out-of-bounds", "the stack was overwritten"); }

__attribute__((__weak__, __alias__("__stack_chk_fail"))) void __stack_chk_fail_local(void);
