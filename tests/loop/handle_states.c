/* SPDX-License-Identifier: MIT */
/*
 * Proves uv_is_active, uv_has_ref and uv_is_closing for each type of handle: after init, started,
 * unreferenced, stopped, closing, in the close callback; with type, loop and data as they were set.
 */
#include "sim_loop.h"

enum { FD = 40 };

static int closed;

static void check_state(const void *handle, bool active, bool ref, bool closing) {
  CHECK_EQ(uv_is_active(handle), active);
  CHECK_EQ(uv_has_ref(handle), ref);
  CHECK_EQ(uv_is_closing(handle), closing);
}

static void on_state_closed(uv_handle_t *handle) {
  check_state(handle, false, false, true);
  closed++;
}

static void check_kind(void *handle, uv_handle_type type, const char *name, size_t size) {
  CHECK_EQ(uv_handle_get_type(handle), type);
  CHECK_STR(uv_handle_type_name(type), name);
  CHECK_EQ(uv_handle_size(type), size);
  CHECK(uv_handle_get_loop(handle) == &loop);
  uv_handle_set_data(handle, &closed);
  CHECK(uv_handle_get_data(handle) == &closed);
}

#define TABLE(handle, start, stop)                      \
  do {                                                  \
    check_state(handle, false, true, false);            \
    start;                                              \
    check_state(handle, true, true, false);             \
    uv_unref((uv_handle_t *)(handle));                  \
    check_state(handle, true, false, false);            \
    stop;                                               \
    check_state(handle, false, false, false);           \
    uv_ref((uv_handle_t *)(handle));                    \
    check_state(handle, false, true, false);            \
    start;                                              \
    uv_close((uv_handle_t *)(handle), on_state_closed); \
    check_state(handle, false, true, true);             \
    uv_unref((uv_handle_t *)(handle));                  \
    check_state(handle, false, false, true);            \
    uv_ref((uv_handle_t *)(handle));                    \
    CHECK_EQ(run(UV_RUN_DEFAULT), 0);                   \
    check_state(handle, false, false, true);            \
  } while (0)

int main(void) {
  uv_timer_t timer;
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_check_t check;
  uv_poll_t poll;
  uv_async_t async;
  open_fd(FD);
  open_loop();
  uv_timer_init(&loop, &timer);
  check_kind(&timer, UV_TIMER, "timer", sizeof(timer));
  TABLE(&timer, uv_timer_start(&timer, on_timer, 9, 0), uv_timer_stop(&timer));
  uv_idle_init(&loop, &idle);
  check_kind(&idle, UV_IDLE, "idle", sizeof(idle));
  TABLE(&idle, uv_idle_start(&idle, on_idle), uv_idle_stop(&idle));
  uv_prepare_init(&loop, &prepare);
  check_kind(&prepare, UV_PREPARE, "prepare", sizeof(prepare));
  TABLE(&prepare, uv_prepare_start(&prepare, on_prepare), uv_prepare_stop(&prepare));
  uv_check_init(&loop, &check);
  check_kind(&check, UV_CHECK, "check", sizeof(check));
  TABLE(&check, uv_check_start(&check, on_check), uv_check_stop(&check));
  CHECK_EQ(uv_poll_init(&loop, &poll, FD), 0);
  check_kind(&poll, UV_POLL, "poll", sizeof(poll));
  TABLE(&poll, uv_poll_start(&poll, UV_READABLE, on_poll), uv_poll_stop(&poll));
  uv_async_init(&loop, &async, NULL);
  check_kind(&async, UV_ASYNC, "async", sizeof(async));
  check_state(&async, true, true, false); /* from its init on */
  uv_close((uv_handle_t *)&async, on_state_closed);
  check_state(&async, false, true, true);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  CHECK_EQ(closed, 6);
  CHECK(uv_handle_type_name(UV_UNKNOWN_HANDLE) == NULL);
  CHECK(uv_handle_type_name(UV_HANDLE_TYPE_MAX) == NULL);
  CHECK_EQ(uv_handle_size(UV_UNKNOWN_HANDLE), (size_t)-1);
  CHECK_EQ(uv_handle_size(UV_HANDLE_TYPE_MAX), (size_t)-1);
  close_loop();
  return 0;
}
