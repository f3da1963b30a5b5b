/* SPDX-License-Identifier: MIT */
/* Proves that ticks that a lookup's callback queues run right after it, before the callback of the
 * next one. */
#include <netdb.h>
#include <netinet/in.h>

#include "check.h"
#include "gyre.h"

static int callbacks;
static int ticks;

static void on_tick(void *arg) {
  (void)arg;
  ticks++;
  CHECK_EQ(ticks, callbacks);
}

static void put_off(uv_loop_t *loop) {
  CHECK_EQ(ticks, callbacks);
  callbacks++;
  CHECK_EQ(gyre_next_tick(loop, on_tick, NULL), 0);
}

static void on_address(uv_getaddrinfo_t *req, int status, struct addrinfo *found) {
  CHECK_EQ(status, 0);
  uv_freeaddrinfo(found);
  put_off(req->loop);
}

static void on_name(uv_getnameinfo_t *req, int status, const char *host, const char *service) {
  (void)host;
  (void)service;
  CHECK_EQ(status, 0);
  put_off(req->loop);
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_getaddrinfo_t address_reqs[4];
  uv_getnameinfo_t name_reqs[4];
  struct sockaddr_in address;
  CHECK_EQ(uv_ip4_addr("127.0.0.1", 80, &address), 0);
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(uv_getaddrinfo(loop, &address_reqs[i], on_address, "127.0.0.1", NULL, NULL), 0);
    CHECK_EQ(uv_getnameinfo(loop, &name_reqs[i], on_name, (struct sockaddr *)&address,
                            NI_NUMERICHOST | NI_NUMERICSERV),
             0);
  }
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(callbacks, 8);
  CHECK_EQ(ticks, 8);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}
