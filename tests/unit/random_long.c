/* SPDX-License-Identifier: MIT */
/* Proves that a request larger than what the kernel returns at once is filled to its last byte,
 * while signals keep interrupting it. */
#include <signal.h>
#include <sys/time.h>

#include "../check.h"
#include "uv.h"

static volatile sig_atomic_t interrupts;

static void on_signal(int signum) {
  (void)signum;
  interrupts = interrupts + 1;
}

int main(void) {
  size_t size = ((size_t)40 << 20) + 13; /* the kernel stops at 32 MB */
  unsigned char *buf = calloc(1, size);
  CHECK(buf != NULL);
  struct sigaction action = {.sa_handler = on_signal}; /* without SA_RESTART */
  CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
  struct itimerval each = {{0, 1000}, {0, 1000}};
  CHECK_EQ(setitimer(ITIMER_REAL, &each, NULL), 0);
  CHECK_EQ(uv_random(NULL, NULL, buf, size, 0, NULL), 0);
  struct itimerval never = {{0, 0}, {0, 0}};
  CHECK_EQ(setitimer(ITIMER_REAL, &never, NULL), 0);
  CHECK(interrupts > 0);
  static const unsigned char zeroes[16];
  for (size_t i = 0; i + 16 <= size; i += 16) {
    CHECK(memcmp(buf + i, zeroes, 16) != 0);
  }
  CHECK(memcmp(buf + size - 16, zeroes, 16) != 0);
  free(buf);
  return 0;
}
