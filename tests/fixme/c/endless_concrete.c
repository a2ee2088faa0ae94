// A loop without end that depends on no input never forks, so it is never folded: the rest of the program is decided, the verdict
// is not.
//@ verdict: safe
//@ args: --timeout 3s
//@ matrix: search=bfs loops=fold
extern void reach_error(void);

int main(void) {
  unsigned i = 0;
  for (;;) {
    if (i == 5)
      i = 0;
    i++;
    if (i > 5)
      reach_error();
  }
}
