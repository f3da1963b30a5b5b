/* SPDX-License-Identifier: MIT */
/* The network interfaces and their addresses. Programs call it. */
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netpacket/packet.h>
#include <stdbool.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "uv.h"

/* Is this an address that programs want: IPv4 or IPv6, of an interface that is up? */
static bool is_wanted(const struct ifaddrs *entry) {
  unsigned works = IFF_UP | IFF_RUNNING;
  return (entry->ifa_flags & works) == works && entry->ifa_addr != NULL &&
         (entry->ifa_addr->sa_family == AF_INET || entry->ifa_addr->sa_family == AF_INET6);
}

/* Does ADDRESS belong to the interface NAME? An alias ("eth0:1") belongs to its interface. */
static bool is_of(const char *address, const char *name) {
  size_t length = strlen(name);
  return strncmp(address, name, length) == 0 && (address[length] == '\0' || address[length] == ':');
}

/* The hardware address of the interface NAME; it stays zero if there is none. */
static void find_hardware(const struct ifaddrs *all, const char *name, char out[6]) {
  for (const struct ifaddrs *entry = all; entry != NULL; entry = entry->ifa_next) {
    if (entry->ifa_addr != NULL && entry->ifa_addr->sa_family == AF_PACKET &&
        is_of(name, entry->ifa_name)) {
      const struct sockaddr_ll *link = (const struct sockaddr_ll *)entry->ifa_addr;
      memcpy(out, link->sll_addr, link->sll_halen < 6 ? link->sll_halen : 6);
      return;
    }
  }
}

static void fill(uv_interface_address_t *out, const struct ifaddrs *entry) {
  bool is_ip4 = entry->ifa_addr->sa_family == AF_INET;
  size_t size = is_ip4 ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
  memcpy(&out->address, entry->ifa_addr, size);
  if (entry->ifa_netmask != NULL) {
    memcpy(&out->netmask, entry->ifa_netmask, size);
  }
  out->is_internal = (entry->ifa_flags & IFF_LOOPBACK) != 0;
}

int uv_interface_addresses(uv_interface_address_t **addresses, int *count) {
  *addresses = NULL;
  *count = 0;
  struct ifaddrs *all;
  if (getifaddrs(&all) != 0) {
    return -errno;
  }
  int wanted = 0;
  size_t size = 0;
  for (const struct ifaddrs *entry = all; entry != NULL; entry = entry->ifa_next) {
    if (is_wanted(entry)) {
      wanted++;
      size += sizeof(**addresses) + strlen(entry->ifa_name) + 1;
    }
  }
  int err = 0;
  if (wanted > 0) {
    /* The array and, behind it, the names: one allocation. */
    uv_interface_address_t *out = gy_alloc_zeroed(1, size);
    if (out != NULL) {
      *addresses = out;
      *count = wanted;
      char *names = (char *)(out + wanted);
      for (const struct ifaddrs *entry = all; entry != NULL; entry = entry->ifa_next) {
        if (is_wanted(entry)) {
          out->name = names;
          names = stpcpy(names, entry->ifa_name) + 1;
          fill(out, entry);
          find_hardware(all, entry->ifa_name, out->phys_addr);
          out++;
        }
      }
    } else {
      err = UV_ENOMEM;
    }
  }
  freeifaddrs(all);
  return err;
}

void uv_free_interface_addresses(uv_interface_address_t *addresses, int count) {
  (void)count;
  gy_free(addresses);
}

int uv_if_indextoname(unsigned int ifindex, char *buffer, size_t *size) {
  int err = gy_buffer_check(buffer, size);
  if (err != 0) {
    return err;
  }
  char name[IF_NAMESIZE];
  if (if_indextoname(ifindex, name) == NULL) {
    return -errno;
  }
  return gy_buffer_put(buffer, size, name, strnlen(name, sizeof(name)));
}

int uv_if_indextoiid(unsigned int ifindex, char *buffer, size_t *size) {
  return uv_if_indextoname(ifindex, buffer, size);
}
