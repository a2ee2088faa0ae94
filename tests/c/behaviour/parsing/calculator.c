// A calculator that reads its commands from the input.
//@ behaviour
//@ stdin: 3 4 + 2 *
//@ stdin: 10 dup * neg
//@ stdin: 1 0 /
//@ stdin: 5 swap
//@ stdin: 2 3 4 over drop - . 7
//@ stdin: what
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long stack[32];
static int top;

static const char *word(const char *w) {
  static const struct { const char *name; int needs; } words[] = {{"+", 2}, {"-", 2}, {"*", 2}, {"/", 2}, {"dup", 1},
                                                                 {"swap", 2}, {"neg", 1}, {"drop", 1}, {".", 1}, {"over", 2}};
  char *end;
  long v = strtol(w, &end, 10);
  if (end != w && !*end)
    return stack[top++] = v, NULL;
  for (int i = 0; i < 10; i++)
    if (!strcmp(w, words[i].name)) {
      if (top < words[i].needs)
        return "too few numbers";
      long b = stack[top - 1], a = top > 1 ? stack[top - 2] : 0;
      switch (i) {
      case 0: stack[--top - 1] = a + b; break;
      case 1: stack[--top - 1] = a - b; break;
      case 2: stack[--top - 1] = a * b; break;
      case 3:
        if (!b)
          return "division by zero";
        stack[--top - 1] = a / b;
        break;
      case 4: stack[top++] = b; break;
      case 5: stack[top - 1] = a, stack[top - 2] = b; break;
      case 6: stack[top - 1] = -b; break;
      case 7: top--; break;
      case 8: printf("%ld\n", stack[--top]); break;
      case 9: stack[top++] = a;
      }
      return NULL;
    }
  return "unknown word";
}

int main(void) {
  char line[80];
  int errors = 0;
  while (fgets(line, sizeof line, stdin)) {
    top = 0;
    const char *error = NULL;
    for (char *w = strtok(line, " \n"); w && !error; w = strtok(NULL, " \n"))
      error = word(w);
    if (error)
      errors++, printf("error: %s\n", error);
    else
      for (int i = 0; i < top; i++)
        printf("%ld%c", stack[i], i + 1 < top ? ' ' : '\n');
  }
  return errors;
}
