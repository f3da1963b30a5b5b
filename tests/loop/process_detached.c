/* SPDX-License-Identifier: MIT */
/* A detached child leads a session of its own; other children stay in ours. */
#include "process_run.h"

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_process_options_t options = {0};
  /* The sixth word of stat is the session. */
  process_shell(&options, "set -- $(cat /proc/$$/stat); [ $6 = $$ ]");
  CHECK_EQ(process_run(loop, &options), 1);
  options.flags = UV_PROCESS_DETACHED;
  CHECK_EQ(process_run(loop, &options), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}
