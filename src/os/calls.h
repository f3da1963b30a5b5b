/* SPDX-License-Identifier: MIT */
/*
 * System calls that the C library may be too old to have functions for: musl has statx since 1.2.4
 * and preadv2 since 1.2.5. Include this instead of <sys/stat.h> and <sys/uio.h> for them.
 */
#ifndef GY_OS_CALLS_H
#define GY_OS_CALLS_H

#include <sys/stat.h>
#include <sys/uio.h>

#ifndef STATX_TYPE
#include <linux/stat.h>
#define GY_CALLS_STATX
int statx(int directory, const char *restrict path, int flags, unsigned mask,
          struct statx *restrict facts);
#endif

#ifndef RWF_NOWAIT
#define RWF_NOWAIT 8
#define GY_CALLS_PREADV2
ssize_t preadv2(int file, const struct iovec *parts, int count, off_t at, int flags);
#endif

#endif
