/* SPDX-License-Identifier: MIT */
/* Proves that gyre_print_alive prints what keeps a loop alive: by kind, with the function that made
 * it and for how long, requests too, and not what does not keep it alive.
 * no musl: it has no function that walks stacks. */
#include "../check.h"
#include "gyre.h"

static uv_timer_t timers[3], weak, unused;
static uv_tcp_t server;
static uv_async_t waker;
static uv_work_t work;
static uv_barrier_t barrier;
static uv_loop_t loop;

static char *report(void) {
  static char *text;
  static size_t size;
  FILE *stream = open_memstream(&text, &size);
  gyre_print_alive(&loop, stream);
  fclose(stream);
  return text;
}

static void check_has(const char *text, const char *part) {
  if (strstr(text, part) == NULL) {
    fprintf(stderr, "not in the report: %s\n%s", part, text);
    exit(1);
  }
}

static void on_timer(uv_timer_t *timer) { (void)timer; }
static void on_async(uv_async_t *async) { (void)async; }
static void on_work(uv_work_t *req) {
  (void)req;
  uv_barrier_wait(&barrier);
}
static void after_work(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
}
static void on_connection(uv_stream_t *stream, int status) { (void)stream, (void)status; }

/* They return a value after the last call. Otherwise that would be a tail call, and they would not
 * be on the stack. */
static __attribute__((noinline)) int make_timers(void) {
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(uv_timer_init(&loop, &timers[i]), 0);
    CHECK_EQ(uv_timer_start(&timers[i], on_timer, 100000, 0), 0);
  }
  return 0;
}

static __attribute__((noinline)) int make_server(void) {
  struct sockaddr_in address;
  CHECK_EQ(uv_ip4_addr("127.0.0.1", 0, &address), 0);
  CHECK_EQ(uv_tcp_init(&loop, &server), 0);
  CHECK_EQ(uv_tcp_bind(&server, (struct sockaddr *)&address, 0), 0);
  CHECK_EQ(uv_listen((uv_stream_t *)&server, 1, on_connection), 0);
  return 0;
}

static __attribute__((noinline)) int submit_work(void) {
  CHECK_EQ(uv_queue_work(&loop, &work, on_work, after_work), 0);
  return 0;
}

static void check_full(void) {
  char *text = report();
  check_has(text, "the loop is kept alive by 6:\n");
  check_has(text, "  1 async, for 0.");
  check_has(text, "  1 tcp, for 0.");
  check_has(text, "made at make_server (");
  check_has(text, "  3 timer, the oldest for 0.");
  check_has(text, "made at make_timers (");
  check_has(text, "  1 work, for 0.");
  check_has(text, "made at submit_work (");
  check_has(text, "  and not by 1 unreferenced, 1 inactive\n");
  CHECK(strstr(text, "async") < strstr(text, "tcp") && strstr(text, "tcp") < strstr(text, "timer"));
  free(text);
}

static void close_handle(uv_handle_t *handle, void *arg) {
  (void)arg;
  uv_close(handle, NULL);
}

int main(void) {
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(gyre_why(&loop), 0);
  CHECK_EQ(uv_barrier_init(&barrier, 2), 0);
  make_timers();
  make_server();
  submit_work();
  CHECK_EQ(uv_timer_init(&loop, &weak), 0);
  CHECK_EQ(uv_timer_start(&weak, on_timer, 100000, 0), 0);
  uv_unref((uv_handle_t *)&weak);
  CHECK_EQ(uv_timer_init(&loop, &unused), 0);
  CHECK_EQ(uv_async_init(&loop, &waker, on_async), 0);
  check_full();

  uv_barrier_wait(&barrier);
  uv_walk(&loop, close_handle, NULL);
  char *text = report();
  check_has(text, "  1 tcp (closing), for 0.");
  free(text);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  text = report();
  CHECK_STR(text, "gyre: the loop is kept alive by 0:\n");
  free(text);
  CHECK_EQ(uv_loop_close(&loop), 0);
  uv_barrier_destroy(&barrier);
  return 0;
}
