// strtok changes its text: corrected.
//@ verdict: safe
#include <string.h>

int main(void) {
  char text[] = "a,b";
  char *t = strtok(text, ",");
  return t != 0;
}
