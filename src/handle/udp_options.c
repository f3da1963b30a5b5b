/* SPDX-License-Identifier: MIT */
/*
 * Options of UDP sockets: multicast groups, how far datagrams go and through which interface. A
 * handle without a socket has no options (UV_EBADF); but joining a group makes one.
 */
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "handle/udp.h"

#define TTL_MAX 255

static int set(const uv_udp_t *handle, int level, int option, const void *value, socklen_t size) {
  int fd = gy_udp_of(handle)->watcher.fd;
  return setsockopt(fd, level, option, value, size) == 0 ? 0 : -errno;
}

/* Also false without a socket: then setting any option fails, whatever the family. */
static bool is_ip6(const uv_udp_t *handle) {
  int family;
  socklen_t size = sizeof(family);
  int fd = gy_udp_of(handle)->watcher.fd;
  return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 && family == AF_INET6;
}

/* An option that both families have, under different names. */
static int set_number(const uv_udp_t *handle, int option4, int option6, int value) {
  return is_ip6(handle) ? set(handle, IPPROTO_IPV6, option6, &value, sizeof(value))
                        : set(handle, IPPROTO_IP, option4, &value, sizeof(value));
}

int uv_udp_set_broadcast(uv_udp_t *handle, int on) {
  return set(handle, SOL_SOCKET, SO_BROADCAST, &on, sizeof(on));
}

int uv_udp_set_ttl(uv_udp_t *handle, int ttl) {
  if (ttl < 1 || ttl > TTL_MAX) {
    return UV_EINVAL;
  }
  return set_number(handle, IP_TTL, IPV6_UNICAST_HOPS, ttl);
}

/* 0 is valid: the datagrams stay on this machine. */
int uv_udp_set_multicast_ttl(uv_udp_t *handle, int ttl) {
  if (ttl < 0 || ttl > TTL_MAX) {
    return UV_EINVAL;
  }
  return set_number(handle, IP_MULTICAST_TTL, IPV6_MULTICAST_HOPS, ttl);
}

int uv_udp_set_multicast_loop(uv_udp_t *handle, int on) {
  return set_number(handle, IP_MULTICAST_LOOP, IPV6_MULTICAST_LOOP, on != 0);
}

/* The interface of an IPv4 address; NULL: the kernel chooses. */
static int parse_interface4(const char *text, struct in_addr *address) {
  struct sockaddr_in parsed;
  address->s_addr = htonl(INADDR_ANY);
  int err = text == NULL ? 0 : uv_ip4_addr(text, 0, &parsed);
  if (err == 0 && text != NULL) {
    *address = parsed.sin_addr;
  }
  return err;
}

/* For IPv6 the zone of the address names the interface. */
static int parse_interface6(const char *text, unsigned *index) {
  struct sockaddr_in6 parsed;
  *index = 0;
  int err = text == NULL ? 0 : uv_ip6_addr(text, 0, &parsed);
  if (err == 0 && text != NULL) {
    *index = parsed.sin6_scope_id;
  }
  return err;
}

int uv_udp_set_multicast_interface(uv_udp_t *handle, const char *interface_addr) {
  struct in_addr address;
  unsigned index;
  bool may_be_ip4 = interface_addr != NULL || !is_ip6(handle);
  if (may_be_ip4 && parse_interface4(interface_addr, &address) == 0) {
    return set(handle, IPPROTO_IP, IP_MULTICAST_IF, &address, sizeof(address));
  }
  int err = parse_interface6(interface_addr, &index);
  return err != 0 ? err : set(handle, IPPROTO_IPV6, IPV6_MULTICAST_IF, &index, sizeof(index));
}

static int change_membership4(uv_udp_t *handle, struct in_addr group, const char *interface_addr,
                              bool join) {
  struct ip_mreq request = {.imr_multiaddr = group};
  int err = parse_interface4(interface_addr, &request.imr_interface);
  if (err == 0) {
    err = gy_udp_bind_any(gy_udp_of(handle), AF_INET, UV_UDP_REUSEADDR);
  }
  int option = join ? IP_ADD_MEMBERSHIP : IP_DROP_MEMBERSHIP;
  return err != 0 ? err : set(handle, IPPROTO_IP, option, &request, sizeof(request));
}

