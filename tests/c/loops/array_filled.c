// What loops write to arrays is written at once: each place under the condition that its iteration happened.
//@ verdict: safe
//@ paths[loops=fold]: 4
#include <klee/klee.h>
void reach_error(void);
static int twice[64];
static char text[40];

int main(void) {
  int n, m;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&m, sizeof m, "m");
  klee_assume(n >= 0 & n <= 64);
  klee_assume(m >= 0 & m <= 40);
  for (int i = 0; i < n; i++)
    twice[i] = i * 2;
  for (int i = 0; i < n; i++)
    if (twice[i] == 77)
      reach_error();
  char *p = text;
  while (p < text + m)
    *p++ = 'x';
  for (int i = 0; i < m; i++)
    if (text[i] != 'x')
      reach_error();
  for (int i = m; i < 40; i++)
    if (text[i] != 0)
      reach_error();
  if (n > 20 && twice[17] != 34)
    reach_error();
  return 0;
}
