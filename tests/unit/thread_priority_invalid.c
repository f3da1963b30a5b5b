/* SPDX-License-Identifier: MIT */
/* Proves that priorities outside the five levels and a missing result are refused. */
#include <limits.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  uv_thread_t self = uv_thread_self();
  CHECK_EQ(uv_thread_setpriority(self, UV_THREAD_PRIORITY_HIGHEST + 1), UV_EINVAL);
  CHECK_EQ(uv_thread_setpriority(self, UV_THREAD_PRIORITY_LOWEST - 1), UV_EINVAL);
  CHECK_EQ(uv_thread_setpriority(self, INT_MAX), UV_EINVAL);
  CHECK_EQ(uv_thread_setpriority(self, INT_MIN), UV_EINVAL);
  CHECK_EQ(uv_thread_getpriority(self, NULL), UV_EINVAL);
  return 0;
}
