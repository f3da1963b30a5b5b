/* SPDX-License-Identifier: MIT */
/* Proves that uv_getaddrinfo resolves on the pool and reports on the loop; that its arguments may
 * change or vanish once it has returned; and that it keeps the loop alive. */
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>

#include "check.h"
#include "uv.h"

static int called;
static int marker;

static void on_address(uv_getaddrinfo_t *req, int status, struct addrinfo *found) {
  CHECK_EQ(status, 0);
  CHECK(req->data == &marker);
  CHECK_EQ(req->type, UV_GETADDRINFO);
  CHECK(req->loop == uv_default_loop());
  CHECK(req->addrinfo == found);
  CHECK(found != NULL && found->ai_next == NULL);
  CHECK_EQ(found->ai_family, AF_INET);
  CHECK_EQ(found->ai_socktype, SOCK_STREAM);
  const struct sockaddr_in *address = (const struct sockaddr_in *)found->ai_addr;
  CHECK_EQ(ntohl(address->sin_addr.s_addr), 0x7f000203);
  CHECK_EQ(ntohs(address->sin_port), 8080);
  uv_freeaddrinfo(found);
  called++;
}

static void on_any(uv_getaddrinfo_t *req, int status, struct addrinfo *found) {
  (void)req;
  CHECK_EQ(status, 0);
  CHECK(found != NULL);
  uv_freeaddrinfo(found);
  called++;
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_getaddrinfo_t req;
  char node[] = "127.0.2.3";
  char service[] = "8080";
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
  memset(&req, 0xdb, sizeof(req));
  req.data = &marker;
  CHECK_EQ(uv_getaddrinfo(loop, &req, on_address, node, service, &hints), 0);
  memset(node, '?', strlen(node));
  memset(service, '?', strlen(service));
  memset(&hints, 0xff, sizeof(hints));
  CHECK_EQ(called, 0);
  CHECK_EQ(uv_loop_alive(loop), 1);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1);

  const struct {
    const char *node;
    const char *service;
  } questions[] = {{"localhost", NULL}, {NULL, "80"}, {"::1", "80"}, {"127.0.0.1", NULL}};
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(uv_getaddrinfo(loop, &req, on_any, questions[i].node, questions[i].service, NULL), 0);
    CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(called, 2 + i);
  }
  uv_freeaddrinfo(NULL);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}
