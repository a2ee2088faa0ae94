// A search that misses the last element.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs
#include <assert.h>
#include <klee/klee.h>

static int find(const int *a, int n, int key) {
  int low = 0, high = n - 1;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == key)
      return middle;
    if (a[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}

int main(void) {
  static const int a[5] = {2, 3, 5, 7, 11};
  int key = klee_range(0, 12, "key"), present = 0;
  for (int i = 0; i < 5; i++)
    present |= a[i] == key;
  assert(present == (find(a, 5, key) >= 0)); //~ ERROR[assertion]
  return 0;
}
