/* SPDX-License-Identifier: MIT */
/* Proves that uv_thread_setname names only the calling thread, and that others can read the
 * name. */
#include "../check.h"
#include "uv.h"

static uv_sem_t named;
static uv_sem_t was_read;

static void name_self(void *arg) {
  (void)arg;
  CHECK_EQ(uv_thread_setname("worker"), 0);
  uv_sem_post(&named);
  uv_sem_wait(&was_read);
}

int main(void) {
  uv_thread_t self = uv_thread_self();
  uv_thread_t thread;
  char name[16];
  CHECK_EQ(uv_sem_init(&named, 0), 0);
  CHECK_EQ(uv_sem_init(&was_read, 0), 0);
  CHECK_EQ(uv_thread_setname("main one"), 0);
  CHECK_EQ(uv_thread_create(&thread, name_self, NULL), 0);
  uv_sem_wait(&named);
  CHECK_EQ(uv_thread_getname(&thread, name, sizeof(name)), 0);
  CHECK_STR(name, "worker");
  CHECK_EQ(uv_thread_getname(&self, name, sizeof(name)), 0);
  CHECK_STR(name, "main one");
  uv_sem_post(&was_read);
  CHECK_EQ(uv_thread_join(&thread), 0);
  return 0;
}
