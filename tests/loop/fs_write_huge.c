/* SPDX-License-Identifier: MIT */
/* Proves that a write of as much as the kernel takes is done in full, and that a larger one is
 * refused, as by libuv. (no tsan: it would record two gigabytes as read) */
#include <sys/mman.h>

#include "fs_scratch.h"

#define MOST ((size_t)0x7ffff000)

int main(void) {
  void *memory = mmap(NULL, MOST, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(memory != MAP_FAILED);
  uv_buf_t bufs[2] = {buffer(memory, MOST), buffer(memory, 1)};
  int file = open("/dev/null", O_WRONLY | O_CLOEXEC);
  CHECK(file >= 0);
  uv_fs_t req;
  CHECK_EQ(uv_fs_write(NULL, &req, file, bufs, 1, -1, NULL), (int)MOST);
  CHECK_EQ(req.result, MOST);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_write(NULL, &req, file, bufs, 2, -1, NULL), UV_EINVAL);
  uv_fs_req_cleanup(&req);
  return 0;
}
