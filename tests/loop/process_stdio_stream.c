/* SPDX-License-Identifier: MIT */
/* A stream's descriptor can be given to a child; the stream stays open and is still ours. */
#include "process_run.h"

int main(void) {
  uv_loop_t loop;
  uv_pipe_t stream;
  int ends[2];
  char text[8];
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_pipe(ends, 0, 0), 0);
  CHECK_EQ(uv_pipe_init(&loop, &stream, 0), 0);
  CHECK_EQ(uv_pipe_open(&stream, ends[1]), 0);
  uv_stdio_container_t stdio[4] = {{.flags = UV_IGNORE}};
  stdio[1].flags = stdio[3].flags = UV_INHERIT_STREAM;
  stdio[1].data.stream = stdio[3].data.stream = (uv_stream_t *)&stream;
  uv_process_options_t options = {.stdio = stdio, .stdio_count = 4};
  process_shell(&options, "echo one; echo two >&3");
  CHECK_EQ(process_run(&loop, &options), 0);
  CHECK_EQ(read(ends[0], text, sizeof(text)), 8);
  CHECK_EQ(memcmp(text, "one\ntwo\n", 8), 0);
  uv_os_fd_t fd;
  CHECK_EQ(uv_fileno((uv_handle_t *)&stream, &fd), 0);
  CHECK_EQ(fd, ends[1]);
  uv_close((uv_handle_t *)&stream, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  close(ends[0]);
  return 0;
}
