// Matching with stars and question marks.
//@ behaviour
#include <stdio.h>

static int match(const char *pattern, const char *text) {
  const char *star = 0, *retry = 0;
  while (*text) {
    if (*pattern == '*') {
      star = pattern++;
      retry = text;
    } else if (*pattern == '?' || *pattern == *text) {
      pattern++;
      text++;
    } else if (star) {
      pattern = star + 1;
      text = ++retry;
    } else
      return 0;
  }
  while (*pattern == '*')
    pattern++;
  return !*pattern;
}

int main(void) {
  const char *cases[][2] = {{"*", ""}, {"", ""}, {"", "a"}, {"a*c", "abc"}, {"a*c", "ac"}, {"a*c", "abd"},
                            {"*.c", "file.c"}, {"*.c", "file.cc"}, {"??", "ab"}, {"??", "abc"},
                            {"*a*b*c*", "xxaxxbxxcxx"}, {"*aab", "aaaaab"}, {"a?*z", "az"}, {"a?*z", "abz"}};
  int count = 0;
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    int m = match(cases[i][0], cases[i][1]);
    count += m;
    printf("%s %s %d\n", cases[i][0], cases[i][1], m);
  }
  return count;
}
