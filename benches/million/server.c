/* SPDX-License-Identifier: MIT */
/*
 * The server of benches/million: one loop that holds every connection, each with a timer that is
 * restarted on activity.
 *
 *   server CONNECTIONS PORTS
 *
 * A connection is greeted with a message of MESSAGE bytes; what it sends is sent back. Whatever
 * ends a connection before the peer has shut it down properly is counted. benches/million/run
 * starts it and sends lines to its standard input: `stats` (answered with one line of NAME=VALUE)
 * and `quit`. When the input ends, so does the server. Between commands it does nothing by itself:
 * the CPU time that it uses is the loop's.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <uv.h>

#include "noted.h"

enum { MESSAGE = 16, PORTS_MAX = 64, BACKLOG = 4096, TIMEOUT_MS = 600000, REPLY_MAX = 1024 };

#define CHECK(condition)                                                                \
  do {                                                                                  \
    if (!(condition)) {                                                                 \
      fprintf(stderr, "server: %s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                          \
    }                                                                                   \
  } while (0)

typedef struct {
  uv_tcp_t tcp;
  uv_timer_t timer;
} connection;

/* A message being sent; lent for the duration of the write. */
typedef struct reply reply;
struct reply {
  uv_write_t request;
  reply *next;
  char data[REPLY_MAX];
};

static struct {
  uint64_t accepted;
  uint64_t closed;
  uint64_t ended; /* by the peer, properly */
  uint64_t bytes; /* received, and sent back */
  uint64_t accept_errors;
  uint64_t read_errors;
  uint64_t write_errors;
  uint64_t timeouts;
  uint64_t replies; /* blocks allocated for them */
} count;

static uv_loop_t loop;
static uv_tcp_t listeners[PORTS_MAX];
static uv_pipe_t input;
static connection *connections;
static uint64_t capacity;
static reply *spare_replies;
static char buffer[REPLY_MAX];
static char command[64];
static size_t command_length;

/* --- connections --- */

static void on_tcp_closed(uv_handle_t *handle) {
  (void)handle;
  count.closed++;
}

static void end(connection *c) {
  if (!uv_is_closing((uv_handle_t *)&c->tcp)) {
    uv_close((uv_handle_t *)&c->tcp, on_tcp_closed);
    uv_close((uv_handle_t *)&c->timer, NULL);
  }
}

static void on_timeout(uv_timer_t *timer) {
  count.timeouts++;
  end(timer->data);
}

static void on_written(uv_write_t *request, int status) {
  reply *r = (reply *)request;
  count.write_errors += status != 0;
  r->next = spare_replies;
  spare_replies = r;
}

static void answer(connection *c, const char *data, size_t length) {
  reply *r = spare_replies;
  if (r == NULL) {
    r = malloc(sizeof(*r));
    CHECK(r != NULL);
    count.replies++;
  } else {
    spare_replies = r->next;
  }
  memcpy(r->data, data, length);
  uv_buf_t buf = uv_buf_init(r->data, (unsigned)length);
  CHECK(uv_write(&r->request, (uv_stream_t *)&c->tcp, &buf, 1, on_written) == 0);
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  (void)handle;
  (void)suggested;
  *buf = uv_buf_init(buffer, sizeof(buffer));
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buf) {
  connection *c = stream->data;
  if (length > 0) {
    count.bytes += (uint64_t)length;
    CHECK(uv_timer_start(&c->timer, on_timeout, TIMEOUT_MS, 0) == 0);
    answer(c, buf->base, (size_t)length);
  } else if (length < 0) {
    count.ended += length == UV_EOF;
    count.read_errors += length != UV_EOF;
    end(c);
  }
}

