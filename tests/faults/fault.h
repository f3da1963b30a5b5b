/* SPDX-License-Identifier: MIT */
/*
 * The interface between the interposed library (interpose*.c) and the program whose calls it makes
 * fail (scene.c). The program finds the library's one function with dlsym.
 */
#ifndef GY_FAULTS_FAULT_H
#define GY_FAULTS_FAULT_H

#include <stdatomic.h>
#include <stdbool.h>

#define LESS 100000 /* in place of an error: do less than requested */

typedef enum {
#define CALL(name, ...) CALL_##name,
#include "calls.def"
#undef CALL
  CALL_COUNT
} fault_call;

/* Calls are counted while it is armed. Those of the kind `call` fail from the `at`-th on, `times`
 * times. */
typedef struct {
  atomic_bool armed;
  fault_call call;
  int error;
  long at;
  long times;
  atomic_long counts[CALL_COUNT];
  atomic_long hits;
} fault_state;

#define FAULT_CONTROL "fault_control"
typedef fault_state *fault_control_fn(void);

/* Called before each call of this kind. Returns the error that it shall have, LESS, or 0. */
static inline int fault_strike(fault_state *state, fault_call call) {
  if (!atomic_load(&state->armed)) {
    return 0;
  }
  long number = atomic_fetch_add(&state->counts[call], 1) + 1;
  if (call != state->call || number < state->at || number - state->at >= state->times) {
    return 0;
  }
  atomic_fetch_add(&state->hits, 1);
  return state->error;
}

#endif
