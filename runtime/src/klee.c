/*
 * KLEE's functions. Names of inputs are the harness's own. What is only a hint in KLEE does nothing here.
 */
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include "klee/klee.h"
#include "pathfold.h"

void klee_make_symbolic(void *address, size_t size, const char *name)
{
	__pathfold_make_symbolic(address, size, name ? name : "unnamed");
}

int klee_int(const char *name)
{
	int value;
	klee_make_symbolic(&value, sizeof value, name);
	return value;
}

int klee_range(int begin, int end, const char *name)
{
	if (begin >= end) __pathfold_report("assertion", "klee_range of an empty range");
	if (begin + 1 == end) return begin;
	int value = klee_int(name);
	__pathfold_assume((begin <= value) & (value < end));
	return value;
}

uintptr_t klee_choose(uintptr_t n)
{
	uintptr_t value;
	__pathfold_make_symbolic(&value, sizeof value, "klee_choose");
	__pathfold_assume(value < n);
	return value;
}

void klee_assume(uintptr_t condition) { __pathfold_assume(condition); }

void klee_prefer_cex(void *object, uintptr_t condition) { __pathfold_prefer(condition); }

void klee_posix_prefer_cex(void *object, uintptr_t condition) { __pathfold_prefer(condition); }

void klee_silent_exit(int status) { __pathfold_discard(); }

void klee_abort(void) { __pathfold_report("abort", "klee_abort is called"); }

void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
	__pathfold_report("assertion", message ? message : "klee_report_error is called");
}

unsigned klee_is_symbolic(uintptr_t value) { return __pathfold_is_symbolic(value); }

unsigned klee_is_replay(void) { return 0; }

size_t klee_get_obj_size(void *pointer) { return __pathfold_remaining(pointer); }

int klee_get_errno(void) { return errno; }

void klee_check_memory_access(const void *address, size_t size)
{
	if (!address) __pathfold_report("null-dereference", "klee_check_memory_access of a null pointer");
	if (__pathfold_remaining(address) < size)
		__pathfold_report("out-of-bounds", "klee_check_memory_access of more bytes than there are");
}

float klee_get_valuef(float value)
{
	unsigned bits;
	memcpy(&bits, &value, sizeof bits);
	bits = __pathfold_example(bits);
	memcpy(&value, &bits, sizeof bits);
	return value;
}

double klee_get_valued(double value)
{
	size_t bits;
	memcpy(&bits, &value, sizeof bits);
	bits = __pathfold_example(bits);
	memcpy(&value, &bits, sizeof bits);
	return value;
}

long klee_get_valuel(long value) { return __pathfold_example(value); }

long long klee_get_valuell(long long value) { return __pathfold_example(value); }

int32_t klee_get_value_i32(int32_t value) { return __pathfold_example((uint32_t)value); }

int64_t klee_get_value_i64(int64_t value) { return __pathfold_example(value); }

void klee_warning(const char *message) { __pathfold_show(message, 0); }

void klee_warning_once(const char *message) { __pathfold_show(message, 0); }

/* Any type may be given; of all we read the part that every integer has. */
void klee_print_expr(const char *message, ...)
{
	va_list arguments;
	va_start(arguments, message);
	__pathfold_show(message, va_arg(arguments, int));
	va_end(arguments);
}

void klee_print_range(const char *name, int value) { __pathfold_show(name, value); }

void klee_stack_trace(void) {}

void klee_mark_global(void *object) {}

void klee_set_forking(unsigned enable) {}

void klee_open_merge(void) { __pathfold_open_merge(); }

void klee_close_merge(void) { __pathfold_close_merge(); }

void klee_define_fixed_object(void *address, size_t size)
{
	__pathfold_incomplete("klee_define_fixed_object is not supported");
}

void klee_alias_function(const char *from, const char *to) { __pathfold_incomplete("klee_alias_function is not supported"); }
