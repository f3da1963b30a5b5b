/* SPDX-License-Identifier: MIT */
/* Proves that a poll handle which is started again comes after the others that are ready, and
 * loses the events fetched for it in this turn; and that one which is not started again keeps
 * its place. */
#include <unistd.h>

#include "../check.h"
#include "uv.h"

enum { POLLS = 3 };

static uv_poll_t polls[POLLS];
static int again; /* which one the first to be called starts again; -1: none */
static char order[8];

static void on_poll(uv_poll_t *poll, int status, int events) {
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_READABLE);
  order[strlen(order)] = (char)('a' + (poll - polls));
  if (again >= 0) {
    CHECK_EQ(uv_poll_start(&polls[again], UV_READABLE, on_poll), 0);
    again = -1;
  }
}

static const char *turn(int which) {
  again = which;
  memset(order, 0, sizeof(order));
  uv_run(uv_default_loop(), UV_RUN_NOWAIT);
  return order;
}

int main(void) {
  for (int i = 0; i < POLLS; i++) {
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    CHECK_EQ(write(ends[1], "x", 1), 1);
    CHECK_EQ(uv_poll_init(uv_default_loop(), &polls[i], ends[0]), 0);
    CHECK_EQ(uv_poll_start(&polls[i], UV_READABLE, on_poll), 0);
  }
  CHECK_STR(turn(-1), "abc");
  CHECK_STR(turn(1), "ac");
  CHECK_STR(turn(-1), "acb");
  CHECK_STR(turn(0), "acb");
  CHECK_STR(turn(-1), "cba");
  return 0;
}
