/* SPDX-License-Identifier: MIT */
/* Proves that resident memory is what the kernel reports, and follows memory that is touched. */
#include <sys/mman.h>

#include "../check.h"
#include "os/procfile.h"
#include "uv.h"

#define MB ((size_t)1 << 20)

/* The result of uv.h, compared with another of the kernel's files. */
static size_t resident(void) {
  size_t bytes = 0;
  CHECK_EQ(uv_resident_set_memory(&bytes), 0);
  uint64_t kilobytes;
  CHECK_EQ(gy_procfile_find("", "/proc/self/status", "VmRSS:", &kilobytes), 0);
  size_t status = (size_t)kilobytes * 1024;
  /* The kernel counts in batches for each CPU. */
  CHECK(bytes + 4 * MB > status && status + 4 * MB > bytes);
  return bytes;
}

int main(void) {
  /* More than is ever touched: reserved addresses are not resident. */
  size_t size = 256 * MB;
  char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED);
  size_t before = resident();
  memset(memory, 1, 64 * MB);
  size_t during = resident();
  CHECK(during > before + 56 * MB);
  munmap(memory, size);
  CHECK(resident() < during - 56 * MB);
  return 0;
}
