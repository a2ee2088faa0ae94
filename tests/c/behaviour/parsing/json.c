// A parser and printer of JSON.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
  enum { NUL, FALSE_, TRUE_, NUMBER, STRING, ARRAY, OBJECT } kind;
  double number;
  char *text, *key;
  struct value *child, *next;
};

static const char *p;

static void blanks(void) { p += strspn(p, " \n\t"); }

static char *string(void) {
  char *s = malloc(strlen(p)), *e = s;
  for (p++; *p && *p != '"'; p++) {
    if (*p == '\\')
      *e++ = *++p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
    else
      *e++ = *p;
  }
  p += *p == '"';
  *e = 0;
  return s;
}

static struct value *parse(void) {
  static const char *const words[] = {"null", "false", "true"};
  struct value *v = calloc(1, sizeof *v), **tail = &v->child;
  blanks();
  for (int i = 0; i < 3; i++)
    if (!strncmp(p, words[i], strlen(words[i]))) {
      p += strlen(words[i]);
      v->kind = i;
      return v;
    }
  if (*p == '"') {
    v->kind = STRING;
    v->text = string();
  } else if (*p == '[' || *p == '{') {
    v->kind = *p == '[' ? ARRAY : OBJECT;
    char end = *p++ == '[' ? ']' : '}';
    for (blanks(); *p && *p != end; blanks()) {
      char *key = NULL;
      if (v->kind == OBJECT) {
        key = string();
        blanks();
        p++;
      }
      *tail = parse();
      (*tail)->key = key;
      tail = &(*tail)->next;
      blanks();
      p += *p == ',';
    }
    p++;
  } else {
    int whole = 0, sign = *p == '-' ? p++, -1 : 1;
    while (*p >= '0' && *p <= '9')
      whole = whole * 10 + *p++ - '0';
    v->kind = NUMBER;
    v->number = sign * whole;
  }
  return v;
}

static void print(const struct value *v, int depth) {
  if (v->key)
    printf("%s: ", v->key);
  switch (v->kind) {
  case NUMBER: printf("%g", v->number); break;
  case STRING: printf("'%s'", v->text); break;
  case ARRAY:
  case OBJECT:
    printf("%c%d", "[{"[v->kind == OBJECT], depth);
    for (const struct value *c = v->child; c; c = c->next)
      putchar(' '), print(c, depth + 1);
    putchar("]}"[v->kind == OBJECT]);
    break;
  default: printf("%s", v->kind == NUL ? "null" : v->kind == TRUE_ ? "true" : "false");
  }
}

int main(void) {
  p = " {\"name\": \"a \\\"quoted\\\" text\", \"list\": [1, -25, [], {\"x\": null}], \"on\": true, \"off\":false } ";
  print(parse(), 0);
  puts("");
  return 0;
}
