// As old harnesses are: no headers, nothing declared.
//@ verdict: unsafe
main() {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x > 3);
  if (x == 1000)
    abort(); //~ ERROR[abort]
  printf("ok\n");
  return 0;
}
