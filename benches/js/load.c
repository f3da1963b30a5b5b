/* SPDX-License-Identifier: MIT */
/*
 * The client for the servers in serve/, without any library, so that only the server is measured.
 * It keeps its connections, and each has one message or request under way at all times. Connecting
 * is not counted.
 *
 *   load echo PORT SECONDS CONNECTIONS [BYTES]   that many bytes (64) both ways: prints nanoseconds
 *                                                per exchange and the 99th percentile of its
 *                                                latency, in microseconds
 *   load http PORT SECONDS CONNECTIONS [FROM TO]...
 *                                                GET /, whose answers all have the same size:
 *                                                prints for each second, or from the second FROM to
 *                                                the second TO, how many there were, and of their
 *                                                latency the median, the 99th and the 99.9th
 *                                                percentile and the highest, in microseconds
 *   load get PORT                                one GET /: prints the nanoseconds it took, and the
 *                                                bytes
 */
#include <arpa/inet.h>
#include <errno.h>
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

#define NS_PER_SECOND UINT64_C(1000000000)
#define MESSAGE 64
#define MESSAGE_MAX 65536
#define CONNECTIONS_MAX 1024
#define SECONDS_MAX 120
#define SLOTS 500000 /* of a histogram: microseconds; the last one has all that took longer */

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static uint64_t now_ns(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (uint64_t)at.tv_sec * NS_PER_SECOND + (uint64_t)at.tv_nsec;
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

/* What is said and heard on each connection, and how long that took, for each second. */
static char message[MESSAGE_MAX];
static size_t message_size;
static size_t answer_size;
static uint32_t *seconds[SECONDS_MAX];
static connection all[CONNECTIONS_MAX];
static char room[MESSAGE_MAX];

static void send_all(int fd, const char *bytes, size_t size) {
  while (size > 0) {
    ssize_t sent = write(fd, bytes, size);
    if (sent < 0) {
      fail("write");
    }
    bytes += sent;
    size -= (size_t)sent;
  }
}

static void begin(connection *c) {
  c->got = 0;
  c->since_ns = now_ns();
  send_all(c->fd, message, message_size);
}

/* One more read; true if the answer is complete. */
static bool hear(connection *c) {
  ssize_t got = read(c->fd, room, sizeof(room));
  if (got <= 0) {
    fail("read");
  }
  c->got += (size_t)got;
  if (c->got > answer_size) {
    fprintf(stderr, "an answer of %zu bytes, and not %zu\n", c->got, answer_size);
    exit(1);
  }
  return c->got == answer_size;
}

/* Returns how long all of it took. */
static uint64_t exchange(const char *port, int duration, int count) {
  struct epoll_event events[256];
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  for (int i = 0; i < duration; i++) {
    seconds[i] = calloc(SLOTS, sizeof(*seconds[i]));
    if (seconds[i] == NULL) {
      fail("calloc");
    }
  }
  for (int i = 0; i < count; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
    all[i].fd = dial(port);
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, all[i].fd, &event) != 0) {
      fail("epoll_ctl");
    }
  }
  uint64_t start_ns = now_ns();
  uint64_t end_ns = start_ns + (uint64_t)duration * NS_PER_SECOND;
  uint64_t at_ns = start_ns;
  for (int i = 0; i < count; i++) {
    begin(&all[i]);
  }
  while (at_ns < end_ns) {
    int ready = epoll_wait(epoll, events, 256, 1000);
    at_ns = now_ns();
    for (int i = 0; i < ready && at_ns < end_ns; i++) {
      connection *c = events[i].data.ptr;
      if (hear(c)) {
        uint64_t us = (at_ns - c->since_ns) / 1000;
        seconds[(at_ns - start_ns) / NS_PER_SECOND][us < SLOTS ? us : SLOTS - 1]++;
        begin(c);
      }
    }
  }
  return at_ns - start_ns;
}

/* Adds up the histograms of these seconds; returns how many exchanges there were. */
static uint64_t join(uint32_t *slots, int from, int to) {
  uint64_t exchanges = 0;
  memset(slots, 0, SLOTS * sizeof(*slots));
  for (int i = from; i < to; i++) {
    for (int slot = 0; slot < SLOTS; slot++) {
      slots[slot] += seconds[i][slot];
      exchanges += seconds[i][slot];
    }
  }
  if (exchanges == 0) {
    fprintf(stderr, "no exchange from second %d to %d\n", from, to);
    exit(1);
  }
  return exchanges;
}

