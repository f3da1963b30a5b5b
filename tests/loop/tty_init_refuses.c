/* SPDX-License-Identifier: MIT */
/* A descriptor that is not a stream cannot be a terminal: UV_EINVAL, no handle, no new
 * descriptor. */
#include "tty_pty.h"

int main(void) {
  uv_loop_t loop;
  uv_tty_t tty;
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  int device = open("/dev/null", O_RDWR | O_CLOEXEC);
  CHECK(file >= 0 && device >= 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  int before = count_descriptors();
  CHECK_EQ(uv_tty_init(&loop, &tty, -1, 0), UV_EINVAL);
  CHECK_EQ(uv_tty_init(&loop, &tty, 1000000, 0), UV_EINVAL);
  CHECK_EQ(uv_tty_init(&loop, &tty, file, 0), UV_EINVAL);
  CHECK_EQ(uv_tty_init(&loop, &tty, device, 0), UV_EINVAL);
  CHECK_EQ(count_descriptors(), before);
  CHECK_EQ(uv_loop_close(&loop), 0);
  close(file);
  close(device);
  return 0;
}
