// Atomic operations in the one thread there is.
//@ behaviour
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter;
static _Atomic unsigned long wide = 10;
static atomic_flag lock = ATOMIC_FLAG_INIT;

int main(void) {
  int before = atomic_fetch_add(&counter, 5);
  printf("%d %d\n", before, atomic_load(&counter));
  counter++;
  counter -= 2;
  printf("%d\n", counter);
  before = atomic_exchange(&counter, 100);
  printf("%d %d\n", before, counter);
  int expected = 99;
  int ok = atomic_compare_exchange_strong(&counter, &expected, 1);
  printf("%d %d %d\n", ok, expected, counter);
  ok = atomic_compare_exchange_strong(&counter, &expected, 1);
  printf("%d %d %d\n", ok, expected, counter);
  wide *= 7;
  unsigned long old = atomic_fetch_or(&wide, 128);
  printf("%lu ", old);
  printf("%lu ", atomic_fetch_and(&wide, 0xf0));
  printf("%lu ", atomic_fetch_xor(&wide, 1));
  printf("%lu\n", atomic_fetch_sub_explicit(&wide, 3, memory_order_relaxed));
  int first = atomic_flag_test_and_set(&lock), second = atomic_flag_test_and_set(&lock);
  atomic_flag_clear(&lock);
  printf("%d %d\n", first, second);
  int plain = 3;
  before = __sync_fetch_and_add(&plain, 4);
  printf("%d %d\n", before, __atomic_add_fetch(&plain, 1, __ATOMIC_SEQ_CST));
  atomic_thread_fence(memory_order_seq_cst);
  return (int)(wide & 255);
}
