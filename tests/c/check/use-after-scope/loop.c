// A local of the body of a loop, used after the loop and through a structure.
//@ verdict: unsafe
//@ replay: native
struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node one = {list, i};
    list = &one;
  }
  list->value = 1; //~ ERROR[use-after-scope]
  return 0;
}
