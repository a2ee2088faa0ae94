// A loop over a global table that runs once too often: corrected.
//@ verdict: safe
static int squares[10];

static void fill(int n) {
  for (int i = 0; i < n; i++)
    squares[i] = i * i;
}

int main(void) {
  fill(10);
  return squares[3];
}
