/* SPDX-License-Identifier: MIT */
/*
 * Handles sent over a pipe: a listening socket, a pipe and a datagram socket, with data. The sender
 * closes its end at once; still all must arrive.
 */
#include <string.h>

#include "scene.h"

enum { SENT = 3 };

static struct {
  uv_pipe_t ends[2];
  uv_tcp_t tcp;
  uv_pipe_t other[2];
  uv_udp_t udp;
  uv_write_t writes[SENT];
  union {
    uv_stream_t stream;
    uv_tcp_t tcp;
    uv_pipe_t pipe;
    uv_udp_t udp;
  } taken[SENT];
  unsigned taken_count;
  size_t got;
} s;

static const char text[] = "123";

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char memory[100];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(memory, sizeof(memory));
}

static bool take(uv_pipe_t *pipe) {
  uv_handle_type expected[SENT] = {UV_TCP, UV_NAMED_PIPE, UV_UDP};
  uv_handle_type type = uv_pipe_pending_type(pipe);
  if (s.taken_count == SENT || (type != expected[s.taken_count] && type != UV_UNKNOWN_HANDLE)) {
    scene_wrong("a handle arrived that was not sent");
    return false;
  }
  type = expected[s.taken_count];
  uv_stream_t *stream = &s.taken[s.taken_count].stream;
  int err = type == UV_TCP   ? uv_tcp_init(pipe->loop, (uv_tcp_t *)stream)
            : type == UV_UDP ? uv_udp_init(pipe->loop, (uv_udp_t *)stream)
                             : uv_pipe_init(pipe->loop, (uv_pipe_t *)stream, 0);
  if (!scene_ok(err) || !scene_ok(uv_accept((uv_stream_t *)pipe, stream))) {
    return false;
  }
  s.taken_count++;
  scene_goal();
  return true;
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf) {
  uv_pipe_t *pipe = (uv_pipe_t *)stream;
  if (scene_is_over() || !scene_ok(count)) {
    return; /* the end must come last, and ends the scene */
  }
  if (s.got + (size_t)count > SENT || memcmp(buf->base, text + s.got, (size_t)count) != 0) {
    scene_wrong("the data received is not what was sent");
    return;
  }
  s.got += (size_t)count;
  while (uv_pipe_pending_count(pipe) > 0) {
    if (!take(pipe)) {
      return;
    }
  }
  if (s.got == SENT) {
    scene_goal();
  }
}

static void on_write(uv_write_t *request, int status) {
  if (scene_ended(request) && scene_ok(status)) {
    if (request == &s.writes[SENT - 1]) {
      uv_close((uv_handle_t *)&s.ends[0], NULL);
    }
    scene_goal();
  }
}

static bool open_pair(uv_loop_t *loop, uv_pipe_t *pair, int ipc) {
  uv_os_sock_t fds[2];
  if (!scene_ok(uv_socketpair(SOCK_STREAM, 0, fds, UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE))) {
    return false;
  }
  bool good = true;
  for (int i = 0; i < 2; i++) {
    uv_pipe_init(loop, &pair[i], ipc);
    if (!scene_ok(uv_pipe_open(&pair[i], fds[i]))) {
      uv_fs_t request;
      scene_pause();
      uv_fs_close(NULL, &request, fds[i], NULL); /* it is still ours */
      scene_resume();
      good = false;
    }
  }
  return good;
}

static void send_all(uv_loop_t *loop) {
  (void)loop;
  uv_stream_t *sent[SENT] = {(uv_stream_t *)&s.tcp, (uv_stream_t *)&s.other[0],
                             (uv_stream_t *)&s.udp};
  for (int i = 0; i < SENT; i++) {
    uv_buf_t buf = uv_buf_init((char *)text + i, 1);
    if (!scene_began(&s.writes[i], uv_write2(&s.writes[i], (uv_stream_t *)&s.ends[0], &buf, 1,
                                             sent[i], on_write))) {
      return;
    }
  }
}

static void begin(uv_loop_t *loop) {
  struct sockaddr_in address;
  uv_ip4_addr("127.0.0.1", 0, &address);
  if (open_pair(loop, s.ends, 1) && open_pair(loop, s.other, 0) &&
      scene_ok(uv_tcp_init_ex(loop, &s.tcp, AF_INET)) &&
      scene_ok(uv_tcp_bind(&s.tcp, (struct sockaddr *)&address, 0)) &&
      scene_ok(uv_udp_init(loop, &s.udp)) &&
      scene_ok(uv_udp_bind(&s.udp, (struct sockaddr *)&address, 0)) &&
      scene_ok(uv_read_start((uv_stream_t *)&s.ends[1], on_alloc, on_read))) {
    scene_later(send_all);
  }
}

const scene scene_ipc = {.name = "ipc", .goals = 2 * SENT + 1, .begin = begin};
