// A try and catch built from macros and setjmp.
//@ behaviour
#include <setjmp.h>
#include <stdio.h>

struct frame {
  jmp_buf buffer;
  struct frame *outer;
};

static struct frame *frames;
static int cleanups;

#define TRY(f) f.outer = frames; frames = &f; int code_##f = setjmp(f.buffer); if (!code_##f) {
#define CATCH(f) frames = f.outer; } else { frames = f.outer;
#define END }

static void throw(int code) { longjmp(frames->buffer, code); }

static int risky(int n) {
  if (n % 3 == 0)
    throw(n + 100);
  return n * 2;
}

static int middle(int n) {
  struct frame m;
  volatile int result = -1;
  TRY(m)
    result = risky(n);
  CATCH(m)
    cleanups++;
    if (n % 2)
      throw(code_m + 1);
    result = code_m;
  END
  return result;
}

int main(void) {
  for (volatile int i = 1; i <= 9; i++) {
    struct frame o;
    TRY(o)
      printf("%d gives %d\n", i, middle(i));
    CATCH(o)
      printf("%d fails with %d\n", i, code_o);
    END
  }
  printf("%d cleanups\n", cleanups);
  return cleanups;
}
