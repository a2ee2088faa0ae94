// A code built from frequencies with a small heap.
//@ behaviour
#include <stdio.h>
#include <string.h>

struct node { int weight, left, right; unsigned char symbol; };
static struct node nodes[64];
static char codes[128][16];

static void assign(int n, char *prefix, int depth) {
  if (nodes[n].left < 0) {
    prefix[depth] = 0;
    strcpy(codes[nodes[n].symbol], prefix);
    return;
  }
  prefix[depth] = '0';
  assign(nodes[n].left, prefix, depth + 1);
  prefix[depth] = '1';
  assign(nodes[n].right, prefix, depth + 1);
}

int main(void) {
  const char *text = "she sells sea shells by the sea shore";
  int counts[128] = {0}, n = 0, live[64], lives = 0;
  for (const char *p = text; *p; p++)
    counts[(int)*p]++;
  for (int c = 0; c < 128; c++)
    if (counts[c]) {
      nodes[n] = (struct node){counts[c], -1, -1, (unsigned char)c};
      live[lives++] = n++;
    }
  while (lives > 1) {
    int pick[2];
    for (int k = 0; k < 2; k++) {
      int best = 0;
      for (int i = 1; i < lives; i++)
        if (nodes[live[i]].weight < nodes[live[best]].weight)
          best = i;
      pick[k] = live[best];
      live[best] = live[--lives];
    }
    nodes[n] = (struct node){nodes[pick[0]].weight + nodes[pick[1]].weight, pick[0], pick[1], 0};
    live[lives++] = n++;
  }
  char prefix[16];
  assign(live[0], prefix, 0);
  char bits[512] = "";
  for (const char *p = text; *p; p++)
    strcat(bits, codes[(int)*p]);
  printf("%zu bits for %zu bytes\n", strlen(bits), strlen(text));
  for (const char *p = bits; *p;) {
    int at = live[0];
    while (nodes[at].left >= 0)
      at = *p++ == '0' ? nodes[at].left : nodes[at].right;
    putchar(nodes[at].symbol);
  }
  puts("");
  return 0;
}
