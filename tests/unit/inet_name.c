/* SPDX-License-Identifier: MIT */
/* Proves that socket addresses are converted to text, each by its own call and by uv_ip_name. */
#include <netinet/in.h>
#include <sys/un.h>

#include "../check.h"
#include "uv.h"

static void check_ip6(const char *text, const char *name) {
  struct sockaddr_in6 address;
  char buf[INET6_ADDRSTRLEN] = "";
  CHECK_EQ(uv_ip6_addr(text, 1, &address), 0);
  CHECK_EQ(uv_ip6_name(&address, buf, sizeof(buf)), 0);
  CHECK_STR(buf, name);
  memset(buf, 0, sizeof(buf));
  CHECK_EQ(uv_ip_name((const struct sockaddr *)&address, buf, sizeof(buf)), 0);
  CHECK_STR(buf, name);
}

int main(void) {
  struct sockaddr_in address;
  char buf[INET_ADDRSTRLEN] = "";
  CHECK_EQ(uv_ip4_addr("203.0.113.9", 1, &address), 0);
  CHECK_EQ(uv_ip4_name(&address, buf, sizeof(buf)), 0);
  CHECK_STR(buf, "203.0.113.9");
  memset(buf, 0, sizeof(buf));
  CHECK_EQ(uv_ip_name((const struct sockaddr *)&address, buf, sizeof(buf)), 0);
  CHECK_STR(buf, "203.0.113.9");

  check_ip6("0:0:0:0:0:0:0:0", "::");
  check_ip6("0:0:0:0:0:0:0:2", "::2");
  check_ip6("2001:0DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1");
  check_ip6("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0");
  check_ip6("::ffff:c000:201", "::ffff:192.0.2.1");
  check_ip6("fe80::1%1", "fe80::1");

  struct sockaddr_un other = {.sun_family = AF_UNIX};
  CHECK_EQ(uv_ip_name((const struct sockaddr *)&other, buf, sizeof(buf)), UV_EAFNOSUPPORT);
  return 0;
}
