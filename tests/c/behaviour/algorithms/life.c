// The game of life on a torus.
//@ behaviour
#include <stdio.h>
#include <string.h>

#define W 12
#define H 8

static unsigned char now[H][W], then[H][W];

static void step(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      int n = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (dx || dy)
            n += now[(y + dy + H) % H][(x + dx + W) % W];
      then[y][x] = n == 3 || (n == 2 && now[y][x]);
    }
  memcpy(now, then, sizeof now);
}

static void show(void) {
  for (int y = 0; y < H; y++) {
    for (int x = 0; x < W; x++)
      putchar(now[y][x] ? '#' : '.');
    putchar('\n');
  }
  putchar('\n');
}

int main(void) {
  static const char glider[3][4] = {".#.", "..#", "###"};
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 3; x++)
      now[y + 1][x + 1] = glider[y][x] == '#';
  now[5][8] = now[5][9] = now[5][10] = 1;
  show();
  for (int i = 0; i < 5; i++)
    step();
  show();
  return 0;
}
