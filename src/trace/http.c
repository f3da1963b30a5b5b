/* SPDX-License-Identifier: MIT */
/*
 * The responder: see http.h. A connection reads a head, is answered, and lingers until the other
 * side has read the answer: closing a connection with unread data resets it, and the answer would
 * be lost.
 *
 * The program that we are part of may have changed what writing to a closed connection does, so
 * every write says that it raises no signal (MSG_NOSIGNAL).
 */
#include "trace/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "os/clock.h"
#include "trace/http_head.h"

#define MS UINT64_C(1000000)
#define HEAD_TIME (5000 * MS)    /* for a whole head */
#define ANSWER_TIME (10000 * MS) /* without any progress */
#define STREAM_TIME (60000 * MS) /* the same for a stream */
#define LINGER_TIME (1000 * MS)
#define REFUSED_TIME (1000 * MS) /* if accept fails: how long to wait before the next attempt */
#define ROUND_TIME (2 * MS)      /* clients can keep us busy once in this time, not more often */
#define LINGER_BYTES (256 << 10)
#define STREAM_INPUT (64 << 10) /* a viewer has little to send */
#define BACKLOG 512
#define ACCEPT_MAX 64 /* at once */

#define SAFE                                                                            \
  "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"                      \
  "Referrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n"                           \
  "Cross-Origin-Resource-Policy: same-origin\r\n"                                       \
  "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src " \
  "'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action "   \
  "'none'; frame-ancestors 'none'\r\nConnection: close\r\n"
#define EMPTY "Content-Length: 0\r\n" SAFE "\r\n"

typedef enum { FREE, READING, ANSWERING, STREAMING, LINGERING } state;

typedef struct {
  atomic_int fd; /* -1: none; read in the child of a fork */
  state state;
  bool is_last; /* the stream has no more than its pieces */
  uint64_t deadline_ns;
  size_t input; /* of the head, or what else has come */
  unsigned piece;
  unsigned piece_count;
  size_t offset; /* into the piece */
  gy_http_piece pieces[GY_HTTP_PIECES];
  void *stream;
  char head[GY_HTTP_HEAD_MAX];
} connection;

struct gy_http {
  gy_http_server server;
  atomic_int listener;
  atomic_int waker;
  int port;
  bool finishing;
  unsigned used; /* connections */
  unsigned streams;
  uint64_t now_ns;
  uint64_t round_ns; /* when the last round began */
  uint64_t accept_again_ns;
  char token[GY_HTTP_TOKEN_SIZE + 1];
  char page_head[sizeof(SAFE) + 128];
  connection connections[GY_HTTP_CONNECTIONS];
};

/* ---- Connections ------------------------------------------------------------------------------
 */

/* First forget it, then close it: the child of a fork must not close a reused number.
 */
static void close_number(atomic_int *number) {
  int fd = atomic_exchange(number, -1);
  if (fd >= 0) {
    close(fd);
  }
}

static void drop(gy_http *http, connection *of) {
  if (of->state == FREE) {
    return;
  }
  if (of->stream != NULL) {
    http->server.close(http->server.context, of->stream);
    of->stream = NULL;
    http->streams--;
  }
  of->state = FREE;
  http->used--;
  close_number(&of->fd);
}

static void set_pieces(connection *of, unsigned count) {
  of->piece = 0;
  of->piece_count = count;
  of->offset = 0;
}

static void linger(gy_http *http, connection *of) {
  if (of->stream != NULL) {
    http->server.close(http->server.context, of->stream);
    of->stream = NULL;
    http->streams--;
  }
  shutdown(of->fd, SHUT_WR);
  of->state = LINGERING;
  of->input = 0;
  of->deadline_ns = http->now_ns + LINGER_TIME;
}

/* True: all is written. False: not yet, or never. */
static bool write_pieces(gy_http *http, connection *of, uint64_t patience_ns) {
  while (of->piece < of->piece_count) {
    const gy_http_piece *piece = &of->pieces[of->piece];
    ssize_t written = send(of->fd, piece->bytes + of->offset, piece->size - of->offset,
                           MSG_NOSIGNAL | MSG_DONTWAIT);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      if (errno != EAGAIN && errno != EWOULDBLOCK) {
        drop(http, of);
      }
      return false;
    }
    of->deadline_ns = http->now_ns + patience_ns;
    of->offset += (size_t)written;
    if (of->offset == piece->size) {
      of->offset = 0;
      of->piece++;
    }
  }
  return true;
}

