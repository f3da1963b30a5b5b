/* SPDX-License-Identifier: MIT */
/*
 * Proves that the addresses are those that getifaddrs(3) returns for interfaces that are up and
 * running, in its order, with their masks and hardware addresses.
 */
#include <ifaddrs.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

static int is_shown(const struct ifaddrs *entry) {
  return (entry->ifa_flags & IFF_UP) && (entry->ifa_flags & IFF_RUNNING) &&
         entry->ifa_addr != NULL &&
         (entry->ifa_addr->sa_family == AF_INET || entry->ifa_addr->sa_family == AF_INET6);
}

/* The hardware address, read in another way. */
static void check_hardware(const uv_interface_address_t *address) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  CHECK(fd >= 0);
  struct ifreq request;
  memset(&request, 0, sizeof(request));
  snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", address->name);
  CHECK_EQ(ioctl(fd, SIOCGIFHWADDR, &request), 0);
  CHECK(memcmp(address->phys_addr, request.ifr_hwaddr.sa_data, 6) == 0);
  close(fd);
}

static void check_address(const uv_interface_address_t *actual, const struct ifaddrs *expected) {
  CHECK_STR(actual->name, expected->ifa_name);
  CHECK_EQ(actual->is_internal, (expected->ifa_flags & IFF_LOOPBACK) != 0);
  size_t size = expected->ifa_addr->sa_family == AF_INET ? sizeof(struct sockaddr_in)
                                                         : sizeof(struct sockaddr_in6);
  CHECK(memcmp(&actual->address, expected->ifa_addr, size) == 0);
  CHECK(memcmp(&actual->netmask, expected->ifa_netmask, size) == 0);
  check_hardware(actual);
}

int main(void) {
  struct ifaddrs *all;
  CHECK_EQ(getifaddrs(&all), 0);
  uv_interface_address_t *addresses;
  int count;
  CHECK_EQ(uv_interface_addresses(&addresses, &count), 0);
  int i = 0;
  for (const struct ifaddrs *entry = all; entry != NULL; entry = entry->ifa_next) {
    if (is_shown(entry)) {
      CHECK(i < count);
      check_address(&addresses[i++], entry);
    }
  }
  CHECK_EQ(i, count);
  CHECK((count == 0) == (addresses == NULL));
  uv_free_interface_addresses(addresses, count);
  freeifaddrs(all);
  return 0;
}
