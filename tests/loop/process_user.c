/* SPDX-License-Identifier: MIT */
/*
 * A child can run as another user and group, without our supplementary groups; our own process
 * keeps its ids, and can be traced and dumped as before. A process that may not change users gets
 * UV_EPERM.
 * no qemu: it runs vfork as fork, so the child does not share our memory.
 */
#include <grp.h>

#include "process_run.h"

#define NOBODY 65534

int main(void) {
  if (getuid() != 0) {
    SKIP("only root may change the user");
  }
  uv_loop_t loop;
  const gid_t groups[] = {0, 4, 20};
  uv_process_options_t options = {.uid = NOBODY, .gid = NOBODY};
  CHECK_EQ(uv_loop_init(&loop), 0);
  if (setgroups(3, groups) != 0) {
    SKIP("supplementary groups cannot be set here");
  }
  CHECK_EQ(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), 0);

  options.flags = UV_PROCESS_SETUID | UV_PROCESS_SETGID;
  process_shell(&options, "[ $(id -u):$(id -g):$(id -G) = 65534:65534:65534 ]");
  CHECK_EQ(process_run(&loop, &options), 0);
  options.flags = UV_PROCESS_SETGID;
  process_shell(&options, "[ $(id -u):$(id -g):$(id -G) = 0:65534:65534 ]");
  CHECK_EQ(process_run(&loop, &options), 0);
  options.flags = UV_PROCESS_SETUID;
  process_shell(&options, "[ $(id -u):$(id -g):$(id -G) = 65534:0:0 ]");
  CHECK_EQ(process_run(&loop, &options), 0);
  options.file = "/no-such-program"; /* the child has a copy of our memory */
  CHECK_EQ(process_refused(&loop, &options), UV_ENOENT);
  CHECK_EQ(getuid(), 0);
  CHECK_EQ(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 1);

  CHECK_EQ(setgid(NOBODY), 0);
  CHECK_EQ(setuid(NOBODY), 0);
  process_shell(&options, "exit 0");
  options.uid = options.gid = 0;
  options.flags = UV_PROCESS_SETUID;
  CHECK_EQ(process_refused(&loop, &options), UV_EPERM);
  options.flags = UV_PROCESS_SETGID;
  CHECK_EQ(process_refused(&loop, &options), UV_EPERM);
  options.uid = options.gid = NOBODY;
  options.flags = UV_PROCESS_SETUID | UV_PROCESS_SETGID;
  CHECK_EQ(process_run(&loop, &options), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
