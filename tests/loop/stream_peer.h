/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of streams: pairs of which one end is a handle and the other the test's own,
 * a line of text that logs the order of events, a turn of the loop that cannot hang, and counts of
 * descriptors.
 */
#ifndef GY_TEST_STREAM_PEER_H
#define GY_TEST_STREAM_PEER_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "check.h"
#include "descriptors.h"
#include "said.h"
#include "uv.h"

#define ADDRESS(name) ((struct sockaddr *)&(name))
#define STREAM(handle) ((uv_stream_t *)(handle))
#define HANDLE(handle) ((uv_handle_t *)(handle))
#define HELPER __attribute__((unused)) static

static uv_loop_t loop;
static char room[65536];

/* Callbacks that log their arguments. The `data` of a request is its name. */
HELPER void on_written(uv_write_t *req, int status) {
  say("%s:%s", (const char *)req->data, status == 0 ? "ok" : uv_err_name(status));
}
HELPER void on_connect(uv_connect_t *req, int status) {
  (void)req;
  say("connect:%s", status == 0 ? "ok" : uv_err_name(status));
}
HELPER void on_shutdown(uv_shutdown_t *req, int status) {
  (void)req;
  say("shutdown:%s", status == 0 ? "ok" : uv_err_name(status));
}
HELPER void on_closed(uv_handle_t *handle) {
  (void)handle;
  say("closed");
}

HELPER void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle;
  CHECK_EQ(size, sizeof(room));
  *buf = uv_buf_init(room, sizeof(room));
}

/* Logs data as text, errors by their name, and "again" for a buffer that comes back unused. */
HELPER void on_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void)stream;
  if (nread > 0) {
    say("%.*s", (int)nread, buf->base);
  } else {
    say("%s", nread == 0 ? "again" : uv_err_name((int)nread));
  }
}

HELPER int write_text(uv_write_t *req, void *stream, const char *text) {
  uv_buf_t buf = uv_buf_init((char *)text, (unsigned)strlen(text));
  req->data = (void *)text;
  return uv_write(req, stream, &buf, 1, on_written);
}

HELPER void open_loop(void) {
  signal(SIGPIPE, SIG_IGN);
  CHECK_EQ(uv_loop_init(&loop), 0);
}

/* Runs this many turns that do not wait. */
HELPER void turn(int count) {
  while (count-- > 0) {
    uv_run(&loop, UV_RUN_NOWAIT);
  }
}

/* Runs turns until CONDITION holds; a test that would wait for ever fails instead. */
#define RUN_UNTIL(condition)                     \
  do {                                           \
    for (int run_i = 0; !(condition); run_i++) { \
      CHECK(run_i < 20000);                      \
      uv_run(&loop, UV_RUN_NOWAIT);              \
      if (!(condition) && run_i > 10) {          \
        usleep(500);                             \
      }                                          \
    }                                            \
  } while (0)

HELPER void close_handle(void *handle) { uv_close(handle, NULL); }

/* Closes all handles that are still open, runs the loop to its end and closes it. */
HELPER void close_walked(uv_handle_t *handle, void *arg) {
  (void)arg;
  if (!uv_is_closing(handle)) {
    uv_close(handle, NULL);
  }
}
HELPER void finish_loop(void) {
  uv_walk(&loop, close_walked, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
}

HELPER struct sockaddr_in loopback(int port) {
  struct sockaddr_in name;
  CHECK_EQ(uv_ip4_addr("127.0.0.1", port, &name), 0);
  return name;
}

/* A listening socket that is not a handle. */
HELPER int peer_listen(struct sockaddr_in *name, int backlog) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  socklen_t size = sizeof(*name);
  CHECK(fd >= 0);
  *name = loopback(0);
  CHECK_EQ(bind(fd, ADDRESS(*name), size), 0);
  CHECK_EQ(listen(fd, backlog), 0);
  CHECK_EQ(getsockname(fd, ADDRESS(*name), &size), 0);
  return fd;
}

HELPER int peer_connect(const struct sockaddr_in *name) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK(fd >= 0);
  CHECK_EQ(connect(fd, (const struct sockaddr *)name, sizeof(*name)), 0);
  return fd;
}

/* Connects HANDLE over TCP. Returns the other end. */
HELPER int tcp_pair(uv_tcp_t *handle) {
  struct sockaddr_in name;
  int listener = peer_listen(&name, 1);
  int near = peer_connect(&name);
  int far = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  CHECK(far >= 0);
  close(listener);
  CHECK_EQ(uv_tcp_init(&loop, handle), 0);
  CHECK_EQ(uv_tcp_open(handle, near), 0);
  return far;
}

/* The same over a pair of Unix sockets. */
HELPER int pipe_pair(uv_pipe_t *handle, int ipc) {
  int ends[2];
  CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  CHECK_EQ(uv_pipe_init(&loop, handle, ipc), 0);
  CHECK_EQ(uv_pipe_open(handle, ends[0]), 0);
  return ends[1];
}

/* A TCP server on loopback; its address goes to NAME. */
HELPER void tcp_server(uv_tcp_t *server, struct sockaddr_in *name, uv_connection_cb cb) {
  int size = sizeof(*name);
  *name = loopback(0);
  CHECK_EQ(uv_tcp_init(&loop, server), 0);
  CHECK_EQ(uv_tcp_bind(server, ADDRESS(*name), 0), 0);
  CHECK_EQ(uv_listen(STREAM(server), 128, cb), 0);
  CHECK_EQ(uv_tcp_getsockname(server, ADDRESS(*name), &size), 0);
  CHECK_EQ(size, sizeof(*name));
}

/* What can be read from FD now, as a string; -1 if there is nothing. */
HELPER ssize_t peer_read(int fd, char *text, size_t size) {
  ssize_t count = recv(fd, text, size - 1, MSG_DONTWAIT);
  text[count > 0 ? count : 0] = '\0';
  return count;
}

HELPER int fd_of(const void *handle) {
  uv_os_fd_t fd = -1;
  CHECK_EQ(uv_fileno(handle, &fd), 0);
  return fd;
}

HELPER bool have_ip6(void) {
  struct sockaddr_in6 name;
  int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK_EQ(uv_ip6_addr("::1", 0, &name), 0);
  bool have = fd >= 0 && bind(fd, ADDRESS(name), sizeof(name)) == 0;
  if (fd >= 0) {
    close(fd);
  }
  return have;
}

/* A path in a directory of this process, relative and so short enough for a socket. The directory
 * is removed when the test has passed. */
static char scratch[4096];
HELPER void remove_scratch(void) { rmdir(scratch); }
HELPER const char *scratch_path(const char *name) {
  if (scratch[0] == '\0') {
    const char *where = getenv("TMPDIR");
    int length = snprintf(scratch, sizeof(scratch), "%s/gyre-stream-XXXXXX",
                          where != NULL && where[0] == '/' ? where : P_tmpdir);
    CHECK(length > 0 && (size_t)length < sizeof(scratch));
    CHECK(mkdtemp(scratch) != NULL);
    CHECK_EQ(chdir(scratch), 0);
    atexit(remove_scratch);
  }
  return name;
}

#endif
