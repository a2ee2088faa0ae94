// A recursive descent evaluator with precedence.
//@ behaviour
#include <ctype.h>
#include <stdio.h>

static const char *p, *error;

static long expression(int level);

static long primary(void) {
  while (*p == ' ')
    p++;
  if (*p == '(') {
    p++;
    long v = expression(0);
    if (*p == ')')
      p++;
    else if (!error)
      error = "missing )";
    return v;
  }
  if (*p == '-')
    return p++, -primary();
  if (!isdigit((unsigned char)*p)) {
    if (!error)
      error = "number expected";
    return 0;
  }
  long v = 0;
  while (isdigit((unsigned char)*p))
    v = v * 10 + *p++ - '0';
  return v;
}

static int level_of(char c) { return c == '+' || c == '-' ? 1 : c == '*' || c == '/' || c == '%' ? 2 : c == '^' ? 3 : 0; }

static long power(long a, long b) { return b <= 0 ? 1 : a * power(a, b - 1); }

static long expression(int level) {
  long v = primary();
  for (;;) {
    while (*p == ' ')
      p++;
    char op = *p;
    int l = level_of(op);
    if (!l || l < level || (l == level && op != '^'))
      return v;
    p++;
    long r = expression(op == '^' ? l - 1 : l);
    if ((op == '/' || op == '%') && r == 0) {
      error = "division by zero";
      return 0;
    }
    v = op == '+' ? v + r : op == '-' ? v - r : op == '*' ? v * r : op == '/' ? v / r : op == '%' ? v % r : power(v, r);
  }
}

int main(void) {
  const char *list[] = {"1 + 2 * 3", "(1 + 2) * 3", "10 - 4 - 3", "2 ^ 3 ^ 2", "-2 * -(3 + 4)", "100 / 7 % 5",
                        "1 / (2 - 2)", "(1 + 2", "2 +", "7"};
  for (int i = 0; i < 10; i++) {
    p = list[i];
    error = 0;
    long v = expression(0);
    if (error)
      printf("%s: %s\n", list[i], error);
    else
      printf("%s = %ld\n", list[i], v);
  }
  return 0;
}
