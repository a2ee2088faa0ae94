// Files may end in `.uc` as well.
//@ verdict: safe
//@ paths: 1
main() {
  return 0;
}
