/*
 * KLEE's functions, for harnesses that were written for it. What each does here, where it differs from KLEE, is in
 * runtime/src/klee.c; in a native replay, in runtime/replay/replay.c.
 */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs: the bytes of an object, an int, an int from begin up to but without end, a number below n. */
void klee_make_symbolic(void *address, size_t size, const char *name);
int klee_int(const char *name);
int klee_range(int begin, int end, const char *name);
uintptr_t klee_choose(uintptr_t n);

/* Paths on which the condition is zero are not explored. */
void klee_assume(uintptr_t condition);

/* A wish about the values of a test case; never changes which paths there are. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* The ends of a path: without a test case, as an abort, as a finding with a text. */
__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);

/* Questions. */
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);
size_t klee_get_obj_size(void *pointer);
int klee_get_errno(void);
void klee_check_memory_access(const void *address, size_t size);

/* One value that the argument can have. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* For people who watch. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);

/* Hints to the engine. */
void klee_mark_global(void *object);
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);

/* Not supported: a path that calls one of these ends as incomplete. */
void klee_define_fixed_object(void *address, size_t size);
void klee_alias_function(const char *from, const char *to);

/* An assertion that NDEBUG does not switch off. */
__attribute__((noreturn)) void __pathfold_assert_fail(const char *expression, const char *file, int line, const char *function);
#define klee_assert(expression) \
	((expression) ? (void)0 : __pathfold_assert_fail(#expression, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif

#endif
