/*
 * The functions that the engine does itself, for harnesses and for our own runtime. The list is the engine's:
 * crates/ir/src/intrinsic.rs. KLEE's functions (klee/klee.h) and SV-COMP's (__VERIFIER_*) are built on these.
 */
#ifndef PATHFOLD_H
#define PATHFOLD_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define PATHFOLD_NORETURN [[noreturn]]
#else
#define PATHFOLD_NORETURN _Noreturn
#endif

/* A new heap object of so many bytes at a multiple of this power of two, all uninitialised. */
void *__pathfold_allocate(size_t size, size_t alignment);

/* Ends the life of a heap object; the pointer must be its start, or null, which does nothing. */
void __pathfold_free(void *start);

/* The size of a live heap object whose start this is; checked as __pathfold_free checks. */
size_t __pathfold_heap_size(void *start);

/* How many bytes there are from here to the end of the object; zero if there is no live object here. */
size_t __pathfold_remaining(const void *place);

/* Copies bytes; a finding if they overlap. */
void __pathfold_copy(void *to, const void *from, size_t size);

/* Copies bytes that may overlap. */
void __pathfold_move(void *to, const void *from, size_t size);

/* Sets bytes. */
void __pathfold_fill(void *start, unsigned char byte, size_t size);

/* A mark on the stack, and the end of the lives of the stack objects made since. */
void *__pathfold_stack_save(void);
void __pathfold_stack_restore(void *mark);

/* The bytes become an input of the program, with a name. */
void __pathfold_make_symbolic(void *start, size_t size, const char *name);

/* 1 if the number depends on inputs, else 0. */
int __pathfold_is_symbolic(size_t number);

/* The number, which must not depend on a value that was never set. */
size_t __pathfold_defined(size_t number);

/* A value that the number can have here; does not constrain it. */
size_t __pathfold_example(size_t number);

/* The path ends silently unless the number is not zero. */
void __pathfold_assume(size_t condition);

/* The path ends with a finding: the slug of its kind (crates/ir/src/check.rs) and a message. */
PATHFOLD_NORETURN void __pathfold_report(const char *slug, const char *message);

/* The program ends with this status. */
PATHFOLD_NORETURN void __pathfold_exit(int status);

/* The path ends and leaves no test case. */
PATHFOLD_NORETURN void __pathfold_discard(void);

/* Joins the paths that come from the first where they come to the second, if paths are merged. */
void __pathfold_open_merge(void);
void __pathfold_close_merge(void);

/* The path ends as incomplete, for this reason. */
PATHFOLD_NORETURN void __pathfold_incomplete(const char *reason);

/* Bytes are written to a stream of the program: 1 is standard output, 2 standard error. */
void __pathfold_write(int stream, const void *bytes, size_t size);

/* A byte is written to a stream of the program if the number is not zero; the path does not fork. */
void __pathfold_write_if(int stream, unsigned char byte, int condition);

/* Shows a value to whoever watches the exploration. */
void __pathfold_show(const char *name, size_t value);

/* The inputs of test cases should be such that the number is not zero, where they can. */
void __pathfold_prefer(size_t condition);

/* Remembers this place in the buffer and gives 0; once more, with another number, after __pathfold_long_jump. */
int __pathfold_set_jump(void *buffer);
PATHFOLD_NORETURN void __pathfold_long_jump(void *buffer, int value);

#ifdef __cplusplus
}
#endif

#endif
