/* SPDX-License-Identifier: MIT */
/* The child has the given environment and directory, or ours. */
#include "process_run.h"

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  char *env[] = {"COLOUR=green", "EMPTY=", NULL};
  char *nothing[] = {NULL};
  uv_process_options_t options = {0};
  CHECK_EQ(setenv("GYRE_TEST", "kept", 1), 0);
  process_shell(&options, "[ \"$GYRE_TEST\" = kept ]");
  CHECK_EQ(process_run(loop, &options), 0);
  options.env = env;
  process_shell(&options, "[ -z \"$GYRE_TEST\" ] && [ $COLOUR = green ] && [ -n \"${EMPTY+x}\" ]");
  CHECK_EQ(process_run(loop, &options), 0);
  options.env = nothing;
  process_shell(&options, "[ -z \"$GYRE_TEST$COLOUR$HOME\" ]");
  CHECK_EQ(process_run(loop, &options), 0);
  options.env = NULL;

  options.cwd = "/proc";
  process_shell(&options, "[ \"$(pwd)\" = /proc ]");
  CHECK_EQ(process_run(loop, &options), 0);
  CHECK_EQ(chdir("/dev"), 0);
  options.cwd = NULL;
  process_shell(&options, "[ \"$(pwd)\" = /dev ]");
  CHECK_EQ(process_run(loop, &options), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}
