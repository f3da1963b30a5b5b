/* SPDX-License-Identifier: MIT */
/*
 * One handle sends the given number of datagrams of 64 bytes with uv_udp_send in one callback,
 * another one on the same loop receives them; the next batch goes when all have arrived. An
 * operation is one datagram sent and received.
 *
 * @case udp_send_1 3000 1
 * @case udp_send_16 10000 16
 * @case udp_send_60 10000 60
 */
#include "bench.h"

enum { SIZE = 64, ROOM = 65536 };

static uv_udp_t sender;
static uv_udp_t receiver;
static struct sockaddr_storage address;
static uv_udp_send_t *requests;
static uint64_t batch;
static uint64_t sent;
static uint64_t received;
static uint64_t enough;
static char room[ROOM];

static void on_sent(uv_udp_send_t *req, int status);

/* When every datagram of the batch has been sent and received, whichever comes last. */
static void go_on(void) {
  static char bytes[SIZE];
  if (sent != received || sent % batch != 0) {
    return;
  }
  if (sent >= enough) {
    uv_stop(sender.loop);
    return;
  }
  uv_buf_t buf = uv_buf_init(bytes, SIZE);
  for (uint64_t i = 0; i < batch; i++) {
    const struct sockaddr *to = (const struct sockaddr *)&address;
    BENCH_CHECK(uv_udp_send(&requests[i], &sender, &buf, 1, to, on_sent) == 0);
  }
}

static void on_sent(uv_udp_send_t *req, int status) {
  (void)req;
  BENCH_CHECK(status == 0);
  sent++;
  go_on();
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  (void)handle, (void)suggested;
  *buf = uv_buf_init(room, ROOM);
}

static void on_received(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                        const struct sockaddr *from, unsigned flags) {
  (void)handle, (void)buf, (void)flags;
  if (from == NULL) {
    BENCH_CHECK(nread == 0);
    return;
  }
  BENCH_CHECK(nread == SIZE);
  received++;
  go_on();
}

static void run(uint64_t operations) {
  sent = received = 0;
  enough = operations;
  go_on();
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(received >= operations);
}

int main(int argc, char **argv) {
  int length = sizeof(address);
  bench_open(argc, argv, 1);
  batch = strtoull(argv[2], NULL, 10);
  requests = bench_memory(batch, sizeof(*requests));
  uv_loop_t *loop = uv_default_loop();
  BENCH_CHECK(uv_ip4_addr("127.0.0.1", 0, (struct sockaddr_in *)&address) == 0);
  BENCH_CHECK(uv_udp_init(loop, &receiver) == 0 && uv_udp_init(loop, &sender) == 0);
  BENCH_CHECK(uv_udp_bind(&receiver, (struct sockaddr *)&address, 0) == 0);
  BENCH_CHECK(uv_udp_getsockname(&receiver, (struct sockaddr *)&address, &length) == 0);
  BENCH_CHECK(uv_udp_recv_start(&receiver, on_alloc, on_received) == 0);
  run(bench.ops / 10 + batch);
  bench_begin();
  run(bench.ops);
  bench_end();
  return bench_report(received);
}
