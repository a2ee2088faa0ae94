// Signals that are blocked wait: by the mask, by their own handler, by the mask of another one's.
//@ behaviour
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>

static int depth;

static void show(int number) {
  static int rounds;
  depth++;
  printf("%d: %d\n", depth, number == SIGUSR1 ? 1 : 2);
  if (number == SIGUSR1 && rounds++ == 0) {
    raise(SIGUSR1); // when this one returns
    raise(SIGUSR2); // the same, or at once
    printf("%d: returns\n", depth);
  }
  depth--;
}

static void again(int number) {
  static int times;
  depth++;
  printf("%d: again %d\n", depth, ++times);
  if (times < 3) raise(number);
  depth--;
}

int main(void) {
  struct sigaction action = {.sa_handler = show};
  sigset_t set, old, waiting;
  sigemptyset(&action.sa_mask);
  sigaction(SIGUSR1, &action, 0);
  sigaction(SIGUSR2, &action, 0);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set, &old);
  printf("blocked before: %d\n", sigismember(&old, SIGUSR2));
  raise(SIGUSR2);
  raise(SIGUSR2);
  sigpending(&waiting);
  printf("waits: %d %d\n", sigismember(&waiting, SIGUSR2), sigismember(&waiting, SIGUSR1));
  sigprocmask(SIG_SETMASK, &old, 0);
  puts("unblocked");
  sigaddset(&action.sa_mask, SIGUSR2);
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
  action.sa_handler = again;
  action.sa_flags = SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGUSR1, &action, 0);
  raise(SIGUSR1);
  sigprocmask(SIG_BLOCK, 0, &old);
  printf("blocked after: %d\n", sigismember(&old, SIGUSR1) + sigismember(&old, SIGUSR2));
  return 0;
}
