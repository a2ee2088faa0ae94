// A program that sends signals to itself.
//@ behaviour
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t last, count;

static void handler(int n) {
  last = n;
  count++;
}

int main(void) {
  signal(SIGUSR1, handler);
  signal(SIGUSR2, handler);
  raise(SIGUSR1);
  printf("%d %d\n", last == SIGUSR1, (int)count);
  raise(SIGUSR2);
  printf("%d %d\n", last == SIGUSR2, (int)count);
  void (*old)(int) = signal(SIGUSR1, SIG_IGN);
  printf("%d\n", old == handler);
  raise(SIGUSR1);
  printf("%d\n", (int)count);
  struct sigaction a = {.sa_handler = handler};
  sigaction(SIGTERM, &a, NULL);
  raise(SIGTERM);
  printf("%d %d\n", last == SIGTERM, (int)count);
  return 0;
}
