// Replays have the clock of the exploration, and its time zone: every look at it takes a millisecond.
//@ verdict: unsafe
//@ replay: all
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  time_t start = time(NULL), again;
  printf("%ld %d %d\n", (long)start, time(&again) == again, getenv("TZ") == NULL);
  struct timeval day;
  gettimeofday(&day, NULL);
  printf("%ld %ld\n", (long)day.tv_sec, (long)day.tv_usec);
  struct timespec spec;
  clock_gettime(CLOCK_MONOTONIC, &spec);
  printf("%ld %ld\n", (long)spec.tv_sec, spec.tv_nsec);
  timespec_get(&spec, TIME_UTC);
  printf("%ld %ld\n", (long)spec.tv_sec, spec.tv_nsec);
  struct tms times_used;
  printf("%ld %ld\n", (long)clock(), (long)times(&times_used));
  sleep(100);
  usleep(100);
  free(malloc(10));
  struct tm *local = localtime(&start);
  char text[64];
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %Z", local);
  printf("%s %ld %d %s", text, (long)mktime(local), local->tm_isdst, ctime(&start));
  tzset();
  printf("%s %ld\n", tzname[0], timezone);
  setenv("TZ", "XYZ-3", 1);
  local = localtime(&start);
  strftime(text, sizeof text, "%H %Z %z", local);
  printf("%s\n", text);
  for (int i = 0; i < 2000; i++)
    time(&again);
  assert(n != 17 || again != start + 2); //~ ERROR[assertion]
  return 0;
}
