/* SPDX-License-Identifier: MIT */
/* Requests that no system call could serve are refused with UV_EINVAL, without a callback: more
 * bytes than one call moves (2 GiB less a page), no buffers at all, and an absurd number of
 * them. */
#include <netinet/in.h>
#include <sys/mman.h>

#include "stream_peer.h"

#define MOST ((size_t)0x7ffff000)
#define TOO_MANY 1048577u

static uv_buf_t two[2]; /* together one byte more than allowed */
static uv_buf_t one;

static void never(void) { CHECK(!"called"); }
#define NEVER(type) ((type)(void (*)(void))never)

static void streams(void) {
  static uv_pipe_t pipe;
  uv_write_t req;
  int peer = pipe_pair(&pipe, 0);
  uv_stream_t *stream = STREAM(&pipe);
  uv_buf_t *many = calloc(TOO_MANY, sizeof(*many));
  CHECK(many != NULL);
  CHECK_EQ(uv_write(&req, stream, two, 2, NEVER(uv_write_cb)), UV_EINVAL);
  CHECK_EQ(uv_try_write(stream, two, 2), UV_EINVAL);
  CHECK_EQ(uv_write(&req, stream, &one, 0, NEVER(uv_write_cb)), UV_EINVAL);
  CHECK_EQ(uv_try_write(stream, &one, 0), UV_EINVAL);
  CHECK_EQ(uv_write(&req, stream, NULL, 1, NEVER(uv_write_cb)), UV_EINVAL);
  CHECK_EQ(uv_write(&req, stream, many, TOO_MANY, NEVER(uv_write_cb)), UV_EINVAL);
  CHECK_EQ(uv_try_write(stream, many, TOO_MANY), UV_EINVAL);
  CHECK_EQ(uv_stream_get_write_queue_size(stream), 0);
  free(many);
  close(peer);
  uv_close(HANDLE(&pipe), NULL);
}

static void datagrams(void) {
  static uv_udp_t udp;
  uv_udp_send_t req;
  struct sockaddr_in name;
  CHECK_EQ(uv_ip4_addr("127.0.0.1", 9, &name), 0);
  CHECK_EQ(uv_udp_init(&loop, &udp), 0);
  CHECK_EQ(uv_udp_send(&req, &udp, two, 2, ADDRESS(name), NEVER(uv_udp_send_cb)), UV_EINVAL);
  CHECK_EQ(uv_udp_try_send(&udp, two, 2, ADDRESS(name)), UV_EINVAL);
  CHECK_EQ(uv_udp_send(&req, &udp, &one, 0, ADDRESS(name), NEVER(uv_udp_send_cb)), UV_EINVAL);
  CHECK_EQ(uv_udp_try_send(&udp, &one, 0, ADDRESS(name)), UV_EINVAL);
  CHECK_EQ(uv_udp_get_send_queue_count(&udp), 0);
  uv_close(HANDLE(&udp), NULL);
}

static void files(uv_fs_cb cb) {
  uv_fs_t req;
  int file = open("/dev/null", O_RDWR | O_CLOEXEC);
  CHECK(file >= 0);
  CHECK_EQ(uv_fs_write(&loop, &req, file, two, 2, 0, cb), UV_EINVAL);
  CHECK_EQ(uv_fs_write(&loop, &req, file, &one, 0, 0, cb), UV_EINVAL);
  CHECK_EQ(uv_fs_write(&loop, &req, file, NULL, 1, 0, cb), UV_EINVAL);
  CHECK_EQ(uv_fs_read(&loop, &req, file, &one, 0, 0, cb), UV_EINVAL);
  CHECK_EQ(uv_fs_read(&loop, &req, file, NULL, 1, 0, cb), UV_EINVAL);
  CHECK_EQ(uv_fs_sendfile(&loop, &req, file, file, 0, MOST + 1, cb), UV_EINVAL);
  CHECK_EQ(req.result, UV_EINVAL);
  close(file);
}

int main(void) {
  void *memory = mmap(NULL, MOST, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(memory != MAP_FAILED);
  two[0] = (uv_buf_t){.base = memory, .len = MOST};
  two[1] = one = (uv_buf_t){.base = memory, .len = 1};
  open_loop();
  streams();
  datagrams();
  files(NULL);
  files(NEVER(uv_fs_cb));
  turn(3);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  finish_loop();
  return 0;
}
