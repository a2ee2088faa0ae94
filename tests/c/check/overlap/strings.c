// Texts copied over themselves by each of the functions that must not, one on each path; far enough apart is fine.
//@ verdict: unsafe
//@ replay: native
#include "klee/klee.h"
#include <string.h>

int main(void) {
  char b[32] = "0123456789";
  switch (klee_range(0, 7, "which")) {
  case 0: strcpy(b + 3, b); break; //~ ERROR[overlap]
  case 1: strcat(b, b); break; //~ ERROR[overlap]
  case 2: strncpy(b + 1, b, 5); break; //~ ERROR[overlap]
  case 3: strncat(b, b + 4, 20); break; //~ ERROR[overlap]
  case 4: stpcpy(b, b + 9), stpcpy(b, b); break;
  case 5: strcpy(b + 16, b), strcpy(b, b + 16), strncpy(b + 4, b, 4), strcpy(b, b + 16); break;
  default: strncat(b, b + 4, 6), strncpy(b, b, 3);
  }
  return b[0] == 0;
}
