/* SPDX-License-Identifier: MIT */
/* Other programs put several descriptors into one message: all of them arrive. */
#include "stream_peer.h"

enum { FDS = 20 };

int main(void) {
  uv_pipe_t pipe;
  uv_tcp_t tcp;
  union {
    struct cmsghdr align;
    char space[CMSG_SPACE(FDS * sizeof(int))];
  } control;
  int fds[FDS];
  struct iovec part = {.iov_base = "x", .iov_len = 1};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = sizeof(control)};
  int before = count_descriptors();
  open_loop();
  int peer = pipe_pair(&pipe, 1);
  for (int i = 0; i < FDS; i++) {
    fds[i] = socket(AF_INET, SOCK_STREAM, 0);
  }
  memset(&control, 0, sizeof(control));
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(fds));
  memcpy(CMSG_DATA(header), fds, sizeof(fds));
  CHECK_EQ(sendmsg(peer, &message, 0), 1);
  for (int i = 0; i < FDS; i++) {
    close(fds[i]);
  }
  CHECK_EQ(uv_read_start(STREAM(&pipe), allocate, on_read), 0);
  turn(1);
  SAID("x");
  CHECK_EQ(uv_pipe_pending_count(&pipe), FDS);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_accept(STREAM(&pipe), STREAM(&tcp)), 0);
  /* The sockets were blocking until a handle took them. */
  CHECK((fcntl(fd_of(&tcp), F_GETFL) & O_NONBLOCK) != 0);
  CHECK((fcntl(fd_of(&tcp), F_GETFD) & FD_CLOEXEC) != 0);
  CHECK_EQ(uv_pipe_pending_count(&pipe), FDS - 1);
  close(peer);
  finish_loop(); /* closing the pipe closes those that nobody took */
  CHECK_EQ(count_descriptors(), before);
  return 0;
}
