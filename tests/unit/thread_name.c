/* SPDX-License-Identifier: MIT */
/*
 * Proves that a thread's name can be set and read, is truncated to 15 characters when set and to
 * the buffer when read, and that missing arguments are refused.
 */
#include "../check.h"
#include "uv.h"

int main(void) {
  uv_thread_t self = uv_thread_self();
  char name[32];

  CHECK_EQ(uv_thread_setname("short"), 0);
  CHECK_EQ(uv_thread_getname(&self, name, sizeof(name)), 0);
  CHECK_STR(name, "short");

  CHECK_EQ(uv_thread_setname("exactly15 chars"), 0);
  CHECK_EQ(uv_thread_getname(&self, name, 16), 0);
  CHECK_STR(name, "exactly15 chars");

  CHECK_EQ(uv_thread_setname("a name that is far too long"), 0);
  CHECK_EQ(uv_thread_getname(&self, name, sizeof(name)), 0);
  CHECK_STR(name, "a name that is ");

  memset(name, '#', sizeof(name));
  CHECK_EQ(uv_thread_getname(&self, name, 7), 0);
  CHECK_STR(name, "a name");
  CHECK_EQ(name[7], '#');
  CHECK_EQ(uv_thread_getname(&self, name, 1), 0);
  CHECK_STR(name, "");

  CHECK_EQ(uv_thread_setname(""), 0);
  CHECK_EQ(uv_thread_getname(&self, name, sizeof(name)), 0);
  CHECK_STR(name, "");

  CHECK_EQ(uv_thread_setname(NULL), UV_EINVAL);
  CHECK_EQ(uv_thread_getname(&self, NULL, sizeof(name)), UV_EINVAL);
  CHECK_EQ(uv_thread_getname(&self, name, 0), UV_EINVAL);
  return 0;
}
