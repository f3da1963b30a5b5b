/* SPDX-License-Identifier: MIT */
/*
 * Proves that an idle, prepare or check handle that is started by a callback of its own phase waits
 * for the next turn, that one which is stopped there no longer runs, and that one which stops and
 * starts itself runs once per turn.
 */
#include "sim_loop.h"

#define IN_PHASE(type)                                                           \
  static uv_##type##_t type##s[4];                                               \
  static void type##_change(void *handle) {                                      \
    (void)handle;                                                                \
    uv_##type##_start(&type##s[3], on_##type); /* a new one */                   \
    uv_##type##_stop(&type##s[0]);             /* still to come */               \
    uv_##type##_stop(&type##s[2]);             /* this one */                    \
    uv_##type##_start(&type##s[2], on_##type);                                   \
  }                                                                              \
  static void type##_test(void) {                                                \
    static named names[] = {{"a", NULL}, {"b", NULL}, {"c", NULL}, {"d", NULL}}; \
    for (int i = 0; i < 4; i++) {                                                \
      uv_##type##_init(&loop, &type##s[i]);                                      \
      type##s[i].data = &names[i];                                               \
    }                                                                            \
    for (int i = 0; i < 3; i++) {                                                \
      uv_##type##_start(&type##s[i], on_##type);                                 \
    }                                                                            \
    names[2].then = type##_change;                                               \
    run(UV_RUN_NOWAIT);                                                          \
    SAID("c b");                                                                 \
    names[2].then = NULL;                                                        \
    run(UV_RUN_NOWAIT);                                                          \
    SAID("c d b");                                                               \
    for (int i = 0; i < 4; i++) {                                                \
      uv_close((uv_handle_t *)&type##s[i], NULL);                                \
    }                                                                            \
    CHECK_EQ(run(UV_RUN_DEFAULT), 0);                                            \
  }

IN_PHASE(idle)
IN_PHASE(prepare)
IN_PHASE(check)

int main(void) {
  open_loop();
  idle_test();
  prepare_test();
  check_test();
  close_loop();
  return 0;
}