static void go_on_answering(gy_http *http, connection *of) {
  if (write_pieces(http, of, ANSWER_TIME)) {
    linger(http, of);
  }
}

/* One piece at a time: a stream that is not read costs no more than that. */
static void go_on_streaming(gy_http *http, connection *of) {
  while (write_pieces(http, of, STREAM_TIME)) {
    gy_http_piece piece = {NULL, 0};
    if (!of->is_last) {
      piece = http->server.more(http->server.context, of->stream, &of->is_last);
    }
    if (piece.size == 0) {
      of->deadline_ns = http->now_ns + STREAM_TIME;
      if (of->is_last) {
        linger(http, of);
      }
      return;
    }
    of->pieces[0] = piece;
    set_pieces(of, 1);
  }
}

static void answer(gy_http *http, connection *of, const char *text) {
  of->state = ANSWERING;
  of->deadline_ns = http->now_ns + ANSWER_TIME;
  of->pieces[0] = (gy_http_piece){text, strlen(text)};
  set_pieces(of, 1);
  go_on_answering(http, of);
}

static void answer_with_page(gy_http *http, connection *of) {
  unsigned count = http->server.page(http->server.context, of->pieces + 1);
  size_t size = 0;
  for (unsigned i = 1; i <= count; i++) {
    size += of->pieces[i].size;
  }
  int length = snprintf(http->page_head, sizeof(http->page_head),
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
                        "Content-Length: %zu\r\n" SAFE "\r\n",
                        size);
  of->pieces[0] = (gy_http_piece){http->page_head, (size_t)length};
  of->state = ANSWERING;
  of->deadline_ns = http->now_ns + ANSWER_TIME;
  set_pieces(of, count + 1);
  go_on_answering(http, of);
}

static void answer_with_events(gy_http *http, connection *of, uint64_t after) {
  static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" SAFE "\r\n";
  of->stream = http->finishing ? NULL : http->server.open(http->server.context, after);
  if (of->stream == NULL) {
    answer(http, of, "HTTP/1.1 503 Service Unavailable\r\n" EMPTY);
    return;
  }
  http->streams++;
  of->state = STREAMING;
  of->input = 0;
  of->is_last = false;
  of->deadline_ns = http->now_ns + STREAM_TIME;
  of->pieces[0] = (gy_http_piece){head, sizeof(head) - 1};
  set_pieces(of, 1);
  go_on_streaming(http, of);
}

static void obey(gy_http *http, connection *of) {
  uint64_t after = 0;
  switch (gy_http_read_head(of->head, of->input, http->token, http->port, &after)) {
    case GY_HTTP_INCOMPLETE:
      if (of->input == sizeof(of->head)) {
        answer(http, of, "HTTP/1.1 431 Request Header Fields Too Large\r\n" EMPTY);
      }
      return;
    case GY_HTTP_BAD:
      answer(http, of, "HTTP/1.1 400 Bad Request\r\n" EMPTY);
      return;
    case GY_HTTP_NO_METHOD:
      answer(http, of, "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET\r\n" EMPTY);
      return;
    case GY_HTTP_NOT_FOUND:
      answer(http, of, "HTTP/1.1 404 Not Found\r\n" EMPTY);
      return;
    case GY_HTTP_PAGE:
      answer_with_page(http, of);
      return;
    case GY_HTTP_EVENTS:
      answer_with_events(http, of, after);
  }
}

/* How many bytes came; 0: none for now, or the connection is closed. */
static size_t receive(gy_http *http, connection *of, char *bytes, size_t size) {
  ssize_t count = recv(of->fd, bytes, size, MSG_DONTWAIT);
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
    drop(http, of);
  }
  return count < 0 ? 0 : (size_t)count;
}

static void read_head(gy_http *http, connection *of) {
  size_t count = receive(http, of, of->head + of->input, sizeof(of->head) - of->input);
  of->input += count;
  if (count > 0) {
    obey(http, of);
  }
}

/* What comes after the head is discarded, up to a limit. */
static void discard(gy_http *http, connection *of, size_t most) {
  size_t count = receive(http, of, of->head, sizeof(of->head));
  of->input += count;
  if (of->state != FREE && of->input > most) {
    drop(http, of);
  }
}

