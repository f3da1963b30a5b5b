/* SPDX-License-Identifier: MIT */
/* For programs that include libuv's parts by name: here uv.h has all of them. */
#ifndef UV_LINUX_H
#define UV_LINUX_H

#include "../uv.h"

#endif /* UV_LINUX_H */
