/* SPDX-License-Identifier: MIT */
/*
 * A client of benches/million: opens many connections, keeps them, uses some of them, closes them.
 * It calls the kernel directly (epoll), so that only the server's library is measured.
 *
 *   client CONNECTIONS FIRST PORT...
 *
 * FIRST is the number of its first connection among those of all clients: each PER_TARGET of them
 * go to an address and a port of their own, since they share a source address and its ports. That
 * is far fewer than there are ports, since the kernel searches long for one of the last free ones.
 *
 * benches/million/run commands it by lines on standard input; only `stats` and `latencies` answer.
 *   open                 open all connections; each counts when the server has greeted it
 *   stop                 open no more
 *   hold RATE SECONDS    send RATE requests a second, spread over all connections
 *   close                shut all down, and wait for the server to do the same
 *   stats                one line of NAME=VALUE
 *   latencies            one line: nanoseconds from when each request was due to its reply
 * When the input ends, so does the client.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE = 16, PER_TARGET = 4000, WINDOW = 512, BATCH = 512, INPUT = -1 };

#define SECOND 1000000000ull

#define CHECK(condition)                                                                \
  do {                                                                                  \
    if (!(condition)) {                                                                 \
      fprintf(stderr, "client: %s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                          \
    }                                                                                   \
  } while (0)

typedef enum { UNUSED, GREETING, OPEN, ASKED, SHUT, CLOSED } state;

typedef struct {
  int fd;
  state state;
  uint32_t request; /* the last one that was sent */
} connection;

static enum { RESTING, OPENING, HOLDING, CLOSING } phase;
static const char *const phase_names[] = {"resting", "opening", "holding", "closing"};

static struct {
  uint64_t tried;
  uint64_t pending; /* waiting for the greeting, or for the server's end */
  uint64_t open;    /* greeted, and not closed since */
  uint64_t sent;
  uint64_t replies;
  uint64_t shut;
  uint64_t closed;  /* properly, both ways */
  uint64_t refused; /* never greeted */
  uint64_t lost;    /* ended or reset while open */
  uint64_t wrong;   /* replies that are not the request */
  uint64_t busy;    /* requests that were due while the previous one had no reply */
} count;

static connection *connections;
static uint64_t capacity;
static uint64_t first_number;
static int ports[64];
static int port_count;
static const char *limit = "none";
static int epoll_fd;

static uint64_t begin_ns; /* of holding */
static uint64_t rate;
static uint64_t requests;
static uint64_t step;
static uint64_t *latencies;

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

static uint64_t due_ns(uint64_t request) { return begin_ns + request * SECOND / rate; }

/* --- one connection --- */

static void leave(connection *c) {
  count.pending -= c->state == GREETING || c->state == SHUT;
  close(c->fd);
  c->fd = -1;
  c->state = CLOSED;
}

static void lose(connection *c) {
  count.refused += c->state == GREETING;
  count.lost += c->state != GREETING;
  count.open -= c->state != GREETING;
  leave(c);
}

/* The address of connection NUMBER: see FIRST above. */
static struct sockaddr_in target(uint64_t number) {
  uint64_t block = number / PER_TARGET;
  uint32_t host = (uint32_t)(block / (unsigned)port_count);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)ports[block % (unsigned)port_count]),
                                .sin_addr.s_addr = htonl(0x7f010001u + host)};
  return address;
}

/* False: the machine has no more, and `limit` says what it lacked. */
static bool open_one(void) {
  connection *c = &connections[count.tried];
  struct sockaddr_in address = target(first_number + count.tried);
  c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (c->fd < 0) {
    limit = strerrorname_np(errno);
    return false;
  }
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = count.tried};
  if ((connect(c->fd, (struct sockaddr *)&address, sizeof(address)) != 0 && errno != EINPROGRESS) ||
      epoll_ctl(epoll_fd, EPOLL_CTL_ADD, c->fd, &event) != 0) {
    limit = strerrorname_np(errno);
    close(c->fd);
    return false;
  }
  c->state = GREETING;
  count.pending++;
  count.tried++;
  return true;
}

