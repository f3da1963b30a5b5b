/* SPDX-License-Identifier: MIT */
/* Proves that addresses of interfaces that are down are not returned, that none at all is no error,
 * and that they are returned once the interface is up. */
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  /* A new network namespace has one interface, which is down. */
  if (unshare(CLONE_NEWNET) != 0) {
    SKIP("may not make a network namespace");
  }
  uv_interface_address_t *addresses = (uv_interface_address_t *)1;
  int count = 77;
  CHECK_EQ(uv_interface_addresses(&addresses, &count), 0);
  CHECK_EQ(count, 0);
  CHECK(addresses == NULL);
  uv_free_interface_addresses(addresses, count);

  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  CHECK(fd >= 0);
  struct ifreq request = {.ifr_name = "lo"};
  struct sockaddr_in address;
  CHECK_EQ(uv_ip4_addr("127.0.0.9", 0, &address), 0);
  memcpy(&request.ifr_addr, &address, sizeof(address));
  CHECK_EQ(ioctl(fd, SIOCSIFADDR, &request), 0);
  CHECK_EQ(ioctl(fd, SIOCGIFFLAGS, &request), 0);
  request.ifr_flags = (short)(request.ifr_flags & ~IFF_UP);
  CHECK_EQ(ioctl(fd, SIOCSIFFLAGS, &request), 0);
  CHECK_EQ(uv_interface_addresses(&addresses, &count), 0);
  CHECK_EQ(count, 0);
  uv_free_interface_addresses(addresses, count);

  request.ifr_flags = (short)(request.ifr_flags | IFF_UP);
  CHECK_EQ(ioctl(fd, SIOCSIFFLAGS, &request), 0);
  CHECK_EQ(uv_interface_addresses(&addresses, &count), 0);
  CHECK(count >= 1);
  CHECK_STR(addresses[0].name, "lo");
  CHECK_EQ(addresses[0].is_internal, 1);
  CHECK_EQ(addresses[0].address.address4.sin_addr.s_addr, address.sin_addr.s_addr);
  uv_free_interface_addresses(addresses, count);
  close(fd);
  return 0;
}
