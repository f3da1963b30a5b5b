/* SPDX-License-Identifier: MIT */
/* Proves that after a fork parent and child both get all events, each through a descriptor of its
 * own: what the child reads, stops or starts does not affect the parent. */
#include "fs_event_log.h"

static int turn[2]; /* the child sends a byte when it has done its part */

static void child_part(uv_fs_event_t *a, uv_fs_event_t *b) {
  uv_fs_event_t c;
  CHECK_EQ(uv_loop_fork(&loop), 0);
  CHECK_STR(news(), "");
  put_text("dir/1", "");
  CHECK_EQ(chmod("file", 0600), 0);
  CHECK_STR(news(), "a:1:rename b:file:change ");
  CHECK_EQ(uv_fs_event_stop(a), 0);
  watch(&c, "c", "dir");
  put_text("dir/2", "");
  CHECK_STR(news(), "c:2:rename ");
  uv_close((uv_handle_t *)b, NULL);
  CHECK_STR(news(), "");
  CHECK_EQ(write(turn[1], "x", 1), 1);
  end();
  exit(0);
}

int main(void) {
  uv_fs_event_t a;
  uv_fs_event_t b;
  uv_fs_event_t idle;
  char byte;
  int status;
  begin();
  CHECK_EQ(mkdir("dir", 0700), 0);
  put_text("file", "");
  CHECK_EQ(pipe(turn), 0);
  watch(&a, "a", "dir");
  watch(&b, "b", "file");
  init_handle(&idle, "-");
  CHECK_STR(news(), "");
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    child_part(&a, &b);
  }
  CHECK_EQ(close(turn[1]), 0);
  CHECK_EQ(read(turn[0], &byte, 1), 1);
  CHECK_STR(news(), "a:1:rename b:file:change a:2:rename ");
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQ(WEXITSTATUS(status), 0);
  put_text("dir/3", "");
  CHECK_EQ(chmod("file", 0644), 0);
  CHECK_STR(news(), "a:3:rename b:file:change ");
  end();
  return 0;
}
