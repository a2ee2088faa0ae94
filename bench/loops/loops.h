// What the programs of table 1 of seed 1 share. They are our own, after the descriptions in seeds 1, 2 and 4.
#include <stddef.h>

void klee_make_symbolic(void *where, size_t bytes, const char *name);
void klee_assume(unsigned long condition);
void reach_error(void);

#define UNKNOWN(x) klee_make_symbolic(&(x), sizeof(x), #x)

// Whether a word starts at some position of a text (seed 2, A.3).
__attribute__((unused)) static int contains(const char *text, const char *word) {
  for (int i = 0; text[i] != 0; i++) {
    int at = i, k = 0;
    while (word[k] != 0 && text[at] != 0 && text[at] == word[k]) {
      at++;
      k++;
    }
    if (word[k] == 0)
      return 1;
    if (text[at] == 0)
      return 0;
  }
  return 0;
}
