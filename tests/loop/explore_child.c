/* SPDX-License-Identifier: MIT */
/*
 * Proves what holds for children when orders are explored. Their output may come late, and in
 * pieces. But once the program knows that a child has ended, all of its output can be read without
 * waiting: whether uv_spawn started it, or the program itself, which listens for SIGCHLD. While a
 * child of a child still has the pipe, the clock does not jump, though the child has ended.
 */
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"
#include "gyre.h"

enum { LATE = 25, TWO_BYTES = 2, MINUTE_MS = 60 * 1000 };

static uv_loop_t loop;
static uv_pipe_t out;
static char text[64];
static bool ended;
static bool eof;
static bool late; /* output is held back */

static unsigned choose(gyre_choice kind, const char *label, unsigned occurrence, unsigned count,
                       void *arg) {
  (void)occurrence;
  (void)count;
  (void)arg;
  bool is_pipe = strcmp(label, "pipe") == 0;
  return kind == GYRE_CHOICE_READY && is_pipe && late  ? LATE
         : kind == GYRE_CHOICE_READ && is_pipe && late ? TWO_BYTES
                                                       : 0;
}

static void on_exit_(uv_process_t *process, int64_t status, int signal) {
  CHECK_EQ(status, 0);
  CHECK_EQ(signal, 0);
  ended = true;
  uv_close((uv_handle_t *)process, NULL);
}

static void on_signal(uv_signal_t *signal, int signum) {
  (void)signum;
  ended = waitpid(-1, NULL, WNOHANG) > 0;
  uv_close((uv_handle_t *)signal, NULL);
}

static void on_time(uv_timer_t *timer) {
  strcat(text, "a minute");
  uv_close((uv_handle_t *)timer, NULL);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[64];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(room, sizeof(room));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf) {
  (void)stream;
  eof = count == UV_EOF;
  if (count > 0) {
    strncat(text, buf->base, (size_t)count);
  }
}

static void begin(bool is_late) {
  text[0] = 0;
  ended = eof = false;
  late = is_late;
}

static void spawn(uv_process_t *process, const char *command) {
  char *args[] = {(char *)"sh", (char *)"-c", (char *)command, NULL};
  uv_stdio_container_t stdio[2] = {{.flags = UV_IGNORE}};
  stdio[1].flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE;
  stdio[1].data.stream = (uv_stream_t *)&out;
  uv_process_options_t options = {
      .file = "/bin/sh", .args = args, .exit_cb = on_exit_, .stdio = stdio, .stdio_count = 2};
  CHECK_EQ(uv_pipe_init(&loop, &out, 0), 0);
  CHECK_EQ(uv_spawn(&loop, process, &options), 0);
  CHECK_EQ(uv_read_start((uv_stream_t *)&out, on_alloc, on_read), 0);
}

/* As a program that does not wait any more. */
static void read_rest(void) {
  while (!ended) {
    uv_run(&loop, UV_RUN_ONCE);
  }
  size_t before;
  do {
    before = strlen(text);
    uv_run(&loop, UV_RUN_NOWAIT);
  } while (strlen(text) > before);
  CHECK_STR(text, "some words\n");
  uv_close((uv_handle_t *)&out, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
}

static void spawned(void) {
  uv_process_t process;
  begin(true);
  spawn(&process, "echo some words");
  read_rest();
}

static void forked(void) {
  int ends[2];
  uv_signal_t signal;
  begin(true);
  uv_signal_init(&loop, &signal);
  CHECK_EQ(uv_signal_start(&signal, on_signal, SIGCHLD), 0);
  CHECK_EQ(uv_pipe(ends, UV_NONBLOCK_PIPE, 0), 0);
  pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    _exit(write(ends[1], "some words\n", 11) == 11 ? 0 : 1);
  }
  CHECK_EQ(close(ends[1]), 0);
  CHECK_EQ(uv_pipe_init(&loop, &out, 0), 0);
  CHECK_EQ(uv_pipe_open(&out, ends[0]), 0);
  CHECK_EQ(uv_read_start((uv_stream_t *)&out, on_alloc, on_read), 0);
  read_rest();
}

static void left_behind(void) {
  uv_process_t process;
  uv_timer_t timer;
  begin(false);
  spawn(&process, "{ sleep 0.2; echo late; } &");
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, on_time, MINUTE_MS, 0);
  while (text[0] == 0 || !ended) {
    uv_run(&loop, UV_RUN_ONCE);
  }
  CHECK_STR(text, "late\n");
  if (!uv_is_closing((uv_handle_t *)&timer)) {
    uv_close((uv_handle_t *)&timer, NULL);
  }
  uv_close((uv_handle_t *)&out, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
}

int main(void) {
  CHECK_EQ(gyre_explore(NULL, choose, NULL), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  spawned();
  forked();
  left_behind();
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
