/* SPDX-License-Identifier: MIT */
/* Proves that uv_buf_init wraps memory as it is, and that a uv_buf_t can be used as an iovec. */
#include <sys/uio.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  char text[] = "some bytes";
  uv_buf_t buf = uv_buf_init(text, sizeof(text));
  CHECK(buf.base == text);
  CHECK_EQ(buf.len, sizeof(text));

  buf = uv_buf_init(NULL, 0);
  CHECK(buf.base == NULL);
  CHECK_EQ(buf.len, 0);
  buf = uv_buf_init(text, 0xffffffffu);
  CHECK_EQ(buf.len, 0xffffffffLL);

  int ends[2];
  CHECK_EQ(pipe(ends), 0);
  uv_buf_t parts[2] = {uv_buf_init(text, 5), uv_buf_init(text + 5, 5)};
  CHECK_EQ(writev(ends[1], (const struct iovec *)parts, 2), 10);
  char back[16] = "";
  CHECK_EQ(read(ends[0], back, sizeof(back)), 10);
  CHECK_STR(back, "some bytes");
  return 0;
}
