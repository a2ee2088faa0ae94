// Output to both streams, buffered in different ways.
//@ behaviour
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static char own[64];
  setvbuf(stdout, own, _IOFBF, sizeof own);
  for (int i = 0; i < 20; i++)
    printf("%d,", i * i);
  printf("\n");
  fflush(stdout);
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("line ");
  printf("buffered\n");
  fprintf(stderr, "this goes elsewhere\n");
  FILE *m = tmpfile();
  if (m) {
    fputs("temporary", m);
    rewind(m);
    int c;
    while ((c = fgetc(m)) != EOF)
      putchar(c - 32);
    fclose(m);
  }
  printf("\nnot flushed by hand");
  exit(4);
}
