/* A recursive-descent parser of expressions over 8 unknown bytes. */
#include <klee/klee.h>

static const char *at;
static int errors;

static int expression(void);

static int factor(void) {
  if (*at == '(') {
    at++;
    int value = expression();
    if (*at == ')')
      at++;
    else
      errors++;
    return value;
  }
  if (*at >= '0' && *at <= '9') {
    int value = 0;
    while (*at >= '0' && *at <= '9') value = value * 10 + (*at++ - '0');
    return value;
  }
  errors++;
  return 0;
}

static int term(void) {
  int value = factor();
  while (*at == '*') {
    at++;
    value *= factor();
  }
  return value;
}

static int expression(void) {
  int value = term();
  while (*at == '+' || *at == '-') {
    char sign = *at++;
    int other = term();
    value = sign == '+' ? value + other : value - other;
  }
  return value;
}

int main(void) {
  char text[9];
  klee_make_symbolic(text, 8, "text");
  text[8] = 0;
  at = text;
  int value = expression();
  if (*at) errors++;
  return errors ? 1 : value != 0;
}
