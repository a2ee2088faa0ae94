// What was learnt with a larger object says nothing about a smaller one in its place.
//@ verdict: safe
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n < 14 || n > 20) return 0;
  int *numbers = malloc(n * sizeof *numbers);
  for (int i = 0; i < n; i++) numbers[i] = i;
  if (numbers[n - 1] != n - 1) reach_error();
  free(numbers);
  return 0;
}
