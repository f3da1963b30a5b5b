/* SPDX-License-Identifier: MIT */
/*
 * Proves that a handle which is closed after a send gets no callback, that its memory can be freed
 * after the close callback although the send was under way, that sends to other handles keep their
 * order, and that a limit in between changes nothing.
 */
#include "sim_loop.h"

enum { ASYNCS = 6 };

static named names[] = {{"0", NULL}, {"1", NULL}, {"2", NULL},
                        {"3", NULL}, {"4", NULL}, {"5", NULL}};
static uv_async_t *asyncs[ASYNCS];

static void free_it(uv_handle_t *handle) {
  const named *n = handle->data;
  say("%s-closed", n->name);
  memset(handle, 0xa5, sizeof(uv_async_t));
  free(handle);
}

static void send_all(void) {
  for (int i = 0; i < ASYNCS; i++) {
    asyncs[i] = malloc(sizeof(uv_async_t));
    CHECK(asyncs[i] != NULL);
    uv_async_init(&loop, asyncs[i], on_async);
    asyncs[i]->data = &names[i];
    uv_async_send(asyncs[i]);
  }
}

static void close_one(int i) { uv_close((uv_handle_t *)asyncs[i], free_it); }

int main(void) {
  open_loop();
  send_all();
  close_one(1);
  close_one(4);
  close_one(5);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("0 2 3 5-closed 4-closed 1-closed");
  close_one(0);
  close_one(2);
  close_one(3);
  CHECK_EQ(run(UV_RUN_ONCE), 0);
  SAID("3-closed 2-closed 0-closed");

  send_all();
  gyre_loop_limit(&loop, GYRE_PHASE_POLL, 2);
  CHECK(run(UV_RUN_ONCE) != 0); /* 2 to 5 are left over */
  SAID("0 1");
  uv_async_send(asyncs[0]);
  close_one(3);
  close_one(1);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("2 4 1-closed 3-closed");
  close_one(5);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("0 5-closed");
  close_one(0);
  close_one(2);
  close_one(4);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("4-closed 2-closed 0-closed");
  close_loop();
  return 0;
}
