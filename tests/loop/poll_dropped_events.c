/* SPDX-License-Identifier: MIT */
/*
 * Proves that events which were fetched together are dropped for handles that an earlier callback
 * stops, closes or restricts, also if another handle takes over the descriptor meanwhile.
 */
#include "sim_loop.h"

enum { FIRST = 40 };

static uv_poll_t polls[5], successor;
static named names[] = {{"a", NULL}, {"stopped", NULL},    {"closed", NULL},
                        {"e", NULL}, {"restricted", NULL}, {"successor", NULL}};

static void change_others(void *handle) {
  (void)handle;
  uv_poll_stop(&polls[1]);
  uv_close((uv_handle_t *)&polls[2], on_closed);
  CHECK_EQ(uv_poll_init(&loop, &successor, FIRST + 2), 0);
  successor.data = &names[5];
  CHECK_EQ(uv_poll_start(&successor, UV_READABLE, on_poll), 0);
  CHECK_EQ(uv_poll_start(&polls[4], UV_WRITABLE, on_poll), 0);
  names[0].then = NULL;
}

int main(void) {
  open_loop();
  for (int i = 0; i < 5; i++) {
    open_fd(FIRST + i);
    CHECK_EQ(uv_poll_init(&loop, &polls[i], FIRST + i), 0);
    polls[i].data = &names[i];
    uv_poll_start(&polls[i], UV_READABLE, on_poll);
    gy_sim_ready(&sim, FIRST + i, GY_IO_READ);
  }
  names[0].then = change_others;
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("a e closed-closed");
  CHECK(run(UV_RUN_ONCE) != 0); /* the successor is served from the next turn on */
  SAID("a successor e");
  uv_close((uv_handle_t *)&polls[0], NULL);
  uv_close((uv_handle_t *)&polls[1], NULL);
  uv_close((uv_handle_t *)&polls[3], NULL);
  uv_close((uv_handle_t *)&polls[4], NULL);
  uv_close((uv_handle_t *)&successor, NULL);
  finish_loop();
  return 0;
}
