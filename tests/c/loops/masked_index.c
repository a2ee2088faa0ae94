// The index wraps at the mask: places are written again and again, and some only after the first round.
//@ verdict: unsafe
//@ matrix: search=bfs loops=fold,unroll,compact turns=off,on
#include <klee/klee.h>
int main(void) {
  unsigned char n, ring[8] = {0}, last[8] = {0}, table[256] = {0}, at = 250;
  char buf[4] = {0};
  klee_make_symbolic(&n, sizeof n, "n");
  for (unsigned i = 0; i < n; i += 3)
    ring[i & 7] = 4;
  for (unsigned i = 0; i < n; i += 5)
    last[i % 8] = i;
  // An index of eight bits that wraps by itself.
  for (unsigned i = 0; i < 4u * n; i += 3) {
    table[at] = 1 + (i > 300);
    at += 3;
  }
  if (n == 30 && last[3] != 0)
    return last[3]; // Never: 3 is reached at 35 only.
  if (n == 36 && last[3] == 35)
    return buf[ring[1]]; //~ ERROR[out-of-bounds]
  if (n == 255 && table[250] == 2)
    return buf[2 * table[253]]; //~ ERROR[out-of-bounds]
  return 0;
}
