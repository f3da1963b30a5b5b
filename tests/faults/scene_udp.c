/* SPDX-License-Identifier: MIT */
/*
 * Datagrams: to a handle that receives them one by one and to one that receives many, sent one by
 * one, in a row, on a connected handle, and at once.
 */
#include <string.h>

#include "scene.h"

enum { RECEIVERS = 2, ROW = 6, PARTS = 6, FOR_EACH = ROW + 4 };

static struct {
  uv_udp_t receivers[RECEIVERS];
  struct sockaddr_storage addresses[RECEIVERS];
  uv_udp_t sender;
  uv_udp_t connected;
  uv_udp_send_t sends[RECEIVERS][ROW];
  uv_udp_send_t last;
  unsigned got[RECEIVERS];
  unsigned wanted[RECEIVERS];
  const char *address;
} s;

static char message[] = "datagram";

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char memory[4 * 65536];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(memory, sizeof(memory));
}

static void on_receive(uv_udp_t *udp, ssize_t count, const uv_buf_t *buf,
                       const struct sockaddr *from, unsigned flags) {
  unsigned which = udp == &s.receivers[1];
  if (scene_is_over() || !scene_ok(count) || (count == 0 && from == NULL)) {
    return;
  }
  if ((size_t)count != strlen(message) || memcmp(buf->base, message, (size_t)count) != 0 ||
      (flags & UV_UDP_PARTIAL) != 0) {
    scene_wrong("the data received is not what was sent");
  }
  if (++s.got[which] == s.wanted[which]) {
    scene_goal();
  } else if (s.got[which] > FOR_EACH) {
    scene_wrong("a datagram arrived that nobody has sent");
  }
}

static void on_send(uv_udp_send_t *request, int status) {
  if (scene_ended(request) && scene_ok(status)) {
    scene_goal();
  }
}

/* Datagrams for which the kernel has no room now are skipped: that is no error, and no goal. */
static bool sent_at_once(int result, unsigned which, unsigned count) {
  if (result == UV_EAGAIN) {
    s.wanted[which] -= count;
    return true;
  }
  if (result >= 0 && result < (int)count) {
    s.wanted[which] -= count - (unsigned)result;
  }
  return scene_ok(result);
}

/* On the connected handle: alone, then two at once. */
static void send_rest(void) {
  uv_buf_t buf = uv_buf_init(message, (unsigned)strlen(message));
  uv_buf_t *bufs[2] = {&buf, &buf};
  unsigned counts[2] = {1, 1};
  int result = uv_udp_try_send(&s.connected, &buf, 1, NULL);
  if (!sent_at_once(result > 0 ? 1 : result, 0, 1) ||
      !sent_at_once(uv_udp_try_send2(&s.connected, 2, bufs, counts, NULL, 0), 0, 2)) {
    return;
  }
  scene_began(&s.last, uv_udp_send(&s.last, &s.connected, &buf, 1, NULL, on_send));
}

static bool open_receiver(uv_loop_t *loop, unsigned which) {
  struct sockaddr *address = (struct sockaddr *)&s.addresses[which];
  int size = sizeof(s.addresses[which]);
  int err = strchr(s.address, ':') != NULL
                ? uv_ip6_addr(s.address, 0, (struct sockaddr_in6 *)address)
                : uv_ip4_addr(s.address, 0, (struct sockaddr_in *)address);
  uv_udp_t *udp = &s.receivers[which];
  return scene_ok(err) && scene_ok(uv_udp_init_ex(loop, udp, which == 0 ? 0 : UV_UDP_RECVMMSG)) &&
         scene_ok(uv_udp_bind(udp, address, 0)) &&
         scene_ok(uv_udp_getsockname(udp, address, &size)) &&
         scene_ok(uv_udp_recv_start(udp, on_alloc, on_receive));
}

static bool send_row(unsigned which) {
  uv_buf_t parts[PARTS];
  size_t length = strlen(message);
  for (unsigned i = 0; i < PARTS; i++) {
    parts[i] = uv_buf_init(message + i, i + 1 < PARTS ? 1 : (unsigned)(length - i));
  }
  for (int i = 0; i < ROW; i++) {
    uv_udp_send_t *request = &s.sends[which][i];
    if (!scene_began(request, uv_udp_send(request, &s.sender, parts, PARTS,
                                          (struct sockaddr *)&s.addresses[which], on_send))) {
      return false;
    }
  }
  return true;
}

static void send_all(uv_loop_t *loop) {
  (void)loop;
  if (send_row(0) && send_row(1) &&
      scene_ok(uv_udp_connect(&s.connected, (struct sockaddr *)&s.addresses[0]))) {
    send_rest();
  }
}

static void begin(uv_loop_t *loop) {
  uv_udp_init(loop, &s.sender);
  uv_udp_init(loop, &s.connected);
  s.wanted[0] = FOR_EACH;
  s.wanted[1] = ROW;
  if (open_receiver(loop, 0) && open_receiver(loop, 1)) {
    scene_later(send_all);
  }
}

static void begin_udp4(uv_loop_t *loop) {
  s.address = "127.0.0.1";
  begin(loop);
}

static void begin_udp6(uv_loop_t *loop) {
  s.address = "::1";
  begin(loop);
}

/* Every request, and all datagrams on both sides. */
enum { GOALS = RECEIVERS * ROW + 1 + RECEIVERS };
const scene scene_udp4 = {.name = "udp4", .goals = GOALS, .begin = begin_udp4};
const scene scene_udp6 = {.name = "udp6", .goals = GOALS, .begin = begin_udp6};
