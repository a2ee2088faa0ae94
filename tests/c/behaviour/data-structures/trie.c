// Words in a tree of letters.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

struct trie { struct trie *next[26]; int count; };

static void insert(struct trie *t, const char *w) {
  for (; *w; w++) {
    struct trie **n = &t->next[*w - 'a'];
    if (!*n)
      *n = calloc(1, sizeof **n);
    t = *n;
  }
  t->count++;
}

static int below(const struct trie *t) {
  int n = t->count;
  for (int i = 0; i < 26; i++)
    if (t->next[i])
      n += below(t->next[i]);
  return n;
}

static int prefix(const struct trie *t, const char *w) {
  for (; t && *w; w++)
    t = t->next[*w - 'a'];
  return t ? below(t) : 0;
}

static void print(const struct trie *t, char *word, int n) {
  if (t->count)
    printf("%.*s:%d ", n, word, t->count);
  for (int i = 0; i < 26; i++)
    if (t->next[i]) {
      word[n] = (char)('a' + i);
      print(t->next[i], word, n + 1);
    }
}

int main(void) {
  struct trie root = {0};
  const char *words[] = {"tea", "ten", "to", "inn", "in", "i", "a", "tea", "ted", "team"};
  for (int i = 0; i < 10; i++)
    insert(&root, words[i]);
  char word[16];
  print(&root, word, 0);
  printf("\n%d %d %d %d %d\n", prefix(&root, "te"), prefix(&root, "t"), prefix(&root, "in"), prefix(&root, "x"), prefix(&root, ""));
  return 0;
}
