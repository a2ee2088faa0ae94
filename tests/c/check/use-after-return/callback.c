// A context that outlives its function.
//@ verdict: unsafe
struct callback {
  int (*run)(void *);
  void *context;
};

static int twice(void *p) { return 2 * *(int *)p; } //~ ERROR[use-after-return]

static struct callback later(int n) {
  int copy = n;
  return (struct callback){twice, &copy};
}

int main(void) {
  struct callback c = later(4);
  return c.run(c.context);
}
