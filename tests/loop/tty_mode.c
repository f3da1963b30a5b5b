/* SPDX-License-Identifier: MIT */
/* How the modes change a terminal's attributes, and that the normal mode is the original one. */
#include "tty_pty.h"

int main(void) {
  uv_loop_t loop;
  uv_tty_t tty;
  int control;
  int fd = pty_open(&control, O_RDWR);
  struct termios found = attributes_of(fd);
  found.c_iflag |= ICRNL | IXON | BRKINT;
  found.c_oflag = OPOST;
  found.c_cc[VMIN] = 7;
  found.c_cc[VINTR] = 'q'; /* a mark that must survive */
  CHECK_EQ(tcsetattr(fd, TCSANOW, &found), 0);
  found = attributes_of(fd);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_tty_init(&loop, &tty, fd, 0), 0);
  CHECK_EQ(uv_tty_set_mode(&tty, UV_TTY_MODE_NORMAL), 0);
  CHECK_EQ(uv_tty_set_mode(&tty, (uv_tty_mode_t)17), UV_EINVAL);
  struct termios now = attributes_of(fd);
  CHECK(same_attributes(&now, &found));

  const uv_tty_mode_t raw_modes[] = {UV_TTY_MODE_RAW, UV_TTY_MODE_RAW_VT};
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_tty_set_mode(&tty, raw_modes[i]), 0);
    now = attributes_of(fd);
    CHECK_EQ(now.c_lflag & (ECHO | ICANON | ISIG | IEXTEN), 0);
    CHECK_EQ(now.c_iflag & (ICRNL | IXON | BRKINT | INPCK | ISTRIP), 0);
    CHECK_EQ(now.c_oflag, OPOST | ONLCR);
    CHECK_EQ(now.c_cflag & CSIZE, CS8);
    CHECK_EQ(now.c_cc[VMIN], 1);
    CHECK_EQ(now.c_cc[VTIME], 0);
    CHECK_EQ(now.c_cc[VINTR], 'q');
    CHECK_EQ(uv_tty_set_mode(&tty, UV_TTY_MODE_IO), 0);
    now = attributes_of(fd);
    CHECK_EQ(now.c_oflag & OPOST, 0);
    CHECK_EQ(now.c_lflag & (ECHO | ICANON | ISIG | IEXTEN), 0);
  }
  CHECK_EQ(uv_tty_set_mode(&tty, UV_TTY_MODE_NORMAL), 0);
  now = attributes_of(fd);
  CHECK(same_attributes(&now, &found));
  uv_close((uv_handle_t *)&tty, NULL);
  finish_loop(&loop);
  close(fd);
  close(control);
  return 0;
}
