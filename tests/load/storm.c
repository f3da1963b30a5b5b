/* SPDX-License-Identifier: MIT */
/*
 * Clients of all kinds against one HTTP server, in one thread, without any library:
 *
 *   storm PORT SECONDS CONNECTIONS
 *
 * One in 100 connections is healthy: a request, the answer, 20 ms, and again. One in 100 each:
 * reads a large answer slowly; writes a body slowly; begins a request and resets the connection;
 * sends bad requests, and begins again; sends a head byte by byte (slowloris). All others are kept
 * alive with a request every ten seconds. Prints one line of JSON: what each kind has seen, and how
 * long answers took for the healthy.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MS UINT64_C(1000000)
#define SLOTS 200000 /* of the histogram: units of 10 us */
#define BODY 10000
#define CONNECTS_AT_ONCE 200

enum { HEALTHY, READER, WRITER, RESETTER, BAD, SLOWLORIS, KEPT, KINDS };
static const char *const kind_names[KINDS] = {"healthy", "readers",   "writers", "resetters",
                                              "bad",     "slowloris", "kept"};

typedef struct {
  int kind, fd;
  bool connected, waiting; /* for an answer */
  size_t sent, got, expected;
  uint64_t since_ns, next_ns, opened_ns;
  unsigned turn;
} client;

typedef struct {
  uint64_t answers, refused, lost, opened;
  uint64_t longest_ns; /* the longest time until the server cut a connection off */
} account;

static const char *const bad_requests[] = {
    "\x16\x03\x01 this is no HTTP\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "GET  /two spaces HTTP/9.9\r\n\r\n",
};

static account accounts[KINDS];
static uint32_t slots[SLOTS];
static struct sockaddr_in server;
static int epoll;
static char room[65536];

static uint64_t now_ns(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (uint64_t)at.tv_sec * 1000000000 + (uint64_t)at.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void open_client(client *c, uint64_t at_ns) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = c};
  c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (c->fd < 0) {
    fail("socket");
  }
  if (c->kind == READER) {
    int small = 4096;
    setsockopt(c->fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
  }
  if (connect(c->fd, (struct sockaddr *)&server, sizeof(server)) != 0 && errno != EINPROGRESS) {
    fail("connect");
  }
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &event) != 0) {
    fail("epoll_ctl");
  }
  c->connected = c->waiting = false;
  c->sent = c->got = c->expected = 0;
  c->opened_ns = at_ns;
  c->next_ns = UINT64_MAX; /* until it is connected */
  accounts[c->kind].opened++;
}

static void close_client(client *c, bool reset, uint64_t again_ns) {
  if (reset) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger));
  }
  close(c->fd);
  c->fd = -1;
  c->next_ns = again_ns;
}

/* Sends a text if it fits, as such short ones do; false if the connection is gone. */
static bool send_text(client *c, const char *text, size_t size) {
  return send(c->fd, text, size, MSG_NOSIGNAL) == (ssize_t)size || errno == EAGAIN;
}

