/* SPDX-License-Identifier: MIT */
/* Proves that a write of more than an int can say is done in full, and that its return value does
 * not look like an error. (no tsan: it would note three gigabytes as read) */
#include <sys/mman.h>

#include "fs_scratch.h"

#define GIGABYTE ((size_t)1 << 30)

int main(void) {
  void *memory =
      mmap(NULL, GIGABYTE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(memory != MAP_FAILED);
  uv_buf_t bufs[3];
  for (int i = 0; i < 3; i++) {
    bufs[i] = buffer(memory, GIGABYTE);
  }
  int file = open("/dev/null", O_WRONLY | O_CLOEXEC);
  CHECK(file >= 0);
  uv_fs_t req;
  CHECK_EQ(uv_fs_write(NULL, &req, file, bufs, 3, -1, NULL), INT_MAX);
  CHECK_EQ(req.result, 3 * GIGABYTE);
  uv_fs_req_cleanup(&req);
  return 0;
}
