// A picture computed with floating point.
//@ behaviour
#include <stdio.h>

int main(void) {
  int total = 0;
  for (int row = -4; row <= 4; row++) {
    for (int column = -14; column <= 6; column++) {
      double cr = column / 7.0, ci = row / 4.0, r = 0, i = 0;
      int n = 0;
      while (n < 40 && r * r + i * i < 4) {
        double t = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = t;
        n++;
      }
      total += n;
      putchar(" .:-=+*#%@"[n / 4 > 9 ? 9 : n / 4]);
    }
    putchar('\n');
  }
  printf("%d\n", total);
  return 0;
}
