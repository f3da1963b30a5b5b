/* SPDX-License-Identifier: MIT */
/* Proves that a callback may stop, restart and close its handle. */
#include "fs_poll_log.h"

static int step;
static int closed;

static void on_close(uv_handle_t *handle) {
  CHECK(handle == (uv_handle_t *)&poll_handle);
  closed++;
}

static void on_poll(uv_fs_poll_t *handle, int status, const uv_stat_t *before,
                    const uv_stat_t *now) {
  log_poll(handle, status, before, now);
  CHECK_EQ(status, UV_ENOENT);
  switch (step++) {
    case 0:
      CHECK_EQ(uv_fs_poll_stop(handle), 0);
      break;
    case 1:
      CHECK_EQ(uv_fs_poll_stop(handle), 0);
      CHECK_EQ(uv_fs_poll_start(handle, on_poll, "missing too", 1), 0);
      break;
    default:
      uv_close((uv_handle_t *)handle, on_close);
      CHECK_EQ(uv_is_active((uv_handle_t *)handle), 0);
  }
  CHECK(all_zero(before) && all_zero(now)); /* still active */
}

int main(void) {
  begin();
  CHECK_EQ(uv_fs_poll_start(&poll_handle, on_poll, "missing", 1), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0); /* it has stopped itself */
  CHECK_EQ(poll_calls, 1);
  CHECK_EQ(uv_fs_poll_start(&poll_handle, on_poll, "missing", 1), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(poll_calls, 3);
  CHECK_EQ(closed, 1);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
