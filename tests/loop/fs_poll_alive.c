/* SPDX-License-Identifier: MIT */
/* Proves that an active handle keeps its loop alive between polls of the file, that an unreferenced
 * one does not, and that its timer is not visible to the program. */
#include "fs_poll_log.h"

static void count(uv_handle_t *handle, void *arg) {
  CHECK(handle == (uv_handle_t *)&poll_handle);
  CHECK_EQ(uv_handle_get_type(handle), UV_FS_POLL);
  *(int *)arg += 1;
}

static int handles(void) {
  int found = 0;
  uv_walk(&loop, count, &found);
  return found;
}

int main(void) {
  begin();
  put_text("file", "x");
  CHECK_EQ(uv_loop_alive(&loop), 0);
  start("file");
  CHECK_EQ(uv_loop_alive(&loop), 1);
  wait_for_silence();
  CHECK_EQ(handles(), 1);
  uv_unref((uv_handle_t *)&poll_handle);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0); /* a stat that is under way ends, no other begins */
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(handles(), 1);
  uv_ref((uv_handle_t *)&poll_handle);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  wait_for_silence();
  CHECK_EQ(uv_fs_poll_stop(&poll_handle), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(handles(), 1);
  end();
  CHECK_EQ(poll_calls, 0);
  return 0;
}
