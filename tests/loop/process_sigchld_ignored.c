/* SPDX-License-Identifier: MIT */
/*
 * A process that ignores SIGCHLD, perhaps because its parent did, still learns how its children
 * end, although the kernel would not keep their status; the same with SA_NOCLDWAIT.
 * no qemu: it runs vfork as fork, so the child does not share our memory.
 */
#include "process_run.h"

static void handler(int signum) { (void)signum; }

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_process_options_t options = {0};
  process_shell(&options, "exit 5");
  for (int i = 0; i < 3; i++) {
    CHECK(signal(SIGCHLD, SIG_IGN) != SIG_ERR);
    CHECK_EQ(process_run(loop, &options), 5);
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_NOCLDWAIT};
    CHECK_EQ(sigaction(SIGCHLD, &action, NULL), 0);
    CHECK_EQ(process_run(loop, &options), 5);
  }
  CHECK(signal(SIGCHLD, SIG_IGN) != SIG_ERR);
  options.file = "/no-such-program";
  CHECK_EQ(process_refused(loop, &options), UV_ENOENT);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}
