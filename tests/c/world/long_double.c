// What a `double` cannot hold is not computed in `long double`: each of these ends its path, at its line.
//@ verdict: incomplete
//@ snapshot
//@ paths: 9
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  long double x = 2, y, s, c;
  int e;
  switch (__VERIFIER_nondet_int()) {
  case 0: y = sqrtl(x); break;
  case 1: y = strtold("0.1", 0); break;
  case 2: y = powl(x, 0.5L); break;
  case 3: sincosl(x, &s, &c); y = s; break;
  case 4: if (sscanf("0.1", "%Lf", &y) != 1) return 1; break;
  case 5: y = nextafterl(x, 3); break;
  case 6: y = ldexpl(x, 2000); break;
  case 7: y = (*(long double (*volatile)(long double))expl)(x); break;
  default: return 0;
  }
  return y > 1;
}
