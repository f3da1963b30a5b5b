/* SPDX-License-Identifier: MIT */
/*
 * Readiness of descriptors: a byte is passed around a ring of the given number of socket pairs,
 * each callback reading it from its own and writing it to the next. An operation is one callback,
 * with its read and its write; the loop never sleeps.
 *
 * @case poll_ready_2 20000 2
 * @case poll_ready_1000 20000 1000
 */
#include <sys/socket.h>

#include "bench.h"

struct station {
  uv_poll_t poll;
  int in;
  int out;
};

static struct station *stations;
static size_t count;
static uint64_t calls;
static uint64_t enough;

static void pass_on(size_t index) {
  if (write(stations[index % count].out, "x", 1) != 1) {
    abort();
  }
}

static void on_readable(uv_poll_t *handle, int status, int events) {
  struct station *station = handle->data;
  char byte;
  BENCH_CHECK(status == 0 && events == UV_READABLE);
  BENCH_CHECK(read(station->in, &byte, 1) == 1);
  pass_on((size_t)(station - stations) + 1);
  if (++calls == enough) {
    uv_stop(handle->loop);
  }
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  count = strtoull(argv[2], NULL, 10);
  stations = bench_memory(count, sizeof(*stations));
  uv_loop_t *loop = uv_default_loop();
  for (size_t i = 0; i < count; i++) {
    int ends[2];
    BENCH_CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    stations[i].in = ends[0];
    stations[i].out = ends[1];
    stations[i].poll.data = &stations[i];
    BENCH_CHECK(uv_poll_init(loop, &stations[i].poll, ends[0]) == 0);
    BENCH_CHECK(uv_poll_start(&stations[i].poll, UV_READABLE, on_readable) == 0);
  }
  pass_on(0);
  enough = 2 * count;
  uv_run(loop, UV_RUN_DEFAULT);
  enough = calls + bench.ops;
  bench_begin();
  uv_run(loop, UV_RUN_DEFAULT);
  bench_end();
  return bench_report(bench.ops);
}
