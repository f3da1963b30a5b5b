/* SPDX-License-Identifier: MIT */
/* A loop that turns without sleeping, long enough to be quiet, and a descriptor that becomes
 * ready. */
#include <unistd.h>

#include "scene.h"

enum { ROUNDS = 3, TURNS = 80 };

static struct {
  uv_idle_t idle;
  uv_poll_t poll;
  uv_os_sock_t pair[2];
  int turns;
  int rounds;
} s;

static void on_idle(uv_idle_t *idle) {
  if (++s.turns % TURNS != 0) {
    return;
  }
  if (s.turns / TURNS > 10 * ROUNDS) { /* it was not seen in so many turns */
    scene_wrong("a descriptor is ready, and a turning loop does not see it");
    uv_idle_stop(idle);
  } else if (s.rounds == s.turns / TURNS - 1) {
    scene_pause();
    if (write(s.pair[1], "x", 1) != 1) {
      scene_wrong("a socket pair takes no byte");
    }
    scene_resume();
  }
}

static void on_readable(uv_poll_t *poll, int status, int events) {
  char byte;
  if (!scene_ok(status)) {
    return;
  }
  scene_pause();
  bool good = (events & UV_READABLE) != 0 && read(s.pair[0], &byte, 1) == 1;
  scene_resume();
  if (!good) {
    scene_wrong("a poll handle reports readable when there is nothing");
  }
  if (++s.rounds == ROUNDS) {
    uv_poll_stop(poll);
    uv_idle_stop(&s.idle);
  }
  scene_goal();
}

static void begin(uv_loop_t *loop) {
  s.pair[0] = s.pair[1] = -1;
  s.turns = s.rounds = 0;
  uv_idle_init(loop, &s.idle);
  if (scene_ok(uv_socketpair(SOCK_STREAM, 0, s.pair, 0, 0)) &&
      scene_ok(uv_poll_init(loop, &s.poll, s.pair[0])) &&
      scene_ok(uv_poll_start(&s.poll, UV_READABLE, on_readable))) {
    scene_ok(uv_idle_start(&s.idle, on_idle));
  }
}

static void end(void) {
  for (int i = 0; i < 2; i++) {
    if (s.pair[i] >= 0) {
      close(s.pair[i]);
    }
  }
}

const scene scene_quiet = {.name = "quiet", .goals = ROUNDS, .begin = begin, .end = end};
