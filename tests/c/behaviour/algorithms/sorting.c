// Seven sorting algorithms agree on the same numbers.
//@ behaviour
#include <stdio.h>
#include <string.h>

#define N 24

static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }

static void bubble(int *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n - i; j++)
      if (a[j - 1] > a[j])
        swap(&a[j - 1], &a[j]);
}

static void insertion(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int v = a[i], j = i;
    for (; j && a[j - 1] > v; j--)
      a[j] = a[j - 1];
    a[j] = v;
  }
}

static void selection(int *a, int n) {
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++)
      if (a[j] < a[least])
        least = j;
    swap(&a[i], &a[least]);
  }
}

static void quick(int *a, int n) {
  if (n < 2)
    return;
  int pivot = a[n / 2], i = 0, j = n - 1;
  for (;; i++, j--) {
    while (a[i] < pivot)
      i++;
    while (a[j] > pivot)
      j--;
    if (i >= j)
      break;
    swap(&a[i], &a[j]);
  }
  quick(a, i);
  quick(a + i, n - i);
}

static void merge(int *a, int n) {
  if (n < 2)
    return;
  int m = n / 2, t[N], i = 0, j = m, k = 0;
  merge(a, m), merge(a + m, n - m);
  while (i < m || j < n)
    t[k++] = j == n || (i < m && a[i] <= a[j]) ? a[i++] : a[j++];
  memcpy(a, t, (size_t)n * sizeof *a);
}

static void shell(int *a, int n) {
  for (int gap = n / 2; gap; gap /= 2)
    for (int i = gap; i < n; i++)
      for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap)
        swap(&a[j], &a[j - gap]);
}

static void heap(int *a, int n) {
  for (int start = n / 2, end = n; end > 1;) {
    if (start)
      start--;
    else
      swap(&a[0], &a[--end]);
    for (int i = start, c; (c = 2 * i + 1) < end; i = c) {
      if (c + 1 < end && a[c + 1] > a[c])
        c++;
      if (a[i] >= a[c])
        break;
      swap(&a[i], &a[c]);
    }
  }
}

int main(void) {
  void (*const sorts[])(int *, int) = {bubble, insertion, selection, quick, merge, shell, heap};
  for (int s = 0; s < 7; s++) {
    int a[N];
    for (int i = 0; i < N; i++)
      a[i] = i * 59 % 31 - 10;
    sorts[s](a, N);
    unsigned h = 0;
    for (int i = 0; i < N; i++)
      h = h * 31 + (unsigned)a[i];
    printf("%d %d %d %u\n", s, a[0], a[N - 1], h);
  }
  return 0;
}
