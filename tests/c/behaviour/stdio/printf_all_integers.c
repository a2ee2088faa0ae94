// Every flag, width, precision and length of integer conversions, on numbers of all lengths.
//@ behaviour
#include <limits.h>
#include <stdio.h>

static const char *const flags[] = {"", "-", "0", "+", " ", "-0", "+0", "- ", "0+ -"};
static const char *const sizes[] = {"", "1", "7", "25", ".0", ".5", "9.3", "3.9", ".22"};
static const long numbers[] = {0, 1, -1, 9, -10, 255, 4096, -32768, INT_MAX, INT_MIN, UINT_MAX, LONG_MAX, LONG_MIN};

int main(void) {
  char format[32], text[80];
  for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++) {
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      for (const char *kind = "diuxXo"; *kind; kind++) {
        for (unsigned n = 0; n < sizeof numbers / sizeof *numbers; n++) {
          sprintf(format, "%%%s%sl%c", flags[f], sizes[s], *kind);
          int length = snprintf(text, sizeof text, format, numbers[n]);
          printf("%d[%s]", length, text);
          sprintf(format, "%%%s%sh%c", flags[f], sizes[s], *kind);
          printf(format, (int)numbers[n]);
          sprintf(format, "|%%%s%shh%c\n", flags[f], sizes[s], *kind);
          printf(format, (int)numbers[n]);
        }
      }
    }
  }
  return 0;
}