static void take_part(gy_http *http, connection *of, short events) {
  if (of->state == READING && events != 0) {
    read_head(http, of);
  } else if (of->state == ANSWERING && events != 0) {
    go_on_answering(http, of);
  } else if (of->state == LINGERING && events != 0) {
    discard(http, of, LINGER_BYTES);
  } else if (of->state == STREAMING && (events & ~POLLOUT) != 0) {
    discard(http, of, STREAM_INPUT);
  }
}

/* ---- New ones ---------------------------------------------------------------------------------
 */

static void take_up(gy_http *http, int fd) {
  connection *of = http->connections;
  while (of->state != FREE) {
    of++;
  }
  int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  of->state = READING;
  of->input = 0;
  of->deadline_ns = http->now_ns + HEAD_TIME;
  http->used++;
  atomic_store(&of->fd, fd);
}

static void accept_some(gy_http *http) {
  for (int i = 0; i < ACCEPT_MAX; i++) {
    int fd = accept4(http->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
      if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR && errno != ECONNABORTED) {
        http->accept_again_ns = http->now_ns + REFUSED_TIME; /* no descriptors: wait for some */
      }
      return;
    }
    if (http->used < GY_HTTP_CONNECTIONS) {
      take_up(http, fd);
    } else {
      close(fd);
    }
  }
}

/* ---- Waiting ----------------------------------------------------------------------------------
 */

static short events_of(const connection *of) {
  bool is_writing =
      of->state == ANSWERING || (of->state == STREAMING && of->piece < of->piece_count);
  bool is_reading = of->state != ANSWERING;
  return (short)((is_writing ? POLLOUT : 0) | (is_reading ? POLLIN : 0));
}

static void note_deadline(uint64_t *first_ns, uint64_t deadline_ns) {
  *first_ns = deadline_ns < *first_ns ? deadline_ns : *first_ns;
}

/* Fills FDS, the waker and the listener first; returns the first deadline. */
static uint64_t prepare(gy_http *http, struct pollfd *fds) {
  uint64_t first_ns = UINT64_MAX;
  bool accepting = !http->finishing && http->accept_again_ns <= http->now_ns;
  if (!http->finishing && !accepting) {
    note_deadline(&first_ns, http->accept_again_ns);
  }
  fds[0] = (struct pollfd){.fd = http->waker, .events = POLLIN};
  fds[1] = (struct pollfd){.fd = accepting ? http->listener : -1, .events = POLLIN};
  for (int i = 0; i < GY_HTTP_CONNECTIONS; i++) {
    const connection *of = &http->connections[i];
    fds[2 + i].fd = of->state == FREE ? -1 : of->fd;
    fds[2 + i].events = events_of(of);
    if (of->state != FREE) {
      note_deadline(&first_ns, of->deadline_ns);
    }
  }
  return first_ns;
}

static int wait_for(uint64_t deadline_ns, uint64_t now_ns, int timeout_ms) {
  if (deadline_ns == UINT64_MAX) {
    return timeout_ms;
  }
  uint64_t left_ms = deadline_ns <= now_ns ? 0 : (deadline_ns - now_ns) / MS + 1;
  return timeout_ms >= 0 && (uint64_t)timeout_ms < left_ms ? timeout_ms : (int)left_ms;
}

static void end_late(gy_http *http) {
  for (int i = 0; i < GY_HTTP_CONNECTIONS; i++) {
    connection *of = &http->connections[i];
    if (of->state != FREE && of->deadline_ns <= http->now_ns) {
      drop(http, of);
    }
  }
}

/* The processor is for the program: clients that flood us wait, and so do all others, a little. */
static void keep_pace(gy_http *http) {
  uint64_t since_ns = gy_clock_ns() - http->round_ns;
  if (since_ns < ROUND_TIME) {
    struct timespec rest = {.tv_nsec = (long)(ROUND_TIME - since_ns)};
    nanosleep(&rest, NULL);
  }
  http->now_ns = http->round_ns = gy_clock_ns();
}

