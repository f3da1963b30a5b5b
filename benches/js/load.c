/* SPDX-License-Identifier: MIT */
/*
 * The client for the servers in serve/, without any library, so that only the server is measured.
 *
 *   load echo PORT SECONDS CONNECTIONS   64 bytes both ways on each connection, all the time:
 *                                        prints nanoseconds per exchange and the 99th percentile of
 *                                        its latency, in microseconds
 *   load get PORT                        one GET /: prints the nanoseconds it took, and the bytes
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MESSAGE 64
#define CONNECTIONS_MAX 1024
#define SLOTS 100000 /* of the histogram: microseconds */

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static uint64_t now_ns(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (uint64_t)at.tv_sec * 1000000000 + (uint64_t)at.tv_nsec;
}

static int dial(const char *port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int on = 1;
  if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0) {
    fail("connect");
  }
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return fd;
}

typedef struct {
  int fd;
  size_t got;
  uint64_t since_ns;
} connection;

static void begin(connection *c) {
  static const char message[MESSAGE] = "an echo";
  c->got = 0;
  c->since_ns = now_ns();
  if (write(c->fd, message, MESSAGE) != MESSAGE) {
    fail("write");
  }
}

static void echo(const char *port, int seconds, int count) {
  static connection all[CONNECTIONS_MAX];
  static uint32_t slots[SLOTS];
  static char room[65536];
  struct epoll_event events[256];
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  uint64_t exchanges = 0;
  for (int i = 0; i < count; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
    all[i].fd = dial(port);
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, all[i].fd, &event) != 0) {
      fail("epoll_ctl");
    }
    begin(&all[i]);
  }
  uint64_t start_ns = now_ns();
  uint64_t end_ns = start_ns + (uint64_t)seconds * 1000000000;
  uint64_t at_ns = start_ns;
  while (at_ns < end_ns) {
    int ready = epoll_wait(epoll, events, 256, 1000);
    at_ns = now_ns();
    for (int i = 0; i < ready; i++) {
      connection *c = events[i].data.ptr;
      ssize_t got = read(c->fd, room, sizeof(room));
      if (got <= 0) {
        fail("read");
      }
      c->got += (size_t)got;
      if (c->got >= MESSAGE) {
        uint64_t us = (at_ns - c->since_ns) / 1000;
        slots[us < SLOTS ? us : SLOTS - 1]++;
        exchanges++;
        begin(c);
      }
    }
  }
  uint64_t seen = 0;
  unsigned slot = 0;
  while (slot < SLOTS - 1 && (seen += slots[slot]) < exchanges * 99 / 100) {
    slot++;
  }
  if (exchanges == 0) {
    fprintf(stderr, "no exchange in %d s\n", seconds);
    exit(1);
  }
  printf("%.1f %u\n", (double)(at_ns - start_ns) / (double)exchanges, slot);
}

static void get(const char *port) {
  static const char request[] = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  static char room[1 << 20];
  uint64_t start_ns = now_ns();
  uint64_t bytes = 0;
  int fd = dial(port);
  ssize_t got;
  if (write(fd, request, sizeof(request) - 1) < 0) {
    fail("write");
  }
  while ((got = read(fd, room, sizeof(room))) > 0) {
    bytes += (uint64_t)got;
  }
  if (got < 0) {
    fail("read");
  }
  printf("%llu %llu\n", (unsigned long long)(now_ns() - start_ns), (unsigned long long)bytes);
}

int main(int argc, char **argv) {
  if (argc == 5 && strcmp(argv[1], "echo") == 0 && atoi(argv[4]) <= CONNECTIONS_MAX) {
    echo(argv[2], atoi(argv[3]), atoi(argv[4]));
  } else if (argc == 3 && strcmp(argv[1], "get") == 0) {
    get(argv[2]);
  } else {
    fprintf(stderr, "usage: load echo PORT SECONDS CONNECTIONS | load get PORT\n");
    return 2;
  }
  return 0;
}
