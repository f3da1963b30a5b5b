/* SPDX-License-Identifier: MIT */
/* For programs that include libuv's parts by name: here uv.h has all of them. */
#ifndef UV_THREADPOOL_H
#define UV_THREADPOOL_H

#include "../uv.h"

#endif /* UV_THREADPOOL_H */