static void send_request(uint64_t number) {
  connection *c = &connections[number * step % count.tried];
  count.sent++;
  if (c->state != OPEN) {
    count.busy += c->state == ASKED;
    return;
  }
  char message[MESSAGE] = {0};
  uint32_t request = (uint32_t)number;
  memcpy(message, &request, sizeof(request));
  memcpy(message + 8, &c->fd, sizeof(c->fd));
  c->state = ASKED;
  c->request = request;
  if (write(c->fd, message, MESSAGE) != MESSAGE) {
    lose(c);
  }
}

static void take_message(connection *c, const char *message) {
  if (c->state == GREETING) {
    c->state = OPEN;
    count.pending--;
    count.open++;
    return;
  }
  uint32_t request;
  int fd;
  memcpy(&request, message, sizeof(request));
  memcpy(&fd, message + 8, sizeof(fd));
  if (c->state != ASKED || request != c->request || fd != c->fd) {
    count.wrong++;
    return;
  }
  c->state = OPEN;
  latencies[count.replies++] = now_ns() - due_ns(request);
}

/* Messages are so short that they come in one piece; one in two pieces counts as wrong. */
static void on_ready(connection *c) {
  char message[MESSAGE + 1];
  if (c->state == CLOSED || c->state == UNUSED) {
    return;
  }
  ssize_t length = read(c->fd, message, sizeof(message));
  if (length == MESSAGE) {
    take_message(c, message);
  } else if (length > 0) {
    count.wrong++;
  } else if (length == 0 && c->state == SHUT) {
    count.open--;
    count.closed++;
    leave(c);
  } else if (length == 0 || errno != EAGAIN) {
    lose(c);
  }
}

/* --- phases: a step does what can be done now --- */

static void step_opening(void) {
  while (count.tried < capacity && count.pending < WINDOW) {
    if (!open_one()) {
      capacity = count.tried;
    }
  }
  if (count.tried == capacity && count.pending == 0) {
    phase = RESTING;
  }
}

/* Returns how long to wait for the next request that is due, at most a second. */
static uint64_t step_holding(void) {
  uint64_t now = now_ns();
  while (count.sent < requests && due_ns(count.sent) <= now) {
    send_request(count.sent);
    now = now_ns();
  }
  if (count.sent == requests) {
    bool settled = count.replies + count.busy + count.lost + count.wrong >= requests;
    if (settled || now > due_ns(requests) + 10 * SECOND) {
      phase = RESTING;
    }
    return SECOND / 10;
  }
  uint64_t due = due_ns(count.sent);
  return due > now ? due - now : 0;
}

static void step_closing(void) {
  while (count.shut < count.tried && count.pending < WINDOW) {
    connection *c = &connections[count.shut++];
    if (c->state == OPEN || c->state == ASKED) {
      c->state = SHUT;
      count.pending++;
      CHECK(shutdown(c->fd, SHUT_WR) == 0 || errno == ENOTCONN);
    }
  }
  if (count.shut == count.tried && count.pending == 0) {
    phase = RESTING;
  }
}

/* --- commands --- */

static void begin_holding(uint64_t new_rate, uint64_t seconds) {
  CHECK(new_rate > 0 && count.tried > 0);
  rate = new_rate;
  requests = rate * seconds;
  latencies = malloc(requests * sizeof(*latencies));
  CHECK(latencies != NULL);
  memset(latencies, 0, requests * sizeof(*latencies)); /* no page fault while it measures */
  /* Consecutive requests are far from each other in memory, and all connections have their turn. */
  step = count.tried * 618 / 1000 | 1;
  for (uint64_t a = step, b = count.tried; b != 1;) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
    if (b == 0) { /* a common divisor: try the next */
      step += 2;
      a = step;
      b = count.tried;
    }
  }
  begin_ns = now_ns() + SECOND / 100;
  phase = HOLDING;
}

