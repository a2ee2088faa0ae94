// Data called as a function: corrected.
//@ verdict: safe
static int code[4] = {1, 2, 3, 4};
static int real(void) { return 4; }

int main(void) {
  int (*f)(void) = (int (*)(void))real;
  return f() + code[0];
}
