// Two structures with one buffer: corrected.
//@ verdict: safe
#include <stdlib.h>
#include <string.h>

struct text {
  char *bytes;
};

static struct text copy(struct text t) {
  t.bytes = strdup(t.bytes);
  return t;
}

static void destroy(struct text *t) { free(t->bytes); }

int main(void) {
  struct text a = {strdup("shared")}, b = copy(a);
  destroy(&a);
  destroy(&b);
  return 0;
}