static void print_stats(void) {
  printf("phase=%s tried=%llu open=%llu sent=%llu replies=%llu closed=%llu refused=%llu lost=%llu "
         "wrong=%llu busy=%llu limit=%s\n",
         phase_names[phase], (unsigned long long)count.tried, (unsigned long long)count.open,
         (unsigned long long)count.sent, (unsigned long long)count.replies,
         (unsigned long long)count.closed, (unsigned long long)count.refused,
         (unsigned long long)count.lost, (unsigned long long)count.wrong,
         (unsigned long long)count.busy, limit);
}

static void print_latencies(void) {
  for (uint64_t i = 0; i < count.replies; i++) {
    printf("%llu ", (unsigned long long)latencies[i]);
  }
  printf("\n");
}

static void obey(const char *line) {
  unsigned long long new_rate;
  unsigned long long seconds;
  if (strcmp(line, "open") == 0) {
    phase = OPENING;
  } else if (strcmp(line, "stop") == 0) {
    capacity = count.tried;
  } else if (sscanf(line, "hold %llu %llu", &new_rate, &seconds) == 2) {
    begin_holding(new_rate, seconds);
  } else if (strcmp(line, "close") == 0) {
    phase = CLOSING;
  } else if (strcmp(line, "stats") == 0) {
    print_stats();
  } else if (strcmp(line, "latencies") == 0) {
    print_latencies();
  } else {
    fprintf(stderr, "client: what is '%s'?\n", line);
    exit(2);
  }
  fflush(stdout);
}

/* Commands come one at a time, each in one write. */
static void on_input(void) {
  char line[128];
  ssize_t length = read(0, line, sizeof(line) - 1);
  if (length <= 0) {
    exit(length != 0);
  }
  line[length] = '\0';
  for (char *word = strtok(line, "\n"); word != NULL; word = strtok(NULL, "\n")) {
    obey(word);
  }
}

/* --- the loop --- */

static void wait_and_take(uint64_t wait_ns) {
  struct epoll_event events[BATCH];
  struct pollfd ready = {.fd = epoll_fd, .events = POLLIN};
  struct timespec timeout = {.tv_sec = (time_t)(wait_ns / SECOND),
                             .tv_nsec = (long)(wait_ns % SECOND)};
  /* ppoll: epoll_wait has only milliseconds. */
  if (wait_ns > 0 && ppoll(&ready, 1, phase == RESTING ? NULL : &timeout, NULL) <= 0) {
    return;
  }
  int found = epoll_wait(epoll_fd, events, BATCH, 0);
  for (int i = 0; i < found; i++) {
    if (events[i].data.u64 == (uint64_t)INPUT) {
      on_input();
    } else {
      on_ready(&connections[events[i].data.u64]);
    }
  }
}

int main(int argc, char **argv) {
  CHECK(argc > 3 && argc - 3 <= 64);
  capacity = strtoull(argv[1], NULL, 10);
  first_number = strtoull(argv[2], NULL, 10);
  for (int i = 3; i < argc; i++) {
    ports[port_count++] = atoi(argv[i]);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_TIMERSLACK, 1);
  signal(SIGPIPE, SIG_IGN);
  connections = calloc(capacity, sizeof(*connections));
  epoll_fd = epoll_create1(EPOLL_CLOEXEC);
  CHECK(connections != NULL && epoll_fd >= 0);
  struct epoll_event input = {.events = EPOLLIN, .data.u64 = (uint64_t)INPUT};
  CHECK(epoll_ctl(epoll_fd, EPOLL_CTL_ADD, 0, &input) == 0);
  for (;;) {
    uint64_t wait_ns = SECOND;
    if (phase == OPENING) {
      step_opening();
    } else if (phase == HOLDING) {
      wait_ns = step_holding();
    } else if (phase == CLOSING) {
      step_closing();
    }
    wait_and_take(wait_ns);
  }
}
