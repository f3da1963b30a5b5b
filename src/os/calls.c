/* SPDX-License-Identifier: MIT */
/* System calls that the C library has no functions for. Weak: a program may have its own. */
#include "os/calls.h"

#include <sys/syscall.h>
#include <unistd.h>

#ifdef GY_CALLS_STATX
__attribute__((weak)) int statx(int directory, const char *restrict path, int flags, unsigned mask,
                                struct statx *restrict facts) {
  return (int)syscall(SYS_statx, directory, path, flags, mask, facts);
}
#endif

#ifdef GY_CALLS_PREADV2
/* The kernel takes the position as two halves; on 64 bits the first has all of it. */
__attribute__((weak)) ssize_t preadv2(int file, const struct iovec *parts, int count, off_t at,
                                      int flags) {
  return syscall(SYS_preadv2, file, parts, count, at, 0L, flags);
}
#endif
