// One function with unknown arguments: a pointer that may be null, a length that may be too large, a divisor.
//@ args: --entry average --entry-bytes 8
//@ verdict: unsafe
int average(const int *numbers, unsigned count) {
  int sum = 0;
  for (unsigned i = 0; i < count; i++)
    sum += numbers[i]; //~ ERROR[null-dereference] ERROR[out-of-bounds]
  return sum / (int)count; //~ ERROR[division-by-zero]
}
