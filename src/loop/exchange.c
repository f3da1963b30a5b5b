/* SPDX-License-Identifier: MIT */
/* Whether a loop polls before it sleeps, in an exchange: see exchange.h. */
#include "loop/exchange.h"

enum {
  TRIAL = 16,          /* exchanges that compare one way with the other */
  STAY = 2048,         /* and that use the better one, until the next trial */
  MISSED_MAX = 3,      /* so many times polling finds nothing: this is no exchange of this kind */
  POLL_NS = 100000,    /* a peer that has to be woken first answers within this time */
  LONGEST_NS = 200000, /* what takes longer counts as this much */
  UNIT_NS = 4,         /* of gy_exchange.mean */
  WEIGHT = 8,          /* of the mean, against the newest */
};

static void use(gy_exchange *exchange, bool polls, bool is_trial) {
  exchange->polls = polls;
  exchange->is_trial = is_trial;
  exchange->left = is_trial ? TRIAL : STAY;
  exchange->missed = 0;
}

static bool polling_is_faster(const gy_exchange *exchange) {
  return exchange->mean[true] * 4 < exchange->mean[false] * 3;
}

static void choose(gy_exchange *exchange) {
  if (exchange->mean[true] == 0) { /* the very first: both ways are tried, polling first */
    use(exchange, true, true);
  } else if (!exchange->is_trial || exchange->mean[!exchange->polls] == 0) {
    use(exchange, !exchange->polls, true);
    exchange->mean[exchange->polls] = 0;
  } else {
    use(exchange, polling_is_faster(exchange), false);
  }
}

/* The peer may be asleep, because the loop has slept before. */
static bool must_wake_peer(const gy_exchange *exchange) {
  return exchange->is_trial || exchange->missed > 0 || exchange->left == STAY;
}

uint64_t gy_exchange_poll_ns(gy_exchange *exchange) {
  if (exchange->left == 0) {
    choose(exchange);
  }
  if (!exchange->polls) {
    return 0;
  }
  unsigned twice_ns = 2 * UNIT_NS * exchange->mean[true];
  return must_wake_peer(exchange) || twice_ns > POLL_NS ? POLL_NS : twice_ns;
}

void gy_exchange_polled(gy_exchange *exchange, bool found) {
  if (found) {
    exchange->missed = 0;
  } else if (exchange->missed + 1 < MISSED_MAX) {
    exchange->missed++;
  } else {
    use(exchange, false, false);
  }
}

static void learn(gy_exchange *exchange, uint32_t taken_ns) {
  uint16_t *known = &exchange->mean[exchange->polls];
  int newest = (taken_ns < LONGEST_NS ? (int)taken_ns : LONGEST_NS) / UNIT_NS;
  int mean = *known == 0 ? newest : *known + (newest - *known) / WEIGHT;
  *known = (uint16_t)(mean > 0 ? mean : 1);
  exchange->left--;
}

void gy_exchange_ended(gy_exchange *exchange, uint64_t now_ns) {
  if (exchange->follows && exchange->left > 0) {
    learn(exchange, (uint32_t)now_ns - exchange->ended_ns);
  }
  exchange->follows = true;
  exchange->ended_ns = (uint32_t)now_ns;
}
