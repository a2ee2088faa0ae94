// Reversing and testing texts in place.
//@ behaviour
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void reverse(char *s, size_t n) {
  for (size_t i = 0; i < n / 2; i++) {
    char t = s[i];
    s[i] = s[n - 1 - i];
    s[n - 1 - i] = t;
  }
}

static void reverse_words(char *s) {
  size_t n = strlen(s), start = 0;
  reverse(s, n);
  for (size_t i = 0; i <= n; i++)
    if (s[i] == ' ' || !s[i]) {
      reverse(s + start, i - start);
      start = i + 1;
    }
}

static int palindrome(const char *s) {
  const char *e = s + strlen(s);
  while (s < e) {
    if (!isalpha((unsigned char)*s))
      s++;
    else if (!isalpha((unsigned char)e[-1]))
      e--;
    else if (tolower((unsigned char)*s++) != tolower((unsigned char)*--e))
      return 0;
  }
  return 1;
}

static int longest(const char *s, int *at) {
  int n = (int)strlen(s), best = 0;
  for (int centre = 0; centre < 2 * n; centre++) {
    int a = centre / 2, b = a + centre % 2;
    while (a >= 0 && b < n && s[a] == s[b])
      a--, b++;
    if (b - a - 1 > best)
      best = b - a - 1, *at = a + 1;
  }
  return best;
}

int main(void) {
  char s[] = "words in another order";
  reverse_words(s);
  puts(s);
  printf("%d %d\n", palindrome("A man, a plan, a canal: Panama"), palindrome("not one"));
  int at = 0;
  const char *t = "forgeeksskeegfor";
  int n = longest(t, &at);
  printf("%.*s %d\n", n, t + at, n);
  return 0;
}
