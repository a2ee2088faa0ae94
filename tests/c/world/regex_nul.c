// A dot that must not match NUL cannot be told from one that may: where a text has NUL such a search is not done.
//@ verdict: incomplete
#include <klee/klee.h>
#include <string.h>

struct re_pattern_buffer {
  void *buffer;
  unsigned long allocated, used, syntax;
  char *fastmap;
  unsigned char *translate;
  size_t re_nsub;
  unsigned bits;
};
extern unsigned long re_syntax_options;
const char *re_compile_pattern(const char *, size_t, struct re_pattern_buffer *);
int re_search(struct re_pattern_buffer *, const char *, int, int, int, void *);

int main(void) {
  struct re_pattern_buffer buffer;
  char last;
  klee_make_symbolic(&last, 1, "last");
  char text[2] = {'a', last};
  memset(&buffer, 0, sizeof buffer);
  re_syntax_options = 128; /* RE_DOT_NOT_NULL */
  if (re_compile_pattern("a.", 2, &buffer)) return 2;
  return re_search(&buffer, text, 2, 0, 2, 0) != 0;
}
