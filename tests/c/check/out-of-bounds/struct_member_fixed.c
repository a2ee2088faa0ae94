// Past the end of an array in a structure that is the last member: corrected.
//@ verdict: safe
#include <klee/klee.h>

struct message {
  int length;
  char body[6];
};

static int last(const struct message *m) { return m->body[m->length - 1]; }

int main(void) {
  struct message m = {klee_range(1, 12, "length"), "hello"};
  if (m.length > 6)
    return 0;
  return last(&m);
}
