/*
 * The one thread of an analysed program, and what musl has in assembly or for several threads. Locks, keys and once are
 * musl's own; a second thread or process ends the path as incomplete.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <threads.h>
#include "pthread_impl.h"
#include "world.h"

#define ALIAS(function) __attribute__((__weak__, __alias__(#function)))

struct pthread __pathfold_thread = {
	.self = &__pathfold_thread,
	.prev = &__pathfold_thread,
	.next = &__pathfold_thread,
	.tid = PROCESS,
	.detach_state = DT_JOINABLE,
	.robust_list.head = &__pathfold_thread.robust_list.head,
	.locale = &libc.global_locale,
};

void *__pathfold_thread_pointer(void) { return &__pathfold_thread; }

/* Cancellation points are plain system calls. */
long(__syscall_cp)(long n, long a, long b, long c, long d, long e, long f) { return __pathfold_syscall(n, a, b, c, d, e, f); }

long __cancel(void) { return -ECANCELED; }

void __testcancel(void) {}

void __synccall(void (*function)(void *), void *context) { function(context); }

void __tl_lock(void) {}
void __tl_unlock(void) {}
void __tl_sync(pthread_t thread) {}
volatile int __thread_list_lock;
void __do_cleanup_push(struct __ptcb *cleanup) {}
void __do_cleanup_pop(struct __ptcb *cleanup) {}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*function)(void *),
                   void *restrict argument)
{
	__pathfold_incomplete("threads are not modelled: pthread_create");
}
int __pthread_create(pthread_t *restrict, const pthread_attr_t *restrict, void *(*)(void *), void *restrict)
	ALIAS(pthread_create);

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
	__pathfold_incomplete("threads are not modelled: thrd_create");
}

/* The only thread ends, and the process with it. */
_Noreturn void pthread_exit(void *result) { exit(0); }
_Noreturn void __pthread_exit(void *) ALIAS(pthread_exit);

_Noreturn void thrd_exit(int result) { exit(0); }

int pthread_join(pthread_t thread, void **result)
{
	return thread == &__pathfold_thread ? EDEADLK : ESRCH;
}
int __pthread_join(pthread_t, void **) ALIAS(pthread_join);

int thrd_join(thrd_t thread, int *result) { return thrd_error; }

int pthread_detach(pthread_t thread) { return thread == &__pathfold_thread ? 0 : ESRCH; }
int thrd_detach(pthread_t) ALIAS(pthread_detach);

int pthread_cancel(pthread_t thread) { __pathfold_incomplete("threads are not modelled: pthread_cancel"); }

/* Processes */

int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...)
{
	__pathfold_incomplete("a second process is not modelled");
}
int clone(int (*)(void *), void *, int, void *, ...) ALIAS(__clone);

pid_t vfork(void) { __pathfold_incomplete("a second process is not modelled: vfork"); }
