// Unknown bytes and an unknown length.
//@ verdict: safe
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char bytes[4];
  __VERIFIER_nondet_memory(bytes, sizeof bytes);
  unsigned char n = __VERIFIER_nondet_uchar() % 5;
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += bytes[i];
  if (sum > 4 * 255)
    reach_error();
  return 0;
}
