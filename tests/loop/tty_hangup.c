/* SPDX-License-Identifier: MIT */
/* When the other side of a terminal is closed, all that was written to it is read, although a read
 * returns only part of it. Then comes the end: EIO for a terminal, an end for a pipe. */
#include <sys/wait.h>

#include "tty_pty.h"

enum { SIZE = 100000 };

static char room[65536];
static size_t total;
static ssize_t end;

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle;
  (void)size;
  *buf = uv_buf_init(room, sizeof(room));
}

static void on_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void)buf;
  if (nread >= 0) {
    total += (size_t)nread;
  } else {
    end = nread;
    uv_close((uv_handle_t *)stream, NULL);
  }
}

static void write_all(int fd) {
  static char text[SIZE];
  memset(text, 'a', sizeof(text));
  for (ssize_t done = 0, part; done < SIZE; done += part) {
    part = write(fd, text, (size_t)(SIZE - done));
    CHECK(part > 0);
  }
  _exit(0);
}

static void read_all(bool as_pipe, ssize_t expected) {
  uv_loop_t loop;
  union {
    uv_stream_t stream;
    uv_tty_t tty;
    uv_pipe_t pipe;
  } handle;
  int control;
  int terminal = pty_open(&control, O_RDWR);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    close(control);
    write_all(terminal);
  }
  close(terminal);
  total = 0;
  CHECK_EQ(uv_loop_init(&loop), 0);
  if (as_pipe) {
    CHECK_EQ(uv_pipe_init(&loop, &handle.pipe, 0), 0);
    CHECK_EQ(uv_pipe_open(&handle.pipe, control), 0);
  } else {
    CHECK_EQ(uv_tty_init(&loop, &handle.tty, control, 1), 0);
  }
  CHECK_EQ(uv_read_start(&handle.stream, on_alloc, on_read), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(end, expected);
  CHECK_EQ(total, SIZE);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(waitpid(child, NULL, 0), child);
}

int main(void) {
  read_all(false, UV_EIO);
  read_all(true, UV_EOF);
  return 0;
}
