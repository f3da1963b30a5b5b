/* SPDX-License-Identifier: MIT */
/* Shared by the UDP tests: loopback addresses, and sockets that do not belong to the library. */
#ifndef GY_TEST_UDP_PEER_H
#define GY_TEST_UDP_PEER_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "descriptors.h"
#include "uv.h"

#define ADDRESS(name) ((struct sockaddr *)&(name))

__attribute__((unused)) static struct sockaddr_in loopback(int port) {
  struct sockaddr_in name;
  CHECK_EQ(uv_ip4_addr("127.0.0.1", port, &name), 0);
  return name;
}

/* Binds HANDLE to a free port of loopback and returns its address. */
__attribute__((unused)) static struct sockaddr_in bind_loopback(uv_udp_t *handle) {
  struct sockaddr_in name = loopback(0);
  int size = sizeof(name);
  CHECK_EQ(uv_udp_bind(handle, ADDRESS(name), 0), 0);
  CHECK_EQ(uv_udp_getsockname(handle, ADDRESS(name), &size), 0);
  return name;
}

/* A socket of the test on loopback; its address goes to NAME. */
__attribute__((unused)) static int peer_open(struct sockaddr_in *name) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  socklen_t size = sizeof(*name);
  CHECK(fd >= 0);
  *name = loopback(0);
  CHECK_EQ(bind(fd, ADDRESS(*name), size), 0);
  CHECK_EQ(getsockname(fd, ADDRESS(*name), &size), 0);
  return fd;
}

/* The next datagram that FD has, as a string; -1 if there is none. */
__attribute__((unused)) static ssize_t peer_receive(int fd, char *text, size_t room) {
  ssize_t count = recv(fd, text, room - 1, MSG_DONTWAIT);
  text[count > 0 ? count : 0] = '\0';
  return count;
}

__attribute__((unused)) static bool have_ip6(void) {
  struct sockaddr_in6 name;
  int fd = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  CHECK_EQ(uv_ip6_addr("::1", 0, &name), 0);
  bool have = fd >= 0 && bind(fd, ADDRESS(name), sizeof(name)) == 0;
  if (fd >= 0) {
    close(fd);
  }
  return have;
}

/* Runs the loop until it has nothing more to do, and closes it. */
__attribute__((unused)) static void finish_loop(uv_loop_t *loop) {
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
}

#endif
