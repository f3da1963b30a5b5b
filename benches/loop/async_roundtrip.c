/* SPDX-License-Identifier: MIT */
/*
 * A wake-up there and back between the loop and the given number of threads, each with a loop of
 * its own. An operation is one round trip of one thread.
 *
 * @case async_roundtrip_1 2000 1 goal=50
 * @case async_roundtrip_2 2000 2 goal=8
 * @case async_roundtrip_4 2000 4 goal=2.5
 * @case async_roundtrip_8 2000 8 goal=1.4
 */
#include "bench.h"

enum { WARM_UP = 500 };

struct peer {
  uv_thread_t thread;
  uv_loop_t loop;
  uv_async_t here;  /* on the main loop: the peer sends to it */
  uv_async_t there; /* on the peer's loop */
  uint64_t trips;
};

static uint64_t trips_each;
static size_t peers_busy;

static void on_here(uv_async_t *handle) {
  struct peer *peer = handle->data;
  if (++peer->trips < trips_each) {
    uv_async_send(&peer->there);
  } else if (--peers_busy == 0) {
    uv_stop(handle->loop);
  }
}

static void on_there(uv_async_t *handle) {
  struct peer *peer = handle->data;
  uv_async_send(&peer->here);
}

static void run_peer(void *arg) {
  struct peer *peer = arg;
  uv_run(&peer->loop, UV_RUN_DEFAULT);
}

static void travel(struct peer *peers, size_t count, uint64_t each) {
  trips_each = each;
  peers_busy = count;
  for (size_t i = 0; i < count; i++) {
    peers[i].trips = 0;
    uv_async_send(&peers[i].there);
  }
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(peers_busy == 0);
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  size_t count = strtoull(argv[2], NULL, 10);
  struct peer *peers = bench_memory(count, sizeof(*peers));
  for (size_t i = 0; i < count; i++) {
    struct peer *peer = &peers[i];
    BENCH_CHECK(uv_loop_init(&peer->loop) == 0);
    BENCH_CHECK(uv_async_init(uv_default_loop(), &peer->here, on_here) == 0);
    BENCH_CHECK(uv_async_init(&peer->loop, &peer->there, on_there) == 0);
    peer->here.data = peer->there.data = peer;
    BENCH_CHECK(uv_thread_create(&peer->thread, run_peer, peer) == 0);
  }
  uint64_t each = (bench.ops + count - 1) / count;
  travel(peers, count, WARM_UP / count + 1);
  bench_begin();
  travel(peers, count, each);
  bench_end();
  int result = bench_report(each * count);
  fflush(stdout);
  /* The peers sleep in their loops for ever: the measurement is over. */
  _exit(result);
}
