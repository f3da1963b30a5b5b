/* SPDX-License-Identifier: MIT */
/* Proves that the resolver gets the ASCII form of an international name, with or without a
 * callback, and the service and hints as they were given. */
#include <netdb.h>
#include <stdbool.h>

#include "check.h"
#include "uv.h"

static char asked_node[256];
static char asked_service[256];
static struct addrinfo asked_hints;
static int asked;

/* Replaces the C library's function. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **found) {
  snprintf(asked_node, sizeof(asked_node), "%s", node == NULL ? "(none)" : node);
  snprintf(asked_service, sizeof(asked_service), "%s", service == NULL ? "(none)" : service);
  asked_hints = hints == NULL ? (struct addrinfo){.ai_flags = -1} : *hints;
  asked++;
  *found = NULL;
  return EAI_NONAME;
}

static void on_address(uv_getaddrinfo_t *req, int status, struct addrinfo *found) {
  (void)req;
  CHECK_EQ(status, UV_EAI_NONAME);
  CHECK(found == NULL);
}

static void ask(const char *node, const char *service, const struct addrinfo *hints, bool later) {
  uv_loop_t *loop = uv_default_loop();
  uv_getaddrinfo_t req;
  asked = 0;
  CHECK_EQ(uv_getaddrinfo(loop, &req, later ? on_address : NULL, node, service, hints),
           later ? 0 : UV_EAI_NONAME);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(asked, 1);
}

int main(void) {
  const struct addrinfo hints = {.ai_flags = AI_CANONNAME,
                                 .ai_family = AF_INET6,
                                 .ai_socktype = SOCK_DGRAM,
                                 .ai_protocol = 17};
  for (int later = 0; later < 2; later++) {
    ask("www.bücher。example", "ü", &hints, later);
    CHECK_STR(asked_node, "www.xn--bcher-kva.example");
    CHECK_STR(asked_service, "ü");
    CHECK_EQ(asked_hints.ai_flags, AI_CANONNAME);
    CHECK_EQ(asked_hints.ai_family, AF_INET6);
    CHECK_EQ(asked_hints.ai_socktype, SOCK_DGRAM);
    CHECK_EQ(asked_hints.ai_protocol, 17);
    ask("host.", NULL, NULL, later);
    CHECK_STR(asked_node, "host.");
    CHECK_STR(asked_service, "(none)");
    CHECK_EQ(asked_hints.ai_flags, -1);
    ask(NULL, "", NULL, later);
    CHECK_STR(asked_node, "(none)");
    CHECK_STR(asked_service, "");
  }
  CHECK_EQ(uv_loop_close(uv_default_loop()), 0);
  return 0;
}
