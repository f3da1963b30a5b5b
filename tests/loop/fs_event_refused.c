/* SPDX-License-Identifier: MIT */
/* Proves that refusals by the kernel are reported: a missing descriptor or watch by the return
 * value of uv_fs_event_start, a descriptor that cannot be polled by the status of every handle; and
 * that everything works once the kernel no longer refuses. */
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/syscall.h>

#include "fs_event_log.h"

static int init_error;
static int add_error;
static int poll_error; /* for the inotify descriptor */
static int inotify_fd = -1;

/* Replaces the C library's function. */
int inotify_init1(int flags) {
  if (init_error != 0) {
    errno = init_error;
    return -1;
  }
  inotify_fd = (int)syscall(SYS_inotify_init1, flags);
  return inotify_fd;
}

int inotify_add_watch(int fd, const char *path, uint32_t mask) {
  if (add_error != 0) {
    errno = add_error;
    return -1;
  }
  return (int)syscall(SYS_inotify_add_watch, fd, path, mask);
}

int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
  if (poll_error != 0 && fd == inotify_fd && operation != EPOLL_CTL_DEL) {
    errno = poll_error;
    return -1;
  }
  return (int)syscall(SYS_epoll_ctl, epoll, operation, fd, event);
}

int main(void) {
  uv_fs_event_t a;
  uv_fs_event_t b;
  uv_fs_event_t c;
  begin();
  CHECK_EQ(mkdir("dir", 0700), 0);
  init_handle(&a, "a");
  init_handle(&b, "b");
  init_handle(&c, "c");
  int before = open_files();
  init_error = EMFILE;
  CHECK_EQ(uv_fs_event_start(&a, log_event, ".", 0), UV_EMFILE);
  init_error = 0;
  add_error = ENOSPC;
  CHECK_EQ(uv_fs_event_start(&a, log_event, ".", 0), UV_ENOSPC);
  add_error = 0;
  CHECK_EQ(uv_is_active((uv_handle_t *)&a), 0);
  CHECK_EQ(uv_fs_event_start(&a, log_event, ".", 0), 0);
  put_text("file", "");
  CHECK_STR(news(), "a:file:rename ");
  CHECK_EQ(open_files(), before + 1);
  end();

  CHECK_EQ(uv_loop_init(&loop), 0);
  poll_error = ENOSPC;
  watch(&a, "a", ".");
  watch(&b, "b", ".");
  watch(&c, "c", "dir");
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_STR(news(), "a:(null):EBADF b:(null):EBADF c:(null):EBADF ");
  CHECK_STR(news(), "");
  CHECK_EQ(uv_is_active((uv_handle_t *)&a), 1);
  poll_error = 0;
  CHECK_EQ(uv_fs_event_stop(&a), 0);
  CHECK_EQ(uv_fs_event_start(&a, log_event, ".", 0), 0);
  put_text("file2", "");
  CHECK_STR(news(), "a:file2:rename ");
  end();
  return 0;
}
