// Tokens of a small language with positions.
//@ behaviour
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum kind { END, NAME, KEYWORD, NUMBER, STRING, OPERATOR, BAD };
static const char *const kinds[] = {"end", "name", "keyword", "number", "string", "operator", "bad"};
static const char *const keywords[] = {"if", "else", "while", "return", "int"};
static const char *const operators[] = {"==", "<=", "&&", "->", "+=", "=", "<", "(", ")", "{", "}", ";", "+", "*", "-"};

struct token { enum kind kind; const char *start; int length, line; };

static struct token next(const char **p, int *line) {
  while (isspace((unsigned char)**p))
    *line += *(*p)++ == '\n';
  const char *s = *p, *e = s;
  enum kind kind = BAD;
  if (!*s)
    kind = END;
  else if (isalpha((unsigned char)*s) || *s == '_') {
    while (isalnum((unsigned char)*e) || *e == '_')
      e++;
    kind = NAME;
    for (int i = 0; i < 5; i++)
      if ((int)strlen(keywords[i]) == e - s && !strncmp(keywords[i], s, (size_t)(e - s)))
        kind = KEYWORD;
  } else if (isdigit((unsigned char)*s)) {
    while (isalnum((unsigned char)*e))
      e++;
    kind = NUMBER;
  } else if (*s == '"') {
    for (e++; *e && *e != '"'; e++)
      e += *e == '\\';
    e++;
    kind = STRING;
  } else {
    for (int i = 0; i < 15 && kind == BAD; i++)
      if (!strncmp(operators[i], s, strlen(operators[i])))
        kind = OPERATOR, e = s + strlen(operators[i]);
    e += kind == BAD;
  }
  *p = e;
  return (struct token){kind, s, (int)(e - s), *line};
}

int main(void) {
  const char *p = "int main() {\n  while (x_1 <= 0x1f && p->n == 3)\n    s += \"a \\\"b\\\"\";\n  return @ifx;\n}\n";
  int line = 1, count[7] = {0};
  for (;;) {
    struct token t = next(&p, &line);
    count[t.kind]++;
    printf("%d %s %.*s\n", t.line, kinds[t.kind], t.length, t.start);
    if (t.kind == END)
      break;
  }
  return count[OPERATOR];
}
