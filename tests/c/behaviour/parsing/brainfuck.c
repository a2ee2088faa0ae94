// An interpreter of a tiny language.
//@ behaviour
#include <stdio.h>

static int run(const char *code, const char *input) {
  unsigned char tape[64] = {0}, *cell = tape;
  int steps = 0;
  for (const char *p = code; *p; p++, steps++)
    switch (*p) {
    case '>': cell++; break;
    case '<': cell--; break;
    case '+': ++*cell; break;
    case '-': --*cell; break;
    case '.': putchar(*cell); break;
    case ',': *cell = (unsigned char)*input; input += *input != 0; break;
    case '[':
      if (!*cell)
        for (int depth = 1; depth;)
          p++, depth += (*p == '[') - (*p == ']');
      break;
    case ']':
      if (*cell)
        for (int depth = 1; depth;)
          p--, depth += (*p == ']') - (*p == '[');
    }
  return steps;
}

int main(void) {
  int n = run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", "");
  printf("%d\n", n);
  run(",[.,]", "echo\n");
  n = run(",>++++++[<-------->-],>++++++[<-------->-]<[-<+>]>++++++[<<++++++++>>-]<<.", "34");
  printf(" %d\n", n);
  return 0;
}