int gy_http_wait(gy_http *http, int timeout_ms) {
  struct pollfd fds[2 + GY_HTTP_CONNECTIONS];
  keep_pace(http);
  uint64_t deadline_ns = prepare(http, fds);
  int count = poll(fds, 2 + GY_HTTP_CONNECTIONS, wait_for(deadline_ns, http->now_ns, timeout_ms));
  if (count < 0) {
    return errno == EINTR ? 0 : -errno;
  }
  if (((fds[0].revents | fds[1].revents) & POLLNVAL) != 0) {
    return -EBADF; /* the program closes descriptors that it did not open */
  }
  http->now_ns = gy_clock_ns();
  if (fds[0].revents != 0) {
    uint64_t calls;
    ssize_t size = read(http->waker, &calls, sizeof(calls));
    (void)size; /* the count does not matter */
  }
  for (int i = 0; i < GY_HTTP_CONNECTIONS; i++) {
    take_part(http, &http->connections[i], fds[2 + i].revents);
  }
  for (int i = 0; i < GY_HTTP_CONNECTIONS; i++) {
    connection *of = &http->connections[i];
    bool is_full = of->piece < of->piece_count && (fds[2 + i].revents & POLLOUT) == 0;
    if (of->state == STREAMING && !is_full) {
      go_on_streaming(http, of);
    }
  }
  if (fds[1].revents != 0) {
    accept_some(http);
  }
  end_late(http);
  return 0;
}

void gy_http_wake(gy_http *http) {
  uint64_t one = 1;
  ssize_t written = write(http->waker, &one, sizeof(one));
  (void)written; /* on failure it is awake already */
}

/* ---- Beginning and end ------------------------------------------------------------------------
 */

static int make_token(char *token) {
  static const char digits[] = "0123456789abcdef";
  unsigned char bytes[GY_HTTP_TOKEN_SIZE / 2];
  if (getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes)) {
    return -EIO;
  }
  for (size_t i = 0; i < sizeof(bytes); i++) {
    token[2 * i] = digits[bytes[i] >> 4];
    token[2 * i + 1] = digits[bytes[i] & 15];
  }
  token[GY_HTTP_TOKEN_SIZE] = '\0';
  return 0;
}

/* An address that was in use a moment ago may be reused; one with another listener is refused. */
static int start_listening(gy_http *http, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  socklen_t size = sizeof(address);
  int on = 1;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  http->waker = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  http->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (http->waker < 0 || http->listener < 0 ||
      setsockopt(http->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
      bind(http->listener, (struct sockaddr *)&address, size) != 0 ||
      listen(http->listener, BACKLOG) != 0 ||
      getsockname(http->listener, (struct sockaddr *)&address, &size) != 0) {
    return -errno;
  }
  http->port = ntohs(address.sin_port);
  return 0;
}

int gy_http_open(gy_http **result, const gy_http_server *server, int port) {
  gy_http *http = mmap(NULL, sizeof(*http), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (http == MAP_FAILED) {
    return -ENOMEM;
  }
  http->server = *server;
  http->listener = http->waker = -1;
  for (int i = 0; i < GY_HTTP_CONNECTIONS; i++) {
    http->connections[i].fd = -1;
  }
  int err = make_token(http->token);
  if (err == 0) {
    err = start_listening(http, port);
  }
  if (err != 0) {
    gy_http_close(http);
    return err;
  }
  *result = http;
  return 0;
}

int gy_http_port(const gy_http *http) { return http->port; }
const char *gy_http_token(const gy_http *http) { return http->token; }
unsigned gy_http_streams(const gy_http *http) { return http->streams; }

void gy_http_finish(gy_http *http) {
  http->finishing = true;
  close_number(&http->listener);
  for (int i = 0; i < GY_HTTP_CONNECTIONS; i++) {
    if (http->connections[i].state != STREAMING) {
      drop(http, &http->connections[i]);
    }
  }
}

void gy_http_end(gy_http *http) {
  gy_http_finish(http);
  for (int i = 0; i < GY_HTTP_CONNECTIONS; i++) {
    drop(http, &http->connections[i]);
  }
}

void gy_http_close(gy_http *http) {
  gy_http_end(http);
  close_number(&http->waker);
  munmap(http, sizeof(*http));
}

void gy_http_forked(gy_http *http) {
  close_number(&http->listener);
  close_number(&http->waker);
  for (int i = 0; i < GY_HTTP_CONNECTIONS; i++) {
    close_number(&http->connections[i].fd);
  }
}
