/* SPDX-License-Identifier: MIT */
/*
 * If a program cannot be run, uv_spawn returns the error, whether it is found before there is a
 * child or by the child itself. Then there is no child, no callback, no pid, nothing that keeps the
 * loop alive, and the handle must still be closed. If a child was tried, the pipes are open, as
 * programs expect, with nobody at their other end; otherwise they are not, and no descriptor is
 * open that was not before.
 * no qemu: it runs vfork as fork, so the child does not share our memory.
 */
#include "process_run.h"

static uv_loop_t loop;
static uv_pipe_t pipes[2];

/* Closes all pipes. */
static void close_streams(uv_pipe_t *streams) {
  for (int i = 0; i < 3; i++) {
    uv_close((uv_handle_t *)&streams[i], NULL);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
}

static int refused(const char *file, const char *cwd, unsigned flags, bool tried) {
  uv_pipe_t streams[3];
  uv_stdio_container_t stdio[3];
  char *args[] = {"x", NULL};
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(uv_pipe_init(&loop, &streams[i], 0), 0);
    stdio[i].flags = UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE;
    stdio[i].data.stream = (uv_stream_t *)&streams[i];
  }
  uv_process_options_t options = {
      .file = file, .args = args, .cwd = cwd, .flags = flags, .stdio = stdio, .stdio_count = 3};
  int files = process_open_files();
  int err = process_refused(&loop, &options);
  CHECK_EQ(process_open_files(), files + (tried ? 3 : 0));
  for (int i = 0; i < 3; i++) {
    uv_os_fd_t fd;
    char byte;
    CHECK_EQ(uv_fileno((uv_handle_t *)&streams[i], &fd), tried ? 0 : UV_EBADF);
    CHECK_EQ(uv_is_readable((uv_stream_t *)&streams[i]), tried);
    CHECK(!tried || read(fd, &byte, 1) == 0);
  }
  close_streams(streams);
  CHECK_EQ(process_open_files(), files);
  return err;
}

static int refused_stdio(uv_stdio_flags flags, int fd, uv_stream_t *stream, bool tried) {
  uv_stdio_container_t stdio[4] = {{.flags = UV_CREATE_PIPE}};
  CHECK_EQ(uv_pipe_init(&loop, &pipes[0], 0), 0);
  stdio[0].data.stream = (uv_stream_t *)&pipes[0]; /* made before the others are examined */
  stdio[3].flags = flags;
  if (stream != NULL) {
    stdio[3].data.stream = stream;
  } else {
    stdio[3].data.fd = fd;
  }
  uv_process_options_t options = {.stdio = stdio, .stdio_count = 4};
  process_shell(&options, "exit 0");
  int files = process_open_files();
  int err = process_refused(&loop, &options);
  CHECK_EQ(process_open_files(), files + tried);
  uv_os_fd_t opened;
  CHECK_EQ(uv_fileno((uv_handle_t *)&pipes[0], &opened), tried ? 0 : UV_EBADF);
  uv_close((uv_handle_t *)&pipes[0], NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  return err;
}

int main(void) {
  uv_tcp_t tcp;
  uv_pipe_t open_pipe;
  int ends[2];
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_pipe_init(&loop, &pipes[1], 0), 0);
  CHECK_EQ(refused("no-such-program", NULL, 0, true), UV_ENOENT);
  CHECK_EQ(refused("./no-such-program", NULL, 0, true), UV_ENOENT);
  CHECK_EQ(refused("", NULL, 0, true), UV_ENOENT);
  CHECK_EQ(refused("/proc", NULL, 0, true), UV_EACCES);
  CHECK_EQ(refused("/proc/self/status", NULL, 0, true), UV_EACCES);
  CHECK_EQ(refused("/proc/self/status/x", NULL, 0, true), UV_ENOTDIR);
  CHECK_EQ(refused("/bin/sh", "/no/such/directory", 0, true), UV_ENOENT);
  CHECK_EQ(refused("/bin/sh", "/proc/self/status", 0, true), UV_ENOTDIR);
  CHECK_EQ(refused("/bin/sh", NULL, 1u << 20, false), UV_EINVAL);
  CHECK_EQ(refused(NULL, NULL, 0, false), UV_EINVAL);

  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_pipe_init(&loop, &open_pipe, 0), 0);
  CHECK_EQ(uv_pipe(ends, 0, 0), 0);
  CHECK_EQ(uv_pipe_open(&open_pipe, ends[0]), 0);
  CHECK_EQ(refused_stdio(UV_INHERIT_FD, -1, NULL, false), UV_EINVAL);
  CHECK_EQ(refused_stdio(UV_INHERIT_FD, 1000, NULL, true), UV_EBADF);
  CHECK_EQ(refused_stdio(UV_INHERIT_FD, 3 + 40, NULL, true), UV_EBADF);
  CHECK_EQ(refused_stdio(UV_INHERIT_STREAM, 0, (uv_stream_t *)&tcp, false), UV_EINVAL);
  CHECK_EQ(refused_stdio(UV_CREATE_PIPE, 0, (uv_stream_t *)&tcp, false), UV_EINVAL);
  CHECK_EQ(refused_stdio(UV_CREATE_PIPE, 0, (uv_stream_t *)&open_pipe, false), UV_EBUSY);
  CHECK_EQ(refused_stdio(UV_CREATE_PIPE, 0, (uv_stream_t *)&pipes[0], false), UV_EBUSY);
  CHECK_EQ(refused_stdio(UV_CREATE_PIPE | UV_INHERIT_FD, 0, (uv_stream_t *)&pipes[1], false),
           UV_EINVAL);

  /* After all that, a child can be run. */
  uv_process_options_t options = {0};
  process_shell(&options, "exit 3");
  CHECK_EQ(process_run(&loop, &options), 3);
  uv_close((uv_handle_t *)&tcp, NULL);
  uv_close((uv_handle_t *)&open_pipe, NULL);
  uv_close((uv_handle_t *)&pipes[1], NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  close(ends[1]);
  return 0;
}
