// Seed 1, table 1, WinDriver (seed 2, section 7): a driver copies a stream into an array of packets at positions that the stream
// itself says, then checks the array for consistency. The target, a failed check, is reachable.
#include "loops.h"
#define PACKETS 4
#define SIZE 8
#define BYTES 48
static unsigned char stream[BYTES];
static unsigned char packets[PACKETS][SIZE];

int main(void) {
  int used[PACKETS] = {0}, at = 0;
  UNKNOWN(stream);
  while (at + 3 <= BYTES) {
    unsigned which = stream[at], from = stream[at + 1], length = stream[at + 2];
    at += 3;
    if (which == 255)
      break;
    if (which >= PACKETS || from >= SIZE || length > SIZE - from || at + (int)length > BYTES)
      return 1;
    for (unsigned i = 0; i < length; i++)
      packets[which][from + i] = stream[at + i];
    used[which] += (int)length;
    at += (int)length;
  }
  for (int p = 0; p < PACKETS; p++)
    if (used[p] > SIZE)
      reach_error();
  return 0;
}
