/* SPDX-License-Identifier: MIT */
/*
 * Internet addresses to text and back. Programs call it, and so do tcp, udp and the resolver.
 *
 * The texts are those of inet_pton and inet_ntop with one addition: an IPv6 address may carry a
 * zone ("fe80::1%eth0"), which names the interface that the address is meant on.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "os/inet.h"
#include "uv.h"

socklen_t gy_inet_size(const struct sockaddr *address) {
  switch (address->sa_family) {
    case AF_INET:
      return sizeof(struct sockaddr_in);
    case AF_INET6:
      return sizeof(struct sockaddr_in6);
    default:
      return 0;
  }
}

int uv_inet_ntop(int af, const void *src, char *dst, size_t size) {
  if (af != AF_INET && af != AF_INET6) {
    return UV_EAFNOSUPPORT;
  }
  /* The C library takes the size as an unsigned int; no address needs more. */
  socklen_t room = size > INET6_ADDRSTRLEN ? INET6_ADDRSTRLEN : (socklen_t)size;
  return inet_ntop(af, src, dst, room) == NULL ? -errno : 0;
}

/* The address alone: the text up to its zone. */
static int parse_ip6(const char *text, struct in6_addr *address) {
  char bare[INET6_ADDRSTRLEN];
  size_t length = strcspn(text, "%");
  if (length >= sizeof(bare)) {
    return UV_EINVAL;
  }
  memcpy(bare, text, length);
  bare[length] = '\0';
  return inet_pton(AF_INET6, bare, address) == 1 ? 0 : UV_EINVAL;
}

int uv_inet_pton(int af, const char *src, void *dst) {
  if (src == NULL || dst == NULL) {
    return UV_EINVAL;
  }
  switch (af) {
    case AF_INET:
      return inet_pton(AF_INET, src, dst) == 1 ? 0 : UV_EINVAL;
    case AF_INET6:
      return parse_ip6(src, dst);
    default:
      return UV_EAFNOSUPPORT;
  }
}

/* 0, which means any interface, if there is no such zone here. */
static uint32_t zone_index(const char *zone) {
  uint32_t index = if_nametoindex(zone);
  if (index == 0 && zone[0] >= '0' && zone[0] <= '9') {
    char *end;
    errno = 0;
    unsigned long number = strtoul(zone, &end, 10);
    if (errno == 0 && *end == '\0' && number <= UINT32_MAX) {
      index = (uint32_t)number;
    }
  }
  return index;
}

int uv_ip4_addr(const char *ip, int port, struct sockaddr_in *addr) {
  memset(addr, 0, sizeof(*addr));
  addr->sin_family = AF_INET;
  addr->sin_port = htons((uint16_t)port);
  return uv_inet_pton(AF_INET, ip, &addr->sin_addr);
}

int uv_ip6_addr(const char *ip, int port, struct sockaddr_in6 *addr) {
  memset(addr, 0, sizeof(*addr));
  addr->sin6_family = AF_INET6;
  addr->sin6_port = htons((uint16_t)port);
  int err = uv_inet_pton(AF_INET6, ip, &addr->sin6_addr);
  if (err != 0) {
    return err;
  }
  const char *percent = strchr(ip, '%');
  if (percent != NULL) {
    addr->sin6_scope_id = zone_index(percent + 1);
  }
  return 0;
}

int uv_ip4_name(const struct sockaddr_in *src, char *dst, size_t size) {
  return uv_inet_ntop(AF_INET, &src->sin_addr, dst, size);
}

int uv_ip6_name(const struct sockaddr_in6 *src, char *dst, size_t size) {
  return uv_inet_ntop(AF_INET6, &src->sin6_addr, dst, size);
}

int uv_ip_name(const struct sockaddr *src, char *dst, size_t size) {
  switch (src->sa_family) {
    case AF_INET:
      return uv_ip4_name((const struct sockaddr_in *)src, dst, size);
    case AF_INET6:
      return uv_ip6_name((const struct sockaddr_in6 *)src, dst, size);
    default:
      return UV_EAFNOSUPPORT;
  }
}
