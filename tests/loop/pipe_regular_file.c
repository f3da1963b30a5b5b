/* SPDX-License-Identifier: MIT */
/* A regular file in a pipe handle, which the kernel refuses to watch: it is always ready, so it is
 * read to its end and written like any other stream. */
#include "stream_peer.h"

enum { SIZE = 3 << 20 };
static size_t have;
static bool ended;

static void count_data(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void)stream;
  (void)buf;
  if (nread == UV_EOF) {
    ended = true;
  } else {
    CHECK(nread >= 0);
    have += (size_t)nread;
  }
}

int main(void) {
  uv_pipe_t reader, writer;
  uv_write_t req = {.data = "all"};
  static char data[SIZE];
  uv_buf_t buf = uv_buf_init(data, SIZE);
  char path[108];
  strcpy(path, scratch_path("file"));
  open_loop();
  int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  CHECK_EQ(uv_pipe_init(&loop, &writer, 0), 0);
  CHECK_EQ(uv_pipe_open(&writer, fd), 0);
  CHECK_EQ(uv_write(&req, STREAM(&writer), &buf, 1, on_written), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("all:ok");
  fd = open(path, O_RDONLY | O_CLOEXEC);
  CHECK_EQ(uv_pipe_init(&loop, &reader, 0), 0);
  CHECK_EQ(uv_pipe_open(&reader, fd), 0);
  CHECK_EQ(uv_read_start(STREAM(&reader), allocate, count_data), 0);
  RUN_UNTIL(ended);
  CHECK_EQ(have, SIZE);
  CHECK_EQ(unlink(path), 0);
  finish_loop();
  return 0;
}
