/* SPDX-License-Identifier: MIT */
/* Memory that belongs to the program: see buffer.h. Owns uv_buf_init. */
#include "base/buffer.h"

#include <string.h>

#include "uv.h"

uv_buf_t uv_buf_init(char *base, unsigned int len) {
  uv_buf_t buf = {.base = base, .len = len};
  return buf;
}

int gy_buffer_check(const char *buffer, const size_t *size) {
  return buffer == NULL || size == NULL || *size == 0 ? UV_EINVAL : 0;
}

int gy_buffer_put(char *buffer, size_t *size, const char *text, size_t length) {
  if (length >= *size) {
    *size = length + 1;
    return UV_ENOBUFS;
  }
  memcpy(buffer, text, length);
  buffer[length] = '\0';
  *size = length;
  return 0;
}
