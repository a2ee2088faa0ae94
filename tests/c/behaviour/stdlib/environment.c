// Variables of the environment that the program itself sets.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  printf("%d\n", getenv("PATHFOLD_NO_SUCH_VARIABLE") == NULL);
  setenv("OWN_ONE", "first", 1);
  setenv("OWN_ONE", "second", 0);
  puts(getenv("OWN_ONE"));
  setenv("OWN_ONE", "third", 1);
  puts(getenv("OWN_ONE"));
  static char pair[] = "OWN_TWO=put";
  putenv(pair);
  puts(getenv("OWN_TWO"));
  unsetenv("OWN_ONE");
  printf("%d\n", getenv("OWN_ONE") == NULL);
  return 0;
}
