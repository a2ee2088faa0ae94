/* Instead of musl's arch/x86_64/pthread_arch.h: the one thread's descriptor is a global of src/thread.c. */
struct __pthread;
extern struct __pthread __pathfold_thread __asm__("__pathfold_thread");

static inline __attribute__((__always_inline__)) uintptr_t __get_tp(void) { return (uintptr_t)&__pathfold_thread; }

#define MC_PC gregs[REG_RIP]
