// Numbers that depend on inputs wait in the buffer of standard output like everything else: what the program writes by
// itself overtakes them. Each test case is run natively, and has to print what we say.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs merge=never
//@ without: merge=always
//@ without: merge=qce
//@ without: merge=qce-recursive
//@ without: merge=dynamic
//@ replay: all
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void say(const char *text) { write(1, text, strlen(text)); }

int main(void) {
  unsigned char c;
  int n;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&n, sizeof n, "n");
  int length = printf("n=%d, c=%5u|", n, c);
  say("first\n");
  putchar('a');
  printf("%x\n", n);
  fflush(stdout);
  say("after a flush\n");
  fprintf(stderr, "error %d\n", n);
  write(2, "behind\n", 7);
  printf("%d", c);
  puts("");
  for (int i = 0; i < 380; i++)
    printf("%d0123456\n", i % 7);
  say("before the buffer is full\n");
  fwrite("0123456789", 1, 10, stdout);
  fflush(stdout);
  for (int i = 0; i < 500; i++)
    printf("%d0123456789\n", i % 7);
  say("in the middle\n");
  char large[9000];
  memset(large, 'x', sizeof large);
  fwrite(large, 1, sizeof large, stdout);
  say("in the large one\n");
  printf("%d\n", n);
  if (c == 1) fclose(stdout);
  say("last?\n");
  if (c == 2) _exit(7);
  assert(length > 10 && length != 22); //~ ERROR[assertion]
  return 0;
}
