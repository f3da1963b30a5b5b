/* SPDX-License-Identifier: MIT */
/* A program on libgyre that is made setuid: it runs a loop, then prints its settings. */
#include <stdio.h>
#include <unistd.h>

#include "gyre.h"
#include "uv.h"

static void on_work(uv_work_t *work) { (void)work; }

static void on_timer(uv_timer_t *timer) { uv_close((uv_handle_t *)timer, NULL); }

static void say(const char *what, int err, const char *text) {
  printf("%s=%s\n", what, err == 0 ? text : uv_err_name(err));
}

int main(void) {
  uv_timer_t timer;
  uv_work_t work;
  char text[4096];
  size_t size = sizeof(text);
  gyre_pool_metrics_t pool;
  uv_timer_init(uv_default_loop(), &timer);
  uv_timer_start(&timer, on_timer, 1, 0);
  uv_queue_work(uv_default_loop(), &work, on_work, NULL);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  printf("user=%d,%d\n", (int)getuid(), (int)geteuid());
  printf("traced=%d\n", gyre_trace_enabled(uv_default_loop()));
  gyre_pool_metrics(&pool);
  printf("threads=%d\n", (int)pool.threads);
  say("getenv", uv_os_getenv("GYRE_TRACE", text, &size), text);
  size = sizeof(text);
  say("tmpdir", uv_os_tmpdir(text, &size), text);
  size = sizeof(text);
  say("homedir", uv_os_homedir(text, &size), text);
  return 0;
}
