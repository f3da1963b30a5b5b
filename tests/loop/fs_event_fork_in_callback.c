/* SPDX-License-Identifier: MIT */
/* Proves that a callback may fork: the child drops the events that were read together with the one
 * being handled, since their watch numbers belong to the parent, and continues with its own
 * watches. */
#include "fs_event_log.h"

static uv_fs_event_t first;
static uv_fs_event_t others[2];
static pid_t child = -1;

static void on_event(uv_fs_event_t *handle, const char *name, int events, int status) {
  log_event(handle, name, events, status);
  if (child < 0) {
    child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      CHECK_EQ(uv_loop_fork(&loop), 0);
      CHECK_STR(name, "x");
    }
  }
}

int main(void) {
  int status;
  begin();
  CHECK_EQ(mkdir("1", 0700), 0);
  CHECK_EQ(mkdir("2", 0700), 0);
  init_handle(&first, "a");
  CHECK_EQ(uv_fs_event_start(&first, on_event, "1", 0), 0);
  watch(&others[0], "b", "1");
  watch(&others[1], "c", "2");
  put_text("1/x", "");
  put_text("2/y", "");
  char heard[256];
  strcpy(heard, news());
  if (child == 0) {
    CHECK_STR(heard, "a:x:rename ");
    put_text("2/z", "");
    CHECK_STR(news(), "c:z:rename ");
    end();
    return 0;
  }
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQ(WEXITSTATUS(status), 0);
  strcat(heard, news());
  CHECK_STR(heard, "a:x:rename b:x:rename c:y:rename c:z:rename ");
  end();
  return 0;
}
