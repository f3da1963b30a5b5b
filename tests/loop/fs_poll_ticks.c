/* SPDX-License-Identifier: MIT */
/* Proves that ticks that a callback queues run right after it. */
#include "fs_poll_log.h"
#include "gyre.h"

static int ticks;
static uv_fs_poll_t others[4];

static void on_tick(void *arg) {
  (void)arg;
  ticks++;
  CHECK_EQ(ticks, poll_calls);
}

static void on_poll(uv_fs_poll_t *handle, int status, const uv_stat_t *before,
                    const uv_stat_t *now) {
  (void)before;
  (void)now;
  CHECK_EQ(ticks, poll_calls);
  CHECK_EQ(status, UV_ENOENT);
  poll_calls++;
  CHECK_EQ(gyre_next_tick(&loop, on_tick, NULL), 0);
  uv_close((uv_handle_t *)handle, NULL);
}

int main(void) {
  begin();
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(uv_fs_poll_init(&loop, &others[i]), 0);
    CHECK_EQ(uv_fs_poll_start(&others[i], on_poll, "missing", 1), 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(poll_calls, 4);
  CHECK_EQ(ticks, 4);
  end();
  return 0;
}
