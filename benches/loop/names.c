/* SPDX-License-Identifier: MIT */
/*
 * A host is looked up with uv_getaddrinfo, the given number of requests at a time: a numeric
 * address, or the name in the hosts file. An operation is one request.
 *
 * @case getaddrinfo_numeric_1 2000 127.0.0.1 1
 * @case getaddrinfo_numeric_10 2000 127.0.0.1 10
 * @case getaddrinfo_localhost_1 1000 localhost 1
 * @case getaddrinfo_localhost_10 1000 localhost 10
 */
#include <netdb.h>
#include <sys/socket.h>

#include "bench.h"

static const char *host;
static uint64_t started;
static uint64_t done;
static uint64_t enough;

static void on_found(uv_getaddrinfo_t *req, int status, struct addrinfo *found);

static void start(uv_getaddrinfo_t *req) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  started++;
  BENCH_CHECK(uv_getaddrinfo(uv_default_loop(), req, on_found, host, NULL, &hints) == 0);
}

static void on_found(uv_getaddrinfo_t *req, int status, struct addrinfo *found) {
  BENCH_CHECK(status == 0 && found != NULL);
  uv_freeaddrinfo(found);
  done++;
  if (started < enough) {
    start(req);
  }
}

static void run(uv_getaddrinfo_t *requests, size_t count, uint64_t operations) {
  started = done = 0;
  enough = operations;
  for (size_t i = 0; i < count && started < enough; i++) {
    start(&requests[i]);
  }
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(done == operations);
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 2);
  host = argv[2];
  size_t count = strtoull(argv[3], NULL, 10);
  uv_getaddrinfo_t *requests = bench_memory(count, sizeof(*requests));
  run(requests, count, bench.ops / 10 + count);
  bench_begin();
  run(requests, count, bench.ops);
  bench_end();
  return bench_report(done);
}
