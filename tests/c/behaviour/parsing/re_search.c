// GNU's re_search and re_match on texts of several lines and with NUL in them, which have a length and no end mark.
//@ behaviour
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

/* musl's <regex.h> has none of these. */
struct re_pattern_buffer {
  void *buffer;
  unsigned long allocated, used, syntax;
  char *fastmap;
  unsigned char *translate;
  size_t re_nsub;
  unsigned can_be_null : 2, regs_allocated : 2, fastmap_accurate : 1, no_sub : 1, not_bol : 1, not_eol : 1, newline_anchor : 1;
};
struct re_registers {
  unsigned num_regs;
  int *start, *end;
};
extern unsigned long re_syntax_options;
const char *re_compile_pattern(const char *, size_t, struct re_pattern_buffer *);
int re_search(struct re_pattern_buffer *, const char *, int, int, int, struct re_registers *);
int re_match(struct re_pattern_buffer *, const char *, int, int, struct re_registers *);

static void show(const char *pattern, const char *text, int size) {
  struct re_pattern_buffer buffer;
  char fastmap[256];
  memset(&buffer, 0, sizeof buffer);
  buffer.fastmap = fastmap;
  const char *error = re_compile_pattern(pattern, strlen(pattern), &buffer);
  if (error) {
    puts(error);
    return;
  }
  printf("%s: %d", pattern, re_search(&buffer, text, size, 0, size, 0));
  printf(" %d", re_search(&buffer, text, size, size, -size, 0));
  printf(" %d\n", re_match(&buffer, text, size, 0, 0));
}

int main(void) {
  re_syntax_options = 4; /* there are [:classes:] */
  show("[.?!]\\($\\|  \\)", " !\0@MT", 6);
  show("[.?!]\\($\\|  \\)", " !\0@M.", 6);
  show("[.?!]\\($\\|  \\)", "\0.  x", 5);
  show("a.b", "xa\0b", 4);
  show("a[^x]*b", "a\0\0b\0", 5);
  show("[[:cntrl:]]b", "a\0b", 3);
  show("[[:space:][:punct:][:alnum:]]", "\0\0", 2);
  show("[^[:cntrl:]]", "\0\0z", 3);
  show("[\1-\177]", "\0\0\2", 3);
  show("\\(.*\\)=\\1$", "a\0b=a\0b", 7);
  show("\\(.*\\)=\\1$", "a\0b=a\0c", 7);
  show("a$", "a\0", 2);
  show("a$", "a", 1);
  show("x*$", "\0\0\0", 3);
  show("^b", "\0b", 2);
  show("^b", "a\nb", 3);
  show("a$", "a\nb", 3);
  show("a.*b", "a\nb", 3);
  show("a[^x]*b[.]", "a\nb.", 4);
  show("\\W\\.", "a\n.", 3);
  show("[]a].", "]\n]b", 4);
  show("b*$", "\n\0_\nb", 5);
  re_syntax_options |= 64; /* a dot matches the end of a line */
  show("a.*b", "a\nb", 3);
  show("^.", "a\nb", 3);
  return 0;
}
