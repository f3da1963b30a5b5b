/* SPDX-License-Identifier: MIT */
/*
 * The client for the servers that speak WebSocket, without any library.
 *
 *   load_ws echo PORT SECONDS CONNECTIONS   64 bytes both ways on each connection, again and again
 *   load_ws say PORT SECONDS CONNECTIONS    socket.io: the first sends a message, all must get it
 *                                           before it sends the next
 *
 * Prints nanoseconds per received message, their number, and the median and the 99th percentile of
 * the latency of an exchange, in microseconds.
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE = 64, CONNECTIONS_MAX = 1024, SLOTS = 1000000, ROOM = 4096, EVENTS = 256 };

typedef struct {
  int fd;
  size_t size;
  unsigned char room[ROOM];
  uint64_t since_ns;
} connection;

static connection all[CONNECTIONS_MAX];
static uint32_t slots[SLOTS]; /* exchanges by microseconds */

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static uint64_t now_ns(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (uint64_t)at.tv_sec * 1000000000 + (uint64_t)at.tv_nsec;
}

static void send_all(int fd, const void *bytes, size_t size) {
  if (write(fd, bytes, size) != (ssize_t)size) {
    fail("write");
  }
}

/* A text of at most 125 bytes, under a mask of zeros. */
static void send_text(connection *c, const char *text, size_t size) {
  unsigned char frame[6 + 125] = {0x81, (unsigned char)(0x80 | size)};
  memcpy(frame + 6, text, size);
  c->since_ns = now_ns();
  send_all(c->fd, frame, 6 + size);
}

static void fill(connection *c) {
  ssize_t got = read(c->fd, c->room + c->size, ROOM - c->size);
  if (got <= 0) {
    fail("read");
  }
  c->size += (size_t)got;
}

/* The size of the first frame if it is complete, else 0. */
static size_t frame_size(const connection *c) {
  size_t size = c->size < 4        ? ROOM
                : c->room[1] < 126 ? 2u + c->room[1]
                                   : 4u + (size_t)(c->room[2] << 8 | c->room[3]);
  return size <= c->size ? size : 0;
}

static void drop(connection *c, size_t size) {
  c->size -= size;
  memmove(c->room, c->room + size, c->size);
}

static void wait_frame(connection *c) {
  while (frame_size(c) == 0) {
    fill(c);
  }
  drop(c, frame_size(c));
}

static void dial(connection *c, const char *port, const char *path) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  char request[512];
  char *end;
  int on = 1;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&to, sizeof(to)) != 0) {
    fail("connect");
  }
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  int size = snprintf(request, sizeof(request),
                      "GET %s HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      "Sec-WebSocket-Version: 13\r\n"
                      "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n",
                      path);
  send_all(c->fd, request, (size_t)size);
  do {
    fill(c);
    end = memmem(c->room, c->size, "\r\n\r\n", 4);
  } while (end == NULL);
  if (strncmp((char *)c->room, "HTTP/1.1 101", 12) != 0) {
    fprintf(stderr, "no WebSocket: %.60s\n", c->room);
    exit(1);
  }
  drop(c, (size_t)(end + 4 - (char *)c->room));
}

static void note(uint64_t since_ns, uint64_t at_ns) {
  uint64_t us = (at_ns - since_ns) / 1000;
  slots[us < SLOTS ? us : SLOTS - 1]++;
}

static unsigned percentile(uint64_t exchanges, unsigned percent) {
  uint64_t seen = 0;
  unsigned slot = 0;
  while (slot < SLOTS - 1 && (seen += slots[slot]) < exchanges * percent / 100) {
    slot++;
  }
  return slot;
}

/* Frames that were received on one connection. */
static unsigned take(connection *c) {
  unsigned count = 0;
  fill(c);
  for (size_t size; (size = frame_size(c)) != 0; count++) {
    drop(c, size);
  }
  return count;
}

static void load(const char *port, int seconds, int count, bool is_say) {
  static const char said[] = "42[\"say\",\"what one says, all the others hear, again and again\"]";
  static const char text[MESSAGE + 1] =
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  struct epoll_event events[EVENTS];
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  uint64_t messages = 0;
  uint64_t exchanges = 0;
  int unheard = count;
  for (int i = 0; i < count; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
    dial(&all[i], port, is_say ? "/socket.io/?EIO=4&transport=websocket" : "/");
    if (is_say) {
      wait_frame(&all[i]);
      send_text(&all[i], "40", 2);
      wait_frame(&all[i]);
    }
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, all[i].fd, &event) != 0) {
      fail("epoll_ctl");
    }
  }
  uint64_t start_ns = now_ns();
  uint64_t end_ns = start_ns + (uint64_t)seconds * 1000000000;
  uint64_t at_ns = start_ns;
  for (int i = 0; i < (is_say ? 1 : count); i++) {
    send_text(&all[i], is_say ? said : text, is_say ? sizeof(said) - 1 : MESSAGE);
  }
  while (at_ns < end_ns) {
    int ready = epoll_wait(epoll, events, EVENTS, 1000);
    at_ns = now_ns();
    for (int i = 0; i < ready; i++) {
      connection *c = events[i].data.ptr;
      unsigned came = take(c);
      messages += came;
      if (!is_say && came != 0) {
        note(c->since_ns, at_ns);
        exchanges++;
        send_text(c, text, MESSAGE);
      } else if (is_say && (unheard -= (int)came) == 0) {
        note(all[0].since_ns, at_ns);
        exchanges++;
        unheard = count;
        send_text(&all[0], said, sizeof(said) - 1);
      }
    }
  }
  if (exchanges == 0) {
    fprintf(stderr, "no exchange in %d s\n", seconds);
    exit(1);
  }
  printf("%.1f %llu %u %u\n", (double)(at_ns - start_ns) / (double)messages,
         (unsigned long long)messages, percentile(exchanges, 50), percentile(exchanges, 99));
}

int main(int argc, char **argv) {
  bool is_say = argc == 5 && strcmp(argv[1], "say") == 0;
  if (argc != 5 || (!is_say && strcmp(argv[1], "echo") != 0) || atoi(argv[4]) > CONNECTIONS_MAX ||
      atoi(argv[4]) < 1) {
    fprintf(stderr, "usage: load_ws echo|say PORT SECONDS CONNECTIONS\n");
    return 2;
  }
  load(argv[2], atoi(argv[3]), atoi(argv[4]), is_say);
  return 0;
}
