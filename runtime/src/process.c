/*
 * The process itself: signals that it sends to itself, the clock and timers, memory from mmap.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include "ksigaction.h"
#include "world.h"

/* Signals */

static struct k_sigaction handlers[_NSIG];

long __pathfold_set_handler(int number, const struct k_sigaction *new, struct k_sigaction *old)
{
	if (number <= 0 || number >= _NSIG) return -EINVAL;
	if (old) *old = handlers[number];
	if (new) {
		if (number == SIGKILL || number == SIGSTOP) return -EINVAL;
		handlers[number] = *new;
	}
	return 0;
}

/* Sets of signals; those that are sent while they are blocked wait. */
static unsigned long blocked, waiting;

static unsigned long set_of(int number) { return 1ul << (number - 1); }

static void deliver_waiting(void);

static void deliver(int number)
{
	void (*handler)(int) = handlers[number].handler;
	if (handler == SIG_IGN) return;
	if (handler != SIG_DFL) {
		unsigned long before = blocked;
		memcpy(&blocked, handlers[number].mask, sizeof blocked);
		blocked |= before;
		if (!(handlers[number].flags & SA_NODEFER)) blocked |= set_of(number);
		deliver_waiting(); /* those that are not blocked come first, on top of this one */
		if (handlers[number].flags & SA_RESETHAND) handlers[number].handler = SIG_DFL;
		if (handlers[number].flags & SA_SIGINFO) {
			siginfo_t info;
			memset(&info, 0, sizeof info);
			info.si_signo = number;
			info.si_code = SI_TKILL;
			((void (*)(int, siginfo_t *, void *))handler)(number, &info, 0);
		} else {
			handler(number);
		}
		blocked = before;
		return;
	}
	switch (number) {
	case SIGCHLD: case SIGURG: case SIGWINCH: case SIGCONT: return;
	case SIGABRT: __pathfold_report("abort", "the program aborts");
	case SIGSEGV: case SIGBUS: case SIGFPE: case SIGILL: case SIGTRAP: case SIGSYS:
		__pathfold_report("abort", "the program sends itself a signal of a crash");
	case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: __pathfold_incomplete("the program stops itself by a signal");
	default: __pathfold_end(128 + number);
	}
}

static void deliver_waiting(void)
{
	for (int number = 1; number < _NSIG; number++) {
		if (!(waiting & ~blocked & set_of(number))) continue;
		waiting &= ~set_of(number);
		deliver(number);
		number = 0;
	}
}

/* The program sends itself a signal. */
long __pathfold_signal(int number)
{
	if (!number) return 0;
	if (number < 0 || number >= _NSIG) return -EINVAL;
	waiting |= set_of(number);
	deliver_waiting();
	return 0;
}

long __pathfold_block(int how, const unsigned long *set, unsigned long *old)
{
	if (old) *old = blocked;
	if (!set) return 0;
	switch (how) {
	case SIG_BLOCK: blocked |= *set; break;
	case SIG_UNBLOCK: blocked &= ~*set; break;
	case SIG_SETMASK: blocked = *set; break;
	default: return -EINVAL;
	}
	blocked &= ~(set_of(SIGKILL) | set_of(SIGSTOP));
	deliver_waiting();
	return 0;
}

long __pathfold_waiting(unsigned long *to)
{
	*to = waiting;
	return 0;
}

/* The signal trampoline; nothing ever returns through it. */
void __restore_rt(void) {}

/* The clock starts on 2024-01-01 00:00:00 UTC; a millisecond goes by each time it is asked. */
long __pathfold_clock(long *to)
{
	static long milliseconds;
	if (to) {
		to[0] = 1704067200 + milliseconds / 1000;
		to[1] = milliseconds % 1000 * 1000000;
	}
	milliseconds++;
	return 1704067200 + milliseconds / 1000;
}

int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer)
{
	__pathfold_incomplete("timers are not modelled: timer_create");
}

/* Memory from mmap. Mapped files are copies. */

static void *mapped[64];

long __pathfold_map(size_t size, long fd, long offset, int flags)
{
	if (!size) return -EINVAL;
	size = (size + 4095) & -4096UL;
	int slot = 0;
	while (slot < 64 && mapped[slot]) slot++;
	if (slot == 64) return -ENOMEM;
	if (!(flags & MAP_ANONYMOUS) && (flags & MAP_TYPE) == MAP_SHARED)
		__pathfold_incomplete("memory shared with a file is not modelled");
	unsigned char *start = __pathfold_allocate(size, 4096);
	memset(start, 0, size);
	if (!(flags & MAP_ANONYMOUS)) {
		long got = __pathfold_read_at(fd, start, size, offset);
		if (got < 0) {
			__pathfold_free(start);
			return got;
		}
	}
	mapped[slot] = start;
	return (long)start;
}

/* Parts of a mapping stay. */
long __pathfold_unmap(void *start)
{
	for (int i = 0; i < 64; i++) {
		if (mapped[i] != start) continue;
		mapped[i] = 0;
		__pathfold_free(start);
		return 0;
	}
	return 0;
}
