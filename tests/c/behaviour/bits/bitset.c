// Sets of small numbers in words.
//@ behaviour
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define N 200
#define WORD (sizeof(unsigned long) * CHAR_BIT)
typedef struct { unsigned long words[(N + WORD - 1) / WORD]; } set;

static void add(set *s, unsigned n) { s->words[n / WORD] |= 1ul << n % WORD; }
static void drop(set *s, unsigned n) { s->words[n / WORD] &= ~(1ul << n % WORD); }
static int has(const set *s, unsigned n) { return s->words[n / WORD] >> n % WORD & 1; }

static set both(set a, set b) {
  for (unsigned i = 0; i < sizeof a / sizeof *a.words; i++)
    a.words[i] &= b.words[i];
  return a;
}

static int size(const set *s) {
  int n = 0;
  for (unsigned i = 0; i < sizeof *s / sizeof *s->words; i++)
    n += __builtin_popcountl(s->words[i]);
  return n;
}

static void print(const set *s) {
  for (unsigned i = 0; i < sizeof *s / sizeof *s->words; i++)
    for (unsigned long w = s->words[i]; w; w &= w - 1)
      printf("%d ", (int)(i * WORD) + __builtin_ctzl(w));
  puts("");
}

int main(void) {
  set threes, fives;
  memset(&threes, 0, sizeof threes);
  memset(&fives, 0, sizeof fives);
  for (unsigned i = 0; i < N; i++) {
    if (i % 3 == 0)
      add(&threes, i);
    if (i % 5 == 0)
      add(&fives, i);
  }
  drop(&fives, 60);
  set c = both(threes, fives);
  print(&c);
  printf("%d %d %d %d %d\n", size(&threes), size(&fives), size(&c), has(&c, 45), has(&c, 60));
  return 0;
}
