/* SPDX-License-Identifier: MIT */
/*
 * Proves that a fork leaves the parent's quiet loop unchanged; that the child, after uv_loop_fork,
 * has a ring of its own and sees new events, inside a callback of uv_run and outside of it; and
 * that a child which continues to turn without uv_loop_fork is not harmed, though that is not
 * allowed.
 */
#include <sys/wait.h>

#include "glance_watch.h"

static int turns_after_fork;

static void use(void) {
  called = 0;
  make_quiet(&loop);
  CHECK_EQ(called, 0);
  put(fd);
  turn_times(&loop, 1);
  CHECK_EQ(called, 1);
  make_quiet(&loop);
  CHECK_EQ(glance_rings(), 1);
}

static void await_child(pid_t child) {
  int status;
  CHECK(child > 0);
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQ(WEXITSTATUS(status), 0);
}

static void check_outside(void) {
  pid_t child = fork();
  if (child == 0) {
    CHECK_EQ(uv_loop_fork(&loop), 0);
    CHECK_EQ(glance_rings(), 0);
    use();
    _exit(0);
  }
  await_child(child);
}

static void fork_inside(uv_idle_t *handle) {
  pid_t child = turns_after_fork == 0 ? fork() : -1;
  if (child == 0) {
    CHECK_EQ(uv_loop_fork(handle->loop), 0);
    called = 0;
    put(fd);
  } else if (child > 0) {
    await_child(child);
    uv_stop(handle->loop);
    return;
  }
  if (++turns_after_fork == ENOUGH_TURNS) {
    CHECK_EQ(called, 1);
    CHECK(is_quiet(handle->loop));
    _exit(0);
  }
}

static void fork_and_go_on(uv_idle_t *handle) {
  pid_t child = turns_after_fork == 0 ? fork() : -1;
  if (child > 0) {
    await_child(child);
    uv_stop(handle->loop);
  } else if (++turns_after_fork == 3) {
    _exit(0);
  }
}

static void check_inside(uv_idle_cb cb) {
  uv_idle_stop(&idle);
  turns_after_fork = 0;
  CHECK_EQ(uv_idle_start(&idle, cb), 0);
  CHECK(uv_run(&loop, UV_RUN_DEFAULT) != 0);
  uv_idle_stop(&idle);
  CHECK_EQ(uv_idle_start(&idle, nothing), 0);
}

int main(void) {
  glance_needed();
  open_all();
  for (int i = 0; i < 3; i++) {
    use();
    check_outside();
    use();
    check_inside(fork_inside);
    take(fd); /* the child's loop had its own ring, but both share the eventfd */
    use();
    check_inside(fork_and_go_on);
    use();
  }
  close_all();
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
