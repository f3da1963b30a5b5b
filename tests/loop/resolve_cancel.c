/* SPDX-License-Identifier: MIT */
/* Proves that lookups that wait behind others can be cancelled: the callback comes with
 * UV_EAI_CANCELED and no result, not before the loop runs, and the resolver was not called; and
 * that a running or finished one cannot. */
#include <netdb.h>
#include <netinet/in.h>

#include "check.h"
#include "uv.h"

static uv_sem_t begun;
static uv_sem_t gate;
static int asked;

/* Replaces the C library's function. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **found) {
  (void)node;
  (void)service;
  (void)hints;
  asked++;
  uv_sem_post(&begun);
  uv_sem_wait(&gate);
  *found = NULL;
  return EAI_AGAIN;
}

static int finished;
static int cancelled;

static void on_address(uv_getaddrinfo_t *req, int status, struct addrinfo *found) {
  CHECK(found == NULL && req->addrinfo == NULL);
  CHECK_EQ(uv_cancel((uv_req_t *)req), UV_EBUSY);
  CHECK(status == UV_EAI_AGAIN || status == UV_EAI_CANCELED);
  finished += status == UV_EAI_AGAIN;
  cancelled += status == UV_EAI_CANCELED;
}

static void on_name(uv_getnameinfo_t *req, int status, const char *host, const char *service) {
  CHECK(host == NULL && service == NULL);
  CHECK_EQ(uv_cancel((uv_req_t *)req), UV_EBUSY);
  CHECK_EQ(status, UV_EAI_CANCELED);
  cancelled++;
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_getaddrinfo_t first;
  uv_getaddrinfo_t second;
  uv_getnameinfo_t third;
  struct sockaddr_in address;
  struct addrinfo hints = {.ai_family = AF_INET};
  CHECK_EQ(setenv("UV_THREADPOOL_SIZE", "1", 1), 0);
  CHECK_EQ(uv_sem_init(&begun, 0), 0);
  CHECK_EQ(uv_sem_init(&gate, 0), 0);
  CHECK_EQ(uv_ip4_addr("127.0.0.1", 80, &address), 0);
  CHECK_EQ(uv_getaddrinfo(loop, &first, on_address, "host", "service", &hints), 0);
  CHECK_EQ(uv_getaddrinfo(loop, &second, on_address, "host", "service", &hints), 0);
  CHECK_EQ(uv_getnameinfo(loop, &third, on_name, (struct sockaddr *)&address, 0), 0);
  uv_sem_wait(&begun);
  CHECK_EQ(uv_cancel((uv_req_t *)&first), UV_EBUSY);
  CHECK_EQ(uv_cancel((uv_req_t *)&second), 0);
  CHECK_EQ(uv_cancel((uv_req_t *)&second), UV_EBUSY);
  CHECK_EQ(uv_cancel((uv_req_t *)&third), 0);
  CHECK_EQ(cancelled, 0);
  while (cancelled < 2) {
    CHECK_EQ(uv_run(loop, UV_RUN_ONCE), 1);
  }
  CHECK_EQ(finished, 0);
  uv_sem_post(&gate);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(finished, 1);
  CHECK_EQ(asked, 1);
  CHECK_EQ(uv_loop_close(loop), 0);
  uv_sem_destroy(&gate);
  uv_sem_destroy(&begun);
  return 0;
}
