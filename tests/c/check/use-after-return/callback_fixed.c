// A context that outlives its function: corrected.
//@ verdict: safe
struct callback {
  int (*run)(void *);
  void *context;
};

static int twice(void *p) { return 2 * *(int *)p; }

static struct callback later(int n) {
  static int copy;
  copy = n;
  return (struct callback){twice, &copy};
}

int main(void) {
  struct callback c = later(4);
  return c.run(c.context);
}
