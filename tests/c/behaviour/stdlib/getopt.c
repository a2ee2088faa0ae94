// Options and operands of the command line.
//@ behaviour
//@ arg: -v
//@ arg: -n
//@ arg: 12
//@ arg: -ofile
//@ arg: -vx
//@ arg: first
//@ arg: second operand
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int c, verbose = 0, n = 0;
  const char *output = "none";
  opterr = 0;
  while ((c = getopt(argc, argv, "vn:o:")) != -1)
    switch (c) {
    case 'v':
      verbose++;
      break;
    case 'n':
      n = atoi(optarg);
      break;
    case 'o':
      output = optarg;
      break;
    default:
      printf("unknown option %c\n", optopt);
    }
  printf("%d %d %s\n", verbose, n, output);
  for (int i = optind; i < argc; i++)
    printf("operand %d: %s\n", i, argv[i]);
  return argc;
}
