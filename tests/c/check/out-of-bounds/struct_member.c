// Past the end of an array in a structure that is the last member.
//@ verdict: unsafe
#include <klee/klee.h>

struct message {
  int length;
  char body[6];
};

static int last(const struct message *m) { return m->body[m->length - 1]; } //~ ERROR[out-of-bounds]

int main(void) {
  struct message m = {klee_range(1, 12, "length"), "hello"};
  return last(&m);
}
