/* SPDX-License-Identifier: MIT */
/* Timers, idle, prepare, check, async and poll handles; a thread; a pair of sockets and a pipe. */
#include <unistd.h>

#include "scene.h"

enum { TIMER_ROUNDS = 3 };

static struct {
  uv_timer_t timer;
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_check_t check;
  uv_async_t async;
  uv_poll_t poll;
  uv_poll_t pipe_poll;
  uv_thread_t thread;
  bool has_thread;
  uv_os_sock_t pair[2];
  uv_file pipe[2];
  int rounds;
} s;

static void on_timer(uv_timer_t *timer) {
  if (++s.rounds == TIMER_ROUNDS) {
    uv_timer_stop(timer);
    scene_goal();
  }
}

static void on_idle(uv_idle_t *idle) {
  uv_idle_stop(idle);
  scene_goal();
}

static void on_prepare(uv_prepare_t *prepare) {
  uv_prepare_stop(prepare);
  scene_goal();
}

static void on_check(uv_check_t *check) {
  uv_check_stop(check);
  scene_goal();
}

static void on_async(uv_async_t *async) {
  uv_close((uv_handle_t *)async, NULL);
  scene_goal();
}

static void on_readable(uv_poll_t *poll, int status, int events) {
  char byte;
  uv_os_fd_t fd;
  if (!scene_ok(status) || !scene_ok(uv_fileno((uv_handle_t *)poll, &fd))) {
    return;
  }
  scene_pause();
  bool good = (events & UV_READABLE) != 0 && read(fd, &byte, 1) == 1 && byte == 'x';
  scene_resume();
  if (!good) {
    scene_wrong("a poll handle reports readable when there is nothing");
  }
  uv_poll_stop(poll);
  scene_goal();
}

static void on_writable(uv_poll_t *poll, int status, int events) {
  if (!scene_ok(status)) {
    return;
  }
  if ((events & UV_WRITABLE) == 0) {
    scene_wrong("a poll handle was called without a reason");
  }
  uv_poll_stop(poll);
  scene_goal();
}

static void send_to(void *async) { uv_async_send(async); }

static void begin(uv_loop_t *loop) {
  s.pair[0] = s.pair[1] = s.pipe[0] = s.pipe[1] = -1;
  uv_timer_init(loop, &s.timer);
  uv_idle_init(loop, &s.idle);
  uv_prepare_init(loop, &s.prepare);
  uv_check_init(loop, &s.check);
  if (!scene_ok(uv_timer_start(&s.timer, on_timer, 1, 1)) ||
      !scene_ok(uv_idle_start(&s.idle, on_idle)) ||
      !scene_ok(uv_prepare_start(&s.prepare, on_prepare)) ||
      !scene_ok(uv_check_start(&s.check, on_check)) ||
      !scene_ok(uv_async_init(loop, &s.async, on_async)) ||
      !scene_ok(uv_socketpair(SOCK_STREAM, 0, s.pair, 0, 0)) ||
      !scene_ok(uv_pipe(s.pipe, 0, UV_NONBLOCK_PIPE))) {
    return;
  }
  scene_pause();
  if (write(s.pair[1], "x", 1) != 1) {
    scene_wrong("a socket pair takes no byte");
  }
  scene_resume();
  if (scene_ok(uv_poll_init(loop, &s.poll, s.pair[0])) &&
      scene_ok(uv_poll_start(&s.poll, UV_READABLE, on_readable)) &&
      scene_ok(uv_poll_init(loop, &s.pipe_poll, s.pipe[1])) &&
      scene_ok(uv_poll_start(&s.pipe_poll, UV_WRITABLE, on_writable))) {
    s.has_thread = scene_ok(uv_thread_create(&s.thread, send_to, &s.async));
  }
}

static void end(void) {
  for (int i = 0; i < 2; i++) {
    if (s.pair[i] >= 0) {
      close(s.pair[i]);
    }
    if (s.pipe[i] >= 0) {
      close(s.pipe[i]);
    }
  }
}

static void begin_and_join(uv_loop_t *loop) {
  begin(loop);
  if (s.has_thread) {
    uv_thread_join(&s.thread);
  }
}

const scene scene_turn = {.name = "turn", .goals = 7, .begin = begin_and_join, .end = end};
