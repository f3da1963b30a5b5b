/* SPDX-License-Identifier: MIT */
/* Proves that a stream which was stopped keeps its place among those that are ready: what came
 * first is read first, also if it came while the stream was stopped; unless the loop polled
 * meanwhile and noticed that. */
#include <sys/socket.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

static uv_loop_t loop;
static uv_pipe_t pipes[2];
static int peers[2];
static char order[8];

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[64];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(room, sizeof(room));
}

static void on_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void)buf;
  CHECK_EQ(nread, 1);
  strcat(order, stream == (uv_stream_t *)&pipes[0] ? "a" : "b");
}

static void start(int i) {
  CHECK_EQ(uv_read_start((uv_stream_t *)&pipes[i], on_alloc, on_read), 0);
}
static void send_to(int i) { CHECK_EQ(write(peers[i], "x", 1), 1); }
static void turn(void) { uv_run(&loop, UV_RUN_NOWAIT); }

/* A is stopped, and the loop has turned once since; then both get data. */
static const char *order_after(int polls_unwanted) {
  CHECK_EQ(uv_read_stop((uv_stream_t *)&pipes[0]), 0);
  turn();
  order[0] = '\0';
  send_to(0);
  if (polls_unwanted) {
    turn();
  }
  send_to(1);
  start(0);
  turn();
  return order;
}

int main(void) {
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < 2; i++) {
    int ends[2];
    CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    peers[i] = ends[1];
    CHECK_EQ(uv_pipe_init(&loop, &pipes[i], 0), 0);
    CHECK_EQ(uv_pipe_open(&pipes[i], ends[0]), 0);
    start(i);
  }
  turn();
  CHECK_STR(order_after(0), "ab");
  CHECK_STR(order_after(1), "ba");
  CHECK_STR(order_after(0), "ab");
  for (int i = 0; i < 2; i++) {
    uv_close((uv_handle_t *)&pipes[i], NULL);
    close(peers[i]);
  }
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
