/* SPDX-License-Identifier: MIT */
/* Proves that invalid arguments are refused with UV_EINVAL at once, and that no callback
 * follows. */
#include <netinet/in.h>
#include <sys/un.h>

#include "check.h"
#include "uv.h"

static void on_address(uv_getaddrinfo_t *req, int status, struct addrinfo *found) {
  (void)req;
  (void)status;
  (void)found;
  CHECK(!"called");
}

static void on_name(uv_getnameinfo_t *req, int status, const char *host, const char *service) {
  (void)req;
  (void)status;
  (void)host;
  (void)service;
  CHECK(!"called");
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_getaddrinfo_t req;
  uv_getaddrinfo_cb callbacks[] = {on_address, NULL};
  char long_name[300];
  memset(long_name, 'a', sizeof(long_name));
  long_name[256] = '\0';
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_getaddrinfo(loop, &req, callbacks[i], NULL, NULL, NULL), UV_EINVAL);
    CHECK_EQ(uv_getaddrinfo(loop, &req, callbacks[i], "", NULL, NULL), UV_EINVAL);
    CHECK_EQ(uv_getaddrinfo(loop, &req, callbacks[i], "", "80", NULL), UV_EINVAL);
    CHECK_EQ(uv_getaddrinfo(loop, &req, callbacks[i], long_name, NULL, NULL), UV_EINVAL);
    CHECK_EQ(uv_getaddrinfo(loop, &req, callbacks[i], "a\xc0\x80", NULL, NULL), UV_EINVAL);
    CHECK_EQ(uv_getaddrinfo(loop, NULL, callbacks[i], "127.0.0.1", NULL, NULL), UV_EINVAL);
  }
  CHECK_EQ(uv_getaddrinfo(NULL, &req, on_address, "127.0.0.1", NULL, NULL), UV_EINVAL);

  uv_getnameinfo_t naming;
  struct sockaddr_in ip4;
  struct sockaddr_un local = {.sun_family = AF_UNIX};
  CHECK_EQ(uv_ip4_addr("127.0.0.1", 80, &ip4), 0);
  CHECK_EQ(uv_getnameinfo(loop, &naming, on_name, NULL, 0), UV_EINVAL);
  CHECK_EQ(uv_getnameinfo(loop, NULL, on_name, (struct sockaddr *)&ip4, 0), UV_EINVAL);
  CHECK_EQ(uv_getnameinfo(loop, &naming, on_name, (struct sockaddr *)&local, 0), UV_EINVAL);
  CHECK_EQ(uv_getnameinfo(loop, &naming, NULL, (struct sockaddr *)&local, 0), UV_EINVAL);
  CHECK_EQ(uv_getnameinfo(NULL, &naming, on_name, (struct sockaddr *)&ip4, 0), UV_EINVAL);

  CHECK_EQ(uv_loop_alive(loop), 0);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}
