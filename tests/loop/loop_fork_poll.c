/* SPDX-License-Identifier: MIT */
/*
 * Proves that poll handles that were active at the fork are watched in the child after uv_loop_fork
 * without being started again, and still in the parent, each through a kernel object of its own.
 */
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "uv.h"

static int polls;

static void on_poll(uv_poll_t *poll, int status, int events) {
  CHECK(status == 0 && events == UV_READABLE);
  polls++;
  uv_poll_stop(poll);
}

int main(void) {
  uv_loop_t loop;
  uv_poll_t poll;
  int pair[2];
  int status;
  CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_poll_init(&loop, &poll, pair[0]), 0);
  CHECK_EQ(uv_poll_start(&poll, UV_READABLE, on_poll), 0);
  uv_run(&loop, UV_RUN_NOWAIT); /* the kernel knows of it now */
  int parent_fd = uv_backend_fd(&loop);
  pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    CHECK_EQ(uv_loop_fork(&loop), 0);
    CHECK(uv_backend_fd(&loop) >= 0);
    CHECK_EQ(write(pair[1], "x", 1), 1);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(polls, 1);
    uv_close((uv_handle_t *)&poll, NULL);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(uv_loop_close(&loop), 0);
    _exit(0);
  }
  CHECK_EQ(waitpid(pid, &status, 0), pid);
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_backend_fd(&loop), parent_fd);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0); /* the child did not read the byte */
  CHECK_EQ(polls, 1);
  uv_close((uv_handle_t *)&poll, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
