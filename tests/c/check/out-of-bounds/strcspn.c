// The set of characters that strcspn, strspn and strpbrk look for has no end, although the first of them is found.
//@ verdict: unsafe
#include <klee/klee.h>
#include <string.h>
#include <wchar.h>

int main(void) {
  char word[3] = "ab", which;
  const char set[2] = {'a', 'b'};
  klee_make_symbolic(&which, 1, "which");
  wchar_t few[2] = {1, 2}, more[4] = {9, 9, 3, 4};
  switch (which) {
  case 0:
    return strcspn(word, set); //~ ERROR[out-of-bounds]
  case 1:
    return strspn(word, set); //~ ERROR[out-of-bounds]
  case 2:
    return strpbrk(word, set) != 0; //~ ERROR[out-of-bounds]
  case 3:
    return strcspn("", set); //~ ERROR[out-of-bounds]
  case 4:
    return wmemcmp(few, more, 4); //~ ERROR[out-of-bounds]
  }
  return 0;
}
