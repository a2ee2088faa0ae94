// Calendars: days since an epoch, weekdays and Easter.
//@ behaviour
#include <stdio.h>

static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }

static long days(int y, int m, int d) {
  y -= m <= 2;
  long era = (y >= 0 ? y : y - 399) / 400;
  unsigned yoe = (unsigned)(y - era * 400), doy = (153u * (unsigned)(m + (m > 2 ? -3 : 9)) + 2) / 5 + (unsigned)d - 1;
  return era * 146097 + (long)(yoe * 365 + yoe / 4 - yoe / 100 + doy) - 719468;
}

static void from_days(long z, int *y, int *m, int *d) {
  z += 719468;
  long era = (z >= 0 ? z : z - 146096) / 146097;
  unsigned doe = (unsigned)(z - era * 146097), yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
  *d = (int)(doy - (153 * mp + 2) / 5 + 1);
  *m = (int)(mp < 10 ? mp + 3 : mp - 9);
  *y = (int)(yoe + era * 400) + (*m <= 2);
}

static void easter(int y) {
  int a = y % 19, b = y / 100, c = y % 100, h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
  int l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7, m = (a + 11 * h + 22 * l) / 451;
  printf("%d: %d/%d\n", y, (h + l - 7 * m + 114) % 31 + 1, (h + l - 7 * m + 114) / 31);
}

int main(void) {
  static const char *const names[] = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};
  int dates[][3] = {{1970, 1, 1}, {2000, 2, 29}, {2024, 12, 31}, {1969, 7, 20}, {1600, 3, 1}, {2038, 1, 19}};
  for (int i = 0; i < 6; i++) {
    long n = days(dates[i][0], dates[i][1], dates[i][2]);
    int y, m, d;
    from_days(n, &y, &m, &d);
    printf("%ld %s %04d-%02d-%02d\n", n, names[(n % 7 + 7) % 7], y, m, d);
  }
  printf("%d%d%d%d\n", leap(1900), leap(2000), leap(2023), leap(2024));
  for (int y = 2020; y < 2026; y++)
    easter(y);
  return 0;
}
