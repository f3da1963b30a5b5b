/* SPDX-License-Identifier: MIT */
/* Handlers of pthread_atfork run when a child is made, in the child before it runs its program; not
 * with GYRE_PROCESS_NO_ATFORK. A child that cannot be made is reported as usual. */
#include <pthread.h>

#include "gyre.h"
#include "process_run.h"

static int before;
static int in_parent;

static void on_before(void) { before++; }

static void on_parent(void) { in_parent++; }

/* Like preexec functions of uvloop: the program must see what is done here. */
static void on_child(void) { umask(0123); }

static int ended;
static int64_t status_of;

static void on_exit_of(uv_process_t *process, int64_t status, int term_signal) {
  CHECK_EQ(term_signal, 0);
  status_of = status;
  ended++;
  uv_close((uv_handle_t *)process, NULL);
}

static int64_t run(uv_loop_t *loop, unsigned flags) {
  uv_process_t process;
  uv_process_options_t options = {.exit_cb = on_exit_of};
  process_shell(&options, "test $(umask) = 0123");
  options.flags |= flags;
  ended = 0;
  CHECK_EQ(uv_spawn(loop, &process, &options), 0);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(ended, 1);
  return status_of;
}

int main(void) {
  uv_loop_t loop;
  char *args[] = {"none", NULL};
  uv_process_options_t missing = {.file = "/nowhere/at/all", .args = args};
  uv_process_t process;
  umask(022);
  CHECK_EQ(pthread_atfork(on_before, on_parent, on_child), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  int files = process_open_files();
  CHECK_EQ(run(&loop, 0), 0);
  CHECK(before == 1 && in_parent == 1);
  CHECK_EQ(run(&loop, GYRE_PROCESS_NO_ATFORK), 1);
  CHECK(before == 1 && in_parent == 1);
  CHECK_EQ(run(&loop, UV_PROCESS_DETACHED), 0);
  CHECK(before == 2 && in_parent == 2);
  CHECK_EQ(uv_spawn(&loop, &process, &missing), UV_ENOENT);
  uv_close((uv_handle_t *)&process, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(process_open_files(), files);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