static int change_membership6(uv_udp_t *handle, struct in6_addr group, const char *interface_addr,
                              bool join) {
  struct ipv6_mreq request = {.ipv6mr_multiaddr = group};
  int err = parse_interface6(interface_addr, &request.ipv6mr_interface);
  if (err == 0) {
    err = gy_udp_bind_any(gy_udp_of(handle), AF_INET6, UV_UDP_REUSEADDR);
  }
  int option = join ? IPV6_ADD_MEMBERSHIP : IPV6_DROP_MEMBERSHIP;
  return err != 0 ? err : set(handle, IPPROTO_IPV6, option, &request, sizeof(request));
}

int uv_udp_set_membership(uv_udp_t *handle, const char *multicast_addr, const char *interface_addr,
                          uv_membership membership) {
  struct sockaddr_in group4;
  struct sockaddr_in6 group6;
  if (membership != UV_JOIN_GROUP && membership != UV_LEAVE_GROUP) {
    return UV_EINVAL;
  }
  bool join = membership == UV_JOIN_GROUP;
  if (uv_ip4_addr(multicast_addr, 0, &group4) == 0) {
    return change_membership4(handle, group4.sin_addr, interface_addr, join);
  }
  if (uv_ip6_addr(multicast_addr, 0, &group6) == 0) {
    return change_membership6(handle, group6.sin6_addr, interface_addr, join);
  }
  return UV_EINVAL;
}

static int change_source4(uv_udp_t *handle, const struct sockaddr_in *group,
                          const char *interface_addr, const char *source_addr, bool join) {
  struct sockaddr_in source;
  struct ip_mreq_source request = {.imr_multiaddr = group->sin_addr};
  int err = uv_ip4_addr(source_addr, 0, &source);
  if (err == 0) {
    err = parse_interface4(interface_addr, &request.imr_interface);
  }
  if (err == 0) {
    err = gy_udp_bind_any(gy_udp_of(handle), AF_INET, UV_UDP_REUSEADDR);
  }
  if (err != 0) {
    return err;
  }
  request.imr_sourceaddr = source.sin_addr;
  int option = join ? IP_ADD_SOURCE_MEMBERSHIP : IP_DROP_SOURCE_MEMBERSHIP;
  return set(handle, IPPROTO_IP, option, &request, sizeof(request));
}

static int change_source6(uv_udp_t *handle, const struct sockaddr_in6 *group,
                          const char *interface_addr, const char *source_addr, bool join) {
  struct sockaddr_in6 source;
  unsigned index = 0;
  int err = uv_ip6_addr(source_addr, 0, &source);
  if (err == 0) {
    err = parse_interface6(interface_addr, &index);
  }
  if (err == 0) {
    err = gy_udp_bind_any(gy_udp_of(handle), AF_INET6, UV_UDP_REUSEADDR);
  }
  if (err != 0) {
    return err;
  }
  struct group_source_req request = {.gsr_interface = index};
  memcpy(&request.gsr_group, group, sizeof(*group));
  memcpy(&request.gsr_source, &source, sizeof(source));
  int option = join ? MCAST_JOIN_SOURCE_GROUP : MCAST_LEAVE_SOURCE_GROUP;
  return set(handle, IPPROTO_IPV6, option, &request, sizeof(request));
}

int uv_udp_set_source_membership(uv_udp_t *handle, const char *multicast_addr,
                                 const char *interface_addr, const char *source_addr,
                                 uv_membership membership) {
  struct sockaddr_in group4;
  struct sockaddr_in6 group6;
  if (membership != UV_JOIN_GROUP && membership != UV_LEAVE_GROUP) {
    return UV_EINVAL;
  }
  bool join = membership == UV_JOIN_GROUP;
  if (uv_ip4_addr(multicast_addr, 0, &group4) == 0) {
    return change_source4(handle, &group4, interface_addr, source_addr, join);
  }
  if (uv_ip6_addr(multicast_addr, 0, &group6) == 0) {
    return change_source6(handle, &group6, interface_addr, source_addr, join);
  }
  return UV_EINVAL;
}
