/* SPDX-License-Identifier: MIT */
/* Many children at once, on two loops: each exit is reported once, to its own handle. */
#include "process_run.h"

#define CHILDREN 40

int main(void) {
  uv_loop_t loops[2];
  uv_process_t processes[CHILDREN];
  process_end ends[CHILDREN] = {0};
  char script[32];
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_loop_init(&loops[i]), 0);
  }
  int files = process_open_files();
  for (int i = 0; i < CHILDREN; i++) {
    uv_process_options_t options = {.exit_cb = process_on_exit};
    snprintf(script, sizeof(script), "exit %d", i + 1);
    process_shell(&options, script);
    processes[i].data = &ends[i];
    CHECK_EQ(uv_spawn(&loops[i % 2], &processes[i], &options), 0);
  }
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_run(&loops[i], UV_RUN_DEFAULT), 0);
  }
  for (int i = 0; i < CHILDREN; i++) {
    CHECK_EQ(ends[i].calls, 1);
    CHECK_EQ(ends[i].status, i + 1);
    CHECK_EQ(ends[i].term_signal, 0);
    uv_close((uv_handle_t *)&processes[i], NULL);
  }
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_run(&loops[i], UV_RUN_DEFAULT), 0);
    CHECK_EQ(process_open_files(), files - 2 * i);
    CHECK_EQ(uv_loop_close(&loops[i]), 0);
  }
  return 0;
}
