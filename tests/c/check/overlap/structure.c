// A structure copied onto half of itself.
//@ verdict: unsafe
#include <string.h>

struct half {
  long a[2];
};

static struct half list[3];

int main(void) {
  char *p = (char *)list;
  memcpy(p + 8, p, sizeof(struct half)); //~ ERROR[overlap]
  return 0;
}
