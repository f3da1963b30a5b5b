/* SPDX-License-Identifier: MIT */
/* Proves that many lookups of both kinds at a time all get their own result, on each of two loops
 * that run in threads of their own, with new ones started from callbacks. */
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>

#include "check.h"
#include "uv.h"

#define COUNT 50
#define ROUNDS 4

typedef struct {
  uv_loop_t loop;
  int answers;
  struct one {
    uv_getaddrinfo_t address_req;
    uv_getnameinfo_t name_req;
    uint32_t ip;
    int rounds;
  } ones[COUNT];
} user;

static void ask(user *who, struct one *one);

static void on_name(uv_getnameinfo_t *req, int status, const char *host, const char *service) {
  struct one *one = req->data;
  user *who = (user *)req->loop;
  struct in_addr address = {.s_addr = htonl(one->ip)};
  char text[INET_ADDRSTRLEN];
  CHECK_EQ(status, 0);
  CHECK_STR(host, inet_ntop(AF_INET, &address, text, sizeof(text)));
  CHECK_EQ(atoi(service), one->ip & 0xffff);
  who->answers++;
  if (--one->rounds > 0) {
    one->ip += COUNT;
    ask(who, one);
  }
}

static void on_address(uv_getaddrinfo_t *req, int status, struct addrinfo *found) {
  struct one *one = req->data;
  CHECK_EQ(status, 0);
  const struct sockaddr_in *address = (const struct sockaddr_in *)found->ai_addr;
  CHECK_EQ(ntohl(address->sin_addr.s_addr), one->ip);
  one->name_req.data = one;
  CHECK_EQ(uv_getnameinfo(req->loop, &one->name_req, on_name, found->ai_addr,
                          NI_NUMERICHOST | NI_NUMERICSERV),
           0);
  uv_freeaddrinfo(found);
}

static void ask(user *who, struct one *one) {
  char node[32];
  char service[8];
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
  snprintf(node, sizeof(node), "%u.%u.%u.%u", one->ip >> 24, one->ip >> 16 & 255,
           one->ip >> 8 & 255, one->ip & 255);
  snprintf(service, sizeof(service), "%u", one->ip & 0xffff);
  one->address_req.data = one;
  CHECK_EQ(uv_getaddrinfo(&who->loop, &one->address_req, on_address, node, service, &hints), 0);
}

static void run(void *arg) {
  user *who = arg;
  CHECK_EQ(uv_loop_init(&who->loop), 0);
  for (int i = 0; i < COUNT; i++) {
    who->ones[i].ip = 0x7f000100u + (unsigned)i;
    who->ones[i].rounds = ROUNDS;
    ask(who, &who->ones[i]);
  }
  CHECK_EQ(uv_run(&who->loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(who->answers, COUNT * ROUNDS);
  CHECK_EQ(uv_loop_close(&who->loop), 0);
}

static user users[2];

int main(void) {
  uv_thread_t threads[2];
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], run, &users[i]), 0);
  }
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
  }
  return 0;
}
