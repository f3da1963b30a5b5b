/* SPDX-License-Identifier: MIT */
/* Proves that uv_getnameinfo finds names on the pool, for both families; that they are stored in
 * the request; that the address may change once it has returned; and that there are none on errors.
 * no musl: its getnameinfo takes any flags. */
#include <netdb.h>
#include <netinet/in.h>

#include "check.h"
#include "uv.h"

static int called;
static int marker;
static const char *expected_host; /* NULL: any */
static const char *expected_service;

static void on_name(uv_getnameinfo_t *req, int status, const char *host, const char *service) {
  CHECK_EQ(status, 0);
  CHECK(req->data == &marker);
  CHECK_EQ(req->type, UV_GETNAMEINFO);
  CHECK(host == req->host && service == req->service);
  CHECK(host[0] != '\0');
  if (expected_host != NULL) {
    CHECK_STR(host, expected_host);
  }
  CHECK_STR(service, expected_service);
  called++;
}

static void on_error(uv_getnameinfo_t *req, int status, const char *host, const char *service) {
  (void)req;
  CHECK_EQ(status, UV_EAI_BADFLAGS);
  CHECK(host == NULL && service == NULL);
  called++;
}

static uv_getnameinfo_t *request(void) {
  static uv_getnameinfo_t req;
  memset(&req, 0xdb, sizeof(req));
  req.data = &marker;
  called = 0;
  return &req;
}

static void run(void) {
  CHECK_EQ(called, 0);
  CHECK_EQ(uv_run(uv_default_loop(), UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1);
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  struct sockaddr_in ip4;
  struct sockaddr_in6 ip6;
  int numeric = NI_NUMERICHOST | NI_NUMERICSERV;

  CHECK_EQ(uv_ip4_addr("203.0.113.77", 65535, &ip4), 0);
  CHECK_EQ(uv_getnameinfo(loop, request(), on_name, (struct sockaddr *)&ip4, numeric), 0);
  memset(&ip4, 0, sizeof(ip4));
  expected_host = "203.0.113.77";
  expected_service = "65535";
  run();

  CHECK_EQ(uv_ip6_addr("2001:db8::7", 1, &ip6), 0);
  CHECK_EQ(uv_getnameinfo(loop, request(), on_name, (struct sockaddr *)&ip6, numeric), 0);
  memset(&ip6, 0, sizeof(ip6));
  expected_host = "2001:db8::7";
  expected_service = "1";
  run();

  CHECK_EQ(uv_ip4_addr("127.0.0.1", 80, &ip4), 0);
  CHECK_EQ(uv_getnameinfo(loop, request(), on_name, (struct sockaddr *)&ip4, NI_NUMERICSERV), 0);
  expected_host = NULL; /* /etc/hosts has it, with a name that depends on the machine */
  expected_service = "80";
  run();

  CHECK_EQ(uv_getnameinfo(loop, request(), on_error, (struct sockaddr *)&ip4, 1 << 30), 0);
  run();
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}
