/* SPDX-License-Identifier: MIT */
/* The size of a terminal in columns and rows, and UV_ENOTTY for a handle on something else. */
#include "tty_pty.h"

int main(void) {
  uv_loop_t loop;
  uv_tty_t tty, pipe_tty;
  int control, width = -1, height = -1;
  int ends[2];
  int fd = pty_open(&control, O_RDWR);
  struct winsize size = {.ws_col = 132, .ws_row = 43};
  CHECK_EQ(ioctl(control, TIOCSWINSZ, &size), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_tty_init(&loop, &tty, fd, 0), 0);
  CHECK_EQ(uv_tty_get_winsize(&tty, &width, &height), 0);
  CHECK_EQ(width, 132);
  CHECK_EQ(height, 43);
  CHECK_EQ(uv_pipe(ends, 0, 0), 0);
  CHECK_EQ(uv_tty_init(&loop, &pipe_tty, ends[0], 0), 0);
  CHECK_EQ(uv_tty_get_winsize(&pipe_tty, &width, &height), UV_ENOTTY);
  CHECK_EQ(uv_tty_set_mode(&pipe_tty, UV_TTY_MODE_RAW), UV_ENOTTY);
  CHECK_EQ(uv_tty_set_mode(&pipe_tty, UV_TTY_MODE_NORMAL), 0);
  CHECK_EQ(uv_tty_reset_mode(), 0); /* nothing was changed, so nothing is remembered */
  uv_close((uv_handle_t *)&tty, NULL);
  uv_close((uv_handle_t *)&pipe_tty, NULL);
  CHECK_EQ(uv_tty_get_winsize(&tty, &width, &height), UV_EBADF);
  finish_loop(&loop);
  close(fd);
  close(control);
  close(ends[1]);
  return 0;
}
