/* SPDX-License-Identifier: MIT */
/* Proves that a system error number becomes an error code, and that a code stays the same. */
#include <errno.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  CHECK_EQ(uv_translate_sys_error(EPERM), UV_EPERM);
  CHECK_EQ(uv_translate_sys_error(EPIPE), UV_EPIPE);
  CHECK_EQ(uv_translate_sys_error(EINVAL), UV_EINVAL);
  CHECK_EQ(uv_translate_sys_error(4000), -4000);
  CHECK_EQ(uv_translate_sys_error(UV_EINVAL), UV_EINVAL);
  CHECK_EQ(uv_translate_sys_error(UV_EOF), UV_EOF);
  CHECK_EQ(uv_translate_sys_error(0), 0);
  return 0;
}
