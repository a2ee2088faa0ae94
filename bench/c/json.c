/* A recursive-descent JSON parser over a text it makes itself: a tree of nodes, then a walk over it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, STRING, LIST, MAP };

struct node {
  enum kind kind;
  long number;
  char *text;
  struct node *first, *next;
};

static const char *at;

static void blank(void) {
  while (*at == ' ' || *at == '\n') at++;
}

static struct node *make(enum kind kind) {
  struct node *node = calloc(1, sizeof *node);
  node->kind = kind;
  return node;
}

static char *string(void) {
  const char *start = ++at;
  while (*at != '"') at++;
  char *text = malloc((size_t)(at - start) + 1);
  memcpy(text, start, (size_t)(at - start));
  text[at - start] = 0;
  at++;
  return text;
}

static struct node *value(void) {
  blank();
  if (*at == '"') {
    struct node *node = make(STRING);
    node->text = string();
    return node;
  }
  if (*at == '[' || *at == '{') {
    char close = *at == '[' ? ']' : '}';
    struct node *node = make(*at == '[' ? LIST : MAP), **end = &node->first;
    at++;
    blank();
    while (*at != close) {
      char *key = NULL;
      if (node->kind == MAP) {
        blank();
        key = string();
        blank();
        at++;
      }
      *end = value();
      if (key) {
        free((*end)->text);
        (*end)->text = key;
      }
      end = &(*end)->next;
      blank();
      if (*at == ',') at++;
      blank();
    }
    at++;
    return node;
  }
  struct node *node = make(NUMBER);
  int sign = *at == '-' ? at++, -1 : 1;
  while (*at >= '0' && *at <= '9') node->number = node->number * 10 + (*at++ - '0');
  node->number *= sign;
  return node;
}

static unsigned long walk(struct node *node) {
  unsigned long sum = (unsigned long)node->number + node->kind;
  if (node->text)
    for (char *c = node->text; *c; c++) sum = sum * 33 + (unsigned char)*c;
  for (struct node *child = node->first; child; child = child->next) sum = sum * 7 + walk(child);
  return sum;
}

int main(void) {
  size_t room = 16 << 20, used = 0;
  char *text = malloc(room);
  used += (size_t)sprintf(text + used, "[");
  for (int i = 0; i < 20000; i++)
    used += (size_t)sprintf(text + used, "%s{\"id\": %d, \"name\": \"item %d\", \"tags\": [%d, -%d, \"x\"]}", i ? ", " : "", i,
                            i * 7, i % 13, i % 5);
  sprintf(text + used, "]");
  at = text;
  printf("%lu\n", walk(value()));
  free(text);
  return 0;
}
