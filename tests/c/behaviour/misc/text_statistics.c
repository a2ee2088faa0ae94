// Words of the input counted and sorted by frequency.
//@ behaviour
//@ stdin: It was the best of times, it was the worst of times,
//@ stdin: it was the age of wisdom, it was the age of foolishness.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word { char text[16]; int count; };
static struct word words[40];
static int n;

static int compare(const void *a, const void *b) {
  const struct word *x = a, *y = b;
  return x->count != y->count ? y->count - x->count : strcmp(x->text, y->text);
}

int main(void) {
  char text[16];
  int length = 0, c;
  do {
    c = getchar();
    if (c != EOF && isalpha(c)) {
      if (length < 15)
        text[length++] = (char)tolower(c);
      continue;
    }
    text[length] = 0;
    if (length) {
      int i = 0;
      while (i < n && strcmp(words[i].text, text))
        i++;
      if (i == n)
        strcpy(words[n++].text, text);
      words[i].count++;
    }
    length = 0;
  } while (c != EOF);
  qsort(words, (size_t)n, sizeof *words, compare);
  for (int i = 0; i < n; i++)
    printf("%3d %-12s|%.*s\n", words[i].count, words[i].text, words[i].count, "**********");
  return n;
}

