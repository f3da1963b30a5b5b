/* SPDX-License-Identifier: MIT */
/*
 * A loop that continues in the child of a fork: the child watches everything again with descriptors
 * of its own.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "scene.h"

static struct {
  uv_signal_t signal;
  uv_async_t async;
  uv_fs_event_t directory;
  uv_tcp_t listener;
  uv_tcp_t accepted;
  uv_tcp_t client;
  uv_connect_t connect;
  uv_timer_t touch;
  uv_poll_t poll;
  uv_os_sock_t pair[2];
  uv_work_t work;
  bool seen;
} s;

static void on_signal(uv_signal_t *signal, int signum) {
  (void)signum;
  uv_signal_stop(signal);
  scene_goal();
}

static void on_async(uv_async_t *async) {
  uv_close((uv_handle_t *)async, NULL);
  scene_goal();
}

static void on_change(uv_fs_event_t *event, const char *name, int events, int status) {
  (void)name;
  (void)events;
  if (!scene_is_over() && scene_ok(status) && !s.seen) {
    s.seen = true;
    uv_fs_event_stop(event);
    scene_goal();
  }
}

static void on_poll(uv_poll_t *poll, int status, int events) {
  (void)events;
  if (scene_ok(status)) {
    uv_poll_stop(poll);
    scene_goal();
  }
}

static void on_connection(uv_stream_t *listener, int status) {
  if (scene_ok(status) && scene_ok(uv_tcp_init(listener->loop, &s.accepted)) &&
      scene_ok(uv_accept(listener, (uv_stream_t *)&s.accepted))) {
    scene_goal();
  }
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char memory[16];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(memory, sizeof(memory));
}

/* Nobody sends anything: this is how a process learns that the other side is gone. */
static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf) {
  (void)stream;
  (void)buf;
  if (!scene_is_over()) {
    scene_ok(count);
  }
}

static void on_connect(uv_connect_t *request, int status) {
  if (scene_ended(request) && scene_ok(status) &&
      scene_ok(uv_read_start(request->handle, on_alloc, on_read))) {
    scene_goal();
  }
}

static void work(uv_work_t *request) { request->data = request; }

static void after_work(uv_work_t *request, int status) {
  if (scene_ended(request) && scene_ok(status)) {
    scene_goal();
  }
}

static void on_touch(uv_timer_t *timer) {
  (void)timer;
  scene_pause();
  int fd = open(scene_path("touched"), O_CREAT | O_WRONLY | O_CLOEXEC | O_TRUNC, 0600);
  close(fd);
  scene_resume();
}

static void go_on_in_child(uv_loop_t *loop) {
  struct sockaddr_storage address;
  int size = sizeof(address);
  if (!scene_ok(uv_loop_fork(loop)) ||
      !scene_ok(uv_tcp_getsockname(&s.listener, (struct sockaddr *)&address, &size))) {
    return;
  }
  uv_tcp_init(loop, &s.client);
  if (scene_began(&s.connect,
                  uv_tcp_connect(&s.connect, &s.client, (struct sockaddr *)&address, on_connect)) &&
      scene_began(&s.work, uv_queue_work(loop, &s.work, work, after_work)) &&
      scene_ok(uv_timer_start(&s.touch, on_touch, 1, 3)) && scene_ok(uv_async_send(&s.async))) {
    scene_ok(uv_kill(uv_os_getpid(), SIGUSR1));
  }
}

static bool watch(uv_loop_t *loop) {
  struct sockaddr_in address;
  uv_ip4_addr("127.0.0.1", 0, &address);
  uv_tcp_init(loop, &s.listener);
  uv_timer_init(loop, &s.touch);
  uv_fs_event_init(loop, &s.directory);
  return scene_ok(uv_async_init(loop, &s.async, on_async)) &&
         scene_ok(uv_signal_init(loop, &s.signal)) &&
         scene_ok(uv_signal_start(&s.signal, on_signal, SIGUSR1)) &&
         scene_ok(uv_tcp_bind(&s.listener, (struct sockaddr *)&address, 0)) &&
         scene_ok(uv_listen((uv_stream_t *)&s.listener, 4, on_connection)) &&
         scene_ok(uv_fs_event_start(&s.directory, on_change, scene_path("."), 0)) &&
         scene_ok(uv_poll_init(loop, &s.poll, s.pair[0])) &&
         scene_ok(uv_poll_start(&s.poll, UV_WRITABLE, on_poll));
}

static void begin(uv_loop_t *loop) {
  scene_pause();
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s.pair) != 0) {
    scene_wrong("no socket pair");
  }
  scene_resume();
  if (!watch(loop)) {
    return;
  }
  scene_pause();
  pid_t child = fork();
  scene_resume();
  if (child == 0) {
    go_on_in_child(loop);
    scene_child();
  }
  scene_parent(child);
}

static void end(void) {
  close(s.pair[0]);
  close(s.pair[1]);
}

const scene scene_fork = {.name = "fork", .goals = 7, .begin = begin, .end = end};
