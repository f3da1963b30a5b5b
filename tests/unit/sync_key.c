/* SPDX-License-Identifier: MIT */
/* Proves that a key holds one value per thread, NULL at first, separate from other keys. */
#include "../check.h"
#include "uv.h"

static uv_key_t key;
static uv_key_t other_key;

static void use_key(void *arg) {
  CHECK(uv_key_get(&key) == NULL);
  uv_key_set(&key, arg);
  CHECK(uv_key_get(&key) == arg);
  CHECK(uv_key_get(&other_key) == NULL);
}

int main(void) {
  int own = 0;
  int others = 0;
  CHECK_EQ(uv_key_create(&key), 0);
  CHECK_EQ(uv_key_create(&other_key), 0);
  CHECK(uv_key_get(&key) == NULL);
  uv_key_set(&key, &own);

  uv_thread_t thread;
  CHECK_EQ(uv_thread_create(&thread, use_key, &others), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK(uv_key_get(&key) == &own);
  uv_key_set(&key, NULL);
  CHECK(uv_key_get(&key) == NULL);
  uv_key_delete(&key);
  uv_key_delete(&other_key);
  return 0;
}
