/* SPDX-License-Identifier: MIT */
/* A terminal is a stream: typed characters are read, written ones appear, and when the controlling
 * side is closed, the stream ends. */
#include "tty_pty.h"

static int control;
static int typed;
static int ended;
static int written;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[65536];
  (void)handle;
  *buf = uv_buf_init(room, (unsigned)size);
}

static void on_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  if (nread > 0) {
    CHECK_EQ(nread, 3);
    CHECK_EQ(memcmp(buf->base, "key", 3), 0);
    typed++;
    close(control);
  } else if (nread < 0) {
    CHECK(nread == UV_EOF || nread == UV_EIO);
    ended++;
    uv_close((uv_handle_t *)stream, NULL);
  }
}

static void on_written(uv_write_t *req, int status) {
  char text[8] = "";
  (void)req;
  CHECK_EQ(status, 0);
  written++;
  for (size_t used = 0; used < 3;) { /* a terminal may deliver it in pieces */
    ssize_t count = read(control, text + used, sizeof(text) - 1 - used);
    CHECK(count > 0);
    used += (size_t)count;
  }
  CHECK_STR(text, "a\r\n"); /* in raw mode line ends are still translated */
  CHECK_EQ(write(control, "key", 3), 3);
}

int main(void) {
  uv_loop_t loop;
  uv_tty_t tty;
  uv_write_t req;
  uv_buf_t buf = {.base = "a\n", .len = 2};
  int fd = pty_open(&control, O_RDWR);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_tty_init(&loop, &tty, fd, 0), 0);
  CHECK_EQ(uv_tty_set_mode(&tty, UV_TTY_MODE_RAW), 0);
  CHECK_EQ(uv_read_start((uv_stream_t *)&tty, allocate, on_read), 0);
  CHECK_EQ(uv_write(&req, (uv_stream_t *)&tty, &buf, 1, on_written), 0);
  finish_loop(&loop);
  CHECK_EQ(written, 1);
  CHECK_EQ(typed, 1);
  CHECK_EQ(ended, 1);
  close(fd);
  return 0;
}
