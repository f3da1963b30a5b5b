/* SPDX-License-Identifier: MIT */
/*
 * The level of the libuv interface that this header set implements. Build systems read the numbers
 * from this file line by line, so each stays a plain literal. uv_version() answers the same
 * question about the library that is loaded at run time.
 */
#ifndef UV_VERSION_H
#define UV_VERSION_H

#define UV_VERSION_MAJOR 1
#define UV_VERSION_MINOR 52
#define UV_VERSION_PATCH 2

/* 0: an interface level between two releases; the version text then carries the suffix. */
#define UV_VERSION_IS_RELEASE 0
#define UV_VERSION_SUFFIX "dev"

/* One number to compare with: major, minor and patch, eight bits each below the major. */
#define UV_VERSION_HEX ((UV_VERSION_MAJOR << 16) | (UV_VERSION_MINOR << 8) | UV_VERSION_PATCH)

#endif /* UV_VERSION_H */
