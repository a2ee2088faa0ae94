// Numbers that do not fit become what the machine makes of them.
//@ behaviour
#include <math.h>
#include <stdio.h>

static volatile double doubles[] = {0.5,    -0.5,  300.7,       -1.0,        -1.5,    32768.0, 65536.5, 2147483647.5,
                                    3e9,    -3e9,  -2147483648.5, 4294967296.5, 1e12, -1e12,   9.3e18,  1.8e19,
                                    1.9e19, -9.3e18, 1e300,     INFINITY,    -INFINITY, NAN};
static volatile float floats[] = {300.7f, -1.0f, 2147483648.0f, -2147483648.0f, 3e9f, 1e19f, -1e19f, 1e30f, NAN};

int main(void) {
  for (unsigned i = 0; i < sizeof doubles / sizeof *doubles; i++) {
    double x = doubles[i];
    printf("%d %d %d %ld ", (signed char)x, (short)x, (int)x, (long)x);
    printf("%u %u %u %lu %d\n", (unsigned char)x, (unsigned short)x, (unsigned)x, (unsigned long)x, (_Bool)x);
  }
  for (unsigned i = 0; i < sizeof floats / sizeof *floats; i++) {
    float x = floats[i];
    printf("%d %d %d %ld ", (signed char)x, (short)x, (int)x, (long)x);
    printf("%u %u %u %lu %d\n", (unsigned char)x, (unsigned short)x, (unsigned)x, (unsigned long)x, (_Bool)x);
  }
  return 0;
}
