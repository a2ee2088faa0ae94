// Reads a length and a mode from standard input, and makes a text of that length: quoted, if the mode is `q`. Somebody
// counted the quotes, and somebody the zero at the end, but never both.
#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 6 };

static char *make(int length, int mode) {
  char *text = malloc(LONGEST + 2);
  if (!text) return NULL;
  int used = 0;
  if (mode == 'q') text[used++] = '"';
  for (int i = 0; i < length; i++) text[used++] = 'x';
  if (mode == 'q') text[used++] = '"';
  text[used] = '\0';
  return text;
}

int main(void) {
  int length = getchar();
  int mode = getchar();
  if (length < 0 || length > LONGEST) return 1;
  char *text = make(length, mode);
  if (!text) return 1;
  puts(text);
  free(text);
  return 0;
}
