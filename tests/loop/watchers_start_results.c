/* SPDX-License-Identifier: MIT */
/*
 * Proves what starting an idle, prepare or check handle returns: UV_EINVAL without a callback or
 * when closing; 0 and no change when it is already active.
 */
#include "sim_loop.h"

static void other_idle(uv_idle_t *h) {
  (void)h;
  say("other");
}
static void other_prepare(uv_prepare_t *h) {
  (void)h;
  say("other");
}
static void other_check(uv_check_t *h) {
  (void)h;
  say("other");
}

#define RESULTS(type)                                      \
  do {                                                     \
    static named name = {"first", NULL};                   \
    uv_##type##_t h;                                       \
    uv_##type##_init(&loop, &h);                           \
    h.data = &name;                                        \
    CHECK_EQ(uv_##type##_start(&h, NULL), UV_EINVAL);      \
    CHECK(!uv_is_active((uv_handle_t *)&h));               \
    CHECK_EQ(uv_##type##_stop(&h), 0);                     \
    CHECK_EQ(uv_##type##_start(&h, on_##type), 0);         \
    CHECK_EQ(uv_##type##_start(&h, other_##type), 0);      \
    run(UV_RUN_NOWAIT);                                    \
    SAID("first");                                         \
    uv_close((uv_handle_t *)&h, NULL);                     \
    CHECK_EQ(uv_##type##_start(&h, on_##type), UV_EINVAL); \
    CHECK_EQ(run(UV_RUN_DEFAULT), 0);                      \
    SAID("");                                              \
  } while (0)

int main(void) {
  open_loop();
  RESULTS(idle);
  RESULTS(prepare);
  RESULTS(check);
  close_loop();
  return 0;
}
