// Scopes that are left by `break`, `continue`, `goto` and `return`, and blocks that are jumped into: nothing lives too short.
//@ verdict: safe
#include <assert.h>

static int sum(const int *p, int n) {
  int result = 0;
  while (n-- > 0) result += *p++;
  return result;
}

static int leave(int how) {
  int total = 0;
  for (int i = 0; i < 4; i++) {
    int some[3] = {i, how, 1};
    int *p = some;
    if (how == 1 && i == 2) break;
    if (how == 2 && i == 1) continue;
    if (how == 3 && i == 2) return sum(p, 3);
    if (how == 4 && i == 3) goto out;
    total += sum(p, 3);
  }
out:
  return total;
}

static int bypass(int which) {
  int *p = 0;
  switch (which) {
    int shared;
  case 1:
    shared = 10;
    p = &shared;
    return *p;
  case 2: {
    int own = 20;
    p = &own;
    return *p;
  }
  default:
    shared = 30;
    p = &shared;
  }
  if (which == 7) goto inside;
  {
    int late = 1;
    p = &late;
  inside:
    p = &late;
    late = 40;
    return *p;
  }
}

// C11 6.2.4p6: the object lives until its block is left, not until the jump back before its declaration.
static int back(void) {
  int *p = 0, rounds = 0;
again:
  if (rounds == 1) return *p;
  int here = 7;
  p = &here;
  rounds++;
  goto again;
}

static int computed(int n) {
  static void *const targets[] = {&&one, &&two};
  int result = 0;
  goto *targets[n];
one: {
  int a[2] = {1, 2};
  result += sum(a, 2);
  if (result < 6) goto *targets[0];
}
two: {
  int b[2] = {3, 4};
  result += sum(b, 2);
}
  return result;
}

struct wide {
  int numbers[6];
};
static struct wide make(int n) { return (struct wide){{n, n + 1, n + 2, n + 3, n + 4, n + 5}}; }

int main(void) {
  assert(leave(0) == 10 && leave(1) == 5 && leave(2) == 14 && leave(3) == 6 && leave(4) == 18);
  assert(bypass(1) == 10 && bypass(2) == 20 && bypass(3) == 40 && bypass(7) == 40);
  assert(back() == 7);
  assert(computed(0) == 13 && computed(1) == 7);
  assert(make(3).numbers[2] == 5 && sum(make(1).numbers, 3) == 6);
  int *p = (int[]){1, 2, 3};
  assert(sum(p, 3) == 6);
  for (int i = 1; i < 4; i++) {
    int length[i];
    for (int k = 0; k < i; k++) length[k] = k;
    assert(sum(length, i) == i * (i - 1) / 2);
  }
  return 0;
}
