// The twin of strcspn.c, where the sets have their end. What is looked for is read once more, and no path forks for it.
//@ verdict: safe
//@ paths[loops=unroll]: 16
#include <klee/klee.h>
#include <string.h>
#include <wchar.h>

int main(void) {
  char word[4];
  klee_make_symbolic(word, sizeof word, "word");
  word[3] = 0;
  wchar_t few[2] = {1, 2}, more[2] = {9, word[0]};
  if (wmemcmp(few, more, 2) > 0) return 1;
  size_t n = strcspn(word, "ab");
  return n == strlen(word) ? 0 : strpbrk(word, "ab") != word + n;
}
