/*
 * qsort and qsort_r: a merge sort, which moves elements in one piece each and asks for as few comparisons as there are. It
 * compares the same pairs in the same order as glibc's, so that a program does the same in a native run.
 *
 * The room it needs is on the stack: nothing can fail, and nothing is left behind by a comparison that does not return.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include "pathfold.h"

typedef int compare(const void *, const void *, void *);

struct order {
	int (*plain)(const void *, const void *); /* of qsort */
	compare *with_context;                    /* of qsort_r, if there is no plain one */
	void *context;
	size_t size;
	char *room;
};

static int ordered(const struct order *order, const char *a, const char *b)
{
	return (order->plain ? order->plain(a, b) : order->with_context(a, b, order->context)) <= 0;
}

static void merge_sort(const struct order *order, char *start, size_t count)
{
	if (count <= 1) return;
	size_t size = order->size, left = count / 2, right = count - left;
	char *a = start, *b = start + left * size, *to = order->room;
	merge_sort(order, a, left);
	merge_sort(order, b, right);
	while (left > 0 && right > 0) {
		if (ordered(order, a, b)) {
			__pathfold_copy(to, a, size);
			a += size;
			left--;
		} else {
			__pathfold_copy(to, b, size);
			b += size;
			right--;
		}
		to += size;
	}
	if (left > 0) __pathfold_copy(to, a, left * size);
	if (count > right) __pathfold_copy(start, order->room, (count - right) * size);
}

/* Where the number of elements or their size depends on inputs: no room is needed but for one byte. */
static void insertion_sort(const struct order *order, char *start, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		for (size_t j = i; j > 0 && !ordered(order, start + (j - 1) * order->size, start + j * order->size); j--) {
			char *a = start + (j - 1) * order->size, *b = start + j * order->size;
			for (size_t k = 0; k < order->size; k++) {
				char byte = a[k];
				a[k] = b[k];
				b[k] = byte;
			}
		}
	}
}

static void sort(struct order *order, void *start, size_t count)
{
	if (__pathfold_is_symbolic(count) || __pathfold_is_symbolic(order->size)) {
		insertion_sort(order, start, count);
	} else if (count > 1 && order->size > 0) {
		order->room = __builtin_alloca(count * order->size);
		merge_sort(order, start, count);
	}
}

void qsort(void *start, size_t count, size_t size, int (*function)(const void *, const void *))
{
	struct order order = {.plain = function, .size = size};
	sort(&order, start, count);
}

void qsort_r(void *start, size_t count, size_t size, compare *function, void *context)
{
	struct order order = {.with_context = function, .context = context, .size = size};
	sort(&order, start, count);
}

void __qsort_r(void *, size_t, size_t, compare *, void *) __attribute__((__alias__("qsort_r")));
