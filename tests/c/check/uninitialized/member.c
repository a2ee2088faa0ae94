// A member that the constructor forgot, used by a function.
//@ verdict: unsafe
struct settings {
  int width, height, depth;
};

static void defaults(struct settings *s) {
  s->width = 80;
  s->height = 24;
}

static int volume(const struct settings *s) {
  if (s->depth > 8) //~ ERROR[uninitialized]
    return 8;
  return s->width * s->height;
}

int main(void) {
  struct settings s;
  defaults(&s);
  return volume(&s) > 100;
}
