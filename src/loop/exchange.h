/* SPDX-License-Identifier: MIT */
/*
 * Exchanges: the loop has read from a peer and answered, and waits for what the peer says next. A
 * peer that answers at once should find the loop awake, which saves both sides a wake-up. So the
 * loop may poll for a while before it sleeps. Where the CPUs are busy or data goes one way, that
 * does harm: the peer needs the CPU, waking it on another CPU is expensive, and a loop that sleeps
 * briefly reads more bytes with each call.
 *
 * Which way is better is measured, as the time of a whole exchange: from the end of one wait to the
 * end of the next. The cost of waking the peer is in the write, not in the wait. The loop stays
 * with the better way, and tries the other one now and then. Polling must be clearly faster, as it
 * costs CPU time.
 */
#ifndef GY_LOOP_EXCHANGE_H
#define GY_LOOP_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

/* Bits of gy_exchange.seen. */
enum { GY_HEARD = 1, GY_SAID = 2, GY_HEARD_AND_SAID = 3 };

/* All zero: nothing is known. */
typedef struct {
  uint32_t ended_ns;  /* when the wait before ended, modulo 2^32 */
  uint16_t mean[2];   /* how long exchanges take, in units of 4 ns: if the loop sleeps at once,
                         and if it polls first; 0: not known */
  uint16_t left;      /* so many exchanges until the other way may be used */
  uint8_t seen;       /* GY_HEARD, GY_SAID: what went over streams since the last wait */
  uint8_t missed : 2; /* how often in a row polling found nothing */
  bool follows : 1;   /* the wait before belonged to an exchange, too */
  bool polls : 1;     /* the way that is used */
  bool is_trial : 1;  /* ... for a few exchanges, to compare */
} gy_exchange;

/* A wait begins that belongs to an exchange: for how long shall the loop poll first? */
uint64_t gy_exchange_poll_ns(gy_exchange *exchange);

/* It has polled: was there something? */
void gy_exchange_polled(gy_exchange *exchange, bool found);

/* The wait has ended, at this time. */
void gy_exchange_ended(gy_exchange *exchange, uint64_t now_ns);

#endif
