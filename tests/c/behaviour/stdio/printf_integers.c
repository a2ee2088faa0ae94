// Every integer conversion with flags, widths, precisions and lengths.
//@ behaviour
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
  printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d]\n", 42, 42, 42, 42, 42, 42, 42, 42);
  printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%-8.3d]\n", -7, -7, -7, -7, -7, -7, -7, -7);
  printf("[%i] [%u] [%o] [%x] [%X]\n", 100, 100u, 100u, 0xbeefu, 0xbeefu);
  printf("[%#o] [%#x] [%#X] [%#8x] [%#08x] [%-#8x]\n", 8u, 255u, 255u, 255u, 255u, 255u);
  printf("[%hhd] [%hhu] [%hd] [%hu]\n", (signed char)-1, (unsigned char)200, (short)-300, (unsigned short)60000);
  printf("[%ld] [%lu] [%lld] [%llu] [%llx]\n", LONG_MIN, ULONG_MAX, LLONG_MAX, ULLONG_MAX, ULLONG_MAX);
  printf("[%zu] [%zd] [%td] [%jd]\n", (size_t)123, (ptrdiff_t)-1, (ptrdiff_t)-5, (intmax_t)1 << 50);
  printf("[%*d] [%-*d] [%.*d] [%*.*d]\n", 6, 1, 6, 2, 4, 3, 8, 3, 4);
  printf("[%*d]\n", -6, 5);
  printf("[%d%%] [%c] [%5c] [%-5c]\n", 50, 'x', 'y', 'z');
  printf("[%.0d] [%.0d] [%#x]\n", 0, 1, 0u);
  printf("[%" PRId64 "] [%" PRIu32 "] [%" PRIx8 "]\n", INT64_MIN, UINT32_MAX, (uint8_t)171);
  printf("[%2$d %1$d]\n", 1, 2);
  int n;
  printf("12345%n", &n);
  printf(" %d\n", n);
  return printf("four\n") - 5;
}
