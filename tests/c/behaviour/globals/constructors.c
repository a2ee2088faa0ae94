// Functions that run before main and after exit.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

static int order;
static int first, second, third;

__attribute__((constructor(103))) static void later(void) { third = ++order; }
__attribute__((constructor(101))) static void early(void) { first = ++order; }
__attribute__((constructor(102))) static void middle(void) { second = ++order; }

__attribute__((destructor)) static void bye(void) { printf("destructor %d\n", ++order); }

static void at_exit_1(void) { printf("atexit 1 %d\n", ++order); }
static void at_exit_2(void) {
  printf("atexit 2 %d\n", ++order);
  fflush(stdout);
}

int main(void) {
  printf("%d %d %d\n", first, second, third);
  atexit(at_exit_1);
  atexit(at_exit_2);
  atexit(at_exit_1);
  printf("main ends\n");
  exit(order);
}
