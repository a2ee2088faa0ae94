// Fields with quotes, separators inside and empty ones.
//@ behaviour
#include <stdio.h>
#include <string.h>

static const char *field(const char *p, char *out) {
  if (*p == '"') {
    for (p++; *p; p++) {
      if (*p == '"' && *++p != '"')
        break;
      *out++ = *p;
    }
  } else
    while (*p && *p != ',' && *p != '\n')
      *out++ = *p++;
  *out = 0;
  return p;
}

int main(void) {
  const char *p = "name,age,comment\n\"Smith, John\",42,\"said \"\"hi\"\"\"\n,,\nlast,7,x\n";
  int row = 0, column = 0, fields = 0;
  char b[32];
  while (*p) {
    p = field(p, b);
    printf("%d.%d [%s]\n", row, column, b);
    fields++;
    if (*p == ',')
      column++;
    else
      row++, column = 0;
    if (*p)
      p++;
    if (p[-1] == ',' && (*p == '\n' || !*p)) {
      printf("%d.%d []\n", row, column);
      fields++;
      row++, column = 0;
      if (*p)
        p++;
    }
  }
  return fields;
}
