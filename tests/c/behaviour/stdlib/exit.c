// atexit handlers in reverse order, then the status.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

static int left = 3;

static void again(void) {
  printf("again %d\n", left);
  if (--left)
    atexit(again);
}

static void last(void) { puts("registered first, runs last"); }

static void deep(int n) {
  if (!n)
    exit(300 + 7);
  deep(n - 1);
}

int main(void) {
  atexit(last);
  atexit(again);
  puts("main");
  deep(5);
  puts("never");
}
