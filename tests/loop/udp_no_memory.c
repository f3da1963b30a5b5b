/* SPDX-License-Identifier: MIT */
/* A send whose list of buffers cannot be copied is refused with UV_ENOMEM and changes nothing; one
 * that fits into the request needs no memory. */
#include "udp_peer.h"

static bool none_left;

static void *some(size_t size) { return none_left ? NULL : malloc(size); }
static void *zeroed(size_t count, size_t size) { return none_left ? NULL : calloc(count, size); }
static void *more(void *memory, size_t size) { return none_left ? NULL : realloc(memory, size); }

static void never(uv_udp_send_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 12345);
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  uv_udp_send_t req;
  struct sockaddr_in name;
  uv_buf_t bufs[5] = {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}};
  int peer = peer_open(&name);
  CHECK_EQ(uv_replace_allocator(some, more, zeroed, free), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  none_left = true;
  CHECK_EQ(uv_udp_send(&req, &handle, bufs, 5, ADDRESS(name), never), UV_ENOMEM);
  CHECK_EQ(handle.send_queue_count, 0);
  CHECK_EQ(handle.send_queue_size, 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)&handle), 0);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(uv_udp_send(&req, &handle, bufs, 4, ADDRESS(name), NULL), 0);
  CHECK_EQ(uv_udp_try_send(&handle, bufs, 5, ADDRESS(name)), UV_EAGAIN);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_udp_try_send(&handle, bufs, 5, ADDRESS(name)), 5);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  return 0;
}
