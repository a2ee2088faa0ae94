// Two structures with one buffer.
//@ verdict: unsafe
#include <stdlib.h>
#include <string.h>

struct text {
  char *bytes;
};

static struct text copy(struct text t) {
  return t;
}

static void destroy(struct text *t) { free(t->bytes); } //~ ERROR[double-free]

int main(void) {
  struct text a = {strdup("shared")}, b = copy(a);
  destroy(&a);
  destroy(&b);
  return 0;
}
