/*
 * The heap: every object of the program is one object of the engine, which finds misuse of free and realloc by itself.
 * malloc_may_fail is for the command line to set: then each allocation may also give null, as an input decides.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "pathfold.h"

#define ALIAS(function) __attribute__((__alias__(#function)))

int __pathfold_malloc_may_fail;

static void *allocate(size_t size, size_t alignment)
{
	if (size > PTRDIFF_MAX) {
		errno = ENOMEM;
		return 0;
	}
	if (__pathfold_malloc_may_fail) {
		int fails;
		__pathfold_make_symbolic(&fails, sizeof fails, "malloc_fails");
		if (fails) {
			errno = ENOMEM;
			return 0;
		}
	}
	return __pathfold_allocate(size, alignment);
}

void *malloc(size_t size) { return allocate(size, 16); }

void *calloc(size_t count, size_t size)
{
	size_t all;
	if (__builtin_mul_overflow(count, size, &all)) {
		errno = ENOMEM;
		return 0;
	}
	void *p = allocate(all, 16);
	if (p) memset(p, 0, all);
	return p;
}

void free(void *p) { __pathfold_free(p); }

/* As in glibc, a size of zero frees. */
void *realloc(void *p, size_t size)
{
	if (!p) return allocate(size, 16);
	size_t old = __pathfold_heap_size(p);
	if (!size) {
		__pathfold_free(p);
		return 0;
	}
	void *q = allocate(size, 16);
	if (!q) return 0;
	memcpy(q, p, old < size ? old : size);
	__pathfold_free(p);
	return q;
}

void *reallocarray(void *p, size_t count, size_t size)
{
	size_t all;
	if (__builtin_mul_overflow(count, size, &all)) {
		errno = ENOMEM;
		return 0;
	}
	return realloc(p, all);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	if (!alignment || (alignment & (alignment - 1))) {
		errno = EINVAL;
		return 0;
	}
	return allocate(size, alignment);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
	if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
	int saved = errno;
	void *p = allocate(size, alignment);
	errno = saved;
	if (!p) return ENOMEM;
	*result = p;
	return 0;
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

void *valloc(size_t size) { return allocate(size, 4096); }

void *pvalloc(size_t size) { return allocate((size + 4095) & -4096UL, 4096); }

size_t malloc_usable_size(void *p) { return p ? __pathfold_heap_size(p) : 0; }

int mallopt(int what, int value) { return 1; }

int malloc_trim(size_t pad) { return 0; }

/* musl's own names for the same. */
void *__libc_malloc(size_t) ALIAS(malloc);
void *__libc_calloc(size_t, size_t) ALIAS(calloc);
void *__libc_realloc(void *, size_t) ALIAS(realloc);
void __libc_free(void *) ALIAS(free);
