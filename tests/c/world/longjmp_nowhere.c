// A buffer that nobody has set is no place, though it is zero and another one is set.
//@ verdict: incomplete
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf set, never;

int main(void) {
  if (setjmp(set)) return 1;
  if (klee_range(0, 2, "which")) longjmp(never, 1);
  longjmp(set, 1);
}
