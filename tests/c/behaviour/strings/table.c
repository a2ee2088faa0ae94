// Tables of texts, sorted and searched.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const keywords[] = {"auto", "break", "case", "char", "const", "continue", "default", "do", "double",
                                       "else", "enum", "extern", "float", "for", "goto", "if", "int", "long"};
static char fixed[][8] = {"delta", "alpha", "charlie", "bravo", "echo"};

static int find(const char *word) {
  int low = 0, high = sizeof keywords / sizeof *keywords;
  while (low < high) {
    int middle = (low + high) / 2, c = strcmp(word, keywords[middle]);
    if (!c)
      return middle;
    if (c < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return -1;
}

int main(void) {
  const char *words[] = {"auto", "long", "else", "elsewhere", "", "zzz", "goto"};
  for (int i = 0; i < 7; i++)
    printf("%s %d\n", words[i], find(words[i]));
  int n = sizeof fixed / sizeof *fixed;
  qsort(fixed, n, sizeof *fixed, (int (*)(const void *, const void *))strcmp);
  for (int i = 0; i < n; i++)
    printf("%s ", fixed[i]);
  puts("");
  const char *escapes = "tab\tquote\"back\\oct\101hex\x42\n";
  printf("%s%zu\n", escapes, strlen(escapes));
  return 0;
}
