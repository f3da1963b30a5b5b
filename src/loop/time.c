/* SPDX-License-Identifier: MIT */
/* The loop's time: when it is read, and what programs see of it. The members are in loop.h. */
#include "loop/loop.h"
#include "loop/time.h"
#include "os/virtual.h"

void gy_time_read(gy_loop *loop) {
  if (loop->io.virtual_ns == NULL) {
    gy_clock_read(&loop->time.reading);
  } else { /* its `same_ms` stays 0 */
    loop->time.reading.ns = gy_time_virtual(loop);
    loop->time.reading.ms = loop->time.reading.ns / GY_NS_PER_MS;
  }
  loop->time.now_ns = loop->time.reading.ns;
  loop->time.now_ms = loop->time.reading.ms;
  loop->time.fresh = true;
}

uint64_t uv_now(const uv_loop_t *loop) { return gy_loop_of(loop)->time.now_ms; }

/* A program may ask until it is late enough, so asking takes virtual time, too. */
void gy_time_read_asked(gy_loop *loop) {
  if (loop->io.virtual_ns == &gy_virtual_ns) {
    gy_virtual_read();
  }
  gy_time_read(loop);
}

void uv_update_time(uv_loop_t *storage) {
  gy_loop *loop = gy_loop_of(storage);
  if (GY_LIKELY(loop->wheel != NULL)) {
    gy_time_update_asked(loop);
  } else { /* it is closed */
    gy_time_read_asked(loop);
  }
}

/* The backend has its own clock: what is known of the machine's clock is invalid. */
void gy_time_forget(gy_loop *loop) { loop->time.reading.same_ms = 0; }
