// The input ends after its bytes.
//@ verdict: safe
//@ args: --sym-stdin 2
#include <assert.h>
#include <unistd.h>

int main(void) {
  char b[8];
  long n = read(0, b, sizeof b);
  assert(n == 2);
  assert(read(0, b, sizeof b) == 0);
  if (b[0] == 'a' && b[1] == 'b')
    return 1;
  return 0;
}
