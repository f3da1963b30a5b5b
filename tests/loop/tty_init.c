/* SPDX-License-Identifier: MIT */
/* uv_tty_init reopens the terminal, so that other processes that share it do not find it
 * non-blocking, and puts the new description in the place of the given descriptor, which is
 * inherited as before. */
#include "tty_pty.h"

static void run(int extra, bool inherited) {
  uv_loop_t loop;
  uv_tty_t tty;
  uv_os_fd_t fd;
  int control;
  int given = pty_open(&control, O_RDWR | extra);
  int others = dup(given);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_tty_init(&loop, &tty, given, 0), 0);
  CHECK_EQ(uv_fileno((uv_handle_t *)&tty, &fd), 0);
  CHECK(fd != given);
  CHECK(fcntl(fd, F_GETFL) & O_NONBLOCK);
  CHECK(fcntl(given, F_GETFL) & O_NONBLOCK);
  CHECK_EQ(fcntl(others, F_GETFL) & O_NONBLOCK, 0);
  CHECK_EQ(fcntl(fd, F_GETFD), FD_CLOEXEC);
  CHECK_EQ(fcntl(given, F_GETFD), inherited ? 0 : FD_CLOEXEC);
  CHECK(isatty(given) && isatty(fd));
  uv_close((uv_handle_t *)&tty, NULL);
  CHECK_EQ(fcntl(fd, F_GETFD), -1);
  CHECK(isatty(given));
  finish_loop(&loop);
  close(given);
  close(others);
  close(control);
}

int main(void) {
  run(0, true);
  run(O_CLOEXEC, false);
  return 0;
}
