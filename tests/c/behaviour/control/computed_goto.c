// A small virtual machine that jumps to addresses of labels.
//@ behaviour
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, SUB, JNZ, PRINT, SWAP, HALT };

static int run(const int *code) {
  static void *const labels[] = {&&push, &&add, &&mul, &&dup, &&sub, &&jnz, &&print, &&swap, &&halt};
  int stack[32], top = 0, steps = 0, t;
  const int *p = code;
#define NEXT            \
  do {                  \
    steps++;            \
    goto *labels[*p++]; \
  } while (0)
  NEXT;
push:
  stack[top++] = *p++;
  NEXT;
add:
  top--, stack[top - 1] += stack[top];
  NEXT;
mul:
  top--, stack[top - 1] *= stack[top];
  NEXT;
sub:
  top--, stack[top - 1] -= stack[top];
  NEXT;
dup:
  stack[top] = stack[top - 1], top++;
  NEXT;
swap:
  t = stack[top - 1], stack[top - 1] = stack[top - 2], stack[top - 2] = t;
  NEXT;
jnz:
  if (stack[top - 1])
    p = code + *p;
  else
    p++;
  NEXT;
print:
  printf("%d\n", stack[top - 1]);
  NEXT;
halt:
  return steps;
}

int main(void) {
  /* Factorial of 6: accumulator below, counter above. */
  int code[] = {PUSH, 1, PUSH, 6, DUP, PUSH, 100, ADD, PRINT, PUSH, -100, ADD, SUB, PUSH, 5, JNZ, 20, PUSH, 0, HALT,
                SWAP, PRINT, MUL, PRINT, HALT};
  printf("steps %d\n", run(code));
  int count[] = {PUSH, 4, PRINT, PUSH, 1, SUB, JNZ, 2, HALT};
  printf("steps %d\n", run(count));
  return 0;
}
