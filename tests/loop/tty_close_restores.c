/* SPDX-License-Identifier: MIT */
/* Closing the handle that took its terminal out of the normal mode restores the terminal; from then
 * on the next handle that changes a mode is the one that is restored. */
#include "tty_pty.h"

int main(void) {
  uv_loop_t loop;
  uv_tty_t tty;
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < 2; i++) {
    int control;
    int fd = pty_open(&control, O_RDWR);
    struct termios found = attributes_of(fd);
    CHECK_EQ(uv_tty_init(&loop, &tty, fd, 0), 0);
    CHECK_EQ(uv_tty_set_mode(&tty, UV_TTY_MODE_RAW), 0);
    struct termios now = attributes_of(fd);
    CHECK(!same_attributes(&now, &found));
    uv_close((uv_handle_t *)&tty, NULL);
    now = attributes_of(fd);
    CHECK(same_attributes(&now, &found));
    /* Later changes of the program to the terminal are left alone. */
    now.c_lflag &= ~(tcflag_t)ECHO;
    CHECK_EQ(tcsetattr(fd, TCSANOW, &now), 0);
    CHECK_EQ(uv_tty_reset_mode(), 0);
    CHECK_EQ(attributes_of(fd).c_lflag & ECHO, 0);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    close(fd);
    close(control);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
