// A `static` function and structures of floats: a native run calls it with the same arguments.
//@ args: --entry turned
//@ verdict: unsafe
//@ replay: native
struct pair { float x, y; };
struct triple { float x, y, z; };
struct large { long a[4]; };
typedef float lanes __attribute__((vector_size(16)));
static int turned(struct pair p, struct triple t, _Complex float z, lanes v, struct large l) {
  static int one = 1;
  if (p.x == 1.5f && p.y == 2.5f)
    return one / (int)(p.x - 1.5f); //~ ERROR[division-by-zero]
  if (t.z == 4.0f && __imag__ z == 2.0f)
    return one % (int)(t.z - 4.0f); //~ ERROR[division-by-zero]
  if (v[2] == 3.0f && l.a[3] == 77)
    return one / (int)(l.a[3] - 77); //~ ERROR[division-by-zero]
  return 0;
}
void *used = turned;
int main(void) { return 0; }
