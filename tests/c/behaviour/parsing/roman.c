// Roman numerals both ways, and numbers in words.
//@ behaviour
#include <stdio.h>
#include <string.h>

static void roman(int n, char *out) {
  static const struct { int value; const char *text; } table[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"},
    {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
  *out = 0;
  for (int i = 0; i < 13; i++)
    for (; n >= table[i].value; n -= table[i].value)
      strcat(out, table[i].text);
}

static int value(char c) {
  switch (c) {
  case 'I': return 1;
  case 'V': return 5;
  case 'X': return 10;
  case 'L': return 50;
  case 'C': return 100;
  case 'D': return 500;
  case 'M': return 1000;
  }
  return 0;
}

static int arabic(const char *s) {
  int sum = 0;
  for (; *s; s++)
    sum += value(s[0]) < value(s[1]) ? -value(*s) : value(*s);
  return sum;
}

static void words(int n) {
  static const char *const small[] = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
  static const char *const tens[] = {"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
  if (n >= 1000)
    words(n / 1000), printf(" thousand"), n %= 1000, n ? printf(" ") : 0;
  if (n >= 100)
    printf("%s hundred%s", small[n / 100], n % 100 ? " " : ""), n %= 100;
  else if (!n)
    return;
  if (n >= 20)
    printf("%s%s%s", tens[n / 10 - 2], n % 10 ? "-" : "", n % 10 ? small[n % 10] : "");
  else if (n)
    printf("%s", small[n]);
}

int main(void) {
  int list[] = {1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999};
  for (int i = 0; i < 10; i++) {
    char text[20];
    roman(list[i], text);
    printf("%s %d ", text, arabic(text));
    words(list[i] * 7);
    puts("");
  }
  return 0;
}

