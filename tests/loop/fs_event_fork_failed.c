/* SPDX-License-Identifier: MIT */
/* Proves that a handle which cannot be watched again in the child of a fork gets an error status,
 * once, while the others work; that a handle whose file was already gone does not get it; and that
 * without a descriptor all handles get it. */
#include <sys/inotify.h>
#include <sys/syscall.h>

#include "fs_event_log.h"

static int init_error;

/* Replaces the C library's function. */
int inotify_init1(int flags) {
  if (init_error != 0) {
    errno = init_error;
    return -1;
  }
  return (int)syscall(SYS_inotify_init1, flags);
}

static uv_fs_event_t gone;
static uv_fs_event_t lost;
static uv_fs_event_t lost_too;
static uv_fs_event_t kept;

static void run_child(void (*body)(void)) {
  int status;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    body();
    end();
    exit(0);
  }
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQ(WEXITSTATUS(status), 0);
}

static void path_is_gone(void) {
  CHECK_EQ(uv_loop_fork(&loop), 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK_STR(event_log, "");
  CHECK_STR(news(), "lost:(null):ENOENT ");
  CHECK_STR(news(), "");
  CHECK_EQ(uv_is_active((uv_handle_t *)&lost), 1);
  put_text("dir/1", "");
  CHECK_EQ(chmod("moved", 0600), 0);
  CHECK_STR(news(), "kept:1:rename other name:moved:change ");
  CHECK_EQ(uv_loop_fork(&loop), 0); /* an error is reported once */
  CHECK_STR(news(), "");
  put_text("dir/2", "");
  CHECK_STR(news(), "kept:2:rename ");
}

static void no_descriptor(void) {
  init_error = EMFILE;
  CHECK_EQ(uv_loop_fork(&loop), 0);
  CHECK_STR(news(), "lost:(null):EMFILE other name:(null):EMFILE kept:(null):EMFILE ");
  CHECK_EQ(uv_fs_event_stop(&kept), 0);
  CHECK_EQ(uv_fs_event_start(&kept, log_event, "dir", 0), UV_EMFILE);
  init_error = 0;
  CHECK_EQ(uv_fs_event_start(&kept, log_event, "dir", 0), 0);
  put_text("dir/3", "");
  CHECK_STR(news(), "kept:3:rename ");
}

int main(void) {
  begin();
  CHECK_EQ(mkdir("dir", 0700), 0);
  put_text("gone", "");
  put_text("lost", "");
  CHECK_EQ(link("lost", "moved"), 0);
  watch(&gone, "gone", "gone");
  watch(&lost, "lost", "lost");
  watch(&lost_too, "other name", "moved");
  watch(&kept, "kept", "dir");
  CHECK_EQ(unlink("gone"), 0);
  CHECK_STR(news(), "gone:gone:change gone:gone:rename gone:gone:rename ");
  run_child(no_descriptor);
  CHECK_EQ(unlink("lost"), 0);
  CHECK_STR(news(), "kept:3:rename lost:lost:change other name:moved:change ");
  run_child(path_is_gone);
  end();
  return 0;
}
