/* SPDX-License-Identifier: MIT */
/* Children with pipes, as another user and with many descriptors; and signals. */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scene.h"

enum { MANY = 10, CHILDREN = 3 };

static struct {
  uv_process_t children[CHILDREN];
  uv_process_t nobody;
  uv_pipe_t in;
  uv_pipe_t out;
  uv_write_t write;
  uv_shutdown_t shutdown;
  size_t got;
  uv_signal_t always;
  uv_signal_t once;
  int caught;
} s;

static char words[] = "to the child and back";

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char memory[100];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(memory, sizeof(memory));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf) {
  (void)stream;
  if (scene_is_over()) {
    return;
  }
  if (count == UV_EOF && s.got == strlen(words)) {
    scene_goal();
    return;
  }
  if (!scene_ok(count)) {
    return;
  }
  if (s.got + (size_t)count > strlen(words) ||
      memcmp(buf->base, words + s.got, (size_t)count) != 0) {
    scene_wrong("the data received is not what was sent");
  }
  s.got += (size_t)count;
}

static void on_write(uv_write_t *request, int status) {
  if (scene_ended(request) && scene_ok(status)) {
    scene_goal();
  }
}

static void on_shutdown(uv_shutdown_t *request, int status) {
  if (scene_ended(request) && scene_ok(status)) {
    scene_goal();
  }
}

static void on_exit_of(uv_process_t *process, int64_t status, int term_signal) {
  int64_t expected = process - s.children;
  if (!scene_is_over() && (status != expected || term_signal != 0)) {
    scene_wrong("a child did not end as it should");
  }
  scene_goal();
}

static int spawn(uv_loop_t *loop, uv_process_t *process, uv_process_options_t *options,
                 char *script) {
  static char *env[] = {"PATH=/bin:/usr/bin", NULL};
  char *args[] = {"sh", "-c", script, NULL};
  options->file = options->file != NULL ? options->file : "sh";
  options->args = args;
  options->env = env;
  options->exit_cb = on_exit_of;
  return uv_spawn(loop, process, options);
}

/* Its output is its input. */
static bool spawn_copier(uv_loop_t *loop) {
  uv_buf_t buf = uv_buf_init(words, (unsigned)strlen(words));
  uv_pipe_init(loop, &s.in, 0);
  uv_pipe_init(loop, &s.out, 0);
  uv_stdio_container_t stdio[MANY] = {
      {.flags = UV_CREATE_PIPE | UV_READABLE_PIPE, .data.stream = (uv_stream_t *)&s.in},
      {.flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE, .data.stream = (uv_stream_t *)&s.out},
      {.flags = UV_INHERIT_FD, .data.fd = 2},
  };
  uv_process_options_t options = {.stdio = stdio, .stdio_count = MANY, .cwd = "/"};
  return scene_ok(spawn(loop, &s.children[0], &options, "cat")) &&
         scene_ok(uv_read_start((uv_stream_t *)&s.out, on_alloc, on_read)) &&
         scene_began(&s.write, uv_write(&s.write, (uv_stream_t *)&s.in, &buf, 1, on_write)) &&
         scene_began(&s.shutdown, uv_shutdown(&s.shutdown, (uv_stream_t *)&s.in, on_shutdown));
}

static void begin_process(uv_loop_t *loop) {
  uv_process_options_t plain = {.flags = UV_PROCESS_DETACHED};
  uv_process_options_t user = {
      .flags = UV_PROCESS_SETUID | UV_PROCESS_SETGID, .uid = getuid(), .gid = getgid()};
  uv_process_options_t missing = {.file = "/no/such/file"};
  if (!spawn_copier(loop) || !scene_ok(spawn(loop, &s.children[1], &plain, "exit 1")) ||
      !scene_ok(spawn(loop, &s.children[2], &user, "exit 2"))) {
    return;
  }
  int err = spawn(loop, &s.nobody, &missing, "");
  if (err == UV_ENOENT) {
    scene_goal();
  } else if (scene_ok(err)) {
    scene_wrong("a program that does not exist was run");
  }
}

/* Children whose handles are closed: their exit must not be taken for another's. */
static void end_process(void) {
  for (int i = 0; i < CHILDREN; i++) {
    if (s.children[i].pid > 0) {
      kill(s.children[i].pid, SIGKILL);
      waitpid(s.children[i].pid, NULL, 0);
    }
  }
}

static void on_signal(uv_signal_t *signal, int signum) {
  if (signum != SIGUSR1) {
    scene_wrong("another signal");
  }
  if (signal == &s.once || ++s.caught == 2) {
    scene_goal();
  } else {
    scene_ok(uv_kill(uv_os_getpid(), SIGUSR1));
  }
}

static void begin_signal(uv_loop_t *loop) {
  if (scene_ok(uv_signal_init(loop, &s.always)) && scene_ok(uv_signal_init(loop, &s.once)) &&
      scene_ok(uv_signal_start(&s.always, on_signal, SIGUSR1)) &&
      scene_ok(uv_signal_start_oneshot(&s.once, on_signal, SIGUSR1))) {
    scene_ok(uv_kill(uv_os_getpid(), SIGUSR1));
  }
}

const scene scene_process = {
    .name = "process", .goals = CHILDREN + 4, .begin = begin_process, .end = end_process};
const scene scene_signal = {.name = "signal", .goals = 2, .begin = begin_signal};
