/* SPDX-License-Identifier: MIT */
/*
 * The given number of uv_write calls of 64 bytes on one TCP connection in one callback, and again
 * when all of them have called back; a process without any library reads them. An operation is one
 * uv_write with its callback; CPU time is the writer's alone. The reader sleeps until much data has
 * arrived: otherwise it would be random, for a whole run, whether a write finds it awake or has to
 * wake it.
 *
 * @case tcp_writes_1 3000 1 by=cpu
 * @case tcp_writes_16 10000 16 by=cpu
 * @case tcp_writes_256 30000 256 by=cpu
 */
#include <sys/socket.h>

#include "bench.h"

enum { SIZE = 64, READ_SIZE = 65536 };

static uv_tcp_t stream;
static uv_write_t *requests;
static uint64_t batch;
static uint64_t open_requests;
static uint64_t done;
static uint64_t enough;

static void reader_run(void *arg) {
  static char bytes[READ_SIZE];
  int fd = *(int *)arg;
  int least = READ_SIZE;
  BENCH_CHECK(setsockopt(fd, SOL_SOCKET, SO_RCVLOWAT, &least, sizeof(least)) == 0);
  while (read(fd, bytes, sizeof(bytes)) > 0) {
  }
}

static void write_batch(void);

static void on_written(uv_write_t *req, int status) {
  (void)req;
  BENCH_CHECK(status == 0);
  done++;
  if (--open_requests == 0 && done < enough) {
    write_batch();
  }
}

static void write_batch(void) {
  static char bytes[SIZE];
  uv_buf_t buf = uv_buf_init(bytes, SIZE);
  open_requests = batch;
  for (uint64_t i = 0; i < batch; i++) {
    BENCH_CHECK(uv_write(&requests[i], (uv_stream_t *)&stream, &buf, 1, on_written) == 0);
  }
}

static void run(uint64_t operations) {
  done = 0;
  enough = operations;
  write_batch();
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(done >= operations);
}

/* Two connected TCP sockets, both blocking. */
static void connect_pair(int fds[2]) {
  struct sockaddr_in address;
  socklen_t length = sizeof(address);
  BENCH_CHECK(uv_ip4_addr("127.0.0.1", 0, &address) == 0);
  int server = socket(AF_INET, SOCK_STREAM, 0);
  BENCH_CHECK(bind(server, (struct sockaddr *)&address, length) == 0 && listen(server, 1) == 0);
  BENCH_CHECK(getsockname(server, (struct sockaddr *)&address, &length) == 0);
  fds[0] = socket(AF_INET, SOCK_STREAM, 0);
  BENCH_CHECK(connect(fds[0], (struct sockaddr *)&address, length) == 0);
  fds[1] = accept(server, NULL, NULL);
  BENCH_CHECK(fds[1] >= 0);
}

int main(int argc, char **argv) {
  int fds[2];
  bench_open(argc, argv, 1);
  batch = strtoull(argv[2], NULL, 10);
  requests = bench_memory(batch, sizeof(*requests));
  connect_pair(fds);
  pid_t reader = bench_fork(reader_run, &fds[1]);
  BENCH_CHECK(uv_tcp_init(uv_default_loop(), &stream) == 0);
  BENCH_CHECK(uv_tcp_open(&stream, fds[0]) == 0 && uv_tcp_nodelay(&stream, 1) == 0);
  run(bench.ops / 10 + batch);
  bench_begin();
  run(bench.ops);
  bench_end();
  kill(reader, SIGKILL);
  return bench_report(done);
}
