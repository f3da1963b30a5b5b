/* SPDX-License-Identifier: MIT */
/* Proves which way a loop waits in an exchange: it polls before it sleeps if whole exchanges are
 * clearly faster then, tries the other way now and then, follows a change, and gives up polling
 * that finds nothing. */
#include "loop/exchange.h"

#include "../check.h"

typedef struct {
  unsigned polling_ns; /* how long an exchange takes if the loop polls; 0: nothing is found */
  unsigned sleeping_ns;
} machine;

static uint64_t now_ns;

/* How many of COUNT exchanges polled. */
static unsigned exchanges(gy_exchange *exchange, machine on, unsigned count) {
  unsigned polled = 0;
  for (unsigned i = 0; i < count; i++) {
    uint64_t poll_ns = gy_exchange_poll_ns(exchange);
    CHECK(poll_ns <= 100000);
    bool found = poll_ns > 0 && on.polling_ns > 0 && on.polling_ns <= poll_ns;
    if (poll_ns > 0) {
      polled++;
      gy_exchange_polled(exchange, found);
    }
    now_ns += found ? on.polling_ns : poll_ns + on.sleeping_ns;
    gy_exchange_ended(exchange, now_ns);
  }
  return polled;
}

int main(void) {
  const machine idle = {.polling_ns = 20000, .sleeping_ns = 60000};
  const machine slow_wake = {.polling_ns = 40000, .sleeping_ns = 150000};
  const machine busy = {.polling_ns = 13000, .sleeping_ns = 10000};
  const machine even = {.polling_ns = 10000, .sleeping_ns = 11000};
  const machine no_answer = {.sleeping_ns = 1000000};
  gy_exchange first = {0};
  CHECK(gy_exchange_poll_ns(&first) > 0);

  gy_exchange exchange = {0};
  now_ns = UINT64_C(0xfffff000); /* what it keeps of the clock runs over */
  CHECK(exchanges(&exchange, idle, 10000) > 9800);
  CHECK(exchanges(&exchange, idle, 10000) < 10000); /* it looks whether that still holds */
  exchanges(&exchange, busy, 4096);
  unsigned polled = exchanges(&exchange, busy, 10000);
  CHECK(polled > 0 && polled < 200);
  exchanges(&exchange, slow_wake, 4096);
  CHECK(exchanges(&exchange, slow_wake, 10000) > 9800);
  exchanges(&exchange, even, 4096);
  CHECK(exchanges(&exchange, even, 10000) < 200); /* polling costs CPU time */
  exchanges(&exchange, idle, 4096);
  CHECK(exchanges(&exchange, no_answer, 10000) < 30);

  gy_exchange never = {0};
  CHECK(exchanges(&never, no_answer, 10000) < 30);
  return 0;
}
