/* SPDX-License-Identifier: MIT */
/*
 * Connections over TCP and over named pipes: two clients send data to a server, which sends it
 * back; both sides shut down when they have all of it.
 */
#include <string.h>

#include "scene.h"

enum { CLIENTS = 2, TOTAL = 400000, PARTS = 6, PART = 100, WRITES_MAX = 100 };

typedef union {
  uv_handle_t handle;
  uv_stream_t stream;
  uv_tcp_t tcp;
  uv_pipe_t pipe;
} any_stream;

typedef struct {
  any_stream handle;
  size_t got;
  uv_write_t writes[WRITES_MAX];
  unsigned write_count;
  uv_shutdown_t shutdown;
  bool is_client;
} peer;

static struct {
  any_stream listener;
  peer clients[CLIENTS];
  peer servers[CLIENTS];
  unsigned accepted;
  uv_connect_t connects[CLIENTS];
  const char *address; /* NULL: pipes */
  struct sockaddr_storage bound;
} s;

static char data[TOTAL];

static int init(uv_loop_t *loop, any_stream *stream) {
  return s.address == NULL ? uv_pipe_init(loop, &stream->pipe, 0) : uv_tcp_init(loop, &stream->tcp);
}

static void on_shutdown(uv_shutdown_t *request, int status) {
  if (scene_ended(request) && scene_ok(status)) {
    scene_goal();
  }
}

static void shut_down(peer *one) {
  scene_began(&one->shutdown, uv_shutdown(&one->shutdown, &one->handle.stream, on_shutdown));
}

static void on_write(uv_write_t *request, int status) {
  if (scene_ended(request)) {
    scene_ok(status);
  }
}

static bool put(peer *one, const uv_buf_t *bufs, unsigned count) {
  if (one->write_count == WRITES_MAX) {
    scene_wrong("data comes in too many pieces");
    return false;
  }
  uv_write_t *request = &one->writes[one->write_count++];
  return scene_began(request, uv_write(request, &one->handle.stream, bufs, count, on_write));
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char memory[65536];
  (void)handle;
  *buf = uv_buf_init(memory, size < sizeof(memory) ? (unsigned)size : (unsigned)sizeof(memory));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf) {
  peer *one = (peer *)stream;
  if (scene_is_over()) {
    return;
  }
  if (count == UV_EOF) {
    if (one->got != TOTAL) {
      scene_ok(UV_EOF); /* early: the side that closed it has an error to report */
      return;
    }
    if (!one->is_client) {
      shut_down(one);
    }
    scene_goal();
    return;
  }
  if (!scene_ok(count)) {
    return;
  }
  if (one->got + (size_t)count > TOTAL || memcmp(buf->base, data + one->got, (size_t)count) != 0) {
    scene_wrong("the data received is not what was sent");
    return;
  }
  uv_buf_t back = uv_buf_init(data + one->got, (unsigned)count);
  one->got += (size_t)count;
  if (count > 0 && !one->is_client) {
    put(one, &back, 1);
  }
}

static void on_connection(uv_stream_t *listener, int status) {
  if (!scene_ok(status)) {
    return;
  }
  if (s.accepted == CLIENTS) {
    scene_wrong("a connection that nobody has made");
    return;
  }
  peer *one = &s.servers[s.accepted++];
  if (scene_ok(init(listener->loop, &one->handle)) &&
      scene_ok(uv_accept(listener, &one->handle.stream)) &&
      scene_ok(uv_read_start(&one->handle.stream, on_alloc, on_read))) {
    scene_goal();
  }
}

static void on_connect(uv_connect_t *request, int status) {
  peer *one = (peer *)request->handle;
  if (!scene_ended(request) || !scene_ok(status)) {
    return;
  }
  scene_goal();
  uv_buf_t parts[PARTS];
  for (unsigned i = 0; i < PARTS; i++) {
    parts[i] = uv_buf_init(data + i * PART, PART);
  }
  uv_buf_t rest = uv_buf_init(data + PARTS * PART, TOTAL - PARTS * PART - 1);
  uv_buf_t last = uv_buf_init(data + TOTAL - 1, 1);
  if (scene_ok(uv_read_start(&one->handle.stream, on_alloc, on_read)) && put(one, parts, PARTS) &&
      put(one, &rest, 1)) {
    int tried = uv_try_write(&one->handle.stream, &last, 1);
    if (tried == UV_EAGAIN ? put(one, &last, 1) : scene_ok(tried)) {
      shut_down(one);
    }
  }
}

static int listen_tcp(struct sockaddr_storage *address) {
  int size = sizeof(*address);
  int err = strchr(s.address, ':') != NULL
                ? uv_ip6_addr(s.address, 0, (struct sockaddr_in6 *)address)
                : uv_ip4_addr(s.address, 0, (struct sockaddr_in *)address);
  err = err != 0 ? err : uv_tcp_bind(&s.listener.tcp, (struct sockaddr *)address, 0);
  err = err != 0 ? err : uv_listen(&s.listener.stream, 16, on_connection);
  return err != 0 ? err : uv_tcp_getsockname(&s.listener.tcp, (struct sockaddr *)address, &size);
}

static int listen_pipe(void) {
  int err = uv_pipe_bind(&s.listener.pipe, scene_path("socket"));
  return err != 0 ? err : uv_listen(&s.listener.stream, 16, on_connection);
}

static bool connect_one(peer *client, uv_connect_t *request, const struct sockaddr *address) {
  if (s.address == NULL) {
    uv_pipe_connect(request, &client->handle.pipe, scene_path("socket"), on_connect);
    return scene_began(request, 0);
  }
  return scene_ok(uv_tcp_nodelay(&client->handle.tcp, 1)) &&
         scene_ok(uv_tcp_keepalive(&client->handle.tcp, 1, 60)) &&
         scene_began(request, uv_tcp_connect(request, &client->handle.tcp, address, on_connect));
}

static void connect_all(uv_loop_t *loop) {
  for (int i = 0; i < CLIENTS; i++) {
    s.clients[i].is_client = true;
    if (!scene_ok(init(loop, &s.clients[i].handle)) ||
        !connect_one(&s.clients[i], &s.connects[i], (struct sockaddr *)&s.bound)) {
      return;
    }
  }
}

static void begin(uv_loop_t *loop) {
  for (size_t i = 0; i < TOTAL; i++) {
    data[i] = scene_byte(i);
  }
  if (scene_ok(init(loop, &s.listener)) &&
      scene_ok(s.address == NULL ? listen_pipe() : listen_tcp(&s.bound))) {
    scene_later(connect_all);
  }
}

static void begin_tcp4(uv_loop_t *loop) {
  s.address = "127.0.0.1";
  begin(loop);
}

static void begin_tcp6(uv_loop_t *loop) {
  s.address = "::1";
  begin(loop);
}

/* For each client: connected, accepted, and on both sides shut down and seen the end. */
enum { GOALS = 6 * CLIENTS };
const scene scene_tcp4 = {.name = "tcp4", .goals = GOALS, .begin = begin_tcp4};
const scene scene_tcp6 = {.name = "tcp6", .goals = GOALS, .begin = begin_tcp6};
const scene scene_pipe = {.name = "pipe", .goals = GOALS, .begin = begin};
