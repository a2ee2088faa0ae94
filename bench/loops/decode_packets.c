// Seed 1, table 1, decode_packets, which the seeds only name: packets with a length and a kind in a stream of bytes; the payload of
// packets of one kind is summed. The target is reachable.
#include "loops.h"
#define BYTES 40
static unsigned char stream[BYTES];

int main(void) {
  int at = 0, packets = 0;
  unsigned sum = 0;
  UNKNOWN(stream);
  while (at + 2 <= BYTES) {
    int length = stream[at], kind = stream[at + 1];
    if (length == 0)
      break;
    if (at + 2 + length > BYTES)
      return 1;
    if (kind == 7)
      for (int i = 0; i < length; i++)
        sum += stream[at + 2 + i];
    at += 2 + length;
    packets++;
  }
  if (packets == 4 && sum == 1000)
    reach_error();
  return 0;
}
