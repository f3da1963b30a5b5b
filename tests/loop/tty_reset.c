/* SPDX-License-Identifier: MIT */
/* uv_tty_reset_mode restores the terminal that was first taken out of its normal mode, and leaves
 * others and errno alone; with nothing to restore it succeeds. */
#include "tty_pty.h"

int main(void) {
  uv_loop_t loop;
  uv_tty_t ttys[2];
  int controls[2];
  int fds[2];
  struct termios found[2], now;
  CHECK_EQ(uv_tty_reset_mode(), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < 2; i++) {
    fds[i] = pty_open(&controls[i], O_RDWR);
    found[i] = attributes_of(fds[i]);
    CHECK_EQ(uv_tty_init(&loop, &ttys[i], fds[i], 0), 0);
  }
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_tty_set_mode(&ttys[i], UV_TTY_MODE_RAW), 0);
    CHECK_EQ(uv_tty_set_mode(&ttys[i], UV_TTY_MODE_IO), 0);
  }
  errno = 4711;
  CHECK_EQ(uv_tty_reset_mode(), 0);
  CHECK_EQ(errno, 4711);
  now = attributes_of(fds[0]);
  CHECK(same_attributes(&now, &found[0]));
  now = attributes_of(fds[1]);
  CHECK(!same_attributes(&now, &found[1]));
  CHECK_EQ(uv_tty_reset_mode(), 0);
  /* The handle can restore the mode too. */
  CHECK_EQ(uv_tty_set_mode(&ttys[1], UV_TTY_MODE_NORMAL), 0);
  now = attributes_of(fds[1]);
  CHECK(same_attributes(&now, &found[1]));
  for (int i = 0; i < 2; i++) {
    uv_close((uv_handle_t *)&ttys[i], NULL);
    close(fds[i]);
    close(controls[i]);
  }
  finish_loop(&loop);
  return 0;
}
