/* SPDX-License-Identifier: MIT */
/* Proves that lookups return UV_ENOMEM when any allocation fails, leak nothing then, and make no
 * callback; and that they need one block each, and none without a callback. */
#include <netdb.h>
#include <netinet/in.h>

#include "unit/starve.h"

static int called;

static void on_address(uv_getaddrinfo_t *req, int status, struct addrinfo *found) {
  (void)req;
  CHECK_EQ(status, 0);
  uv_freeaddrinfo(found);
  called++;
}

static void on_name(uv_getnameinfo_t *req, int status, const char *host, const char *service) {
  (void)req;
  (void)host;
  (void)service;
  CHECK_EQ(status, 0);
  called++;
}

/* The result of the first call that fails. */
static int look_up(void) {
  uv_loop_t loop;
  uv_getaddrinfo_t address_req;
  uv_getnameinfo_t name_req;
  struct sockaddr_in address;
  struct addrinfo hints = {.ai_family = AF_INET};
  int expected = 0;
  called = 0;
  CHECK_EQ(uv_ip4_addr("127.0.0.1", 80, &address), 0);
  int err = uv_loop_init(&loop);
  if (err != 0) {
    return err;
  }
  err = uv_getaddrinfo(&loop, &address_req, on_address, "127.0.0.1", "80", &hints);
  expected += err == 0;
  if (err == 0) {
    err = uv_getnameinfo(&loop, &name_req, on_name, (struct sockaddr *)&address,
                         NI_NUMERICHOST | NI_NUMERICSERV);
    expected += err == 0;
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, expected);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return err;
}

static uv_work_t warm_up;

static void nothing(uv_work_t *req) { (void)req; }

static void without_callback(void) {
  uv_getaddrinfo_t req;
  starve.until_failure = 0;
  starve.failures = 0;
  CHECK_EQ(uv_getaddrinfo(NULL, &req, NULL, "127.0.0.1", "80", NULL), 0);
  CHECK_EQ(starve.failures, 0);
  uv_freeaddrinfo(req.addrinfo);
  starve.until_failure = -1;
}

/* The pool itself cannot start. */
static void without_pool(void) {
  uv_loop_t loop;
  uv_getaddrinfo_t req;
  CHECK_EQ(uv_replace_allocator(starve_malloc, starve_realloc, starve_calloc, starve_free), 0);
  starve.until_failure = -1;
  CHECK_EQ(uv_loop_init(&loop), 0);
  long before = starve.live;
  starve.until_failure = 1; /* the first is the copy of the arguments, the second the pool's */
  CHECK_EQ(uv_getaddrinfo(&loop, &req, on_address, "127.0.0.1", NULL, NULL), UV_ENOMEM);
  CHECK_EQ(starve.failures, 1);
  CHECK_EQ(starve.live, before);
  starve.until_failure = -1;
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
}

int main(void) {
  without_pool();
  CHECK_EQ(uv_replace_allocator(malloc, realloc, calloc, free), 0);
  CHECK_EQ(uv_queue_work(uv_default_loop(), &warm_up, nothing, NULL), 0);
  CHECK_EQ(uv_run(uv_default_loop(), UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(uv_default_loop()), 0);
  starve_each(look_up);
  without_callback();
  return 0;
}
