// A library of texts with ownership and formats.
//@ behaviour
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char *text; size_t length, room; } builder;

static void reserve(builder *b, size_t more) {
  if (b->length + more + 1 > b->room) {
    b->room = (b->length + more + 1) * 2;
    b->text = realloc(b->text, b->room);
  }
}

static builder *add(builder *b, const char *format, ...) {
  va_list a, c;
  va_start(a, format);
  va_copy(c, a);
  int n = vsnprintf(NULL, 0, format, a);
  reserve(b, (size_t)n);
  vsnprintf(b->text + b->length, (size_t)n + 1, format, c);
  b->length += (size_t)n;
  va_end(c);
  va_end(a);
  return b;
}

static void insert(builder *b, size_t at, const char *s) {
  size_t n = strlen(s);
  reserve(b, n);
  memmove(b->text + at + n, b->text + at, b->length - at + 1);
  memcpy(b->text + at, s, n);
  b->length += n;
}

int main(void) {
  builder b = {0};
  add(add(add(&b, "%s=%d", "n", 5), ";%c", 'x'), "%05.1f", 2.25);
  insert(&b, 1, "umber");
  insert(&b, 0, "<");
  add(&b, ">%s", "");
  printf("%s %zu\n", b.text, b.length);
  for (int i = 0; i < 20; i++)
    add(&b, "%d,", i);
  printf("%s %zu\n", b.text, strlen(b.text));
  free(b.text);
  return 0;
}
