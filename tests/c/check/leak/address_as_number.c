// Addresses that were computed with as numbers still point to their objects: a mark in the lowest bit, an address that is
// rounded up.
//@ verdict: safe
//@ args: --check leak
#include <stdint.h>
#include <stdlib.h>
char *rounded;
uintptr_t marked, flipped;
struct node {
  uintptr_t next_and_colour;
} *root;
int main(void) {
  rounded = (char *)(((uintptr_t)malloc(160) + 63) & ~(uintptr_t)63);
  marked = (uintptr_t)malloc(8) | 1;
  flipped = (uintptr_t)malloc(8) ^ 1;
  root = malloc(sizeof *root);
  if (root)
    root->next_and_colour = (uintptr_t)malloc(sizeof *root) | 1;
  return 0;
}
