// A variable that the command sets.
//@ verdict: safe
//@ args: --env=MODE=fast
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *mode = getenv("MODE");
  assert(mode && !strcmp(mode, "fast"));
  assert(!getenv("NO_SUCH_VARIABLE"));
  return 0;
}
