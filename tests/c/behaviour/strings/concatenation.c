// strcat and strncat build texts piece by piece.
//@ behaviour
#include <stdio.h>
#include <string.h>

int main(void) {
  char b[64] = "";
  const char *words[] = {"the", "quick", "brown", "fox"};
  for (int i = 0; i < 4; i++) {
    if (i)
      strcat(b, " ");
    strcat(b, words[i]);
  }
  printf("%s|%zu\n", b, strlen(b));
  strncat(b, " jumps over", 6);
  printf("%s\n", b);
  strncat(b, "!", 50);
  printf("%s\n", b);
  strncat(b, "nothing", 0);
  printf("%s\n", b);
  b[3] = 0;
  strcat(strcat(b, "-a"), "-b");
  printf("%s\n", b);
  char c[4] = {'a', 0, 'x', 'x'};
  strncat(c, "bcdef", 2);
  printf("%s\n", c);
  char joined[] = "adjacent " "literals " "join";
  printf("%s %zu\n", joined, sizeof joined);
  return 0;
}
