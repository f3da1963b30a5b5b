/* SPDX-License-Identifier: MIT */
/* Proves that records of loops, of the pool's threads and of senders on other threads are complete
 * while another thread keeps collecting them, however small the rings: every item is valid, and the
 * collected and lost ones add up to those that were written. */
#include <stdatomic.h>

#include "trace_story.h"
#include "uv.h"

enum { LOOPS = 2, SENDS = 3000, WORKS = 400 };

typedef struct {
  uv_loop_t loop;
  uv_async_t async;
  uv_work_t work;
  uv_thread_t runner;
  uv_thread_t sender;
  int works;
  atomic_bool closed;
} party;

static party parties[LOOPS];
static atomic_bool over;
static uint64_t items_taken;
static uint64_t records_taken;
static uint64_t records_lost;

static void on_async(uv_async_t *async) { (void)async; }
static void work(uv_work_t *request) {
  party *of = request->data;
  uv_async_send(&of->async);
}

static void on_worked(uv_work_t *request, int status) {
  party *of = request->data;
  CHECK_EQ(status, 0);
  if (++of->works < WORKS) {
    CHECK_EQ(uv_queue_work(&of->loop, request, work, on_worked), 0);
  }
}

static void on_timer(uv_timer_t *timer) {
  party *of = timer->data;
  if (of->works == WORKS && atomic_load(&of->closed)) {
    uv_close((uv_handle_t *)timer, NULL);
    uv_close((uv_handle_t *)&of->async, NULL);
  }
}

static void send_all(void *arg) {
  party *of = arg;
  for (int i = 0; i < SENDS; i++) {
    uv_async_send(&of->async);
  }
  atomic_store(&of->closed, true);
}

static void run_party(void *arg) {
  party *of = arg;
  uv_timer_t timer;
  CHECK_EQ(uv_loop_init(&of->loop), 0);
  CHECK_EQ(gyre_trace_enabled(&of->loop), 1);
  uv_async_init(&of->loop, &of->async, on_async);
  uv_timer_init(&of->loop, &timer);
  timer.data = of->work.data = of;
  uv_timer_start(&timer, on_timer, 1, 1);
  CHECK_EQ(uv_queue_work(&of->loop, &of->work, work, on_worked), 0);
  uv_run(&of->loop, UV_RUN_NOWAIT);
  uv_thread_t *sender = &of->sender;
  atomic_store(&of->closed, false);
  CHECK_EQ(uv_thread_create(sender, send_all, of), 0);
  uv_run(&of->loop, UV_RUN_DEFAULT);
  uv_thread_join(sender);
  CHECK_EQ(uv_loop_close(&of->loop), 0);
}

static void on_item(void *context, const gy_trace_item *item, unsigned depth) {
  (void)context;
  CHECK(item->event > GY_EVENT_NONE && item->event < GY_EVENT_COUNT);
  CHECK(item->kind < GY_KIND_COUNT);
  CHECK(item->start >= 0 && item->duration >= 0);
  CHECK(depth < 16);
  CHECK(item->cause == 0 || item->cause < item->id);
  items_taken++;
}
static void on_label(void *context, const char *name, const char *site) {
  (void)context;
  CHECK(name != NULL && site != NULL);
}
static void on_object(void *context, int kind, uint32_t label) {
  (void)context;
  CHECK(kind >= 0 && kind < GY_KIND_COUNT);
  (void)label;
}
static void on_thread(void *context, const char *name, const char *type) {
  (void)context;
  (void)type;
  CHECK(name[0] != '\0');
}

static void take_all(void *arg) {
  gy_collect_sink sink = {on_item, on_label, on_object, on_thread, NULL};
  gy_collect *collect = gy_collect_new(&sink);
  (void)arg;
  CHECK(collect != NULL);
  bool last = false;
  while (!last) {
    last = atomic_load(&over);
    records_taken += gy_collect_take(collect);
  }
  records_lost = gy_collect_lost(collect);
  gy_collect_close(collect);
  gy_collect_free(collect);
}

int main(void) {
  uv_thread_t taker;
  uint64_t written = 0;
  setenv("GYRE_TRACE_EVENTS", "256", 1);
  CHECK_EQ(gyre_trace_start(NULL, NULL), 0);
  CHECK_EQ(uv_thread_create(&taker, take_all, NULL), 0);
  for (int i = 0; i < LOOPS; i++) {
    CHECK_EQ(uv_thread_create(&parties[i].runner, run_party, &parties[i]), 0);
  }
  for (int i = 0; i < LOOPS; i++) {
    uv_thread_join(&parties[i].runner);
  }
  atomic_store(&over, true);
  uv_thread_join(&taker);
  for (gy_trace_ring *ring = gy_trace_ring_first(); ring != NULL; ring = ring->following) {
    written += atomic_load(&ring->next);
  }
  printf("%llu written, %llu taken, %llu lost, %llu items\n", (unsigned long long)written,
         (unsigned long long)records_taken, (unsigned long long)records_lost,
         (unsigned long long)items_taken);
  CHECK_EQ(records_taken + records_lost, written);
  CHECK(items_taken > 0);
  CHECK_EQ(gyre_trace_stop(NULL), 0);
  return 0;
}
