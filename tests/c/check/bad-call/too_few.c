// Functions called through a pointer with fewer arguments than they have: by a cast, through a table, and by a type without
// parameters.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs
#include <klee/klee.h>

static int three(int a, int b, int c) { return a; }
static int format(const char *text, ...) { return text[0]; }

typedef int (*plain)(int);
static plain table[] = {(plain)three};
static int (*show)(const char *) = (int (*)(const char *))format;

int main(void) {
  switch (klee_range(0, 5, "which")) {
  case 0: return ((int (*)(int, int))three)(1, 2); //~ ERROR[bad-call]
  case 1: return table[0](1); //~ ERROR[bad-call]
  case 2: {
    int (*f)() = three;
    return f(1, 2); //~ ERROR[bad-call]
  }
  case 3: return ((int (*)(void))three)(); //~ ERROR[bad-call]
  default: return show(""); //~ ERROR[bad-call]
  }
}
