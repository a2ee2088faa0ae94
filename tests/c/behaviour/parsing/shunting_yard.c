// Infix to postfix with two stacks, then evaluated.
//@ behaviour
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int rank(char c) { return c == '+' || c == '-' ? 1 : c == '*' || c == '/' ? 2 : 0; }

static void convert(const char *in, char *out) {
  char stack[32];
  int top = 0;
  for (; *in; in++) {
    if (isdigit((unsigned char)*in)) {
      while (isdigit((unsigned char)*in))
        *out++ = *in++;
      *out++ = ' ';
      in--;
    } else if (*in == '(')
      stack[top++] = *in;
    else if (*in == ')') {
      while (stack[--top] != '(')
        *out++ = stack[top];
    } else {
      while (top && rank(stack[top - 1]) >= rank(*in))
        *out++ = stack[--top];
      stack[top++] = *in;
    }
  }
  while (top)
    *out++ = stack[--top];
  *out = 0;
}

static double evaluate(const char *s) {
  double stack[16];
  int top = 0;
  for (; *s; s++) {
    if (isdigit((unsigned char)*s)) {
      double v = 0;
      for (; isdigit((unsigned char)*s); s++)
        v = v * 10 + (*s - '0');
      stack[top++] = v;
      continue;
    }
    double b = stack[--top], a = stack[--top];
    stack[top++] = *s == '+' ? a + b : *s == '-' ? a - b : *s == '*' ? a * b : a / b;
  }
  return stack[0];
}

int main(void) {
  const char *list[] = {"1+2*3", "(1+2)*3", "8/4/2", "10-(2+3)*4", "7", "((15/(7-(1+1)))*3)-(2+(1+1))"};
  for (int i = 0; i < 6; i++) {
    char postfix[64];
    convert(list[i], postfix);
    printf("%s -> %s = %g\n", list[i], postfix, evaluate(postfix));
  }
  return 0;
}
