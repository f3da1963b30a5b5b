/* SPDX-License-Identifier: MIT */
/*
 * A server on the library sends back what it gets, on TCP or on a Unix socket; a client without any
 * library, in a process of its own, keeps one message under way on each of the given number of
 * connections. An operation is one message there and back; CPU time is the server's alone.
 *
 * @case tcp_echo_64_1 3000 tcp 64 1 by=cpu
 * @case tcp_echo_64_10 10000 tcp 64 10 by=cpu
 * @case tcp_echo_64_100 10000 tcp 64 100 by=cpu
 * @case tcp_echo_64_1000 10000 tcp 64 1000 by=cpu
 * @case tcp_echo_16k_1 3000 tcp 16384 1 by=cpu
 * @case tcp_echo_16k_10 10000 tcp 16384 10 by=cpu
 * @case tcp_echo_16k_100 10000 tcp 16384 100 by=cpu
 * @case tcp_echo_16k_1000 10000 tcp 16384 1000 by=cpu
 * @case pipe_echo_64_1 3000 pipe 64 1 by=cpu
 * @case pipe_echo_64_100 10000 pipe 64 100 by=cpu
 * @case pipe_echo_16k_1 3000 pipe 16384 1 by=cpu
 * @case pipe_echo_16k_100 10000 pipe 16384 100 by=cpu
 */
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "bench.h"

enum { LARGEST = 16384, SPARE = 64 };

typedef struct {
  uv_write_t req;
  char bytes[LARGEST];
} message;

static int over_tcp;
static size_t size;
static size_t connections;
static uint64_t warm_up;
static uint64_t bytes_seen;
static struct sockaddr_storage address;
static socklen_t address_size;
static message *spare[SPARE];
static size_t spares;

/* The client: sends whole messages, waits for as many bytes, sends again. */

static int client_connect(void) {
  int fd = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  BENCH_CHECK(fd >= 0 && connect(fd, (struct sockaddr *)&address, address_size) == 0);
  int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return fd;
}

static void client_send(int fd, const char *bytes) {
  for (size_t sent = 0; sent < size;) {
    ssize_t n = write(fd, bytes + sent, size - sent);
    BENCH_CHECK(n > 0);
    sent += (size_t)n;
  }
}

static void client_run(void *unused) {
  (void)unused;
  static char bytes[LARGEST];
  struct epoll_event events[256];
  int poll = epoll_create1(EPOLL_CLOEXEC);
  size_t *missing = bench_memory(connections + 4096, sizeof(*missing));
  int *fds = bench_memory(connections, sizeof(*fds));
  for (size_t i = 0; i < connections; i++) {
    fds[i] = client_connect();
    struct epoll_event want = {.events = EPOLLIN, .data.fd = fds[i]};
    BENCH_CHECK((size_t)fds[i] < connections + 4096);
    BENCH_CHECK(epoll_ctl(poll, EPOLL_CTL_ADD, fds[i], &want) == 0);
  }
  for (size_t i = 0; i < connections; i++) {
    missing[fds[i]] = size;
    client_send(fds[i], bytes);
  }
  for (;;) { /* the server ends us */
    int count = epoll_wait(poll, events, 256, -1);
    for (int i = 0; i < count; i++) {
      int fd = events[i].data.fd;
      ssize_t n = read(fd, bytes, sizeof(bytes));
      if (n <= 0) {
        return;
      }
      missing[fd] -= (size_t)n;
      if (missing[fd] == 0) {
        missing[fd] = size;
        client_send(fd, bytes);
      }
    }
  }
}

/* The server. */

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  (void)handle, (void)suggested;
  message *it = spares > 0 ? spare[--spares] : malloc(sizeof(*it));
  *buf = uv_buf_init(it->bytes, LARGEST);
}

static void give_back(message *it) {
  if (spares < SPARE) {
    spare[spares++] = it;
  } else {
    free(it);
  }
}

static void on_written(uv_write_t *req, int status) {
  BENCH_CHECK(status == 0);
  give_back((message *)req);
}

static void on_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  message *it = (message *)(buf->base - offsetof(message, bytes));
  if (nread <= 0) {
    BENCH_CHECK(nread == 0);
    give_back(it);
    return;
  }
  uv_buf_t out = uv_buf_init(it->bytes, (unsigned)nread);
  BENCH_CHECK(uv_write(&it->req, stream, &out, 1, on_written) == 0);
  uint64_t before = bytes_seen / size;
  bytes_seen += (uint64_t)nread;
  uint64_t now = bytes_seen / size;
  if (before < warm_up && now >= warm_up) {
    bench_begin();
  } else if (before < warm_up + bench.ops && now >= warm_up + bench.ops) {
    bench_end();
    uv_stop(stream->loop);
  }
}

static void on_connection(uv_stream_t *server, int status) {
  BENCH_CHECK(status == 0);
  uv_stream_t *it = malloc(over_tcp ? sizeof(uv_tcp_t) : sizeof(uv_pipe_t));
  BENCH_CHECK(over_tcp ? uv_tcp_init(server->loop, (uv_tcp_t *)it) == 0
                       : uv_pipe_init(server->loop, (uv_pipe_t *)it, 0) == 0);
  BENCH_CHECK(uv_accept(server, it) == 0);
  if (over_tcp) {
    BENCH_CHECK(uv_tcp_nodelay((uv_tcp_t *)it, 1) == 0);
  }
  BENCH_CHECK(uv_read_start(it, on_alloc, on_read) == 0);
}

static void bind_server(uv_loop_t *loop, union uv_any_handle *server, char *name, size_t room) {
  address_size = sizeof(address);
  if (over_tcp) {
    int length = (int)address_size;
    BENCH_CHECK(uv_ip4_addr("127.0.0.1", 0, (struct sockaddr_in *)&address) == 0);
    BENCH_CHECK(uv_tcp_init(loop, &server->tcp) == 0);
    BENCH_CHECK(uv_tcp_bind(&server->tcp, (struct sockaddr *)&address, 0) == 0);
    BENCH_CHECK(uv_tcp_getsockname(&server->tcp, (struct sockaddr *)&address, &length) == 0);
    return;
  }
  struct sockaddr_un *path = (struct sockaddr_un *)&address;
  const char *directory = getenv("TMPDIR");
  snprintf(name, room, "%s/bench-echo-%ld", directory == NULL ? P_tmpdir : directory,
           (long)getpid());
  path->sun_family = AF_UNIX;
  BENCH_CHECK(strlen(name) < sizeof(path->sun_path));
  strcpy(path->sun_path, name);
  address_size = sizeof(*path);
  BENCH_CHECK(uv_pipe_init(loop, &server->pipe, 0) == 0);
  BENCH_CHECK(uv_pipe_bind(&server->pipe, name) == 0);
}

int main(int argc, char **argv) {
  char name[256] = "";
  union uv_any_handle server;
  bench_open(argc, argv, 3);
  over_tcp = strcmp(argv[2], "tcp") == 0;
  size = strtoull(argv[3], NULL, 10);
  connections = strtoull(argv[4], NULL, 10);
  warm_up = bench.ops / 10 + 4 * connections;
  BENCH_CHECK(size <= LARGEST);
  bind_server(uv_default_loop(), &server, name, sizeof(name));
  BENCH_CHECK(uv_listen(&server.stream, 1024, on_connection) == 0);
  pid_t client = bench_fork(client_run, NULL);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  kill(client, SIGKILL);
  if (name[0] != '\0') {
    unlink(name);
  }
  return bench_report(bench.ops);
}
