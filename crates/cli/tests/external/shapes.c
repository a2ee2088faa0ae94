#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct list { struct list *next; int value; };
struct pair { int *inner; int *end; long n; };
struct big { long a, b, c; char *text; };
int add(int, int); signed char negate(signed char); void fill(unsigned char *, int, size_t);
int length(struct list *); void reverse(struct list **); void grow(struct pair *);
double mix(double, float, int, ...); float half(float);
long many(int, double, long, char, short, unsigned, long, long, double, long);
long total(struct big, int); struct big make(long); char *find(char *, int); int count(void);
int (*keep(int (*f)(int)))(int); void zero(int *); void say(const char *);
int twice(int x) { return 2 * x; }
int main(void) {
  assert(add(2, -5) == -3);
  assert(negate(7) == -7);
  unsigned char buffer[16];
  fill(buffer + 2, 0xff, 10);
  fill(buffer + 12, 0, 4);
  for (int i = 2; i < 16; i++) assert(buffer[i] == (i < 12 ? 255 : 0));
  struct list c = {0, 3}, b = {&c, 2}, *a = malloc(sizeof *a);
  a->next = &b; a->value = 1;
  assert(length(a) == 6);
  struct list *l = a;
  reverse(&l);
  assert(l == &c && c.next == &b && b.next == a && !a->next);
  int numbers[3] = {1, 2, 3};
  struct pair p = {numbers, 0, 3};
  grow(&p);
  assert(numbers[0] == 6 && p.inner == numbers + 1 && p.end == numbers + 3);
  assert(mix(2.5, 2.0f, 3, 0.5, 7, 0.25) == 12.75);
  assert(half(5.0f) == 2.5f);
  assert(many(1, 2, 3, -4, 5, 6, 7, 8, 9, 10) == 47);
  struct big s = {1, 2, 3, "A"};
  assert(total(s, 4) == 10 + 'A');
  s = make(5);
  assert(s.c == 7 && !s.text);
  char text[] = "hello";
  assert(find(text, 'l') == text + 2 && find(text, 'z') == 0);
  assert(count() == 1 && count() == 2);
  assert(keep(twice)(4) == 8);
  int z; zero(&z); assert(z == 0);
  say("from outside");
  free(a);
  return 0;
}
