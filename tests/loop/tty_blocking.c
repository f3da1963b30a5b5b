/* SPDX-License-Identifier: MIT */
/* A terminal that cannot be reopened, such as the controlling side of a pseudo-terminal, is used as
 * it is: it stays blocking, and the kernel has the data when uv_write returns. */
#include "tty_pty.h"

enum { SIZE = 40000 };

static int written;

static void on_written(uv_write_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  written++;
}

/* Reads what the terminal gets, so that the blocked writer can continue. */
static void drain(void *arg) {
  static char room[4096];
  size_t total = 0;
  while (total < SIZE) {
    ssize_t count = read(*(int *)arg, room, sizeof(room));
    CHECK(count > 0);
    total += (size_t)count;
  }
}

int main(void) {
  uv_loop_t loop;
  uv_tty_t tty;
  uv_write_t req;
  uv_thread_t reader;
  uv_os_fd_t fd;
  int control;
  static char bytes[SIZE];
  int terminal = pty_open(&control, O_RDWR);
  struct termios raw = attributes_of(terminal);
  cfmakeraw(&raw);
  CHECK_EQ(tcsetattr(terminal, TCSANOW, &raw), 0);
  memset(bytes, 'x', sizeof(bytes));
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_tty_init(&loop, &tty, control, 0), 0);
  CHECK_EQ(uv_fileno((uv_handle_t *)&tty, &fd), 0);
  CHECK_EQ(fd, control);
  CHECK_EQ(fcntl(control, F_GETFL) & O_NONBLOCK, 0);
  CHECK_EQ(uv_thread_create(&reader, drain, &terminal), 0);
  uv_buf_t buf = uv_buf_init(bytes, sizeof(bytes));
  CHECK_EQ(uv_write(&req, (uv_stream_t *)&tty, &buf, 1, on_written), 0);
  CHECK_EQ(tty.write_queue_size, 0);
  CHECK_EQ(written, 0);
  uv_thread_join(&reader);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(written, 1);
  uv_close((uv_handle_t *)&tty, NULL);
  finish_loop(&loop);
  close(terminal);
  return 0;
}
