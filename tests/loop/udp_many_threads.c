/* SPDX-License-Identifier: MIT */
/* A loop that sends for many handles continues to do so in another thread, and in the child of a
 * fork, without sending anything twice. */
#include <sys/wait.h>

#include "udp_many.h"

static void again(void *arg) {
  (void)arg;
  for (int i = 0; i < MANY; i++) {
    senders[i].sent = senders[i].received = 0;
  }
  many_run(2 * WARM);
}

int main(void) {
  uv_thread_t thread;
  many_open();
  many_run(2 * WARM);
  CHECK_EQ(uv_thread_create(&thread, again, NULL), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  again(NULL);

  pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    CHECK_EQ(uv_loop_fork(&loop), 0);
    again(NULL);
    many_close();
    _exit(0);
  }
  int status;
  CHECK_EQ(waitpid(pid, &status, 0), pid);
  CHECK_EQ(status, 0);
  again(NULL);
  many_close();
  return 0;
}
