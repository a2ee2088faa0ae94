// Thompson-like matching of stars, dots, classes and anchors.
//@ behaviour
#include <stdio.h>

static int here(const char *r, const char *s);

static int one(const char *r, char c) {
  if (*r == '[') {
    int negated = r[1] == '^', hit = 0;
    for (r += 1 + negated; *r && *r != ']'; r++)
      if (r[1] == '-' && r[2] != ']')
        hit |= c >= r[0] && c <= r[2], r += 2;
      else
        hit |= *r == c;
    return c && hit != negated;
  }
  return c && (*r == '.' || *r == c);
}

static const char *after(const char *r) {
  if (*r == '[')
    while (*r && *r != ']')
      r++;
  return r + 1;
}

static int repeat(const char *item, const char *rest, const char *s, int least) {
  const char *e = s;
  while (one(item, *e))
    e++;
  for (; e - s >= least; e--)
    if (here(rest, e))
      return 1;
  return 0;
}

static int here(const char *r, const char *s) {
  if (!*r)
    return 1;
  if (*r == '$' && !r[1])
    return !*s;
  const char *next = after(r);
  if (*next == '*')
    return repeat(r, next + 1, s, 0);
  if (*next == '+')
    return repeat(r, next + 1, s, 1);
  if (*next == '?')
    return (one(r, *s) && here(next + 1, s + 1)) || here(next + 1, s);
  return one(r, *s) && here(next, s + 1);
}

static int match(const char *r, const char *s) {
  if (*r == '^')
    return here(r + 1, s);
  do
    if (here(r, s))
      return 1;
  while (*s++);
  return 0;
}

int main(void) {
  const char *cases[][2] = {{"abc", "xxabcxx"}, {"^abc", "xabc"}, {"^a.*z$", "a to z"}, {"[0-9]+", "room 101"},
                            {"^[a-z]+@[a-z]+[.]com$", "user@example.com"}, {"^[a-z]+@[a-z]+[.]com$", "user@example.org"},
                            {"colou?r", "the color"}, {"colou?r", "the colour"}, {"^$", ""}, {"^$", "x"}, {"[^a]b", "ab"},
                            {"a*", ""}, {"x+y", "xxxy"}, {"x+y", "y"}};
  int count = 0;
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    int m = match(cases[i][0], cases[i][1]);
    printf("%s %s %d\n", cases[i][0], cases[i][1], m);
    count += m;
  }
  return count;
}
