/* SPDX-License-Identifier: MIT */
/* Proves that uv_thread_self identifies the calling thread and uv_thread_equal distinguishes
 * threads. */
#include "../check.h"
#include "uv.h"

static void store_self(void *arg) { *(uv_thread_t *)arg = uv_thread_self(); }

int main(void) {
  uv_thread_t own = uv_thread_self();
  uv_thread_t again = uv_thread_self();
  CHECK(uv_thread_equal(&own, &again) != 0);

  uv_thread_t thread;
  uv_thread_t seen_inside;
  CHECK_EQ(uv_thread_create(&thread, store_self, &seen_inside), 0);
  CHECK_EQ(uv_thread_equal(&own, &thread), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK(uv_thread_equal(&thread, &seen_inside) != 0);
  return 0;
}
