/* SPDX-License-Identifier: MIT */
/* Changes of files, reported by the kernel and found by polling: a file grows until both are
 * seen. */
#include <fcntl.h>
#include <unistd.h>

#include "scene.h"

static struct {
  uv_fs_event_t directory;
  uv_fs_event_t file;
  uv_fs_poll_t poll;
  uv_timer_t grow;
  bool seen[3];
  int fd;
} s;

static void saw(int which) {
  if (!s.seen[which]) {
    s.seen[which] = true;
    scene_goal();
  }
}

static void on_event(uv_fs_event_t *event, const char *name, int events, int status) {
  (void)name;
  (void)events;
  if (!scene_is_over() && scene_ok(status)) {
    saw(event == &s.file);
    uv_fs_event_stop(event);
  }
}

static void on_poll(uv_fs_poll_t *poll, int status, const uv_stat_t *before, const uv_stat_t *now) {
  (void)poll;
  if (scene_is_over() || !scene_ok(status)) {
    return;
  }
  if (now->st_size <= before->st_size) {
    scene_wrong("a change was reported, but there is none");
  }
  saw(2);
}

static void on_grow(uv_timer_t *timer) {
  (void)timer;
  scene_pause();
  if (write(s.fd, "x", 1) != 1) {
    scene_wrong("the file cannot be written to");
  }
  scene_resume();
}

static void begin(uv_loop_t *loop) {
  scene_pause();
  s.fd = open(scene_path("file"), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
  on_grow(NULL);
  uv_timer_init(loop, &s.grow);
  uv_fs_event_init(loop, &s.directory);
  uv_fs_event_init(loop, &s.file);
  uv_fs_poll_init(loop, &s.poll);
  scene_resume();
  if (scene_ok(uv_fs_event_start(&s.directory, on_event, scene_path("."), 0)) &&
      scene_ok(uv_fs_event_start(&s.file, on_event, scene_path("file"), 0)) &&
      scene_ok(uv_fs_poll_start(&s.poll, on_poll, scene_path("file"), 2))) {
    scene_ok(uv_timer_start(&s.grow, on_grow, 1, 3));
  }
}

static void end(void) { close(s.fd); }

const scene scene_watch = {.name = "watch", .goals = 3, .begin = begin, .end = end};
