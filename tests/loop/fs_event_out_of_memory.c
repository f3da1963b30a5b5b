/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_event_start returns UV_ENOMEM when any allocation fails, and then leaks neither
 * memory nor a descriptor nor a watch. */
#include "fs_event_log.h"
#include "unit/starve.h"

static int try_it(void) {
  uv_fs_event_t a;
  uv_fs_event_t b;
  int files = open_files();
  int err = uv_loop_init(&loop);
  if (err != 0) {
    return err;
  }
  init_handle(&a, "a");
  init_handle(&b, "b");
  err = uv_fs_event_start(&a, log_event, ".", 0);
  if (err == 0) {
    err = uv_fs_event_start(&b, log_event, "dir", 0);
  }
  put_text("dir/x", "");
  CHECK_EQ(unlink("dir/x"), 0);
  bool b_active = uv_is_active((uv_handle_t *)&b);
  CHECK_STR(news(), b_active ? "b:x:rename b:x:rename " : "");
  end();
  CHECK_EQ(open_files(), files);
  return err;
}

int main(void) {
  scratch_begin();
  CHECK_EQ(mkdir("dir", 0700), 0);
  starve_each(try_it);
  return 0;
}
