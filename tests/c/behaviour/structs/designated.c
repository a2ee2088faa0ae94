// Designated initialisers for arrays, structures and ranges.
//@ behaviour
#include <stdio.h>

struct config {
  int width, height;
  struct { char mark; int level[4]; } log;
  const char *names[3];
};

static const struct config standard = {
    .height = 24, .width = 80, .log = {.level = {[2] = 5, 6}, .mark = '#'}, .names[1] = "middle"};

int main(void) {
  int sparse[12] = {[3] = 3, 4, [10] = 10, [0] = -1};
  for (int i = 0; i < 12; i++)
    printf("%d ", sparse[i]);
  puts("");
  int ranges[10] = {[0 ... 4] = 7, [5 ... 8] = 9, [6] = 1};
  for (int i = 0; i < 10; i++)
    printf("%d ", ranges[i]);
  puts("");
  printf("%d %d %c %d %d %d\n", standard.width, standard.height, standard.log.mark, standard.log.level[1],
         standard.log.level[2], standard.log.level[3]);
  printf("%d %s %d\n", standard.names[0] == 0, standard.names[1], standard.names[2] == 0);
  struct config mine = {.log.level[1] = 3, .width = 7, .names = {"a", [2] = "c"}};
  printf("%d %d %d %s %s\n", mine.width, mine.height, mine.log.level[1], mine.names[0], mine.names[2]);
  char letters[] = {['z' - 'a'] = 26, ['a' - 'a'] = 1};
  printf("%zu %d %d\n", sizeof letters, letters[0], letters[25]);
  int last_wins[] = {[1] = 5, [0] = 2, 8};
  return last_wins[1];
}
