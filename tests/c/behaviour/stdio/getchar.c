// Counting lines, words and characters of the input.
//@ behaviour
//@ stdin: the quick brown fox
//@ stdin:   jumps over
//@ stdin: the lazy dog
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int c, lines = 0, words = 0, characters = 0, inside = 0, letters[26] = {0};
  while ((c = getchar()) != EOF) {
    characters++;
    lines += c == '\n';
    if (isspace(c))
      inside = 0;
    else if (!inside)
      inside = 1, words++;
    if (c >= 'a' && c <= 'z')
      letters[c - 'a']++;
  }
  printf("%d %d %d\n", lines, words, characters);
  for (int i = 0; i < 26; i++)
    if (letters[i] > 1)
      printf("%c%d ", 'a' + i, letters[i]);
  printf("\n%d %d\n", feof(stdin) != 0, ferror(stdin));
  return 0;
}
