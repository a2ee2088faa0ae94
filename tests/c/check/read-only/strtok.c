// strtok changes its text.
//@ verdict: unsafe
#include <string.h>

int main(void) {
  char *text = "a,b";
  char *t = strtok(text, ","); //~ ERROR[read-only]
  return t != 0;
}
