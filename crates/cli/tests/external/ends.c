#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int crash(int *); void leave(void); void hang(void); int apply(int (*)(int), int);
char *own(void); void store_own(char **); void spill(char *); void poke(char *); void remember(int *); int recall(void);
struct two { long a; long b; };
struct two both(long); long double wide(long double); int nowhere(int); int add(int, int);
int twice(int x) { return 2 * x; }
int main(void) {
  int one = 1, (*volatile indirect)(int, int) = add;
  char four[4] = "abc", *dead = malloc(4);
  switch (__VERIFIER_nondet_int()) {
  case 0: return crash(&one);
  case 1: leave(); break;
  case 2: hang(); break;
  case 3: return apply(twice, 3);
  case 4: return own()[0];
  case 5: spill(four); break;
  case 6: poke("constant"); break;
  case 7: remember(&one); return recall();
  case 8: return both(3).a;
  case 9: return wide(3) > 2;
  case 10: return nowhere(3);
  case 11: return indirect(1, 2);
  case 12: free(dead); poke(dead); break;
  case 13: store_own(&dead); break;
  }
  return 0;
}
