/* SPDX-License-Identifier: MIT */
/* What the pool does besides files: names, addresses, random bytes, the program's own work. */
#include <netdb.h>
#include <string.h>

#include "scene.h"

enum { WORKS = 6 };

static struct {
  uv_getaddrinfo_t numeric;
  uv_getaddrinfo_t named;
  uv_getnameinfo_t name;
  uv_random_t random;
  char bytes[64];
  uv_work_t works[WORKS];
} s;

static void on_addresses(uv_getaddrinfo_t *request, int status, struct addrinfo *found) {
  if (scene_ended(request) && scene_ok(status)) {
    if (found == NULL) {
      scene_wrong("no error, and no address");
    }
    scene_goal();
  }
  uv_freeaddrinfo(found);
}

static void on_name(uv_getnameinfo_t *request, int status, const char *host, const char *service) {
  if (scene_ended(request) && scene_ok(status)) {
    if (strcmp(host, "127.0.0.1") != 0 || strcmp(service, "80") != 0) {
      scene_wrong("another name");
    }
    scene_goal();
  }
}

static void on_random(uv_random_t *request, int status, void *buf, size_t size) {
  static const char zeroes[sizeof(s.bytes)];
  if (scene_ended(request) && scene_ok(status)) {
    if (buf != s.bytes || size != sizeof(s.bytes) || memcmp(buf, zeroes, size) == 0) {
      scene_wrong("the bytes are not random");
    }
    scene_goal();
  }
}

static void work(uv_work_t *request) { request->data = request; }

static void after_work(uv_work_t *request, int status) {
  bool called_off = request == &s.works[WORKS - 1] && status == UV_ECANCELED;
  if (!scene_ended(request) || (!called_off && !scene_ok(status))) {
    return;
  }
  if ((request->data == request) == called_off) {
    scene_wrong("work was cancelled or not done");
  }
  scene_goal();
}

static void begin(uv_loop_t *loop) {
  struct sockaddr_in address;
  char bytes[16];
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM};
  uv_ip4_addr("127.0.0.1", 80, &address);
  for (int i = 0; i < WORKS; i++) {
    if (!scene_began(&s.works[i], uv_queue_work(loop, &s.works[i], work, after_work))) {
      return;
    }
  }
  uv_cancel((uv_req_t *)&s.works[WORKS - 1]); /* or it has begun: both are fine */
  if (scene_began(&s.numeric,
                  uv_getaddrinfo(loop, &s.numeric, on_addresses, "127.0.0.1", "80", &hints)) &&
      scene_began(&s.named,
                  uv_getaddrinfo(loop, &s.named, on_addresses, "localhost", NULL, NULL)) &&
      scene_began(&s.name, uv_getnameinfo(loop, &s.name, on_name, (struct sockaddr *)&address,
                                          NI_NUMERICHOST | NI_NUMERICSERV)) &&
      scene_began(&s.random, uv_random(loop, &s.random, s.bytes, sizeof(s.bytes), 0, on_random))) {
    scene_ok(uv_random(NULL, NULL, bytes, sizeof(bytes), 0, NULL));
  }
}

const scene scene_work = {.name = "work", .goals = WORKS + 4, .begin = begin};
