// What <float.h> says about `long double` is the machine's.
//@ behaviour
#include <float.h>
#include <stdio.h>
int main(void) {
  printf("%d %d %d %d %d\n", LDBL_MANT_DIG, LDBL_DIG, LDBL_MAX_EXP, LDBL_MIN_EXP, DECIMAL_DIG);
  printf("%zu %zu\n", sizeof(long double), _Alignof(long double));
  return 0;
}
