// One of the sizes is none at all.
//@ verdict: unsafe
//@ matrix: search=bfs,dfs,klee subsume=off,on
extern void *malloc(unsigned long);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 1) return 0;
  char *bytes = malloc(n);
  for (int i = 0; i < n; i++) bytes[i] = 1;
  return bytes[0]; //~ ERROR[out-of-bounds]
}
