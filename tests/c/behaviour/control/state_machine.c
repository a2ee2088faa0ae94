// A table-driven recogniser of numbers.
//@ behaviour
#include <stdio.h>

enum state { START, SIGN, INTEGER, POINT, FRACTION, E, ESIGN, EXPONENT, BAD, STATES };
enum kind { DIGIT, PLUSMINUS, DOT, LETTER_E, OTHER, KINDS };

static const unsigned char next[STATES][KINDS] = {
    [START] = {INTEGER, SIGN, POINT, BAD, BAD},
    [SIGN] = {INTEGER, BAD, POINT, BAD, BAD},
    [INTEGER] = {INTEGER, BAD, FRACTION, E, BAD},
    [POINT] = {FRACTION, BAD, BAD, BAD, BAD},
    [FRACTION] = {FRACTION, BAD, BAD, E, BAD},
    [E] = {EXPONENT, ESIGN, BAD, BAD, BAD},
    [ESIGN] = {EXPONENT, BAD, BAD, BAD, BAD},
    [EXPONENT] = {EXPONENT, BAD, BAD, BAD, BAD},
    [BAD] = {BAD, BAD, BAD, BAD, BAD},
};

static enum kind classify(char c) {
  if (c >= '0' && c <= '9')
    return DIGIT;
  if (c == '+' || c == '-')
    return PLUSMINUS;
  if (c == '.')
    return DOT;
  return c == 'e' || c == 'E' ? LETTER_E : OTHER;
}

int main(void) {
  const char *texts[] = {"0", "-12", "3.14", ".5", "5.", "1e9", "1e", "-2.5E-3", "+", "1.2.3", "", "abc", "7e+", "."};
  int accepted = 0;
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    enum state s = START;
    for (const char *p = texts[i]; *p; p++)
      s = next[s][classify(*p)];
    int ok = s == INTEGER || s == FRACTION || s == EXPONENT;
    accepted += ok;
    printf("%-8s %d %s\n", texts[i], s, ok ? "yes" : "no");
  }
  return accepted;
}
