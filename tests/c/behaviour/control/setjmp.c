// Non-local jumps over several calls, with values.
//@ behaviour
#include <setjmp.h>
#include <stdio.h>

static jmp_buf top;
static int depth;

static void dive(int n) {
  depth = n;
  if (n == 7)
    longjmp(top, 42);
  dive(n + 1);
}

static int parse(const char *text, jmp_buf error) {
  int value = 0;
  for (; *text; text++) {
    if (*text < '0' || *text > '9')
      longjmp(error, *text);
    value = value * 10 + *text - '0';
  }
  return value;
}

int main(void) {
  volatile int round = 0;
  int code = setjmp(top);
  printf("code %d round %d depth %d\n", code, round, depth);
  if (round++ == 0)
    dive(0);
  const char *texts[] = {"123", "4x5", "77", "-"};
  for (volatile int i = 0; i < 4; i++) {
    jmp_buf error;
    int bad = setjmp(error);
    if (!bad)
      printf("%d\n", parse(texts[i], error));
    else
      printf("bad %c in %s\n", bad, texts[i]);
  }
  volatile int zero = 0;
  jmp_buf again;
  if (setjmp(again) == 0) {
    zero = 5;
    longjmp(again, 0);
  } else
    printf("zero becomes one, %d\n", zero);
  return 0;
}
