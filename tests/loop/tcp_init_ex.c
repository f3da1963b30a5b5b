/* SPDX-License-Identifier: MIT */
/* uv_tcp_init_ex makes the socket at once when it gets a family, and refuses unknown families and
 * flags; a handle that could not be made leaves nothing behind. */
#include <sys/resource.h>

#include "stream_peer.h"

static void count_handles(uv_handle_t *handle, void *count) {
  (void)handle;
  ++*(int *)count;
}

int main(void) {
  uv_tcp_t lazy, four, six, bad;
  struct rlimit limit;
  int domain, handles = 0;
  socklen_t size = sizeof(domain);
  uv_os_fd_t fd;
  open_loop();
  CHECK_EQ(uv_tcp_init_ex(&loop, &lazy, AF_UNSPEC), 0);
  CHECK_EQ(uv_fileno(HANDLE(&lazy), &fd), UV_EBADF);
  CHECK_EQ(uv_tcp_init_ex(&loop, &four, AF_INET), 0);
  CHECK_EQ(getsockopt(fd_of(&four), SOL_SOCKET, SO_DOMAIN, &domain, &size), 0);
  CHECK_EQ(domain, AF_INET);
  CHECK((fcntl(fd_of(&four), F_GETFL) & O_NONBLOCK) != 0);
  CHECK_EQ(uv_tcp_init_ex(&loop, &bad, AF_UNIX), UV_EINVAL);
  CHECK_EQ(uv_tcp_init_ex(&loop, &bad, AF_INET | 0x100), UV_EINVAL);
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  rlim_t enough = limit.rlim_cur;
  int next = dup(0);
  close(next);
  limit.rlim_cur = (rlim_t)next;
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  CHECK_EQ(uv_tcp_init_ex(&loop, &bad, AF_INET), UV_EMFILE);
  limit.rlim_cur = enough;
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  uv_walk(&loop, count_handles, &handles);
  CHECK_EQ(handles, 2);
  if (have_ip6()) {
    CHECK_EQ(uv_tcp_init_ex(&loop, &six, AF_INET6), 0);
    CHECK_EQ(getsockopt(fd_of(&six), SOL_SOCKET, SO_DOMAIN, &domain, &size), 0);
    CHECK_EQ(domain, AF_INET6);
  }
  finish_loop();
  return 0;
}