/* The latency that this share of the exchanges did not exceed, in microseconds. */
static int percentile(const uint32_t *slots, uint64_t exchanges, double share) {
  uint64_t wanted = (uint64_t)((double)exchanges * share + 0.5);
  uint64_t seen = 0;
  int slot = 0;
  while (slot < SLOTS - 1 && (seen += slots[slot]) < wanted) {
    slot++;
  }
  return slot;
}

static void echo(const char *port, int duration, int count, size_t size) {
  static uint32_t slots[SLOTS];
  message_size = answer_size = size;
  uint64_t taken_ns = exchange(port, duration, count);
  uint64_t exchanges = join(slots, 0, duration);
  printf("%.1f %d\n", (double)taken_ns / (double)exchanges, percentile(slots, exchanges, 0.99));
}

static void print_latency(int from, int to) {
  static uint32_t slots[SLOTS];
  uint64_t exchanges = join(slots, from, to);
  printf("%d-%d %llu %d %d %d %d\n", from, to, (unsigned long long)exchanges,
         percentile(slots, exchanges, 0.5), percentile(slots, exchanges, 0.99),
         percentile(slots, exchanges, 0.999), percentile(slots, exchanges, 1));
}

/* How long the answer is that begins with this text; 0: not known yet. */
static size_t whole_size(const char *answer) {
  const char *end = strstr(answer, "\r\n\r\n");
  const char *length = strcasestr(answer, "\r\nContent-Length:");
  if (end == NULL) {
    return 0;
  }
  if (length != NULL && length < end) {
    return (size_t)(end - answer) + 4 + strtoul(strchr(length, ':') + 1, NULL, 10);
  }
  const char *last = strstr(end, "\r\n0\r\n\r\n"); /* of the chunks */
  return last == NULL ? 0 : (size_t)(last - answer) + 7;
}

/* Asks once, to know the size of an answer. */
static size_t size_of_answer(const char *port) {
  static char answer[MESSAGE_MAX];
  size_t used = 0;
  size_t size = 0;
  int fd = dial(port);
  send_all(fd, message, message_size);
  while (size == 0) {
    ssize_t got = read(fd, answer + used, sizeof(answer) - 1 - used);
    if (got <= 0) {
      fail("read");
    }
    used += (size_t)got;
    size = whole_size(answer);
  }
  if (strncmp(answer, "HTTP/1.1 200 ", 13) != 0) {
    fprintf(stderr, "not what was asked for: %s\n", answer);
    exit(1);
  }
  close(fd);
  return size;
}

static void http(const char *port, int duration, int count, char **windows) {
  message_size = (size_t)snprintf(message, sizeof(message), "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  answer_size = size_of_answer(port);
  exchange(port, duration, count);
  for (int i = 0; windows[0] == NULL && i < duration; i++) {
    print_latency(i, i + 1);
  }
  for (; windows[0] != NULL; windows += 2) {
    print_latency(atoi(windows[0]), atoi(windows[1]));
  }
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

static bool windows_fit(char **windows, int duration) {
  for (; windows[0] != NULL; windows += 2) {
    if (windows[1] == NULL || atoi(windows[0]) < 0 || atoi(windows[1]) > duration ||
        atoi(windows[0]) >= atoi(windows[1])) {
      return false;
    }
  }
  return true;
}

int main(int argc, char **argv) {
  int duration = argc > 3 ? atoi(argv[3]) : 0;
  int count = argc > 4 ? atoi(argv[4]) : 0;
  bool fits = duration > 0 && duration <= SECONDS_MAX && count > 0 && count <= CONNECTIONS_MAX;
  size_t size = argc > 5 ? strtoul(argv[5], NULL, 10) : MESSAGE;
  if (fits && strcmp(argv[1], "echo") == 0 && argc <= 6 && size > 0 && size <= MESSAGE_MAX) {
    echo(argv[2], duration, count, size);
  } else if (fits && strcmp(argv[1], "http") == 0 && windows_fit(argv + 5, duration)) {
    http(argv[2], duration, count, argv + 5);
  } else if (argc == 3 && strcmp(argv[1], "get") == 0) {
    get(argv[2]);
  } else {
    fprintf(stderr, "usage: load echo PORT SECONDS CONNECTIONS [BYTES]\n"
                    "       load http PORT SECONDS CONNECTIONS [FROM TO]...\n"
                    "       load get PORT\n");
    return 2;
  }
  return 0;
}
