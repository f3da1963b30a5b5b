/* SPDX-License-Identifier: MIT */
/* Proves that without memory uv_fs_poll_start returns UV_ENOMEM and leaks nothing, and that a later
 * stat that cannot be started is reported as an error and tried again. */
#include "fs_poll_log.h"
#include "unit/starve.h"

static int try_it(void) {
  int err = uv_loop_init(&loop);
  if (err != 0) {
    return err;
  }
  CHECK_EQ(uv_fs_poll_init(&loop, &poll_handle), 0);
  poll_status = 0;
  err = uv_fs_poll_start(&poll_handle, log_poll, "file", 1);
  CHECK_EQ(uv_is_active((uv_handle_t *)&poll_handle), err == 0);
  if (err == 0) {
    int calls = poll_calls;
    int before = atomic_load(&looks);
    while (poll_calls == calls && atomic_load(&looks) < before + 3) {
      CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
    }
    if (poll_calls > calls) {
      err = poll_status;
      CHECK(all_zero(&poll_now));
      CHECK_EQ(poll_before.st_size, 1);
      wait_for_call(); /* memory is available again */
      CHECK_EQ(poll_status, 0);
      CHECK_EQ(poll_now.st_size, 1);
    }
  }
  end();
  return err;
}

static uv_work_t warm_up;

static void nothing(uv_work_t *req) { (void)req; }

int main(void) {
  CHECK_EQ(setenv("UV_USE_IO_URING", "0", 1), 0);
  scratch_begin();
  put_text("file", "x");
  CHECK_EQ(uv_queue_work(uv_default_loop(), &warm_up, nothing, NULL), 0); /* starts the pool */
  CHECK_EQ(uv_run(uv_default_loop(), UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(uv_default_loop()), 0);
  starve_each(try_it);
  CHECK(poll_calls > 0);
  return 0;
}
