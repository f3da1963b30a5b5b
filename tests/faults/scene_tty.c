/* SPDX-License-Identifier: MIT */
/* A terminal: modes, its size, and words in both directions. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scene.h"

static struct {
  uv_tty_t tty;
  uv_pipe_t control;
  uv_write_t writes[2];
  size_t got[2];
  int kept; /* the original descriptor of the terminal */
} s;

static const char words[] = "words";

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char memory[100];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(memory, sizeof(memory));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf) {
  size_t *got = &s.got[stream == (uv_stream_t *)&s.tty];
  if (scene_is_over() || !scene_ok(count)) {
    return;
  }
  if (*got + (size_t)count > strlen(words) || memcmp(buf->base, words + *got, (size_t)count) != 0) {
    scene_wrong("the data received is not what was sent");
    return;
  }
  *got += (size_t)count;
  if (count > 0 && *got == strlen(words)) {
    scene_goal();
  }
}

static void on_write(uv_write_t *request, int status) {
  if (scene_ended(request) && scene_ok(status)) {
    scene_goal();
  }
}

/* The two sides; the terminal's is opened here, not by the library. */
static bool open_sides(int *control, int *terminal) {
  char path[64];
  scene_pause();
  *control = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  bool good = *control >= 0 && grantpt(*control) == 0 && unlockpt(*control) == 0 &&
              ptsname_r(*control, path, sizeof(path)) == 0;
  *terminal = good ? open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
  scene_resume();
  if (*terminal < 0) {
    scene_ok(UV_ENOTSUP); /* not available here */
  }
  return *terminal >= 0;
}

static void write_both(uv_loop_t *loop) {
  (void)loop;
  uv_buf_t buf = uv_buf_init((char *)words, (unsigned)strlen(words));
  uv_stream_t *streams[2] = {(uv_stream_t *)&s.control, (uv_stream_t *)&s.tty};
  for (int i = 0; i < 2; i++) {
    if (!scene_began(&s.writes[i], uv_write(&s.writes[i], streams[i], &buf, 1, on_write))) {
      return;
    }
  }
}

static void begin(uv_loop_t *loop) {
  int control;
  int width;
  int height;
  if (!open_sides(&control, &s.kept)) {
    return;
  }
  uv_pipe_init(loop, &s.control, 0);
  if (!scene_ok(uv_pipe_open(&s.control, control))) {
    scene_pause();
    close(control);
    scene_resume();
    return;
  }
  if (scene_ok(uv_tty_init(loop, &s.tty, s.kept, 0)) &&
      scene_ok(uv_tty_set_mode(&s.tty, UV_TTY_MODE_RAW)) &&
      scene_ok(uv_tty_get_winsize(&s.tty, &width, &height)) &&
      scene_ok(uv_read_start((uv_stream_t *)&s.control, on_alloc, on_read)) &&
      scene_ok(uv_read_start((uv_stream_t *)&s.tty, on_alloc, on_read))) {
    scene_later(write_both);
  }
}

/* The library reopens the terminal where it can. */
static void end(void) {
  uv_tty_reset_mode();
  close(s.kept);
}

const scene scene_tty = {.name = "tty", .goals = 4, .begin = begin, .end = end};
