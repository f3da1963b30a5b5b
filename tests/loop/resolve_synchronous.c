/* SPDX-License-Identifier: MIT */
/* Proves that without a callback names and addresses are found at once, without a loop, and that
 * errors are returned; and that such a request can no longer be cancelled.
 * no musl: its getnameinfo takes any flags. */
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>

#include "check.h"
#include "uv.h"

static void find_address(uv_loop_t *loop, int garbage) {
  uv_getaddrinfo_t req;
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_DGRAM};
  memset(&req, garbage, sizeof(req));
  CHECK_EQ(uv_getaddrinfo(loop, &req, NULL, "127.0.0.9", "53", &hints), 0);
  CHECK(req.addrinfo != NULL && req.addrinfo->ai_next == NULL);
  const struct sockaddr_in *address = (const struct sockaddr_in *)req.addrinfo->ai_addr;
  CHECK_EQ(ntohl(address->sin_addr.s_addr), 0x7f000009);
  CHECK_EQ(ntohs(address->sin_port), 53);
  CHECK(req.loop == loop);
  CHECK_EQ(req.type, UV_GETADDRINFO);
  CHECK_EQ(uv_cancel((uv_req_t *)&req), UV_EBUSY);
  uv_freeaddrinfo(req.addrinfo);

  memset(&req, garbage, sizeof(req));
  CHECK_EQ(uv_getaddrinfo(loop, &req, NULL, "localhost", NULL, &hints), UV_EAI_NONAME);
  CHECK(req.addrinfo == NULL);
}

static void find_name(uv_loop_t *loop, int garbage) {
  uv_getnameinfo_t req;
  struct sockaddr_in address;
  memset(&req, garbage, sizeof(req));
  CHECK_EQ(uv_ip4_addr("127.0.0.9", 53, &address), 0);
  CHECK_EQ(uv_getnameinfo(loop, &req, NULL, (struct sockaddr *)&address,
                          NI_NUMERICHOST | NI_NUMERICSERV),
           0);
  CHECK_STR(req.host, "127.0.0.9");
  CHECK_STR(req.service, "53");
  CHECK(req.loop == loop);
  CHECK_EQ(req.type, UV_GETNAMEINFO);
  CHECK_EQ(uv_cancel((uv_req_t *)&req), UV_EBUSY);
  CHECK_EQ(uv_getnameinfo(loop, &req, NULL, (struct sockaddr *)&address, 1 << 30), UV_EAI_BADFLAGS);
}

static void nothing(uv_work_t *req) { (void)req; }

int main(void) {
  uv_loop_t *loops[] = {NULL, uv_default_loop()};
  uv_work_t work; /* starts the pool: without one nothing can be cancelled anyway */
  CHECK_EQ(uv_queue_work(uv_default_loop(), &work, nothing, NULL), 0);
  CHECK_EQ(uv_run(uv_default_loop(), UV_RUN_DEFAULT), 0);
  for (int i = 0; i < 2; i++) {
    find_address(loops[i], 0);
    find_address(loops[i], 0xdb);
    find_name(loops[i], 0);
    find_name(loops[i], 0xdb);
  }
  CHECK_EQ(uv_loop_alive(uv_default_loop()), 0);
  CHECK_EQ(uv_loop_close(uv_default_loop()), 0);
  return 0;
}
