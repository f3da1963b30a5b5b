/* SPDX-License-Identifier: MIT */
/* The kernel is told what a stream waits for only when that has changed: never twice the same,
 * nothing for writes that complete at once, nor for reading that is stopped and started between two
 * polls. */
#include <sys/epoll.h>
#include <sys/syscall.h>

#include "stream_peer.h"

enum { FDS = 256 };
static uint32_t known[FDS];
static int changes;

/* Replaces the C library's function. */
int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
  CHECK(fd >= 0 && fd < FDS);
  uint32_t events = operation == EPOLL_CTL_DEL ? 0 : event->events;
  CHECK(events != known[fd]);
  CHECK_EQ(operation, known[fd] == 0 ? EPOLL_CTL_ADD : events == 0 ? EPOLL_CTL_DEL : EPOLL_CTL_MOD);
  known[fd] = events;
  changes++;
  return (int)syscall(SYS_epoll_ctl, epoll, operation, fd, event);
}

static int changed(void) {
  int count = changes;
  changes = 0;
  return count;
}

static uv_tcp_t accepted;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_tcp_init(&loop, &accepted), 0);
  CHECK_EQ(uv_accept(server, STREAM(&accepted)), 0);
}

int main(void) {
  uv_tcp_t server, tcp;
  uv_connect_t connect_req;
  uv_write_t reqs[2], big = {.data = "big"};
  struct sockaddr_in name;
  static char data[16 << 20];
  uv_buf_t buf = uv_buf_init(data, sizeof(data));
  open_loop();
  changed();
  tcp_server(&server, &name, on_connection);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &tcp, ADDRESS(name), on_connect), 0);
  CHECK_EQ(changed(), 0); /* the kernel is told just before the loop polls */
  RUN_UNTIL(strstr(said, "connect") != NULL && accepted.loop != NULL);
  turn(3);
  SAID("connect:ok");
  CHECK_EQ(changed(), 3); /* listen; connect, and its end */
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_read), 0);
  turn(3);
  CHECK_EQ(changed(), 1);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(uv_read_stop(STREAM(&tcp)), 0);
    CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_read), 0);
    CHECK_EQ(write_text(&reqs[0], &tcp, "a"), 0);
    CHECK_EQ(write_text(&reqs[1], &tcp, "b"), 0);
    turn(3);
    SAID("a:ok b:ok");
  }
  CHECK_EQ(changed(), 0);
  CHECK_EQ(uv_write(&big, STREAM(&tcp), &buf, 1, on_written), 0);
  turn(3);
  CHECK_EQ(changed(), 1); /* now also for writing */
  while (said[0] == '\0') {
    while (recv(fd_of(&accepted), room, sizeof(room), MSG_DONTWAIT) > 0) {
    }
    turn(1);
  }
  turn(3);
  SAID("big:ok");
  CHECK_EQ(changed(), 1); /* for reading only */
  finish_loop();
  return 0;
}
