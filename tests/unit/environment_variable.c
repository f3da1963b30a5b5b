/* SPDX-License-Identifier: MIT */
/* Proves that variables are set, read into a buffer of any size, emptied and removed, consistently
 * with the C library, and which names are refused. */
#include "../check.h"
#include "uv.h"

int main(void) {
  char value[32];
  size_t size = sizeof(value);
  CHECK_EQ(uv_os_getenv("GYRE_TEST", value, &size), UV_ENOENT);
  CHECK_EQ(uv_os_setenv("GYRE_TEST", "some value"), 0);
  CHECK_STR(getenv("GYRE_TEST"), "some value");
  for (size_t room = 1; room <= 12; room++) {
    memcpy(value, "untouched", 10);
    size = room;
    int err = uv_os_getenv("GYRE_TEST", value, &size);
    CHECK_EQ(err, room > 10 ? 0 : UV_ENOBUFS);
    CHECK_EQ(size, room > 10 ? 10 : 11);
    CHECK_STR(value, room > 10 ? "some value" : "untouched");
  }
  CHECK_EQ(uv_os_setenv("GYRE_TEST", ""), 0);
  size = 1;
  CHECK_EQ(uv_os_getenv("GYRE_TEST", value, &size), 0);
  CHECK_EQ(size, 0);
  CHECK_STR(value, "");
  CHECK_EQ(uv_os_unsetenv("GYRE_TEST"), 0);
  CHECK(getenv("GYRE_TEST") == NULL);
  CHECK_EQ(uv_os_unsetenv("GYRE_TEST"), 0);

  size = sizeof(value);
  CHECK_EQ(uv_os_setenv("a=b", "x"), UV_EINVAL);
  CHECK_EQ(uv_os_setenv("", "x"), UV_EINVAL);
  CHECK_EQ(uv_os_setenv(NULL, "x"), UV_EINVAL);
  CHECK_EQ(uv_os_setenv("GYRE_TEST", NULL), UV_EINVAL);
  CHECK_EQ(uv_os_unsetenv("a=b"), UV_EINVAL);
  CHECK_EQ(uv_os_unsetenv(NULL), UV_EINVAL);
  CHECK_EQ(uv_os_getenv("", value, &size), UV_ENOENT);
  CHECK_EQ(uv_os_getenv(NULL, value, &size), UV_EINVAL);
  CHECK_EQ(uv_os_getenv("GYRE_TEST", NULL, &size), UV_EINVAL);
  CHECK_EQ(uv_os_getenv("GYRE_TEST", value, NULL), UV_EINVAL);
  size = 0;
  CHECK_EQ(uv_os_getenv("GYRE_TEST", value, &size), UV_EINVAL);
  return 0;
}
