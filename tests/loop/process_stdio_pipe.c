/* SPDX-License-Identifier: MIT */
/*
 * UV_CREATE_PIPE: the child reads what we write, and the other way round, also above the standard
 * three, and if our own standard input is closed so that the pipe gets its number. Flags are from
 * the child's side. Our end is non-blocking and close-on-exec, and the only one that we keep.
 */
#include "process_run.h"

static char output[64];
static size_t output_size;
static int ends_seen;

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
  (void)handle;
  (void)suggested;
  *buffer = uv_buf_init(output + output_size, (unsigned)(sizeof(output) - output_size));
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer) {
  (void)buffer;
  if (size >= 0) {
    output_size += (size_t)size;
    return;
  }
  CHECK_EQ(size, UV_EOF);
  ends_seen++;
  uv_close((uv_handle_t *)stream, NULL);
}

static void on_write(uv_write_t *req, int status) {
  CHECK_EQ(status, 0);
  uv_close((uv_handle_t *)req->handle, NULL);
}

static void echo(uv_loop_t *loop, int in_fd, int out_fd, char *script) {
  uv_pipe_t in;
  uv_pipe_t out;
  uv_process_t process;
  process_end end = {0};
  uv_stdio_container_t stdio[6] = {{.flags = UV_IGNORE}};
  uv_process_options_t options = {
      .exit_cb = process_on_exit, .stdio = stdio, .stdio_count = out_fd + 1};
  process_shell(&options, script);
  int files = process_open_files();
  CHECK_EQ(uv_pipe_init(loop, &in, 0), 0);
  CHECK_EQ(uv_pipe_init(loop, &out, 0), 0);
  stdio[in_fd].flags = UV_CREATE_PIPE | UV_READABLE_PIPE;
  stdio[in_fd].data.stream = (uv_stream_t *)&in;
  stdio[out_fd].flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE;
  stdio[out_fd].data.stream = (uv_stream_t *)&out;
  process.data = &end;
  CHECK_EQ(uv_spawn(loop, &process, &options), 0);
  CHECK(!uv_is_readable((uv_stream_t *)&in) && uv_is_writable((uv_stream_t *)&in));
  CHECK(uv_is_readable((uv_stream_t *)&out) && !uv_is_writable((uv_stream_t *)&out));
  uv_os_fd_t fd;
  CHECK_EQ(uv_fileno((uv_handle_t *)&out, &fd), 0);
  CHECK((fcntl(fd, F_GETFL) & O_NONBLOCK) != 0);
  CHECK((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
  CHECK(process_open_files() <= files + 3); /* two ends and the child's own */

  uv_write_t write_req;
  uv_buf_t buffer = uv_buf_init("ping", 4);
  output_size = 0;
  ends_seen = 0;
  CHECK_EQ(uv_write(&write_req, (uv_stream_t *)&in, &buffer, 1, on_write), 0);
  CHECK_EQ(uv_read_start((uv_stream_t *)&out, on_alloc, on_read), 0);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(end.calls, 1);
  CHECK_EQ(end.status, 0);
  CHECK_EQ(ends_seen, 1);
  CHECK_EQ(output_size, 4);
  CHECK_EQ(memcmp(output, "ping", 4), 0);
  uv_close((uv_handle_t *)&process, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
}

int main(void) {
  uv_loop_t loop;
  CHECK_EQ(uv_loop_init(&loop), 0);
  int files = process_open_files();
  echo(&loop, 0, 1, "exec cat");
  echo(&loop, 3, 5, "exec cat <&3 >&5");
  CHECK_EQ(process_open_files(), files);
  close(STDIN_FILENO);
  echo(&loop, 0, 1, "exec cat");
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
