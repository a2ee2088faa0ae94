// A loop without end that depends on no input: it never forks, but what it changes comes back.
//@ verdict: safe
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
