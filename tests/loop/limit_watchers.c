/* SPDX-License-Identifier: MIT */
/*
 * Proves that with a limit an idle, prepare or check phase makes at most that many callbacks per
 * turn, that the remaining handles come first in the next turn and in order, that all handles are
 * called eventually, and that the loop does not sleep while some are left.
 */
#include "sim_loop.h"

static named names[] = {{"a", NULL}, {"b", NULL}, {"c", NULL}, {"d", NULL}};

#define TURNS(...)                                                \
  do {                                                            \
    const char *const turns[] = {__VA_ARGS__};                    \
    for (size_t t = 0; t < sizeof(turns) / sizeof(*turns); t++) { \
      sim.waits = 0;                                              \
      run(UV_RUN_ONCE);                                           \
      SAID(turns[t]);                                             \
      CHECK_EQ(sim.first_timeout_ns, 0);                          \
    }                                                             \
  } while (0)

#define LIMIT(type, PHASE)                                      \
  do {                                                          \
    uv_##type##_t handles[4];                                   \
    for (int i = 0; i < 4; i++) {                               \
      uv_##type##_init(&loop, &handles[i]);                     \
      handles[i].data = &names[i];                              \
    }                                                           \
    uv_##type##_start(&handles[2], on_##type);                  \
    uv_##type##_start(&handles[1], on_##type);                  \
    uv_##type##_start(&handles[0], on_##type);                  \
    CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_##PHASE, 2), 0); \
    gy_pending_add(inside(), &nothing); /* no sleep at first */ \
    TURNS("a b", "c a", "b c", "a b");                          \
    uv_##type##_start(&handles[3], on_##type);                  \
    TURNS("c d", "a b", "c d");                                 \
    uv_##type##_stop(&handles[0]); /* one that is left over */  \
    TURNS("b c", "d b");                                        \
    CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_##PHASE, 0), 0); \
    run(UV_RUN_NOWAIT);                                         \
    SAID("c d b");                                              \
    for (int i = 0; i < 4; i++) {                               \
      uv_close((uv_handle_t *)&handles[i], NULL);               \
    }                                                           \
    CHECK_EQ(run(UV_RUN_DEFAULT), 0);                           \
    SAID("");                                                   \
  } while (0)

static gy_watcher nothing;
static void on_nothing(gy_loop *l, gy_watcher *w, uint32_t events) {
  (void)l;
  (void)w;
  (void)events;
}

int main(void) {
  open_loop();
  init_watcher(&nothing, on_nothing);
  LIMIT(idle, IDLE);
  LIMIT(prepare, PREPARE);
  LIMIT(check, CHECK);
  close_loop();
  return 0;
}