static bool ask(client *c, const char *path, uint64_t at_ns) {
  char text[200];
  int size = snprintf(text, sizeof(text), "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);
  c->since_ns = at_ns;
  c->waiting = true;
  c->got = c->expected = 0;
  return send_text(c, text, (size_t)size);
}

/* What a client does when its time has come. */
static bool act(client *c, uint64_t at_ns) {
  static const char post[] = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n";
  static const char head[] =
      "GET / HTTP/1.1\r\nHost: slow\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
  static char body[200];
  c->next_ns = UINT64_MAX;
  switch (c->kind) {
    case HEALTHY:
    case KEPT:
      return ask(c, "/", at_ns);
    case READER: {
      if (!c->waiting) {
        c->next_ns = at_ns + 50 * MS;
        return ask(c, "/big", at_ns);
      }
      c->next_ns = at_ns + 50 * MS;
      ssize_t got = recv(c->fd, room, 2048, 0);
      if (got > 0) {
        c->got += (size_t)got;
        if (c->got >= 256 * 1024) { /* a few bytes of head do not matter */
          accounts[READER].answers++;
          c->waiting = false;
          close_client(c, false, at_ns + 50 * MS);
        }
        return true;
      }
      return got < 0 && errno == EAGAIN;
    }
    case WRITER:
      if (c->sent == 0) {
        c->sent = 1;
        c->next_ns = at_ns + 100 * MS;
        return send_text(c, post, sizeof(post) - 1);
      }
      memset(body, 'b', sizeof(body));
      if (c->sent - 1 < BODY) {
        c->sent += sizeof(body);
        c->waiting = c->sent - 1 >= BODY;
        c->next_ns = c->waiting ? UINT64_MAX : at_ns + 100 * MS;
        return send_text(c, body, sizeof(body));
      }
      return true;
    case RESETTER:
      if (c->sent == 0) {
        c->sent = 1;
        c->next_ns = at_ns + 10 * MS;
        return send_text(c, post, 20 + c->turn++ % (sizeof(post) - 21));
      }
      close_client(c, true, at_ns + 20 * MS);
      return true;
    case BAD: {
      const char *text = bad_requests[c->turn++ % (sizeof(bad_requests) / sizeof(*bad_requests))];
      c->waiting = true;
      return send_text(c, text, strlen(text));
    }
    default: /* SLOWLORIS */
      c->next_ns = at_ns + 200 * MS;
      return send_text(c, head + c->sent++ % (sizeof(head) - 1), 1);
  }
}

/* The server has cut the connection off, or ended it. */
static void on_end(client *c, uint64_t at_ns) {
  account *a = &accounts[c->kind];
  uint64_t lived_ns = at_ns - c->opened_ns;
  if (c->kind == BAD || c->kind == SLOWLORIS) {
    a->refused++;
    a->longest_ns = lived_ns > a->longest_ns ? lived_ns : a->longest_ns;
  } else {
    a->lost++;
  }
  close_client(c, false, at_ns + 20 * MS);
}

/* Where the body of an answer ends, according to its head; 0: not known yet. */
static size_t answer_size(const char *text, size_t size) {
  const char *end = memmem(text, size, "\r\n\r\n", 4);
  const char *length = memmem(text, size, "Content-Length: ", 16);
  if (end == NULL || length == NULL) {
    return 0;
  }
  return (size_t)(end + 4 - text) + strtoul(length + 16, NULL, 10);
}

static void on_readable(client *c, uint64_t at_ns) {
  for (;;) {
    if (c->kind == READER && c->waiting) {
      return; /* it reads at its own pace */
    }
    ssize_t got = recv(c->fd, room, sizeof(room), 0);
    if (got < 0 && errno == EAGAIN) {
      return;
    }
    if (got <= 0) {
      on_end(c, at_ns);
      return;
    }
    if (c->got == 0) {
      c->expected = answer_size(room, (size_t)got);
    }
    c->got += (size_t)got;
    if ((c->kind == HEALTHY || c->kind == KEPT || c->kind == WRITER) && c->waiting &&
        c->expected != 0 && c->got >= c->expected) {
      uint64_t unit = (at_ns - c->since_ns) / (10 * MS / 1000);
      accounts[c->kind].answers++;
      c->waiting = false;
      c->got = 0;
      if (c->kind == HEALTHY) {
        slots[unit < SLOTS ? unit : SLOTS - 1]++;
      }
      c->next_ns = at_ns + (c->kind == HEALTHY ? 20 : c->kind == KEPT ? 10000 : 100) * MS;
      c->sent = 0;
    }
  }
}

static void on_event(client *c, uint32_t events, uint64_t at_ns) {
  if (c->fd < 0) {
    return;
  }
  if (!c->connected && (events & (EPOLLOUT | EPOLLERR | EPOLLHUP)) != 0) {
    int err = 0;
    socklen_t size = sizeof(err);
    getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &err, &size);
    if (err != 0) {
      on_end(c, at_ns);
      return;
    }
    c->connected = true;
    c->next_ns = at_ns + (c->kind == KEPT ? (uint64_t)(rand() % 2000) : 1) * MS;
  }
  if ((events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) {
    on_readable(c, at_ns);
  }
}

static double percentile_ms(double part) {
  uint64_t total = accounts[HEALTHY].answers, seen = 0;
  unsigned slot = 0;
  while (slot < SLOTS - 1 && (double)(seen += slots[slot]) < (double)total * part) {
    slot++;
  }
  return slot / 100.0;
}

static void report(void) {
  printf("{\"p50_ms\": %.2f, \"p99_ms\": %.2f", percentile_ms(0.5), percentile_ms(0.99));
  for (int kind = 0; kind < KINDS; kind++) {
    const account *a = &accounts[kind];
    printf(", \"%s\": {\"opened\": %llu, \"answers\": %llu, \"refused\": %llu, \"lost\": %llu, "
           "\"longest_ms\": %llu}",
           kind_names[kind], (unsigned long long)a->opened, (unsigned long long)a->answers,
           (unsigned long long)a->refused, (unsigned long long)a->lost,
           (unsigned long long)(a->longest_ns / MS));
  }
  printf("}\n");
}

/* Opens connections and acts for those that are due; a few connections at a time. */
static void turn(client *all, int count, int *opened, uint64_t at_ns) {
  for (int i = 0; i < CONNECTS_AT_ONCE && *opened < count; i++) {
    open_client(&all[(*opened)++], at_ns);
  }
  for (int i = 0; i < *opened; i++) {
    client *c = &all[i];
    if (c->next_ns > at_ns) {
      continue;
    }
    if (c->fd < 0) {
      open_client(c, at_ns);
    } else if (!act(c, at_ns) && c->fd >= 0) {
      on_end(c, at_ns);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: storm PORT SECONDS CONNECTIONS\n");
    return 2;
  }
  int count = atoi(argv[3]);
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_max < (rlim_t)count + 16) {
    fprintf(stderr, "storm: a process may have %llu descriptors here\n",
            (unsigned long long)limit.rlim_max);
    return 1;
  }
  server.sin_family = AF_INET;
  server.sin_port = htons((uint16_t)atoi(argv[1]));
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  epoll = epoll_create1(EPOLL_CLOEXEC);
  client *all = calloc((size_t)count, sizeof(*all));
  if (all == NULL || epoll < 0) {
    fail("storm");
  }
  for (int i = 0; i < count; i++) {
    all[i].kind = i % 100 < KEPT ? i % 100 : KEPT;
    all[i].fd = -1;
  }
  struct epoll_event events[1024];
  int opened = 0;
  uint64_t at_ns = now_ns();
  uint64_t end_ns = at_ns + (uint64_t)atoi(argv[2]) * 1000 * MS;
  uint64_t next_ns = 0;
  while (at_ns < end_ns) {
    int ready = epoll_wait(epoll, events, 1024, 2);
    at_ns = now_ns();
    for (int i = 0; i < ready; i++) {
      on_event(events[i].data.ptr, events[i].events, at_ns);
    }
    if (at_ns >= next_ns) {
      turn(all, count, &opened, at_ns);
      next_ns = at_ns + 2 * MS;
    }
  }
  report();
  return 0;
}
