// A structure copied onto half of itself: corrected.
//@ verdict: safe
#include <string.h>

struct half {
  long a[2];
};

static struct half list[3];

int main(void) {
  char *p = (char *)list;
  memcpy(p + 16, p, sizeof(struct half));
  return 0;
}
