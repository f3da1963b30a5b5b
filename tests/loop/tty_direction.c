/* SPDX-License-Identifier: MIT */
/* Whether a terminal can be read or written depends on how its descriptor was opened, not on the
 * last parameter. */
#include "tty_pty.h"

static void expect(int access, bool readable, bool writable) {
  uv_loop_t loop;
  int control;
  int fd = pty_open(&control, access);
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int parameter = 0; parameter < 2; parameter++) {
    uv_tty_t tty;
    CHECK_EQ(uv_tty_init(&loop, &tty, fd, parameter), 0);
    CHECK_EQ(uv_is_readable((uv_stream_t *)&tty) != 0, readable);
    CHECK_EQ(uv_is_writable((uv_stream_t *)&tty) != 0, writable);
    uv_close((uv_handle_t *)&tty, NULL);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  close(fd);
  close(control);
}

int main(void) {
  expect(O_RDONLY, true, false);
  expect(O_WRONLY, false, true);
  expect(O_RDWR, true, true);
  return 0;
}
