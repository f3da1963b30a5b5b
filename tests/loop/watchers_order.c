/* SPDX-License-Identifier: MIT */
/*
 * Proves that idle, prepare and check handles run in reverse order of their start, and that this
 * order stays the same from turn to turn.
 */
#include "sim_loop.h"

static named names[] = {{"a", NULL}, {"b", NULL}, {"c", NULL}};

#define ORDER(type)                                           \
  do {                                                        \
    uv_##type##_t handles[3];                                 \
    for (int i = 0; i < 3; i++) {                             \
      uv_##type##_init(&loop, &handles[i]);                   \
      handles[i].data = &names[i];                            \
      CHECK_EQ(uv_##type##_start(&handles[i], on_##type), 0); \
    }                                                         \
    for (int turn = 0; turn < 4; turn++) {                    \
      run(UV_RUN_NOWAIT);                                     \
      SAID("c b a");                                          \
    }                                                         \
    uv_##type##_stop(&handles[2]);                            \
    uv_##type##_start(&handles[0], on_##type);                \
    run(UV_RUN_NOWAIT);                                       \
    SAID("b a");                                              \
    uv_##type##_stop(&handles[0]);                            \
    uv_##type##_start(&handles[0], on_##type);                \
    uv_##type##_start(&handles[2], on_##type);                \
    run(UV_RUN_NOWAIT);                                       \
    SAID("c a b");                                            \
    for (int i = 0; i < 3; i++) {                             \
      uv_close((uv_handle_t *)&handles[i], NULL);             \
    }                                                         \
    CHECK_EQ(run(UV_RUN_DEFAULT), 0);                         \
  } while (0)

int main(void) {
  open_loop();
  ORDER(idle);
  ORDER(prepare);
  ORDER(check);
  close_loop();
  return 0;
}
