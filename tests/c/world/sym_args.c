// An option that only the right argument shows.
//@ verdict: unsafe
//@ args: --sym-args 0 1 3
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  assert(argc >= 1 && argc <= 2);
  for (int i = 1; i < argc; i++) {
    assert(strlen(argv[i]) <= 3);
    if (!strcmp(argv[i], "-x"))
      assert(0); //~ ERROR[assertion]
  }
  return 0;
}
