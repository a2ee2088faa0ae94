// Long options, with and without values.
//@ behaviour
//@ arg: --verbose
//@ arg: --size=15
//@ arg: --name
//@ arg: some name
//@ arg: -s7
//@ arg: --
//@ arg: --left
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  static int verbose;
  static const struct option options[] = {
      {"verbose", no_argument, &verbose, 1}, {"size", required_argument, 0, 's'}, {"name", required_argument, 0, 'n'}, {0}};
  int c, at, size = 0;
  while ((c = getopt_long(argc, argv, "s:n:", options, &at)) != -1)
    switch (c) {
    case 0:
      printf("flag %s\n", options[at].name);
      break;
    case 's':
      size += atoi(optarg);
      break;
    case 'n':
      printf("name %s\n", optarg);
      break;
    default:
      return 1;
    }
  printf("%d %d\n", verbose, size);
  while (optind < argc)
    puts(argv[optind++]);
  return 0;
}
