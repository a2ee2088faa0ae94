// A loop over a global table that runs once too often.
//@ verdict: unsafe
static int squares[10];

static void fill(int n) {
  for (int i = 0; i < n; i++)
    squares[i] = i * i; //~ ERROR[out-of-bounds]
}

int main(void) {
  fill(11);
  return squares[3];
}