static void on_connection(uv_stream_t *listener, int status) {
  if (status != 0 || count.accepted == capacity) {
    count.accept_errors++;
    return;
  }
  connection *c = &connections[count.accepted];
  char hello[MESSAGE] = "hello";
  CHECK(uv_tcp_init(&loop, &c->tcp) == 0);
  CHECK(uv_accept(listener, (uv_stream_t *)&c->tcp) == 0);
  CHECK(uv_timer_init(&loop, &c->timer) == 0);
  c->tcp.data = c->timer.data = c;
  count.accepted++;
  CHECK(uv_timer_start(&c->timer, on_timeout, TIMEOUT_MS, 0) == 0);
  CHECK(uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read) == 0);
  answer(c, hello, MESSAGE);
}

/* --- questions --- */

static void print_stats(void) {
  printf("accepted=%llu closed=%llu ended=%llu bytes=%llu accept_errors=%llu read_errors=%llu "
         "write_errors=%llu timeouts=%llu library_bytes=%zu reply_bytes=%zu connection_size=%zu\n",
         (unsigned long long)count.accepted, (unsigned long long)count.closed,
         (unsigned long long)count.ended, (unsigned long long)count.bytes,
         (unsigned long long)count.accept_errors, (unsigned long long)count.read_errors,
         (unsigned long long)count.write_errors, (unsigned long long)count.timeouts, library_bytes,
         (size_t)count.replies * sizeof(reply), sizeof(connection));
  fflush(stdout);
}

static void obey(const char *line) {
  if (strcmp(line, "stats") == 0) {
    print_stats();
  } else if (strcmp(line, "quit") == 0) {
    uv_stop(&loop);
  } else {
    fprintf(stderr, "server: what is '%s'?\n", line);
    exit(2);
  }
}

static void on_input_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  (void)handle;
  (void)suggested;
  CHECK(command_length < sizeof(command));
  *buf = uv_buf_init(command + command_length, (unsigned)(sizeof(command) - command_length));
}

static void on_input(uv_stream_t *stream, ssize_t length, const uv_buf_t *buf) {
  (void)stream;
  (void)buf;
  if (length < 0) {
    uv_stop(&loop);
    return;
  }
  command_length += (size_t)length;
  char *newline;
  while ((newline = memchr(command, '\n', command_length)) != NULL) {
    *newline = '\0';
    size_t used = (size_t)(newline + 1 - command);
    obey(command);
    command_length -= used;
    memmove(command, newline + 1, command_length);
  }
}

/* --- start --- */

static void listen_on(uv_tcp_t *listener) {
  struct sockaddr_in address;
  int length = sizeof(address);
  CHECK(uv_ip4_addr("0.0.0.0", 0, &address) == 0);
  CHECK(uv_tcp_init(&loop, listener) == 0);
  CHECK(uv_tcp_bind(listener, (struct sockaddr *)&address, 0) == 0);
  CHECK(uv_listen((uv_stream_t *)listener, BACKLOG, on_connection) == 0);
  CHECK(uv_tcp_getsockname(listener, (struct sockaddr *)&address, &length) == 0);
  printf(" %d", ntohs(address.sin_port));
}

static void on_work(uv_work_t *work) { (void)work; }

static void after_work(uv_work_t *work, int status) {
  (void)work;
  CHECK(status == 0);
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  capacity = strtoull(argv[1], NULL, 10);
  int ports = atoi(argv[2]);
  CHECK(ports > 0 && ports <= PORTS_MAX);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  CHECK(note_allocations() == 0);
  /* Pages are allocated with the connections that need them. */
  connections = mmap(NULL, capacity * sizeof(*connections), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(connections != MAP_FAILED);
  CHECK(uv_loop_init(&loop) == 0);
  printf("%s", uv_version_string());
  for (int i = 0; i < ports; i++) {
    listen_on(&listeners[i]);
  }
  printf("\n");
  fflush(stdout);
  CHECK(uv_pipe_init(&loop, &input, 0) == 0 && uv_pipe_open(&input, 0) == 0);
  CHECK(uv_read_start((uv_stream_t *)&input, on_input_alloc, on_input) == 0);
  uv_work_t work; /* so that the threads of the pool exist, as in any program */
  CHECK(uv_queue_work(&loop, &work, on_work, after_work) == 0);
  uv_run(&loop, UV_RUN_DEFAULT);
  print_stats();
  return 0;
}
