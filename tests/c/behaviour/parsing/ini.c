// Sections, keys and comments of a configuration.
//@ behaviour
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static char *trim(char *s) {
  while (isspace((unsigned char)*s))
    s++;
  char *e = s + strlen(s);
  while (e > s && isspace((unsigned char)e[-1]))
    *--e = 0;
  return s;
}

int main(void) {
  char text[] = "; comment\n[server]\n  host = example.org  \nport=8080\n\n[empty]\n[client]\n# another\nname = a = b\nbroken line\n";
  char section[16] = "", *save, *line;
  int number = 0, bad = 0;
  for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    number++;
    line = trim(line);
    if (*line == ';' || *line == '#')
      continue;
    if (*line == '[') {
      line[strcspn(line, "]")] = 0;
      snprintf(section, sizeof section, "%s", line + 1);
      printf("section %s\n", section);
      continue;
    }
    char *equals = strchr(line, '=');
    if (!equals) {
      bad++;
      printf("line %d is bad: %s\n", number, line);
      continue;
    }
    *equals = 0;
    printf("%s.%s -> %s\n", section, trim(line), trim(equals + 1));
  }
  return bad;
}
