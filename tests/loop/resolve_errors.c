/* SPDX-License-Identifier: MIT */
/* Proves that every error of the C library's resolver becomes the corresponding error of uv.h, in
 * both directions, and that system errors are passed on unchanged. */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>

#include "check.h"
#include "uv.h"

static int answer; /* of the C library */
static int answer_errno;

/* Replaces the C library's function. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **found) {
  (void)node;
  (void)service;
  (void)hints;
  *found = (struct addrinfo *)&answer; /* undefined when it fails */
  errno = answer_errno;
  return answer;
}

int getnameinfo(const struct sockaddr *address, socklen_t size, char *host, socklen_t host_size,
                char *service, socklen_t service_size, int flags) {
  (void)address;
  (void)size;
  (void)host;
  (void)host_size;
  (void)service;
  (void)service_size;
  (void)flags;
  errno = answer_errno;
  return answer;
}

static int expected;
static int called;

static void on_address(uv_getaddrinfo_t *req, int status, struct addrinfo *found) {
  CHECK_EQ(status, expected);
  CHECK(found == NULL && req->addrinfo == NULL);
  called++;
}

static void on_name(uv_getnameinfo_t *req, int status, const char *host, const char *service) {
  (void)req;
  CHECK_EQ(status, expected);
  CHECK(host == NULL && service == NULL);
  called++;
}

static void check(int from, int err, int to) {
  uv_loop_t *loop = uv_default_loop();
  uv_getaddrinfo_t address_req;
  uv_getnameinfo_t name_req;
  struct sockaddr_in address;
  answer = from;
  answer_errno = err;
  expected = to;
  CHECK_EQ(uv_ip4_addr("127.0.0.1", 80, &address), 0);
  CHECK_EQ(uv_getaddrinfo(loop, &address_req, NULL, "host", NULL, NULL), to);
  CHECK(address_req.addrinfo == NULL);
  CHECK_EQ(uv_getnameinfo(loop, &name_req, NULL, (struct sockaddr *)&address, 0), to);
  called = 0;
  CHECK_EQ(uv_getaddrinfo(loop, &address_req, on_address, "host", NULL, NULL), 0);
  CHECK_EQ(uv_getnameinfo(loop, &name_req, on_name, (struct sockaddr *)&address, 0), 0);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 2);
}

int main(void) {
  static const struct {
    int from;
    int to;
  } errors[] = {
      {EAI_ADDRFAMILY, UV_EAI_ADDRFAMILY},
      {EAI_AGAIN, UV_EAI_AGAIN},
      {EAI_BADFLAGS, UV_EAI_BADFLAGS},
      {EAI_CANCELED, UV_EAI_CANCELED},
      {EAI_FAIL, UV_EAI_FAIL},
      {EAI_FAMILY, UV_EAI_FAMILY},
      {EAI_MEMORY, UV_EAI_MEMORY},
      {EAI_NODATA, UV_EAI_NODATA},
      {EAI_NONAME, UV_EAI_NONAME},
      {EAI_OVERFLOW, UV_EAI_OVERFLOW},
      {EAI_SERVICE, UV_EAI_SERVICE},
      {EAI_SOCKTYPE, UV_EAI_SOCKTYPE},
      {EAI_INTR, UV_EINTR},
      {EAI_IDN_ENCODE, UV_EINVAL},
      {-999, UV_EAI_FAIL},
  };
  for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
    check(errors[i].from, EPERM, errors[i].to);
  }
  check(EAI_SYSTEM, EMFILE, UV_EMFILE);
  check(EAI_SYSTEM, ENOENT, UV_ENOENT);
  check(EAI_SYSTEM, 0, UV_EAI_FAIL); /* an error without errno must not look like success */
  CHECK_EQ(uv_loop_close(uv_default_loop()), 0);
  return 0;
}
