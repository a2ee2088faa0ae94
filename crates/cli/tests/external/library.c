#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <unistd.h>

struct list { struct list *next; int value; };
struct pair { int *inner; int *end; long n; };
struct big { long a, b, c; char *text; };

// Functions that the programs beside this file call and do not define.
int add(int a, int b) { return a + b; }
signed char negate(signed char c) { return -c; }
void fill(unsigned char *to, int byte, size_t n) { memset(to, byte, n); }
int length(struct list *l) { int s = 0; for (; l; l = l->next) s += l->value; return s; }
void reverse(struct list **l) {
  struct list *done = 0;
  while (*l) { struct list *next = (*l)->next; (*l)->next = done; done = *l; *l = next; }
  *l = done;
}
void grow(struct pair *p) { p->inner[0] += 5; p->end = p->inner + p->n; p->inner++; }
int crash(int *p) { return *(int *)(long)*p; }
void leave(void) { exit(7); }
void hang(void) { for (;;) pause(); }
double mix(double x, float y, int n, ...) {
  va_list ap; va_start(ap, n); double s = x * y;
  for (int i = 0; i < n; i++) { if (i % 2) s += va_arg(ap, int); else s += va_arg(ap, double); }
  va_end(ap); return s;
}
float half(float x) { return x / 2; }
int apply(int (*f)(int), int x) { return f(x); }
int (*keep(int (*f)(int)))(int) { return f; }
long many(int a, double b, long c, char d, short e, unsigned f, long g, long h, double i, long j) {
  return a + b + c + d + e + f + g + h + i + j;
}
long total(struct big b, int k) { return b.a + b.b + b.c + k + b.text[0]; }
struct big make(long a) { struct big b = {a, a + 1, a + 2, 0}; return b; }
char *own(void) { return strdup("own"); }
char *find(char *s, int c) { return strchr(s, c); }
void spill(char *p) { p[4] = 1; }
void poke(char *p) { p[0] = 'x'; }
static int calls;
int count(void) { return ++calls; }
int *kept;
void remember(int *p) { kept = p; }
int recall(void) { return *kept; }
struct two { long a; long b; };
struct two both(long a) { struct two t = {a, a}; return t; }
long double wide(long double x) { return x; }
void zero(int *p) { *p = 0; }
int sum(int *a, int n) { int s = 0; while (n--) s += a[n]; return s; }
void store_own(char **p) { *p = strdup("own"); }
void touch(const char *name) { fclose(fopen(name, "w")); }
void say(const char *s) { puts(s); }
