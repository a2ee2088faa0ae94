// The variables of the functions that run when the program ends are still there, also those nobody reads any more.
//@ verdict: safe
//@ args: --check=leak
#include <klee/klee.h>
#include <stdlib.h>

struct box {
  char *inside;
};

static void die(const char *why) {
  char *copy = malloc(3);
  copy[0] = why[0];
  exit(1);
}

int main(void) {
  char *local = malloc(4);
  struct box *box = malloc(sizeof *box);
  local[0] = 1;
  box->inside = malloc(2);
  switch (klee_int("n")) {
  case 3:
    die(local);
  case 4:
    exit(0);
  case 5:
    exit(box->inside != NULL);
  }
  free(box->inside);
  free(box);
  free(local);
  return 0;
}
