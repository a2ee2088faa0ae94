/* Instead of musl's arch/x86_64/syscall_arch.h: every system call is a call of one C function, the model in src/syscall.c. */
#define __SYSCALL_LL_E(x) (x)
#define __SYSCALL_LL_O(x) (x)

long __pathfold_syscall(long n, long a, long b, long c, long d, long e, long f);

#define SYSCALL_MODEL static inline __attribute__((__always_inline__, __unused__))

SYSCALL_MODEL long __syscall0(long n) { return __pathfold_syscall(n, 0, 0, 0, 0, 0, 0); }
SYSCALL_MODEL long __syscall1(long n, long a) { return __pathfold_syscall(n, a, 0, 0, 0, 0, 0); }
SYSCALL_MODEL long __syscall2(long n, long a, long b) { return __pathfold_syscall(n, a, b, 0, 0, 0, 0); }
SYSCALL_MODEL long __syscall3(long n, long a, long b, long c) { return __pathfold_syscall(n, a, b, c, 0, 0, 0); }
SYSCALL_MODEL long __syscall4(long n, long a, long b, long c, long d) { return __pathfold_syscall(n, a, b, c, d, 0, 0); }
SYSCALL_MODEL long __syscall5(long n, long a, long b, long c, long d, long e)
{
	return __pathfold_syscall(n, a, b, c, d, e, 0);
}
SYSCALL_MODEL long __syscall6(long n, long a, long b, long c, long d, long e, long f)
{
	return __pathfold_syscall(n, a, b, c, d, e, f);
}

#define IPC_64 0
