// A little simulation with records, tables and errors.
//@ behaviour
#include <stdio.h>
#include <string.h>

enum result { OK, NO_ACCOUNT, TOO_LITTLE, BAD_AMOUNT, RESULTS };
static const char *const texts[RESULTS] = {[OK] = "ok", [NO_ACCOUNT] = "no account", [TOO_LITTLE] = "too little", [BAD_AMOUNT] = "bad amount"};

struct account { char owner[10]; long cents; unsigned moves; };
static struct account accounts[8];
static size_t count;

static struct account *find(const char *owner) {
  for (struct account *a = accounts; a < accounts + count; a++)
    if (!strcmp(a->owner, owner))
      return a;
  return NULL;
}

static enum result move(const char *from, const char *to, long cents) {
  struct account *a = find(from), *b = find(to);
  if (!a || !b)
    return NO_ACCOUNT;
  if (cents <= 0)
    return BAD_AMOUNT;
  if (a->cents < cents)
    return TOO_LITTLE;
  a->cents -= cents, b->cents += cents;
  a->moves++, b->moves++;
  return OK;
}

int main(void) {
  const char *names[] = {"ann", "ben", "cid"};
  for (int i = 0; i < 3; i++) {
    struct account *a = &accounts[count++];
    strncpy(a->owner, names[i], sizeof a->owner - 1);
    a->cents = (i + 1) * 10050;
  }
  const struct { const char *from, *to; long cents; } orders[] = {
      {"ann", "ben", 5000}, {"ann", "ben", 6000}, {"cid", "ann", 30150}, {"dan", "ann", 1}, {"ben", "cid", -5}, {"cid", "ben", 1}};
  int results[RESULTS] = {0};
  for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++) {
    enum result r = move(orders[i].from, orders[i].to, orders[i].cents);
    results[r]++;
    printf("%s -> %s %ld: %s\n", orders[i].from, orders[i].to, orders[i].cents, texts[r]);
  }
  long total = 0;
  for (size_t i = 0; i < count; i++) {
    printf("%-5s %4ld.%02ld %u\n", accounts[i].owner, accounts[i].cents / 100, accounts[i].cents % 100, accounts[i].moves);
    total += accounts[i].cents;
  }
  printf("%ld\n", total);
  return results[OK] * 10 + results[TOO_LITTLE];
}
