/* SPDX-License-Identifier: MIT */
/*
 * Proves that after a successful spin a thread sees what the other wrote before it became ready,
 * and that a pair which sleeps when its spins fail never misses a turn.
 */
#include "../check.h"
#include "os/futex.h"
#include "os/spin.h"
#include "uv.h"

enum { TURNS = 5000 };

typedef struct side {
  _Atomic uint32_t turn; /* the turn that the other side has reached */
  uint32_t wanted;
  gy_spin spin;
} side;

static side sides[2];
static uint32_t payload; /* plain memory, handed back and forth */

static bool turn_came(void *arg) {
  side *mine = arg;
  return atomic_load_explicit(&mine->turn, memory_order_acquire) == mine->wanted;
}

static void wait_turn(side *mine, uint32_t turn) {
  mine->wanted = turn;
  while (!gy_spin_until(&mine->spin, turn_came, mine)) {
    gy_futex_wait(&mine->turn, turn - 1, NULL);
  }
}

static void pass_turn(side *other, uint32_t turn) {
  atomic_store_explicit(&other->turn, turn, memory_order_release);
  CHECK(gy_futex_wake(&other->turn, 1) >= 0);
}

static void answer(void *arg) {
  (void)arg;
  for (uint32_t turn = 1; turn <= TURNS; turn++) {
    wait_turn(&sides[1], turn);
    payload++;
    pass_turn(&sides[0], turn);
  }
}

int main(void) {
  uv_thread_t thread;
  CHECK_EQ(uv_thread_create(&thread, answer, NULL), 0);
  for (uint32_t turn = 1; turn <= TURNS; turn++) {
    payload++;
    pass_turn(&sides[1], turn);
    wait_turn(&sides[0], turn);
    CHECK_EQ(payload, 2 * turn);
  }
  CHECK_EQ(uv_thread_join(&thread), 0);
  return 0;
}
