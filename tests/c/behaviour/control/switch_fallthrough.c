// Cases that fall through, with the default in the middle.
//@ behaviour
#include <stdio.h>

static int steps(int n) {
  int count = 0;
  switch (n) {
  case 4:
    count += 1000;
  case 3:
    count += 100;
    break;
  default:
    count += 7;
  case 2:
    count += 10;
  case 1:
    count++;
  }
  return count;
}

/* Duff's device. */
static void copy(char *to, const char *from, int count) {
  int n = (count + 7) / 8;
  switch (count % 8) {
  case 0:
    do {
      *to++ = *from++;
    case 7:
      *to++ = *from++;
    case 6:
      *to++ = *from++;
    case 5:
      *to++ = *from++;
    case 4:
      *to++ = *from++;
    case 3:
      *to++ = *from++;
    case 2:
      *to++ = *from++;
    case 1:
      *to++ = *from++;
    } while (--n > 0);
  }
}

int main(void) {
  for (int i = 0; i < 7; i++)
    printf("%d ", steps(i));
  char text[32];
  copy(text, "a device of twenty-one", 23);
  printf("\n%s\n", text);
  return steps(2);
}
