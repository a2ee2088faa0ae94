/* Nothing: what a run costs before the first path. */
int main(void) { return 0; }
